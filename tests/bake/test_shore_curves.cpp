// SPDX-License-Identifier: Apache-2.0
//
// The shoreline as files: what readers of each format find against the coast itself.
#include "libbake/bake/shore_curves.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kernels/coast/simplify.h"
#include "libbake/io/verify.h"
#include "tests/bake/shore_fixture.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// An island with a pond in the middle, far from the origin.
Terrain island() {
  return sheet(60, 499960, -40, 500040, 40, [](double x, double y) {
    const double r = std::hypot(x - 500000, y);
    return r < 8 ? (r - 4) : 4 - 0.3 * (r - 8);
  });
}

struct Line {
  std::vector<Vec2d> points;
};
double twice_area(const Line& line) {
  double sum = 0;
  for (size_t k = 0; k + 1 < line.points.size(); ++k)
    sum += cross(line.points[k] - line.points[0], line.points[k + 1] - line.points[0]);
  return sum;
}

class ShoreCurves : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("curves_" + std::to_string(getpid()) + "_" +
                                              testing::UnitTest::GetInstance()->current_test_info()->name());
    config_.resolution = "96";
    config_.lakes = LakesChoice::water;
    config_.curves = {CurveFormat::geojson, CurveFormat::obj, CurveFormat::svg, CurveFormat::csv};
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(Target target = Target::world, const CurvePlace& place = {}, const ShoreLevel& level = 0.25,
             int threads = 2) {
    RunReport report;
    const Exec exec = Exec::cpu(threads);
    const Terrain terrain = island();
    grid_ = shore_grid(terrain.bounds, config_, nullptr);
    ShoreBake bake(exec, terrain, config_, grid_, grid_.height, level, report);
    coast_ = bake.shore().coast;
    curves_ = bake.shore().curves;
    Manifest m;
    m.tool = "oceanbake";
    m.version = "0";
    m.kind = "shore";
    m.name = "isle";
    m.config = "{}";
    OutputSet outputs(folder_.string(), m);
    write_curves(exec, bake.shore(), config_, traits(target), place, outputs);
    manifest_ = outputs.commit();
  }
  std::string text(const std::string& extension, const std::string& prefix = "") const {
    std::ifstream file(folder_ / ("isle_" + prefix + "shoreline." + extension), std::ios::binary);
    std::ostringstream out;
    out << file.rdbuf();
    return out.str();
  }
  Vec2d world(Vec2d p) const { return {grid_.x0 + p.x * grid_.texel_m, grid_.y0 + p.y * grid_.texel_m}; }
  std::vector<Line> lines_of_geojson(const Json& json) const {
    std::vector<Line> lines;
    for (const Json& feature : json.at("features")) {
      EXPECT_EQ(feature.at("geometry").at("type"), "LineString");
      Line line;
      for (const Json& p : feature.at("geometry").at("coordinates"))
        line.points.push_back({p.at(0), p.at(1)});
      lines.push_back(line);
    }
    return lines;
  }
  void expect_exact(const std::vector<Line>& lines) const {
    ASSERT_EQ(lines.size(), coast_.chains.size());
    for (size_t c = 0; c < lines.size(); ++c) {
      const Chain& chain = coast_.chains[c];
      ASSERT_EQ(static_cast<int64_t>(lines[c].points.size()), chain.count + 1);
      for (int64_t k = 0; k <= chain.count; ++k) {
        const Vec2d p = world(curve_point(coast_, c, k)), q = lines[c].points[static_cast<size_t>(k)];
        ASSERT_TRUE(p.x == q.x && p.y == q.y) << "numbers must come back with their bits";
      }
    }
  }

  ShoreConfig config_;
  fs::path folder_;
  Grid grid_;
  Coastline coast_;
  std::vector<ChainBody> curves_;
  std::string manifest_;
};

