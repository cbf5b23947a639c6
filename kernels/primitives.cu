// SPDX-License-Identifier: Apache-2.0
//
// The only file that sees CUB. Host radix sort: counting passes over 8-bit digits with one histogram a chunk;
// chunks are placed in order within a digit, which keeps the sort stable whatever the chunk size.
#include "kernels/primitives.h"

#include <algorithm>
#include <array>
#include <climits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernels/parallel_for.h"

#if defined(__CUDACC__)
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#endif

namespace ocean {
namespace {

void require(bool holds, const char* where, const char* rule) {
  if (!holds) throw std::invalid_argument(std::string(where) + ": " + rule);
}

#if defined(__CUDACC__)
// Calls a CUB algorithm twice: for the size of its scratch memory, then for the work.
template <class Call>
void run_cub(const Exec& exec, const char* name, const Call& call) {
  exec.count(name);
  exec.make_current();
  size_t bytes = 0;
  const auto checked = [&](void* scratch) {
    const cudaError_t status = call(scratch, bytes, static_cast<cudaStream_t>(exec.stream()));
    if (status != cudaSuccess)
      throw DeviceError(std::string("CUDA: ") + name + ": " + cudaGetErrorString(status));
  };
  checked(nullptr);
  Buffer<char> scratch(exec, static_cast<int64_t>(std::max<size_t>(bytes, 1)));
  checked(scratch.data());
}
#endif

// --- Sort

constexpr int64_t kSortChunk = 32768;
constexpr int kDigits = 256;
using Histogram = std::array<int64_t, kDigits>;

// The bits in which any two keys differ.
template <class Key>
Key differing_bits(HostPool& pool, const Key* keys, int64_t n) {
  std::vector<Key> any(static_cast<size_t>((n - 1) / kSortChunk + 1));
  for_chunks(pool, n, kSortChunk, [&](int64_t begin, int64_t end) {
    Key bits = 0;
    for (int64_t i = begin; i < end; ++i) bits |= keys[i] ^ keys[0];
    any[static_cast<size_t>(begin / kSortChunk)] = bits;
  });
  Key bits = 0;
  for (const Key chunk : any) bits |= chunk;
  return bits;
}

// One stable pass by the digit (key >> shift) & mask.
template <class Key>
void counting_pass(HostPool& pool, int64_t n, int shift, Key mask, const Key* keys, const int32_t* values,
                   Key* keys_out, int32_t* values_out) {
  std::vector<Histogram> at(static_cast<size_t>((n - 1) / kSortChunk + 1));
  for_chunks(pool, n, kSortChunk, [&](int64_t begin, int64_t end) {
    Histogram& count = at[static_cast<size_t>(begin / kSortChunk)];
    count.fill(0);
    for (int64_t i = begin; i < end; ++i) ++count[static_cast<size_t>(keys[i] >> shift & mask)];
  });
  int64_t sum = 0;
  for (size_t digit = 0; digit < kDigits; ++digit)
    for (Histogram& chunk : at) sum += std::exchange(chunk[digit], sum);
  for_chunks(pool, n, kSortChunk, [&](int64_t begin, int64_t end) {
    Histogram& place = at[static_cast<size_t>(begin / kSortChunk)];
    for (int64_t i = begin; i < end; ++i) {
      const int64_t to = place[static_cast<size_t>(keys[i] >> shift & mask)]++;
      keys_out[to] = keys[i];
      values_out[to] = values[i];
    }
  });
}

template <class Key>
void sort_pairs(const Exec& exec, Buffer<Key>& keys, Buffer<int32_t>& values, int bits) {
  const int64_t n = keys.size();
  require(values.size() == n, "sort_by_key", "keys and values must have the same size");
  require(bits >= 0 && bits <= int{sizeof(Key) * CHAR_BIT}, "sort_by_key",
          "bits must be 0 to the key's width");
  if (n < 2 || bits == 0) return;
  Buffer<Key> other_keys(exec, n);
  Buffer<int32_t> other_values(exec, n);
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    run_cub(exec, "sort by key", [&](void* scratch, size_t& bytes, cudaStream_t stream) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, std::as_const(keys).data(), other_keys.data(),
                                             std::as_const(values).data(), other_values.data(), n, 0, bits,
                                             stream);
    });
    std::swap(keys, other_keys);
    std::swap(values, other_values);
    return;
  }
