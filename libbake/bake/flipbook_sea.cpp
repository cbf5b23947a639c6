// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/flipbook_sea.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/primitives.h"
#include "kernels/wave/fft.h"
#include "kernels/wave/foam.h"
#include "kernels/wave/resample.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

double fraction(double turns) { return turns - std::floor(turns); }

int64_t texels(const FlipbookGrid& grid) { return int64_t{grid.width} * grid.height; }

}  // namespace

std::vector<SnappedWave> snapped_waves(const WaveSet& set, const FlipbookGrid& grid, int64_t frame) {
  const double time = static_cast<double>(frame) * (grid.period_s / grid.frames);
  std::vector<SnappedWave> out;
  out.reserve(set.waves.size());
  for (const SetWave& w : set.waves) {
    const double weight = w.weight * (w.fade ? w.fade->weight(time) : 1);
    const double corner = fraction(w.cell[0] * (set.tile->x0 / set.tile->length_x)) +
                          fraction(w.cell[1] * (set.tile->y0 / set.tile->length_y));
    out.push_back(
        {w.cell[0], w.cell[1], w.cycles, fraction(w.phase + corner), w.amplitude * weight, w.steepness});
  }
  return out;
}

bool holds(const FlipbookGrid& grid, const SetWave& wave) {
  return 2 * std::abs(wave.cell[0]) < grid.width && 2 * std::abs(wave.cell[1]) < grid.height;
}

void check_resolution(const WaveSet& set, const FlipbookGrid& grid) {
  double needed = 0;  // of the grid's sides
  std::size_t worst = 0, count = 0;
  for (std::size_t i = 0; i < set.waves.size(); ++i) {
    if (holds(grid, set.waves[i])) continue;
    ++count;
    const int64_t n = std::abs(set.waves[i].cell[0]), m = std::abs(set.waves[i].cell[1]);
    const double of_wave =
        std::max(static_cast<double>(2 * n + 1) / grid.width, static_cast<double>(2 * m + 1) / grid.height);
    if (of_wave <= needed) continue;
    needed = of_wave;
    worst = i;
  }
  if (count == 0) return;
  const auto side = static_cast<int64_t>(std::ceil(needed * std::max(grid.width, grid.height)));
  const auto& cell = set.waves[worst].cell;
  throw Error(ErrorKind::usage, "--resolution",
              "of " + std::to_string(grid.width) + "x" + std::to_string(grid.height) + " cannot hold " +
                  std::to_string(count) + " of " + std::to_string(set.waves.size()) +
                  " waves, which need more than two texels each; the shortest, wave " +
                  std::to_string(worst) + ", fits " + std::to_string(std::abs(cell[0])) + " x " +
                  std::to_string(std::abs(cell[1])) + " times into the tile; pass at least " +
                  std::to_string(side) + ", a smaller --tile, or leave these waves out of the set");
}

bool uses_transform(const WaveSet& set, const FlipbookGrid& grid) {
  return static_cast<int64_t>(set.waves.size()) > kMostDirectWaves && is_fft_size(grid.width) &&
         is_fft_size(grid.height);
}

FlipbookSea::FlipbookSea(const Exec& exec, const WaveSet& set, const FlipbookGrid& grid)
    : exec_(exec), set_(set), grid_(grid), transform_(uses_transform(set, grid)), fades_(set.fades()) {}

void FlipbookSea::prepare(int64_t frame) {
  if (prepared_ && (!fades_ || *prepared_ == frame)) return;
  const std::vector<SnappedWave> waves = snapped_waves(set_, grid_, frame);
  if (transform_) path_ = WaveSpectrum(exec_, grid_, waves);
  else path_ = Flipbook(exec_, grid_, waves);
  prepared_ = frame;
}

void FlipbookSea::evaluate(const FrameWindow& window, const SurfaceMaps& maps) {
  prepare(window.frame);
  if (auto* direct = std::get_if<Flipbook>(&path_)) direct->evaluate(window, maps);
  else std::get<WaveSpectrum>(path_).evaluate(window, maps);
}

namespace {

// The maps of a frame and what they are made from.
class FrameMaker {
 public:
  FrameMaker(FlipbookSea& sea, const GerstnerConfig& config) : sea_(sea), config_(config) {
    const int64_t n = texels(sea.grid());
    const auto make = [&](Buffer<float>& buffer, int64_t components, bool wanted) {
      if (wanted) buffer = Buffer<float>(sea.exec(), components * n);
    };
    maps_.width = sea.grid().width;
    maps_.height = sea.grid().height;
    const bool world_foam = config.needs_foam() && config.foam_space == FoamSpace::world;
    const bool by_map = config.wants(WaveMap::height) && height_by_map();
    make(maps_.displacement, 3,
         config.wants(WaveMap::displacement) || config.wants(WaveMap::motion) || world_foam || by_map);
    make(maps_.normal, 3, config.wants(WaveMap::normal));
    make(maps_.jacobian, 1, config.needs_jacobian());
    make(maps_.velocity, 3, config.wants(WaveMap::velocity));
    make(maps_.foam, 1, config.needs_foam());
    make(maps_.motion, 2, config.wants(WaveMap::motion));
    make(maps_.water, 1, config.wants(WaveMap::height));
    make(next_, 3, config.wants(WaveMap::motion));
    make(material_foam_, 1, world_foam);
    make(history_, 1, config.needs_foam());
    if (config.needs_foam()) history_.fill_zero();
    step_s_ = sea.grid().period_s / sea.grid().frames;
    decay_ = config.foam_decay > 0 ? foam_decay(step_s_, config.foam_decay) : 0;
    source_ = {static_cast<float>(config.foam_threshold), static_cast<float>(config.foam_edge),
               config.foam_decay > 0 ? static_cast<float>(config.foam_rate * step_s_) : 1.0f};
  }

