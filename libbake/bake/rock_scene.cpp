// SPDX-License-Identifier: Apache-2.0
//
// Rotations are Rz*Ry*Rx, as Blender's XYZ Euler angles.
#include "libbake/bake/rock_scene.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "kernels/math/elementary.h"
#include "libbake/bake/rock_ground.h"
#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/core/text.h"
#include "libbake/io/file_kind.h"
#include "libbake/io/load_terrain.h"

namespace ocean {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr double kAutoVoxels = 256;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Vec3d turned(Vec3d v, const std::array<double, 3>& degrees) {
  const auto x = elem::sincos(degrees[0] * kDegree), y = elem::sincos(degrees[1] * kDegree),
             z = elem::sincos(degrees[2] * kDegree);
  v = {v.x, x.cos * v.y - x.sin * v.z, x.sin * v.y + x.cos * v.z};
  v = {y.cos * v.x + y.sin * v.z, v.y, y.cos * v.z - y.sin * v.x};
  return {z.cos * v.x - z.sin * v.y, z.sin * v.x + z.cos * v.y, v.z};
}

RockMesh load_mesh(HostPool& pool, const std::string& path, const RocksConfig& c, RockScene& scene) {
  InputOptions options;
  options.paths = {path};
  options.up = parse_up_axis(c.up);
  options.unit_m = parse_unit(c.unit);
  const FileKind kind = find_file_kind(path, false);
  const bool silent = kind == FileKind::obj || kind == FileKind::ply || kind == FileKind::stl;
  if (!options.up && silent) {
    options.up = UpAxis::z;
    scene.notes.push_back(path + ": the format does not say which axis is up; z is taken, --up y turns it");
  }
  if (is_raster(kind)) options.up.reset();
  Terrain terrain = load_terrain(pool, options);
  for (const std::string& note : terrain.notes) scene.notes.push_back(note);
  scene.files.insert(scene.files.end(), terrain.files.begin(), terrain.files.end());
  const auto* raster = std::get_if<HeightRaster>(&terrain.shape);
  Mesh mesh = raster != nullptr ? sheet_of(*raster, path) : std::move(std::get<Mesh>(terrain.shape));
  RockMesh out{path, std::move(mesh.positions), {}};
  out.check = check_mesh(out.corners, mesh.triangles);
  if (out.check.triangles.empty())
    throw Error(ErrorKind::input, path, "has no triangle with an area; export the rock again");
  if (raster != nullptr || (c.open == OpenMeshes::below && !out.check.closed())) {
    std::vector<Triangle> triangles = out.check.triangles;
    close_below(out.corners, triangles);
    out.open_edges = out.check.open_edges;
    out.check = check_mesh(out.corners, triangles);
    out.floored = true;
  } else {
    out.open_edges = out.check.open_edges;
  }
  return out;
}

void measure(Rock& rock, const RockMesh& mesh) {
  rock.bounds = {{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
  Box& box = rock.bounds;
  for (const Triangle& t : mesh.check.triangles) {
    Vec3d p[3];
    for (int k = 0; k < 3; ++k) {
      p[k] = rock.place(mesh.corners[static_cast<size_t>(k == 0 ? t.a : k == 1 ? t.b : t.c)]);
      box.min = {std::min(box.min.x, p[k].x), std::min(box.min.y, p[k].y), std::min(box.min.z, p[k].z)};
      box.max = {std::max(box.max.x, p[k].x), std::max(box.max.y, p[k].y), std::max(box.max.z, p[k].z)};
    }
    const Vec3d u = p[1] - p[0], v = p[2] - p[0];
    const Vec3d n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    rock.area += 0.5 * elem::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
  }
}

Rock rock_of(const RockEntry& e) {
  Rock rock;
  const double sx = e.scale[0], sy = e.scale.size() == 3 ? e.scale[1] : sx,
               sz = e.scale.size() == 3 ? e.scale[2] : sx;
  rock.axes = {turned({sx, 0, 0}, e.rotation_deg), turned({0, sy, 0}, e.rotation_deg),
               turned({0, 0, sz}, e.rotation_deg)};
  rock.position = {e.position[0], e.position[1], e.position[2]};
  return rock;
}

}  // namespace

std::vector<std::string> rock_files(const RocksConfig& config) {
  std::vector<std::string> files;
  const auto add = [&](const std::string& file) {
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  };
  for (const std::string& mesh : config.meshes) add(mesh);
  for (const RockEntry& entry : config.instances) add(entry.mesh);
  return files;
}

RockScene load_rocks(HostPool& pool, const RocksConfig& config) {
  RockScene scene;
  const std::vector<std::string> files = rock_files(config);
  for (const std::string& file : files) {
    check_interrupt();
    scene.meshes.push_back(load_mesh(pool, file, config, scene));
  }
  scene.bounds = {{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
  const auto add = [&](Rock rock, const std::string& file, int64_t id) {
    rock.id = static_cast<int32_t>(id);
    rock.mesh = static_cast<int32_t>(std::find(files.begin(), files.end(), file) - files.begin());
    rock.name =
        "rock " + std::to_string(rock.id) + " (" + std::filesystem::path(file).filename().string() + ")";
    measure(rock, scene.meshes[static_cast<size_t>(rock.mesh)]);
    Box& all = scene.bounds;
    const Box& b = rock.bounds;
    all.min = {std::min(all.min.x, b.min.x), std::min(all.min.y, b.min.y), std::min(all.min.z, b.min.z)};
    all.max = {std::max(all.max.x, b.max.x), std::max(all.max.y, b.max.y), std::max(all.max.z, b.max.z)};
    scene.area += rock.area;
    scene.rocks.push_back(std::move(rock));
  };
  for (const std::string& mesh : config.meshes) add({}, mesh, static_cast<int64_t>(scene.rocks.size()) + 1);
  for (const RockEntry& entry : config.instances)
    add(rock_of(entry), entry.mesh, entry.id.value_or(static_cast<int64_t>(scene.rocks.size()) + 1));
  return scene;
}

VdbMesh mesh_in_voxels(const RockScene& scene, const Rock& rock, const VdbPlace& place) {
  const RockMesh& mesh = scene.meshes[static_cast<size_t>(rock.mesh)];
  VdbMesh out{{}, mesh.check.triangles};
  out.corners.reserve(mesh.corners.size());
  for (const Vec3d& corner : mesh.corners) {
    const Vec3d p = rock.place(corner) - place.origin;
    out.corners.push_back({p.x / place.voxel_m, p.y / place.voxel_m, p.z / place.voxel_m});
  }
  return out;
}

void append_mesh(const VdbMesh& mesh, VdbMesh& to) {
  const auto base = static_cast<int32_t>(to.corners.size());
  to.corners.insert(to.corners.end(), mesh.corners.begin(), mesh.corners.end());
  for (const Triangle& t : mesh.triangles) to.triangles.push_back({t.a + base, t.b + base, t.c + base});
}

double voxel_of(const RocksConfig& config, const RockScene& scene) {
  if (config.voxel) return *config.voxel;
  const Vec3d size = scene.bounds.max - scene.bounds.min;
  const double voxel = std::max({size.x, size.y, size.z}) / kAutoVoxels;
  double step = 1e-9;
  while (step * 100 <= voxel) step *= 10;
  return *parse_real(
      shortest(static_cast<float>((static_cast<double>(static_cast<int64_t>(voxel / step)) + 1) * step)));
}

}  // namespace ocean
