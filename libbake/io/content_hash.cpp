// SPDX-License-Identifier: Apache-2.0
//
// XXH3 128 bit by Yann Collet, from libxxhash's header. Texts and numbers of the header are length-prefixed,
// so no two headers run into each other.
#include "libbake/io/content_hash.h"

#define XXH_INLINE_ALL
#include <unistd.h>
#include <xxhash.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/core/read_file.h"

namespace ocean {

static_assert(std::endian::native == std::endian::little, "samples are hashed as little endian");

struct ContentHash::State {
  XXH3_state_t xxh;
  State() { XXH3_128bits_reset(&xxh); }
  void bytes(const void* data, size_t size) { XXH3_128bits_update(&xxh, data, size); }
  void number(int64_t value) { bytes(&value, sizeof value); }
  void string(std::string_view text) {
    number(static_cast<int64_t>(text.size()));
    bytes(text.data(), text.size());
  }
};

namespace {

std::string digits(XXH128_hash_t hash) {
  char text[43];
  std::snprintf(text, sizeof text, "xxh3-128:%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return text;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

const char* sample_type_name(SampleType type) {
  switch (type) {
    case SampleType::u8:
      return "u8";
    case SampleType::u16:
      return "u16";
    case SampleType::half:
      return "half";
    case SampleType::float32:
      break;
  }
  return "float";
}

ContentHash::ContentHash(int32_t width, int32_t height, const std::vector<std::string>& channels,
                         SampleType type)
    : state_(std::make_unique<State>()) {
  state_->string("image");
  state_->number(width);
  state_->number(height);
  state_->number(static_cast<int64_t>(channels.size()));
  for (const std::string& name : channels) state_->string(name);
  state_->string(sample_type_name(type));
}

ContentHash::ContentHash(std::string_view kind, std::string_view header) : state_(std::make_unique<State>()) {
  state_->string(kind);
  state_->string(header);
}

ContentHash::~ContentHash() = default;
ContentHash::ContentHash(ContentHash&&) noexcept = default;

void ContentHash::update(const void* data, int64_t bytes) { state_->bytes(data, static_cast<size_t>(bytes)); }

std::string ContentHash::text() const { return digits(XXH3_128bits_digest(&state_->xxh)); }

std::string hash_bytes(std::string_view bytes) { return digits(XXH3_128bits(bytes.data(), bytes.size())); }

std::string hash_file(const std::string& path) {
  std::string problem;
  const int fd = open_regular_file(path, &problem);
  if (fd < 0)
    throw Error(ErrorKind::input, path,
                problem + (problem.starts_with("is ") ? "; name a regular file" : "; check the path"));
  const std::unique_ptr<std::FILE, CloseFile> file(fdopen(fd, "rb"));
  if (!file) {
    const int error = errno;
    close(fd);
    throw Error(ErrorKind::input, path, std::string("cannot open: ") + std::strerror(error));
  }
  std::vector<char> block(size_t{1} << 20);
  XXH3_state_t xxh;
  XXH3_128bits_reset(&xxh);
  while (const size_t n = std::fread(block.data(), 1, block.size(), file.get())) {
    check_interrupt();
    XXH3_128bits_update(&xxh, block.data(), n);
  }
  if (std::ferror(file.get()))
    throw Error(ErrorKind::input, path, std::string("cannot read: ") + std::strerror(errno));
  return digits(XXH3_128bits_digest(&xxh));
}

}  // namespace ocean
