// SPDX-License-Identifier: Apache-2.0
//
// Frames of a snapped wave set on a grid of texels: which path evaluates them, foam with its history, and the
// proof that loop and tile close.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "kernels/wave/flipbook.h"
#include "kernels/wave/wave_spectrum.h"
#include "libbake/bake/flipbook_maps.h"
#include "libbake/bake/gerstner_config.h"
#include "libbake/io/wave_set.h"

namespace ocean {

// set: snapped. Waves of the grid's tile at a frame, with their weights then.
std::vector<SnappedWave> snapped_waves(const WaveSet& set, const FlipbookGrid& grid, int64_t frame);

// Of a snapped wave: more than two texels along each axis.
bool holds(const FlipbookGrid& grid, const SetWave& wave);

// Throws Error{usage} for waves that the map cannot hold, with the least size that can.
void check_resolution(const WaveSet& set, const FlipbookGrid& grid);

// Transforms serve many waves, where the map's sides are powers of two.
bool uses_transform(const WaveSet& set, const FlipbookGrid& grid);

class FlipbookSea {
 public:
  FlipbookSea(const Exec& exec, const WaveSet& set, const FlipbookGrid& grid);
  const FlipbookGrid& grid() const { return grid_; }
  const WaveSet& set() const { return set_; }
  const Exec& exec() const { return exec_; }
  void evaluate(const FrameWindow& window, const SurfaceMaps& maps);

 private:
  void prepare(int64_t frame);
  const Exec& exec_;
  const WaveSet& set_;
  FlipbookGrid grid_;
  bool transform_, fades_;
  std::optional<int64_t> prepared_;
  std::variant<std::monostate, Flipbook, WaveSpectrum> path_;
};

// Computes frames first to last in order and gives each to body; foam with a history takes a loop before
// them. Maps are those that config asks for.
void for_frames(FlipbookSea& sea, const GerstnerConfig& config, int64_t first, int64_t last,
                const std::function<void(const FrameMaps&, int64_t frame)>& body);

// Largest difference of displacement, normal and Jacobian, of frame `frames` to frame 0 and of the texels one
// tile further to those of the tile, computed from their own phases.
struct LoopProof {
  double loop_error = 0, tile_error = 0;
};
LoopProof prove_loop(FlipbookSea& sea);

}  // namespace ocean
