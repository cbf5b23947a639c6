// SPDX-License-Identifier: Apache-2.0
//
// The depth of the top surface of a triangle mesh at texel centres: an orthographic z-buffer from above.
#pragma once

#include <cstdint>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/raster/triangle_setup.h"

namespace ocean {

// Heights beyond this are not metres of any ground; it keeps depths in float's range.
inline constexpr double kHeightLimit = 1e30;

// The lattice's sub-texel bits (kMinSnapBits…kMaxSnapBits) for coordinates up to `largest` in magnitude.
// Throws std::invalid_argument, with the numbers, if fewer than kMinSnapBits remain.
int snap_bits(double largest);

// How the texels are shared out, for tests and benchmarks; it changes no bit. bands: rows to threads, the
// host's way; atomics: triangles to threads, the device's.
enum class TopSurfaceMethod : uint8_t { automatic, bands, atomics };

// Depth (sea level minus height, metres, positive under water) of the highest triangle over each texel centre
// of `window` in a map of width x height texels, kUncovered where none covers it; never NaN or -0.
//
// vertices: texel coordinates and height in metres; they may lie outside the map. triangles: either
// orientation; degenerate ones cover nothing, overlapping ones give the highest. No centre on a shared edge
// is lost or counted twice. depth: window.width * window.height, row by row, south first. layers, if not
// empty: the number of triangles over each centre, same shape. All views lie on the Exec's back end.
//
// The lattice that decides coverage depends on all vertices and the map's size, not on the window: windows of
// one map agree bit for bit. Where a vertex lies inside another triangle's edge (a T-junction), snapping may
// open a crack there of less than 2^-bits texel.
//
// Throws std::invalid_argument, with the place, for a window outside the map, views of the wrong size, a
// vertex that is not finite or too far away or too high, an index that no vertex has, a sea level that is not
// finite. No triangles: all uncovered. Waits for the device twice.
void rasterize_top_surface(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                           int32_t width, int32_t height, double sea_level_m, const Window& window,
                           View<float> depth, View<int32_t> layers = {},
                           TopSurfaceMethod method = TopSurfaceMethod::automatic);

// The whole map.
void rasterize_top_surface(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                           int32_t width, int32_t height, double sea_level_m, View<float> depth,
                           View<int32_t> layers = {});

}  // namespace ocean
