// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/mesh_coast.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/coast/candidate_bins.h"

namespace ocean {
namespace {

int64_t count_welded(const Buffer<int32_t>& weld) {
  const std::vector<int32_t> host = weld.to_host("welded vertices");
  int64_t count = 0;
  for (size_t i = 0; i < host.size(); ++i) count += host[i] != static_cast<int32_t>(i) ? 1 : 0;
  return count;
}

}  // namespace

Coastline mesh_coast(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                     const MeshCoastOptions& options, MeshCoastStats* stats) {
  if (triangles.size > int64_t{1} << 29) throw std::invalid_argument("mesh_coast: more than 2^29 triangles");
  if (triangles.size == 0) return {};
  MeshView mesh{vertices, triangles, {}, options.sea};
  Buffer<int32_t> weld;
  if (options.weld) {
    weld = weld_vertices(exec, vertices);
    mesh.weld = std::as_const(weld).view();
  }
  const bool rule_depends = options.outside != Outside::water || options.holes.land != nullptr;
  const bool water_rims = options.outside == Outside::land || options.holes.land != nullptr;
  MeshCandidates found = find_candidates(exec, mesh, water_rims);
  if (stats != nullptr) {
    if (options.weld) stats->vertices_welded = count_welded(weld);
    stats->crossings = found.crossings;
    stats->rims = found.candidates.size() - found.crossings;
  }
  if (found.candidates.size() == 0) return {};
  std::vector<CoastCandidate> candidates = found.candidates.to_host("coast candidates");
  FiledCandidates filed = file_candidates(exec, found, candidates);
  const auto crowded = [&] { return mean_meetings(exec, mesh, found, filed) > options.crowded; };
  for (int search = 0; search < 2 && crowded(); ++search) {
    if (search == 0) {
      drop_repeats(exec, found);
      drop_deep(exec, mesh, found, filed.grid);
    } else {
      drop_hidden_ends(exec, mesh, found, filed.grid);
    }
    if (found.candidates.size() == 0) return {};
    candidates = found.candidates.to_host("coast candidates left");
    filed = file_candidates(exec, found, candidates);
  }
  std::vector<Overlap> overlaps = find_overlaps(exec, mesh, found, filed, rule_depends);
  if (stats != nullptr) stats->overlaps = static_cast<int64_t>(overlaps.size());
  std::vector<CoastPiece> pieces = cut_candidates(candidates, std::move(overlaps), options);
  join_loose_ends(exec, pieces, kJoinDistance);
  Coastline coast = chain_pieces(exec, pieces);
  if (stats != nullptr)
    stats->open_chains =
        std::count_if(coast.chains.begin(), coast.chains.end(), [](const Chain& c) { return !c.closed; });
  return coast;
}

}  // namespace ocean
