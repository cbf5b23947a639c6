// SPDX-License-Identifier: Apache-2.0
//
// The life of a shore wave on a plane beach: what the displacement animation texture is computed from.
//
// Swell of deep-water height H0 and period T arrives at the birth depth with linear theory's shoaling
// coefficient; from there its height follows Green's law, H ~ h^(-1/4), until H/h = gamma, where it breaks:
// plunging where the Iribarren number slope/sqrt(H0/L0) is high (Battjes 1974: 0.5 to 3.3), spilling below.
// Then a bore, whose height falls linearly with the depth to a share of the breaker's, and a swash up to
// Hunt's (1959) run-up height, Iribarren number times H0.
//
// v, the life, is 0 at the birth depth, `v_swash` at the still-water line and 1 at full retreat; between the
// first two the depth falls linearly with v, since the beach is plane and a wave moves one width a period.
#pragma once

#include <cstdint>

#include "kernels/exec.h"
#include "kernels/wave/surf_shape.h"

namespace ocean {

// Every value is finite, lengths and times are above 0 unless stated.
struct SurfParams {
  double height_m = 1.5;  // in deep water, crest to trough
  double period_s = 10;
  double slope = 0.03;  // rise over run
  double gamma = 0.78;  // H/h at breaking
  double gravity = 9.81;
  double birth_depth_m = 6;
  double width_m = 0;  // of one wave; 0: the wave's length where it breaks
  double v_swash = 0;  // in (0, 1); 0: so that the swash takes swash_periods
  double swash_periods = 0.8;
  double grow = 0.1;           // of the life: the wave rises from the flat sea, [0, 1)
  double orbit = 0.5;          // share of linear theory's forward and back motion under the wave, [0, 1]
  double front = 0.9;          // steepness of a broken wave's face, 1: vertical; [0, 1)
  double front_periods = 0.2;  // after breaking, until the face has it
  bool plunging = false;
  double lip_throw = 1.4;          // how far the lip is thrown, breaker heights
  double lip_periods = 0.22;       // from breaking to the lip's touch-down
  double bore_height = 0.3;        // at the still-water line, share of the breaker's, [0, 1]
  double runup = 1;                // factor of Hunt's, [0, …)
  double swash_depth = 0.08;       // of the run-up tongue, share of the breaker's height
  double foam_periods = 0.6;       // until foam behind the crest is down to 1/e
  double foam_rise_periods = 0.2;  // until a breaking crest is all foam
  double thin_foam = 0.45;         // left on the beach, [0, 1]
  double wet_periods = 2;          // until wet sand is down to 1/e
  double edge = 0;  // life at the centre of the texture's first row: displacement is 0 up to there
};

struct SurfModel {
  SurfParams p;
  double omega = 0;
  double birth_height_m = 0;  // at the birth depth
  double break_depth_m = 0, break_height_m = 0;
  double iribarren = 0;                   // of deep water
  double width_m = 1, width_periods = 1;  // of one wave; from birth to the still-water line
  double v_break = 0, v_swash = 0;
  double crest_u = 0.5;             // of the breaking wave: the point whose depth v tells
  double runup_m = 0, reach_m = 0;  // height above still water; distance inland
  OCEAN_HD double life_speed() const { return v_swash / width_periods; }  // life per width
  OCEAN_HD double offset() const { return width_periods + crest_u; }      // D at the shoreline
  OCEAN_HD double swash_periods() const { return (1 - p.edge - v_swash) / life_speed(); }
};

// Of parameters in their ranges. A wave that breaks before it is born comes out with break_depth_m >=
// birth_depth_m: the caller refuses it.
SurfModel surf_model(const SurfParams& params);

// Still-water depth under the crest at this life, m; 0 from the still-water line on.
OCEAN_HD inline double surf_depth(const SurfModel& m, double v) {
  return v < m.v_swash ? m.p.birth_depth_m * (1 - v / m.v_swash) : 0;
}

// Height of the wave at this depth, m, without the rise at birth: Green's law, then the bore.
OCEAN_HD inline double surf_height(const SurfModel& m, double depth_m) {
  if (depth_m > m.break_depth_m)
    return m.birth_height_m * elem::sqrt(elem::sqrt(m.p.birth_depth_m / depth_m));
  const double b = m.p.bore_height;
  return m.break_height_m * (b + (1 - b) * depth_m / m.break_depth_m);
}

OCEAN_HD inline WaveForm surf_form(const SurfModel& m, double depth_m, double height_m) {
  const double k = wave_number(m.omega, depth_m, m.p.gravity);
  return wave_form(ruessink(ursell_number(height_m, k, depth_m)));
}

}  // namespace ocean
