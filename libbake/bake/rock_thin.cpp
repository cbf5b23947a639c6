// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/rock_thin.h"

#include <algorithm>
#include <cmath>

#include "kernels/solid/mesh_distance.h"
#include "libbake/core/interrupt.h"

namespace ocean {
namespace {

constexpr int kMostParts = 48;  // of an edge: a large face is a plane, which fewer samples measure as well
constexpr size_t kBatch = size_t{1} << 20;

double length(const Vec3d& a) { return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

struct Samples {
  std::vector<SurfaceSample> at;
  std::vector<double> areas;

  // At the middles of the parts that a face's edges make when each is cut into n.
  void add(const Vec3d& a, const Vec3d& u, const Vec3d& v) {
    const Vec3d n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    const double twice = length(n), longest = std::max({length(u), length(v), length(u - v)});
    if (!(twice > 0)) return;
    const int parts = std::clamp(static_cast<int>(std::ceil(std::min(longest, 1e6))), 1, kMostParts);
    const double area = 0.5 * twice / (parts * parts);
    for (int i = 0; i < parts; ++i)
      for (int j = 0; j < parts - i; ++j)
        for (int upper = 0; upper < (i + j + 1 < parts ? 2 : 1); ++upper) {
          const double s = (i + (upper ? 2.0 : 1.0) / 3) / parts, t = (j + (upper ? 2.0 : 1.0) / 3) / parts;
          at.push_back({a + s * u + t * v, (-1 / twice) * n});
          areas.push_back(area);
        }
  }
};

}  // namespace

RockThin find_thin(const WindingTree& tree, const VdbMesh& mesh) {
  RockThin out;
  double whole = 0;
  Samples samples;
  const auto flush = [&] {
    check_interrupt();
    const Buffer<SurfaceSample> places(tree.exec(), "thickness samples", samples.at);
    Buffer<float> depths(tree.exec(), places.size());
    exit_depths(tree, places.view(), kThinVoxels, depths.view());
    const std::vector<float> found = depths.to_host("thickness");
    for (size_t k = 0; k < found.size(); ++k) {
      const auto depth = static_cast<double>(found[k]);
      whole += samples.areas[k];
      if (depth < 0 || depth >= kThinVoxels) continue;
      if (!(out.area > 0) || depth < out.thinnest) {
        out.thinnest = depth;
        out.where = samples.at[k].point;
      }
      out.area += samples.areas[k];
    }
    samples = {};
  };
  for (const Triangle& t : mesh.triangles) {
    const Vec3d a = mesh.corners[static_cast<size_t>(t.a)];
    samples.add(a, mesh.corners[static_cast<size_t>(t.b)] - a, mesh.corners[static_cast<size_t>(t.c)] - a);
    if (samples.at.size() >= kBatch) flush();
  }
  flush();
  if (whole > 0) out.share = out.area / whole;
  return out;
}

}  // namespace ocean
