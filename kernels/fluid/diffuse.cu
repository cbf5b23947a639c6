// SPDX-License-Identifier: Apache-2.0
//
// Forward Euler, in pairs of sub-steps there and back; a held side's difference spans half a cell, so it
// counts twice. At number = 0.8/(2 Dim) a cell with held sides alone stays within them.
#include "kernels/fluid/diffuse.h"

#include <cmath>

#include "kernels/fluid/faces.h"
#include "kernels/fluid/launch.h"

namespace ocean::fluid {
namespace {

template <int Dim>
struct Diffuse {
  FaceViews<const float, Dim> weights;
  Sides<Dim> sides;
  HeldSides<Dim> held;
  Index<Dim> n;
  float number;
  const float* q;
  float* out;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    const float own = q[at];
    float sum = 0;
    for (int a = 0; a < Dim; ++a)
      for (int side = 0; side < 2; ++side) {
        const Index<Dim> face = shifted(i, a, side);
        const bool at_side = !sides.periodic(a) && (face[a] == 0 || face[a] == n[a]);
        if (at_side) {
          if (held.held[a][side]) sum = sum + 2.0f * (held.value[a][side] - own);
          continue;
        }
        if (!(weights[a](face) > 0)) continue;
        const FaceCells c = cells_of_face(sides, n, a, face);
        sum = sum + (q[side == 0 ? c.low : c.high] - own);
      }
    out[at] = own + number * sum;
  }
};

}  // namespace

template <int Dim>
void diffuse(const Exec& exec, const Geometry<Dim>& geometry, const Sides<Dim>& sides,
             const HeldSides<Dim>& held, double number, GridView<float, Dim> q,
             GridView<float, Dim> scratch) {
  if (!(number > 0)) return;
  const auto pairs = static_cast<int64_t>(std::ceil(0.5 * number / kMostDiffusion<Dim>));
  const auto part = static_cast<float>(0.5 * number / static_cast<double>(pairs));
  for (int64_t k = 0; k < pairs; ++k) {
    for_index(exec, "fluid diffuse", q.size,
              Diffuse<Dim>{geometry.weights(), sides, held, q.size, part, q.data, scratch.data});
    for_index(exec, "fluid diffuse", q.size,
              Diffuse<Dim>{geometry.weights(), sides, held, q.size, part, scratch.data, q.data});
  }
}

template void diffuse<2>(const Exec&, const Geometry<2>&, const Sides<2>&, const HeldSides<2>&, double,
                         GridView<float, 2>, GridView<float, 2>);
template void diffuse<3>(const Exec&, const Geometry<3>&, const Sides<3>&, const HeldSides<3>&, double,
                         GridView<float, 3>, GridView<float, 3>);

}  // namespace ocean::fluid
