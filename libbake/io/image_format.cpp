// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/image_format.h"

#include <algorithm>
#include <charconv>

#include "kernels/math/convert.h"
#include "libbake/core/error.h"

namespace ocean {
namespace {

struct FormatRow {
  const char* name;
  const char* extension;
  SampleType type;
  int32_t most_channels;
  int32_t longest_side;
};

// In the order of ImageFormat. Sides: TGA counts in 16 bits, the others in 31.
constexpr std::array<FormatRow, 6> kFormats = {{
    {"exr-half", ".exr", SampleType::half, 1024, INT32_MAX},
    {"exr-float", ".exr", SampleType::float32, 1024, INT32_MAX},
    {"png16", ".png", SampleType::u16, 4, INT32_MAX},
    {"png8", ".png", SampleType::u8, 4, INT32_MAX},
    {"tiff-float", ".tif", SampleType::float32, 4, INT32_MAX},
    {"tga8", ".tga", SampleType::u8, 4, 65535},
}};
constexpr const char* kOwnPrefix = "ocean:";
constexpr std::array<const char*, 6> kCompressions = {"zip", "zips", "piz", "rle", "dwaa", "none"};

const FormatRow& row(ImageFormat format) { return kFormats[static_cast<size_t>(format)]; }
bool is_exr(ImageFormat format) {
  return format == ImageFormat::exr_half || format == ImageFormat::exr_float;
}

}  // namespace

const char* format_name(ImageFormat format) { return row(format).name; }
const char* format_extension(ImageFormat format) { return row(format).extension; }
SampleType format_type(ImageFormat format) { return row(format).type; }

std::optional<ImageFormat> parse_image_format(const std::string& name) {
  for (const ImageFormat format : kImageFormats) {
    if (name == format_name(format)) return format;
  }
  return std::nullopt;
}

std::optional<Compression> parse_compression(const std::string& name) {
  for (size_t i = 0; i < kCompressions.size(); ++i) {
    if (name == kCompressions[i]) return static_cast<Compression>(i);
  }
  return std::nullopt;
}

void stored_values(const void* samples, SampleType type, size_t count, std::vector<float>& out) {
  out.resize(count);
  const auto* bytes = static_cast<const uint8_t*>(samples);
  const auto* words = static_cast<const uint16_t*>(samples);
  const auto* floats = static_cast<const float*>(samples);
  for (size_t i = 0; i < count; ++i) {
    switch (type) {
      case SampleType::u8:
        out[i] = bytes[i];
        break;
      case SampleType::u16:
        out[i] = words[i];
        break;
      case SampleType::half:
        out[i] = half_to_float(words[i]);
        break;
      case SampleType::float32:
        out[i] = floats[i];
        break;
    }
  }
}

std::string attribute_text(const Attribute& attribute) {
  if (const auto* text = std::get_if<std::string>(&attribute.value)) return *text;
  std::array<char, 32> digits{};
  const double value = std::get<double>(attribute.value);
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

std::vector<std::string> stored_channels(ImageFormat format, const std::vector<std::string>& channels) {
  if (is_exr(format)) return channels;
  switch (channels.size()) {
    case 1:
      return {"Y"};
    case 2:
      return {"Y", "A"};
    case 3:
      return {"R", "G", "B"};
    case 4:
      return {"R", "G", "B", "A"};
    default:
      return channels;  // no format without names holds more: check_spec() refuses
  }
}

int64_t estimated_bytes(ImageFormat format, int32_t width, int32_t height, int32_t channels) {
  return int64_t{width} * height * channels * sample_bytes(format_type(format)) + 65536;
}

void check_spec(const std::string& path, ImageFormat format, const ImageSpec& spec, Compression compression) {
  const FormatRow& limits = row(format);
  const auto count = static_cast<int64_t>(spec.channels.size());
  const auto reject = [&](const std::string& what) { throw Error(ErrorKind::usage, path, what); };
  if (spec.type != limits.type) {
    throw Error(ErrorKind::internal, path,
                std::string("samples of another type than ") + limits.name + " stores");
  }
  if (spec.width < 1 || spec.height < 1) reject("an image needs at least one texel");
  if (std::max(spec.width, spec.height) > limits.longest_side) {
    reject(std::string(limits.name) + " holds at most " + std::to_string(limits.longest_side) +
           " texels a side, not " + std::to_string(spec.width) + "x" + std::to_string(spec.height) +
           "; choose another --format");
  }
  if (count < 1 || count > limits.most_channels || (format == ImageFormat::tga8 && count == 2)) {
    reject(std::string(limits.name) + " cannot hold " + std::to_string(count) +
           " channels; choose another --format");
  }
  std::vector<std::string> names = spec.channels;
  std::sort(names.begin(), names.end());
  if (std::adjacent_find(names.begin(), names.end()) != names.end()) reject("two channels have one name");
  const bool deflate_or_none =
      compression == Compression::zip || compression == Compression::zips || compression == Compression::none;
  if (format == ImageFormat::tiff_float && !deflate_or_none)
    reject("TIFF takes the compressions zip, zips and none");
}

std::vector<Attribute> stored_attributes(ImageFormat format, const std::vector<Attribute>& attributes) {
  std::vector<Attribute> own;
  for (const Attribute& a : attributes) {
    if (a.name.starts_with(kOwnPrefix)) own.push_back(a);
  }
  if (is_exr(format)) return own;
  if (format == ImageFormat::tga8) return {};
  std::string lines;
  for (Attribute& a : own) {
    a.value = attribute_text(a);
    lines += a.name + "=" + attribute_text(a) + "\n";
  }
  if (format != ImageFormat::tiff_float) return own;
  return lines.empty() ? std::vector<Attribute>{} : std::vector<Attribute>{{"ImageDescription", lines}};
}

void split_description(std::vector<Attribute>& attributes) {
  std::vector<Attribute> out;
  for (Attribute& a : attributes) {
    const std::string text = a.name == "ImageDescription" ? attribute_text(a) : "";
    if (!text.starts_with(kOwnPrefix)) {
      out.push_back(std::move(a));
      continue;
    }
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      const std::string line = text.substr(at, end - at);
      const size_t equals = line.find('=');
      if (equals != std::string::npos) out.push_back({line.substr(0, equals), line.substr(equals + 1)});
      at = end + 1;
    }
  }
  attributes = std::move(out);
}

}  // namespace ocean
