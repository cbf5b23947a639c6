// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "kernels/math/convert.h"
#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/io/image_format.h"
#include "libbake/io/image_plugin.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr int32_t kBlockRows = 64;  // read ahead, so that single rows cost no decompression of their own

void check_is_readable_file(const std::string& path) {
  const auto reject = [&](const std::string& what) { throw Error(ErrorKind::input, path, what); };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) reject("no such file");
  if (fs::is_directory(status)) reject("is a folder; name an image file");
  if (!fs::is_regular_file(status)) reject("is no regular file; write the image to a file first");
  if (!std::ifstream(path, std::ios::binary)) reject("cannot be opened; check its permissions");
  if (fs::file_size(path, error) == 0) reject("is empty");
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
  std::unique_ptr<ImageFileReader> file = image_plugin().open_reader(path);
  ImageSpec& spec = file->spec;
  if (!has_own_names(file->file_format)) spec.channels = stored_channels(ImageFormat::png8, spec.channels);
  split_description(spec.attributes);
  check_plausible(path, spec);
  return file;
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ",") + name;
  return out;
}

// Where each of the wanted channels lies in the file; empty where that is the order as it is.
std::vector<size_t> order_of(const std::string& path, const std::vector<std::string>& wanted,
                             const std::vector<std::string>& file) {
  std::vector<size_t> order;
  for (const std::string& name : wanted) {
    order.push_back(static_cast<size_t>(std::find(file.begin(), file.end(), name) - file.begin()));
  }
  if (wanted.size() != file.size() || std::find(order.begin(), order.end(), file.size()) != order.end()) {
    throw Error(ErrorKind::input, path, "has the channels " + joined(file) + ", not " + joined(wanted));
  }
  if (std::is_sorted(order.begin(), order.end())) order.clear();
  return order;
}

}  // namespace

struct ImageReader::State {
  std::string path;
  std::unique_ptr<ImageFileReader> file;
  std::vector<size_t> order;  // of the file's channels; empty: as they are
  int32_t next_row = 0;       // to be given out
  int32_t block_first = 0, block_rows = 0;
  std::vector<std::byte> block;   // rows read ahead
  std::vector<std::byte> native;  // scratch of rows_float()

  void read(std::byte* to, int32_t count) {
    const int64_t row = file->spec.row_bytes();
    while (count > 0) {
      const int32_t ready = block_first + block_rows - next_row;
      int32_t taken = std::min(ready, count);
      if (ready > 0) {
        std::copy_n(block.begin() + row * (next_row - block_first), row * taken, to);
      } else if (count >= kBlockRows) {
        taken = count;
        load(to, count);
      } else {
        block_first = next_row;
        block_rows = std::min(kBlockRows, file->spec.height - next_row);
        block.resize(static_cast<size_t>(row * block_rows));
        load(block.data(), block_rows);
        continue;
      }
      to += row * taken;
      count -= taken;
      next_row += taken;
    }
  }

  void load(std::byte* to, int32_t count) {
    const ImageSpec& spec = file->spec;
    for_each_band(spec, count, [&](int32_t first, int32_t rows_in_band) {
      check_interrupt();
      file->rows(to + spec.row_bytes() * first, next_row + first, rows_in_band);
    });
    if (!order.empty()) sort_channels(to, int64_t{count} * spec.width);
  }

  void sort_channels(std::byte* samples, int64_t texels) const {
    const auto size = static_cast<size_t>(sample_bytes(file->spec.type));
    std::vector<std::byte> texel(order.size() * size);
    for (int64_t i = 0; i < texels; ++i, samples += texel.size()) {
      for (size_t c = 0; c < order.size(); ++c)
        std::copy_n(samples + order[c] * size, size, &texel[c * size]);
      std::copy(texel.begin(), texel.end(), samples);
    }
  }
};

ImageReader::ImageReader(const std::string& path) : state_(std::make_unique<State>()) {
  check_is_readable_file(path);
  state_->path = path;
  state_->file = open_reader(path);
}

ImageReader::ImageReader(const std::string& path, const std::vector<std::string>& channels)
    : ImageReader(path) {
  ImageSpec& spec = state_->file->spec;
  state_->order = order_of(path, channels, spec.channels);
  spec.channels = channels;
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
  s.read(static_cast<std::byte*>(samples), count);
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
