// SPDX-License-Identifier: Apache-2.0
//
// Which chains of the coast border which body of water, and which bodies are the ocean. Texel labels alone
// break bodies at channels narrower than a texel; here the chains, which are exact, join labels again, and
// the labels name the chains.
//
// A chain takes the label of a water centre if it is the first coast on the straight way from there to a
// neighbouring centre. All labels that one chain takes belong to one body.
#pragma once

#include <optional>

#include "kernels/buffer.h"
#include "kernels/coast/coastline.h"

namespace ocean {

inline constexpr int32_t kNoBody = -1;

struct TexelIndex {
  int32_t i = 0, j = 0;
};

struct WaterBody {
  int32_t label = 0;   // the smallest label of its components
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
  std::vector<int32_t> labels;    // the map's component labels, ascending …
  std::vector<int32_t> body_of;   // … and the body of each
};

// coast: against the same surface as the labels. labels: width*height on the Exec's back end, as
// label_components writes them for water across sides (kNoLabel on land). Ocean is what holds the texel
// `ocean_seed`, or without one every body that touches the map's border. std::invalid_argument for sizes that
// do not fit and for a seed outside the map or on land.
WaterBodies find_water_bodies(const Exec& exec, const Coastline& coast, View<const int32_t> labels,
                              int32_t width, int32_t height, std::optional<TexelIndex> ocean_seed = {});

// Writes each texel's merged label, kNoLabel for bodies whose keep is 0 (keep has one entry a body; empty
// keeps all).
void merge_labels(const Exec& exec, const WaterBodies& found, const std::vector<uint8_t>& keep,
                  View<int32_t> labels);

enum class Lakes : uint8_t { land, water };

// The shore of the water that counts: with Lakes::land only the ocean's chains, with Lakes::water all.
Coastline select_coast(const Coastline& coast, const WaterBodies& found, Lakes lakes);

}  // namespace ocean
