// SPDX-License-Identifier: Apache-2.0
//
// Equal bits: the culling bodies against the definition (every texel against every segment), instruction
// sets, thread counts, windows and CUDA.
#include <gtest/gtest.h>

#include "tests/kernels/distance_reference.h"
#include "tests/support/backends.h"

namespace ocean::test {
namespace {

struct Case {
  const char* name;
  Coast coast;
  int32_t map;  // side
  Window window;
};

std::vector<Case> cases() {
  return {
      {"fractal", fractal_coast({150, 140}, 120, 6, 0.3, 5), 300, {0, 0, 300, 290}},
      {"circle, whose centre is equally far from all",
       circle_coast({100.5, 100.5}, 90, 8),
       201,
       {0, 0, 201, 201}},
      {"random", random_coast(400, -100, 400, 20, 8), 300, {0, 0, 300, 210}},
      {"long and crossing", random_coast(60, -2000, 2000, 4000, 9), 300, {0, 0, 300, 200}},
      {"on a lattice, full of ties",
       [] {
         Coast c;
         for (int k = 0; k < 300; ++k) {
           const double x = 8 * (k % 20), y = 8 * (k / 20);
           c.push_back({{x, y}, {x + (k % 3 == 0 ? 8 : 0), y + (k % 3 == 0 ? 0 : 4)}});
         }
         return c;
       }(),
       200,
       {0, 0, 180, 150}},
      {"pieces of one oblique line, which tie but for rounding",
       [] {
         Coast c;
         for (uint64_t k = 0; k < 40; ++k) {
           const double from = -3000 - 500 * uniform(12, 2 * k), to = 4000 + 900 * uniform(12, 2 * k + 1);
           c.push_back({{0.8 * from, 40 + 0.6 * from}, {0.8 * to, 40 + 0.6 * to}});
         }
         return c;
       }(),
       16384,
       {3, 5, 140, 130}},
      {"the same, far",
       [] {
         Coast c;
         for (uint64_t k = 0; k < 40; ++k) {
           const double from = -3000 - 500 * uniform(13, 2 * k), to = 9000 + 900 * uniform(13, 2 * k + 1);
           c.push_back({{0.96 * from, 0.28 * from - 2345}, {0.96 * to, 0.28 * to - 2345}});
         }
         return c;
       }(),
       16384,
       {3, 5, 140, 130}},
      {"far away", fractal_coast({9000, 9000}, 4000, 7, 0.3, 6), 16384, {40, 30, 130, 120}},
      {"across the change from near to far blocks",
       fractal_coast({100, 100}, 60, 6, 0.3, 6),
       4096,
       {800, 700, 200, 150}},
      {"centre of a large circle", circle_coast({8000, 8000}, 6000, 9), 16384, {7960, 7970, 70, 60}},
  };
}

std::vector<uint8_t> some_water(int64_t n) {
  std::vector<uint8_t> mask(static_cast<size_t>(n));
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = uniform(4, i) < 0.5;
  return mask;
}

TEST(DistanceBits, EveryBodyEqualsTheDefinition) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const std::vector<uint8_t> mask = some_water(c.window.size());
    DistanceOptions brute;
    brute.brute_force = true;
    const std::vector<Exec> backends = test_backends();
    const Maps definition = bake(backends.front(), c.coast, c.window, c.map, c.map, mask, brute);
    for (const Exec& exec : backends) {
      SCOPED_TRACE(backend_name(exec));
      if (exec.is_cuda()) {
        EXPECT_EQ(differing_texels(definition, bake(exec, c.coast, c.window, c.map, c.map, mask, brute)), 0)
            << "definition";
      }
      EXPECT_EQ(differing_texels(definition, bake(exec, c.coast, c.window, c.map, c.map, mask)), 0);
    }
    for (const Simd simd : available_simd()) {
      DistanceOptions options;
      options.simd = simd;
      EXPECT_EQ(
          differing_texels(definition, bake(Exec::cpu(2), c.coast, c.window, c.map, c.map, mask, options)), 0)
          << "instruction set " << static_cast<int>(simd);
    }
  }
}

TEST(DistanceBits, WindowsEqualTheWhole) {
  const Coast coast = fractal_coast({150, 140}, 120, 7, 0.3, 5);
  const int32_t width = 301, height = 277;
  const std::vector<uint8_t> mask = water_mask(coast, 0, 0, width, height);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Maps whole = bake_whole(exec, coast, width, height, mask);
    for (const auto& [tile_w, tile_h] : {std::pair{64, 64}, {100, 37}, {301, 1}, {1, 277}, {7, 300}}) {
      Maps joined = whole;
      std::fill(joined.distance.begin(), joined.distance.end(), -1e9f);
      for (int32_t j0 = 0; j0 < height; j0 += tile_h)
        for (int32_t i0 = 0; i0 < width; i0 += tile_w) {
          const Window w{i0, j0, std::min(tile_w, width - i0), std::min(tile_h, height - j0)};
          const auto at = [&](int64_t k) {
            return static_cast<size_t>((j0 + k / w.width) * width + i0 + k % w.width);
          };
          std::vector<uint8_t> part(static_cast<size_t>(w.size()));
          for (int64_t k = 0; k < w.size(); ++k) part[static_cast<size_t>(k)] = mask[at(k)];
          const Maps maps = bake(exec, coast, w, width, height, part);
          for (int64_t k = 0; k < w.size(); ++k) {
            joined.distance[at(k)] = maps.distance[static_cast<size_t>(k)];
            joined.direction[at(k)] = maps.direction[static_cast<size_t>(k)];
            joined.nearest[at(k)] = maps.nearest[static_cast<size_t>(k)];
          }
        }
      EXPECT_EQ(differing_texels(whole, joined), 0) << tile_w << " x " << tile_h;
    }
  }
}

TEST(DistanceBits, BaselineIsAlwaysThere) {
  const std::vector<Simd> found = available_simd();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), Simd::baseline);
  for (const Simd simd : {Simd::avx2, Simd::avx512})
    if (std::find(found.begin(), found.end(), simd) == found.end()) {
      DistanceOptions options;
      options.simd = simd;
      EXPECT_THROW(bake_whole(Exec::cpu(1), line_coast({0, 0}, {1, 1}), 2, 2, {1, 1, 1, 1}, options),
                   std::invalid_argument);
    }
}

}  // namespace
}  // namespace ocean::test
