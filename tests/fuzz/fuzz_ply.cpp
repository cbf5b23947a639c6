// SPDX-License-Identifier: Apache-2.0
//
// PLY: the input is the file.
#include "libbake/io/ply_reader.h"
#include "tests/fuzz/harness.h"

namespace ocean::fuzz {

OCEAN_FUZZ_TARGET(ply) {
  const std::string_view bytes = text_of(data, size);
  check_mesh(parse_ply(bytes, "a.ply").mesh);
  InputOptions options;
  options.paths = {scratch_file("a.ply", bytes)};
  load_and_check(options, FileKind::ply);
}

}  // namespace ocean::fuzz
