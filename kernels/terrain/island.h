// SPDX-License-Identifier: Apache-2.0
//
// A sample island as a height function: no grid, so that every resolution shows the same shape, and +, −, ×,
// ÷, √ only, so that every back end gives the same bits. The map is the square [-extent/2, extent/2]²; its
// rim is deep water.
//
// An island is a layout (a spine of capsules, bays cut out, headlands and islets added, one lake, one sand
// bar, one arch) that the seed alone chooses, and noise: the layout gives a signed distance to the coast, and
// a profile over it gives the height: beaches where waves are kind, cliffs where they are not, a ridge
// inland, a shelf and a slope under water.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

struct IslandParams {
  uint32_t seed = 1;
  double extent_m = 2000;  // side of the square map; the whole island scales with it, heights too
};

// Lengths and heights in units of half the extent: the map is [-1, 1]².
struct IslandLayout {
  struct Disc {
    float x, y, radius;
  };
  struct Capsule {
    float ax, ay, bx, by, radius;
  };
  static constexpr int kMaxSpine = 4, kMaxBays = 6, kMaxHeadlands = 6, kMaxIslets = 12;

  uint32_t seed;
  float half_extent_m;
  int32_t spines, bays, headlands, islets;
  Capsule spine[kMaxSpine];
  Disc bay[kMaxBays];
  Capsule headland[kMaxHeadlands];
  Disc islet[kMaxIslets];
  Disc lake;    // a basin below sea level inside the island, closed off by a rim above it
  Capsule bar;  // a sand bar that barely dries
};

// Where the rock arch of the mesh stands: its middle, the horizontal unit vector along its span, metres.
struct ArchSite {
  double x, y;
  double along_x, along_y;
  double span_m, rise_m, thickness_m;  // between the feet, of the opening above the sea, of the rock
};

// Throws std::invalid_argument unless extent_m is finite and > 0.
IslandLayout island_layout(const IslandParams& params);
ArchSite island_arch(const IslandLayout& layout);

// Height of the ground in metres at a world position in metres; finite for |x|, |y| <= 1000 extents, sea
// level is 0.
OCEAN_HD float island_height(const IslandLayout& layout, double x, double y);

// Whole rows of a map, from row `first_row` on: heights[k] = island_height at the centre of texel
// first_row*width + k, south first. Throws std::invalid_argument unless heights.size is a multiple of the
// width and the rows lie in the grid.
void fill_island(const Exec& exec, const IslandLayout& layout, const Grid& grid, int32_t first_row,
                 View<float> heights);
inline void fill_island(const Exec& exec, const IslandLayout& layout, const Grid& grid, View<float> heights) {
  if (heights.size != grid.size())
    throw std::invalid_argument("fill_island: heights and grid differ in size");
  fill_island(exec, layout, grid, 0, heights);
}

// Every height of an island lies between these, in half extents (tests/kernels/test_terrain.cpp tries many
// seeds).
inline constexpr double kIslandLow = -0.1, kIslandHigh = 0.2;

}  // namespace ocean

#include "kernels/terrain/island_height.h"
