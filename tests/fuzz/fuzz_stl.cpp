// SPDX-License-Identifier: Apache-2.0
//
// STL, text and binary, through the check before it and the mesh plug-in: the input is the file.
#include "tests/fuzz/harness.h"

namespace ocean::fuzz {

OCEAN_FUZZ_TARGET(stl) {
  InputOptions options;
  options.paths = {scratch_file("a.stl", text_of(data, size))};
  load_and_check(options, FileKind::stl);
}

}  // namespace ocean::fuzz
