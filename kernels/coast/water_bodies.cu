// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/water_bodies.h"

#include "kernels/coast/lattice_crossings.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"
#include "kernels/raster/label.h"

namespace ocean {
namespace {

OCEAN_HD inline bool tells(const LatticeCrossing& c) { return c.label_first >= 0 || c.label_second >= 0; }

struct CountCrossing {
  int32_t count = 0;
  OCEAN_HD void operator()(const LatticeCrossing& c) { count += tells(c) ? 1 : 0; }
};
struct WriteCrossing {
  LatticeCrossing* at;
  OCEAN_HD void operator()(const LatticeCrossing& c) {
    if (tells(c)) *at++ = c;
  }
};

struct CountCrossings {
  LatticeView lattice;
  View<int32_t> counts;
  OCEAN_HD void operator()(int64_t segment) const {
    CountCrossing visit;
    visit_lattice_crossings(lattice, segment, visit);
    counts[segment] = visit.count;
  }
};
struct EmitCrossings {
  LatticeView lattice;
  View<const int64_t> offsets;
  View<LatticeCrossing> crossings;
  OCEAN_HD void operator()(int64_t segment) const {
    if (offsets[segment] == offsets[segment + 1]) return;
    WriteCrossing visit{crossings.data + offsets[segment]};
    visit_lattice_crossings(lattice, segment, visit);
  }
};

struct Gather {
  View<const int32_t> labels;
  View<const int64_t> at;
  View<int32_t> out;
  OCEAN_HD void operator()(int64_t k) const { out[k] = labels[at[k]]; }
};

struct MergeLabel {
  View<const int32_t> from, to;  // ascending by from
  View<int32_t> labels;
  OCEAN_HD void operator()(int64_t texel) const {
    const int32_t label = labels[texel];
    if (label < 0) return;
    int64_t low = 0, high = from.size;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (from[middle] < label) low = middle + 1;
      else high = middle;
    }
    labels[texel] = to[low];
  }
};

}  // namespace

std::vector<LatticeCrossing> lattice_crossings(const Exec& exec, const Coastline& coast,
                                               View<const int32_t> labels, int32_t width, int32_t height) {
  const Buffer<CoastSegment> segments(exec, "coast segments", coast.segments);
  const LatticeView lattice{segments.view(), labels, width, height};
  const int64_t n = segments.size();
  Buffer<int32_t> counts(exec, n);
  Buffer<int64_t> offsets(exec, n + 1);
  parallel_for(exec, "coast on the lattice, count", n, CountCrossings{lattice, counts.view()}, 2048);
  exclusive_scan(exec, std::as_const(counts).view(), offsets.view());
  Buffer<LatticeCrossing> crossings(exec, scan_total(exec, "coast on the lattice, number to host", offsets));
  parallel_for(exec, "coast on the lattice", n,
               EmitCrossings{lattice, std::as_const(offsets).view(), crossings.view()}, 2048);
  return crossings.to_host("coast on the lattice to host");
}

std::vector<int32_t> gather_labels(const Exec& exec, View<const int32_t> labels,
                                   const std::vector<int64_t>& at) {
  const Buffer<int64_t> places(exec, "texels", at);
  Buffer<int32_t> out(exec, places.size());
  parallel_for(exec, "gather labels", places.size(), Gather{labels, places.view(), out.view()});
  return out.to_host("labels");
}

void merge_labels(const Exec& exec, const WaterBodies& found, const std::vector<uint8_t>& keep,
                  View<int32_t> labels) {
  std::vector<int32_t> to(found.labels.size());
  for (size_t k = 0; k < to.size(); ++k) {
    const auto body = static_cast<size_t>(found.body_of[k]);
    to[k] = keep.empty() || keep[body] ? found.bodies[body].label : kNoLabel;
  }
  const Buffer<int32_t> from_table(exec, "bodies", found.labels), to_table(exec, "bodies", to);
  parallel_for(exec, "merge labels", labels.size, MergeLabel{from_table.view(), to_table.view(), labels},
               16384);
}

}  // namespace ocean
