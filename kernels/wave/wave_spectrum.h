// SPDX-License-Identifier: Apache-2.0
//
// Maps of one frame of a tiling, looping sea of many waves by Fourier transforms (Tessendorf, Simulating
// Ocean Water, 2001, with the waves given instead of drawn). The surface is that of flipbook.h.
//
// Waves are gathered into the tile's cells (n, m), those of one cell in the order of their indices, in
// double; each real sum (displacement, its derivatives, slopes, velocity) gets a spectrum, two sums share one
// complex transform (fft.h). Texel centres lie half a texel in, which turns each cell's phase by an exact
// fraction, so tile and loop close bit for bit as in flipbook.h. Same bits on both back ends; equal to the
// direct sum within 1e-5 of the significant height.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "kernels/exec.h"
#include "kernels/wave/surface_maps.h"

namespace ocean {

class WaveSpectrum {
 public:
  // Throws std::invalid_argument: a side that is no power of two up to 16384 (is_fft_size), a grid or wave
  // out of range, or a wave that the map cannot hold (2|n| >= width or 2|m| >= height), with its index, cell
  // and the side it needs. No waves: the flat sea.
  WaveSpectrum(const Exec& exec, const FlipbookGrid& grid, std::span<const SnappedWave> waves);
  ~WaveSpectrum();
  WaveSpectrum(WaveSpectrum&&) noexcept;
  WaveSpectrum& operator=(WaveSpectrum&&) noexcept;

  const FlipbookGrid& grid() const;
  int64_t cells() const;  // that hold waves; (n, m) and (-n, -m) are two
  // As Flipbook::evaluate, except that the window has the size of the grid; it may start anywhere. Takes
  // scratch_bytes() while it runs.
  void evaluate(const FrameWindow& window, const SurfaceMaps& maps) const;
  // Of an evaluation of these maps.
  static int64_t scratch_bytes(const FlipbookGrid& grid, const SurfaceMaps& maps);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ocean
