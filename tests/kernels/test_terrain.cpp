// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/terrain/arch.h"
#include "kernels/terrain/direction.h"
#include "kernels/terrain/island.h"
#include "kernels/terrain/noise.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

constexpr uint32_t kSeeds[] = {0, 1, 2, 3, 7, 42, 4294967295u};

Grid map_grid(int32_t n, double extent) { return {-extent / 2, -extent / 2, extent / n, n, n}; }

std::vector<float> island_map(const Exec& exec, const IslandParams& params, int32_t n) {
  const Grid grid = map_grid(n, params.extent_m);
  Buffer<float> heights(exec, grid.size());
  fill_island(exec, island_layout(params), grid, heights.view());
  return heights.to_host("test");
}

struct Region {
  bool land, touches_border;
  int64_t texels;
};

// Connected regions of land (8 neighbours) and water (4 neighbours).
std::vector<Region> regions(const std::vector<float>& heights, int32_t n) {
  std::vector<bool> seen(heights.size());
  std::vector<Region> out;
  for (size_t start = 0; start < heights.size(); ++start) {
    if (seen[start]) continue;
    Region region{heights[start] >= 0, false, 0};
    std::vector<size_t> stack{start};
    seen[start] = true;
    while (!stack.empty()) {
      const auto at = static_cast<int32_t>(stack.back());
      stack.pop_back();
      ++region.texels;
      const int32_t x = at % n, y = at / n;
      if (x == 0 || y == 0 || x == n - 1 || y == n - 1) region.touches_border = true;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int32_t px = x + dx, py = y + dy;
          if ((!region.land && dx != 0 && dy != 0) || px < 0 || py < 0 || px >= n || py >= n) continue;
          const size_t next = static_cast<size_t>(py) * static_cast<size_t>(n) + static_cast<size_t>(px);
          if (seen[next] || (heights[next] >= 0) != region.land) continue;
          seen[next] = true;
          stack.push_back(next);
        }
    }
    out.push_back(region);
  }
  return out;
}

TEST(Noise, VanishesOnTheLatticeAndIsBounded) {
  for (int32_t i = -5; i <= 5; ++i)
    EXPECT_EQ(gradient_noise(static_cast<float>(i), static_cast<float>(-3 * i), 9).value, 0.0f);
  float low = 0, high = 0;
  for (int i = 0; i < 20000; ++i) {
    const float v = gradient_noise(0.137f * static_cast<float>(i), -0.071f * static_cast<float>(i), 3).value;
    low = std::min(low, v);
    high = std::max(high, v);
  }
  EXPECT_GT(low, -1.4f);
  EXPECT_LT(low, -0.5f);
  EXPECT_GT(high, 0.5f);
  EXPECT_LT(high, 1.4f);
}

TEST(Noise, DerivativesAreThoseOfTheValue) {
  const float h = 1.0f / 256.0f;
  for (int i = 0; i < 500; ++i) {
    const float x = -7.3f + 0.0371f * static_cast<float>(i), y = 4.9f - 0.0233f * static_cast<float>(i);
    const NoiseSample n = gradient_noise(x, y, 5);
    const float dx = (gradient_noise(x + h, y, 5).value - gradient_noise(x - h, y, 5).value) / (2 * h);
    const float dy = (gradient_noise(x, y + h, 5).value - gradient_noise(x, y - h, 5).value) / (2 * h);
    EXPECT_NEAR(n.dx, dx, 2e-3f) << x << ", " << y;
    EXPECT_NEAR(n.dy, dy, 2e-3f) << x << ", " << y;
  }
}

TEST(Noise, SeedsAndPlacesHashApart) {
  EXPECT_NE(lattice_hash(0, 0, 1), lattice_hash(0, 0, 2));
  EXPECT_NE(lattice_hash(1, 0, 1), lattice_hash(0, 1, 1));
  EXPECT_NE(lattice_hash(-1, 0, 1), lattice_hash(1, 0, 1));
}

TEST(Noise, SmoothMaximum) {
  EXPECT_EQ(smooth_max(1.0f, 3.0f, 0.5f), 3.0f);
  EXPECT_EQ(smooth_min(1.0f, 3.0f, 0.5f), 1.0f);
  EXPECT_FLOAT_EQ(smooth_max(1.0f, 1.0f, 0.4f), 1.1f);
  EXPECT_EQ(smooth_max(0.9f, 1.0f, 0.4f), smooth_max(1.0f, 0.9f, 0.4f));
}

