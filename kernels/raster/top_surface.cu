// SPDX-License-Identifier: Apache-2.0
//
// A centre's depth is a function of its triangle and its place alone, and the minimum of depths does not
// depend on the order, so neither do the bits: the two ways of drawing may differ in everything else.
#include "kernels/raster/top_surface.h"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

#include "kernels/parallel_for.h"
#include "kernels/raster/top_surface_draw.h"

namespace ocean {

namespace {

// Bits of non-negative doubles order like the doubles, infinity and NaN above all.
OCEAN_HD uint64_t magnitude_bits(double x) {
  union {
    double number;
    uint64_t bits;
  } u{x};
  return u.bits & 0x7fffffffffffffffULL;
}

struct Extent {
  uint64_t coordinate = 0, height = 0;  // magnitude_bits of the largest
};

constexpr int64_t kVerticesAnItem = 8;

struct FindExtent {
  View<const TexelPoint> vertices;
  Extent* extent;
  OCEAN_HD void operator()(int64_t item) const {
    const int64_t begin = item * kVerticesAnItem;
    const int64_t end = begin + kVerticesAnItem < vertices.size ? begin + kVerticesAnItem : vertices.size;
    uint64_t coordinate = 0, height = 0;
    for (int64_t i = begin; i < end; ++i) {
      const TexelPoint p = vertices[i];
      const uint64_t x = magnitude_bits(p.x), y = magnitude_bits(p.y), z = magnitude_bits(p.z);
      if (x > coordinate) coordinate = x;
      if (y > coordinate) coordinate = y;
      if (z > height) height = z;
    }
    if (coordinate > atomic_load(&extent->coordinate)) atomic_max(&extent->coordinate, coordinate);
    if (height > atomic_load(&extent->height)) atomic_max(&extent->height, height);
  }
};

struct Clear {
  float* depth;
  int32_t* layers;  // null: not wanted
  OCEAN_HD void operator()(int64_t at) const {
    depth[at] = kUncovered;
    if (layers != nullptr) layers[at] = 0;
  }
};

double from_bits(uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

[[noreturn]] void reject(const std::string& what) { throw std::invalid_argument("top surface: " + what); }

void check_map(int32_t width, int32_t height, double sea_level_m, const Window& w, const View<float>& depth,
               const View<int32_t>& layers) {
  if (width < 1 || height < 1) reject("a map of " + std::to_string(width) + " x " + std::to_string(height));
  if (w.i0 < 0 || w.j0 < 0 || w.width < 1 || w.height < 1 || int64_t{w.i0} + w.width > width ||
      int64_t{w.j0} + w.height > height)
    reject("window " + std::to_string(w.width) + " x " + std::to_string(w.height) + " at (" +
           std::to_string(w.i0) + ", " + std::to_string(w.j0) + ") does not lie within a map of " +
           std::to_string(width) + " x " + std::to_string(height));
  const int64_t texels = int64_t{w.width} * w.height;
  if (depth.size != texels || (layers.size != 0 && layers.size != texels))
    reject("outputs of " + std::to_string(depth.size) + " and " + std::to_string(layers.size) +
           " elements for a window of " + std::to_string(texels) + " texels");
  if (!(std::fabs(sea_level_m) <= kHeightLimit)) reject("sea level " + std::to_string(sea_level_m));
}

// Of the vertices and the map. Throws if a vertex is not finite, or too far away or too high.
int lattice_bits(const Exec& exec, View<const TexelPoint> vertices, double map_side) {
  Buffer<Extent> found(exec, "top_surface extent", {Extent{}});
  parallel_for(exec, "top_surface_extent", (vertices.size + kVerticesAnItem - 1) / kVerticesAnItem,
               FindExtent{vertices, found.data()});
  const Extent extent = found.to_host("top_surface extent")[0];
  const double largest = from_bits(extent.coordinate);
  if (!std::isfinite(largest) || !(from_bits(extent.height) <= kHeightLimit))
    reject("a vertex is not finite, or its height is beyond 1e30 m");
  return snap_bits(largest > map_side ? largest : map_side);
}

}  // namespace

int snap_bits(double largest) {
  for (int bits = kMaxSnapBits; bits >= kMinSnapBits; --bits)
    if (largest * static_cast<double>(int64_t{1} << bits) <= kLatticeLimit) return bits;
  reject("coordinates reach " + std::to_string(largest) + " texels, at most " +
         std::to_string(kLatticeLimit / static_cast<double>(1 << kMinSnapBits)) +
         " can be told apart to 1/16 texel: cut the mesh, or use larger texels");
}

void rasterize_top_surface(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                           int32_t width, int32_t height, double sea_level_m, const Window& window,
                           View<float> depth, View<int32_t> layers, TopSurfaceMethod method) {
  check_map(width, height, sea_level_m, window, depth, layers);
  const int bits = lattice_bits(exec, vertices, width > height ? width : height);
  int32_t* const layer_data = layers.size > 0 ? layers.data : nullptr;
  parallel_for(exec, "top_surface_clear", depth.size, Clear{depth.data, layer_data}, 65536);
  if (triangles.size == 0) return;
  const raster_detail::TopSurfaceMesh mesh{vertices, triangles, bits};
  const bool bands =
      method == TopSurfaceMethod::automatic ? !exec.is_cuda() : method == TopSurfaceMethod::bands;
  const int64_t bad =
      bands ? raster_detail::draw_in_bands(exec, mesh, {window, sea_level_m, depth.data, layer_data})
            : raster_detail::draw_with_atomics(exec, mesh, {window, sea_level_m, depth.data, layer_data});
  if (bad != INT64_MAX)
    reject("triangle " + std::to_string(bad) + " names a vertex outside 0…" +
           std::to_string(vertices.size - 1));
}

void rasterize_top_surface(const Exec& exec, View<const TexelPoint> vertices, View<const Triangle> triangles,
                           int32_t width, int32_t height, double sea_level_m, View<float> depth,
                           View<int32_t> layers) {
  rasterize_top_surface(exec, vertices, triangles, width, height, sea_level_m, {0, 0, width, height}, depth,
                        layers);
}

}  // namespace ocean
