// SPDX-License-Identifier: Apache-2.0
//
// Content hashes (docs/decisions/0004): XXH3, 128 bit, of decoded samples, not of files; and hashes of a
// file's bytes. Text form: "xxh3-128:" and 32 hexadecimal digits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/pack/sample_type.h"

namespace ocean {

const char* sample_type_name(SampleType type);  // "u8", "u16", "half", "float"
// Hash of an image's samples. Hashed are a header (the text "image", width, height, channel count, names,
// sample type), then the samples, little endian, interleaved, rows top first. How the rows are cut into calls
// does not matter.
class ContentHash {
 public:
  ContentHash(int32_t width, int32_t height, const std::vector<std::string>& channels, SampleType type);
  // For content that is no image: kind names it ("curves", "points"), header says what an image's sizes
  // would.
  ContentHash(std::string_view kind, std::string_view header);
  ~ContentHash();
  ContentHash(ContentHash&&) noexcept;

  void update(const void* data, int64_t bytes);
  std::string text() const;  // of all so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Hash of plain bytes, without a header: equal to the xxh128sum of the same bytes.
std::string hash_bytes(std::string_view bytes);
// Of a file's bytes. Throws Error{input} if it cannot be read.
std::string hash_file(const std::string& path);

}  // namespace ocean