#endif
  exec.count("sort by key");
  const Key used = bits == int{sizeof(Key) * CHAR_BIT} ? ~Key{0} : (Key{1} << bits) - 1;
  const Key differing = differing_bits(exec.pool(), keys.data(), n) & used;
  for (int shift = 0; shift < bits; shift += 8) {
    const Key mask = used >> shift & (kDigits - 1);
    if ((differing >> shift & mask) == 0) continue;
    counting_pass(exec.pool(), n, shift, mask, keys.data(), values.data(), other_keys.data(),
                  other_values.data());
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
}

// --- Scan and compaction

constexpr int64_t kScanChunk = 16384;

struct Identity {
  template <class T>
  OCEAN_HD T operator()(T x) const {
    return x;
  }
};

struct IsSet {
  template <class T>
  OCEAN_HD int32_t operator()(T x) const {
    return x != 0 ? 1 : 0;
  }
};

// Host: the sum before each chunk of in, and the total last. Unsigned arithmetic wraps where signed must not.
template <class In, class Map>
std::vector<uint64_t> chunk_sums(HostPool& pool, View<const In> in, Map map) {
  std::vector<uint64_t> before(static_cast<size_t>((in.size + kScanChunk - 1) / kScanChunk + 1));
  for_chunks(pool, in.size, kScanChunk, [&](int64_t begin, int64_t end) {
    uint64_t sum = 0;
    for (int64_t i = begin; i < end; ++i) sum += static_cast<uint64_t>(map(in[i]));
    before[static_cast<size_t>(begin / kScanChunk)] = sum;
  });
  uint64_t sum = 0;
  for (uint64_t& chunk : before) sum += std::exchange(chunk, sum);
  return before;
}

#if defined(__CUDACC__)
template <class Out, class Map>
struct Widen {
  template <class T>
  OCEAN_HD Out operator()(T x) const {
    return static_cast<Out>(Map{}(x));
  }
};
#endif

template <class In, class Out, class Map>
void scan(const Exec& exec, View<const In> in, View<Out> sums, Map map) {
  require(sums.size == in.size + 1, "exclusive_scan", "the sums must have one element more than the input");
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    // An inclusive scan, one place to the right.
    fill_bytes(exec, sums.data, 0, int64_t{sizeof(Out)});
    if (in.size == 0) return;
    const auto from = thrust::make_transform_iterator(in.data, Widen<std::make_unsigned_t<Out>, Map>{});
    run_cub(exec, "exclusive scan", [&](void* scratch, size_t& bytes, cudaStream_t stream) {
      return cub::DeviceScan::InclusiveSum(
          scratch, bytes, from, reinterpret_cast<std::make_unsigned_t<Out>*>(sums.data + 1), in.size, stream);
    });
    return;
  }
#endif
  exec.count("exclusive scan");
  const std::vector<uint64_t> before = chunk_sums(exec.pool(), in, map);
  for_chunks(exec.pool(), in.size, kScanChunk, [&](int64_t begin, int64_t end) {
    uint64_t sum = before[static_cast<size_t>(begin / kScanChunk)];
    for (int64_t i = begin; i < end; ++i) {
      sums[i] = static_cast<Out>(sum);
      sum += static_cast<uint64_t>(map(in[i]));
    }
  });
  sums[in.size] = static_cast<Out>(before.back());
}

template <class Flag>
struct WriteIndices {
  const Flag* flags;
  const int32_t* place;
  int32_t* out;
  OCEAN_HD void operator()(int64_t i) const {
    if (flags[i] != 0) out[place[i]] = static_cast<int32_t>(i);
  }
};

