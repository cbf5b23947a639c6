// SPDX-License-Identifier: Apache-2.0
#include "kernels/fluid/inputs/layers.h"

#include "kernels/fluid/launch.h"
#include "kernels/math/convert.h"
#include "kernels/math/elementary.h"

namespace ocean::fluid {
namespace {

struct Wet {
  float kept, soak;  // of this step
  const float *density, *painted;
  float* wet;
  OCEAN_HD void operator()(int64_t i) const {
    float w = wet[i] * kept;
    if (density[i] > 0) w = 1.0f - (1.0f - w) * elem::exp(-soak * density[i]);
    if (painted != nullptr && painted[i] > w) w = painted[i];
    wet[i] = w;
  }
};

struct Imprint {
  float kept;
  const float* painted;
  float* imprint;
  OCEAN_HD void operator()(int64_t i) const {
    const float old = imprint[i] * kept;
    imprint[i] = painted[i] > old ? painted[i] : old;
  }
};

template <int Dim>
struct ShiftCells {
  GridView<const float, Dim> in;
  Index<Dim> by;
  float fill;
  float* out;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    Index<Dim> j = i;
    for (int a = 0; a < Dim; ++a) j[a] += by[a];
    out[at] = contains(in.size, j) ? in(j) : fill;
  }
};

template <int Dim>
struct ShiftSmoothly {
  GridView<const float, Dim> in;
  Index<Dim> whole;
  float t[Dim];
  float fill;
  float* out;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    float sum = 0;
    for (int k = 0; k < 1 << Dim; ++k) {
      Index<Dim> j = i;
      float w = 1;
      for (int a = 0; a < Dim; ++a) {
        j[a] += whole[a] + (k >> a & 1);
        w = w * ((k >> a & 1) != 0 ? t[a] : 1.0f - t[a]);
      }
      sum = sum + w * (contains(in.size, j) ? in(j) : fill);
    }
    out[at] = sum;
  }
};

float kept_after(float dt, float time_s) {
  return static_cast<float>(elem::exp(-static_cast<double>(dt) / static_cast<double>(time_s)));
}

}  // namespace

void update_wet(const Exec& exec, const WetParameters& p, float dt, View<const float> density,
                View<const float> painted, View<float> wet) {
  parallel_for(exec, "wet mask", wet.size,
               Wet{kept_after(dt, p.dry_s), p.soak * dt, density.data, painted.data, wet.data}, kGrainCells);
}

void update_imprint(const Exec& exec, float fade_s, float dt, View<const float> painted,
                    View<float> imprint) {
  parallel_for(exec, "imprint", imprint.size, Imprint{kept_after(dt, fade_s), painted.data, imprint.data},
               kGrainCells);
}

template <int Dim>
void shift_cells(const Exec& exec, GridView<const float, Dim> in, const Index<Dim>& by, float fill,
                 GridView<float, Dim> out) {
  for_index(exec, "window shift", out.size, ShiftCells<Dim>{in, by, fill, out.data});
}

template <int Dim>
void shift_smoothly(const Exec& exec, GridView<const float, Dim> in, const float (&by)[Dim], float fill,
                    GridView<float, Dim> out) {
  ShiftSmoothly<Dim> f{in, {}, {}, fill, out.data};
  for (int a = 0; a < Dim; ++a) {
    f.whole[a] = floor_to<int32_t>(by[a]);
    f.t[a] = by[a] - static_cast<float>(f.whole[a]);
  }
  for_index(exec, "window shift, smooth", out.size, f);
}

template void shift_cells<2>(const Exec&, GridView<const float, 2>, const Index<2>&, float,
                             GridView<float, 2>);
template void shift_cells<3>(const Exec&, GridView<const float, 3>, const Index<3>&, float,
                             GridView<float, 3>);
template void shift_smoothly<2>(const Exec&, GridView<const float, 2>, const float (&)[2], float,
                                GridView<float, 2>);
template void shift_smoothly<3>(const Exec&, GridView<const float, 3>, const float (&)[3], float,
                                GridView<float, 3>);

}  // namespace ocean::fluid
