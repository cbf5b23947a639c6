// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rock_report.h"

#include <array>
#include <filesystem>

#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr size_t kMostWarnings = 20;  // of one kind; the report holds all rocks

std::string metres(double v) { return shortest(static_cast<float>(v)) + " m"; }

// The first warnings of a kind, then how many more there are.
class Warnings {
 public:
  Warnings(RunReport& report, std::string more) : report_(report), more_(std::move(more)) {}
  ~Warnings() {
    if (count_ > kMostWarnings) report_.warn(std::to_string(count_ - kMostWarnings) + " more rocks " + more_);
  }
  void add(const std::string& text) {
    if (++count_ <= kMostWarnings) report_.warn(text);
  }

 private:
  RunReport& report_;
  std::string more_;
  size_t count_ = 0;
};

void warn_of_mesh(const RockMesh& mesh, RunReport& report) {
  const MeshCheck& c = mesh.check;
  if (mesh.floored) {
    log_info(mesh.file + ": an open sheet; solid is what lies below, down to a floor");
  } else if (!c.closed()) {
    report.warn(mesh.file + ": is open (" + std::to_string(c.open_edges) +
                " edges of one face); its winding number tells inside from outside, and its holes are closed "
                "where it "
                "is 1/2; --open below takes a sheet of terrain");
  }
  if (c.contradictions > 0)
    report.warn(mesh.file + ": has " + std::to_string(c.contradictions) +
                " edges at which its faces cannot agree which side is out; look at the preview");
  if (c.turned > 0)
    log_info(mesh.file + ": " + std::to_string(c.turned) + " of " + std::to_string(c.triangles.size()) +
             " triangles were wound the other way and are turned");
  if (c.without_area > 0)
    log_info(mesh.file + ": " + std::to_string(c.without_area) + " triangles without area are left out");
}

}  // namespace

const char* sign_of(const RockMesh& mesh) {
  if (mesh.floored) return "floor";
  return mesh.check.closed() ? "closed" : "winding";
}

std::string rocks_json(const RockScene& scene, const std::vector<RockResult>& results) {
  JsonWriter w(0);
  w.array();
  for (size_t k = 0; k < scene.rocks.size(); ++k) {
    const Rock& rock = scene.rocks[k];
    const RockMesh& mesh = scene.meshes[static_cast<size_t>(rock.mesh)];
    const RockResult& r = results[k];
    const Box& b = rock.bounds;
    w.object().member("id", rock.id);
    w.member("mesh", std::filesystem::path(mesh.file).filename().string()).member("sign", sign_of(mesh));
    w.member("triangles", mesh.check.triangles.size()).member("open_edges", mesh.open_edges);
    w.member("components", mesh.check.components).member("turned", mesh.check.turned);
    w.member("contradictions", mesh.check.contradictions).member("cap_triangles", r.cap_triangles);
    w.member("area_m2", rock.area).member("inside_voxels", r.inside_voxels);
    w.key("min_m").list(std::array<double, 3>{b.min.x, b.min.y, b.min.z});
    w.key("max_m").list(std::array<double, 3>{b.max.x, b.max.y, b.max.z});
    w.member("thin_area_m2", r.thin.area);
    if (r.thin.area > 0) {
      w.member("thinnest_m", r.thin.thinnest);
      w.key("thinnest_at_m").list(std::array<double, 3>{r.thin.where.x, r.thin.where.y, r.thin.where.z});
    }
    w.end();
  }
  return w.end().text();
}

void report_rocks(const RockScene& scene, const std::vector<RockResult>& results, double voxel_m,
                  double sea_level_m, RunReport& report) {
  for (const RockMesh& mesh : scene.meshes) warn_of_mesh(mesh, report);
  Warnings thin(report, "have thin parts"), hollow(report, "have no inside"),
      dry(report, "do not reach the water");
  for (size_t k = 0; k < scene.rocks.size(); ++k) {
    const Rock& rock = scene.rocks[k];
    const RockResult& r = results[k];
    if (r.inside_voxels == 0)
      hollow.add(rock.name + ": no voxel lies inside, so nothing can strike it; " +
                 (scene.meshes[static_cast<size_t>(rock.mesh)].check.closed()
                      ? "it is smaller than its voxels: lower --voxel"
                      : "the mesh surrounds nothing: close it, or pass --open below"));
    else if (r.thin.area > 0)
      thin.add(rock.name + ": " + percent_text(r.thin.share) + " of its surface is thinner than 2 voxels (" +
               metres(kThinVoxels * voxel_m) + "), down to " + metres(r.thin.thinnest) + " at (" +
               shortest(static_cast<float>(r.thin.where.x)) + ", " +
               shortest(static_cast<float>(r.thin.where.y)) + ", " +
               shortest(static_cast<float>(r.thin.where.z)) +
               "); fast drops may pass there: lower --voxel or thicken it");
    if (rock.bounds.min.z > sea_level_m)
      dry.add(rock.name + ": lies above the sea level of " + metres(sea_level_m) + ", " +
              metres(rock.bounds.min.z - sea_level_m) + " at its lowest; still water does not touch it");
    else if (rock.bounds.max.z < sea_level_m)
      log_info(rock.name + ": lies below the sea level of " + metres(sea_level_m));
  }
  report.add_json("rocks", rocks_json(scene, results));
}

}  // namespace ocean
