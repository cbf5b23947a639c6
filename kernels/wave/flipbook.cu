// SPDX-License-Identifier: Apache-2.0
//
// GPU Gems 1, ch. 1, eq. 9 to 11, as sums over waves whose angle is a column's plus a row's:
//   sin(a + b) = sin a cos b + cos a sin b,  cos(a + b) = cos a cos b - sin a sin b.
//
// Bytes: a texel writes what is wanted (28 for displacement, normal and Jacobian) and reads next to nothing;
// 8 waves are some 180 operations a texel, so the floor is the store.
#include "kernels/wave/flipbook.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/parallel_for.h"
#include "kernels/wave/flipbook_checks.h"
#include "kernels/wave/wave.h"
#include "kernels/wave/wave_sums.h"

namespace ocean {
namespace {

constexpr int64_t kMostCells = int64_t{1} << 30, kMostCycles = int64_t{1} << 31;

struct CosSin {
  float cos, sin;
};

struct TableWave {
  int32_t n, m;
  int64_t cycles;
  double phase;
};

OCEAN_HD inline CosSin cos_sin(double turns) {
  const elem::SinCos<double> a = elem::sincos(6.283185307179586476925 * turns);
  return {static_cast<float>(a.cos), static_cast<float>(a.sin)};
}

// columns[w*width + i], then rows[w*height + j].
struct FillTables {
  View<const TableWave> waves;
  int32_t grid_width, grid_height, frames;
  int64_t frame;
  Window window;
  CosSin *columns, *rows;
  OCEAN_HD void operator()(int64_t index) const {
    const int64_t pitch = int64_t{window.width} + window.height;
    const int64_t w = index / pitch, k = index - w * pitch;
    const TableWave& wave = waves[w];
    if (k < window.width) {
      const int64_t i = int64_t{window.i0} + k, whole = 2 * int64_t{grid_width};
      const int64_t part = positive_mod(wave.n * (2 * i + 1), whole);
      columns[w * window.width + k] = cos_sin(static_cast<double>(part) / static_cast<double>(whole));
      return;
    }
    const int64_t j = int64_t{window.j0} + (k - window.width), whole = 2 * int64_t{grid_height};
    const int64_t part = positive_mod(wave.m * (2 * j + 1), whole);
    const int64_t time = positive_mod(wave.cycles * frame, frames);
    const double turns = static_cast<double>(part) / static_cast<double>(whole) -
                         static_cast<double>(time) / static_cast<double>(frames) + wave.phase;
    rows[w * window.height + (k - window.width)] = cos_sin(turns);
  }
};

OCEAN_HD inline float sine(CosSin a, CosSin b) { return a.sin * b.cos + a.cos * b.sin; }
OCEAN_HD inline float cosine(CosSin a, CosSin b) { return a.cos * b.cos - a.sin * b.sin; }

struct SumArguments {
  View<const WaveFactors> factors;
  const CosSin *columns, *rows;
  Window window;
  Wanted wanted;
  SurfaceMaps maps;
};

// Device: a thread sums kRows texels of one column, so that it reads the column's table once for all of them.
constexpr int kRows = 4;
template <bool kVelocity>
struct SumColumn {
  SumArguments a;
  OCEAN_HD void operator()(int64_t index) const {
    const RowColumn place = row_column(index, a.window.width);
    const int32_t column = place.column;
    const auto first = static_cast<int32_t>(place.row * kRows);
    const int32_t height = a.window.height, left = height - first;
    Sums sums[kRows];
    for (int64_t w = 0; w < a.factors.size; ++w) {
      const WaveFactors& f = a.factors[w];
      const CosSin column_angle = a.columns[w * a.window.width + column];
      const CosSin* const row_angles = a.rows + w * height + first;
      for (int r = 0; r < kRows; ++r) {
        const CosSin row_angle = row_angles[r < left ? r : 0];
        const float s = sine(column_angle, row_angle), c = cosine(column_angle, row_angle);
        Sums& t = sums[r];
        if (a.wanted.displacement) {
          t.dx = t.dx + f.dx * c;
          t.dy = t.dy + f.dy * c;
          t.dz = t.dz + f.z * s;
        }
        if (a.wanted.deformation) {
          t.jxx = t.jxx - f.jxx * s;
          t.jyy = t.jyy - f.jyy * s;
          t.jxy = t.jxy - f.jxy * s;
        }
        if (a.wanted.slope) {
          t.sx = t.sx + f.sx * c;
          t.sy = t.sy + f.sy * c;
        }
        if constexpr (kVelocity) {
          t.vx = t.vx + f.vx * s;
          t.vy = t.vy + f.vy * s;
          t.vz = t.vz + f.vz * c;
        }
      }
    }
    for (int r = 0; r < kRows && r < left; ++r)
      store(a.maps, (int64_t{first} + r) * a.window.width + column, sums[r]);
  }
};

// Host: a piece of a row at a time, sum by sum, in arrays that the compiler turns into vectors. The
// operations on a texel are those of SumColumn in the same order.
constexpr int32_t kPiece = 128;
struct SumPiece {
  SumArguments a;
  struct Arrays {
    float s[kPiece], c[kPiece];
    float dx[kPiece], dy[kPiece], dz[kPiece], jxx[kPiece], jyy[kPiece], jxy[kPiece], sx[kPiece], sy[kPiece],
        vx[kPiece], vy[kPiece], vz[kPiece];
  };
  static void start(float* sums, int32_t count, float value) {
    for (int32_t i = 0; i < count; ++i) sums[i] = value;
  }
  static void add(float* __restrict__ sums, const float* __restrict__ values, int32_t count, float factor) {
    for (int32_t i = 0; i < count; ++i) sums[i] = sums[i] + factor * values[i];
  }
  static void subtract(float* __restrict__ sums, const float* __restrict__ values, int32_t count,
                       float factor) {
    for (int32_t i = 0; i < count; ++i) sums[i] = sums[i] - factor * values[i];
  }
  static void angles(const CosSin* __restrict__ columns, CosSin row, int32_t count, float* __restrict__ s,
                     float* __restrict__ c) {
    for (int32_t i = 0; i < count; ++i) {
      s[i] = sine(columns[i], row);
      c[i] = cosine(columns[i], row);
    }
  }
  void operator()(int64_t index) const {
    const int32_t pieces = (a.window.width - 1) / kPiece + 1;
    const int64_t row = index / pieces;
    const auto first = static_cast<int32_t>(index % pieces) * kPiece;
    const int32_t count = a.window.width - first < kPiece ? a.window.width - first : kPiece;
    Arrays t;
    for (float* zero : {t.dx, t.dy, t.dz, t.jxy, t.sx, t.sy, t.vx, t.vy, t.vz}) start(zero, count, 0);
    for (float* one : {t.jxx, t.jyy}) start(one, count, 1);
    for (int64_t w = 0; w < a.factors.size; ++w) {
      const WaveFactors f = a.factors[w];
      angles(a.columns + w * a.window.width + first, a.rows[w * a.window.height + row], count, t.s, t.c);
      if (a.wanted.displacement) {
        add(t.dx, t.c, count, f.dx);
        add(t.dy, t.c, count, f.dy);
        add(t.dz, t.s, count, f.z);
      }
      if (a.wanted.deformation) {
        subtract(t.jxx, t.s, count, f.jxx);
        subtract(t.jyy, t.s, count, f.jyy);
        subtract(t.jxy, t.s, count, f.jxy);
      }
      if (a.wanted.slope) {
        add(t.sx, t.c, count, f.sx);
        add(t.sy, t.c, count, f.sy);
      }
      if (a.wanted.velocity) {
        add(t.vx, t.s, count, f.vx);
        add(t.vy, t.s, count, f.vy);
        add(t.vz, t.c, count, f.vz);
      }
    }
    const int64_t at = row * a.window.width + first;
    for (int32_t i = 0; i < count; ++i)
      store(a.maps, at + i,
            {t.dx[i], t.dy[i], t.dz[i], t.jxx[i], t.jyy[i], t.jxy[i], t.sx[i], t.sy[i], t.vx[i], t.vy[i],
             t.vz[i]});
  }
};

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("flipbook: " + what); }

bool positive(double x) { return x > 0 && x < 1e300; }
bool finite(double x) { return x > -1e300 && x < 1e300; }

void check_view(int64_t size, const float* data, int64_t texels, int64_t components, const char* name) {
  if (data != nullptr && size != texels * components)
    refuse(std::string(name) + " has " + std::to_string(size) + " floats, the window " +
           std::to_string(texels * components));
}

}  // namespace

