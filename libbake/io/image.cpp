// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/image.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "libbake/core/error.h"
#include "libbake/io/image_format.h"
#include "libbake/io/image_plugin.h"
#include "libbake/io/safe_file.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

const ImagePlugin& plugin() { return plugin_table<ImagePlugin>("ocean_io_image"); }

class SafeSink : public ByteSink {
 public:
  SafeSink(const std::string& path, int64_t expected_bytes) : file_(path, expected_bytes) {}
  void write_at(const void* data, int64_t bytes, int64_t offset) override {
    file_.write_at(data, bytes, offset);
  }
  int64_t read_at(void* data, int64_t bytes, int64_t offset) override {
    return file_.read_at(data, bytes, offset);
  }
  const std::string& file() const override { return file_.temporary(); }
  const std::string& final_path() const override { return file_.path(); }
  int64_t commit() {
    const int64_t bytes = file_.size();
    file_.commit();
    return bytes;
  }

 private:
  SafeFile file_;
};

void check_is_readable_file(const std::string& path) {
  const auto reject = [&](const std::string& what) { throw Error(ErrorKind::input, path, what); };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) reject("no such file");
  if (fs::is_directory(status)) reject("is a folder; name an image file");
  if (!std::ifstream(path, std::ios::binary)) reject("cannot be opened; check its permissions");
  if (fs::is_regular_file(status) && fs::file_size(path, error) == 0) reject("is empty");
}

// A few hundred bytes can claim any size; no compression of a picture shrinks this far.
void check_plausible(const std::string& path, const ImageSpec& spec) {
  constexpr int64_t kAlwaysAllowed = int64_t{64} << 20, kMostRatio = 20000;
  std::error_code error;
  const auto file_bytes = static_cast<int64_t>(fs::file_size(path, error));
  if (!error && spec.bytes() > kAlwaysAllowed && spec.bytes() / kMostRatio > file_bytes) {
    throw Error(ErrorKind::input, path,
                "claims " + std::to_string(spec.width) + "x" + std::to_string(spec.height) + " texels in " +
                    std::to_string(file_bytes) + " bytes; the file is truncated or damaged");
  }
}

bool has_own_names(const std::string& file_format) {
  return file_format == "openexr" || file_format == "rla" || file_format == "psd";
}

std::unique_ptr<ImageFileReader> open_reader(const std::string& path) {
  std::unique_ptr<ImageFileReader> file = plugin().open_reader(path);
  ImageSpec& spec = file->spec;
  if (!has_own_names(file->file_format)) spec.channels = stored_channels(ImageFormat::png8, spec.channels);
  split_description(spec.attributes);
  check_plausible(path, spec);
  return file;
}

std::string hash_of_file(const std::string& path) {
  const std::unique_ptr<ImageFileReader> file = open_reader(path);
  const ImageSpec& spec = file->spec;
  ContentHash hash(spec.width, spec.height, spec.channels, spec.type);
  std::vector<std::byte> row(static_cast<size_t>(spec.row_bytes()));
  for (int32_t y = 0; y < spec.height; ++y) {
    file->rows(row.data(), y, 1);
    hash.update(row.data(), spec.row_bytes());
  }
  return hash.text();
}

void check_read_back(const ByteSink& sink, const std::string& expected) {
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorKind::output, sink.final_path(), "was not written whole" + why + "; is the disk full?");
  };
  std::string found;
  try {
    found = hash_of_file(sink.file());
  } catch (const Error& error) {
    fail(": it " + error.problems().front().what);
  }
  if (found != expected) fail(": other values came back");
}

}  // namespace

struct ImageWriter::State {
  ImageSpec spec;
  SafeSink sink;
  ContentHash hash;
  std::unique_ptr<ImageFileWriter> file;
  int32_t next_row = 0;

  State(const std::string& path, ImageFormat format, const ImageSpec& s, Compression compression)
      : spec(s),
        sink(path, s.bytes()),
        hash(s.width, s.height, s.channels, s.type),
        file(plugin().open_writer(sink, format, spec, compression)) {}
};

ImageWriter::ImageWriter(const std::string& path, ImageFormat format, ImageSpec spec,
                         Compression compression) {
  check_spec(path, format, spec, compression);
  spec.channels = stored_channels(format, spec.channels);
  spec.attributes = stored_attributes(format, spec.attributes);
  state_ = std::make_unique<State>(path, format, spec, compression);
}

