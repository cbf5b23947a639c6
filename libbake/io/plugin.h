// SPDX-License-Identifier: Apache-2.0
//
// Heavy libraries (OpenImageIO, Assimp, GDAL, OpenVDB) live in plug-ins: shared objects that are opened on
// first use and stay open. A plug-in exports one function
//     extern "C" const Table* NAME();        // NAME = the CMake target, e.g. ocean_io_image
// that returns its function table; Table derives from PluginTable, so a plug-in of another build is refused.
// The table's functions may throw ocean::Error; nothing else may leave them.
//
// Search order: the folder of libocean_core.so, then lib and ../lib beside the executable.
#pragma once

namespace ocean {

struct PluginTable {
  const char* version = OCEAN_VERSION;  // of the build that compiled the plug-in
};

// The table of the plug-in lib<name>.so, opened now if it was not. Thread safe. Throws Error{internal} that
// names the library and the loader's reason if it is missing, cannot be loaded or belongs to another version,
// and Error{usage} if memory is too short for it.
const PluginTable& load_plugin(const char* name);

template <class Table>
const Table& plugin_table(const char* name) {
  return static_cast<const Table&>(load_plugin(name));
}

}  // namespace ocean
