// SPDX-License-Identifier: Apache-2.0
//
// The image plug-in: OpenImageIO behind image_plugin.h. This half reads.
#include "libbake/io/image_oiio.h"

#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "libbake/core/error.h"

namespace ocean {

OIIO::TypeDesc oiio_type(SampleType type) {
  switch (type) {
    case SampleType::u8:
      return OIIO::TypeDesc::UINT8;
    case SampleType::u16:
      return OIIO::TypeDesc::UINT16;
    case SampleType::half:
      return OIIO::TypeDesc::HALF;
    case SampleType::float32:
      break;
  }
  return OIIO::TypeDesc::FLOAT;
}

std::string one_line(std::string text, const std::string& path) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  for (size_t at; !path.empty() && (at = text.find("\"" + path + "\"")) != std::string::npos;) {
    text.replace(at, path.size() + 2, "the file");
  }
  return text.empty() ? "the image library gave no reason" : text;
}

namespace {

// Picture formats alone: OpenImageIO also "opens" films, text, volumes and a null device.
constexpr std::array kReadable = {"openexr", "png", "tiff", "targa",    "hdr",    "jpeg", "bmp",
                                  "pnm",     "sgi", "dpx",  "dds",      "webp",   "fits", "iff",
                                  "psd",     "rla", "gif",  "jpeg2000", "cineon", "heif"};

// The first count values at from, which are of type T, as floats.
template <class T>
void widen(const std::byte* from, size_t count, float* to) {
  for (size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, from + i * sizeof(T), sizeof(T));
    to[i] = static_cast<float>(value);
  }
}

class OiioReader : public ImageFileReader {
 public:
  explicit OiioReader(const std::string& path) : path_(path) {
    OIIO::ImageSpec config;
    config.attribute("oiio:UnassociatedAlpha", 1);
    in_ = OIIO::ImageInput::open(path, &config);
    if (!in_) fail("cannot be read as an image: " + one_line(OIIO::geterror(), path));
    file_format = in_->format_name();
    if (std::find(kReadable.begin(), kReadable.end(), file_format) == kReadable.end()) {
      fail("is no picture, but a file of type " + file_format);
    }
    const OIIO::ImageSpec& from = in_->spec();
    if (from.deep || from.depth > 1) fail("deep and volume images have no plain rows");
    if (from.width < 1 || from.height < 1 || from.nchannels < 1) fail("has no texels");
    spec.width = from.width;
    spec.height = from.height;
    spec.channels = from.channelnames;
    choose_type(from);
    read_attributes(from);
  }

  void rows(void* samples, int32_t y, int32_t count) override {
    only_errors(ErrorKind::input, path_, [&] { read_rows(samples, y, count); });
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw Error(ErrorKind::input, path_, what); }

  void read_rows(void* samples, int32_t y, int32_t count) {
    const auto row = static_cast<size_t>(spec.row_bytes());
    if (spec.type != SampleType::float32 || read_as_ == OIIO::TypeDesc::FLOAT)
      return read(samples, y, count, row);
    // Integers that are no codes keep their values: OpenImageIO would scale them to -1 … 1.
    const size_t per_row = spec.channels.size() * static_cast<size_t>(spec.width);
    std::vector<std::byte> native(per_row * read_as_.size() * static_cast<size_t>(count));
    read(native.data(), y, count, per_row * read_as_.size());
    auto* to = static_cast<float*>(samples);
    const size_t n = per_row * static_cast<size_t>(count);
    switch (read_as_.basetype) {
      case OIIO::TypeDesc::INT8:
        return widen<int8_t>(native.data(), n, to);
      case OIIO::TypeDesc::INT16:
        return widen<int16_t>(native.data(), n, to);
      case OIIO::TypeDesc::INT32:
        return widen<int32_t>(native.data(), n, to);
      case OIIO::TypeDesc::UINT32:
        return widen<uint32_t>(native.data(), n, to);
      case OIIO::TypeDesc::DOUBLE:
        return widen<double>(native.data(), n, to);
      default:
        fail("has samples of type " + std::string(read_as_.c_str()) + ", which is not supported");
    }
  }

