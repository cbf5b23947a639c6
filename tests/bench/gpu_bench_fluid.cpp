// SPDX-License-Identifier: Apache-2.0
//
// A step of the grid fluid on both back ends: velocity and density by MacCormack, discs (balls) as obstacles,
// a stirred closed box, CFL 1 of the largest speed. "cold" is the first step, from pressure 0; "warm" the
// steps after it. Single pass at 1e-4, and the default two passes. Hashes must be equal.
//
// Floor of a 2-D step's bytes, a cell: forces 40, advection of velocity 2 x 44 and of density 44, projection
// 40 and 112 an iteration (multigrid.cu, pressure.cu); of a 3-D step 64, 3 x 56 and 56, 60, 104. At 4.3 TB/s
// and 4 iterations: 2048² 0.65 ms, 256³ 3.0 ms, 512³ 24 ms.
//
//   gpu_bench_fluid [SIZE2D SIZE3D STEPS]...   default 2048² and 256³, 512³ on a device; 512², 64³ on the CPU
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/fluid/places.h"
#include "kernels/fluid/solver.h"
#include "kernels/hash.h"
#include "tests/bench/device_timer.h"

namespace ocean {
namespace {

using namespace fluid;

template <int Dim>
double balls(const Place<Dim>& p) {
  constexpr double at[5][4] = {
      {.3, .3, .4, .1}, {.7, .35, .6, .08}, {.5, .7, .5, .12}, {.2, .75, .3, .05}, {.85, .8, .7, .06}};
  double least = 1e9;
  for (const auto& c : at) {
    double sum = 0;
    for (int a = 0; a < Dim; ++a) sum += (p.x[a] - c[a]) * (p.x[a] - c[a]);
    least = std::fmin(least, std::sqrt(sum) - c[3]);
  }
  return least;
}

template <int Dim>
std::string bench(const Exec& exec, int32_t size, int steps, bool single) {
  SolverParameters<Dim> p;
  for (int a = 0; a < Dim; ++a) p.grid.n[a] = size;
  p.grid.spacing_m = 1.0 / size;
  p.single_pass = single;
  p.scalars.push_back({"density", 0, 0, 0, {}});
  Buffer<float> corners(exec, "balls", sampled(p.grid, -2, balls<Dim>));
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
  f.restore("density", sampled(p.grid, -1, [](const Place<Dim>& q) { return q.x[0] > 0.5 ? 1.0 : 0.0; }));
  double speed = f.project().most_speed;
  int iterations = 0, most = 0;
  const auto step = [&] {
    const StepStats s = f.step(p.grid.spacing_m / speed);
    speed = s.most_speed;
    iterations += s.iterations;
    most = std::max(most, s.iterations);
  };
  const std::string name =
      std::to_string(size) + (Dim == 2 ? "^2, " : "^3, ") + (single ? "single pass" : "two passes");
  print_timing(name + ", cold", exec, time_work(exec, 0, 1, step));
  iterations = 0;
  print_timing(name + ", warm", exec, time_work(exec, 1, steps, step));
  std::printf("  iterations: %.1f a step, at most %d\n", static_cast<double>(iterations) / (steps + 1), most);
  std::string hash;
  for (const auto& a : f.arrays()) hash += to_hex(hash_words(exec, a.values.data, a.values.count()));
  return hash;
}

template <int Dim>
bool bench_all(int32_t size, int steps) {
  bool equal = true;
  for (const bool single : {true, false}) {
    std::string first;
    for (const Exec& exec : bench_backends()) {
      const std::string hash = bench<Dim>(exec, size, steps, single);
      equal = equal && (first.empty() || first == hash);
      first = hash;
    }
  }
  std::printf("  hashes %s\n", equal ? "equal" : "DIFFER");
  return equal;
}

}  // namespace
}  // namespace ocean

int main(int argc, char** argv) {
  using namespace ocean;
  bool equal = true;
  if (argc == 4) {
    equal = bench_all<2>(std::atoi(argv[1]), std::atoi(argv[3])) && equal;
    equal = bench_all<3>(std::atoi(argv[2]), std::atoi(argv[3])) && equal;
    return equal ? 0 : 1;
  }
  equal = bench_all<2>(512, 20) && bench_all<3>(64, 10);
  const auto backends = bench_backends();
  if (backends.back().is_cuda())
    for (const bool single : {true, false}) {
      bench<2>(backends.back(), 2048, 100, single);
      bench<3>(backends.back(), 256, 100, single);
      bench<3>(backends.back(), 512, 100, single);
    }
  return equal ? 0 : 1;
}
