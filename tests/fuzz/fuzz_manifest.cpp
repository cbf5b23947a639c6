// SPDX-License-Identifier: Apache-2.0
//
// Manifests: the input is the file, alone in its folder. One that is accepted can be written, reads back as
// the same, can be verified (outputs are missing), and gives shader code or a reason why not.
#include "libbake/io/decode_snippet.h"
#include "libbake/io/manifest.h"
#include "libbake/io/verify.h"
#include "tests/fuzz/harness.h"

namespace ocean::fuzz {

OCEAN_FUZZ_TARGET(manifest) {
  const std::string path = scratch_file("a.manifest.json", text_of(data, size));
  const Manifest manifest = read_manifest(path);
  const std::string text = manifest_text(manifest);
  const Manifest again = read_manifest(scratch_file("b.manifest.json", text));
  check(manifest_text(again) == text, "a manifest is the same when read again");
  for (const ShaderLanguage language : {ShaderLanguage::automatic, ShaderLanguage::hlsl, ShaderLanguage::glsl,
                                        ShaderLanguage::gdshader, ShaderLanguage::vex})
    error_of([&] { decode_snippet(manifest, language); });
  check(!verify(path).empty(), "a verified manifest has checks");
}

}  // namespace ocean::fuzz
