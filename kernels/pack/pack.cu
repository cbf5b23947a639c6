// SPDX-License-Identifier: Apache-2.0
#include "kernels/pack/pack.h"

#include <stdexcept>
#include <string>

#include "kernels/math/convert.h"
#include "kernels/math/elementary.h"
#include "kernels/math/grid.h"
#include "kernels/parallel_for.h"

namespace ocean {
namespace {

// --- One sample --------------------------------------------------------------------------------------------

template <SampleType type>
struct Sample;

template <>
struct Sample<SampleType::float32> {
  using Stored = float;
  OCEAN_HD static Stored encode(float v, const PackChannel&) { return v; }
  OCEAN_HD static float decode(Stored s, const PackChannel&) { return s; }
  OCEAN_HD static float stored(float v, const PackChannel&) { return v; }
  OCEAN_HD static bool saturates(float, const PackChannel&) { return false; }
};

template <>
struct Sample<SampleType::half> {
  using Stored = uint16_t;
  OCEAN_HD static Stored encode(float v, const PackChannel&) { return float_to_half(v); }
  OCEAN_HD static float decode(Stored s, const PackChannel&) { return half_to_float(s); }
  OCEAN_HD static float stored(float v, const PackChannel&) { return half_rounded(v); }
  OCEAN_HD static bool saturates(float v, const PackChannel&) { return v > kHalfMax || v < -kHalfMax; }
};

template <int bits, class StoredType>
struct Code {
  using Stored = StoredType;
  static constexpr float kSteps = (1 << bits) - 1, kSignedSteps = (1 << (bits - 1)) - 1;

  OCEAN_HD static Stored encode(float v, const PackChannel& c) {
    if (c.code == SampleCode::whole) return static_cast<Stored>(encode_unsigned<bits>(v / kSteps));
    const float unit = v / c.range;
    const float t = c.code == SampleCode::linear ? unit : unit < 0 ? -elem::sqrt(-unit) : elem::sqrt(unit);
    return static_cast<Stored>(c.is_signed ? encode_signed<bits>(t) : encode_unsigned<bits>(t));
  }
  OCEAN_HD static float decode(Stored s, const PackChannel& c) {
    if (c.code == SampleCode::whole) return static_cast<float>(s);
    const float t = c.is_signed ? decode_signed<bits>(s) : decode_unsigned<bits>(s);
    return c.range * (c.code == SampleCode::linear ? t : t < 0 ? -(t * t) : t * t);
  }
  OCEAN_HD static float stored(float v, const PackChannel& c) { return decode(encode(v, c), c); }
  // By more than half a step: what rounds to the last code loses no more than any other value. Companded, the
  // last step is twice as wide.
  OCEAN_HD static bool saturates(float v, const PackChannel& c) {
    if (c.code == SampleCode::whole) return v > kSteps + 0.5f || v < -0.5f;
    const float half_step = 0.5f * c.range / (c.is_signed ? kSignedSteps : kSteps);
    const float slack = c.code == SampleCode::linear ? half_step : 2.0f * half_step;
    return v > c.range + slack || v < (c.is_signed ? -c.range - slack : -half_step);
  }
};

template <>
struct Sample<SampleType::u8> : Code<8, uint8_t> {};
template <>
struct Sample<SampleType::u16> : Code<16, uint16_t> {};

OCEAN_HD float value_of(const PackChannel& channel, int64_t texel) {
  if (channel.source == nullptr) return channel.scale;
  const float source = channel.source[texel * channel.stride];
  if (channel.as_mask) return source > 0 ? channel.scale : 0.0f;
  return source * channel.scale;
}

// --- Packing -----------------------------------------------------------------------------------------------

template <SampleType type>
struct PackTexel {
  PackSpec spec;
  int32_t row;
  typename Sample<type>::Stored* out;

  using Stored = typename Sample<type>::Stored;
  struct alignas(4 * sizeof(Stored)) Four {  // one store instead of four
    Stored sample[4];
  };

  OCEAN_HD Stored sample(int c, int64_t texel) const {
    return Sample<type>::encode(value_of(spec.channel[c], texel), spec.channel[c]);
  }
  OCEAN_HD void operator()(int64_t i) const {
    const RowColumn at = row_column(i, spec.width);
    const int64_t texel = (spec.height - 1 - row - at.row) * spec.width + at.column;
    if (spec.channels == 4) {
      reinterpret_cast<Four*>(out)[i] = {
          {sample(0, texel), sample(1, texel), sample(2, texel), sample(3, texel)}};
      return;
    }
    // No loop: an index that is not known makes each thread of a device copy the spec.
    Stored* at_texel = out + i * spec.channels;
    at_texel[0] = sample(0, texel);
    if (spec.channels > 1) at_texel[1] = sample(1, texel);
    if (spec.channels > 2) at_texel[2] = sample(2, texel);
  }
};

// --- Measuring ---------------------------------------------------------------------------------------------

// Minima, maxima and counts are exact in any order, so each back end may walk the texels as suits it.

struct PartialMeasure {
  float min, max, max_error;
  int32_t any;
  int64_t saturated;
};

template <SampleType type>
struct MeasureTexels {
  PackChannel channel;
  int64_t texels, first_step, next_step, count;  // worker w visits w*first_step + k*next_step for k < count
  PartialMeasure* out;

