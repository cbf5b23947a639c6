// SPDX-License-Identifier: Apache-2.0
//
// A real sum F = Re(sum of f*exp(i*theta)) of waves whose phase is 2*pi*(n*x/W + m*y/H) + phi has the
// spectrum f*exp(i*phi)/2 in cell (n, m) and its conjugate in (-n, -m). F + i*G of two of them is one complex
// transform.
#include "kernels/wave/wave_spectrum.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernels/parallel_for.h"
#include "kernels/wave/fft.h"
#include "kernels/wave/flipbook_checks.h"
#include "kernels/wave/wave_sums.h"

namespace ocean {
namespace {

constexpr int kSums = 11;

// Sum `s` of Sums: its factor, of the cosine (f) or the sine (Re(-i*f*exp(i*theta)) = f*sin(theta)).
struct Part {
  double real = 0, imaginary = 0;
};
OCEAN_HD inline Part part_of(const WaveFactors& f, int s) {
  switch (s) {
    case 0:
      return {static_cast<double>(f.dx), 0};
    case 1:
      return {static_cast<double>(f.dy), 0};
    case 2:
      return {0, -static_cast<double>(f.z)};
    case 3:
      return {0, static_cast<double>(f.jxx)};
    case 4:
      return {0, static_cast<double>(f.jyy)};
    case 5:
      return {0, static_cast<double>(f.jxy)};
    case 6:
      return {static_cast<double>(f.sx), 0};
    case 7:
      return {static_cast<double>(f.sy), 0};
    case 8:
      return {0, -static_cast<double>(f.vx)};
    case 9:
      return {0, -static_cast<double>(f.vy)};
    default:
      return {static_cast<double>(f.vz), 0};
  }
}

struct SpectrumWave {
  int32_t n, m;
  int64_t cycles;
  double phase;
  WaveFactors factors;
};

// A wave in a cell: itself, or its conjugate in the cell opposite.
struct Entry {
  int32_t wave;
  int32_t mirrored;
};

// The sums that are wanted, in the order of Sums.
struct SumList {
  int32_t sums[kSums];
  int32_t count = 0;
  OCEAN_HD int32_t pairs() const { return (count + 1) / 2; }
};

SumList sum_list(const Wanted& wanted) {
  SumList list;
  const bool use[kSums] = {wanted.displacement, wanted.displacement, wanted.displacement, wanted.deformation,
                           wanted.deformation,  wanted.deformation,  wanted.slope,        wanted.slope,
                           wanted.velocity,     wanted.velocity,     wanted.velocity};
  for (int s = 0; s < kSums; ++s)
    if (use[s]) list.sums[list.count++] = s;
  return list;
}

// One thread a cell and pair of sums.
struct FillCells {
  View<const SpectrumWave> waves;
  View<const Entry> entries;
  View<const int32_t> starts;  // of a cell's entries
  View<const int64_t> places;  // in the map
  int32_t width, height, frames;
  int64_t frame, i0, j0, map;
  SumList list;
  Vec2f* spectra;

  OCEAN_HD void operator()(int64_t index) const {
    const int64_t cells = places.size;
    const auto pair = static_cast<int32_t>(index / cells);
    const int64_t cell = index - pair * cells;
    double real = 0, imaginary = 0;
    for (int32_t e = starts[cell]; e < starts[cell + 1]; ++e) {
      const SpectrumWave& w = waves[entries[e].wave];
      const int64_t whole_x = 2 * int64_t{width}, whole_y = 2 * int64_t{height};
      const double turns =
          static_cast<double>(positive_mod(w.n * (2 * i0 + 1), whole_x)) / static_cast<double>(whole_x) +
          static_cast<double>(positive_mod(w.m * (2 * j0 + 1), whole_y)) / static_cast<double>(whole_y) -
          static_cast<double>(positive_mod(w.cycles * frame, frames)) / static_cast<double>(frames) + w.phase;
      const elem::SinCos<double> a = elem::sincos(kTwoPi * turns);
      const Part f = turned(part_of(w.factors, list.sums[2 * pair]), a, entries[e].mirrored != 0);
      real += f.real;
      imaginary += f.imaginary;
      if (2 * pair + 1 < list.count) {
        const Part g = turned(part_of(w.factors, list.sums[2 * pair + 1]), a, entries[e].mirrored != 0);
        real -= g.imaginary;  // i*g
        imaginary += g.real;
      }
    }
    spectra[pair * map + places[cell]] = {static_cast<float>(0.5 * real),
                                          static_cast<float>(0.5 * imaginary)};
  }
  OCEAN_HD static Part turned(Part f, const elem::SinCos<double>& a, bool mirrored) {
    const Part p{f.real * a.cos - f.imaginary * a.sin, f.real * a.sin + f.imaginary * a.cos};
    return mirrored ? Part{p.real, -p.imaginary} : p;
  }
};

struct Combine {
  const Vec2f* fields;
  int64_t map;
  SumList list;
  SurfaceMaps maps;
  OCEAN_HD void operator()(int64_t i) const {
    float values[kSums] = {0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0};
    for (int32_t k = 0; k < list.count; ++k) {
      const Vec2f z = fields[(k / 2) * map + i];
      values[list.sums[k]] += k % 2 == 0 ? z.x : z.y;
    }
    store(maps, i,
          {values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7], values[8],
           values[9], values[10]});
  }
};

void check_cells(const FlipbookGrid& grid, std::span<const SnappedWave> waves) {
  if (!is_fft_size(grid.width) || !is_fft_size(grid.height))
    throw std::invalid_argument("wave spectrum: " + std::to_string(grid.width) + " x " +
                                std::to_string(grid.height) + " texels; sides must be powers of two up to " +
                                std::to_string(kMostFft));
  for (std::size_t i = 0; i < waves.size(); ++i) {
    const int64_t n = std::abs(int64_t{waves[i].n}), m = std::abs(int64_t{waves[i].m});
    if (2 * n < grid.width && 2 * m < grid.height) continue;
    throw std::invalid_argument("wave spectrum: wave " + std::to_string(i) + " has the cell (" +
                                std::to_string(waves[i].n) + ", " + std::to_string(waves[i].m) +
                                "), which needs " + std::to_string(2 * n + 1) + " x " +
                                std::to_string(2 * m + 1) + " texels at least");
  }
}

}  // namespace

