// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake rocks`: distances, signs, ids, thin plates, slices, targets, refusals.
#include <nlohmann/json.hpp>

#include "libbake/io/image.h"
#include "libbake/io/inspect.h"
#include "tests/bake/rocks_fixture.h"
#include "tests/io/io_test.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

double length(const Vec3d& p) { return std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z); }

Json rocks_of(const Manifest& m) { return Json::parse(m.facts.at("rocks")); }

// Goldens pass through OpenVDB's meshToVolume.
void expect_rock_golden(const std::string& name, const std::string& hash) {
  if (vdb_library_version() == "10.0.1") expect_golden_hex("rocks/" + name + " (OpenVDB 10.0.1)", hash);
}

TEST_F(RocksJob, BallsDistancesAreThoseOfTheBall) {
  run({mesh("ball.obj", ball_obj(1))}, {{"voxel", {"0.05"}}});
  int inside = 0, outside = 0;
  double worst = 0;
  for_each_active<float>(vdb(), "surface", [&](const Vec3d& p, float d) {
    (d < 0 ? inside : outside) += 1;
    const double ball = std::clamp(length(p) - 1, -0.15, 0.15);  // beyond the band there is its width
    worst = std::max(worst, std::abs(static_cast<double>(d) - ball));
  });
  EXPECT_GT(inside, 10000);
  EXPECT_GT(outside, 10000);
  EXPECT_LE(worst, 7e-4);  // the facets cut off up to 1 - cos(pi/96)
  for_each_active<int32_t>(vdb(), "rock_id", [](const Vec3d&, int32_t id) { ASSERT_EQ(id, 1); });
  EXPECT_EQ(rocks_of(manifest())[0]["sign"], "closed");
  expect_rock_golden("closed", hash());
}

TEST_F(RocksJob, FlippedFacesAreTheSameRock) {
  run({mesh("ball.obj", ball_obj(1))}, {{"voxel", {"0.05"}}});
  run({mesh("flipped.obj", ball_obj(1, 0, 96, true))}, {{"voxel", {"0.05"}}}, "f");
  EXPECT_EQ(hash("f"), hash());
  EXPECT_GT(rocks_of(manifest("f"))[0]["turned"].get<int>(), 10000);
}

// The top of 15 degrees is missing.
TEST_F(RocksJob, OpenBallIsClosedByItsWindingNumber) {
  run({mesh("open.obj", ball_obj(1, 0, 88, true))}, {{"voxel", {"0.04"}}});
  const Json rock = rocks_of(manifest())[0];
  EXPECT_EQ(rock["sign"], "winding");
  EXPECT_EQ(rock["open_edges"], 192);
  EXPECT_GT(rock["cap_triangles"].get<int>(), 20);
  const double rim = std::cos(3.14159265358979323846 * 8 / 96);
  double worst = 0, worst_sign = 0, lowest_cap = 1;
  for_each_active<float>(vdb(), "surface", [&](const Vec3d& p, float v) {
    const double d = static_cast<double>(v), ball = length(p) - 1, cap = p.z / length(p);
    if (cap < rim - 0.15) worst = std::max(worst, std::abs(d - ball));
    if (d < 0) worst_sign = std::max(worst_sign, ball);
    else if (p.z > 0 && std::hypot(p.x, p.y) < 0.1) lowest_cap = std::min(lowest_cap, p.z);
  });
  EXPECT_LE(worst, 7e-4);
  EXPECT_LE(worst_sign, 0.01);
  // The cap lies between the rim's plane and the ball, where half of all directions meet the mesh.
  EXPECT_GT(lowest_cap, 0.8);
  expect_rock_golden("open", hash());
}

TEST_F(RocksJob, InstancesAreScaledTurnedPlacedAndTold) {
  mesh("ball.obj", ball_obj(1));
  mesh("box.obj", box_obj(1, 0.5, 0.25));
  write_text(folder_.file("c.json"), R"({"instances": [
      {"mesh": ")" + folder_.file("ball.obj") +
                                         R"(", "position": [3, 0, 0], "scale": [0.5]},
      {"mesh": ")" + folder_.file("box.obj") +
                                         R"(", "position": [0, 0, 1], "rotation_deg": [0, 90, 0],
       "scale": [1, 2, 1], "id": 7}]})");
  run({folder_.file("ball.obj")}, {{"config", {folder_.file("c.json")}}, {"voxel", {"0.05"}}});
  const Json rocks = rocks_of(manifest());
  ASSERT_EQ(rocks.size(), 3U);
  EXPECT_EQ(rocks[0]["id"], 1);
  EXPECT_EQ(rocks[1]["id"], 2);
  EXPECT_EQ(rocks[2]["id"], 7);
  // x -> -z: the box reaches 1 up and down, 0.25 east and west, 1 north and south.
  const Json low = rocks[2]["min_m"], high = rocks[2]["max_m"];
  const double at[6] = {-0.25, -1, 0, 0.25, 1, 2};
  for (size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(low[k].get<double>(), at[k], 1e-12);
    EXPECT_NEAR(high[k].get<double>(), at[k + 3], 1e-12);
  }
  const auto ball = [](const Vec3d& p) { return length(p) - 1; };
  const auto small = [](const Vec3d& p) { return length(p - Vec3d{3, 0, 0}) - 0.5; };
  std::vector<float> distances;
  double worst = 0;
  for_each_active<float>(vdb(), "surface", [&](const Vec3d& p, float d) {
    distances.push_back(d);
    if (p.x > 2) worst = std::max(worst, std::abs(static_cast<double>(d) - small(p)));
  });
  EXPECT_LE(worst, 1e-3);
  size_t k = 0;
  for_each_active<int32_t>(vdb(), "rock_id", [&](const Vec3d& p, int32_t id) {
    const auto d = static_cast<double>(distances[k++]);
    const int32_t wanted = p.x > 2 ? 2 : d > 0 && std::abs(ball(p) - d) > 0.01 ? 7 : p.z < -0.1 ? 1 : id;
    ASSERT_EQ(id, wanted) << p.x << " " << p.y << " " << p.z;
  });
  EXPECT_EQ(k, distances.size());
  expect_rock_golden("instances", hash());
}