TEST(Island, HasWhatASampleNeeds) {
  const Exec exec = Exec::cpu();
  const int32_t n = 250;  // 8 m texels
  for (const uint32_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    const std::vector<float> heights = island_map(exec, {seed, 2000}, n);
    const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
    EXPECT_GT(*low, -90.0f);
    EXPECT_LT(*low, -55.0f);
    EXPECT_GT(*high, 60.0f);
    EXPECT_LT(*high, 180.0f);

    std::vector<int64_t> islands, lakes;
    int64_t oceans = 0;
    for (const Region& r : regions(heights, n)) {
      if (r.land) {
        EXPECT_FALSE(r.touches_border);
        islands.push_back(r.texels);
      } else if (r.touches_border) {
        ++oceans;
      } else {
        lakes.push_back(r.texels);
      }
    }
    EXPECT_EQ(oceans, 1);
    ASSERT_GE(islands.size(), 2u);
    const double main_km2 = 64e-6 * static_cast<double>(*std::max_element(islands.begin(), islands.end()));
    EXPECT_GT(main_km2, 0.2);
    EXPECT_LT(main_km2, 0.8);
    ASSERT_GE(lakes.size(), 1u);
    EXPECT_GE(*std::max_element(lakes.begin(), lakes.end()), 25);  // 1,600 m²
  }
}

TEST(Island, RimIsDeepWater) {
  for (const uint32_t seed : kSeeds) {
    const IslandLayout layout = island_layout({seed, 2000});
    for (int i = -100; i <= 100; ++i)
      for (const double edge : {-1000.0, 1000.0}) {
        EXPECT_LT(island_height(layout, edge, 10.0 * i), -50.0f);
        EXPECT_LT(island_height(layout, 10.0 * i, edge), -50.0f);
      }
  }
}

TEST(Island, ArchStandsInShallowWaterNearTheShore) {
  for (const uint32_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    const IslandLayout layout = island_layout({seed, 2000});
    const ArchSite site = island_arch(layout);
    EXPECT_NEAR(std::hypot(site.along_x, site.along_y), 1.0, 1e-6);
    for (const double along : {-0.5, 0.0, 0.5}) {
      const float ground = island_height(layout, site.x + along * site.span_m * site.along_x,
                                         site.y + along * site.span_m * site.along_y);
      EXPECT_LT(ground, -0.5f);
      EXPECT_GT(ground, -15.0f);
    }
    bool near_land = false;
    for (double dy = -200; dy <= 200; dy += 10)
      for (double dx = -200; dx <= 200; dx += 10)
        near_land = near_land || island_height(layout, site.x + dx, site.y + dy) > 0;
    EXPECT_TRUE(near_land);
  }
}

// Power-of-two spacings: both grids hit the same positions exactly.
TEST(Island, ShapeDoesNotDependOnTheResolution) {
  const Exec exec = Exec::cpu();
  const IslandLayout layout = island_layout({3, 2048});
  const auto at_corners = [&](int32_t n) {
    const double step = 2048.0 / (n - 1);
    const Grid grid{-1024 - step / 2, -1024 - step / 2, step, n, n};
    std::vector<float> heights(static_cast<size_t>(grid.size()));
    fill_island(exec, layout, grid, {heights.data(), grid.size()});
    return heights;
  };
  const std::vector<float> coarse = at_corners(65), fine = at_corners(257);
  for (size_t j = 0; j < 65; ++j)
    for (size_t i = 0; i < 65; ++i)
      ASSERT_EQ(coarse[j * 65 + i], fine[4 * j * 257 + 4 * i]) << i << ", " << j;
}

TEST(Island, ScalesWithTheExtent) {
  const IslandLayout one = island_layout({5, 1024}), two = island_layout({5, 2048});
  for (int i = -20; i <= 20; ++i) {
    const double x = 23.5 * i, y = 11.25 * i - 40;
    EXPECT_EQ(2.0f * island_height(one, x, y), island_height(two, 2 * x, 2 * y));
  }
}

TEST(Island, BandsOfRowsEqualTheWhole) {
  const Exec exec = Exec::cpu();
  const IslandLayout layout = island_layout({9, 2000});
  const Grid grid{-1000, -1000, 2000.0 / 70, 70, 50};
  std::vector<float> whole(70 * 50), bands(70 * 50);
  fill_island(exec, layout, grid, {whole.data(), 3500});
  for (int32_t row = 0; row < 50; row += 20) {
    const int32_t rows = std::min(20, 50 - row);
    fill_island(exec, layout, grid, row, {bands.data() + row * 70, int64_t{rows} * 70});
  }
  EXPECT_EQ(whole, bands);
}

TEST(Island, StaysWithinItsStatedHeights) {
  const Exec exec = Exec::cpu();
  for (uint32_t seed = 100; seed < 200; ++seed)
    for (const float h : island_map(exec, {seed, 2}, 50)) {
      ASSERT_GT(h, static_cast<float>(kIslandLow)) << seed;
      ASSERT_LT(h, static_cast<float>(kIslandHigh)) << seed;
    }
}