struct WaveSpectrum::State {
  Exec exec;
  FlipbookGrid grid;
  Fft2d fft;
  Buffer<SpectrumWave> waves;
  Buffer<Entry> entries;
  Buffer<int32_t> starts;
  Buffer<int64_t> places;
};

WaveSpectrum::WaveSpectrum(const Exec& exec, const FlipbookGrid& grid, std::span<const SnappedWave> waves) {
  check_flipbook(grid, waves);
  check_cells(grid, waves);
  std::vector<SpectrumWave> all;
  std::vector<std::pair<int64_t, Entry>> sorted;
  for (std::size_t i = 0; i < waves.size(); ++i) {
    const SnappedWave& w = waves[i];
    all.push_back({w.n, w.m, w.cycles, w.phase - std::floor(w.phase), factors_of(w, grid)});
    for (const int32_t mirrored : {0, 1}) {
      const int64_t column = positive_mod(mirrored != 0 ? -int64_t{w.n} : w.n, grid.width);
      const int64_t row = positive_mod(mirrored != 0 ? -int64_t{w.m} : w.m, grid.height);
      sorted.push_back({row * grid.width + column, {static_cast<int32_t>(i), mirrored}});
    }
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Entry> entries;
  std::vector<int32_t> starts;
  std::vector<int64_t> places;
  for (const auto& [place, entry] : sorted) {
    if (places.empty() || places.back() != place) {
      places.push_back(place);
      starts.push_back(static_cast<int32_t>(entries.size()));
    }
    entries.push_back(entry);
  }
  starts.push_back(static_cast<int32_t>(entries.size()));
  state_ = std::make_unique<State>(State{
      exec, grid, Fft2d(exec, grid.width, grid.height), Buffer<SpectrumWave>(exec, "spectrum waves", all),
      Buffer<Entry>(exec, "spectrum entries", entries), Buffer<int32_t>(exec, "spectrum starts", starts),
      Buffer<int64_t>(exec, "spectrum places", places)});
}
WaveSpectrum::~WaveSpectrum() = default;
WaveSpectrum::WaveSpectrum(WaveSpectrum&&) noexcept = default;
WaveSpectrum& WaveSpectrum::operator=(WaveSpectrum&&) noexcept = default;

const FlipbookGrid& WaveSpectrum::grid() const { return state_->grid; }
int64_t WaveSpectrum::cells() const { return state_->places.size(); }

int64_t WaveSpectrum::scratch_bytes(const FlipbookGrid& grid, const SurfaceMaps& maps) {
  return int64_t{sum_list(wanted_sums(maps)).pairs()} * grid.width * grid.height * int64_t{sizeof(Vec2f)};
}

void WaveSpectrum::evaluate(const FrameWindow& window, const SurfaceMaps& maps) const {
  check_maps(window, maps);
  const State& s = *state_;
  if (window.texels.width != s.grid.width || window.texels.height != s.grid.height)
    throw std::invalid_argument(
        "wave spectrum: a transform makes whole maps; the window must have the grid's size");
  const SumList list = sum_list(wanted_sums(maps));
  if (list.count == 0) return;
  const int64_t map = int64_t{s.grid.width} * s.grid.height;
  Buffer<Vec2f> fields(s.exec, map * list.pairs());
  fields.fill_zero();
  parallel_for(s.exec, "spectrum cells", s.places.size() * list.pairs(),
               FillCells{s.waves.view(), s.entries.view(), s.starts.view(), s.places.view(), s.grid.width,
                         s.grid.height, s.grid.frames, window.frame, window.texels.i0, window.texels.j0, map,
                         list, fields.data()},
               64);
  s.fft.transform(FftDirection::inverse, fields.view(), list.pairs());
  parallel_for(s.exec, "spectrum maps", map, Combine{fields.data(), map, list, maps}, 1024);
}

}  // namespace ocean
