// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/height_image.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "libbake/core/error.h"
#include "libbake/io/byte_source.h"
#include "libbake/io/image.h"

namespace ocean {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw Error(ErrorKind::input, path, what);
}

void set_invalid(RasterFile& file, size_t at) {
  if (file.valid.empty()) file.valid.assign(file.values.size(), 1);
  file.valid[at] = 0;
  file.values[at] = 0;
}

void check_size(const std::string& path, int64_t width, int64_t height) {
  if (width < 2 || height < 2) {
    refuse(path, "has " + std::to_string(width) + " x " + std::to_string(height) +
                     " samples; a height raster needs 2 x 2");
  }
  if (width * height > std::numeric_limits<int32_t>::max()) {
    refuse(path, "has " + std::to_string(width) + " x " + std::to_string(height) +
                     " samples, more than 2147483647; cut it into tiles");
  }
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

// How the channels are to be read: which is the alpha, and how many colours precede it.
struct Channels {
  size_t all = 1, colours = 1;
  bool alpha = false;
};

Channels find_channels(const std::string& path, const std::vector<std::string>& names) {
  Channels c;
  c.all = names.size();
  c.alpha = c.all > 1 && (names.back() == "A" || names.back() == "alpha");
  c.colours = c.all - (c.alpha ? 1 : 0);
  if (c.colours != 1 && c.colours != 3) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    refuse(path, "has the channels " + list + "; heights are one channel (or three equal ones)");
  }
  return c;
}

float middle(float a, float b, float c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

// Are three channels one grey?
struct GreyCheck {
  explicit GreyCheck(double code_limit) : tolerance(code_limit > 0 ? .02 : 0) {}
  bool add(const float* rgb) {
    if (std::isnan(rgb[0])) return std::isnan(rgb[1]) && std::isnan(rgb[2]);
    if (rgb[0] == rgb[1] && rgb[0] == rgb[2]) return true;
    const double spread = static_cast<double>(std::max({rgb[0], rgb[1], rgb[2]})) -
                          static_cast<double>(std::min({rgb[0], rgb[1], rgb[2]}));
    ++differing;
    largest = std::max(largest, spread);
    return spread <= tolerance;
  }
  const double tolerance;
  int64_t differing = 0;
  double largest = 0;
};

template <class T>
double read_sample(const char* bytes, bool big_endian) {
  unsigned char buffer[sizeof(T)];
  std::memcpy(buffer, bytes, sizeof(T));
  if (big_endian != (std::endian::native == std::endian::big)) std::reverse(buffer, buffer + sizeof(T));
  T value;
  std::memcpy(&value, buffer, sizeof(T));
  return static_cast<double>(value);
}

double read_sample(const char* bytes, const RawSpec& spec) {
  using Type = RawSpec::Type;
  switch (spec.type) {
    case Type::u8:
      return read_sample<uint8_t>(bytes, false);
    case Type::i8:
      return read_sample<int8_t>(bytes, false);
    case Type::u16:
      return read_sample<uint16_t>(bytes, spec.big_endian);
    case Type::i16:
      return read_sample<int16_t>(bytes, spec.big_endian);
    case Type::u32:
      return read_sample<uint32_t>(bytes, spec.big_endian);
    case Type::i32:
      return read_sample<int32_t>(bytes, spec.big_endian);
    case Type::f32:
      return read_sample<float>(bytes, spec.big_endian);
    case Type::f64:
      return read_sample<double>(bytes, spec.big_endian);
  }
  return 0;
}

}  // namespace

RasterFile read_height_image(const std::string& path) {
  ImageReader reader(path);
  const ImageSpec& spec = reader.spec();
  check_size(path, spec.width, spec.height);
  const Channels channels = find_channels(path, spec.channels);
  RasterFile file;
  file.format = upper(reader.file_format());
  file.width = spec.width;
  file.height = spec.height;
  if (reader.integer_codes() && spec.type == SampleType::u8) file.code_limit = 255;
  if (reader.integer_codes() && spec.type == SampleType::u16) file.code_limit = 65535;
  const size_t width = static_cast<size_t>(spec.width);
  file.values.resize(width * static_cast<size_t>(spec.height));
  GreyCheck grey(file.code_limit);
  std::vector<float> row(width * channels.all);
  for (int32_t y = 0; y < spec.height; ++y) {
    reader.rows_float(row.data(), 1);
    for (size_t x = 0; x < width; ++x) {
      const float* const sample = &row[x * channels.all];
      const size_t at = static_cast<size_t>(y) * width + x;
      if (channels.colours == 3 && !grey.add(sample)) {
        refuse(path, "has three different channels (at column " + std::to_string(x) + ", row " +
                         std::to_string(y) +
                         "): a picture, not heights; export the heights as one grey channel");
      }
      const float value = channels.colours == 3 ? middle(sample[0], sample[1], sample[2]) : sample[0];
      // Codes come as code/limit; the nearest whole number is the code.
      file.values[at] =
          file.code_limit > 0
              ? static_cast<float>(std::nearbyint(static_cast<double>(sample[0]) * file.code_limit))
              : sample[0];
      if (!std::isfinite(value) || (channels.alpha && sample[channels.all - 1] == 0)) set_invalid(file, at);
    }
  }
  if (grey.differing > 0) {
    const std::string count = std::to_string(grey.differing);
    if (grey.differing * 50 > static_cast<int64_t>(file.values.size())) {
      refuse(path, "has three channels that differ in " + count +
                       " samples: a picture, not heights; export the heights as one grey channel");
    }
    file.notes.push_back(
        "heights are stored in three channels; where they differ (" + count + " samples, by at most " +
        std::to_string(std::lround(grey.largest * file.code_limit)) + " codes) the middle one is taken");
  }
  return file;
}

RasterFile read_raw_heights(const std::string& path, const RawSpec& spec) {
  check_size(path, spec.width, spec.height);
  const ByteSource source(path);
  const int64_t row_bytes = spec.width * spec.sample_bytes(), wanted = row_bytes * spec.height;
  if (source.size() != wanted) {
    refuse(path, "has " + std::to_string(source.size()) + " bytes, but " + std::to_string(spec.width) +
                     " x " + std::to_string(spec.height) + " samples of " +
                     std::to_string(spec.sample_bytes()) + " bytes are " + std::to_string(wanted) +
                     "; correct --raw");
  }
  RasterFile file;
  file.format = "raw";
  file.width = spec.width;
  file.height = spec.height;
  using Type = RawSpec::Type;
  const bool floats = spec.type == Type::f32 || spec.type == Type::f64;
  file.code_limit = spec.type == Type::u8 ? 255 : spec.type == Type::u16 ? 65535 : floats ? 0 : -1;
  const size_t width = static_cast<size_t>(spec.width);
  file.values.resize(width * static_cast<size_t>(spec.height));
  std::vector<char> row(static_cast<size_t>(row_bytes));
  for (int32_t y = 0; y < spec.height; ++y) {
    source.read(y * row_bytes, row_bytes, row.data());
    for (size_t x = 0; x < width; ++x) {
      const double value = read_sample(&row[x * static_cast<size_t>(spec.sample_bytes())], spec);
      const size_t at = static_cast<size_t>(y) * width + x;
      file.values[at] = static_cast<float>(value);
      if (!std::isfinite(file.values[at])) set_invalid(file, at);
    }
  }
  return file;
}

}  // namespace ocean