TEST_F(RocksJob, ThreadsDoNotMatter) {
  const std::string closed = mesh("ball.obj", ball_obj(1)), open = mesh("open.obj", ball_obj(0.7, 6, 84));
  std::vector<std::string> hashes[2];
  for (const std::string& threads : {std::string("1"), std::string("2"), std::string("3")}) {
    run({closed, open},
        {{"voxel", {"0.04"}}, {"threads", {threads}}, {"slices", {"24"}}, {"force", {"true"}}});
    for (size_t k = 0; k < 2; ++k) hashes[k].push_back(manifest().outputs[k].content_hash);
  }
  for (const auto& h : hashes) {
    EXPECT_EQ(h[0], h[1]);
    EXPECT_EQ(h[0], h[2]);
  }
  expect_rock_golden("slices", hashes[1][0]);
}

TEST_F(RocksJob, ThinPlatesAreReported) {
  run({mesh("plate.obj", box_obj(1, 1, 0.03)), mesh("thick.obj", box_obj(1, 1, 0.3))}, {{"voxel", {"0.05"}}});
  const Json rocks = rocks_of(manifest());
  // Both sides; of the edges' faces only what is within 2 voxels of a corner is thin.
  EXPECT_NEAR(rocks[0]["thin_area_m2"].get<double>(), 8, 0.1);
  EXPECT_NEAR(rocks[0]["thinnest_m"].get<double>(), 0.06, 1e-6);
  EXPECT_EQ(rocks[1]["thin_area_m2"].get<double>(), 0);
}

TEST_F(RocksJob, SlicesAreTheDistances) {
  run({mesh("ball.obj", ball_obj(1))}, {{"voxel", {"0.05"}}, {"slices", {"20"}}, {"format", {"exr-float"}}});
  const OutputRecord record = manifest().outputs[1];
  const auto number = [&](const char* key) { return std::stod(record.facts.at(key)); };
  const FloatImage image = read_image_float(folder_.file(record.file));
  const int columns = static_cast<int>(number("columns")), w = static_cast<int>(number("cell_width")),
            h = static_cast<int>(number("cell_height"));
  const double texel = number("texel_m"), z0 = number("first_slice_z_m");
  const Json bounds = Json::parse(record.facts.at("cell_bounds"));
  ASSERT_EQ(image.spec.width, columns * w);
  double worst = 0;
  for (int k = 0; k < static_cast<int>(number("slices")); ++k)
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        const Vec3d p{bounds[0].get<double>() + (x + 0.5) * texel,
                      bounds[3].get<double>() - (y + 0.5) * texel, z0 + k * texel};
        const auto at = static_cast<size_t>((k / columns * h + y) * image.spec.width + k % columns * w + x);
        worst = std::max(worst, std::abs(static_cast<double>(image.samples[at]) - (length(p) - 1)));
      }
  EXPECT_LE(worst, 1.2e-3);
}

TEST_F(RocksJob, TargetsGetTheirAxesAndUnit) {
  const std::string box = mesh("box.obj", box_obj(1, 0.5, 0.25));
  const std::string other = mesh("ball.obj", ball_obj(0.3));
  write_text(folder_.file("c.json"),
             R"({"instances": [{"mesh": ")" + other + R"(", "position": [2, 3, 4]}]})");
  for (const TargetTraits& t : kTargets) {
    const std::string name(t.name);
    run({box}, {{"config", {folder_.file("c.json")}}, {"voxel", {"0.1"}}, {"target", {name}}}, name);
    const double unit = 1 / t.unit_m;
    const Vec3d ball = name == "unreal"                       ? Vec3d{200, -300, 400}
                       : name == "unity"                      ? Vec3d{2, 4, 3}
                       : name == "godot" || name == "houdini" ? Vec3d{2, 4, -3}
                                                              : Vec3d{2, 3, 4};
    double worst = 0;
    int near = 0;
    for_each_active<float>(vdb(name), "surface", [&](const Vec3d& p, float d) {
      const double off = length(p - ball);
      if (off > 0.8 * unit) return;
      ++near;
      worst = std::max(worst, std::abs(static_cast<double>(d) - (off - 0.3 * unit)) / unit);
    });
    EXPECT_GT(near, 100) << name;
    EXPECT_LE(worst, 1e-3) << name;
  }
}

