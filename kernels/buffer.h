// SPDX-License-Identifier: Apache-2.0
//
// Buffer<T> owns n elements on one back end; View<T> is the POD that kernels take. Transfers are explicit,
// named and counted.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/device.h"
#include "kernels/exec.h"

namespace ocean {

template <class T>
struct View {
  T* data = nullptr;
  int64_t size = 0;
  OCEAN_HD T& operator[](int64_t i) const { return data[i]; }
  // To a view of constants.
  template <class U, class = std::enable_if_t<std::is_same_v<U, const T> && !std::is_const_v<T>>>
  OCEAN_HD operator View<U>() const {
    return {data, size};
  }
};

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;  // empty, without a back end: may only be assigned to
  // n uninitialised elements. Throws DeviceError or std::bad_alloc; std::invalid_argument if n < 0.
  Buffer(const Exec& exec, int64_t n)
      : exec_(std::make_unique<Exec>(exec)),
        data_(static_cast<T*>(allocate(exec, checked_bytes(n)))),
        size_(n) {}
  Buffer(const Exec& exec, const char* transfer_name, const std::vector<T>& host)
      : Buffer(exec, static_cast<int64_t>(host.size())) {
    copy_in(exec, transfer_name, data_, host.data(), bytes());
  }
  ~Buffer() { reset(); }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    Buffer(std::move(other)).swap(*this);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  int64_t size() const { return size_; }
  int64_t bytes() const { return size_ * int64_t{sizeof(T)}; }
  View<T> view() { return {data_, size_}; }
  View<const T> view() const { return {data_, size_}; }

  void reset() {
    if (exec_) release(*exec_, data_);
    exec_.reset();
    data_ = nullptr;
    size_ = 0;
  }
  // Copies all elements to the host; waits for the work before it.
  std::vector<T> to_host(const char* transfer_name) const {
    std::vector<T> out(static_cast<size_t>(size_));
    if (size_ > 0) copy_out(*exec_, transfer_name, out.data(), data_, bytes());
    return out;
  }
  void fill_zero() {
    if (size_ > 0) fill_bytes(*exec_, data_, 0, bytes());
  }

 private:
  static int64_t checked_bytes(int64_t n) {
    if (n < 0) throw std::invalid_argument("Buffer: a negative number of elements");
    if (n > INT64_MAX / int64_t{sizeof(T)}) throw std::bad_array_new_length();
    return n * int64_t{sizeof(T)};
  }
  void swap(Buffer& other) noexcept {
    std::swap(exec_, other.exec_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }
  std::unique_ptr<Exec> exec_;  // null when empty
  T* data_ = nullptr;
  int64_t size_ = 0;
};

}  // namespace ocean