template <class Flag>
Buffer<int32_t> compact_flags(const Exec& exec, View<const Flag> flags) {
  require(flags.size <= INT32_MAX, "compact", "at most 2^31 - 1 flags");
  if (exec.is_cuda()) {
    Buffer<int32_t> place(exec, flags.size + 1);
    scan(exec, flags, place.view(), IsSet{});
    int32_t total = 0;
    copy_out(exec, "count of a compaction", &total, place.data() + flags.size, sizeof total);
    Buffer<int32_t> indices(exec, total);
    parallel_for(exec, "compact", flags.size, WriteIndices<Flag>{flags.data, place.data(), indices.data()});
    return indices;
  }
  exec.count("compact");
  const std::vector<uint64_t> before = chunk_sums(exec.pool(), flags, IsSet{});
  Buffer<int32_t> indices(exec, static_cast<int64_t>(before.back()));
  for_chunks(exec.pool(), flags.size, kScanChunk, [&](int64_t begin, int64_t end) {
    int32_t* to = indices.data() + before[static_cast<size_t>(begin / kScanChunk)];
    for (int64_t i = begin; i < end; ++i)
      if (flags[i] != 0) *to++ = static_cast<int32_t>(i);
  });
  return indices;
}

// --- Reductions

struct SumDouble {
  using Value = double;
  template <class T>
  OCEAN_HD Value load(T x, int64_t) const {
    return static_cast<double>(x);
  }
  OCEAN_HD Value combine(Value a, Value b) const { return a + b; }
};

struct SumInteger {
  using Value = uint64_t;
  template <class T>
  OCEAN_HD Value load(T x, int64_t) const {
    return static_cast<uint64_t>(x);
  }
  OCEAN_HD Value combine(Value a, Value b) const { return a + b; }
};

// sign = 1: the smallest; sign = -1: the largest.
template <int sign>
struct Extreme {
  using Value = Extremum;
  template <class T>
  OCEAN_HD Value load(T x, int64_t i) const {
    return x == x ? Extremum{static_cast<double>(x), i} : Extremum{};
  }
  OCEAN_HD Value load(Extremum x, int64_t) const { return x; }
  OCEAN_HD Value combine(Value a, Value b) const {
    if (b.index < 0) return a;
    if (a.index < 0) return b;
    const double left = sign * a.value, right = sign * b.value;
    return right < left || (right == left && b.index < a.index) ? b : a;
  }
};

// Reduces chunk c of in to out[c].
template <class In, class Op>
struct ReduceChunk {
  using Value = typename Op::Value;
  const In* in;
  int64_t n;
  Value* out;
  Op op;

  OCEAN_HD int64_t begin(int64_t c) const { return c * kReduceChunk; }
  OCEAN_HD int64_t end(int64_t c) const { return n - begin(c) < kReduceChunk ? n : begin(c) + kReduceChunk; }

  OCEAN_HD void operator()(int64_t c) const {
    Value lanes[kReduceLanes] = {};
    for (int64_t row = begin(c); row < end(c); row += kReduceLanes) {
      const int64_t left = end(c) - row, used = left < kReduceLanes ? left : kReduceLanes;
      for (int64_t t = 0; t < used; ++t) lanes[t] = op.combine(lanes[t], op.load(in[row + t], row + t));
    }
    for (int64_t half = kReduceLanes / 2; half > 0; half /= 2)
      for (int64_t t = 0; t < half; ++t) lanes[t] = op.combine(lanes[t], lanes[t + half]);
    out[c] = lanes[0];
  }
};

