// SPDX-License-Identifier: Apache-2.0
//
// Foam of a looping sea: where the surface is squeezed or folds (Jacobian below a threshold; Tessendorf,
// Simulating Ocean Water, 2001, 4.4), with a history that fades and is periodic.
//
//   F(f) = d*F(f - 1) + c(f),  d = exp(-dt/tau),  c = gain*(1 - smoothstep(threshold - edge, threshold, J))
// Its periodic state has F(N - 1) = (sum over f of d^(N-1-f)*c(f))/(1 - d^N), so two passes over the loop
// make frame 0 carry the history of frame N - 1:
//   1. history = 0; foam_step for f = 0 … N - 1; foam_close                  (history = F(N - 1))
//   2. foam_step for f = 0 … N - 1, each with its output.
// The recurrence is linear: clamping happens on output alone. After pass 2 the history is F(N - 1) again
// within (N + 4)*2^-23/(1 - d^N) of itself. tau = 0 (d = 0): no history, pass 1 is not needed, and the output
// is c, bit for bit the same in every loop.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"

namespace ocean {

struct FoamSource {
  float threshold = 0.5f;  // no foam from this Jacobian on
  float edge = 0.25f;      // full foam below threshold - edge; >= 0, 0: a hard edge (J < threshold)
  float gain = 1.0f;       // > 0, foam a frame adds at full coverage
};

// d = exp(-dt/tau), 0 for tau = 0. Throws std::invalid_argument for dt <= 0, tau < 0, not finite, or a d that
// rounds to 1 as a float (tau above about 1e7*dt).
float foam_decay(double dt_s, double tau_s);

// history = decay*history + c(jacobian); coverage, if not empty, = history limited to [0, 1]. A NaN Jacobian
// adds nothing. Views of one size on the Exec's back end, coverage may not be history. Throws
// std::invalid_argument: sizes, decay outside [0, 1), an edge or gain out of range.
void foam_step(const Exec& exec, const FoamSource& source, float decay, View<const float> jacobian,
               View<float> history, View<float> coverage = {});

// history /= 1 - decay^frames: after the first pass. frames >= 1.
void foam_close(const Exec& exec, float decay, int32_t frames, View<float> history);

}  // namespace ocean
