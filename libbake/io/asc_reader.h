// SPDX-License-Identifier: Apache-2.0
//
// ESRI ASCII grids. Packaged readers take a cell that is no number for 0, and pass over rows and cells that
// are too many.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/host_pool.h"
#include "libbake/io/byte_source.h"
#include "libbake/io/raster_file.h"

namespace ocean {

// Whether a file that begins so is one: its first word is a key of the header.
bool is_asc_head(std::string_view head);

// Header: lines "KEY VALUE" in any order and case: ncols, nrows, xllcorner or xllcenter, yllcorner or
// yllcenter, cellsize or dx and dy, nodata_value. Then ncols × nrows numbers, the northern row first; a line
// may hold a part of a row or several, but if there are as many lines as rows each must hold ncols. A cell
// equal to nodata_value as a float is none; "nan" only where nodata_value is nan. Decimal commas are read as
// points (a note says so). A .prj file beside it is named in side_files, its text goes to
// RasterFile::projection. Without a corner the grid lies at the origin (a note); without a cell size it is
// not placed. Throws Error{input} with the line and, for cells, column and row: no number, too few or too
// many cells, an unknown key or one given twice, a number that no float holds.
RasterFile read_asc(HostPool& pool, const std::string& path, int64_t chunk_bytes = int64_t{1} << 22);
RasterFile read_asc(HostPool& pool, const ByteSource& source, int64_t chunk_bytes);

}  // namespace ocean