void check_flipbook(const FlipbookGrid& g, std::span<const SnappedWave> waves) {
  if (g.width < 1 || g.height < 1 || g.width > kMostCells || g.height > kMostCells || g.frames < 1)
    refuse("the grid has " + std::to_string(g.width) + " x " + std::to_string(g.height) + " texels and " +
           std::to_string(g.frames) + " frames; all must be from 1, sides to 2^30");
  if (!positive(g.length_x) || !positive(g.length_y) || !positive(g.period_s))
    refuse("tile and period must be above 0 and finite");
  for (std::size_t i = 0; i < waves.size(); ++i) {
    const SnappedWave& w = waves[i];
    const std::string name = "wave " + std::to_string(i) + " ";
    if (w.n == 0 && w.m == 0) refuse(name + "has the cell (0, 0)");
    if (std::abs(int64_t{w.n}) >= kMostCells || std::abs(int64_t{w.m}) >= kMostCells)
      refuse(name + "has a cell beyond 2^30");
    if (w.cycles >= kMostCycles || w.cycles <= -kMostCycles) refuse(name + "has 2^31 cycles or more");
    if (!finite(w.phase) || !finite(w.amplitude) || !finite(w.steepness))
      refuse(name + "has a phase, amplitude or steepness that is not finite");
  }
}

