// SPDX-License-Identifier: Apache-2.0
//
// From maps (float, south first) to the interleaved samples of an image file (rows north first): scaling to
// the target's unit, encoding, and what the encoding costs.
//
// Stored value of a channel: v = source * scale (target units). Float formats hold v (half: rounded to
// nearest even). Integer formats hold a code of t = v/range: signed channels by the signed n-bit rule, others
// by code = round(t * (2^n - 1)) (kernels/math/convert.h). Companded channels hold t =
// sign(v)*sqrt(|v|/range) instead, decoded as v = range*t*|t|: 0 is exact, and steps grow from range/(2^(n-1)
// - 1)^2 at 0 like the root of |v|. Whole numbers are their own codes. |v| beyond range saturates;
// measure_channels() counts such texels, and the caller states them.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/pack/sample_type.h"

namespace ocean {

inline constexpr int kMaxPackChannels = 4;

// Integer formats; float formats hold v whatever the code.
enum class SampleCode : uint8_t { linear, square_root, whole };

struct PackChannel {
  const float* source =
      nullptr;            // first element of the map on the Exec's back end; null: v = scale everywhere
  int32_t stride = 1;     // floats from one texel to the next (2 for one half of a Vec2f map)
  float scale = 1;        // target units a map unit, with the target's sign
  float range = 1;        // integer formats: the |v| that the largest code stands for, > 0
  bool is_signed = true;  // integer formats: signed code, or unsigned for values in [0, range]
  bool as_mask = false;   // v = scale where the source is above 0, else 0
  // whole: v is a whole number from 0 to 2^n - 1; range and is_signed do not matter.
  SampleCode code = SampleCode::linear;
};

struct PackSpec {
  SampleType type = SampleType::half;
  int32_t channels = 0;  // 1…4
  PackChannel channel[kMaxPackChannels];
  int32_t width = 0, height = 0;
};

// Writes image rows [row, row + rows) (row 0 = north) to out: rows*width*channels interleaved samples on the
// Exec's back end. Throws std::invalid_argument for a channel count, row range or range out of bounds.
void pack_rows(const Exec& exec, const PackSpec& spec, int32_t row, int32_t rows, View<uint8_t> out);

// What a channel holds (in target units) and what encoding it loses: the largest |decoded - v| over texels
// that do not saturate.
struct ChannelMeasure {
  float min = 0, max = 0;                // of v
  float stored_min = 0, stored_max = 0;  // of the decoded codes
  float max_error = 0;
  int64_t saturated = 0;  // beyond the range by more than half a step (the last); half: |v| > 65504
};
std::vector<ChannelMeasure> measure_channels(const Exec& exec, const PackSpec& spec);

}  // namespace ocean
