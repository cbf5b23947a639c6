// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "kernels/hash.h"
#include "kernels/math/philox.h"
#include "tests/kernels/fluid_cases.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean::fluid {
namespace {

const Exec& host() {
  static const Exec exec = Exec::cpu(2);
  return exec;
}

template <int Dim>
SolverParameters<Dim> box(Index<Dim> n, double length = 1) {
  SolverParameters<Dim> p;
  p.grid.n = n;
  p.grid.spacing_m = length / n[0];
  return p;
}

template <int Dim>
struct Obstacles {
  Buffer<float> corners;
  GeometryInput<Dim> input;
  Obstacles(const Exec& exec, const FluidGrid<Dim>& grid, double length = 1)
      : corners(exec, "discs",
                sampled(grid, -2, [=](const Place<Dim>& p) { return discs<Dim>(p, length); })) {
    input.solid_distance = {corners.data(), size_of(grid, -2)};
  }
};

template <int Dim>
void stir(FluidSolver<Dim>& f, double speed) {
  const FluidGrid<Dim> g = f.parameters().grid;
  const char* const names[] = {"velocity_x", "velocity_y", "velocity_z"};
  for (int a = 0; a < Dim; ++a)
    f.restore(names[a], sampled(g, a, [=](const Place<Dim>& p) {
                double v = speed * std::sin(7 * p.x[a] + a);
                for (int c = 0; c < Dim; ++c) v *= c == a ? 1 : std::cos(5 * p.x[c] + 2 * a);
                return v;
              }));
}

// max |div u|*dt <= 1e-5 after every step, at CFL up to 5.
template <int Dim>
void expect_divergence_free(SolverParameters<Dim> p, double cfl, int steps) {
  const Obstacles<Dim> discs_here(host(), p.grid);
  FluidSolver<Dim> f(host(), p, discs_here.input);
  stir(f, 2);
  StepStats s = f.project();
  EXPECT_GT(s.first_divergence, 1e-2);
  for (int k = 0; k < steps; ++k) {
    s = f.step(cfl * p.grid.spacing_m / std::fmax(s.most_speed, 1e-3));
    ASSERT_TRUE(s.converged);
    ASSERT_LE(s.divergence, 1e-5) << "step " << k << ", CFL " << cfl;
    ASSERT_GE(s.first_divergence, s.divergence);
    ASSERT_GT(s.most_speed, 0.1);
  }
}

TEST(FluidProjection, LeavesNoDivergenceInTheBoxOfAnySize) {
  expect_divergence_free<2>(box<2>({64, 64}), 1, 5);
  expect_divergence_free<2>(box<2>({101, 67}), 5, 5);
  expect_divergence_free<2>(box<2>({257, 129}), 5, 4);
  expect_divergence_free<3>(box<3>({33, 27, 21}), 5, 3);
  expect_divergence_free<3>(box<3>({24, 32, 17}), 1, 3);
}

TEST(FluidProjection, LeavesNoDivergenceWithEverySide) {
  SolverParameters<2> p = box<2>({83, 59});
  p.sides.of[0][0] = {SideKind::inflow, {1, 0}};
  p.sides.of[0][1].kind = SideKind::open;
  p.sides.of[1][0].kind = SideKind::closed_no_slip;
  p.viscosity = 1e-3f;
  p.obstacle_no_slip = true;
  expect_divergence_free<2>(p, 4, 5);
  SolverParameters<3> q = box<3>({31, 22, 19});
  q.sides.of[0][0].kind = q.sides.of[0][1].kind = SideKind::periodic;
  q.sides.of[2][1].kind = SideKind::open;
  expect_divergence_free<3>(q, 3, 3);
}

// A lone cell from which twice as much flows out as in: each face takes a quarter of it.
TEST(FluidProjection, LoneDivergenceMinusTwo) {
  // With opposite neighbours held by open sides half a cell away, all four faces of a single cell are alike.
  SolverParameters<2> p = box<2>({1, 1});
  for (auto& sides : p.sides.of) sides[0].kind = sides[1].kind = SideKind::open;
  FluidSolver<2> f(host(), p);
  f.restore("velocity_x", {1, -1});  // both inward: divergence -2
  f.project();
  const auto u = to_host<2>(host(), f.velocity()[0]), v = to_host<2>(host(), f.velocity()[1]);
  EXPECT_NEAR(u[0], 0.5, 1e-6);   // still inward
  EXPECT_NEAR(u[1], -0.5, 1e-6);  // still inward
  EXPECT_NEAR(v[0], -0.5, 1e-6);  // out through the bottom
  EXPECT_NEAR(v[1], 0.5, 1e-6);   // out through the top
}

struct Solved {
  PressureResult result;
  size_t closed;
  std::vector<float> x;
};

Solved solve_discs(const Exec& exec, int n, bool plate, PressureMethod method = PressureMethod::multigrid) {
  FluidGrid<2> g;
  g.n = {n, n};
  g.spacing_m = 1.0 / n;
  const Obstacles<2> discs_here(exec, g);
  const Sides<2> sides;
  const Geometry<2> geometry(exec, g, sides, discs_here.input, false);
  // The plate: a line of closed faces, thinner than any cell.
  std::vector<float> weights[2];
  for (int a = 0; a < 2; ++a) weights[a] = to_host<2>(exec, geometry.weights()[a]);
  if (plate)
    for (int i = n / 10; i < n - n / 10; ++i) weights[1][static_cast<size_t>((n * 52 / 100) * n + i)] = 0;
  Buffer<float> wx(exec, "w", weights[0]), wy(exec, "w", weights[1]);
  FaceViews<const float, 2> views;
  views.axis[0] = {wx.data(), g.faces(0)};
  views.axis[1] = {wy.data(), g.faces(1)};
  PressureSolver<2> solver(exec, g, sides, views);
  std::vector<float> b =
      sampled(g, -1, [](const Place<2>& p) { return std::sin(7 * p.x[0]) * std::cos(5 * p.x[1]); });
  const std::vector<uint8_t> dead = [&] {
    std::vector<uint8_t> kinds(b.size());
    copy_out(exec, "kinds", kinds.data(), solver.level().kind, static_cast<int64_t>(kinds.size()));
    return kinds;
  }();
  for (size_t k = 0; k < b.size(); ++k) {
    b[k] += uniform_float(random4(3, 1, k, 0).word[0]) - 0.5f;
    if (dead[k] == kDead) b[k] = 0;
  }
  Buffer<float> right(exec, "b", b), x(exec, static_cast<int64_t>(b.size()));
  x.fill_zero();
  PressureOptions options;
  options.method = method;
  if (method == PressureMethod::jacobi) options.most_iterations = 20000;
  const PressureResult r = solver.solve(right.view(), x.view(), options);
  return {r, solver.regions().closed().size(), x.to_host("x")};
}

// Iterations to 1e-4: at most 30 % more over the sizes with discs, twice as many with a thin plate.
TEST(FluidPressure, IterationsHardlyGrowWithSize) {
  int least = 1000, most = 0;
  for (const int n : {128, 256, 512, 1024}) {
    const Solved s = solve_discs(host(), n, false);
    EXPECT_TRUE(s.result.converged);
    least = std::min(least, s.result.iterations);
    most = std::max(most, s.result.iterations);
  }
  EXPECT_LE(most, 1.3 * least) << least << " to " << most;
  EXPECT_LE(most, 8);
  least = 1000, most = 0;
  for (const int n : {256, 512, 1024}) {
    const Solved s = solve_discs(host(), n, true);
    EXPECT_TRUE(s.result.converged);
    least = std::min(least, s.result.iterations);
    most = std::max(most, s.result.iterations);
  }
  EXPECT_LE(most, 2 * least) << least << " to " << most;
}

TEST(FluidPressure, JacobiFindsTheSame) {
  const Solved fast = solve_discs(host(), 32, false),
               plain = solve_discs(host(), 32, false, PressureMethod::jacobi);
  ASSERT_TRUE(plain.result.converged);
  EXPECT_GT(plain.result.iterations, 20 * fast.result.iterations);
  double most = 0, mean = 0, count = 0;
  for (size_t k = 0; k < fast.x.size(); ++k)
    if (fast.x[k] != 0) {
      mean += fast.x[k] - plain.x[k];
      ++count;
    }
  for (size_t k = 0; k < fast.x.size(); ++k) {
    if (fast.x[k] == 0) continue;
    most = std::fmax(most, std::abs(fast.x[k] - plain.x[k] - mean / count));
  }
  EXPECT_LE(most, 2e-2);  // both stop at a residual of 1e-4
}

// In a plain box: the same as by multigrid, and by refinement to the same tolerance.
TEST(FluidPressure, FftSolvesPlainBoxes) {
  for (const bool periodic : {false, true}) {
    FluidGrid<2> g;
    g.n = {256, 64};
    Sides<2> sides;
    if (periodic) sides.of[0][0].kind = sides.of[0][1].kind = SideKind::periodic;
    const std::vector<float> right = sampled(g, -1, [](const Place<2>& p) {
      return std::sin(0.2 * p.x[0]) * std::cos(0.7 * p.x[1]) + 0.01 * std::cos(3.0 * p.x[0] * p.x[1]);
    });
    for (const Exec& exec : test_backends()) {
      const Geometry<2> geometry(exec, g, sides, {}, false);
      PressureSolver<2> solver(exec, g, sides, geometry.weights());
      std::vector<float> x[2];
      for (const PressureMethod method : {PressureMethod::fft, PressureMethod::multigrid}) {
        Buffer<float> b(exec, "b", right), solution(exec, b.size());
        solution.fill_zero();
        PressureOptions options;
        options.method = method;
        options.tolerance = 1e-5;
        const PressureResult r = solver.solve(b.view(), solution.view(), options);
        EXPECT_TRUE(r.converged);
        EXPECT_GE(r.iterations, 1);
        EXPECT_LE(r.iterations, method == PressureMethod::fft ? 3 : 9);
        x[method == PressureMethod::fft ? 0 : 1] = solution.to_host("x");
      }
      double offset = 0, most = 0, size = 0;
      for (size_t k = 0; k < right.size(); ++k)
        offset += (x[0][k] - x[1][k]) / static_cast<double>(right.size());
      for (size_t k = 0; k < right.size(); ++k) {
        most = std::fmax(most, std::abs(x[0][k] - x[1][k] - offset));
        size = std::fmax(size, std::abs(x[0][k]));
      }
      EXPECT_LE(most, 1e-3 * size);
      EXPECT_GT(size, 1);
    }
  }
  EXPECT_THROW(solve_discs(host(), 64, false, PressureMethod::fft), std::invalid_argument);
  SolverParameters<2> odd = box<2>({48, 64});
  odd.pressure = PressureMethod::fft;
  FluidSolver<2> f(host(), odd);
  stir(f, 1);
  EXPECT_THROW(f.project(), std::invalid_argument);
}

// A wall from side to side makes two closed regions; each has its own mean.
TEST(FluidPressure, MeanIsRemovedPerRegion) {
  FluidGrid<2> g;
  g.n = {20, 30};
  std::vector<float> wx(21 * 30, 1), wy(20 * 31, 1);
  for (int j = 0; j < 30; ++j) wx[static_cast<size_t>(j * 21)] = wx[static_cast<size_t>(j * 21 + 20)] = 0;
  for (int i = 0; i < 20; ++i)
    wy[static_cast<size_t>(i)] = wy[static_cast<size_t>(30 * 20 + i)] = wy[static_cast<size_t>(11 * 20 + i)] =
        0;
  std::vector<float> b(600);
  for (size_t k = 0; k < 600; ++k) b[k] = (k < 220 ? 3.0f : -5.0f) + std::sin(static_cast<float>(k));
  for (const Exec& exec : test_backends()) {
    Buffer<float> x_weights(exec, "w", wx), y_weights(exec, "w", wy), right(exec, "b", b), x(exec, 600);
    FaceViews<const float, 2> views;
    views.axis[0] = {x_weights.data(), g.faces(0)};
    views.axis[1] = {y_weights.data(), g.faces(1)};
    PressureSolver<2> solver(exec, g, Sides<2>{}, views);
    ASSERT_EQ(solver.regions().closed().size(), 2u);
    EXPECT_EQ(solver.regions().closed()[0].cells, 220);
    EXPECT_EQ(solver.regions().closed()[1].label, 220);
    x.fill_zero();
    EXPECT_TRUE(solver.solve(right.view(), x.view(), {}).converged);
  }
}

TEST(FluidPressure, InflowWithoutOutflowIsNamed) {
  SolverParameters<2> p = box<2>({20, 10}, 2);
  p.sides.of[0][0] = {SideKind::inflow, {3, 0}};
  try {
    FluidSolver<2> f(host(), p);
    FAIL();
  } catch (const IncompatibleFlow& e) {
    EXPECT_NEAR(e.imbalance, 3, 1e-6);  // 3 m/s through 1 m
    EXPECT_NE(std::string(e.what()).find("net inflow of 3.0"), std::string::npos) << e.what();
  }
  p.sides.of[0][1] = {SideKind::inflow, {3, 0}};  // flows out as fast
  EXPECT_NO_THROW(FluidSolver<2>(host(), p));
}

TEST(FluidPressure, RejectsWhatItCannot) {
  {
    SolverParameters<2> shut = box<2>({8, 8});
    Buffer<float> solid(host(), "solid", std::vector<float>(81, -1));
    GeometryInput<2> input;
    input.solid_distance = {solid.data(), {9, 9}};
    try {
      FluidSolver<2> f(host(), shut, input);
      FAIL();
    } catch (const std::invalid_argument& e) {
      EXPECT_NE(std::string(e.what()).find("close the whole domain"), std::string::npos);
    }
    input.solid_distance.size = {8, 8};
    EXPECT_THROW(FluidSolver<2>(host(), shut, input), std::invalid_argument);
  }
  SolverParameters<2> p = box<2>({8, 8});
  p.sides.of[0][0].kind = SideKind::periodic;
  EXPECT_THROW(FluidSolver<2>(host(), p), std::invalid_argument);
  p = box<2>({8, 8});
  FluidSolver<2> f(host(), p);
  EXPECT_THROW(f.step(0), std::invalid_argument);
  EXPECT_THROW(f.step(std::nan("")), std::invalid_argument);
  EXPECT_THROW(f.restore("velocity_z", {}), std::invalid_argument);
  Buffer<float> wet(host(), "wet", std::vector<float>(63, 1));
  StepInputs<2> inputs;
  inputs.wet = {wet.data(), {9, 7}};
  EXPECT_THROW(f.step(0.1, inputs), std::invalid_argument);
  p.viscosity = -1;
  EXPECT_THROW(FluidSolver<2>(host(), p), std::invalid_argument);
  EXPECT_THROW(f.restore("pressure", {1}), std::invalid_argument);
}

// The same bits on every back end and thread count.
template <int Dim>
void expect_same_bits(const std::string& name, SolverParameters<Dim> p) {
  p.scalars.push_back({"density", 0.2f, 0, 0, {}});
  p.density_scalar = 0;
  p.forces.gravity[Dim - 1] = -9.81f;
  p.forces.density_weight = -0.5f;
  p.forces.confinement = 0.3f;
  p.forces.drag_quadratic = 0.1f;
  p.viscosity = 2e-3f;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Obstacles<Dim> discs_here(exec, p.grid);
    FluidSolver<Dim> f(exec, p, discs_here.input);
    stir(f, 1.5);
    f.restore("density", sampled(p.grid, -1, [](const Place<Dim>& q) { return q.x[0] > 0.4 ? 1.0 : 0.0; }));
    f.project();
    for (int k = 0; k < 3; ++k) f.step(1.5 * p.grid.spacing_m);
    for (const auto& a : f.arrays())
      expect_golden("fluid/" + name + "_" + a.name, hash_words(exec, a.values.data, a.values.count()));
  }
}

TEST(FluidBits, EqualOnEveryBackEnd) {
  SolverParameters<2> plane = box<2>({75, 90});
  plane.sides.of[0][0] = {SideKind::inflow, {1, 0}};
  plane.sides.of[0][1].kind = SideKind::open;
  plane.obstacle_no_slip = true;
  expect_same_bits<2>("plane", plane);
  SolverParameters<3> space = box<3>({26, 21, 33});
  space.sides.of[1][0].kind = space.sides.of[1][1].kind = SideKind::periodic;
  space.scheme = AdvectionScheme::bfecc;
  space.path = PathOrder::rk3;
  expect_same_bits<3>("space", space);
}

}  // namespace
}  // namespace ocean::fluid
