// SPDX-License-Identifier: Apache-2.0
//
// Headless heights: the input's first line is the text of --raw, what follows is the file.
#include <algorithm>

#include "tests/fuzz/harness.h"

namespace ocean::fuzz {

OCEAN_FUZZ_TARGET(raw) {
  const std::string_view input = text_of(data, size);
  const size_t end = std::min(input.find('\n'), input.size());
  std::string why;
  InputOptions options;
  options.raw = parse_raw_spec(input.substr(0, end), &why);
  check(options.raw.has_value() == why.empty(), "a specification is refused with its reason");
  if (!options.raw) return;
  check(options.raw->width >= 1 && options.raw->height >= 1 && options.raw->sample_bytes() >= 1,
        "a specification has sizes");
  options.paths = {scratch_file("a.raw", input.substr(std::min(end + 1, input.size())))};
  options.texel_m = 1;
  load_and_check(options, FileKind::raw);
  options.texel_m.reset();
  options.extent_m = {100, 50};
  options.height_range = {-10, 20};
  load_and_check(options, FileKind::raw);
}

}  // namespace ocean::fuzz
