// SPDX-License-Identifier: Apache-2.0
//
// The thorough search: every triangle whose land touches a bin is tried, until one covers the end in
// question. Of many nearly equal triangles each covers a fair part of the others' ends, so a few tries
// suffice for most.
#include "kernels/coast/hash_bits.h"
#include "kernels/coast/hidden.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"
#include "kernels/raster/atomic.h"

namespace ocean {
namespace {

// Beyond so many entries, which few but huge triangles among many cannot reach, the search is left out.
constexpr int64_t kMostListed = int64_t{1} << 28;

struct MarkBin {
  int32_t* wanted;
  OCEAN_HD void operator()(int64_t bin) { atomic_store(wanted + bin, 1); }
};
struct MarkCandidate {
  BinGrid grid;
  View<const CoastCandidate> candidates;
  View<int32_t> wanted;
  OCEAN_HD void operator()(int64_t i) const {
    const Vec2d ends[2] = {candidates[i].open_a(), candidates[i].open_b()};
    MarkBin visit{wanted.data};
    visit_bins(grid, ends, 2, visit);
  }
};

// Entries of the lists, by triangle: counted (bins null), then written.
struct EntrySink {
  View<const int32_t> wanted;
  uint32_t* bins;
  int32_t* triangles;
  int32_t* sizes;
  int32_t t;
  int32_t count = 0;
  OCEAN_HD void operator()(int64_t bin) {
    if (wanted[bin] == 0) return;
    if (bins != nullptr) {
      bins[count] = static_cast<uint32_t>(bin);
      triangles[count] = t;
      atomic_add(sizes + bin, 1);
    }
    ++count;
  }
};
OCEAN_HD inline void list_triangle(const HiddenView& view, int64_t t, EntrySink& sink) {
  if (view.side[t] == 0) return;
  const LandPolygon land = land_polygon(view.m, counter_clockwise(view.m.triangle(t), view.side[t]));
  if (land.n > 0) visit_bins(view.grid, land.p, land.n, sink);
}
struct CountListed {
  HiddenView view;
  View<const int32_t> wanted;
  View<int32_t> counts;
  OCEAN_HD void operator()(int64_t t) const {
    EntrySink sink{wanted, nullptr, nullptr, nullptr, static_cast<int32_t>(t)};
    list_triangle(view, t, sink);
    counts[t] = sink.count;
  }
};
struct ListTriangles {
  HiddenView view;
  View<const int32_t> wanted;
  View<const int64_t> offsets;
  View<uint32_t> bins;
  View<int32_t> triangles;
  View<int32_t> sizes;
  OCEAN_HD void operator()(int64_t t) const {
    EntrySink sink{wanted, bins.data + offsets[t], triangles.data + offsets[t], sizes.data,
                   static_cast<int32_t>(t)};
    list_triangle(view, t, sink);
  }
};

// Starts at a place in the list that depends on the candidate, so that not all begin with a poor one.
struct ListSearch {
  HiddenView view;
  View<const int64_t> first;
  View<const int32_t> triangles;
  OCEAN_HD double covered_to(const CoastCandidate& c, int64_t i, double at, int way, double shortest) const {
    const int64_t bin = view.bin_at(c.point(at)), begin = first[bin], n = first[bin + 1] - begin;
    if (n == 0) return at;
    int64_t k = static_cast<int64_t>(mix(static_cast<uint64_t>(i)) % static_cast<uint64_t>(n));
    for (int64_t tries = 0; tries < n; ++tries, k = k + 1 < n ? k + 1 : 0) {
      const double end = view.covered_to(c, triangles[begin + k], at, way);
      if (way * (end - at) > shortest) return end;
    }
    return at;
  }
};

}  // namespace

void drop_hidden_ends(const Exec& exec, const MeshView& mesh, MeshCandidates& found, const BinGrid& around) {
  const HiddenView view{mesh, found.side.view(), hidden_grid(exec, mesh, found, around)};
  const int64_t n = mesh.triangles.size, bins = int64_t{view.grid.columns} * view.grid.rows;
  Buffer<int32_t> wanted(exec, bins), sizes(exec, bins), counts(exec, n);
  wanted.fill_zero();
  sizes.fill_zero();
  parallel_for(exec, "coast hidden, bins of ends", found.candidates.size(),
               MarkCandidate{view.grid, std::as_const(found.candidates).view(), wanted.view()}, 1024);
  parallel_for(exec, "coast hidden, count lists", n,
               CountListed{view, std::as_const(wanted).view(), counts.view()}, 256);
  Buffer<int64_t> offsets(exec, n + 1), first(exec, bins + 1);
  exclusive_scan(exec, std::as_const(counts).view(), offsets.view());
  const int64_t entries = scan_total(exec, "coast hidden, number to host", offsets);
  if (entries > kMostListed) return;
  Buffer<uint32_t> bin_of(exec, entries);
  Buffer<int32_t> triangles(exec, entries);
  parallel_for(exec, "coast hidden, lists", n,
               ListTriangles{view, std::as_const(wanted).view(), std::as_const(offsets).view(), bin_of.view(),
                             triangles.view(), sizes.view()},
               256);
  int bits = 1;
  while (bits < 32 && bins >> bits > 0) ++bits;
  sort_by_key(exec, bin_of, triangles, bits);
  exclusive_scan(exec, std::as_const(sizes).view(), first.view());
  Buffer<int32_t> open(exec, found.candidates.size());
  parallel_for(
      exec, "coast hidden, ends", open.size(),
      NarrowCandidates<ListSearch>{{view, std::as_const(first).view(), std::as_const(triangles).view()},
                                   found.candidates.view(),
                                   open.view()},
      64);
  keep_candidates(exec, found, std::as_const(open).view());
}

}  // namespace ocean
