// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_surface.h"

#include <string>
#include <utility>

#include "kernels/coast/field_coast.h"
#include "kernels/coast/mesh_coast.h"
#include "kernels/coast/slope.h"
#include "kernels/raster/height_field.h"
#include "kernels/raster/label.h"
#include "kernels/raster/top_surface.h"
#include "kernels/shore/masks.h"
#include "kernels/shore/uncovered.h"
#include "libbake/bake/section_surface.h"
#include "libbake/bake/terrain_texels.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {

UncoveredRule uncovered_rule(HolesChoice choice) {
  return choice == HolesChoice::water  ? UncoveredRule::water
         : choice == HolesChoice::land ? UncoveredRule::land
                                       : UncoveredRule::surface;
}

UncoveredRule uncovered_rule(OutsideChoice choice) {
  return choice == OutsideChoice::water  ? UncoveredRule::water
         : choice == OutsideChoice::land ? UncoveredRule::land
                                         : UncoveredRule::surface;
}

namespace {

constexpr const char* kNoTriangle = "are covered by no triangle";

// Filling looks at the map as a whole.
void require_cover(const Exec& exec, const Grid& grid, const ShoreConfig& config, int64_t uncovered,
                   const char* what) {
  constexpr double kBytesPerTexel = 24;
  if (uncovered == grid.size())
    throw Error(ErrorKind::input, config.terrain_name(),
                std::string("all texels of the map ") + what + "; check --bounds, --up and --unit");
  const double needed = kBytesPerTexel * static_cast<double>(grid.size()),
               available = config.memory ? *config.memory * 1e9 : static_cast<double>(available_memory(exec));
  if (needed <= available) return;
  throw Error(
      ErrorKind::usage, config.terrain_name(),
      std::to_string(uncovered) + " texels of the map " + what + ", and filling them takes " +
          human_bytes(static_cast<int64_t>(needed)) + " of memory, but " +
          human_bytes(static_cast<int64_t>(available)) +
          " may be used; pass --bounds inside the terrain, a smaller --resolution or a larger --memory");
}

}  // namespace

CoverCount resolve_cover(const Exec& exec, const Grid& grid, const ShoreConfig& config, int64_t uncovered,
                         const char* what, View<float> depth, View<uint8_t> cover) {
  require_cover(exec, grid, config, uncovered, what);
  const CoverCount count = classify_cover(exec, depth, grid.width, grid.height, cover);
  if (count.holes > 0 && config.holes == HolesChoice::error)
    throw Error(ErrorKind::input, config.terrain_name(),
                std::to_string(count.holes) + " texels inside the terrain " + what +
                    "; mend the mesh, or pass --holes fill, water or land");
  resolve_uncovered(exec, depth, cover, grid.width, grid.height, uncovered_rule(config.outside),
                    uncovered_rule(config.holes));
  return count;
}

namespace {

// --- Of a mesh ---------------------------------------------------------------------------------------------

class MeshSurface final : public ShoreSurface {
 public:
  MeshSurface(const Exec& exec, const Mesh& source, const Grid& grid, const RowBands& bands,
              const ShoreConfig& config, double sea_level_m, RunReport& report)
      : exec_(exec),
        grid_(grid),
        config_(config),
        sea_level_m_(sea_level_m),
        mesh_(mesh_texels(exec, source, grid)) {
    upload();
    const auto stage = report.stage("surface");
    const bool one_band = bands.count() == 1;
    if (one_band) whole_ = Buffer<float>(exec, grid.size());
    Buffer<float> band(exec, one_band ? 0 : bands.texels());
    int64_t uncovered = 0;
    for (int32_t k = 0; k < bands.count(); ++k) {
      const Window window = bands.window(k);
      const View<float> depth = one_band ? whole_.view() : View<float>{band.data(), window.size()};
      rasterize(window, depth);
      uncovered += count_uncovered(exec, depth);
    }
    if (uncovered > 0) resolve(bands, uncovered);
  }

  Buffer<float> depth(const Window& window) override {
    if (whole_.size() == window.size()) return std::move(whole_);
    Buffer<float> depth(exec_, window.size());
    if (whole_.size() == 0) rasterize(window, depth.view());
    else
      copy_within(exec_, "depth of a band", depth.data(), whole_.data() + int64_t{window.j0} * grid_.width,
                  depth.bytes());
    return depth;
  }

  Coastline coast(const SeaLevel& sea, RunReport& report) override {
    MeshCoastOptions options;
    options.sea = sea;
    options.outside = Outside::continues;  // beyond the map; inside it the hole map decides
    if (!land_.empty()) options.holes = {land_.data(), grid_.width, grid_.height};
    MeshCoastStats stats;
    Coastline coast =
        mesh_coast(exec_, std::as_const(vertices_).view(), std::as_const(triangles_).view(), options, &stats);
    report.add("coast_rims", stats.rims);
    report.add("coast_overlaps", stats.overlaps);
    return coast;
  }

