// SPDX-License-Identifier: Apache-2.0
//
// What a program makes of the keys in a file: each function takes the channels of one curve as they were read
// back (curve_readers.h) and returns what a reader gets that asks for times 0, 1, … 127. In float arithmetic,
// as there.
//
// linear      straight lines between keys: CPU curves of Unreal, F-curves, ramps, .chan, plain tables
// gpu table   Unreal's particle system on the GPU: 128 samples from the first key to the last, straight lines
//             between; its optimiser takes the smallest table of n samples that differs by at most 0.01 where
//             both are compared, at positions t*128 and t*n (not t*127 and t*(n-1)), t = i/127: which is why
//             it takes 127 of 128
// material    Unreal's exposure to materials: 256 half-float texels from first to last key, filtered
// cubic       Unity's AnimationCurve: Hermite cubic of values and slopes
// godot       Curve.interpolate/sample: cubic Bezier with control points at thirds; baked: 128 samples, in
//             Godot 3 at i/128 (inner samples), in Godot 4 at i/127
#pragma once

#include <vector>

#include "libbake/io/curve_writers/curve_readers.h"
#include "libbake/io/curve_writers/curve_set.h"

namespace ocean {

enum class CurveConsumer {
  linear,
  gpu_table,
  gpu_table_optimised,
  material,
  cubic,
  godot,
  godot3_baked,
  godot4_baked
};

const char* consumer_name(CurveConsumer consumer);

struct Consumed {
  std::vector<CurveValues> values;  // a channel
  int samples = 0;                  // of the table that the program keeps; 0: it keeps the keys
};

inline constexpr float kOptimiserThreshold = 0.01F;

// channels: at least one, all with the same times, at least two keys.
Consumed consume(CurveConsumer consumer, const std::vector<ReadChannel>& channels);

// A row of a LUT texture through a linear sampler with clamped edges, at u = (i + offset + 1/2)/128.
CurveValues sample_texture(const CurveValues& texels, float offset = 0);

}  // namespace ocean
