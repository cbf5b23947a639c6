// SPDX-License-Identifier: Apache-2.0
//
// Sort, scan, compaction and reduction: the building blocks whose results must not depend on who runs them.
// All give the same bits on both back ends and for any thread count: sort and scan because their results are
// unique, reductions because their shape is fixed (below). All data lie on the Exec's back end. Device memory
// for scratch is taken from the Exec's pool.
//
// Errors: std::invalid_argument for sizes that do not fit each other, DeviceError or std::bad_alloc. Empty
// input is legal.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"

namespace ocean {

// Stable ascending sort of the pairs (keys[i], values[i]) by the lowest `bits` bits of the key; higher bits
// take no part but are carried along. Both buffers have the same size; their storage is exchanged with
// scratch, so views taken before are void. Least-significant-digit radix sort (CUB on the device).
void sort_by_key(const Exec& exec, Buffer<uint32_t>& keys, Buffer<int32_t>& values, int bits = 32);
void sort_by_key(const Exec& exec, Buffer<uint64_t>& keys, Buffer<int32_t>& values, int bits = 64);

// sums[i] = in[0] + … + in[i-1] for i in [0, n], so sums has n + 1 elements and sums[n] is the total. Sums
// are modulo 2^32 or 2^64: the caller sees to it that they fit. in and sums do not overlap.
void exclusive_scan(const Exec& exec, View<const int32_t> in, View<int32_t> sums);
void exclusive_scan(const Exec& exec, View<const int32_t> in, View<int64_t> sums);
void exclusive_scan(const Exec& exec, View<const int64_t> in, View<int64_t> sums);

// The last of an exclusive scan's sums (at least one), by a transfer of that name.
inline int64_t scan_total(const Exec& exec, const char* transfer_name, const Buffer<int64_t>& sums) {
  int64_t total = 0;
  copy_out(exec, transfer_name, &total, sums.data() + (sums.size() - 1), sizeof total);
  return total;
}

// The indices i with flags[i] != 0, ascending. At most 2^31 - 1 flags. Waits for the count.
Buffer<int32_t> compact(const Exec& exec, View<const uint8_t> flags);
Buffer<int32_t> compact(const Exec& exec, View<const int32_t> flags);

// Reductions. Shape: chunks of kReduceChunk elements; in a chunk lane t of kReduceLanes takes the elements t,
// t + kReduceLanes, … in order, lanes are combined by halving (lane t with lane t + h for h = kReduceLanes/2
// … 1), and the chunks' results are reduced in the same way until one is left. They wait for the result.
inline constexpr int64_t kReduceChunk = 4096, kReduceLanes = 256;

// Floats are added as doubles. Empty: 0.
double reduce_sum(const Exec& exec, View<const float> in);
double reduce_sum(const Exec& exec, View<const double> in);
// Modulo 2^64.
int64_t reduce_sum(const Exec& exec, View<const int32_t> in);
int64_t reduce_sum(const Exec& exec, View<const int64_t> in);

// The extreme value and the smallest index that holds it. NaNs take no part; where nothing is left, index =
// -1 and value = 0.
struct Extremum {
  double value = 0;
  int64_t index = -1;
  friend bool operator==(const Extremum&, const Extremum&) = default;
};
Extremum reduce_min(const Exec& exec, View<const float> in);
Extremum reduce_min(const Exec& exec, View<const double> in);
Extremum reduce_max(const Exec& exec, View<const float> in);
Extremum reduce_max(const Exec& exec, View<const double> in);

}  // namespace ocean
