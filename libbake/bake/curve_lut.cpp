// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/curve_lut.h"

#include <algorithm>

#include "kernels/math/convert.h"
#include "libbake/bake/consumer_models.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

struct CodeRange {
  float most = 1;
  bool is_signed = false;
};

CodeRange range_of(const CurveSet& set, std::size_t channel) {
  float low = 0, high = 0;
  for (const Curve& curve : set.curves)
    for (const float v : curve.channels[channel].values) low = std::min(low, v), high = std::max(high, v);
  const float most = std::max(high, -low);
  return {most > 0 ? most : 1.0F, low < 0};
}

template <int bits>
uint32_t code_of(float value, const CodeRange& range) {
  return range.is_signed ? encode_signed<bits>(value / range.most)
                         : encode_unsigned<bits>(value / range.most);
}

Decode decode_of(const CodeRange& range, int bits) {
  const double most = static_cast<double>(range.most), codes = static_cast<double>((1U << bits) - 1);
  if (!range.is_signed) return {most / codes, 0};
  const double zero = static_cast<double>(1U << (bits - 1));
  return {most / (zero - 1), -zero * (most / (zero - 1))};
}

std::vector<ChannelRecord> channel_records(const CurveSet& set, int bits) {
  static constexpr const char* kColours[] = {"R", "G", "B", "A"};
  std::vector<ChannelRecord> records;
  const std::size_t count = set.curves[0].channels.size();
  for (std::size_t c = 0; c < count; ++c) {
    std::vector<std::string> meanings;
    for (const Curve& curve : set.curves)
      if (std::find(meanings.begin(), meanings.end(), curve.channels[c].meaning) == meanings.end())
        meanings.push_back(curve.channels[c].meaning);
    ChannelRecord record;
    record.name = count == 1 ? "Y" : kColours[c];
    record.meaning = join(meanings, "; ");
    const std::string unit = set.curves[0].channels[c].unit;
    const bool is_shared = std::all_of(set.curves.begin(), set.curves.end(),
                                       [&](const Curve& curve) { return curve.channels[c].unit == unit; });
    if (is_shared) record.unit = unit;
    if (bits > 0) record.decode = decode_of(range_of(set, c), bits);
    records.push_back(std::move(record));
  }
  return records;
}

int bits_of(CurveWriter writer) {
  return writer == CurveWriter::png16 ? 16 : writer == CurveWriter::png8 ? 8 : 0;
}

// In the order of the image: rows from the top, channels interleaved.
template <class Put>
void each_sample(const CurveSet& set, const Put& put) {
  for (const Curve& curve : set.curves)
    for (std::size_t key = 0; key < kCurveKeys; ++key)
      for (std::size_t c = 0; c < curve.channels.size(); ++c) put(c, curve.channels[c].values[key]);
}

template <class Code, int bits>
std::vector<Code> codes(const CurveSet& set, std::vector<ChannelRecord>& channels) {
  std::vector<CodeRange> ranges;
  for (std::size_t c = 0; c < channels.size(); ++c) ranges.push_back(range_of(set, c));
  std::vector<double> errors(channels.size());
  std::vector<Code> out;
  each_sample(set, [&](std::size_t c, float value) {
    const uint32_t code = code_of<bits>(value, ranges[c]);
    const double error = channels[c].decode(code) - static_cast<double>(value);
    errors[c] = std::max(errors[c], error < 0 ? -error : error);
    out.push_back(static_cast<Code>(code));
  });
  for (std::size_t c = 0; c < channels.size(); ++c) channels[c].quantisation_error = errors[c];
  return out;
}

}  // namespace

ImageFormat lut_format(CurveWriter writer) {
  return writer == CurveWriter::exr     ? ImageFormat::exr_float
         : writer == CurveWriter::png16 ? ImageFormat::png16
                                        : ImageFormat::png8;
}

std::string lut_file(const CurveSheet& sheet, CurveWriter writer) {
  return sheet.prefix + (writer == CurveWriter::exr     ? "_lut.exr"
                         : writer == CurveWriter::png16 ? "_lut16.png"
                                                        : "_lut8.png");
}

void write_lut(const CurveSheet& sheet, CurveWriter writer, const TargetTraits& target, OutputSet& outputs) {
  OutputRecord record;
  record.file = lut_file(sheet, writer);
  record.role = "lut";
  record.format = format_name(lut_format(writer));
  record.width = kCurveKeys;
  record.height = static_cast<int32_t>(sheet.set.curves.size());
  record.channels = channel_records(sheet.set, bits_of(writer));
  JsonWriter rows(0);
  std::vector<std::string> names;
  for (const Curve& curve : sheet.set.curves) names.push_back(curve.name);
  rows.list(names);
  record.facts["rows"] = rows.text();
  record.facts["u"] = "\"(key + 0.5)/128, linear filter, clamp, no mips, no sRGB\"";
  record.facts["v"] = target.v_up ? "\"1 - (row + 0.5)/rows\"" : "\"(row + 0.5)/rows\"";
  record.facts["axes_of"] = json_quoted(target.name);
  std::vector<float> values;
  each_sample(sheet.set, [&](std::size_t, float value) { values.push_back(value); });
  if (writer == CurveWriter::exr) return outputs.write_image(std::move(record), values.data());
  if (writer == CurveWriter::png16) {
    const std::vector<uint16_t> samples = codes<uint16_t, 16>(sheet.set, record.channels);
    return outputs.write_image(std::move(record), samples.data());
  }
  const std::vector<uint8_t> samples = codes<uint8_t, 8>(sheet.set, record.channels);
  outputs.write_image(std::move(record), samples.data());
}

std::vector<std::vector<CurveValues>> read_lut(const CurveSheet& sheet, const OutputRecord& record,
                                               const std::string& path) {
  const Image image = read_image(path);
  std::vector<float> stored;
  stored_values(image.samples.data(), image.spec.type,
                image.samples.size() / static_cast<std::size_t>(sample_bytes(image.spec.type)), stored);
  std::vector<std::vector<CurveValues>> out;
  std::size_t at = 0;
  for (const Curve& curve : sheet.set.curves) {
    out.emplace_back(curve.channels.size());
    for (std::size_t key = 0; key < kCurveKeys; ++key)
      for (std::size_t c = 0; c < curve.channels.size(); ++c)
        out.back()[c][key] =
            static_cast<float>(record.channels.at(c).decode(static_cast<double>(stored.at(at++))));
    for (CurveValues& row : out.back()) row = sample_texture(row);
  }
  return out;
}

}  // namespace ocean