TEST(Arch, IsClosedAndFacesOutward) {
  const ArchMesh mesh = arch_mesh(island_layout({1, 2000}));
  std::map<std::pair<int32_t, int32_t>, int> edges;  // a closed, oriented surface has each edge once each way
  double volume = 0;
  const Vec3d origin = mesh.positions[0];
  for (const Triangle& t : mesh.triangles) {
    for (const auto& [a, b] : {std::pair{t.a, t.b}, std::pair{t.b, t.c}, std::pair{t.c, t.a}}) {
      ++edges[{a, b}];
      --edges[{b, a}];
    }
    const Vec3d a = mesh.positions.at(static_cast<size_t>(t.a)) - origin;
    const Vec3d b = mesh.positions.at(static_cast<size_t>(t.b)) - origin;
    const Vec3d c = mesh.positions.at(static_cast<size_t>(t.c)) - origin;
    volume +=
        (a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x)) / 6;
  }
  for (const auto& [edge, count] : edges) EXPECT_EQ(count, 0) << edge.first << ", " << edge.second;
  EXPECT_EQ(2 * mesh.positions.size() - 4, mesh.triangles.size());  // Euler's formula of a sphere
  EXPECT_GT(volume, 5000.0);
  EXPECT_LT(volume, 100000.0);
}

TEST(Arch, StandsOnTheSeaFloorAndSpansWater) {
  for (const uint32_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    const IslandLayout layout = island_layout({seed, 2000});
    const ArchSite site = island_arch(layout);
    const ArchMesh mesh = arch_mesh(layout);
    double low = 0, high = 0, lowest_at_middle = 1e9;
    for (const Vec3d& p : mesh.positions) {
      low = std::min(low, p.z);
      high = std::max(high, p.z);
      const double along = (p.x - site.x) * site.along_x + (p.y - site.y) * site.along_y;
      if (std::abs(along) < 5) lowest_at_middle = std::min(lowest_at_middle, p.z);
    }
    EXPECT_LT(low, island_height(layout, site.x, site.y) - 5);  // the feet end below the ground
    EXPECT_GT(high, 20.0);
    EXPECT_GT(lowest_at_middle, 3.0);  // and a boat passes
  }
  EXPECT_THROW(arch_mesh(island_layout({1, 2000}), 2, 10), std::invalid_argument);
  EXPECT_THROW(arch_mesh(island_layout({1, 2000}), 8, 1), std::invalid_argument);
}

TEST(Arch, DirectionsAreUnitVectorsInOrder) {
  EXPECT_EQ(direction(0).x, 1.0f);
  EXPECT_EQ(direction(0.25f).y, 1.0f);
  EXPECT_EQ(direction(-0.5f).x, -1.0f);
  for (int k = -50; k < 250; ++k) {
    const float turn = 0.01f * static_cast<float>(k);
    const Direction d = direction(turn);
    EXPECT_NEAR(d.x * d.x + d.y * d.y, 1.0f, 3e-7f);
    const double exact = 2 * 3.14159265358979 * static_cast<double>(turn);
    EXPECT_NEAR(d.x, std::cos(exact), 0.016);
    EXPECT_NEAR(d.y, std::sin(exact), 0.016);
  }
}

TEST(Island, SeedChoosesTheIsland) {
  const Exec exec = Exec::cpu();
  EXPECT_EQ(island_map(exec, {1, 2000}, 64), island_map(exec, {1, 2000}, 64));
  const std::vector<float> a = island_map(exec, {1, 2000}, 64), b = island_map(exec, {2, 2000}, 64);
  int64_t changed_coast = 0;
  for (size_t i = 0; i < a.size(); ++i) changed_coast += (a[i] > 0) != (b[i] > 0);
  EXPECT_GT(changed_coast, 64);  // of 4096 texels, some 10 % are land
}

TEST(Island, SameBitsOnEveryBackEnd) {
  const std::vector<Exec> backends = test_backends();
  const Grid grid = map_grid(333, 2000);
  const IslandLayout layout = island_layout({11, 2000});
  for (const Exec& exec : backends) {
    SCOPED_TRACE(backend_name(exec));
    Buffer<float> heights(exec, grid.size());
    fill_island(exec, layout, grid, heights.view());
    expect_golden("terrain/island-11-333", content_hash(exec, heights));
  }
}

TEST(Island, BadArguments) {
  EXPECT_THROW(island_layout({1, 0}), std::invalid_argument);
  EXPECT_THROW(island_layout({1, -5}), std::invalid_argument);
  EXPECT_THROW(island_layout({1, std::nan("")}), std::invalid_argument);
  EXPECT_THROW(island_layout({1, INFINITY}), std::invalid_argument);
  std::vector<float> heights(16);
  const IslandLayout layout = island_layout({1, 2000});
  EXPECT_THROW(fill_island(Exec::cpu(), layout, map_grid(4, 2000), {heights.data(), 15}),
               std::invalid_argument);
  EXPECT_THROW(fill_island(Exec::cpu(), layout, map_grid(4, 2000), 0, {heights.data(), 7}),
               std::invalid_argument);
  EXPECT_THROW(fill_island(Exec::cpu(), layout, map_grid(4, 2000), 3, {heights.data(), 8}),
               std::invalid_argument);
  EXPECT_THROW(fill_island(Exec::cpu(), layout, map_grid(4, 2000), -1, {heights.data(), 8}),
               std::invalid_argument);
  fill_island(Exec::cpu(), island_layout({1, 2000}), map_grid(0, 2000), {nullptr, 0});
}

}  // namespace
}  // namespace ocean