TEST_F(ShoreCurves, GeoJsonHoldsTheCoastWithWaterOnTheLeft) {
  write();
  ASSERT_EQ(coast_.chains.size(), 2u);
  const Json json = Json::parse(text("geojson"));
  const std::vector<Line> lines = lines_of_geojson(json);
  expect_exact(lines);
  for (size_t c = 0; c < lines.size(); ++c) {
    const Json& p = json.at("features").at(c).at("properties");
    const bool ocean = p.at("is_ocean");
    EXPECT_EQ(p.at("index"), c);
    EXPECT_EQ(p.at("closed"), true);
    EXPECT_EQ(p.at("frame"), "world_m");
    EXPECT_EQ(twice_area(lines[c]) < 0, ocean) << "around the island clockwise, around the pond not";
    EXPECT_NEAR(p.at("area_m2").get<double>(), twice_area(lines[c]) / 2, 1e-6);
    const double radius = ocean ? 8 + 3.75 / 0.3 : 4.25;
    EXPECT_NEAR(p.at("length_m").get<double>(), 2 * M_PI * radius, 0.05 * radius);
    EXPECT_EQ(p.at("water_body"), curves_[c].body + 1) << "numbers as in water_bodies and the bodies map";
  }
  EXPECT_NE(json.at("features").at(0).at("properties").at("is_ocean"),
            json.at("features").at(1).at("properties").at("is_ocean"));
}