  OCEAN_HD void operator()(int64_t w) const {
    PartialMeasure m{0, 0, 0, 0, 0};
    const int64_t first = w * first_step, left = (texels - first + next_step - 1) / next_step;
    const int64_t n = left < count ? left : count;
    if (n > 0) {
      m.any = 1;
      m.min = m.max = value_of(channel, first);
    }
    for (int64_t k = 0; k < n; ++k) {
      const float v = value_of(channel, first + k * next_step);
      m.min = v < m.min ? v : m.min;
      m.max = v > m.max ? v : m.max;
      const bool saturates = Sample<type>::saturates(v, channel);
      m.saturated += saturates ? 1 : 0;
      const float difference = saturates ? 0.0f : Sample<type>::stored(v, channel) - v;
      const float error = difference < 0 ? -difference : difference;
      m.max_error = error > m.max_error ? error : m.max_error;
    }
    out[w] = m;
  }
};

// Which of -0 and 0 is met first depends on the order.
float one_zero(float v) { return v == 0 ? 0.0f : v; }

template <SampleType type>
ChannelMeasure measure_one(const Exec& exec, const PackChannel& channel, int64_t texels) {
  const bool strided = exec.is_cuda();  // neighbouring threads read neighbouring texels there
  const int64_t per_worker = strided ? 256 : 4096;
  const int64_t workers = (texels + per_worker - 1) / per_worker;
  Buffer<PartialMeasure> partial(exec, workers);
  const MeasureTexels<type> body{channel,    texels,        strided ? 1 : per_worker, strided ? workers : 1,
                                 per_worker, partial.data()};
  parallel_for(exec, "measure_texels", workers, body, 1);
  ChannelMeasure total;
  bool any = false;
  for (const PartialMeasure& m : partial.to_host("channel measures")) {
    if (m.any == 0) continue;
    if (!any || m.min < total.min) total.min = m.min;
    if (!any || m.max > total.max) total.max = m.max;
    any = true;
    if (m.max_error > total.max_error) total.max_error = m.max_error;
    total.saturated += m.saturated;
  }
  using S = Sample<type>;
  total.min = one_zero(total.min);
  total.max = one_zero(total.max);
  total.stored_min = one_zero(S::decode(S::encode(total.min, channel), channel));
  total.stored_max = one_zero(S::decode(S::encode(total.max, channel), channel));
  return total;
}

void check_spec(const PackSpec& spec) {
  if (spec.channels < 1 || spec.channels > kMaxPackChannels)
    throw std::invalid_argument("pack: channels is " + std::to_string(spec.channels) + ", must be 1 to 4");
  if (spec.width < 1 || spec.height < 1) throw std::invalid_argument("pack: an empty map cannot be packed");
  for (int c = 0; c < spec.channels; ++c)
    if (!(spec.channel[c].range > 0)) throw std::invalid_argument("pack: a channel's range must be > 0");
}

template <SampleType type>
void pack_as(const Exec& exec, const PackSpec& spec, int32_t row, int32_t rows, View<uint8_t> out) {
  using Stored = typename Sample<type>::Stored;
  parallel_for(exec, "pack_texels", int64_t{rows} * spec.width,
               PackTexel<type>{spec, row, reinterpret_cast<Stored*>(out.data)});
}

}  // namespace

void pack_rows(const Exec& exec, const PackSpec& spec, int32_t row, int32_t rows, View<uint8_t> out) {
  check_spec(spec);
  const int64_t needed = int64_t{rows} * spec.width * spec.channels * sample_bytes(spec.type);
  if (row < 0 || rows < 0 || row > spec.height - rows || out.size < needed)
    throw std::invalid_argument("pack: rows " + std::to_string(row) + "+" + std::to_string(rows) +
                                " do not fit the map or the output");
  switch (spec.type) {
    case SampleType::u8:
      return pack_as<SampleType::u8>(exec, spec, row, rows, out);
    case SampleType::u16:
      return pack_as<SampleType::u16>(exec, spec, row, rows, out);
    case SampleType::half:
      return pack_as<SampleType::half>(exec, spec, row, rows, out);
    case SampleType::float32:
      return pack_as<SampleType::float32>(exec, spec, row, rows, out);
  }
}

std::vector<ChannelMeasure> measure_channels(const Exec& exec, const PackSpec& spec) {
  check_spec(spec);
  std::vector<ChannelMeasure> measures;
  const int64_t texels = int64_t{spec.width} * spec.height;
  for (int c = 0; c < spec.channels; ++c) {
    const PackChannel& channel = spec.channel[c];
    switch (spec.type) {
      case SampleType::u8:
        measures.push_back(measure_one<SampleType::u8>(exec, channel, texels));
        break;
      case SampleType::u16:
        measures.push_back(measure_one<SampleType::u16>(exec, channel, texels));
        break;
      case SampleType::half:
        measures.push_back(measure_one<SampleType::half>(exec, channel, texels));
        break;
      case SampleType::float32:
        measures.push_back(measure_one<SampleType::float32>(exec, channel, texels));
        break;
    }
  }
  return measures;
}

}  // namespace ocean
