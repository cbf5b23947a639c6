// SPDX-License-Identifier: Apache-2.0
#include "kernels/fluid/inputs/field_capture.h"

#include "kernels/fluid/launch.h"
#include "kernels/math/elementary.h"
#include "kernels/math/interp.h"
#include "kernels/math/view2d.h"

namespace ocean::fluid {
namespace {

// From the grid's origin, metres.
template <int Dim>
OCEAN_HD inline double place_along(const FluidGrid<Dim>& g, CaptureAt at, const Index<Dim>& i, int a) {
  return g.spacing_m * (static_cast<double>(i[a]) + (at == CaptureAt::cells ? 0.5 : 0.0));
}

template <int Dim>
struct CaptureMap {
  FluidGrid<Dim> grid;
  CaptureAt where;
  Grid map;
  View2D<const float> values;
  float scale, offset;
  float* to;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    const double x = grid.origin[0] + place_along(grid, where, i, 0),
                 y = grid.origin[1] + place_along(grid, where, i, 1);
    const auto u = static_cast<float>((x - map.x0) / map.texel_m - 0.5),
               v = static_cast<float>((y - map.y0) / map.texel_m - 0.5);
    to[at] = scale * bilinear(values, u, v) + offset;
  }
};

struct Nearest {
  double t, distance;
};

// Of a place to the segment from a to b; parts beyond the dimension are 0 in all of them.
template <int Dim>
OCEAN_HD inline Nearest nearest_on(const Vec3d& a, const Vec3d& b, const double (&p)[Dim]) {
  const double pa[3] = {a.x, a.y, a.z}, pb[3] = {b.x, b.y, b.z};
  double along = 0, length2 = 0;
  for (int k = 0; k < Dim; ++k) {
    const double d = pb[k] - pa[k];
    along = along + (p[k] - pa[k]) * d;
    length2 = length2 + d * d;
  }
  double t = length2 > 0 ? along / length2 : 0.0;
  t = t < 0 ? 0.0 : (t > 1 ? 1.0 : t);
  double sum = 0;
  for (int k = 0; k < Dim; ++k) {
    const double e = p[k] - (pa[k] + t * (pb[k] - pa[k]));
    sum = sum + e * e;
  }
  return {t, elem::sqrt(sum)};
}

template <int Dim>
struct CaptureShapes {
  FluidGrid<Dim> grid;
  CaptureAt where;
  View<const CaptureShape> shapes;
  float* to;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    double p[Dim];
    for (int a = 0; a < Dim; ++a) p[a] = place_along(grid, where, i, a);
    float least = to[at];
    for (int64_t k = 0; k < shapes.size; ++k) {
      const auto d =
          static_cast<float>(nearest_on<Dim>(shapes[k].a, shapes[k].b, p).distance - shapes[k].radius);
      least = d < least ? d : least;
    }
    to[at] = least;
  }
};

struct CaptureDistance {
  FluidGrid<3> grid;
  CaptureVolume volume;
  float* to;
  OCEAN_HD void operator()(const Index<3>& i, int64_t at) const {
    int32_t low[3], high[3];
    float t[3];
    for (int a = 0; a < 3; ++a) {
      const double x = grid.origin[a] + place_along(grid, CaptureAt::corners, i, a);
      const auto p = ocean::detail::place_of((x - volume.low[a]) / volume.voxel - 0.5, volume.n[a]);
      low[a] = p.index;
      high[a] = p.index + 1 < volume.n[a] ? p.index + 1 : p.index;
      t[a] = static_cast<float>(p.t);
    }
    float sum = 0;
    for (int k = 0; k < 8; ++k) {
      const int64_t x = (k & 1) != 0 ? high[0] : low[0], y = (k & 2) != 0 ? high[1] : low[1],
                    z = (k & 4) != 0 ? high[2] : low[2];
      const float w = ((k & 1) != 0 ? t[0] : 1.0f - t[0]) * ((k & 2) != 0 ? t[1] : 1.0f - t[1]) *
                      ((k & 4) != 0 ? t[2] : 1.0f - t[2]);
      sum = sum + w * volume.values[x + volume.n[0] * (y + volume.n[1] * z)];
    }
    to[at] = sum;
  }
};

