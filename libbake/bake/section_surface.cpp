// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/section_surface.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/coast/mesh_candidates.h"
#include "kernels/coast/section_coast.h"
#include "kernels/coast/slope.h"
#include "kernels/raster/label.h"
#include "kernels/raster/section_depth.h"
#include "kernels/raster/top_surface.h"
#include "kernels/shore/masks.h"
#include "kernels/shore/uncovered.h"
#include "libbake/bake/terrain_texels.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

class SectionSurface final : public ShoreSurface {
 public:
  SectionSurface(const Exec& exec, const Mesh& source, const Grid& grid, const RowBands& bands,
                 const ShoreConfig& config, double sea_level_m, RunReport& report)
      : exec_(exec), grid_(grid), config_(config), sea_level_m_(sea_level_m) {
    const auto stage = report.stage("surface");
    MeshTexels mesh = mesh_texels(exec, source, grid);
    vertices_ = std::move(mesh.vertices);
    const Buffer<TexelPoint> vertices(exec, "mesh vertices", vertices_);
    solids_ = orient_solids(vertices_, mesh.triangles,
                            weld_vertices(exec, vertices.view()).to_host("welded vertices"));
    report_solids(report);
    draw(vertices, bands);
    const int64_t uncovered = count_uncovered(exec, std::as_const(whole_).view());
    if (uncovered > 0) resolve(uncovered, report);
  }

  Buffer<float> depth(const Window& window) override {
    if (whole_.size() == window.size()) return std::move(whole_);
    Buffer<float> depth(exec_, window.size());
    copy_within(exec_, "depth of a band", depth.data(), whole_.data() + int64_t{window.j0} * grid_.width,
                depth.bytes());
    return depth;
  }

  Coastline coast(const SeaLevel& sea, RunReport& report) override {
    SectionCoast found = section_coast(exec_, vertices_, solids_, sea, grid_.width, grid_.height);
    report.add("section_open_rim_m", found.open_rim * grid_.texel_m);
    if (found.open_rim > 0)
      report.warn("the surface ends above sea level along " +
                  shortest(static_cast<float>(found.open_rim * grid_.texel_m)) + " m of the shoreline (at " +
                  place(found.first_rim) +
                  "); what lies below an open surface counts as land: close the mesh there, or use --surface "
                  "top");
    return std::move(found.coast);
  }

  std::vector<float> slopes(const std::vector<CoastSegment>& coast, const SeaLevel& sea) override {
    return mesh_slopes(exec_, coast, vertices_, solids_.triangles, sea, grid_.texel_m);
  }

 private:
  std::string place(Vec2d p) const {
    return "x " + shortest(static_cast<float>(grid_.x0 + p.x * grid_.texel_m)) + ", y " +
           shortest(static_cast<float>(grid_.y0 + p.y * grid_.texel_m));
  }

  void report_solids(RunReport& report) const {
    report.add("section_closed_solids", solids_.closed);
    report.add("section_sheets", solids_.sheets);
    report.add("section_turned_faces", solids_.turned);
    if (solids_.contradictions == 0) return;
    const TexelPoint& p = vertices_[static_cast<std::size_t>(solids_.first_contradiction)];
    report.warn("faces cannot be made to agree on what is inside at " +
                std::to_string(solids_.contradictions) + " edges (the first at " + place({p.x, p.y}) +
                ", height " + shortest(static_cast<float>(p.z)) +
                " m), so land and water may be wrong around them; mend the mesh, or use --surface top");
  }

  void draw(const Buffer<TexelPoint>& vertices, const RowBands& bands) {
    double largest = std::max(grid_.width, grid_.height);
    for (const TexelPoint& p : vertices_) {
      if (!std::isfinite(p.x) || !std::isfinite(p.y) || !(std::abs(p.z) <= kHeightLimit))
        throw std::invalid_argument("section: a vertex is not finite, or its height is beyond 1e30 m");
      largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
    }
    const int bits = snap_bits(largest);
    const Buffer<Triangle> triangles(exec_, "mesh triangles", solids_.triangles);
    whole_ = Buffer<float>(exec_, grid_.size());
    Buffer<uint8_t> bare(exec_, bands.texels());
    for (int32_t k = 0; k < bands.count(); ++k) {
      const Window window = bands.window(k);
      const int64_t first = int64_t{window.j0} * grid_.width;
      section_depth(exec_, vertices.view(), triangles.view(), bits, sea_level_m_,
                    config_.at_level == LevelChoice::water, window,
                    {{whole_.data() + first, window.size()}, {bare.data(), window.size()}});
      if (count_mask(exec_, {bare.data(), window.size()}) == 0) continue;
      const std::vector<uint8_t> host = bare.to_host("water without ground");
      for (int64_t t = 0; t < window.size(); ++t)
        if (host[static_cast<std::size_t>(t)] != 0) bare_.push_back(first + t);
    }
  }

