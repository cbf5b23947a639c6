// SPDX-License-Identifier: Apache-2.0
//
// glTF as text and as GLB: the input is the file. A file of 64 bytes lies beside it, for buffers that name
// "a.bin".
#include "tests/fuzz/harness.h"

namespace ocean::fuzz {

OCEAN_FUZZ_TARGET(gltf) {
  const std::string_view bytes = text_of(data, size);
  // Three corners and an index of each, then zeros.
  static const std::string beside = [] {
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    std::string buffer(reinterpret_cast<const char*>(corners), sizeof(corners));
    buffer += std::string("\0\0\1\0\2\0", 6);
    buffer.resize(64);
    return scratch_file("a.bin", buffer);
  }();
  InputOptions options;
  options.paths = {scratch_file(bytes.starts_with("glTF") ? "a.glb" : "a.gltf", bytes)};
  load_and_check(options, FileKind::gltf);
}

}  // namespace ocean::fuzz
