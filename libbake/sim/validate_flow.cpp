// SPDX-License-Identifier: Apache-2.0
//
// Cases whose answers are exact: projection, Taylor-Green, rest, creek, Zalesak's disc.
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/fluid/places.h"
#include "kernels/fluid/solver.h"
#include "libbake/sim/validate.h"

namespace ocean {
namespace {

using namespace fluid;

template <int Dim>
double distance_to_discs(const Place<Dim>& p) {
  constexpr double discs[3][4] = {{.3, .3, .4, .11}, {.7, .4, .6, .09}, {.5, .75, .5, .12}};
  double least = 1e9;
  for (const auto& d : discs) {
    double sum = 0;
    for (int a = 0; a < Dim; ++a) sum += (p.x[a] - d[a]) * (p.x[a] - d[a]);
    least = std::min(least, std::sqrt(sum) - d[3]);
  }
  return least;
}

// The worst max |div u|*dt over the steps.
template <int Dim>
double worst_divergence(const Exec& exec, Index<Dim> n, double cfl, int steps) {
  SolverParameters<Dim> p;
  p.grid.n = n;
  p.grid.spacing_m = 1.0 / n[0];
  Buffer<float> corners(exec, "discs", sampled(p.grid, -2, distance_to_discs<Dim>));
  GeometryInput<Dim> input;
  input.solid_distance = {corners.data(), size_of(p.grid, -2)};
  FluidSolver<Dim> f(exec, p, input);
  const char* const names[] = {"velocity_x", "velocity_y", "velocity_z"};
  for (int a = 0; a < Dim; ++a)
    f.restore(names[a], sampled(p.grid, a, [a](const Place<Dim>& q) {
                double v = std::sin(7 * q.x[a] + a);
                for (int c = 0; c < Dim; ++c) v *= c == a ? 1 : std::cos(5 * q.x[c] + 2 * a);
                return v;
              }));
  double speed = f.project().most_speed, worst = 0;
  for (int k = 0; k < steps; ++k) {
    const StepStats s = f.step(cfl * p.grid.spacing_m / speed);
    worst = std::max(worst, s.divergence);
    speed = std::max(s.most_speed, 1e-3);
  }
  return worst;
}

struct VortexErrors {
  double root_mean_square, energy;
};
VortexErrors taylor_green(const Exec& exec, int n) {
  SolverParameters<2> p;
  p.grid.n = {n, n};
  p.grid.spacing_m = 2 * M_PI / n;
  for (auto& sides : p.sides.of) sides[0].kind = sides[1].kind = SideKind::periodic;
  p.viscosity = 0.01f;
  FluidSolver<2> f(exec, p);
  const auto first =
      sampled(p.grid, 0, [](const Place<2>& q) { return std::cos(q.x[0]) * std::sin(q.x[1]); });
  f.restore("velocity_x", first);
  f.restore("velocity_y",
            sampled(p.grid, 1, [](const Place<2>& q) { return -std::sin(q.x[0]) * std::cos(q.x[1]); }));
  const double end = 2, decay = std::exp(-2 * 0.01 * end);
  const int steps = static_cast<int>(std::ceil(end / (0.5 * p.grid.spacing_m)));
  StepStats s;
  for (int k = 0; k < steps; ++k) s = f.step(end / steps);
  const auto u = to_host<2>(exec, f.velocity()[0]);
  double sum = 0;
  for (std::size_t k = 0; k < u.size(); ++k) sum += std::pow(u[k] - decay * first[k], 2);
  return {std::sqrt(sum / static_cast<double>(u.size())),
          s.kinetic_energy / (M_PI * M_PI * decay * decay) - 1};
}

}  // namespace

std::vector<ValidateRow> validate_projection(const Exec& exec, bool full) {
  std::vector<ValidateRow> rows;
  const auto add = [&](const char* name, double worst) {
    rows.push_back({name, "", worst, 0, 1e-5, ValidateRow::at_most});
  };
  add("max |div u| dt, 101 x 67, CFL 5", worst_divergence<2>(exec, {101, 67}, 5, 10));
  add("max |div u| dt, 257 x 131, CFL 5", worst_divergence<2>(exec, {257, 131}, 5, 5));
  add("max |div u| dt, 33 x 27 x 21, CFL 5", worst_divergence<3>(exec, {33, 27, 21}, 5, 5));
  if (full) {
    add("max |div u| dt, 1025 x 1023, CFL 5", worst_divergence<2>(exec, {1025, 1023}, 5, 10));
    add("max |div u| dt, 129 x 97 x 65, CFL 5", worst_divergence<3>(exec, {129, 97, 65}, 5, 5));
  }
  return rows;
}

std::vector<ValidateRow> validate_taylor_green(const Exec& exec, bool full) {
  const VortexErrors a = taylor_green(exec, 32), b = taylor_green(exec, 64), c = taylor_green(exec, 128);
  std::vector<ValidateRow> rows = {
      {"order of u, 32 to 64", "", std::log2(a.root_mean_square / b.root_mean_square), 2, 1.9,
       ValidateRow::at_least},
      {"order of u, 64 to 128", "", std::log2(b.root_mean_square / c.root_mean_square), 2, 1.9,
       ValidateRow::at_least},
      {"kinetic energy / exact, 128", "", 1 + c.energy, 1, 1e-3, ValidateRow::within}};
  if (full) {
    const VortexErrors d = taylor_green(exec, 256);
    rows.push_back({"order of u, 128 to 256", "", std::log2(c.root_mean_square / d.root_mean_square), 2, 1.9,
                    ValidateRow::at_least});
  }
  return rows;
}

std::vector<ValidateRow> validate_rest(const Exec& exec, bool full) {
  SolverParameters<2> p;
  p.grid.n = full ? Index<2>{241, 190} : Index<2>{61, 48};
  p.grid.spacing_m = 15.0 / p.grid.n[0];
  p.forces.slope_gain = 1;
  Buffer<float> ground(exec, "bed", sampled(p.grid, -1, [](const Place<2>& q) {
                         return 0.8 * std::sin(q.x[0]) * std::cos(0.7 * q.x[1]) - 0.02 * q.x[0];
                       }));
  Buffer<float> surface(exec, "surface", std::vector<float>(static_cast<std::size_t>(ground.size()), 0.6f));
  GeometryInput<2> input;
  input.ground = {ground.data(), p.grid.n};
  input.water_surface = {surface.data(), p.grid.n};
  FluidSolver<2> f(exec, p, input);
  double most = 0;
  for (int k = 0; k < 100; ++k) most = std::max(most, f.step(0.02).most_speed);
  return {{"most speed in 100 steps", "m/s", most, 0, 1e-6, ValidateRow::at_most}};
}

std::vector<ValidateRow> validate_creek(const Exec& exec, bool full) {
  SolverParameters<2> p;
  p.grid.n = full ? Index<2>{320, 48} : Index<2>{80, 12};
  p.grid.spacing_m = 40.0 / p.grid.n[0];
  p.sides.of[0][0].kind = p.sides.of[0][1].kind = SideKind::open;
  p.forces.slope_gain = 1;
  p.forces.drag_linear = 0.8f;
  const double tangent = std::tan(10 * M_PI / 180);
  const auto bed = [=](double lift) {
    return sampled(p.grid, -1, [=](const Place<2>& q) { return lift - tangent * q.x[0]; });
  };
  Buffer<float> ground(exec, "bed", bed(0)), surface(exec, "surface", bed(0.3));
  GeometryInput<2> input;
  input.ground = {ground.data(), p.grid.n};
  input.water_surface = {surface.data(), p.grid.n};
  FluidSolver<2> f(exec, p, input);
  for (int k = 0; k < 300; ++k) f.step(0.05);
  const auto u = to_host<2>(exec, f.velocity()[0]);
  const auto middle = static_cast<std::size_t>(p.grid.n[1] / 2 * (p.grid.n[0] + 1) + p.grid.n[0] / 2);
  const double want = 9.81 * tangent / 0.8;
  return {{"speed in the middle", "m/s", u[middle], want, 0.02 * want, ValidateRow::within}};
}

std::vector<ValidateRow> validate_zalesak(const Exec& exec, bool full) {
  SolverParameters<2> p;
  const int n = full ? 200 : 100, steps = 628 * n / 100;
  p.grid.n = {n, n};
  p.grid.spacing_m = 1.0 / n;
  const FluidGrid<2>& g = p.grid;
  const Geometry<2> geometry(exec, g, p.sides, {}, false);
  Buffer<float> u(exec, "u", sampled(g, 0, [](const Place<2>& q) { return 2 * M_PI * (0.5 - q.x[1]); }));
  Buffer<float> v(exec, "v", sampled(g, 1, [](const Place<2>& q) { return 2 * M_PI * (q.x[0] - 0.5); }));
  AdvectionFlow<2> flow;
  flow.velocity.axis[0] = {u.data(), g.faces(0)};
  flow.velocity.axis[1] = {v.data(), g.faces(1)};
  flow.n = g.n;
  flow.step = static_cast<float>(1.0 / steps / g.spacing_m);
  const auto first = sampled(g, -1, [](const Place<2>& q) {
    const double x = q.x[0] - 0.5, y = q.x[1] - 0.75;
    return x * x + y * y < 0.15 * 0.15 && !(std::abs(x) < 0.025 && y < 0.1) ? 1.0 : 0.0;
  });
  std::vector<ValidateRow> rows;
  const auto add = [&](const char* name, AdvectionScheme scheme, double bar) {
    Buffer<float> q(exec, "disc", first), out(exec, q.size()), scratch(exec, q.size());
    for (int k = 0; k < steps; ++k) {
      advect<2>(exec, flow, scheme, geometry, -1, 0, {q.data(), g.n}, {out.data(), g.n},
                {scratch.data(), g.n});
      std::swap(q, out);
    }
    const auto last = q.to_host("disc");
    double wrong = 0, before = 0, after = 0;
    for (std::size_t k = 0; k < first.size(); ++k) {
      wrong += std::abs(last[k] - first[k]);
      before += first[k];
      after += last[k];
    }
    rows.push_back(
        {std::string(name) + ": L1 error / area", "", wrong / before, 0, bar, ValidateRow::at_most});
    rows.push_back({std::string(name) + ": area / first", "", after / before, 1, 0.05, ValidateRow::within});
  };
  add("maccormack", AdvectionScheme::maccormack, 0.8);
  add("bfecc", AdvectionScheme::bfecc, 0.6);
  return rows;
}

}  // namespace ocean
