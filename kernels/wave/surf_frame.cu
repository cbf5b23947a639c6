// SPDX-License-Identifier: Apache-2.0
#include "kernels/wave/surf_frame.h"

#include <stdexcept>

#include "kernels/parallel_for.h"

namespace ocean {
namespace {

constexpr double kTurn = 6.283185307179586476925;

struct WorldNoise {
  Grid grid;
  const Vec2f* direction;
  SurfNoise noise;
  double scale;
  float* out;
  OCEAN_HD void operator()(int64_t i) const {
    const RowColumn at = row_column(i, grid.width);
    const double x = grid.x0 + (at.column + 0.5) * grid.texel_m;
    const double y = grid.y0 + (static_cast<double>(at.row) + 0.5) * grid.texel_m;
    out[i] = static_cast<float>(surf_noise_world(noise, scale * x, scale * y, direction[i]));
  }
};

// Whole cycles over the length, at least one.
OCEAN_HD double closed_wave_number(double k, double length_m) {
  const double cycles = static_cast<double>(floor_to<int64_t>(k * length_m / kTurn + 0.5));
  return (cycles > 1 ? cycles : 1) * kTurn / length_m;
}

struct ArcNoise {
  const float *arc, *perimeter;
  SurfNoise noise;
  double scale;
  float* out;
  OCEAN_HD void operator()(int64_t i) const {
    const auto length = static_cast<double>(perimeter[i]);
    if (!(length > 0)) {
      out[i] = 0;
      return;
    }
    SurfNoise closed = noise;
    closed.sine_k = closed_wave_number(scale * noise.sine_k, length);
    closed.cosine_k = closed_wave_number(scale * noise.cosine_k, length);
    out[i] = static_cast<float>(surf_noise(closed, static_cast<double>(arc[i])));
  }
};

struct FrameTexel {
  const float* distance;
  const Vec2f* direction;
  const float* noise;
  View2D<const SurfTexel> texture;
  SurfFrameSettings settings;
  double time;
  Vec3f* displacement;
  float* foam;
  OCEAN_HD void operator()(int64_t i) const {
    const auto d = static_cast<double>(distance[i]);
    const SurfUv at = surf_uv(settings.uv, d, static_cast<double>(noise[i]), time);
    const SurfTexel s = sample_surf(texture, at.u, at.v);
    const auto fade = static_cast<float>(surf_fade(settings.uv, d));
    const float forward = s.forward * settings.forward_scale * fade;
    displacement[i] = {direction[i].x * forward, direction[i].y * forward,
                       s.height * settings.height_scale * fade};
    foam[i] = s.foam;
  }
};

struct NormalTexel {
  Grid grid;
  const Vec3f* displacement;
  Vec3f* out;
  OCEAN_HD Vec3f between(int64_t a, int64_t b, float dx, float dy) const {
    const Vec3f d = displacement[b] + (-1.0f) * displacement[a];
    return {d.x + dx, d.y + dy, d.z};
  }
  OCEAN_HD void operator()(int64_t i) const {
    const RowColumn at = row_column(i, grid.width);
    const int64_t west = at.column > 0 ? i - 1 : i, east = at.column + 1 < grid.width ? i + 1 : i;
    const int64_t south = at.row > 0 ? i - grid.width : i;
    const int64_t north = at.row + 1 < grid.height ? i + grid.width : i;
    const auto texel = static_cast<float>(grid.texel_m);
    const Vec3f e = between(west, east, static_cast<float>(east - west) * texel, 0);
    const Vec3f n = between(south, north, 0, static_cast<float>((north - south) / grid.width) * texel);
    const Vec3f c{e.y * n.z - e.z * n.y, e.z * n.x - e.x * n.z, e.x * n.y - e.y * n.x};
    const float length = elem::sqrt(c.x * c.x + c.y * c.y + c.z * c.z);
    out[i] = length > 0 ? (1 / length) * c : Vec3f{0, 0, 1};
  }
};

struct HeightTexel {
  const Vec3f* displacement;
  float* height;
  OCEAN_HD void operator()(int64_t i) const { height[i] = displacement[i].z; }
};

void check(bool ok, const char* what) {
  if (!ok) throw std::invalid_argument(what);
}

}  // namespace

void surf_noise_of_world(const Exec& exec, const Grid& grid, View<const Vec2f> direction, double scale,
                         View<float> noise) {
  check(direction.size == grid.size() && noise.size == grid.size(),
        "surf_noise_of_world: maps of other sizes");
  parallel_for(exec, "surf_noise_world", noise.size, WorldNoise{grid, direction.data, {}, scale, noise.data},
               1 << 10);
}

void surf_noise_of_arc(const Exec& exec, View<const float> arc_m, View<const float> perimeter_m, double scale,
                       View<float> noise) {
  check(arc_m.size == noise.size && perimeter_m.size == noise.size, "surf_noise_of_arc: maps of other sizes");
  check(scale > 0, "surf_noise_of_arc: the scale must be above 0");
  parallel_for(exec, "surf_noise_arc", noise.size,
               ArcNoise{arc_m.data, perimeter_m.data, {}, scale, noise.data}, 1 << 10);
}

void surf_frame(const Exec& exec, const SurfShore& shore, View2D<const SurfTexel> texture,
                const SurfFrameSettings& settings, double time, View<Vec3f> displacement, View<float> foam) {
  const int64_t n = shore.grid.size();
  check(shore.distance_m.size == n && shore.direction.size == n && shore.noise.size == n &&
            displacement.size == n && foam.size == n,
        "surf_frame: maps of different sizes");
  check(texture.width >= 2 && texture.height >= 2, "surf_frame: no texture");
  check(settings.uv.width_m > 0, "surf_frame: the width must be above 0");
  parallel_for(exec, "surf_frame", n,
               FrameTexel{shore.distance_m.data, shore.direction.data, shore.noise.data, texture, settings,
                          time, displacement.data, foam.data},
               1 << 10);
}

void surf_normals(const Exec& exec, const Grid& grid, View<const Vec3f> displacement, View<Vec3f> normal) {
  check(displacement.size == grid.size() && normal.size == grid.size(),
        "surf_normals: maps of different sizes");
  parallel_for(exec, "surf_normals", normal.size, NormalTexel{grid, displacement.data, normal.data}, 1 << 12);
}

void surf_heights(const Exec& exec, View<const Vec3f> displacement, View<float> height) {
  check(displacement.size == height.size, "surf_heights: maps of different sizes");
  parallel_for(exec, "surf_heights", height.size, HeightTexel{displacement.data, height.data}, 1 << 14);
}

}  // namespace ocean
