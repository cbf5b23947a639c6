// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/join_meshes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int64_t kGrain = 1 << 16;
constexpr Box kNothing{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};

std::string short_text(double value) { return shortest(static_cast<float>(value)); }

void include(Box& box, const Vec3d& p) {
  box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
  box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
}

// The same bits for any order of the chunks: of −0 and +0, either of which may come first, +0 is taken.
Box bounds_of(HostPool& pool, const std::vector<Vec3d>& positions) {
  Box all = kNothing;
  std::mutex mutex;
  for_chunks(pool, static_cast<int64_t>(positions.size()), kGrain, [&](int64_t begin, int64_t end) {
    Box box = kNothing;
    for (int64_t i = begin; i < end; ++i) include(box, positions[static_cast<size_t>(i)]);
    const std::lock_guard<std::mutex> lock(mutex);
    include(all, box.min);
    include(all, box.max);
  });
  const Vec3d zero{0, 0, 0};
  return {all.min + zero, all.max + zero};
}

// Removes the vertices that no triangle uses; returns how many.
int64_t drop_unused(Mesh& mesh) {
  std::vector<int32_t> renamed(mesh.positions.size(), 0);
  for (const Triangle& t : mesh.triangles) {
    for (const int32_t v : {t.a, t.b, t.c}) renamed[static_cast<size_t>(v)] = 1;
  }
  const int64_t unused = std::count(renamed.begin(), renamed.end(), 0);
  if (unused == 0) return 0;
  int32_t next = 0;
  for (size_t i = 0; i < renamed.size(); ++i) {
    if (renamed[i] == 0) continue;
    mesh.positions[static_cast<size_t>(next)] = mesh.positions[i];
    renamed[i] = next++;
  }
  mesh.positions.resize(static_cast<size_t>(next));
  for (Triangle& t : mesh.triangles) {
    t = {renamed[static_cast<size_t>(t.a)], renamed[static_cast<size_t>(t.b)],
         renamed[static_cast<size_t>(t.c)]};
  }
  return unused;
}

void append(Mesh& mesh, Mesh&& more) {
  if (mesh.positions.empty()) {
    mesh = std::move(more);
    return;
  }
  const size_t vertices = mesh.positions.size() + more.positions.size();
  const size_t triangles = mesh.triangles.size() + more.triangles.size();
  constexpr size_t kMax = std::numeric_limits<int32_t>::max() - 1;
  if (vertices > kMax || triangles > kMax) {
    throw Error(ErrorKind::input, "terrain",
                "the files together have " + std::to_string(vertices) + " vertices and " +
                    std::to_string(triangles) + " triangles, more than the " + std::to_string(kMax) +
                    " of one mesh; bake fewer at a time");
  }
  const int32_t shift = static_cast<int32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), more.positions.begin(), more.positions.end());
  for (const Triangle& t : more.triangles) mesh.triangles.push_back({t.a + shift, t.b + shift, t.c + shift});
}

// The guess for all files that leave their axis open: the flatter of y and z is up.
UpAxis guess_up(HostPool& pool, const std::vector<MeshFile>& files, std::string& note) {
  Box box = kNothing;
  for (const MeshFile& file : files) {
    if (file.up) continue;
    const Box b = bounds_of(pool, file.mesh.positions);
    include(box, b.min);
    include(box, b.max);
  }
  const double y = box.max.y - box.min.y, z = box.max.z - box.min.z;
  const UpAxis up = y < z ? UpAxis::y : UpAxis::z;
  const std::string name = up == UpAxis::y ? "y" : "z";
  note = name + " is up, which is a guess: of y and z it has the smaller extent, " +
         short_text(up == UpAxis::y ? y : z) + " against " + short_text(up == UpAxis::y ? z : y) +
         " (--up says otherwise)";
  return up;
}

// Half the distance between neighbouring floats of this size: what a reader with 32-bit floats cannot keep.
double float_step(const Box& box) {
  const double largest =
      std::max({std::fabs(box.min.x), std::fabs(box.min.y), std::fabs(box.max.x), std::fabs(box.max.y)});
  return static_cast<double>(
             std::nextafter(static_cast<float>(largest), std::numeric_limits<float>::infinity())) -
         static_cast<double>(static_cast<float>(largest));
}

// Refuses a terrain of which nothing is seen from above: flat the wrong way round, or walls alone.
void check_plan(const std::string& path, const Mesh& mesh, const Box& box) {
  const double width = box.max.x - box.min.x, length = box.max.y - box.min.y;
  const std::string remedy = "; pass --up y or --up z, the axis that points up";
  if (!(width > 0) || !(length > 0)) {
    throw Error(ErrorKind::input, path,
                "is " + short_text(width) + " m by " + short_text(length) +
                    " m as seen from above, so it covers no area" + remedy);
  }
  // Seen from above, of a triangle with an area worth the name: rounding gives walls at a slant one of some
  // 1e-16.
  constexpr double kFlat = 1e-9;
  const auto covers = [&](const Triangle& t) {
    const auto at = [&](int32_t v) { return mesh.positions[static_cast<size_t>(v)]; };
    const Vec3d u = at(t.b) - at(t.a), v = at(t.c) - at(t.a);
    return std::fabs(u.x * v.y - u.y * v.x) > kFlat * (u.x * u.x + u.y * u.y + v.x * v.x + v.y * v.y);
  };
  if (std::any_of(mesh.triangles.begin(), mesh.triangles.end(), covers)) return;
  throw Error(ErrorKind::input, path,
              "has nothing but vertical walls as seen from above, so it covers no area" + remedy);
}

