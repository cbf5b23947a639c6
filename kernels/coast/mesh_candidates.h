// SPDX-License-Identifier: Apache-2.0
//
// Candidate pieces of a mesh's coast, before what other triangles cover is taken away. Internal to
// mesh_coast.
#pragma once

#include "kernels/buffer.h"
#include "kernels/coast/crossing.h"
#include "kernels/coast/mesh_coast.h"

namespace ocean {

enum class CandidateKind : int32_t {
  crossing,   // the sea level inside a triangle
  land_rim,   // the land part of an edge without area on its outer side
  water_rim,  // the water part of such an edge: coast only against land where no triangle is
};

// The points base_a + t (base_b - base_a) for t in [t0, t1]; a and b are the ends' exact bits. Water on the
// left.
struct CoastCandidate {
  Vec2d base_a, base_b, a, b;
  double t0, t1;
  uint64_t from, to;  // nodes: edge_node
  int32_t triangle;   // of a crossing; -1 for rims
  CandidateKind kind;
  double open0 = 0, open1 = 1;  // outside [open0, open1] it is known to be covered by other land

  OCEAN_HD Vec2d point(double t) const { return base_a + t * (base_b - base_a); }
  OCEAN_HD Vec2d open_a() const { return open0 > t0 ? point(open0) : a; }
  OCEAN_HD Vec2d open_b() const { return open1 < t1 ? point(open1) : b; }
};

// Nodes are vertices (i == j) and edges of the welded mesh, at most one crossing each.
OCEAN_HD inline uint64_t edge_node(int32_t i, int32_t j) {
  const int32_t low = i < j ? i : j, high = i < j ? j : i;
  return static_cast<uint64_t>(low) << 32 | static_cast<uint64_t>(high);
}

// A mesh with welded indices, ready for geometry.
struct MeshView {
  View<const TexelPoint> vertices;
  View<const Triangle> triangles;
  View<const int32_t> weld;  // vertex → the smallest equal vertex; empty: itself
  SeaLevel sea;

  OCEAN_HD int32_t welded(int32_t v) const { return weld.size > 0 ? weld[v] : v; }
  OCEAN_HD Triangle triangle(int64_t t) const {
    const Triangle& raw = triangles[t];
    return {welded(raw.a), welded(raw.b), welded(raw.c)};
  }
  OCEAN_HD TexelPoint point(int32_t v) const { return vertices[v]; }
  OCEAN_HD Vec2d plan(int32_t v) const { return {vertices[v].x, vertices[v].y}; }
  OCEAN_HD bool land(int32_t v) const { return sea.is_land(vertices[v].z); }
  OCEAN_HD Vec2d crossing(int32_t i, int32_t j) const {
    return i < j ? crossing_point(vertices[i], vertices[j], sea.level_m)
                 : crossing_point(vertices[j], vertices[i], sea.level_m);
  }
};

// For each vertex the smallest index of an equal one.
Buffer<int32_t> weld_vertices(const Exec& exec, View<const TexelPoint> vertices);

struct MeshCandidates {
  Buffer<int8_t> side;                // per triangle: the sign of its projected area
  Buffer<CoastCandidate> candidates;  // crossings by triangle, then rims by edge
  int64_t crossings = 0;
};
MeshCandidates find_candidates(const Exec& exec, const MeshView& mesh, bool water_rims);

struct BinGrid;  // candidate_bins.h
struct FiledCandidates;

// What a triangle or a coincident candidate does to a candidate on [low, high].
struct Overlap {
  int32_t candidate;
  int32_t covers;  // 0: no coast here; 1: the outer side is covered by a triangle
  double low, high;
};
// In no fixed order, repeats possible. std::invalid_argument if they would fill the memory.
std::vector<Overlap> find_overlaps(const Exec& exec, const MeshView& mesh, const MeshCandidates& found,
                                   const FiledCandidates& filed, bool need_cover);

// std::invalid_argument unless so many take at most a quarter of the free memory.
void require_room(int64_t overlaps, int64_t free_bytes);

// Ways to fewer candidates that leave the same pieces of coast, bit for bit; around: a grid over the
// candidates. drop_repeats: of equal ones the first stays. drop_deep and drop_hidden_ends: those that other
// triangles' land covers go, and the others' open parts are narrowed; the one by a quick look at the triangle
// that covers most at each place, the other by trying all that are there.
void drop_repeats(const Exec& exec, MeshCandidates& found);
void drop_deep(const Exec& exec, const MeshView& mesh, MeshCandidates& found, const BinGrid& around);
void drop_hidden_ends(const Exec& exec, const MeshView& mesh, MeshCandidates& found, const BinGrid& around);
// Those with flags[i] != 0 stay.
void keep_candidates(const Exec& exec, MeshCandidates& found, View<const int32_t> flags);

// The parts of the candidates that are coast.
std::vector<CoastPiece> cut_candidates(const std::vector<CoastCandidate>& candidates,
                                       std::vector<Overlap> overlaps, const MeshCoastOptions& options);

}  // namespace ocean