  std::vector<float> slopes(const std::vector<CoastSegment>& coast, const SeaLevel& sea) override {
    return mesh_slopes(exec_, coast, mesh_.vertices, mesh_.triangles, sea, grid_.texel_m);
  }

 private:
  void upload() {
    vertices_ = Buffer<TexelPoint>(exec_, "mesh vertices", mesh_.vertices);
    triangles_ = Buffer<Triangle>(exec_, "mesh triangles", mesh_.triangles);
  }

  void rasterize(const Window& window, View<float> depth) const {
    rasterize_top_surface(exec_, vertices_.view(), triangles_.view(), grid_.width, grid_.height, sea_level_m_,
                          window, depth);
  }

  // Gives uncovered texels their depth, and the mesh the triangles that stand for filled ones.
  void resolve(const RowBands& bands, int64_t uncovered) {
    require_cover(exec_, grid_, config_, uncovered, kNoTriangle);
    if (whole_.size() == 0) {
      whole_ = Buffer<float>(exec_, grid_.size());
      for (int32_t k = 0; k < bands.count(); ++k) {
        const Window window = bands.window(k);
        rasterize(window, {whole_.data() + int64_t{window.j0} * grid_.width, window.size()});
      }
    }
    Buffer<uint8_t> cover(exec_, grid_.size());
    const CoverCount count =
        resolve_cover(exec_, grid_, config_, uncovered, kNoTriangle, whole_.view(), cover.view());
    outside_texels = count.outside;
    hole_texels = count.holes;
    const UncoveredRule outside = uncovered_rule(config_.outside), holes = uncovered_rule(config_.holes);
    const std::vector<float> depth = whole_.to_host("depth for the holes");
    std::vector<uint8_t> filled = cover.to_host("cover for the holes");
    land_.resize(depth.size());
    for (std::size_t t = 0; t < depth.size(); ++t) {
      land_[t] = config_.at_level == LevelChoice::water ? depth[t] < 0 : depth[t] <= 0;
      const auto kind = static_cast<Cover>(filled[t]);
      filled[t] = (kind == Cover::hole && holes == UncoveredRule::surface) ||
                  (kind == Cover::outside && outside == UncoveredRule::surface);
      if (kind == Cover::covered) land_[t] |= kCoveredTexel;
    }
    append_fill_triangles(depth, filled, grid_.width, grid_.height, sea_level_m_, mesh_);
    upload();
  }

  const Exec& exec_;
  Grid grid_;
  const ShoreConfig& config_;
  double sea_level_m_;
  MeshTexels mesh_;
  Buffer<TexelPoint> vertices_;
  Buffer<Triangle> triangles_;
  Buffer<float> whole_;        // the map's depth; empty: rasterised when asked for
  std::vector<uint8_t> land_;  // HoleMap; empty: every texel is covered
};

// --- Of a raster -------------------------------------------------------------------------------------------

class RasterSurface final : public ShoreSurface {
 public:
  RasterSurface(const Exec& exec, const HeightRaster& raster, const Grid& grid, double sea_level_m)
      : exec_(exec),
        raster_(raster),
        grid_(grid),
        sea_level_m_(sea_level_m),
        heights_(exec, "raster heights", raster.heights),
        field_(field_texels(raster, grid, heights_.data())) {}

  Buffer<float> depth(const Window& window) override {
    Buffer<float> depth(exec_, window.size());
    sample_height_field(exec_, field_, window, sea_level_m_, depth.view());
    return depth;
  }
  Coastline coast(const SeaLevel& sea, RunReport&) override {
    return field_coast(exec_, field_, sea, grid_.width, grid_.height);
  }
  std::vector<float> slopes(const std::vector<CoastSegment>& coast, const SeaLevel& sea) override {
    HeightField on_host = field_;
    on_host.heights = raster_.heights.data();
    return field_slopes(coast, on_host, sea, grid_.texel_m);
  }

 private:
  const Exec& exec_;
  const HeightRaster& raster_;
  Grid grid_;
  double sea_level_m_;
  Buffer<float> heights_;
  HeightField field_;
};

}  // namespace

std::unique_ptr<ShoreSurface> make_surface(const Exec& exec, const Terrain& terrain, const Grid& grid,
                                           const RowBands& bands, const ShoreConfig& config,
                                           double sea_level_m, RunReport& report) {
  const auto* mesh = std::get_if<Mesh>(&terrain.shape);
  if (mesh != nullptr && config.surface == SurfaceChoice::section)
    return make_section_surface(exec, *mesh, grid, bands, config, sea_level_m, report);
  if (mesh != nullptr)
    return std::make_unique<MeshSurface>(exec, *mesh, grid, bands, config, sea_level_m, report);
  return std::make_unique<RasterSurface>(exec, std::get<HeightRaster>(terrain.shape), grid, sea_level_m);
}

}  // namespace ocean