// Beyond it nothing is terrain, and the distances of a map would leave the range of 32-bit floats.
constexpr double kFarthest_m = 1e12;

void refuse_far(const Box& box, const std::string& path, const char* remedy) {
  for (const double v : {box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z}) {
    if (!(std::fabs(v) <= kFarthest_m))
      throw Error(ErrorKind::input, path,
                  "has a coordinate of " + shortest(v) + " m; they must lie within " + shortest(kFarthest_m) +
                      " m of the origin: " + remedy + ", or mend the file");
  }
}

}  // namespace

Terrain join_meshes(HostPool& pool, std::vector<MeshFile> files, const InputOptions& options) {
  Terrain terrain;
  Mesh all;
  for (MeshFile& file : files) {
    const int64_t unused = drop_unused(file.mesh);
    if (unused > 0) file.notes.push_back(std::to_string(unused) + " vertices that no face uses are left out");
  }
  std::string guess;
  UpAxis guessed = UpAxis::z;
  if (!options.up && std::any_of(files.begin(), files.end(), [](const MeshFile& f) { return !f.up; })) {
    guessed = guess_up(pool, files, guess);
  }
  for (MeshFile& file : files) {
    const std::string& path = file.files[0];
    const UpAxis up = options.up ? *options.up : file.up.value_or(guessed);
    const double unit = options.unit_m ? *options.unit_m : file.unit_m.value_or(1);
    std::vector<Vec3d>& positions = file.mesh.positions;
    for_chunks(pool, static_cast<int64_t>(positions.size()), kGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        Vec3d& p = positions[static_cast<size_t>(i)];
        p = unit * (up == UpAxis::y ? Vec3d{p.x, 0 - p.z, p.y} : p);
      }
    });
    const Box box = bounds_of(pool, positions);
    refuse_far(box, path, "check --unit");
    const auto note = [&](const std::string& text) { terrain.notes.push_back(path + ": " + text); };
    note(std::to_string(positions.size()) + " vertices, " + std::to_string(file.mesh.triangles.size()) +
         " triangles");
    for (const std::string& text : file.notes) note(text);
    note(options.up || file.up ? std::string(up == UpAxis::y ? "y" : "z") + " is up" : guess);
    note("one unit is " + shortest(unit) + " m" +
         (options.unit_m || file.unit_m ? ""
                                        : ", which is a guess, as the format does not say (--unit says "
                                          "otherwise)"));
    note("it is " + short_text(box.max.x - box.min.x) + " m wide (x) and " +
         short_text(box.max.y - box.min.y) + " m long (y); heights run from " + short_text(box.min.z) +
         " to " + short_text(box.max.z) + " m");
    if (file.single_precision && float_step(box) > 1e-3) {
      terrain.notes.push_back(
          path + ": lies so far from the origin that its coordinates, stored as 32-bit floats, step by " +
          short_text(float_step(box)) + " m; move it nearer, or export it as OBJ, which keeps more digits");
    }
    terrain.files.insert(terrain.files.end(), file.files.begin(), file.files.end());
    append(all, std::move(file.mesh));
  }
  terrain.bounds = bounds_of(pool, all.positions);
  check_plan(files[0].files[0] + (files.size() > 1 ? " and the files beside it" : ""), all, terrain.bounds);
  terrain.shape = std::move(all);
  return terrain;
}

Box raster_bounds(const HeightRaster& r, const std::string& path) {
  double low = kInfinity, high = -kInfinity;
  for (size_t i = 0; i < r.heights.size(); ++i) {
    if (!r.valid.empty() && r.valid[i] == 0) continue;
    low = std::min(low, static_cast<double>(r.heights[i]));
    high = std::max(high, static_cast<double>(r.heights[i]));
  }
  if (low > high) {
    throw Error(ErrorKind::input, path,
                "holds no height: all " + std::to_string(r.heights.size()) + " samples are nodata");
  }
  const double beyond = r.cells ? .5 : 0;
  const Box box{{r.x0 - beyond * r.dx, r.y0 - beyond * r.dy, low},
                {r.x0 + (r.width - 1 + beyond) * r.dx, r.y0 + (r.height - 1 + beyond) * r.dy, high}};
  refuse_far(box, path, "check --texel, --extent, --height-scale and --height-range");
  return box;
}

}  // namespace ocean
