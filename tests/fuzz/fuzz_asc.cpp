// SPDX-License-Identifier: Apache-2.0
//
// ESRI ASCII grids: the input is the file. However it is cut for parallel reading, grid and error are the
// same.
#include <vector>

#include "libbake/io/asc_reader.h"
#include "tests/fuzz/harness.h"

namespace ocean::fuzz {

OCEAN_FUZZ_TARGET(asc) {
  const std::string_view text = text_of(data, size);
  if (text.empty()) return;
  const ByteSource source(text, "a.asc");
  RasterFile whole;
  const std::string error = error_of([&] { whole = read_asc(pool(), source, int64_t{1} << 20); });
  for (const int64_t chunk : {int64_t{1}, int64_t{7}, static_cast<int64_t>(size / 2 + 1)}) {
    RasterFile cut;
    const std::string other = error_of([&] { cut = read_asc(pool(), source, chunk); });
    check_same(other, error, "the error does not depend on how the file was cut");
    check(cut.width == whole.width && cut.height == whole.height && cut.values == whole.values &&
              cut.valid == whole.valid && cut.code_limit == whole.code_limit && cut.notes == whole.notes,
          "the grid does not depend on how the file was cut");
  }
  if (!error.empty()) return;
  InputOptions options;
  options.paths = {scratch_file("a.asc", text)};
  if (!whole.placed) options.texel_m = 1;
  load_and_check(options, FileKind::asc);
}

}  // namespace ocean::fuzz
