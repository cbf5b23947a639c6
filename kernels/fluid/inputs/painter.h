// SPDX-License-Identifier: Apache-2.0
//
// The painter: the strokes of one tick as layers at the cells of its own grid.
//
// Amounts (`rate`) are added in proportion to the time that the ball held the cell, so that they do not
// depend on the length of the tick; a level is what the scalar is raised to wherever the ball passed;
// velocity, wetness and the imprint are those of the strongest and of the mean stroke over the cell.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/fluid/grid.h"
#include "kernels/fluid/inputs/stroke_bins.h"

namespace ocean::fluid {

enum PaintScalar : int32_t {
  kPaintDensity,
  kPaintTemperature,
  kPaintRed,
  kPaintGreen,
  kPaintBlue,
  kPaintScalars
};

struct Brush {
  float core = 0;                   // 0 to below 1: the share of the radius with full strength; smooth beyond
  float rate[kPaintScalars] = {};   // a second, added
  float level[kPaintScalars] = {};  // raised to; 0: no
  float velocity_share = 0;         // 0…1 of the stroke's velocity that the fluid takes
  float wetness = 0;                // 0…1
  float imprint = 0;                // 0…1
};

// A view without data is not wanted. All at cells, of one size.
template <int Dim>
struct PaintLayers {
  GridView<float, Dim> added[kPaintScalars];  // amounts of this tick
  GridView<float, Dim> level[kPaintScalars];  // raise to at least this
  GridView<float, Dim> velocity[Dim];         // m/s along the grid's axes, mean by share
  GridView<float, Dim> share;                 // 0…1
  GridView<float, Dim> wetness, imprint;      // 0…1
};

// Writes all layers (zero where nothing was painted). space as for the bins. Asynchronous on CUDA.
template <int Dim>
void paint(const Exec& exec, const StrokeBins<Dim>& bins, View<const Stroke> strokes,
           View<const Brush> brushes, const StrokeSpace& space, float dt, const PaintLayers<Dim>& layers);

// added += what raises q to level: max(0, level - q). All of one size. Asynchronous on CUDA.
void add_to_level(const Exec& exec, View<const float> q, View<const float> level, View<float> added);

// Values of one cell grid on another over the same box whose cells are a whole number of times larger or
// smaller: means of finer cells, linear between coarser ones. Throws std::invalid_argument for other sizes.
// Asynchronous.
template <int Dim>
void resample_cells(const Exec& exec, GridView<const float, Dim> from, GridView<float, Dim> to);

}  // namespace ocean::fluid
