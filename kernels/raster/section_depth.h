// SPDX-License-Identifier: Apache-2.0
//
// Ground and water of solids in section at sea level: under an arch is water (docs/decisions/0011).
#pragma once

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

struct SectionViews {
  View<float> depth;
  View<uint8_t> bare;  // 1: a solid lies above the centre's water and no ground below it; depth is kUncovered
};

// Of triangles that are counter-clockwise seen from outside (orient_solids.h). A centre is land if solids lie
// there: above sea level more triangles face up than down. Exactly at the level (a depth of 0) those that
// face up count as above and those that face down as below, so a solid that touches the level is land; with
// level_is_water all count as below. Land has the depth of the top surface; water that of the highest ground
// below sea level; where there is none, kUncovered. bits: snap_bits() of all coordinates (top_surface.h).
// Views of window.size() elements, on the Exec's back end. Windows of one map agree bit for bit.
// std::invalid_argument for views of another size.
void section_depth(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                   int bits, double sea_level_m, bool level_is_water, const Window& window,
                   const SectionViews& out);

}  // namespace ocean
