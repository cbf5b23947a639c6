// SPDX-License-Identifier: Apache-2.0
//
// Checks, the segment table, the case without a coast, and the choice of a body.
#include "kernels/distance/distance.h"

#include <stdexcept>
#include <string>

#include "kernels/distance/bodies.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace distance_detail {
namespace {

[[noreturn]] void reject(const std::string& what) {
  throw std::invalid_argument("compute_distance: " + what);
}

void check_arguments(int64_t segments, const Window& w, int32_t map_width, int32_t map_height, int64_t water,
                     const DistanceMaps& out) {
  if (w.i0 < 0 || w.j0 < 0 || w.width < 0 || w.height < 0 || w.width > map_width - w.i0 ||
      w.height > map_height - w.j0)
    reject("the window [" + std::to_string(w.i0) + ", " + std::to_string(w.j0) + "] + " +
           std::to_string(w.width) + " x " + std::to_string(w.height) + " lies outside the map of " +
           std::to_string(map_width) + " x " + std::to_string(map_height));
  if (water != w.size() || out.signed_distance.size != w.size() || out.direction.size != w.size() ||
      (out.nearest.size != 0 && out.nearest.size != w.size()))
    reject("the mask and the maps must have one value for each of the window's " + std::to_string(w.size()) +
           " texels");
  if (segments > INT32_MAX) reject(std::to_string(segments) + " segments; at most 2147483647 are supported");
}

OCEAN_HD double magnitude(double v) { return v < 0 ? -v : v; }

struct TableRow {
  double *ax, *ay, *ux, *uy, *length;
};

struct PrepareSegment {
  View<const CoastSegment> segments;
  TableRow row;
  int32_t* out_of_range;

  OCEAN_HD void operator()(int64_t i) const {
    const Vec2d a = segments[i].a, b = segments[i].b;
    // Written so that a NaN fails.
    const bool good = magnitude(a.x) <= kCoordinateLimit && magnitude(a.y) <= kCoordinateLimit &&
                      magnitude(b.x) <= kCoordinateLimit && magnitude(b.y) <= kCoordinateLimit;
    if (!good) *out_of_range = 1;
    const double ex = b.x - a.x, ey = b.y - a.y;
    const double scale = magnitude(ex) > magnitude(ey) ? magnitude(ex) : magnitude(ey);
    double ux = 1.0, uy = 0.0, length = 0.0;
    if (good && scale > 0) {  // scaled, so that the squares of the tiniest segments do not vanish
      const double sx = ex / scale, sy = ey / scale;
      const double norm = OCEAN_SQRT(sx * sx + sy * sy);
      ux = sx / norm;
      uy = sy / norm;
      length = scale * norm;
    }
    row.ax[i] = a.x;
    row.ay[i] = a.y;
    row.ux[i] = ux;
    row.uy[i] = uy;
    row.length[i] = length;
  }
};

struct NoCoast {
  View<const uint8_t> water;
  DistanceMaps out;
  float diagonal;
  OCEAN_HD void operator()(int64_t i) const {
    out.signed_distance[i] = water[i] ? diagonal : -diagonal;
    out.direction[i] = {0.0f, 0.0f};
    if (out.nearest.size != 0) out.nearest[i] = -1;
  }
};

}  // namespace
}  // namespace distance_detail

void compute_distance(const Exec& exec, View<const CoastSegment> segments, Window window, int32_t map_width,
                      int32_t map_height, View<const uint8_t> water, const DistanceMaps& out,
                      const DistanceOptions& options) {
  using namespace distance_detail;
  check_arguments(segments.size, window, map_width, map_height, water.size, out);
  const HostKernels& host = host_kernels(options.simd);
  if (segments.size == 0) {
    const double w = map_width, h = map_height;
    parallel_for(exec, "distance.no_coast", window.size(),
                 NoCoast{water, out, static_cast<float>(OCEAN_SQRT(w * w + h * h))});
    return;
  }
  Buffer<double> table(exec, 5 * segments.size);
  double* t = table.data();
  const int64_t n = segments.size;
  Buffer<int32_t> out_of_range(exec, 1);
  out_of_range.fill_zero();
  parallel_for(exec, "distance.segments", n,
               PrepareSegment{segments, {t, t + n, t + 2 * n, t + 3 * n, t + 4 * n}, out_of_range.data()});
  if (out_of_range.to_host("distance.check")[0] != 0)
    reject("a coast coordinate is not finite or beyond +-2^30 texels");
  if (window.size() == 0) return;
  const Problem problem{
      {t, t + n, t + 2 * n, t + 3 * n, t + 4 * n}, static_cast<int32_t>(n), window, water, out};
  if (options.brute_force) return distance_brute_force(exec, problem);
  if (exec.is_cuda()) return distance_cuda(exec, problem);
  distance_host(exec, problem, host);
}

}  // namespace ocean
