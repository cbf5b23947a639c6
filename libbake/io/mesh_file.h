// SPDX-License-Identifier: Apache-2.0
//
// A mesh as a file holds it, before axis and unit are applied; and the plug-in's table through which Assimp
// reads one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libbake/io/plugin.h"
#include "libbake/io/terrain.h"

namespace ocean {

enum class UpAxis : uint8_t { y, z };

struct MeshFile {
  Mesh mesh;                       // node transforms applied
  std::optional<UpAxis> up;        // where the format says so
  std::optional<double> unit_m;    // metres a unit, where the format says so
  bool single_precision = false;   // the reader keeps 32-bit floats
  std::vector<std::string> files;  // all that were opened, the named one first
  std::vector<std::string> notes;  // "2 meshes, 400 polygons"
};

struct MeshPlugin : PluginTable {
  // STL, FBX, DAE. Only files in the named file's folder, or
  // below, are opened. Throws Error{input} that names the file: unreadable, damaged or cut off, no triangles,
  // a vertex that is not finite, an index out of range.
  MeshFile (*read)(const std::string& path);
};

}  // namespace ocean
