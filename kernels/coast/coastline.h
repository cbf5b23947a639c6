// SPDX-License-Identifier: Apache-2.0
//
// The shoreline as oriented polylines in texel coordinates (kernels/math/grid.h), water on the left, and how
// pieces of it are chained. Everything here lives on the host: a coast is small beside its terrain.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/exec.h"
#include "kernels/math/grid.h"

namespace ocean {

struct Chain {
  int64_t first = 0,
          count = 0;  // segments [first, first + count), each starting where the one before ends (same bits)
  bool closed = false;  // the last segment ends where the first starts
  double length = 0;    // texels
  double signed_area =
      0;  // texels²; closed chains: positive if it encloses water, negative if land. Open chains: 0
};

struct Coastline {
  std::vector<CoastSegment> segments;  // in chain order, none of zero length
  std::vector<double> start;  // arc length from the chain's first point to the segment's start, texels
  std::vector<Chain> chains;  // ordered by the smallest input index of their pieces
  double length = 0;          // sum of the chains' lengths, in their order
};

// A piece of coast before chaining. Nodes are names of end points: pieces are joined where `to` equals
// `from`. A piece may have zero length: it joins its nodes and leaves no segment.
struct CoastPiece {
  Vec2d a, b;
  uint64_t from, to;
};

// Chains pieces by their nodes. Where several chains meet, an arriving piece leaves by the sharpest left
// turn, which keeps bodies of water apart; what cannot be paired stays open. Closed chains start at their
// smallest piece index, open ones at their loose end. Deterministic. At most 2^30 pieces;
// std::invalid_argument beyond. Nodes are below 2^64 - 1.
Coastline chain_pieces(const Exec& exec, const std::vector<CoastPiece>& pieces);

// The same where the caller knows each piece's successor (or -1; every piece is the successor of at most
// one).
Coastline chain_linked(const std::vector<CoastPiece>& pieces, const std::vector<int32_t>& next);

// Joins nodes at which chains would break (different numbers of pieces arrive and leave) if they lie within
// `distance` texels of each other: their ends move to one point, and pieces that shrink to nothing by it are
// removed. Other pieces keep their bits.
void join_loose_ends(const Exec& exec, std::vector<CoastPiece>& pieces, double distance);

// The chains with keep[chain] != 0, in order. keep.size() == coast.chains.size().
Coastline filter_chains(const Coastline& coast, const std::vector<uint8_t>& keep);

}  // namespace ocean
