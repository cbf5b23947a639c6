// SPDX-License-Identifier: Apache-2.0
//
// Which chains of the coast border which body of water, and which bodies are the ocean. Components of water
// centres alone break bodies at channels narrower than a texel; here the chains, which are exact, join
// components again, and the components name the chains.
//
// A chain takes the component of a water centre if it is the first coast on the straight way from there to a
// neighbouring centre. All components that one chain takes belong to one body.
#pragma once

#include <optional>

#include "kernels/coast/coastline.h"
#include "kernels/raster/mask_runs.h"

namespace ocean {

inline constexpr int32_t kNoBody = -1;

struct TexelIndex {
  int32_t i = 0, j = 0;
};

struct WaterBody {
  int64_t label = 0;   // the smallest texel index in it
  int64_t texels = 0;  // centres in it
  bool touches_border = false;
  bool ocean = false;
  int64_t chains = 0;
  bool enclosed = false;    // all its chains are closed and they enclose it
  double area_texels2 = 0;  // exact if enclosed, else its number of texels
};

struct ChainBody {
  int32_t body = kNoBody;  // index into bodies; kNoBody: no centre sees the chain
  bool ocean = true;  // of the body; without one: false if the chain encloses water (a pond between centres),
                      // else true
};

struct WaterBodies {
  std::vector<WaterBody> bodies;  // ascending by label
  std::vector<ChainBody> chains;  // one a chain
  std::vector<int32_t> body_of;   // the body of each component of the water's runs
};

// coast: against the same surface as the mask. water, components: of the map's water centres; index: the same
// on the Exec's back end. Ocean is what holds the texel `ocean_seed`, or without one every body that touches
// the map's border. std::invalid_argument for a seed outside the map or on land.
WaterBodies find_water_bodies(const Exec& exec, const Coastline& coast, const MaskRuns& water,
                              const RunComponents& components, const RunIndex& index,
                              std::optional<TexelIndex> ocean_seed = {});

// What water and land count. Areas in texels²; 0: no limit.
struct WaterChoice {
  bool lakes_are_land = true;  // only the ocean has a shore
  double least_lake = 0;       // smaller lakes are land
  double least_island = 0;     // land that a closed chain bounds on the outside and that is smaller is water
};

// Texels [begin, end) of a row that are water because their island was dropped, and the body around it.
struct TexelRun {
  int64_t begin, end;
  int32_t body = kNoBody;  // index into bodies; kNoBody: no centre saw the island's shore
};

struct ChosenWater {
  Coastline coast;                 // the shore of the water that counts
  std::vector<ChainBody> chains;   // one a chain of coast
  std::vector<uint8_t> keep;       // one a body: 1 = counts as water
  std::vector<TexelRun> dropped;   // ascending, disjoint: in islands that are water
  int64_t lakes = 0, islands = 0;  // that were too small
};

// `width`, `height`: the map's. Chains inside a dropped island go with it.
ChosenWater choose_water(const Coastline& coast, const WaterBodies& found, const WaterChoice& choice,
                         int32_t width, int32_t height);

// Does a texel count as water, and how many do?
bool is_water(const MaskRuns& water, const RunComponents& components, const WaterBodies& found,
              const ChosenWater& chosen, int64_t texel);
int64_t count_water(const MaskRuns& water, const RunComponents& components, const WaterBodies& found,
                    const ChosenWater& chosen);

// out[t] = 1 where the choice has water. The window of a map, south first, on the Exec's back end.
void paint_water(const Exec& exec, const RunView& water, const WaterBodies& found, const ChosenWater& chosen,
                 const Window& window, View<uint8_t> out);

// out[t] = k + 1 for a centre in bodies[k], whether or not it counts, and in islands that bodies[k] swallowed
// (bodies[0] where no centre saw their shore); 0 on land. At most 2^24 bodies, which floats hold exactly.
void paint_bodies(const Exec& exec, const RunView& water, const WaterBodies& found, const ChosenWater& chosen,
                  const Window& window, View<float> out);

}  // namespace ocean