  void choose_type(const OIIO::ImageSpec& from) {
    read_as_ = from.format;
    switch (read_as_.basetype) {
      case OIIO::TypeDesc::UINT8:
        spec.type = SampleType::u8;
        break;
      case OIIO::TypeDesc::UINT16:
        spec.type = SampleType::u16;
        break;
      case OIIO::TypeDesc::HALF:
        spec.type = SampleType::half;
        break;
      default:
        spec.type = SampleType::float32;
    }
    integer_codes = spec.type == SampleType::u8 || spec.type == SampleType::u16;
    tile_height_ = from.tile_width > 0 ? from.tile_height : 0;
  }

  void read_attributes(const OIIO::ImageSpec& from) {
    for (const OIIO::ParamValue& p : from.extra_attribs) {
      const std::string name = p.name().string();
      if (p.type().basevalues() == 1 && p.type().basetype != OIIO::TypeDesc::STRING) {
        spec.attributes.push_back({name, number(p)});
      } else if (p.type().basevalues() <= 64) {
        spec.attributes.push_back({name, p.get_string()});
      }
    }
  }

  static double number(const OIIO::ParamValue& p) {
    if (p.type().basetype == OIIO::TypeDesc::DOUBLE) return *static_cast<const double*>(p.data());
    return p.type().is_floating_point() ? p.get_float() : p.get_int();
  }

  void read(void* to, int32_t y, int32_t count, size_t row) {
    if (tile_height_ == 0) return read_lines(to, y, count);
    for (int32_t i = 0; i < count; ++i) {
      std::memcpy(static_cast<std::byte*>(to) + row * static_cast<size_t>(i), tiled_row(y + i, row), row);
    }
  }

  void read_lines(void* to, int32_t y, int32_t count) {
    const int top = in_->spec().y, channels = in_->spec().nchannels;
    check(in_->read_scanlines(0, 0, top + y, top + y + count, 0, 0, channels, read_as_, to));
  }

  const std::byte* tiled_row(int32_t y, size_t row) {
    const int32_t first = y / tile_height_ * tile_height_;
    if (first != band_first_) {
      const OIIO::ImageSpec& from = in_->spec();
      const int32_t last = std::min(first + tile_height_, spec.height);
      band_.resize(row * static_cast<size_t>(tile_height_));
      check(in_->read_tiles(0, 0, from.x, from.x + from.width, from.y + first, from.y + last, from.z,
                            from.z + 1, 0, from.nchannels, read_as_, band_.data()));
      band_first_ = first;
    }
    return band_.data() + row * static_cast<size_t>(y - first);
  }

  // TIFF's reader says good where strips are missing, and keeps the reason for who asks.
  void check(bool good) const {
    const std::string why = in_->geterror();
    if (good && why.empty()) return;
    fail("cannot be read to its end: " + one_line(why.substr(0, why.find('\n')), path_) +
         "; the file is truncated or damaged");
  }

  std::string path_;
  std::unique_ptr<OIIO::ImageInput> in_;
  OIIO::TypeDesc read_as_;
  int32_t tile_height_ = 0;  // 0: scan lines
  int32_t band_first_ = -1;
  std::vector<std::byte> band_;  // one row of tiles
};

std::unique_ptr<ImageFileReader> open_oiio_reader(const std::string& path) {
  return only_errors(ErrorKind::input, path, [&]() -> std::unique_ptr<ImageFileReader> {
    return std::make_unique<OiioReader>(path);
  });
}

}  // namespace
}  // namespace ocean

extern "C" const ocean::PluginTable* ocean_io_image() {
  static const ocean::ImagePlugin table{
      {}, ocean::open_oiio_writer, ocean::open_oiio_reader, ocean::encode_oiio_gif};
  return &table;
}
