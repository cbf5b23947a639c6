// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/decode_snippet.h"

#include "libbake/io/snippet_text.h"

namespace ocean {

std::string decode_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image) {
  if (manifest.kind == "gerstner") return flipbook_snippet(manifest, language, image);
  if (manifest.kind == "surf") return surf_snippet(manifest, language, image);
  return shore_snippet(manifest, language, image);
}

}  // namespace ocean
