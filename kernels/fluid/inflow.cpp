// SPDX-License-Identifier: Apache-2.0
//
// On the host: inflow sides are few faces.
#include "kernels/fluid/inflow.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace ocean::fluid {
namespace {

template <int Dim>
std::vector<float> weights_of(const Exec& exec, const Geometry<Dim>& geometry, int axis) {
  const auto view = geometry.weights()[axis];
  std::vector<float> values(static_cast<size_t>(view.count()));
  copy_out(exec, "fluid inflow weights", values.data(), view.data, view.count() * int64_t{sizeof(float)});
  return values;
}

}  // namespace

template <int Dim>
void check_inflow(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                  const Geometry<Dim>& geometry, const Regions<Dim>& regions,
                  const FaceBuffers<float, Dim>& u) {
  bool any = false;
  for (int a = 0; a < Dim; ++a)
    for (int k = 0; k < 2; ++k) any = any || sides.of[a][k].kind == SideKind::inflow;
  const auto& closed = regions.closed();
  if (!any || closed.empty()) return;
  std::vector<double> net(closed.size()), gross(closed.size());
  std::vector<int32_t> labels(static_cast<size_t>(count_of(grid.n)));
  copy_out(exec, "fluid region labels", labels.data(), regions.labels().data,
           count_of(grid.n) * int64_t{sizeof(int32_t)});
  for (int a = 0; a < Dim; ++a)
    for (int k = 0; k < 2; ++k) {
      if (sides.of[a][k].kind != SideKind::inflow) continue;
      const std::vector<float> weight = weights_of(exec, geometry, a);
      const std::vector<float> speed = u.axis[a].buffer().to_host("fluid inflow velocity");
      for (int64_t at = 0; at < u.axis[a].count(); ++at) {
        Index<Dim> i = index_at(grid.faces(a), at);
        if (i[a] != (k == 0 ? 0 : grid.n[a])) continue;
        if (k == 1) i[a] -= 1;
        const int32_t label = labels[static_cast<size_t>(offset_of(grid.n, i))];
        const auto region =
            std::find_if(closed.begin(), closed.end(), [&](const auto& c) { return c.label == label; });
        if (region == closed.end()) continue;
        const auto r = static_cast<size_t>(region - closed.begin());
        const double flux = static_cast<double>(weight[static_cast<size_t>(at)]) *
                            static_cast<double>(speed[static_cast<size_t>(at)]) * (k == 0 ? 1 : -1);
        net[r] += flux;
        gross[r] += std::abs(flux);
      }
    }
  double face = geometry.largest_depth();
  for (int a = 1; a < Dim; ++a) face *= grid.spacing_m;
  for (size_t r = 0; r < closed.size(); ++r) {
    if (std::abs(net[r]) <= kInflowTolerance * gross[r]) continue;
    const double flow = net[r] * face;
    throw IncompatibleFlow("incompatible divergence: a closed region of " + std::to_string(closed[r].cells) +
                               " cells has a net inflow of " + std::to_string(flow) +
                               (Dim == 3 ? " m3/s" : " m2/s") +
                               " and no open side; open a side or balance the inflow",
                           flow);
  }
}

template void check_inflow<2>(const Exec&, const FluidGrid<2>&, const Sides<2>&, const Geometry<2>&,
                              const Regions<2>&, const FaceBuffers<float, 2>&);
template void check_inflow<3>(const Exec&, const FluidGrid<3>&, const Sides<3>&, const Geometry<3>&,
                              const Regions<3>&, const FaceBuffers<float, 3>&);

}  // namespace ocean::fluid
