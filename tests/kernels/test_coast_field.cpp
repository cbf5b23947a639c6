// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/kernels/coast_reference.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

struct Field {
  int32_t width, height;
  double u0, v0, du, dv;
  std::vector<float> heights;

  template <class Height>
  Field(int32_t w, int32_t h, double u, double v, double d, const Height& f)
      : width(w), height(h), u0(u), v0(v), du(d), dv(d) {
    for (int32_t j = 0; j < h; ++j)
      for (int32_t i = 0; i < w; ++i) heights.push_back(static_cast<float>(f(u0 + i * du, v0 + j * dv)));
  }
  TestMesh mesh() const {
    TestMesh m;
    for (int32_t j = 0; j < height; ++j)
      for (int32_t i = 0; i < width; ++i)
        m.add(u0 + i * du, v0 + j * dv, static_cast<double>(heights[static_cast<size_t>(j * width + i)]));
    for (int32_t j = 0; j + 1 < height; ++j)
      for (int32_t i = 0; i + 1 < width; ++i) {
        const int32_t a = j * width + i;
        m.quad(a, a + 1, a + width + 1, a + width);
      }
    return m;
  }
};

Coastline coast_of(const Field& f, double map_width = 0, double map_height = 0, SeaLevel sea = {},
                   const Exec& exec = Exec::cpu(1)) {
  const Buffer<float> heights(exec, "test heights", f.heights);
  return field_coast(exec, {heights.data(), f.width, f.height, f.u0, f.v0, f.du, f.dv}, sea, map_width,
                     map_height);
}

TEST(FieldCoast, TooSmallIsAnError) {
  const Field f(1, 5, 0, 0, 1, [](double, double) { return 1.0; });
  EXPECT_THROW(coast_of(f), std::invalid_argument);
}

TEST(FieldCoast, AllLandAndAllWaterHaveNone) {
  EXPECT_TRUE(coast_of(Field(9, 7, 0, 0, 1, [](double, double) { return 1.0; }), 9, 7).segments.empty());
  EXPECT_TRUE(coast_of(Field(9, 7, 0, 0, 1, [](double, double) { return -1.0; }), 9, 7).segments.empty());
  const Field flat(9, 7, 0, 0, 1, [](double, double) { return 0.0; });
  EXPECT_TRUE(coast_of(flat).segments.empty());
  EXPECT_TRUE(coast_of(flat, 0, 0, {0, true}).segments.empty());
}

TEST(FieldCoast, LineRunsOnToTheMapsBorder) {
  const Field f(8, 6, 0.5, 0.5, 1, [](double u, double) { return 3.25 - u; });  // land in the west
  const Coastline coast = coast_of(f, 8, 6);
  check_chains(coast);
  ASSERT_EQ(coast.chains.size(), 1u);
  EXPECT_FALSE(coast.chains[0].closed);
  EXPECT_NEAR(coast.length, 6, 1e-12);
  EXPECT_EQ(coast.segments.front().a,
            (Vec2d{3.25, 6}));  // water in the east is on the left going south … to north
  EXPECT_EQ(coast.segments.back().b, (Vec2d{3.25, 0}));
  EXPECT_NEAR(coast_of(f).length, 5, 1e-12);
}

TEST(FieldCoast, CroppedFieldsKeepTheirCoastWhole) {
  const Field f(8, 6, -2, -2, 1, [](double u, double) { return 1.5 - u; });
  EXPECT_NEAR(coast_of(f, 3, 2).length, 5, 1e-12);
}

TEST(FieldCoast, EqualsTheMeshOfItsCells) {
  const Field f(70, 141, 0.5, 0.25, 1.5, [](double u, double v) {
    return std::sin(u * 0.31) * std::cos(v * 0.23) + 0.2 * std::sin(u * 2 + v);
  });
  MeshCoastOptions options;
  options.outside = Outside::continues;
  const Coastline mesh = coast_of(f.mesh(), options), field = coast_of(f);
  check_chains(field);
  ASSERT_EQ(mesh.segments.size(), field.segments.size());
  ASSERT_EQ(mesh.chains.size(), field.chains.size());
  EXPECT_GT(field.segments.size(), 1000u);
  const auto key = [](const CoastSegment& s) { return std::array<double, 4>{s.a.x, s.a.y, s.b.x, s.b.y}; };
  std::vector<std::array<double, 4>> a, b;
  for (const CoastSegment& s : mesh.segments) a.push_back(key(s));
  for (const CoastSegment& s : field.segments) b.push_back(key(s));
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  EXPECT_EQ(a, b);  // bit for bit
}

