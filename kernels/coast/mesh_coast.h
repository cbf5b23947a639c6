// SPDX-License-Identifier: Apache-2.0
//
// The exact shoreline of a triangle mesh's visible top surface. A point is land if any triangle above it is
// land there, so land is the union of the triangles clipped to z >= sea level and projected, and the coast is
// the boundary of that union: level crossings inside triangles, and cliff, overhang and rim edges, less what
// the land of other triangles covers (docs/decisions/0006). Overlapping sheets, flipped and duplicate faces,
// vertical walls and soups without shared vertices are all legal; a triangle whose projection has no area is
// no land.
#pragma once

#include "kernels/buffer.h"
#include "kernels/coast/coastline.h"
#include "kernels/coast/crossing.h"

namespace ocean {

// What lies where no triangle covers the plane. continues: the surface goes on as it is, so its rim is no
// coast.
enum class Outside : uint8_t { water, land, continues };

// Which texels are land (1) or water (0), south first, in host memory, with kCoveredTexel added where a
// triangle of the mesh covers the centre; beyond it and where data is null, Outside holds. An uncovered rim
// looks up the texel half a texel outwards; if that one is covered, the nearest uncovered one around it on
// the rim's outer side, and only without one (a gap narrower than a texel) the covered one's own value.
inline constexpr uint8_t kCoveredTexel = 2;
struct HoleMap {
  const uint8_t* land = nullptr;
  int32_t width = 0, height = 0;
};

struct MeshCoastOptions {
  SeaLevel sea;
  Outside outside = Outside::water;
  HoleMap holes;
  bool weld = true;  // join vertices of equal u, v, z first; false: the mesh shares its vertices already
  // If triangles have more candidate pieces than this in their bins on average, what other triangles hide is
  // looked for first. The coast is the same, bit for bit; 0: always, infinity: never.
  double crowded = 32;
};

struct MeshCoastStats {
  int64_t vertices_welded = 0;      // that became another vertex
  int64_t crossings = 0, rims = 0;  // candidate pieces
  int64_t overlaps = 0;  // pairs of a candidate that was not hidden and a triangle or coincident candidate
                         // that took something away
  int64_t open_chains = 0;
};

// Texel coordinates must be finite, indices in range; at most 2^29 triangles. Both views lie on the Exec's
// back end. No triangles, or no coast: an empty result. Pieces nearer than kCoastTolerance are taken as
// coincident.
inline constexpr double kCoastTolerance = 1e-8;  // texels
// Ends that different triangles cut independently differ by rounding over the sine of their angle; 20
// tolerances join them for angles down to about a tenth of a second of arc at a map width of 10^4 texels.
inline constexpr double kJoinDistance = 20 * kCoastTolerance;
Coastline mesh_coast(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                     const MeshCoastOptions& options, MeshCoastStats* stats = nullptr);

}  // namespace ocean