TEST_F(RocksJob, TerrainIsSolidBelow) {
  std::string sheet;
  for (int j = 0; j <= 20; ++j)
    for (int i = 0; i <= 20; ++i)
      sheet += "v " + std::to_string(i * 0.1 - 1) + " " + std::to_string(j * 0.1 - 1) + " " +
               std::to_string(0.3 * std::sin(0.3 * i)) + "\n";
  for (int j = 0; j < 20; ++j)
    for (int i = 0; i < 20; ++i) {
      const int a = j * 21 + i + 1;
      sheet += "f " + std::to_string(a) + " " + std::to_string(a + 21) + " " + std::to_string(a + 22) + " " +
               std::to_string(a + 1) + "\n";  // facing down
    }
  run({mesh("sheet.obj", sheet)}, {{"voxel", {"0.04"}}, {"open", {"below"}}});
  EXPECT_EQ(rocks_of(manifest())[0]["sign"], "floor");
  int above = 0;
  for_each_active<float>(vdb(), "surface", [&](const Vec3d& p, float d) {
    if (std::abs(p.x) > 0.9 || std::abs(p.y) > 0.9) return;
    const double ground = 0.3 * std::sin(3 * (p.x + 1));
    above += p.z > ground + 0.02 ? 1 : 0;
    const bool wrong = p.z > ground + 0.02 ? d < 0 : p.z < ground - 0.02 && p.z > -0.31 && d > 0;
    ASSERT_FALSE(wrong) << p.x << " " << p.z << " " << d;
  });
  EXPECT_GT(above, 1000);
}

TEST_F(RocksJob, RefusesAndNames) {
  const std::string out = folder_.path();
  EXPECT_NE(rocks_refusal({}, {}, out, ErrorKind::usage).find("no rock is named"), std::string::npos);
  EXPECT_NE(rocks_refusal({folder_.file("gone.obj")}, {}, out, ErrorKind::input).find("gone.obj"),
            std::string::npos);
  const std::string ball = mesh("ball.obj", ball_obj(1));
  EXPECT_NE(rocks_refusal({ball}, {{"voxel", {"1e-6"}}}, out, ErrorKind::output).find("--voxel"),
            std::string::npos);
  EXPECT_NE(rocks_refusal({ball}, {{"voxel", {"-1"}}}, out, ErrorKind::usage).find("voxel"),
            std::string::npos);
  const std::string flat = mesh("flat.obj", "v 0 0 0\nv 1 1 0\nv 2 2 0\nf 1 2 3\n");
  EXPECT_NE(rocks_refusal({flat}, {}, out, ErrorKind::input).find("covers no area"), std::string::npos);
  EXPECT_NE(rocks_refusal({ball}, {{"format", {"png16"}}}, out, ErrorKind::usage).find("--slices"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("r.manifest.json")));
}

TEST_F(RocksJob, PictureShowsTheRockAndInspectTheGrids) {
  run({mesh("ball.obj", ball_obj(1))}, {{"voxel", {"0.1"}}}, "r", "true");
  const FloatImage picture = read_image_float(folder_.file("r_preview.png"));
  EXPECT_GT(picture.spec.width, 900);
  const Json found = Json::parse(inspect(vdb()));
  EXPECT_EQ(found["grids"].size(), 2U);
  EXPECT_EQ(Json::parse(manifest().outputs.front().facts.at("grids")).size(), 2U);
}

TEST_F(RocksJob, RealRocks) {
  OCEAN_NEED_REAL_DATA();
  run({test::real_data("rocks/rock_closed_quads.obj")}, {{"up", {"y"}}, {"voxel", {"0.03"}}});
  run({test::real_data("rocks/moon.glb")}, {{"voxel", {"1"}}}, "moon");
  for (const char* name : {"r", "moon"}) {
    EXPECT_EQ(rocks_of(manifest(name))[0]["sign"], "closed") << name;
    EXPECT_EQ(rocks_of(manifest(name))[0]["contradictions"], 0) << name;
  }
  double worst = 0;
  for_each_active<float>(vdb("moon"), "surface", [&](const Vec3d& p, float d) {
    worst = std::max(worst, std::abs(static_cast<double>(d) - (length(p) - 60)));
  });
  EXPECT_LT(worst, 8);  // craters
}

}  // namespace
}  // namespace ocean