TEST_F(ShoreCurves, CsvHasArcLengths) {
  write();
  std::istringstream csv(text("csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "curve,point,x,y,s,closed");
  std::vector<Line> lines;
  Vec2d last{};
  double arc = 0;
  while (std::getline(csv, line)) {
    std::istringstream in(line);
    size_t curve = 0, point = 0;
    double x = 0, y = 0, s = 0;
    int closed = 0;
    char comma = 0;
    ASSERT_TRUE(in >> curve >> comma >> point >> comma >> x >> comma >> y >> comma >> s >> comma >> closed);
    if (point == 0) lines.push_back({}), arc = 0;
    else arc += std::hypot(x - last.x, y - last.y);
    EXPECT_EQ(curve + 1, lines.size());
    EXPECT_NEAR(s, arc, 1e-6);
    EXPECT_EQ(closed, 1);
    lines.back().points.push_back({x, y});
    last = {x, y};
  }
  expect_exact(lines);
}

TEST_F(ShoreCurves, ObjFollowsTheTarget) {
  for (const TargetTraits& target : kTargets) {
    write(target.target);
    std::istringstream obj(text("obj"));
    std::vector<std::array<double, 3>> vertices;
    std::vector<Line> lines;
    for (std::string line; std::getline(obj, line);) {
      std::istringstream in(line);
      std::string word;
      in >> word;
      if (word == "v") {
        std::array<double, 3> written{}, world{};
        in >> written[0] >> written[1] >> written[2];
        for (size_t k = 0; k < 3; ++k) world[target.axis[k]] = target.sign[k] * written[k] * target.unit_m;
        EXPECT_NEAR(world[2], 0.25, 1e-12);
        vertices.push_back(world);
      } else if (word == "l") {
        lines.push_back({});
        for (size_t v = 0; in >> v;)
          lines.back().points.push_back({vertices.at(v - 1)[0], vertices.at(v - 1)[1]});
      }
    }
    ASSERT_EQ(lines.size(), 2u);
    ASSERT_EQ(vertices.size(), coast_.segments.size()) << "closed curves share their first vertex";
    for (size_t c = 0; c < lines.size(); ++c) {
      ASSERT_EQ(static_cast<int64_t>(lines[c].points.size()), coast_.chains[c].count + 1);
      for (int64_t k = 0; k <= coast_.chains[c].count; ++k) {
        const Vec2d p = world(curve_point(coast_, c, k)), q = lines[c].points[static_cast<size_t>(k)];
        ASSERT_LT(std::hypot(p.x - q.x, p.y - q.y), 1e-9) << target.name;
      }
    }
  }
}

TEST_F(ShoreCurves, SvgIsToScaleWithNorthUp) {
  write();
  const std::string svg = text("svg");
  EXPECT_NE(svg.find("viewBox=\"0 0 80 80\""), std::string::npos) << svg.substr(0, 300);
  const size_t d = svg.find(" d=\"M");
  double x = 0, y = 0;
  ASSERT_EQ(std::sscanf(svg.c_str() + d + 5, "%lf,%lf", &x, &y), 2);
  const Vec2d first = world(curve_point(coast_, 0, 0));
  EXPECT_NEAR(x, first.x - 499960, 1e-9);
  EXPECT_NEAR(y, 40 - first.y, 1e-9);
  EXPECT_NE(svg.find("Z\"/>"), std::string::npos);
  EXPECT_NE(svg.find("class=\"lake\""), std::string::npos);
}

// No point of the coast lies farther than the tolerance from what is written, and curves stay closed.
TEST_F(ShoreCurves, SimplificationKeepsItsBound) {
  for (const double tolerance : {0.01, 0.2, 3.0, 1000.0}) {
    config_.curve_tolerance = tolerance;
    write();
    const std::vector<Line> lines = lines_of_geojson(Json::parse(text("geojson")));
    ASSERT_EQ(lines.size(), 2u);
    size_t points = 0;
    for (size_t c = 0; c < lines.size(); ++c) {
      const std::vector<Vec2d>& p = lines[c].points;
      points += p.size();
      ASSERT_GE(p.size(), 4u);
      EXPECT_TRUE(p.front().x == p.back().x && p.front().y == p.back().y);
      EXPECT_GT(std::abs(twice_area(lines[c])), 0);
      for (int64_t k = 0; k < coast_.chains[c].count; ++k) {
        const Vec2d q = world(curve_point(coast_, c, k));
        double nearest = 1e300;
        for (size_t s = 0; s + 1 < p.size(); ++s) {
          const Vec2d e = p[s + 1] - p[s], w = q - p[s];
          const double t = std::clamp(dot(w, e) / dot(e, e), 0.0, 1.0);
          nearest = std::min(nearest, std::hypot(w.x - t * e.x, w.y - t * e.y));
        }
        ASSERT_LE(nearest, tolerance + 1e-6);
      }
    }
    EXPECT_LT(points, coast_.segments.size());
  }
}

TEST_F(ShoreCurves, RecordsPlaceAndPointsAndVerifies) {
  write(Target::unreal, {"metres about a place", true}, {0.25, 3});
  const Manifest m = read_manifest(manifest_);
  ASSERT_EQ(m.outputs.size(), 4u);
  for (const OutputRecord& o : m.outputs) {
    EXPECT_EQ(o.role, "shoreline");
    EXPECT_TRUE(o.file.starts_with("isle_tide3_shoreline.")) << o.file;
    EXPECT_EQ(o.facts.at("points"), std::to_string(coast_.segments.size() + 2));
    EXPECT_EQ(o.facts.at("sea_level_m"), "0.25");
    EXPECT_EQ(o.facts.at("unit"), o.format == "obj" ? "\"cm\"" : "\"m\"");
  }
  const Json json = Json::parse(text("geojson", "tide3_"));
  EXPECT_EQ(json.at("coordinates_are"), "metres about a place");
  EXPECT_EQ(json.at("features").at(0).at("properties").at("frame"), "local_m");
  for (const Check& check : verify(manifest_)) EXPECT_TRUE(check.ok) << check.file << check.what;
}

TEST_F(ShoreCurves, NoShorelineMakesEmptyFiles) {
  write(Target::world, {}, 1000.0);
  EXPECT_EQ(Json::parse(text("geojson")).at("features").size(), 0u);
  EXPECT_EQ(text("csv"), "curve,point,x,y,s,closed\n");
}

TEST_F(ShoreCurves, BytesDoNotDependOnThreads) {
  write(Target::world, {}, 0.25, 1);
  const std::string one = text("geojson") + text("obj") + text("svg") + text("csv");
  write(Target::world, {}, 0.25, 4);
  EXPECT_EQ(one, text("geojson") + text("obj") + text("svg") + text("csv"));
}

// Of a coast that the border closes, the curve keeps its body.
TEST_F(ShoreCurves, CurvesClosedAtTheBorderKnowTheirWater) {
  config_.bounds = {500000, -40, 500040, 40};
  config_.edge = EdgeChoice::ocean;
  write();
  for (size_t c = 0; c < curves_.size(); ++c) {
    EXPECT_TRUE(coast_.chains[c].closed);
    EXPECT_NE(curves_[c].body, kNoBody) << c;
  }
}

}  // namespace
}  // namespace ocean
