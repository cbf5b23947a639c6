// SPDX-License-Identifier: Apache-2.0
//
// Between image.cpp (checks, hashes, safe files) and image_oiio.cpp (OpenImageIO): the plug-in's function
// table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "libbake/io/image.h"
#include "libbake/io/plugin.h"

namespace ocean {

// Where a file's bytes go. Its functions throw Error{output}.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write_at(const void* data, int64_t bytes, int64_t offset) = 0;
  virtual int64_t read_at(void* data, int64_t bytes, int64_t offset) = 0;
  virtual const std::string& file() const = 0;        // for libraries that open it themselves
  virtual const std::string& final_path() const = 0;  // for messages
};

class ImageFileWriter {
 public:
  virtual ~ImageFileWriter() = default;
  virtual void rows(const void* samples, int32_t y, int32_t count) = 0;  // in order
  virtual void close() = 0;
  // False where the library writes the file itself and may overlook a refused write: the file must be read
  // back.
  bool sees_every_write = true;
};

class ImageFileReader {
 public:
  virtual ~ImageFileReader() = default;
  virtual void rows(void* samples, int32_t y, int32_t count) = 0;  // in order, in spec.type
  ImageSpec spec;
  std::string file_format;
  bool integer_codes = false;
};

// Frames of one size that repeat for ever: RGB, 8 bits, tight rows, top first.
struct Animation {
  int32_t width = 0, height = 0;
  int frames_per_s = 1;
  std::vector<const void*> frames;
};

struct ImagePlugin : PluginTable {
  std::unique_ptr<ImageFileWriter> (*open_writer)(ByteSink& sink, ImageFormat format, const ImageSpec& spec,
                                                  Compression compression);
  std::unique_ptr<ImageFileReader> (*open_reader)(const std::string& path);
  // A GIF's bytes; path is for messages. Throws Error{output}.
  std::vector<unsigned char> (*encode_gif)(const std::string& path, const Animation& animation);
};

inline const ImagePlugin& image_plugin() { return plugin_table<ImagePlugin>("ocean_io_image"); }

// Libraries count bytes in 32 bits here and there: call(first, count) gets bands well below that, in whole
// EXR blocks.
template <class Call>
void for_each_band(const ImageSpec& spec, int32_t rows, Call call) {
  constexpr int64_t kBandBytes = int64_t{32} << 20;
  constexpr int32_t kBlockRows = 32;  // the tallest block of any EXR compression below DWAB
  const auto blocks =
      static_cast<int32_t>(std::clamp<int64_t>(kBandBytes / spec.row_bytes() / kBlockRows, 1, 1 << 20));
  const int32_t step = blocks * kBlockRows;
  for (int32_t first = 0; first < rows; first += std::min(step, rows - first))
    call(first, std::min(step, rows - first));
}

}  // namespace ocean
