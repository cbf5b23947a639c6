// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/ground_survey.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/bake/shore_fixture.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

Json facts(const RunReport& report) {
  Json out = Json::object();
  for (const auto& [name, value] : report.facts()) out[name] = Json::parse(value);
  return out;
}

GroundSurvey survey(const Terrain& t, const char* resolution = "300") {
  ShoreConfig config;
  config.resolution = resolution;
  return survey_ground(Exec::cpu(2), t, shore_grid(t.bounds, config, nullptr));
}

// A flat sea at 12 m around a hill, as terrain editors store it.
Terrain flat_sea(double level) {
  return sheet(100, -50, -50, 50, 50,
               [=](double x, double y) { return std::max(level, level + 30 - std::hypot(x, y)); });
}

TEST(GroundSurvey, FindsTheStoredSea) {
  const GroundSurvey s = survey(flat_sea(12));
  EXPECT_EQ(s.flat.height_m, 12);
  EXPECT_NEAR(s.flat.share, 1 - M_PI * 900 / 10000, 0.02);
  EXPECT_TRUE(s.flat.at_border);
  EXPECT_EQ(s.overhangs, 0);
  RunReport report;
  report_level(s, 0, false, report);
  ASSERT_EQ(report.warnings().size(), 1u);
  EXPECT_NE(report.warnings()[0].find("did you mean --sea-level 12 --at-level water?"), std::string::npos)
      << report.warnings()[0];
  // At the level itself the bake's own warning speaks; a flat sea bed below the level is no mistake.
  RunReport at_level, below;
  report_level(s, 12, false, at_level);
  report_level(s, 20, true, below);
  EXPECT_TRUE(at_level.warnings().empty());
  EXPECT_TRUE(below.warnings().empty());
}

TEST(GroundSurvey, AMesaIsNoSea) {
  const Terrain t =
      sheet(100, -50, -50, 50, 50, [](double x, double y) { return std::min(20.0, 40 - std::hypot(x, y)); });
  const GroundSurvey s = survey(t);
  EXPECT_NEAR(s.flat.height_m, 20, 1e-3);
  EXPECT_FALSE(s.flat.at_border);
  RunReport report;
  report_level(s, -100, false, report);
  ASSERT_EQ(report.warnings().size(), 1u);
  EXPECT_NE(report.warnings()[0].find("the ground runs from -30"), std::string::npos) << report.warnings()[0];
}

// A plateau at the border is ground above the sea.
TEST(GroundSurvey, APlateauAtTheBorderIsNoSea) {
  const Terrain t =
      sheet(100, -50, -50, 50, 50, [](double x, double) { return std::min(20.0, 1.5 * x + 10); });
  const GroundSurvey s = survey(t);
  ASSERT_NEAR(s.flat.height_m, 20, 1e-3);
  ASSERT_TRUE(s.flat.at_border);
  ASSERT_GT(s.flat.share, 0.3);
  RunReport report;
  report_level(s, 0, true, report);
  EXPECT_TRUE(report.warnings().empty());
}

TEST(GroundSurvey, CountsOverhangs) {
  Terrain t = flat_sea(0);
  auto& mesh = std::get<Mesh>(t.shape);
  const auto a = static_cast<int32_t>(mesh.positions.size());
  for (const Vec2d p : {Vec2d{-10, -5}, Vec2d{10, -5}, Vec2d{10, 5}, Vec2d{-10, 5}})
    mesh.positions.push_back({p.x, p.y, 60});
  mesh.triangles.push_back({a, a + 1, a + 2});
  mesh.triangles.push_back({a, a + 2, a + 3});
  const GroundSurvey s = survey(t, "1000");
  EXPECT_EQ(s.places, 512 * 512);
  EXPECT_NEAR(static_cast<double>(s.overhangs) / static_cast<double>(s.places), 200.0 / 10000, 1e-3);
}

TEST(GroundSurvey, ARastersNodataIsNoGround) {
  HeightRaster r;
  r.width = 40;
  r.height = 20;
  r.heights.assign(800, 7);
  r.valid.assign(800, 1);
  for (int i = 0; i < 200; ++i)
    r.valid[static_cast<size_t>(i)] = 0, r.heights[static_cast<size_t>(i)] = -9999;
  Terrain t;
  t.bounds = {{0, 0, 7}, {40, 20, 7}};
  t.shape = r;
  t.notes = {"z is up, which is a guess"};
  const GroundSurvey s = survey(t);
  EXPECT_EQ(s.heights.size(), 600u);
  EXPECT_EQ(s.heights.front(), 7);
  RunReport report;
  report_survey(s, t, true, report);
  const Json f = facts(report);
  EXPECT_EQ(f.at("nodata_share"), 0.25);
  EXPECT_EQ(f.at("terrain").at(0), "z is up, which is a guess");
  EXPECT_EQ(f.at("largest_flat").at("share"), 1);
  report_level(s, 7, false, report);  // no range of heights: no histogram, no advice
  EXPECT_TRUE(report.warnings().empty());
}

TEST(GroundSurvey, HistogramIsAroundTheLevel) {
  const Terrain t = sheet(100, -50, -50, 50, 50, [](double x, double) { return x; });
  RunReport report;
  const GroundSurvey s = survey(t);
  report_level(s, 3, true, report);
  const Json h = facts(report).at("heights_near_level");
  EXPECT_EQ(h.at("bin_m"), 0.5);
  EXPECT_EQ(h.at("from_m"), -2);
  ASSERT_EQ(h.at("places").size(), 20u);
  for (const Json& n : h.at("places")) EXPECT_NEAR(n.get<double>(), s.heights.size() / 200.0, 400);
}

}  // namespace
}  // namespace ocean
