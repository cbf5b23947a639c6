// SPDX-License-Identifier: Apache-2.0
//
// Images in and out, whole or by bands of rows. OpenImageIO does the work, in a plug-in that the first call
// opens.
//
// Samples are interleaved, row by row, TOP ROW FIRST (for maps: north first), without padding. Types are
// those of the file: uint8_t, uint16_t, half (uint16_t holding IEEE 754 binary16 bits) or float. Values are
// data: no colour conversion, no gamma, no multiplication by alpha, on either way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "libbake/io/content_hash.h"

namespace ocean {

enum class ImageFormat : uint8_t { exr_half, exr_float, png16, png8, tiff_float, tga8 };
inline constexpr std::array kImageFormats = {ImageFormat::exr_half,   ImageFormat::exr_float,
                                             ImageFormat::png16,      ImageFormat::png8,
                                             ImageFormat::tiff_float, ImageFormat::tga8};

const char* format_name(ImageFormat format);  // "exr-half", …: the words of --format and of the manifest
const char* format_extension(ImageFormat format);  // ".exr", ".png", ".tif", ".tga"
SampleType format_type(ImageFormat format);
std::optional<ImageFormat> parse_image_format(const std::string& name);

// Lossless, except dwaa. EXR takes all; TIFF takes zip, zips (both deflate) and none; PNG and TGA have their
// own.
enum class Compression : uint8_t { zip, zips, piz, rle, dwaa, none };
std::optional<Compression> parse_compression(const std::string& name);

// Metadata. What is named "ocean:…" travels into a written file: EXR keeps numbers as numbers, PNG and TIFF
// carry text, TGA nothing. Lists of numbers are texts with spaces between.
struct Attribute {
  std::string name;
  std::variant<std::string, double> value;
};

std::string attribute_text(const Attribute& attribute);

struct ImageSpec {
  int32_t width = 0, height = 0;
  std::vector<std::string> channels;  // one name each
  SampleType type = SampleType::float32;
  std::vector<Attribute> attributes;

  int64_t row_bytes() const {
    return int64_t{width} * static_cast<int64_t>(channels.size()) * sample_bytes(type);
  }
  int64_t bytes() const { return row_bytes() * height; }
};

// The names that files of this format carry: EXR those given; the others Y / Y,A / R,G,B / R,G,B,A by their
// number.
std::vector<std::string> stored_channels(ImageFormat format, const std::vector<std::string>& channels);

struct WrittenImage {
  std::string content_hash;           // of the samples, with the stored names
  std::vector<std::string> channels;  // the stored names
  int64_t file_bytes = 0;
};

// Writes an image in bands under a temporary name; end() moves it to its final name. Destroyed before end(),
// it leaves nothing. spec.type must be format_type(format). Throws Error{output} when the disk or folder
// refuses, Error{usage} when the format cannot hold the image (TGA: 65,535 texels a side, 1, 3 or 4 channels;
// PNG, TGA: at most 4 channels; a name twice).
class ImageWriter {
 public:
  ImageWriter(const std::string& path, ImageFormat format, ImageSpec spec,
              Compression compression = Compression::zip);
  ~ImageWriter();
  ImageWriter(ImageWriter&&) noexcept;

  void rows(const void* samples, int32_t count);  // the next count rows
  WrittenImage end();                             // all rows were given

 private:
  struct State;
  std::unique_ptr<State> state_;
};

WrittenImage write_image(const std::string& path, ImageFormat format, const ImageSpec& spec,
                         const void* samples, Compression compression = Compression::zip);

// Upper bound of the file's size, for plans: samples uncompressed and 64 KiB of headers.
int64_t estimated_bytes(ImageFormat format, int32_t width, int32_t height, int32_t channels);

// Reads any image OpenImageIO knows (first picture of a file with several). Throws Error{input} that names
// the file and the reason. Rows come in order, each once.
class ImageReader {
 public:
  explicit ImageReader(const std::string& path);
  // The channels come in this order. Throws Error{input} if the file's names are others.
  ImageReader(const std::string& path, const std::vector<std::string>& channels);
  ~ImageReader();
  ImageReader(ImageReader&&) noexcept;

  // The type is the file's own, or the next one that holds it (u32, double: float32; 1, 2, 4 bit: u8; int16:
  // float32).
  const ImageSpec& spec() const;
  const std::string& file_format() const;  // "openexr", "png", "tiff", …
  bool integer_codes() const;  // the file holds unsigned integers: floats read below are code/(2^bits - 1)

  void rows(void* samples, int32_t count);  // the next count rows in spec().type
  void rows_float(float* samples,
                  int32_t count);  // the same as float: u8/255, u16/65535, half and float as they are

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// count samples of any type as floats, as stored: integers stay codes.
void stored_values(const void* samples, SampleType type, size_t count, std::vector<float>& out);

struct Image {
  ImageSpec spec;
  std::string file_format;
  std::vector<std::byte> samples;  // spec.bytes()
};

Image read_image(const std::string& path);

struct FloatImage {
  ImageSpec spec;  // type: the file's own
  std::vector<float> samples;
};

FloatImage read_image_float(const std::string& path);

}  // namespace ocean
