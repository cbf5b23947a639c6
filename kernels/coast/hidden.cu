// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/hidden.h"

#include "kernels/parallel_for.h"
#include "kernels/primitives.h"
#include "kernels/raster/atomic.h"

namespace ocean {
namespace {

constexpr double kBinsPerTriangle = 128;

struct LandArea {
  MeshView m;
  View<const int8_t> side;
  View<double> area;
  OCEAN_HD void operator()(int64_t t) const {
    area[t] = 0;
    if (side[t] == 0) return;
    const LandPolygon land = land_polygon(m, counter_clockwise(m.triangle(t), side[t]));
    for (int k = 1; k + 1 < land.n; ++k)
      area[t] += 0.5 * cross(land.p[k] - land.p[0], land.p[k + 1] - land.p[0]);
  }
};

// A bin's triangle has the largest key: how deep the bin's centre lies in its land, as the bits of a positive
// float, then its index, smaller ones first.
OCEAN_HD inline uint64_t depth_key(double depth, int64_t t) {
  union {
    float value;
    uint32_t bits;
  } u{static_cast<float>(depth)};
  return static_cast<uint64_t>(u.bits) << 32 | (0xFFFFFFFFu - static_cast<uint32_t>(t));
}
OCEAN_HD inline int64_t key_triangle(uint64_t key) { return 0xFFFFFFFFu - static_cast<uint32_t>(key); }

struct OfferToBin {
  const BinGrid& grid;
  const LandPolygon& land;
  int64_t t;
  uint64_t* deepest;
  OCEAN_HD void operator()(int64_t bin) {
    const Vec2d centre{grid.box.u0 + (static_cast<double>(bin % grid.columns) + 0.5) * grid.size,
                       grid.box.v0 + (static_cast<double>(bin / grid.columns) + 0.5) * grid.size};
    double depth = 1e30;
    for (int k = 0; k < land.n; ++k) {
      const Vec2d a = land.p[k], e = land.p[(k + 1) % land.n] - a;
      const double size = length(e);
      if (!(size > 0)) continue;
      const double inside = cross(e, centre - a) / size;
      depth = inside < depth ? inside : depth;
    }
    if (!(depth > -grid.size)) return;  // so that keys of centres outside, too, are positive
    const uint64_t key = depth_key(depth + grid.size, t);
    if (key > atomic_load(deepest + bin)) atomic_max(deepest + bin, key);
  }
};
struct OfferTriangle {
  HiddenView view;
  View<uint64_t> deepest;
  OCEAN_HD void operator()(int64_t t) const {
    if (view.side[t] == 0) return;
    const LandPolygon land = land_polygon(view.m, counter_clockwise(view.m.triangle(t), view.side[t]));
    if (land.n == 0) return;
    OfferToBin visit{view.grid, land, t, deepest.data};
    visit_bins(view.grid, land.p, land.n, visit);
  }
};

// Tries the deepest triangles here, half a bin and a bin farther on.
struct DeepestSearch {
  HiddenView view;
  View<const uint64_t> deepest;
  OCEAN_HD double covered_to(const CoastCandidate& c, int64_t, double at, int way, double) const {
    const double half_bin = 0.5 * view.grid.size / length(c.base_b - c.base_a);
    double reached = at;
    int64_t tried = -1;
    for (int probe = 0; probe < 3; ++probe) {
      const double ahead = at + way * probe * half_bin,
                   t = ahead < c.t0 ? c.t0 : (ahead > c.t1 ? c.t1 : ahead);
      const uint64_t key = deepest[view.bin_at(c.point(t))];
      if (key == 0 || key_triangle(key) == tried) continue;
      tried = key_triangle(key);
      const double end = view.covered_to(c, tried, at, way);
      if (way > 0 ? end > reached : end < reached) reached = end;
    }
    return reached;
  }
};

}  // namespace

BinGrid hidden_grid(const Exec& exec, const MeshView& mesh, const MeshCandidates& found,
                    const BinGrid& around) {
  const int64_t n = mesh.triangles.size;
  Buffer<double> area(exec, n);
  parallel_for(exec, "coast hidden, areas", n, LandArea{mesh, found.side.view(), area.view()});
  const double land = reduce_sum(exec, std::as_const(area).view());
  BinGrid grid = around;
  const double width = grid.columns * grid.size, height = grid.rows * grid.size;
  const double finest = sqrt(width * height / (4 * static_cast<double>(found.candidates.size()) + 64)),
               dearest = sqrt(land / (kBinsPerTriangle * static_cast<double>(n)));
  grid.size = finest > dearest ? finest : dearest;
  grid.columns = static_cast<int32_t>(width / grid.size) + 1;
  grid.rows = static_cast<int32_t>(height / grid.size) + 1;
  return grid;
}

void drop_deep(const Exec& exec, const MeshView& mesh, MeshCandidates& found, const BinGrid& around) {
  const HiddenView view{mesh, found.side.view(), hidden_grid(exec, mesh, found, around)};
  Buffer<uint64_t> deepest(exec, int64_t{view.grid.columns} * view.grid.rows);
  deepest.fill_zero();
  parallel_for(exec, "coast hidden, bins", mesh.triangles.size, OfferTriangle{view, deepest.view()}, 256);
  Buffer<int32_t> open(exec, found.candidates.size());
  parallel_for(exec, "coast hidden, deep", open.size(),
               NarrowCandidates<DeepestSearch>{
                   {view, std::as_const(deepest).view()}, found.candidates.view(), open.view()},
               256);
  keep_candidates(exec, found, std::as_const(open).view());
}

}  // namespace ocean
