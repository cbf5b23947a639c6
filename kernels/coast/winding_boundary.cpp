// SPDX-License-Identifier: Apache-2.0
//
// Cut at all meetings, then tell the winding number beside each run of pieces.
#include "kernels/coast/winding_boundary.h"

#include <stdexcept>

#include "kernels/cancel.h"
#include "kernels/coast/arrangement.h"
#include "kernels/coast/union_find.h"
#include "kernels/coast/winding_number.h"
#include "kernels/host_pool.h"

namespace ocean {
namespace {

using Edge = ArrangementEdge;

constexpr size_t kMaxPieces = size_t{1} << 29;

size_t at(int32_t k) { return static_cast<size_t>(k); }

// Edges that follow each other where nothing else meets have one number on their left; out[k]: the run's
// longest edge.
std::vector<int32_t> runs_of(const std::vector<Vec2d>& nodes, const std::vector<Edge>& edges) {
  std::vector<int32_t> degree(nodes.size()), in(nodes.size(), -1), out_of(nodes.size(), -1);
  for (size_t k = 0; k < edges.size(); ++k) {
    ++degree[at(edges[k].from)];
    ++degree[at(edges[k].to)];
    out_of[at(edges[k].from)] = in[at(edges[k].to)] = static_cast<int32_t>(k);
  }
  UnionFind unions(edges.size());
  for (size_t n = 0; n < nodes.size(); ++n)
    if (degree[n] == 2 && in[n] >= 0 && out_of[n] >= 0 && edges[at(in[n])].jump == edges[at(out_of[n])].jump)
      unions.unite(in[n], out_of[n]);
  const auto square = [&](int32_t k) {
    const Vec2d d = nodes[at(edges[at(k)].to)] - nodes[at(edges[at(k)].from)];
    return dot(d, d);
  };
  std::vector<int32_t> longest(edges.size(), -1), out(edges.size());
  for (size_t k = 0; k < edges.size(); ++k) {
    int32_t& best = longest[at(unions.root(static_cast<int32_t>(k)))];
    if (best < 0 || square(static_cast<int32_t>(k)) > square(best)) best = static_cast<int32_t>(k);
  }
  for (size_t k = 0; k < edges.size(); ++k) out[k] = longest[at(unions.root(static_cast<int32_t>(k)))];
  return out;
}

}  // namespace

std::vector<BoundaryPiece> winding_boundary(const Exec& exec, const std::vector<WindingPiece>& pieces) {
  if (pieces.size() > kMaxPieces) throw std::invalid_argument("section: more than 2^29 pieces of coast");
  Arrangement arrangement;
  auto& [nodes, edges] = arrangement;
  for (const WindingPiece& piece : pieces) {
    const auto first = static_cast<int32_t>(nodes.size());
    nodes.push_back(piece.a);
    nodes.push_back(piece.b);
    edges.push_back({first, first + 1, piece.jump, piece.open_rim});
  }
  cut_at_meetings(arrangement);
  const std::vector<int32_t> run = runs_of(nodes, edges);
  check_cancelled();
  const WindingNumber winding(exec, arrangement);
  std::vector<int32_t> left(edges.size());
  for_chunks(exec.pool(), static_cast<int64_t>(edges.size()), 256, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k)
      if (run[static_cast<size_t>(k)] == k)
        left[static_cast<size_t>(k)] = winding.left_of(static_cast<int32_t>(k));
  });
  std::vector<BoundaryPiece> out;
  for (size_t k = 0; k < edges.size(); ++k) {
    const Edge& e = edges[k];
    const int32_t w = left[at(run[k])];
    if (w >= 1 || w + e.jump < 1) continue;
    out.push_back(
        {{nodes[at(e.from)], nodes[at(e.to)], static_cast<uint64_t>(e.from), static_cast<uint64_t>(e.to)},
         e.open_rim});
  }
  return out;
}

}  // namespace ocean
