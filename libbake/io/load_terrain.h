// SPDX-License-Identifier: Apache-2.0
//
// Terrain files → one terrain in world conventions: right-handed, z up, metres, x east, y north.
#pragma once

#include "kernels/host_pool.h"
#include "libbake/io/input_options.h"
#include "libbake/io/terrain.h"

namespace ocean {

// The kind of each file is told by its first bytes, else by its extension. Several meshes become one; a
// height raster stands alone, in one file or in tiles that one pattern names (tile_set.h). Vertices that no
// triangle uses are dropped. Axis and unit of a mesh: the option, else what the format says (glTF, COLLADA: y
// up, metres; FBX: its settings), else a guess that is noted as one: up is the axis y or z of the smaller
// extent (z if equal), the unit 1 m. A file with y up is turned: (x, y, z) → (x, −z, y). Rasters:
// place_raster.h; invalid samples are not filled here (nodata.h). Throws Error{input} (a file that cannot be
// read, with the reason; coordinates beyond the range) and Error{usage} (no path, kinds mixed, several
// rasters, a raw file without --raw, options that do not fit the file).
Terrain load_terrain(HostPool& pool, const InputOptions& options);

}  // namespace ocean
