// SPDX-License-Identifier: Apache-2.0
//
// Meshes that overlap at random: against the reference, and with the search for hidden pieces always and
// never, which must give the same bits.
#include <gtest/gtest.h>

#include <limits>

#include "kernels/coast/mesh_candidates.h"
#include "tests/kernels/coast_reference.h"

namespace ocean {
namespace {

TEST(MeshCoast, RandomSoups) {
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const TestMesh m = random_soup(seed, 3 + static_cast<int>(seed) / 2, false);
    check_closed(m, coast_of(m), 300);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(MeshCoast, RandomLatticeSoupsFullOfCoincidences) {
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const TestMesh m = random_soup(seed, 3 + static_cast<int>(seed) / 2, true);
    check_closed(m, coast_of(m), 300);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(MeshCoast, RandomSoupsWithLandOutside) {
  MeshCoastOptions options;
  options.outside = Outside::land;
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const TestMesh m = random_soup(seed, 3 + static_cast<int>(seed) / 2, seed % 2 == 0);
    const Coastline coast = coast_of(m, options);
    check_chains(coast);
    expect_all_closed(coast);
    check_against_ground(m, coast, 0, true, {-1, -1}, {11, 11}, 300, seed);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

constexpr double kNever = std::numeric_limits<double>::infinity();

// Overlaps that were looked at without and with the search, over all meshes of a test.
struct Looked {
  int64_t without = 0, with = 0;
};

void expect_same_with_search(const TestMesh& m, MeshCoastOptions options, Looked& looked) {
  MeshCoastStats without, with;
  options.crowded = kNever;
  const Coastline plain = coast_of(m, options, &without);
  options.crowded = 0;
  const Coastline searched = coast_of(m, options, &with);
  EXPECT_EQ(without.crossings, with.crossings);
  EXPECT_EQ(without.rims, with.rims);
  EXPECT_EQ(without.open_chains, with.open_chains);
  looked.without += without.overlaps;
  looked.with += with.overlaps;
  expect_same_bits(plain, searched);
}

// Turned boxes on whole sizes, some of them twice or standing on others.
TestMesh random_boxes(uint32_t seed, int count) {
  std::mt19937 random(seed);
  const auto pick = [&](uint32_t n) { return static_cast<double>(random() % n); };
  const double turns[][2] = {{1, 0}, {0, 1}, {0.8, 0.6}, {0.6, -0.8}};
  TestMesh m;
  for (int k = 0; k < count; ++k) {
    const double* turn = turns[random() % 4];
    const TestMesh box =
        box_mesh(pick(10), pick(10), 1 + pick(4), 1 + pick(4), -1 - pick(2), 1 + pick(2), turn[0], turn[1]);
    for (uint32_t copies = 1 + random() % 3 / 2; copies > 0; --copies) m.append(box);
  }
  return m;
}

// The triangle with each coordinate moved by up to `jitter`, corners and winding in any order.
TestMesh near_copies(uint32_t seed, int count, double jitter) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> move(-jitter, jitter);
  const TexelPoint corners[3] = {{0, 0, -1}, {100, 0, -1}, {0, 100, 1}};
  TestMesh m;
  for (int k = 0; k < count; ++k) {
    int32_t v[3];
    for (int c = 0; c < 3; ++c) {
      const TexelPoint& p = corners[c];
      v[c] = m.add(p.x + move(random), p.y + move(random), p.z + move(random));
    }
    std::shuffle(v, v + 3, random);
    m.face(v[0], v[1], v[2]);
  }
  return m;
}

TEST(CoastHidden, SameBitsForThousandsOfSmallSoups) {
  Looked looked;
  for (uint32_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    MeshCoastOptions options;
    options.outside = seed % 3 == 0 ? Outside::water : seed % 3 == 1 ? Outside::land : Outside::continues;
    options.sea.at_level_water = seed % 5 == 0;
    const TestMesh m = random_soup(seed, 3 + static_cast<int>(seed % 37), seed % 2 == 0);
    expect_same_with_search(m, options, looked);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_LT(looked.with, looked.without);
}

TEST(CoastHidden, SameBitsForHundredsOfTriangles) {
  Looked looked;
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    MeshCoastOptions options;
    options.outside = seed % 2 == 0 ? Outside::water : Outside::continues;
    expect_same_with_search(random_soup(seed, 400, seed % 4 < 2), options, looked);
    expect_same_with_search(random_boxes(seed, 60), options, looked);
    expect_same_with_search(near_copies(seed, 200, 1e-3), options, looked);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_LT(5 * looked.with, looked.without);
}

TEST(CoastHidden, SameBitsAboveAHoleMap) {
  Looked looked;
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const TestMesh m = random_soup(seed, 3 + static_cast<int>(seed % 40), seed % 2 == 0);
    std::vector<uint8_t> land(100);
    std::mt19937 random(seed);
    for (int t = 0; t < 100; ++t) {
      const Ground ground = ground_at(m, {t % 10 + 0.5, t / 10 + 0.5}, 0);
      land[static_cast<size_t>(t)] = static_cast<uint8_t>(
          ground == Ground::uncovered ? random() % 2 : (ground == Ground::land ? 1 : 0) | kCoveredTexel);
    }
    MeshCoastOptions options;
    options.outside = Outside::continues;
    options.holes = {land.data(), 10, 10};
    expect_same_with_search(m, options, looked);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_LT(looked.with, looked.without);
}

TEST(CoastHidden, AgainstTheReference) {
  MeshCoastOptions options;
  options.crowded = 0;
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    for (const TestMesh& m : {random_soup(seed, 300, seed % 2 == 0), random_boxes(seed, 40)}) {
      check_closed(m, coast_of(m, options), 300);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
  options.outside = Outside::land;
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const TestMesh m = random_soup(seed, 200, seed % 2 == 0);
    check_against_ground(m, coast_of(m, options), 0, true, {-1, -1}, {11, 11}, 300, seed);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(CoastHidden, EqualTrianglesAreOne) {
  const Coastline one = coast_of(near_copies(1, 1, 0));
  MeshCoastStats stats;
  const Coastline many = coast_of(near_copies(1, 5000, 0), {}, &stats);
  EXPECT_EQ(stats.crossings, 5000);
  EXPECT_LT(stats.overlaps, 100);
  expect_same_bits(one, many);
}

TEST(CoastHidden, EqualRimsOfDifferentTrianglesAreOne) {
  TestMesh m;
  for (int k = 0; k < 500; ++k) m.append(box_mesh(1, 1, 5, 4, 0.01 * k, 0.01 * k + 0.01));
  MeshCoastStats stats;
  const Coastline coast = coast_of(m, {}, &stats);
  EXPECT_GT(stats.rims, 1000);
  EXPECT_LT(stats.overlaps, 100);
  ASSERT_EQ(coast.chains.size(), 1u);
  EXPECT_EQ(coast.segments.size(), 4u);
  EXPECT_DOUBLE_EQ(coast.chains[0].signed_area, -20);
}

// A terrain of one sheet beside a heap of rocks: the heap is found crowded although most triangles are not.
TEST(CoastHidden, SameBitsOnEveryBackEndAndByDefault) {
  TestMesh m = sheet_mesh(100, 100, 0, 0, 1, [](double u, double v) { return std::sin(u * 0.31) * v - 20; });
  m.append(random_soup(5, 1500, false));
  MeshCoastOptions options;
  options.crowded = kNever;
  const Coastline reference = coast_of(m, options);
  options.crowded = MeshCoastOptions{}.crowded;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    MeshCoastStats stats;
    expect_same_bits(reference, coast_of(m, options, &stats, exec));
    EXPECT_LT(stats.overlaps, 20000);
  }
}

TEST(CoastHidden, OverlapsThatWouldFillTheMemoryAreRefused) {
  EXPECT_NO_THROW(require_room(1000, 96000));
  try {
    require_room(int64_t{1} << 33, int64_t{100} << 30);
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("8589934592"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("102400 MiB"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace ocean