TEST(FieldCoast, SidesAgainstTheGround) {
  const Field f(24, 20, 0.5, 0.5, 1,
                [](double u, double v) { return std::sin(u * 1.3) + std::cos(v * 1.1) + 0.1; });
  const Coastline coast = coast_of(f);
  check_chains(coast);
  const TestMesh m = f.mesh();
  check_against_ground(m, coast, 0, false, {1, 1}, {23, 19}, 400, 9);
}

TEST(FieldCoast, ConeWithinAThousandthOfATexel) {
  const auto cone = [](double u, double v) { return 100.0 - std::hypot(u - 400.3, v - 377.7); };
  const Field f(800, 800, 0.5, 0.5, 1, cone);
  const Coastline coast = coast_of(f, 800, 800);
  ASSERT_EQ(coast.chains.size(), 1u);
  EXPECT_TRUE(coast.chains[0].closed);
  EXPECT_LT(coast.chains[0].signed_area, 0);
  double worst =
      0;  // the field's heights are floats and chords of the cone: 1/(8 r) of a cell at the crossings
  for (const CoastSegment& s : coast.segments)
    worst = std::max(worst, std::abs(std::hypot(s.a.x - 400.3, s.a.y - 377.7) - 100));
  EXPECT_LT(worst, 2.6e-3);
  // The cone's own facets, as a mesh, are within the bar (MeshCoast.ConeIsACircle); here: finer cells.
  const Field fine(801, 801, 300, 300, 0.25, cone);
  worst = 0;
  const Coastline fine_coast = coast_of(fine);
  for (const CoastSegment& s : fine_coast.segments)
    worst = std::max(worst, std::abs(std::hypot(s.a.x - 400.3, s.a.y - 377.7) - 100));
  EXPECT_LT(worst, 1e-3);
}

TEST(FieldCoast, SaddlesAndLevelSamplesCloseTheirChains) {
  std::mt19937 random(11);
  for (int round = 0; round < 20; ++round) {
    Field f(17, 13, 0.5, 0.5, 1, [&](double u, double v) {
      const bool rim = u < 1 || v < 1 || u > 16 || v > 12;
      return rim ? -1.0 : static_cast<double>(random() % 3) - 1.0;  // −1, 0 or 1
    });
    for (const bool at_level_water : {false, true}) {
      const Coastline coast = coast_of(f, 17, 13, {0, at_level_water});
      check_chains(coast);
      for (const Chain& c : coast.chains) EXPECT_TRUE(c.closed);
      if (!at_level_water) check_against_ground(f.mesh(), coast, 0, false, {0.6, 0.6}, {16.4, 12.4}, 100, 4);
    }
  }
}

TEST(FieldCoast, SameBitsOnEveryBackEndAndGolden) {
  const Field f(301, 211, 0.5, 0.5, 1, [](double u, double v) {
    return (u - 150) * (v - 100) / 512.0 - (u - 37) * (u - 290) / 1024.0 +
           static_cast<double>(static_cast<int>(u * 7 + v * 13) % 11) - 20;
  });
  const Coastline reference = coast_of(f, 301, 211);
  EXPECT_GT(reference.segments.size(), 2000u);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    expect_same_bits(reference, coast_of(f, 301, 211, {}, exec));
  }
  expect_golden("coast/field",
                hash_words(Exec::cpu(1), reference.segments.data(),
                           static_cast<int64_t>(reference.segments.size() * sizeof(CoastSegment) / 4)));
}

}  // namespace
}  // namespace ocean
