// SPDX-License-Identifier: Apache-2.0
//
// A step of the grid fluid on the host: velocity and density by MacCormack, discs as obstacles, CFL 1, single
// pass at 1e-4 and the default; cells a second. Beside it what a step is made of: the pressure solve alone,
// from zero, and a step without a scalar.
#include <benchmark/benchmark.h>

#include <cmath>

#include "kernels/fluid/places.h"
#include "kernels/fluid/solver.h"
#include "kernels/wave/fft.h"

namespace ocean {
namespace {

using namespace fluid;

double discs(const Place<2>& p) {
  constexpr double at[5][3] = {{.3, .3, .1}, {.7, .35, .08}, {.5, .7, .12}, {.2, .75, .05}, {.85, .8, .06}};
  double least = 1e9;
  for (const auto& c : at) least = std::fmin(least, std::hypot(p.x[0] - c[0], p.x[1] - c[1]) - c[2]);
  return least;
}

SolverParameters<2> box(int n, bool single, bool scalar) {
  SolverParameters<2> p;
  p.grid.n = {n, n};
  p.grid.spacing_m = 1.0 / n;
  p.single_pass = single;
  if (scalar) p.scalars.push_back({"density", 0, 0, 0, {}});
  return p;
}

void stir(FluidSolver<2>& f) {
  const FluidGrid<2> g = f.parameters().grid;
  f.restore("velocity_x", sampled(g, 0, [](const Place<2>& q) {
              return 2 * std::sin(M_PI * q.x[0]) * std::cos(2 * M_PI * q.x[1]);
            }));
  f.restore("velocity_y", sampled(g, 1, [](const Place<2>& q) {
              return -std::cos(M_PI * q.x[0]) * std::sin(2 * M_PI * q.x[1]);
            }));
}

void step(benchmark::State& state, bool single, bool scalar) {
  const int n = static_cast<int>(state.range(0));
  const Exec exec = Exec::cpu();
  const SolverParameters<2> p = box(n, single, scalar);
  Buffer<float> corners(exec, "discs", sampled(p.grid, -2, discs));
  GeometryInput<2> input;
  input.solid_distance = {corners.data(), size_of(p.grid, -2)};
  FluidSolver<2> f(exec, p, input);
  stir(f);
  if (scalar)
    f.restore("density", sampled(p.grid, -1, [](const Place<2>& q) { return q.x[0] > 0.5 ? 1.0 : 0.0; }));
  double speed = f.project().most_speed;
  int64_t iterations = 0;
  for (auto _ : state) {
    const StepStats s = f.step(p.grid.spacing_m / speed);
    speed = s.most_speed;
    iterations += s.iterations;
  }
  state.counters["cells/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * n * n, benchmark::Counter::kIsRate);
  state.counters["iterations"] = static_cast<double>(iterations) / static_cast<double>(state.iterations());
}

void pressure(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const Exec exec = Exec::cpu();
  const SolverParameters<2> p = box(n, true, false);
  Buffer<float> corners(exec, "discs", sampled(p.grid, -2, discs));
  GeometryInput<2> input;
  input.solid_distance = {corners.data(), size_of(p.grid, -2)};
  const Geometry<2> geometry(exec, p.grid, p.sides, input, false);
  PressureSolver<2> solver(exec, p.grid, p.sides, geometry.weights());
  const auto right = sampled(p.grid, -1, [](const Place<2>& q) {
    return discs(q) > 0 ? std::sin(7 * q.x[0]) * std::cos(5 * q.x[1]) : 0.0;
  });
  Buffer<float> b(exec, "b", right), x(exec, b.size());
  int iterations = 0;
  for (auto _ : state) {
    copy_in(exec, "b", b.data(), right.data(), b.bytes());
    x.fill_zero();
    iterations = solver.solve(b.view(), x.view(), {}).iterations;
  }
  state.counters["iterations"] = iterations;
  state.counters["cells/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * n * n, benchmark::Counter::kIsRate);
}

// What a cosine transform solve of a plain box costs: complex transforms of the map's own size there and
// back, which hold a real map's cosine transforms (Makhoul 1980), without the reordering around them.
void transforms(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const Exec exec = Exec::cpu();
  const Fft2d fft(exec, n, n);
  Buffer<Vec2f> map(exec, int64_t{n} * n);
  map.fill_zero();
  for (auto _ : state) {
    fft.transform(FftDirection::forward, map.view());
    fft.transform(FftDirection::inverse, map.view());
  }
}

BENCHMARK_CAPTURE(step, single_pass, true, true)
    ->Arg(256)
    ->Arg(512)
    ->Arg(1024)
    ->Arg(2048)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step, two_passes, false, true)->Arg(512)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step, velocity_alone, true, false)->Arg(512)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(pressure)->Arg(256)->Arg(512)->Arg(1024)->Arg(2048)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(transforms)->Arg(256)->Arg(512)->Arg(1024)->Arg(2048)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ocean

BENCHMARK_MAIN();