  // Brings the foam's history to its periodic state before frame 0.
  void gather_history() {
    if (!config_.needs_foam() || decay_ == 0) return;
    SurfaceMaps wanted;
    wanted.jacobian = maps_.jacobian.view();
    for (int64_t frame = 0; frame < sea_.grid().frames; ++frame) {
      sea_.evaluate(whole_frame(sea_.grid(), frame), wanted);
      foam_step(sea_.exec(), source_, decay_, std::as_const(maps_.jacobian).view(), history_.view());
    }
    foam_close(sea_.exec(), decay_, sea_.grid().frames, history_.view());
  }

  // Foam needs all frames in order from 0.
  void skip(int64_t frame) {
    SurfaceMaps wanted;
    wanted.jacobian = maps_.jacobian.view();
    sea_.evaluate(whole_frame(sea_.grid(), frame), wanted);
    foam_step(sea_.exec(), source_, decay_, std::as_const(maps_.jacobian).view(), history_.view());
  }
  bool needs_all() const { return config_.needs_foam() && decay_ > 0; }

  const FrameMaps& make(int64_t frame) {
    sea_.evaluate(
        whole_frame(sea_.grid(), frame),
        {maps_.displacement.view(), maps_.normal.view(), maps_.jacobian.view(), {}, maps_.velocity.view()});
    if (config_.needs_foam()) make_foam();
    if (config_.wants(WaveMap::motion)) make_motion(frame);
    if (config_.wants(WaveMap::height)) make_height(frame);
    return maps_;
  }

 private:
  bool height_by_map() const { return static_cast<int64_t>(sea_.set().waves.size()) > kMostDirectWaves; }

  void make_foam() {
    const bool world = config_.foam_space == FoamSpace::world;
    foam_step(sea_.exec(), source_, decay_, std::as_const(maps_.jacobian).view(), history_.view(),
              world ? material_foam_.view() : maps_.foam.view());
    if (world)
      to_world(sea_.exec(), sea_.grid(), std::as_const(maps_.displacement).view(),
               std::as_const(material_foam_).view(), maps_.foam.view());
  }

  void make_motion(int64_t frame) {
    SurfaceMaps wanted;
    wanted.displacement = next_.view();
    sea_.evaluate(whole_frame(sea_.grid(), frame + 1), wanted);
    motion_vectors(sea_.exec(), sea_.grid(), std::as_const(maps_.displacement).view(),
                   std::as_const(next_).view(), maps_.motion.view());
  }

  void make_height(int64_t frame) {
    if (height_by_map())
      height_of_map(sea_.exec(), sea_.grid(), std::as_const(maps_.displacement).view(), maps_.water.view());
    else
      fixed_height(sea_.exec(), sea_.grid(), snapped_waves(sea_.set(), sea_.grid(), frame),
                   whole_frame(sea_.grid(), frame), maps_.water.view());
  }

  FlipbookSea& sea_;
  const GerstnerConfig& config_;
  FrameMaps maps_;
  Buffer<float> next_, material_foam_, history_;
  double step_s_ = 0;
  float decay_ = 0;
  FoamSource source_;
};

float largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  float most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

void for_frames(FlipbookSea& sea, const GerstnerConfig& config, int64_t first, int64_t last,
                const std::function<void(const FrameMaps&, int64_t frame)>& body) {
  FrameMaker maker(sea, config);
  maker.gather_history();
  if (maker.needs_all())
    for (int64_t frame = 0; frame < first; ++frame) maker.skip(frame);
  for (int64_t frame = first; frame <= last; ++frame) body(maker.make(frame), frame);
}

LoopProof prove_loop(FlipbookSea& sea) {
  const FlipbookGrid& grid = sea.grid();
  const int64_t n = texels(grid);
  const auto sample = [&](const FrameWindow& window) {
    Buffer<float> displacement(sea.exec(), 3 * n), normal(sea.exec(), 3 * n), jacobian(sea.exec(), n);
    sea.evaluate(window, {displacement.view(), normal.view(), jacobian.view(), {}, {}});
    std::vector<float> all = displacement.to_host("proof: displacement");
    for (const Buffer<float>* buffer : {&normal, &jacobian}) {
      const std::vector<float> part = buffer->to_host("proof: derivatives");
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  };
  const std::vector<float> first = sample(whole_frame(grid, 0));
  LoopProof proof;
  proof.loop_error = static_cast<double>(largest_difference(first, sample(whole_frame(grid, grid.frames))));
  FrameWindow beyond = whole_frame(grid, 0);
  beyond.texels.i0 = grid.width;
  beyond.texels.j0 = grid.height;
  proof.tile_error = static_cast<double>(largest_difference(first, sample(beyond)));
  return proof;
}

}  // namespace ocean