ImageWriter::~ImageWriter() = default;
ImageWriter::ImageWriter(ImageWriter&&) noexcept = default;

void ImageWriter::rows(const void* samples, int32_t count) {
  State& s = *state_;
  if (count < 0 || count > s.spec.height - s.next_row) {
    throw Error(ErrorKind::internal, s.sink.final_path(), "more rows than the image has");
  }
  if (count == 0) return;
  s.file->rows(samples, s.next_row, count);
  s.hash.update(samples, s.spec.row_bytes() * count);
  s.next_row += count;
}

WrittenImage ImageWriter::end() {
  State& s = *state_;
  if (s.next_row != s.spec.height)
    throw Error(ErrorKind::internal, s.sink.final_path(), "fewer rows than the image has");
  s.file->close();
  WrittenImage written{s.hash.text(), s.spec.channels, 0};
  if (!s.file->sees_every_write) check_read_back(s.sink, written.content_hash);
  written.file_bytes = s.sink.commit();
  state_.reset();
  return written;
}

WrittenImage write_image(const std::string& path, ImageFormat format, const ImageSpec& spec,
                         const void* samples, Compression compression) {
  ImageWriter writer(path, format, spec, compression);
  writer.rows(samples, spec.height);
  return writer.end();
}

struct ImageReader::State {
  std::string path;
  std::unique_ptr<ImageFileReader> file;
  int32_t next_row = 0;
  std::vector<std::byte> native;  // scratch of rows_float()
};

ImageReader::ImageReader(const std::string& path) : state_(std::make_unique<State>()) {
  check_is_readable_file(path);
  state_->path = path;
  state_->file = open_reader(path);
}

ImageReader::~ImageReader() = default;
ImageReader::ImageReader(ImageReader&&) noexcept = default;

const ImageSpec& ImageReader::spec() const { return state_->file->spec; }
const std::string& ImageReader::file_format() const { return state_->file->file_format; }
bool ImageReader::integer_codes() const { return state_->file->integer_codes; }

void ImageReader::rows(void* samples, int32_t count) {
  State& s = *state_;
  if (count < 0 || count > s.file->spec.height - s.next_row) {
    throw Error(ErrorKind::internal, s.path, "more rows asked for than the image has");
  }
  if (count > 0) s.file->rows(samples, s.next_row, count);
  s.next_row += count;
}

void ImageReader::rows_float(float* samples, int32_t count) {
  const ImageSpec& spec = state_->file->spec;
  if (spec.type == SampleType::float32) return rows(samples, count);
  std::vector<std::byte>& native = state_->native;
  const auto row_samples = static_cast<int64_t>(spec.channels.size()) * spec.width;
  for (int32_t done = 0; done < count;) {
    const int32_t band =
        std::min(count - done, std::max(1, static_cast<int32_t>((int64_t{1} << 22) / spec.row_bytes())));
    native.resize(static_cast<size_t>(spec.row_bytes() * band));
    rows(native.data(), band);
    const auto* bytes = reinterpret_cast<const uint8_t*>(native.data());
    const auto* words = reinterpret_cast<const uint16_t*>(native.data());
    float* to = samples + row_samples * done;
    for (int64_t i = 0; i < row_samples * band; ++i) {
      to[i] = spec.type == SampleType::u8    ? static_cast<float>(bytes[i]) / 255.f
              : spec.type == SampleType::u16 ? static_cast<float>(words[i]) / 65535.f
                                             : half_to_float(words[i]);
    }
    done += band;
  }
}

Image read_image(const std::string& path) {
  ImageReader reader(path);
  Image image{reader.spec(), reader.file_format(), {}};
  image.samples.resize(static_cast<size_t>(image.spec.bytes()));
  reader.rows(image.samples.data(), image.spec.height);
  return image;
}

FloatImage read_image_float(const std::string& path) {
  ImageReader reader(path);
  FloatImage image{reader.spec(), {}};
  image.samples.resize(static_cast<size_t>(int64_t{image.spec.width} * image.spec.height) *
                       image.spec.channels.size());
  reader.rows_float(image.samples.data(), image.spec.height);
  return image;
}

}  // namespace ocean
