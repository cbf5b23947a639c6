// SPDX-License-Identifier: Apache-2.0
//
// Viscous flow with walls: the lid-driven cavity and the cylinder in a channel.
#include <algorithm>
#include <cmath>

#include "kernels/fluid/places.h"
#include "kernels/fluid/solver.h"
#include "libbake/sim/validate.h"

namespace ocean {
namespace {

using namespace fluid;

struct Extrema {
  double u_min = 0, v_max = 0, v_min = 0;
};

// The extreme of a row of samples near the largest, by the parabola through three.
double parabola_extreme(const std::vector<double>& values, int sign) {
  std::size_t best = 1;
  for (std::size_t k = 1; k + 1 < values.size(); ++k)
    if (sign * values[k] > sign * values[best]) best = k;
  const double a = values[best - 1], b = values[best], c = values[best + 1];
  const double bend = a - 2 * b + c, slope = 0.5 * (c - a);
  return bend != 0 ? b - slope * slope / (2 * bend) : b;
}

// Runs until the kinetic energy changes by less than 1e-6 of itself a unit of time. n is even.
Extrema cavity(const Exec& exec, int n, double reynolds, double cfl, double most_time) {
  SolverParameters<2> p;
  p.grid.n = {n, n};
  p.grid.spacing_m = 1.0 / n;
  p.viscosity = static_cast<float>(1 / reynolds);
  for (auto& sides : p.sides.of) sides[0].kind = sides[1].kind = SideKind::closed_no_slip;
  p.sides.of[1][1].velocity[0] = 1;
  FluidSolver<2> f(exec, p);
  const int steps = static_cast<int>(std::ceil(n / cfl));  // a unit of time
  double before = 0;
  for (int t = 0; t < most_time; ++t) {
    StepStats s;
    for (int k = 0; k < steps; ++k) s = f.step(1.0 / steps);
    if (std::abs(s.kinetic_energy - before) < 1e-6 * s.kinetic_energy) break;
    before = s.kinetic_energy;
  }
  const auto u = to_host<2>(exec, f.velocity()[0]), v = to_host<2>(exec, f.velocity()[1]);
  std::vector<double> column, row;
  for (int k = 0; k < n; ++k) {
    column.push_back(u[static_cast<std::size_t>(k * (n + 1) + n / 2)]);
    row.push_back(v[static_cast<std::size_t>(n / 2 * n + k)]);
  }
  return {parabola_extreme(column, -1), parabola_extreme(row, 1), parabola_extreme(row, -1)};
}

void add_extrema(std::vector<ValidateRow>& rows, const std::string& name, const Extrema& got,
                 const Extrema& want, double bar) {
  const auto add = [&](const char* quantity, double ours, double reference) {
    rows.push_back(
        {name + ": " + quantity, "m/s", ours, reference, bar * std::abs(reference), ValidateRow::within});
  };
  add("u min on x = 1/2", got.u_min, want.u_min);
  add("v max on y = 1/2", got.v_max, want.v_max);
  add("v min on y = 1/2", got.v_min, want.v_min);
}

// Of the worst of the three.
void add_order(std::vector<ValidateRow>& rows, const std::string& name, const Extrema& coarse,
               const Extrema& fine, const Extrema& want) {
  const auto worst = [&](const Extrema& e) {
    return std::max({std::abs(e.u_min / want.u_min - 1), std::abs(e.v_max / want.v_max - 1),
                     std::abs(e.v_min / want.v_min - 1)});
  };
  rows.push_back(
      {name + ": order", "", std::log2(worst(coarse) / worst(fine)), 2, 1.8, ValidateRow::at_least});
}

struct Shedding {
  double strouhal, worst_divergence, lift_swing;
};

// DFG 2D-2: channel 2.2 x 0.41 m, cylinder of diameter 0.1 at (0.2, 0.2), viscosity 1e-3, parabolic inflow of
// mean 1 m/s; the period is that of the cross velocity behind the cylinder.
Shedding cylinder(const Exec& exec, int rows_of_cells, double end) {
  constexpr double height = 0.41, mean = 1, diameter = 0.1;
  SolverParameters<2> p;
  p.grid.spacing_m = height / rows_of_cells;
  p.grid.n = {static_cast<int32_t>(2.2 / p.grid.spacing_m), rows_of_cells};
  p.sides.of[0][0].kind = SideKind::inflow;
  p.sides.of[0][1].kind = SideKind::open;
  p.sides.of[1][0].kind = p.sides.of[1][1].kind = SideKind::closed_no_slip;
  p.viscosity = 1e-3f;
  p.obstacle_no_slip = true;
  Buffer<float> corners(exec, "cylinder", sampled(p.grid, -2, [](const Place<2>& q) {
                          return std::hypot(q.x[0] - 0.2, q.x[1] - 0.2) - diameter / 2;
                        }));
  GeometryInput<2> input;
  input.solid_distance = {corners.data(), size_of(p.grid, -2)};
  FluidSolver<2> f(exec, p, input);
  f.restore("velocity_x", sampled(p.grid, 0, [](const Place<2>& q) {
              return 1.5 * mean * 4 * q.x[1] * (height - q.x[1]) / (height * height);
            }));
  f.project();
  const double dt = 0.9 * p.grid.spacing_m / 2.2;
  const auto probe = static_cast<std::size_t>(static_cast<int>(0.2 / p.grid.spacing_m) * p.grid.n[0] +
                                              static_cast<int>(0.45 / p.grid.spacing_m));
  Shedding result{0, 0, 0};
  std::vector<double> crossings;
  float last = 0;
  for (int k = 0; k * dt < end; ++k) {
    const StepStats s = f.step(dt);
    result.worst_divergence = std::max(result.worst_divergence, s.divergence);
    float v = 0;
    copy_out(exec, "probe", &v, f.velocity()[1].data + probe, sizeof v);
    if (last < 0 && v >= 0 && k * dt > 0.55 * end)
      crossings.push_back(k +
                          static_cast<double>(last) / (static_cast<double>(last) - static_cast<double>(v)));
    if (k * dt > 0.55 * end)
      result.lift_swing = std::max(result.lift_swing, std::abs(static_cast<double>(v)));
    last = v;
  }
  if (crossings.size() > 1) {
    const double period =
        (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1) * dt;
    result.strouhal = diameter / (mean * period);
  }
  return result;
}

}  // namespace

std::vector<ValidateRow> validate_cavity(const Exec& exec, bool full) {
  const Extrema re100{-.21404, .17957, -.25380}, re1000{-.38857, .37694, -.52708};
  std::vector<ValidateRow> rows;
  const Extrema a = cavity(exec, 32, 100, 1, 40), b = cavity(exec, 64, 100, 1, 40);
  add_extrema(rows, "Re 100, 64 x 64", b, re100, 0.0125);
  add_order(rows, "Re 100, 32 to 64", a, b, re100);
  if (!full) return rows;
  const Extrema c = cavity(exec, 128, 100, 1, 40), d = cavity(exec, 256, 100, 1, 40);
  add_extrema(rows, "Re 100, 128 x 128", c, re100, 0.01);
  add_order(rows, "Re 100, 64 to 128", b, c, re100);
  add_extrema(rows, "Re 100, 256 x 256", d, re100, 0.01);
  add_order(rows, "Re 100, 128 to 256", c, d, re100);
  add_extrema(rows, "Re 1000, 256 x 256", cavity(exec, 256, 1000, 1, 120), re1000, 0.01);
  return rows;
}

std::vector<ValidateRow> validate_cylinder(const Exec& exec, bool full) {
  const Shedding s = full ? cylinder(exec, 132, 7) : cylinder(exec, 66, 6);
  const std::string name = full ? "32 cells a diameter: " : "16 cells a diameter: ";
  return {{name + "Strouhal number", "", s.strouhal, 0.3, full ? 0.005 : 0.015, ValidateRow::within},
          {name + "swing of the cross velocity", "m/s", s.lift_swing, 0, 0.1, ValidateRow::at_least},
          {name + "max |div u| dt", "", s.worst_divergence, 0, 1e-5, ValidateRow::at_most}};
}

}  // namespace ocean