  // Depth where nothing is solid and no ground lies below; land among it becomes triangles.
  void resolve(int64_t uncovered, RunReport& report) {
    Buffer<uint8_t> cover(exec_, grid_.size());
    const CoverCount count = resolve_cover(exec_, grid_, config_, uncovered, "have no ground below them",
                                           whole_.view(), cover.view());
    outside_texels = count.outside;
    hole_texels = count.holes;
    const UncoveredRule outside = uncovered_rule(config_.outside), holes = uncovered_rule(config_.holes);
    std::vector<float> depth = whole_.to_host("depth for the holes");
    std::vector<uint8_t> filled = cover.to_host("cover for the holes");
    for (uint8_t& f : filled) {
      const auto kind = static_cast<Cover>(f);
      f = (kind == Cover::hole && holes != UncoveredRule::water) ||
          (kind == Cover::outside && outside != UncoveredRule::water);
    }
    for (const int64_t t : bare_) {
      float& d = depth[static_cast<std::size_t>(t)];
      d = std::max(std::abs(d), kLeastUncoveredDepth_m);
      filled[static_cast<std::size_t>(t)] = 0;
    }
    if (!bare_.empty()) {
      report.add("section_bare_texels", static_cast<int64_t>(bare_.size()));
      report.warn("under solids above the water no ground lies below " + std::to_string(bare_.size()) +
                  " texels, whose depth is a guess");
      whole_ = Buffer<float>(exec_, "depth with guesses", depth);
    }
    append_sheets(depth, filled);
  }

  // Two triangles a lattice cell with a filled corner on land; the outermost cells reach the map's border, so
  // that the filled ground has no rim inside the map.
  void append_sheets(const std::vector<float>& depth, const std::vector<uint8_t>& filled) {
    const int32_t w = grid_.width, h = grid_.height;
    const auto texel = [&](int32_t i, int32_t j) {
      return static_cast<std::size_t>(int64_t{std::clamp(j, 0, h - 1)} * w + std::clamp(i, 0, w - 1));
    };
    const auto is_land = [&](std::size_t t) {
      return config_.at_level == LevelChoice::water ? depth[t] < 0 : depth[t] <= 0;
    };
    const auto vertex = [&](int32_t i, int32_t j) {
      vertices_.push_back({std::clamp(i + 0.5, 0.0, double{1} * w), std::clamp(j + 0.5, 0.0, double{1} * h),
                           sea_level_m_ - static_cast<double>(depth[texel(i, j)])});
      return static_cast<int32_t>(vertices_.size()) - 1;
    };
    const std::size_t first = solids_.triangles.size();
    for (int32_t j = -1; j < h; ++j)
      for (int32_t i = -1; i < w; ++i) {
        const std::size_t t[4] = {texel(i, j), texel(i + 1, j), texel(i + 1, j + 1), texel(i, j + 1)};
        bool any_filled = false, any_land = false;
        for (const std::size_t c : t) any_filled |= filled[c] != 0, any_land |= is_land(c);
        if (!any_filled || !any_land) continue;
        const int32_t a = vertex(i, j), b = vertex(i + 1, j), c = vertex(i + 1, j + 1), d = vertex(i, j + 1);
        solids_.triangles.push_back({a, b, c});
        solids_.triangles.push_back({a, c, d});
      }
    // The cells' own edges cancel where they meet: as open edges they are added up with their neighbours'.
    for (std::size_t k = first; k < solids_.triangles.size(); k += 2) {
      const Triangle &s = solids_.triangles[k], &n = solids_.triangles[k + 1];
      for (const OpenEdge e :
           {OpenEdge{s.a, s.b, 1}, OpenEdge{s.b, s.c, 1}, OpenEdge{n.b, n.c, 1}, OpenEdge{n.c, n.a, 1}})
        solids_.open_edges.push_back(e);
    }
  }

  const Exec& exec_;
  Grid grid_;
  const ShoreConfig& config_;
  double sea_level_m_;
  std::vector<TexelPoint> vertices_;
  OrientedSolids solids_;
  Buffer<float> whole_;        // the map's depth
  std::vector<int64_t> bare_;  // texels of water under solids without ground
};

}  // namespace

std::unique_ptr<ShoreSurface> make_section_surface(const Exec& exec, const Mesh& mesh, const Grid& grid,
                                                   const RowBands& bands, const ShoreConfig& config,
                                                   double sea_level_m, RunReport& report) {
  return std::make_unique<SectionSurface>(exec, mesh, grid, bands, config, sea_level_m, report);
}

}  // namespace ocean
