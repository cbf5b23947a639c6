// SPDX-License-Identifier: Apache-2.0
//
// Vlachos, Water flow in Portal 2, 2010 (two phases half a period apart).
#include "kernels/fluid/inputs/flow_map.h"

#include "kernels/fluid/launch.h"
#include "kernels/math/elementary.h"
#include "kernels/primitives.h"
#include "kernels/terrain/noise.h"

namespace ocean::fluid {
namespace {

template <int Dim>
struct CentreVelocity {
  FaceViews<const float, Dim> u;
  GridView<float, Dim> out[Dim];
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    for (int a = 0; a < Dim; ++a) out[a].data[at] = 0.5f * (u[a](i) + u[a](shifted(i, a, 1)));
  }
};

OCEAN_HD inline float slope(const GridView<const float, 2>& f, Index<2> i, int axis, float spacing) {
  Index<2> low = i, high = i;
  if (i[axis] > 0) low[axis] -= 1;
  if (i[axis] + 1 < f.size[axis]) high[axis] += 1;
  const int32_t apart = high[axis] - low[axis];
  return apart > 0 ? (f(high) - f(low)) / (static_cast<float>(apart) * spacing) : 0.0f;
}

struct Curl {
  GridView<const float, 2> u, v;
  float spacing;
  float* out;
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    out[at] = slope(v, i, 0, spacing) - slope(u, i, 1, spacing);
  }
};

template <int Dim>
struct Divergence {
  FaceViews<const float, Dim> u;
  float spacing;
  float* out;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    float sum = 0;
    for (int a = 0; a < Dim; ++a) sum = sum + (u[a](shifted(i, a, 1)) - u[a](i));
    out[at] = sum / spacing;
  }
};

struct AddFace {
  const float* u;
  double weight;
  double* sum;
  OCEAN_HD void operator()(int64_t i) const { sum[i] = sum[i] + weight * static_cast<double>(u[i]); }
};

// Curl at a cell's centre from the four faces' velocities around its corners would need a wider stencil at
// the border; the cell's own mean velocities do.
struct AddUnrest {
  FaceViews<const float, 2> u;
  Index<2> n;
  float spacing;
  double weight;
  double* sum;
  OCEAN_HD float mean(Index<2> i, int a) const { return 0.5f * (u[a](i) + u[a](shifted(i, a, 1))); }
  OCEAN_HD float across(const Index<2>& i, int component, int axis) const {
    Index<2> low = i, high = i;
    if (i[axis] > 0) low[axis] -= 1;
    if (i[axis] + 1 < n[axis]) high[axis] += 1;
    const int32_t apart = high[axis] - low[axis];
    return apart > 0 ? (mean(high, component) - mean(low, component)) / (static_cast<float>(apart) * spacing)
                     : 0.0f;
  }
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    const float curl = across(i, 1, 0) - across(i, 0, 1);
    const float spread = ((u[0](shifted(i, 0, 1)) - u[0](i)) + (u[1](shifted(i, 1, 1)) - u[1](i))) / spacing;
    const float a = curl < 0 ? -curl : curl, b = spread < 0 ? -spread : spread;
    sum[at] = sum[at] + weight * static_cast<double>(a + b);
  }
};

struct Mean {
  const double* sum;
  double weight;
  float* out;
  OCEAN_HD void operator()(int64_t i) const { out[i] = static_cast<float>(sum[i] / weight); }
};

struct OpenCells {
  FaceViews<const float, 2> w;
  uint8_t* open;
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    bool any = false;
    for (int a = 0; a < 2; ++a) any = any || w[a](i) > 0 || w[a](shifted(i, a, 1)) > 0;
    open[at] = any ? 1 : 0;
  }
};

struct Fill {
  const uint8_t* before;  // has a value
  GridView<float, 2> u, v;
  uint8_t* after;
  int32_t* added;
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    after[at] = before[at];
    added[at] = 0;
    if (before[at] != 0) return;
    float su = 0, sv = 0, count = 0;
    for (int32_t dy = -1; dy <= 1; ++dy)
      for (int32_t dx = -1; dx <= 1; ++dx) {
        const Index<2> j{{i[0] + dx, i[1] + dy}};
        if (!contains(u.size, j) || before[offset_of(u.size, j)] == 0) continue;
        su = su + u(j);
        sv = sv + v(j);
        count = count + 1;
      }
    if (!(count > 0)) return;
    u.data[at] = su / count;
    v.data[at] = sv / count;
    after[at] = 1;
    added[at] = 1;
  }
};

struct ClearClosed {
  const uint8_t* open;
  float *u, *v;
  OCEAN_HD void operator()(int64_t i) const {
    if (open[i] != 0) return;
    u[i] = 0;
    v[i] = 0;
  }
};

struct CopyBytes {
  const uint8_t* from;
  uint8_t* to;
  OCEAN_HD void operator()(int64_t i) const { to[i] = from[i]; }
};

struct Foam {
  const float* unrest;
  float gain;
  float* foam;
  OCEAN_HD void operator()(int64_t i) const { foam[i] = 1.0f - elem::exp(-gain * unrest[i]); }
};