#if defined(__CUDACC__)
// The same shape with one thread a lane.
template <class F>
__global__ void __launch_bounds__(kReduceLanes) reduce_kernel(F f) {
  __shared__ typename F::Value lanes[kReduceLanes];
  const int64_t t = threadIdx.x, c = blockIdx.x;
  typename F::Value mine{};
  for (int64_t i = f.begin(c) + t; i < f.end(c); i += kReduceLanes)
    mine = f.op.combine(mine, f.op.load(f.in[i], i));
  lanes[t] = mine;
  for (int64_t half = kReduceLanes / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) lanes[t] = f.op.combine(lanes[t], lanes[t + half]);
  }
  if (t == 0) f.out[c] = lanes[0];
}
#endif

template <class F>
void reduce_level(const Exec& exec, int64_t chunks, const F& f) {
#if defined(__CUDACC__)
  if (exec.is_cuda()) {
    check_grid("reduce", chunks);
    exec.count("reduce");
    exec.make_current();
    reduce_kernel<F>
        <<<static_cast<unsigned>(chunks), kReduceLanes, 0, static_cast<cudaStream_t>(exec.stream())>>>(f);
    check_launch("reduce");
    return;
  }
#endif
  parallel_for(exec, "reduce", chunks, f, 4);
}

template <class In, class Op>
typename Op::Value reduce(const Exec& exec, View<const In> in, Op op) {
  using Value = typename Op::Value;
  if (in.size == 0) return Value{};
  int64_t n = (in.size - 1) / kReduceChunk + 1;
  Buffer<Value> level(exec, n);
  reduce_level(exec, n, ReduceChunk<In, Op>{in.data, in.size, level.data(), op});
  while (n > 1) {
    const int64_t chunks = (n - 1) / kReduceChunk + 1;
    Buffer<Value> next(exec, chunks);
    reduce_level(exec, chunks, ReduceChunk<Value, Op>{level.data(), n, next.data(), op});
    level = std::move(next);
    n = chunks;
  }
  return level.to_host("reduction")[0];
}

}  // namespace

void sort_by_key(const Exec& exec, Buffer<uint32_t>& keys, Buffer<int32_t>& values, int bits) {
  sort_pairs(exec, keys, values, bits);
}
void sort_by_key(const Exec& exec, Buffer<uint64_t>& keys, Buffer<int32_t>& values, int bits) {
  sort_pairs(exec, keys, values, bits);
}

void exclusive_scan(const Exec& exec, View<const int32_t> in, View<int32_t> sums) {
  scan(exec, in, sums, Identity{});
}
void exclusive_scan(const Exec& exec, View<const int32_t> in, View<int64_t> sums) {
  scan(exec, in, sums, Identity{});
}
void exclusive_scan(const Exec& exec, View<const int64_t> in, View<int64_t> sums) {
  scan(exec, in, sums, Identity{});
}

Buffer<int32_t> compact(const Exec& exec, View<const uint8_t> flags) { return compact_flags(exec, flags); }
Buffer<int32_t> compact(const Exec& exec, View<const int32_t> flags) { return compact_flags(exec, flags); }

double reduce_sum(const Exec& exec, View<const float> in) { return reduce(exec, in, SumDouble{}); }
double reduce_sum(const Exec& exec, View<const double> in) { return reduce(exec, in, SumDouble{}); }
int64_t reduce_sum(const Exec& exec, View<const int32_t> in) {
  return static_cast<int64_t>(reduce(exec, in, SumInteger{}));
}
int64_t reduce_sum(const Exec& exec, View<const int64_t> in) {
  return static_cast<int64_t>(reduce(exec, in, SumInteger{}));
}

Extremum reduce_min(const Exec& exec, View<const float> in) { return reduce(exec, in, Extreme<1>{}); }
Extremum reduce_min(const Exec& exec, View<const double> in) { return reduce(exec, in, Extreme<1>{}); }
Extremum reduce_max(const Exec& exec, View<const float> in) { return reduce(exec, in, Extreme<-1>{}); }
Extremum reduce_max(const Exec& exec, View<const double> in) { return reduce(exec, in, Extreme<-1>{}); }

}  // namespace ocean
