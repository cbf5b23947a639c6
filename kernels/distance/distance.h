// SPDX-License-Identifier: Apache-2.0
//
// Exact Euclidean distance maps of a coast. For every texel centre (i + 1/2, j + 1/2) of a window of the map:
// the distance to the nearest point of N coast segments, signed by a water mask, and the direction
// -grad(signed distance).
//
// Promise
// - The distance is min over ALL segments of one fixed floating-point expression (segment_frame.h), ties by
// the smallest segment
//   index. It is a function of the texel's map coordinates and the segments alone: equal bits for any window
//   or tiling, thread count, instruction set and back end.
// - Error against the exact distance: below 6e-4 texel where the coast is within 1024 texels, half a float
// ulp beyond.
// - centre + signed_distance * direction is the nearest point to the same accuracy; |direction| = 1 within
// 3e-7. Method: docs/decisions/0007-exact-distance.md.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

// One value a texel of the window, south first: index = (j - j0)*window.width + (i - i0). On the Exec's back
// end.
struct DistanceMaps {
  // Texels. > 0 exactly where the mask says water, else <= 0 (+0 on the coast). A water centre whose distance
  // rounds to 0 gets the smallest positive normal float.
  View<float> signed_distance;
  // Unit vector toward the shore: (nearest - centre)/distance in water, (centre - nearest)/distance on land.
  // Where the distance is below 1e-3 texel: the nearest segment's normal toward land (its right-hand side).
  View<Vec2f> direction;
  View<int32_t> nearest;  // index of the nearest segment; may be empty (not wanted)
};

// Host instruction sets; they differ in speed alone.
enum class Simd : uint8_t { automatic, baseline, avx2, avx512 };

struct DistanceOptions {
  Simd simd = Simd::automatic;
  // The definition itself: every texel against every segment. For tests; both back ends.
  bool brute_force = false;
};

// segments: on the back end, any number, in texel coordinates, finite and within +-2^30; they may reach or
// lie outside the map; zero length counts as a point (facing land to the south). water: one byte a texel of
// the window, non-zero = ocean water. No segments: +-sqrt(width^2 + height^2) of the map, direction 0,
// nearest -1. Returns when the host may reuse the inputs on the CPU; on CUDA the last kernel may still run on
// the Exec's stream. Throws std::invalid_argument: window outside the map, wrong sizes, more than 2^31 - 1
// segments, a coordinate out of range, an instruction set this machine lacks; DeviceError, std::bad_alloc.
void compute_distance(const Exec& exec, View<const CoastSegment> segments, Window window, int32_t map_width,
                      int32_t map_height, View<const uint8_t> water, const DistanceMaps& out,
                      const DistanceOptions& options = {});

// What this build and this machine can run, baseline first.
std::vector<Simd> available_simd();

}  // namespace ocean
