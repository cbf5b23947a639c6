// SPDX-License-Identifier: Apache-2.0
//
// The coast of a sample island on both back ends: time and content hashes, which must be equal. A mesh of a
// million triangles (vertices shared, so not welded) and a height field of 4096 x 4096 samples; chaining on
// the host is part of it.
#include <cstdio>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/coast/field_coast.h"
#include "kernels/coast/mesh_coast.h"
#include "kernels/hash.h"
#include "kernels/terrain/island.h"
#include "tests/bench/device_timer.h"

namespace ocean {
namespace {

Buffer<float> island_heights(const Exec& exec, int32_t n) {
  const IslandParams params;
  const Grid grid{-params.extent_m / 2, -params.extent_m / 2, params.extent_m / n, n, n};
  Buffer<float> heights(exec, grid.size());
  fill_island(exec, island_layout(params), grid, heights.view());
  return heights;
}

std::string report(const std::string& name, const Exec& exec, const Coastline& coast, const Timing& timing) {
  print_timing(name + ", " + std::to_string(coast.segments.size()) + " segments", exec, timing);
  const Exec host = Exec::cpu(1);
  const auto words = static_cast<int64_t>(coast.segments.size() * sizeof(CoastSegment) / 4);
  return to_hex(hash_words(host, coast.segments.data(), words));
}

std::string mesh(const Exec& exec) {
  constexpr int32_t kSide = 708;
  const std::vector<float> heights = island_heights(exec, kSide).to_host("heights");
  std::vector<TexelPoint> points;
  std::vector<Triangle> triangles;
  for (int32_t j = 0; j < kSide; ++j)
    for (int32_t i = 0; i < kSide; ++i)
      points.push_back(
          {(i + 0.5) * 4096 / kSide, (j + 0.5) * 4096 / kSide, static_cast<double>(heights[points.size()])});
  for (int32_t j = 0; j + 1 < kSide; ++j)
    for (int32_t i = 0; i + 1 < kSide; ++i) {
      const int32_t at = j * kSide + i;
      triangles.push_back({at, at + 1, at + kSide + 1});
      triangles.push_back({at, at + kSide + 1, at + kSide});
    }
  const Buffer<TexelPoint> vertices(exec, "vertices", points);
  const Buffer<Triangle> faces(exec, "triangles", triangles);
  MeshCoastOptions options;
  options.outside = Outside::continues;
  std::string hash;
  for (const bool weld : {false, true}) {
    options.weld = weld;
    Coastline coast;
    const Timing timing =
        time_work(exec, 1, 5, [&] { coast = mesh_coast(exec, vertices.view(), faces.view(), options); });
    hash += report(weld ? "coast, 1 M triangles, welded" : "coast, 1 M triangles", exec, coast, timing);
  }
  return hash;
}

std::string height_field(const Exec& exec) {
  constexpr int32_t kSide = 4096;
  const Buffer<float> heights = island_heights(exec, kSide);
  const HeightField field{heights.data(), kSide, kSide, 0.5, 0.5, 1, 1};
  Coastline coast;
  const Timing timing = time_work(exec, 1, 5, [&] { coast = field_coast(exec, field, {}, kSide, kSide); });
  return report("coast, 4096^2 height field", exec, coast, timing);
}

}  // namespace
}  // namespace ocean

int main() {
  std::string first;
  bool equal = true;
  for (const ocean::Exec& exec : ocean::bench_backends()) {
    const std::string hashes = ocean::mesh(exec) + ocean::height_field(exec);
    if (first.empty()) first = hashes;
    equal = equal && hashes == first;
  }
  if (!equal) std::fprintf(stderr, "gpu_bench_coast: the back ends' hashes differ\n");
  return equal ? 0 : 1;
}