template <int Dim>
struct CaptureFlow {
  FluidGrid<Dim> grid;
  View<const FlowSegment> segments;
  GridView<float, Dim> velocity[Dim];
  float* share;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    double p[Dim];
    for (int a = 0; a < Dim; ++a) p[a] = place_along(grid, CaptureAt::cells, i, a);
    double best = 1;  // distance over reach
    int64_t which = -1;
    for (int64_t k = 0; k < segments.size; ++k) {
      const FlowSegment& s = segments[k];
      const Nearest n = nearest_on<Dim>(s.a, s.b, p);
      const double reach =
          0.5 * (static_cast<double>(s.width_a) + n.t * static_cast<double>(s.width_b - s.width_a));
      if (!(n.distance < best * reach)) continue;
      best = n.distance / reach;
      which = k;
    }
    share[at] = 0;
    for (int a = 0; a < Dim; ++a) velocity[a].data[at] = 0;
    if (which < 0) return;
    const FlowSegment& s = segments[which];
    const double d[3] = {s.b.x - s.a.x, s.b.y - s.a.y, s.b.z - s.a.z};
    double length2 = 0;
    for (int a = 0; a < Dim; ++a) length2 = length2 + d[a] * d[a];
    if (!(length2 > 0)) return;
    const double per_length = static_cast<double>(s.speed) / elem::sqrt(length2);
    share[at] = s.share * (1.0f - smoothstep(0.0f, 1.0f, static_cast<float>(best)));
    for (int a = 0; a < Dim; ++a) velocity[a].data[at] = static_cast<float>(d[a] * per_length);
  }
};

}  // namespace

template <int Dim>
void capture_map(const Exec& exec, const FluidGrid<Dim>& grid, CaptureAt at, const Grid& map,
                 View<const float> values, float scale, float offset, GridView<float, Dim> to) {
  for_index(
      exec, "capture map", to.size,
      CaptureMap<Dim>{grid, at, map, dense_view(values.data, map.width, map.height), scale, offset, to.data});
}

template <int Dim>
void capture_shapes(const Exec& exec, const FluidGrid<Dim>& grid, CaptureAt at,
                    View<const CaptureShape> shapes, GridView<float, Dim> to) {
  if (shapes.size == 0) return;
  for_index(exec, "capture shapes", to.size, CaptureShapes<Dim>{grid, at, shapes, to.data});
}

void capture_volume(const Exec& exec, const FluidGrid<3>& grid, const CaptureVolume& volume,
                    GridView<float, 3> corners) {
  for_index(exec, "capture volume", corners.size, CaptureDistance{grid, volume, corners.data});
}

template <int Dim>
void capture_flow(const Exec& exec, const FluidGrid<Dim>& grid, View<const FlowSegment> segments,
                  GridView<float, Dim> const (&velocity)[Dim], GridView<float, Dim> share) {
  CaptureFlow<Dim> f{grid, segments, {}, share.data};
  for (int a = 0; a < Dim; ++a) f.velocity[a] = velocity[a];
  for_index(exec, "capture flow", share.size, f);
}

template void capture_map<2>(const Exec&, const FluidGrid<2>&, CaptureAt, const Grid&, View<const float>,
                             float, float, GridView<float, 2>);
template void capture_map<3>(const Exec&, const FluidGrid<3>&, CaptureAt, const Grid&, View<const float>,
                             float, float, GridView<float, 3>);
template void capture_shapes<2>(const Exec&, const FluidGrid<2>&, CaptureAt, View<const CaptureShape>,
                                GridView<float, 2>);
template void capture_shapes<3>(const Exec&, const FluidGrid<3>&, CaptureAt, View<const CaptureShape>,
                                GridView<float, 3>);
template void capture_flow<2>(const Exec&, const FluidGrid<2>&, View<const FlowSegment>,
                              GridView<float, 2> const (&)[2], GridView<float, 2>);
template void capture_flow<3>(const Exec&, const FluidGrid<3>&, View<const FlowSegment>,
                              GridView<float, 3> const (&)[3], GridView<float, 3>);

}  // namespace ocean::fluid
