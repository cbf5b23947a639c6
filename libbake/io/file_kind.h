// SPDX-License-Identifier: Apache-2.0
//
// Which reader a terrain file is for.
#pragma once

#include <cstdint>
#include <string>

namespace ocean {

enum class FileKind : uint8_t {
  obj,
  ply,
  gltf,
  stl,     // Assimp, after a check
  mesh,    // Assimp
  raster,  // GDAL
  asc,     // ESRI ASCII grid: a reader of our own
  image,   // OpenImageIO
  raw,
};

inline bool is_raster(FileKind kind) {
  return kind == FileKind::raster || kind == FileKind::asc || kind == FileKind::image ||
         kind == FileKind::raw;
}

// By the first bytes where they are a signature, else by the extension. raw_given: every file is headless
// samples. Opens the file, so throws what byte_source.h says; Error{input} for an unknown kind; Error{usage}
// for a raw file without --raw, with a proposal if its size is that of a square; Error{input} for paths with
// a network scheme.
FileKind find_file_kind(const std::string& path, bool raw_given);

}  // namespace ocean