void check_maps(const FrameWindow& window, const SurfaceMaps& maps) {
  const Window& t = window.texels;
  const auto beyond = [](int64_t x) { return x >= kMostCells || x <= -kMostCells; };
  if (t.width < 0 || t.height < 0 || beyond(t.i0) || beyond(t.j0) || beyond(t.width) || beyond(t.height) ||
      window.frame >= kMostCycles || window.frame <= -kMostCycles)
    refuse("a window beyond 2^30 texels or 2^31 frames");
  check_view(maps.displacement.size, maps.displacement.data, t.size(), 3, "displacement");
  check_view(maps.normal.size, maps.normal.data, t.size(), 3, "normal");
  check_view(maps.jacobian.size, maps.jacobian.data, t.size(), 1, "jacobian");
  check_view(maps.eigenvalue.size, maps.eigenvalue.data, t.size(), 1, "eigenvalue");
  check_view(maps.velocity.size, maps.velocity.data, t.size(), 3, "velocity");
}

struct Flipbook::State {
  Exec exec;
  FlipbookGrid grid;
  Buffer<WaveFactors> factors;
  Buffer<TableWave> waves;
};

Flipbook::Flipbook(const Exec& exec, const FlipbookGrid& grid, std::span<const SnappedWave> waves) {
  check_flipbook(grid, waves);
  std::vector<WaveFactors> factors;
  std::vector<TableWave> tables;
  for (const SnappedWave& w : waves) {
    factors.push_back(factors_of(w, grid));
    tables.push_back({w.n, w.m, w.cycles, w.phase - std::floor(w.phase)});
  }
  state_ = std::make_unique<State>(State{exec, grid, Buffer<WaveFactors>(exec, "flipbook factors", factors),
                                         Buffer<TableWave>(exec, "flipbook waves", tables)});
}
Flipbook::~Flipbook() = default;
Flipbook::Flipbook(Flipbook&&) noexcept = default;
Flipbook& Flipbook::operator=(Flipbook&&) noexcept = default;

const FlipbookGrid& Flipbook::grid() const { return state_->grid; }

void Flipbook::evaluate(const FrameWindow& window, const SurfaceMaps& maps) const {
  check_maps(window, maps);
  const State& s = *state_;
  const Window& texels = window.texels;
  if (texels.size() == 0) return;
  const int64_t count = s.factors.size();
  Buffer<CosSin> columns(s.exec, count * texels.width), rows(s.exec, count * texels.height);
  parallel_for(s.exec, "flipbook tables", count * (int64_t{texels.width} + texels.height),
               FillTables{std::as_const(s.waves).view(), s.grid.width, s.grid.height, s.grid.frames,
                          window.frame, texels, columns.data(), rows.data()},
               256);
  const Wanted wanted = wanted_sums(maps);
  const SumArguments arguments{
      std::as_const(s.factors).view(), columns.data(), rows.data(), texels, wanted, maps};
  if (s.exec.is_cuda()) {
    const int64_t groups = (int64_t{texels.height} - 1) / kRows + 1;
    if (wanted.velocity)
      parallel_for(s.exec, "flipbook frame", groups * texels.width, SumColumn<true>{arguments});
    else parallel_for(s.exec, "flipbook frame", groups * texels.width, SumColumn<false>{arguments});
    return;
  }
  const int64_t pieces = (int64_t{texels.width} - 1) / kPiece + 1;
  s.exec.count("flipbook frame");
  const SumPiece body{arguments};
  s.exec.pool().run(
      pieces * texels.height, 8,
      [](const void* context, int64_t begin, int64_t end) {
        const SumPiece piece = *static_cast<const SumPiece*>(context);
        for (int64_t i = begin; i < end; ++i) piece(i);
      },
      &body);
}

void evaluate_frame(const Exec& exec, const FlipbookGrid& grid, std::span<const SnappedWave> waves,
                    const FrameWindow& window, const SurfaceMaps& maps) {
  Flipbook(exec, grid, waves).evaluate(window, maps);
  exec.synchronize();
}

namespace {

struct Motion {
  View<const float> now, next;
  View<float> motion;
  float per_x, per_y;
  OCEAN_HD void operator()(int64_t i) const {
    motion[2 * i] = (next[3 * i] - now[3 * i]) * per_x;
    motion[2 * i + 1] = (next[3 * i + 1] - now[3 * i + 1]) * per_y;
  }
};

}  // namespace

void motion_vectors(const Exec& exec, const FlipbookGrid& grid, View<const float> now, View<const float> next,
                    View<float> motion) {
  if (now.size != next.size || now.size % 3 != 0 || motion.size != now.size / 3 * 2)
    throw std::invalid_argument("motion_vectors: sizes do not fit each other");
  parallel_for(exec, "motion vectors", now.size / 3,
               Motion{now, next, motion, static_cast<float>(1 / grid.length_x),
                      static_cast<float>(1 / grid.length_y)});
}

}  // namespace ocean
