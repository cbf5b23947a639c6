// SPDX-License-Identifier: Apache-2.0
//
// The square cavity heated from the side (de Vahl Davis 1983) in units of its length and of the heat's
// diffusivity: viscosity Pr, buoyancy Ra*Pr*(T - 1/2), T = 1 on the left wall and 0 on the right one, no heat
// through the others. The Nusselt number is the mean over the square of u T - dT/dx.
#include <algorithm>
#include <cmath>

#include "kernels/fluid/places.h"
#include "kernels/fluid/solver.h"
#include "libbake/sim/validate.h"

namespace ocean {
namespace {

using namespace fluid;

struct Convection {
  double nusselt, u_max, v_max;  // u on x = 1/2, v on y = 1/2
};

// n is even.
Convection heated_cavity(const Exec& exec, int n, double rayleigh) {
  constexpr float kPrandtl = 0.71f;
  SolverParameters<2> p;
  p.grid.n = {n, n};
  p.grid.spacing_m = 1.0 / n;
  for (auto& sides : p.sides.of) sides[0].kind = sides[1].kind = SideKind::closed_no_slip;
  p.viscosity = kPrandtl;
  p.forces.gravity[1] = -1;
  p.forces.temperature_lift = static_cast<float>(rayleigh) * kPrandtl;
  p.forces.ambient_temperature = 0.5f;
  p.scalars.push_back({"temperature", 0, 0, 1, {}});
  p.temperature_scalar = 0;
  HeldSides<2>& held = p.scalars[0].held;
  held.held[0][0] = held.held[0][1] = true;
  held.value[0][0] = 1;
  FluidSolver<2> f(exec, p);
  f.restore("temperature", sampled(p.grid, -1, [](const Place<2>& q) { return 1 - q.x[0]; }));
  const double dt = std::min(2.0 / (n * n), 0.9 / n / 30);
  for (double t = 0; t < 0.6; t += dt) f.step(dt);
  const auto u = to_host<2>(exec, f.velocity()[0]), v = to_host<2>(exec, f.velocity()[1]),
             heat = to_host<2>(exec, f.scalar(0));
  Convection c{0, 0, 0};
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const auto face = static_cast<std::size_t>(j * (n + 1) + i);
      c.nusselt += 0.5 * (static_cast<double>(u[face]) + static_cast<double>(u[face + 1])) *
                   static_cast<double>(heat[static_cast<std::size_t>(j * n + i)]);
    }
  c.nusselt = 1 + c.nusselt / (n * n);
  for (int k = 0; k < n; ++k) {
    c.u_max = std::max(c.u_max, static_cast<double>(u[static_cast<std::size_t>(k * (n + 1) + n / 2)]));
    c.v_max = std::max(c.v_max, static_cast<double>(v[static_cast<std::size_t>(n / 2 * n + k)]));
  }
  return c;
}

}  // namespace

std::vector<ValidateRow> validate_heated_cavity(const Exec& exec, bool full) {
  std::vector<ValidateRow> rows;
  const double bar = full ? 0.01 : 0.02;
  const auto add = [&](const char* name, double ours, double reference) {
    rows.push_back({name, "", ours, reference, bar * reference, ValidateRow::within});
  };
  const int n = full ? 80 : 40;
  const Convection a = heated_cavity(exec, n, 1e3);
  add("Ra 1e3: Nusselt number", a.nusselt, 1.118);
  add("Ra 1e3: u max on x = 1/2", a.u_max, 3.649);
  add("Ra 1e3: v max on y = 1/2", a.v_max, 3.695);
  const Convection b = heated_cavity(exec, n, 1e4);
  add("Ra 1e4: Nusselt number", b.nusselt, 2.2455);
  add("Ra 1e4: u max on x = 1/2", b.u_max, 16.17);
  add("Ra 1e4: v max on y = 1/2", b.v_max, 19.61);
  return rows;
}

}  // namespace ocean
