// SPDX-License-Identifier: Apache-2.0
//
// The shoreline as curves for other programs: NAME_shoreline.geojson, .obj, .svg, .csv.
#pragma once

#include <string>

#include "libbake/bake/shore.h"
#include "libbake/core/target.h"
#include "libbake/io/outputs.h"

namespace ocean {

const char* curve_extension(CurveFormat format);  // "geojson", …: also the word of --curves

// The curves that distance is measured to, in every format of config.curves, with water on their left; points
// that config.curve_tolerance lets go are left out. Arc lengths and areas are those of the exact curves, in
// metres.
// - CSV: curve, point, x, y, s, closed; a closed curve's last point is its first again, with s = its length.
// - GeoJSON: LineStrings (closed ones repeat their first point), as RFC 7946 would turn polygons, whose
//   orientation is ours: of a polygon around land, water on the left is clockwise. Properties: index, closed,
//   length_m, area_m2 (null if open; negative around land), water_body (place in the report's list, null:
//   none of its centres sees the curve), is_ocean, frame ("world_m" or "local_m"). "crs": null, as x and y
//   are metres.
// - SVG: one unit a metre, the map as its viewBox, north up.
// - OBJ: one object and one line element a curve, at sea level, in the target's axes and unit.
// Numbers are the shortest that read back as the same double. place: Terrain's coordinates. Memory: that of
// some thousand points beside the coast and 8 bytes a point. Throws Error{output}, Interrupted.
struct CurvePlace {
  std::string coordinates;
  bool local_metres = false;
};
void write_curves(const Exec& exec, const Shore& shore, const ShoreConfig& config, const TargetTraits& target,
                  const CurvePlace& place, OutputSet& outputs);

}  // namespace ocean