struct Detail {
  FlowDetail d;
  GridView<const float, 2> u, v;
  float* out;
  OCEAN_HD float noise(float x, float y, float dx, float dy, uint32_t seed) const {
    return fractal_noise((x - dx) / d.feature, (y - dy) / d.feature, 3, seed);
  }
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    const float x = static_cast<float>(i[0]) + 0.5f, y = static_cast<float>(i[1]) + 0.5f;
    const float cells = d.period_s / d.spacing;
    float sum = 0, power = 0;
    for (int k = 0; k < 2; ++k) {
      float phase = d.phase + 0.5f * static_cast<float>(k);
      phase = phase - static_cast<float>(static_cast<int32_t>(phase));
      const float twice = 2 * phase - 1, weight = 1 - (twice < 0 ? -twice : twice);
      // Carried from half a period before to half a period after its place.
      const float way = (phase - 0.5f) * cells;
      const float n =
          noise(x, y, way * u.data[at], way * v.data[at], d.seed + 17u * static_cast<uint32_t>(k));
      sum = sum + weight * n;
      power = power + weight * weight;
    }
    // Two noises blended have less contrast than one: brought back.
    const float value = 0.5f + 0.5f * sum / elem::sqrt(power);
    out[at] = value < 0 ? 0.0f : (value > 1 ? 1.0f : value);
  }
};

}  // namespace

template <int Dim>
void centre_velocity(const Exec& exec, const FaceViews<const float, Dim>& u,
                     const GridView<float, Dim> (&out)[Dim]) {
  CentreVelocity<Dim> f{u, {}};
  for (int a = 0; a < Dim; ++a) f.out[a] = out[a];
  for_index(exec, "centre velocity", out[0].size, f);
}

void vorticity(const Exec& exec, GridView<const float, 2> u, GridView<const float, 2> v, float spacing,
               GridView<float, 2> out) {
  for_index(exec, "vorticity", out.size, Curl{u, v, spacing, out.data});
}

template <int Dim>
void surface_divergence(const Exec& exec, const FaceViews<const float, Dim>& u, float spacing,
                        GridView<float, Dim> out) {
  for_index(exec, "surface divergence", out.size, Divergence<Dim>{u, spacing, out.data});
}

FlowSums::FlowSums(const Exec& exec, const FluidGrid<2>& grid) : unrest(exec, count_of(grid.n)) {
  for (int a = 0; a < 2; ++a) {
    faces[a] = Buffer<double>(exec, count_of(grid.faces(a)));
    faces[a].fill_zero();
  }
  unrest.fill_zero();
}

void FlowSums::add(const Exec& exec, const FaceViews<const float, 2>& u, float spacing, double w) {
  for (int a = 0; a < 2; ++a)
    parallel_for(exec, "flow sum", faces[a].size(), AddFace{u[a].data, w, faces[a].data()}, kGrainCells);
  const Index<2> n{{u[0].size[0] - 1, u[0].size[1]}};
  for_index(exec, "flow unrest", n, AddUnrest{u, n, spacing, w, unrest.data()});
  weight += w;
}

void FlowSums::means(const Exec& exec, const FaceViews<float, 2>& u, GridView<float, 2> unrest_mean) const {
  for (int a = 0; a < 2; ++a)
    parallel_for(exec, "flow mean", faces[a].size(), Mean{faces[a].data(), weight, u[a].data}, kGrainCells);
  parallel_for(exec, "flow mean", unrest.size(), Mean{unrest.data(), weight, unrest_mean.data}, kGrainCells);
}

void open_cells(const Exec& exec, const FaceViews<const float, 2>& weights, View<uint8_t> open) {
  const Index<2> n{{weights[0].size[0] - 1, weights[0].size[1]}};
  for_index(exec, "open cells", n, OpenCells{weights, open.data});
}

void extend_over_border(const Exec& exec, View<const uint8_t> open, int32_t most_layers, GridView<float, 2> u,
                        GridView<float, 2> v) {
  const int64_t n = u.count();
  Buffer<uint8_t> before(exec, n), after(exec, n);
  Buffer<int32_t> added(exec, n);
  parallel_for(exec, "border closed", n, ClearClosed{open.data, u.data, v.data}, kGrainCells);
  parallel_for(exec, "border open", n, CopyBytes{open.data, before.data()}, kGrainCells);
  for (int32_t layer = 0; layer < most_layers; ++layer) {
    for_index(exec, "border layer", u.size, Fill{before.data(), u, v, after.data(), added.data()});
    std::swap(before, after);
    if (reduce_sum(exec, View<const int32_t>(added.view())) == 0) break;
  }
}

void flow_foam(const Exec& exec, View<const float> unrest, float gain, View<float> foam) {
  parallel_for(exec, "flow foam", foam.size, Foam{unrest.data, gain, foam.data}, kGrainCells);
}

void flow_detail(const Exec& exec, const FlowDetail& detail, GridView<const float, 2> u,
                 GridView<const float, 2> v, GridView<float, 2> out) {
  for_index(exec, "flow detail", out.size, Detail{detail, u, v, out.data});
}

template void centre_velocity<2>(const Exec&, const FaceViews<const float, 2>&,
                                 const GridView<float, 2> (&)[2]);
template void centre_velocity<3>(const Exec&, const FaceViews<const float, 3>&,
                                 const GridView<float, 3> (&)[3]);
template void surface_divergence<2>(const Exec&, const FaceViews<const float, 2>&, float, GridView<float, 2>);
template void surface_divergence<3>(const Exec&, const FaceViews<const float, 3>&, float, GridView<float, 3>);

}  // namespace ocean::fluid
