// SPDX-License-Identifier: Apache-2.0
//
// Maps of one frame of a tiling, looping sea by the direct sum over its waves: right for any map size, best
// up to kMostDirectWaves waves (wave_spectrum.h beyond, where the map's sides are powers of two).
//
// The surface is that of kernels/wave/wave.h (GPU Gems 1, ch. 1, eq. 9 to 11). Phases are whole fractions of
// a turn: the column's (n*(2i + 1) mod 2*width)/(2*width), the row's likewise, the frame's (cycles*frame mod
// frames)/frames, each in exact integers. So column width equals column 0 and frame `frames` equals frame 0
// bit for bit, however far from the origin. A wave's angle is the column's plus the row's (which holds the
// frame's and the wave's own), so sines and cosines come from two small tables, computed in double and
// rounded to float; sums are float, in the order of the waves.
//
// Error against double: below 2e-6 of the sum of the amplitudes (displacement; likewise the other sums), for
// up to 64 waves. Same bits on every back end, thread count and window.
#pragma once

#include <memory>
#include <span>

#include "kernels/exec.h"
#include "kernels/wave/surface_maps.h"

namespace ocean {

inline constexpr int64_t kMostDirectWaves = 64;

// The waves of a flipbook, ready on the back end; one serves all frames. Throws std::invalid_argument: a grid
// or wave out of its range (surface_maps.h), with the wave's index and numbers; DeviceError, std::bad_alloc.
class Flipbook {
 public:
  // No waves: the flat sea.
  Flipbook(const Exec& exec, const FlipbookGrid& grid, std::span<const SnappedWave> waves);
  ~Flipbook();
  Flipbook(Flipbook&&) noexcept;
  Flipbook& operator=(Flipbook&&) noexcept;

  const FlipbookGrid& grid() const;
  // Fills the wanted maps. On CUDA asynchronous on the Exec's stream, without any transfer; on the CPU it may
  // be called from several threads at once. Throws std::invalid_argument for a window out of range or a map
  // that does not fit it.
  void evaluate(const FrameWindow& window, const SurfaceMaps& maps) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The same for a single use.
void evaluate_frame(const Exec& exec, const FlipbookGrid& grid, std::span<const SnappedWave> waves,
                    const FrameWindow& window, const SurfaceMaps& maps);

// Motion vectors in tile units (u east, v north): ((next - now).x/length_x, (next - now).y/length_y) of the
// displacement (3 components) of two frames, 2 components. Sizes that do not fit: std::invalid_argument.
void motion_vectors(const Exec& exec, const FlipbookGrid& grid, View<const float> now, View<const float> next,
                    View<float> motion);

}  // namespace ocean
