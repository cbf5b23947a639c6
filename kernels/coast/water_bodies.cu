// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "kernels/coast/lattice_crossings.h"
#include "kernels/coast/water_bodies.h"
#include "kernels/parallel_for.h"
#include "kernels/primitives.h"

namespace ocean {
namespace {

OCEAN_HD inline bool tells(const LatticeCrossing& c) { return c.body_first >= 0 || c.body_second >= 0; }

struct CountCrossing {
  int32_t count = 0;
  OCEAN_HD void operator()(const LatticeCrossing& c) { count += tells(c) ? 1 : 0; }
};
struct WriteCrossing {
  LatticeCrossing* at;
  OCEAN_HD void operator()(const LatticeCrossing& c) {
    if (tells(c)) *at++ = c;
  }
};

struct CountCrossings {
  LatticeView lattice;
  View<int32_t> counts;
  OCEAN_HD void operator()(int64_t segment) const {
    CountCrossing visit;
    visit_lattice_crossings(lattice, segment, visit);
    counts[segment] = visit.count;
  }
};
struct EmitCrossings {
  LatticeView lattice;
  View<const int64_t> offsets;
  View<LatticeCrossing> crossings;
  OCEAN_HD void operator()(int64_t segment) const {
    if (offsets[segment] == offsets[segment + 1]) return;
    WriteCrossing visit{crossings.data + offsets[segment]};
    visit_lattice_crossings(lattice, segment, visit);
  }
};

template <class T>
struct FillRuns {
  View<const TexelRun> runs;
  Window window;
  int32_t map_width;
  bool numbers;  // write the body's number instead of 1
  View<T> out;
  OCEAN_HD void operator()(int64_t k) const {
    const int64_t row = runs[k].begin / map_width - window.j0,
                  left = (row + window.j0) * map_width + window.i0;
    int64_t first = runs[k].begin - left, last = runs[k].end - left;
    if (first < 0) first = 0;
    if (last > window.width) last = window.width;
    const T value = static_cast<T>(numbers && runs[k].body != kNoBody ? runs[k].body + 1 : 1);
    for (int64_t i = first; i < last; ++i) out[row * window.width + i] = value;
  }
};

struct ToFloat {
  const int32_t* from;
  float* to;
  OCEAN_HD void operator()(int64_t i) const { to[i] = static_cast<float>(from[i]); }
};

template <class T>
void fill_dropped(const Exec& exec, const ChosenWater& chosen, int32_t map_width, const Window& window,
                  bool numbers, View<T> out) {
  const int64_t first = int64_t{window.j0} * map_width,
                last = (int64_t{window.j0} + window.height) * map_width;
  std::vector<TexelRun> inside;
  for (const TexelRun& r : chosen.dropped)
    if (r.begin >= first && r.end <= last) inside.push_back(r);
  const Buffer<TexelRun> runs(exec, "dropped islands", inside);
  parallel_for(exec, "dropped islands", runs.size(),
               FillRuns<T>{runs.view(), window, map_width, numbers, out}, 64);
}

}  // namespace

std::vector<LatticeCrossing> lattice_crossings(const Exec& exec, const Coastline& coast,
                                               const RunView& water) {
  const Buffer<CoastSegment> segments(exec, "coast segments", coast.segments);
  const LatticeView lattice{segments.view(), water};
  const int64_t n = segments.size();
  Buffer<int32_t> counts(exec, n);
  Buffer<int64_t> offsets(exec, n + 1);
  parallel_for(exec, "coast on the lattice, count", n, CountCrossings{lattice, counts.view()}, 2048);
  exclusive_scan(exec, std::as_const(counts).view(), offsets.view());
  Buffer<LatticeCrossing> crossings(exec, scan_total(exec, "coast on the lattice, number to host", offsets));
  parallel_for(exec, "coast on the lattice", n,
               EmitCrossings{lattice, std::as_const(offsets).view(), crossings.view()}, 2048);
  return crossings.to_host("coast on the lattice to host");
}

void paint_water(const Exec& exec, const RunView& water, const WaterBodies& found, const ChosenWater& chosen,
                 const Window& window, View<uint8_t> out) {
  std::vector<uint8_t> keep;
  for (const int32_t body : found.body_of) keep.push_back(chosen.keep[static_cast<size_t>(body)]);
  const Buffer<uint8_t> values(exec, "bodies that count", keep);
  paint_components(exec, water, values.view(), uint8_t{0}, window, out);
  fill_dropped(exec, chosen, water.width, window, false, out);
}

void paint_bodies(const Exec& exec, const RunView& water, const WaterBodies& found, const ChosenWater& chosen,
                  const Window& window, View<float> out) {
  if (found.bodies.size() > size_t{1} << 24)
    throw std::invalid_argument("paint_bodies: more than 2^24 bodies of water");
  std::vector<int32_t> number;
  for (const int32_t body : found.body_of) number.push_back(body + 1);
  const Buffer<int32_t> values(exec, "numbers of bodies", number);
  Buffer<int32_t> numbers(exec, window.size());
  paint_components(exec, water, values.view(), 0, window, numbers.view());
  fill_dropped(exec, chosen, water.width, window, true, numbers.view());
  parallel_for(exec, "numbers of bodies", out.size, ToFloat{numbers.data(), out.data}, 1 << 15);
}

}  // namespace ocean
