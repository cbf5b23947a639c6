// SPDX-License-Identifier: Apache-2.0
//
// VDB files: what goes in comes out, hashes, empty grids, foreign files, refused writes.
#include "libbake/io/vdb.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "kernels/math/convert.h"
#include "libbake/core/error.h"
#include "libbake/io/inspect.h"
#include "libbake/io/vdb_level_set.h"
#include "tests/io/io_test.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

VdbGridInfo info(const std::string& name, VdbClass kind = VdbClass::fog, bool half = false) {
  VdbGridInfo out;
  out.name = name;
  out.kind = kind;
  out.half = half;
  out.place = VdbPlace::cell_centred(0.25);
  out.metadata = {{"frame", int64_t{12}}, {"fps", 24.0}, {"time_s", 0.5}, {"note", std::string("a text")}};
  return out;
}

// Two blocks, of which voxel n is active if n % 3 == 0.
template <class T>
VdbBlocks<T> two_blocks(const std::function<T(int)>& value) {
  VdbBlocks<T> out;
  out.blocks = {{-8, 0, 16, {}}, {8, 8, -8, {}}};
  for (size_t b = 0; b < 2; ++b)
    for (int n = 0; n < kVdbBlockVoxels; ++n) {
      if (n % 3 == 0) out.blocks[b].set_active(n);
      out.values.push_back(n % 3 == 0 ? value(n + 1000 * static_cast<int>(b)) : T{});
    }
  return out;
}

template <class T>
void expect_same(const VdbBlocks<T>& a, const VdbBlocks<T>& b) {
  ASSERT_EQ(a.blocks.size(), b.blocks.size());
  for (size_t k = 0; k < a.blocks.size(); ++k) {
    EXPECT_EQ(a.blocks[k].x, b.blocks[k].x);
    EXPECT_EQ(a.blocks[k].y, b.blocks[k].y);
    EXPECT_EQ(a.blocks[k].z, b.blocks[k].z);
    EXPECT_EQ(a.blocks[k].active, b.blocks[k].active);
  }
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.background, b.background);
}

const VdbSummary& named(const std::vector<VdbSummary>& all, const std::string& name) {
  for (const VdbSummary& one : all)
    if (one.name == name) return one;
  throw std::runtime_error("no grid " + name);
}

VdbGridPtr grid_named(const std::vector<VdbGridPtr>& grids, const std::string& name) {
  for (const VdbGridPtr& grid : grids)
    if (summary_of(grid).name == name) return grid;
  return nullptr;
}

std::string meta(const VdbSummary& s, const std::string& name) {
  for (const auto& [key, value] : s.metadata)
    if (key == name) return value;
  return "none";
}

VdbPoints some_points() {
  VdbPoints points;
  std::vector<int64_t> ids;
  std::vector<float> ages;
  std::vector<Vec3f> speeds;
  std::vector<int32_t> kinds;
  for (int i = 0; i < 100; ++i) {
    points.positions.push_back({0.07 * i, -0.11 * (i % 10), 3.0 - 0.5 * (i % 7)});
    ids.push_back((int64_t{1} << 40) + i);
    ages.push_back(0.1f * static_cast<float>(i));
    speeds.push_back({static_cast<float>(i), 0.5f, -1});
    kinds.push_back(i % 3);
  }
  using Type = VdbAttribute::Type;
  points.attributes = {
      VdbAttribute::of("id", Type::int64, ids), VdbAttribute::of("age", Type::float32, ages, true),
      VdbAttribute::of("v", Type::vec3f, speeds), VdbAttribute::of("kind", Type::int32, kinds)};
  return points;
}

std::vector<VdbGridPtr> all_kinds() {
  VdbGridInfo velocity = info("vel", VdbClass::unknown);
  velocity.vector = VdbVector::contravariant_relative;
  return {make_vdb_grid<float>(info("density"),
                               two_blocks<float>([](int n) { return 0.001f * static_cast<float>(n); })),
          make_vdb_grid<float>(info("rough", VdbClass::fog, true),
                               two_blocks<float>([](int n) { return 0.001f * static_cast<float>(n); })),
          make_vdb_grid<int32_t>(info("rock_id", VdbClass::unknown),
                                 two_blocks<int32_t>([](int n) { return n - 700; })),
          make_vdb_grid<Vec3f>(velocity, two_blocks<Vec3f>([](int n) {
                                 return Vec3f{1, static_cast<float>(n), -2.5f};
                               })),
          make_vdb_points(info("points", VdbClass::unknown), some_points())};
}

TEST(Vdb, EverythingComesBackForEveryCompression) {
  TempFolder folder;
  const std::vector<VdbGridPtr> grids = all_kinds();
  std::vector<std::string> hashes;
  for (const VdbCompression c : {VdbCompression::blosc, VdbCompression::zip, VdbCompression::none}) {
    const std::string path = folder.file("a" + std::to_string(static_cast<int>(c)) + ".vdb");
    const WrittenVdb written = write_vdb(path, grids, c, {{"tool", std::string("test")}});
    EXPECT_EQ(written.file_bytes, static_cast<int64_t>(std::filesystem::file_size(path)));
    const std::vector<VdbGridPtr> back = read_vdb(path);
    ASSERT_EQ(back.size(), grids.size());
    expect_same(blocks_of<float>(grid_named(back, "density")), blocks_of<float>(grids[0]));
    expect_same(blocks_of<float>(grid_named(back, "rough")), blocks_of<float>(grids[1]));
    expect_same(blocks_of<int32_t>(grid_named(back, "rock_id")), blocks_of<int32_t>(grids[2]));
    expect_same(blocks_of<Vec3f>(grid_named(back, "vel")), blocks_of<Vec3f>(grids[3]));
    std::vector<VdbSummary> found;
    for (const VdbGridPtr& grid : back) found.push_back(summary_of(grid));
    for (const VdbSummary& one : written.grids)
      EXPECT_EQ(named(found, one.name).content_hash, one.content_hash);
    EXPECT_EQ(vdb_content_hash(found), written.content_hash);
    hashes.push_back(written.content_hash);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
  EXPECT_EQ(folder.names().size(), 3u);  // no temporaries
}

TEST(Vdb, PlacesComeBackToTheBit) {
  TempFolder folder;
  for (const double voxel : {0.05, 0.1, 0.04, 0.3, 1.0 / 3, 1e-3, 12.7}) {
    VdbGridInfo i = info("a");
    i.place = VdbPlace::cell_centred(voxel);
    const WrittenVdb written = write_vdb(
        folder.file("a.vdb"), {make_vdb_grid<float>(i, two_blocks<float>([](int) { return 1.0f; }))});
    const VdbSummary back = summary_of(read_vdb(folder.file("a.vdb")).front());
    EXPECT_EQ(back.place.voxel_m, voxel);
    EXPECT_EQ(back.place.origin, i.place.origin);
    EXPECT_EQ(back.content_hash, written.grids.front().content_hash) << voxel;
  }
}

TEST(Vdb, SummariesSayWhatIsInside) {
  TempFolder folder;
  const std::string path = folder.file("a.vdb");
  write_vdb(path, all_kinds());
  std::vector<VdbSummary> found;
  for (const VdbGridPtr& grid : read_vdb(path)) found.push_back(summary_of(grid));
  const VdbSummary &density = named(found, "density"), &velocity = named(found, "vel"),
                   &points = named(found, "points");
  EXPECT_EQ(density.type, VdbType::float32);
  EXPECT_EQ(density.kind, VdbClass::fog);
  EXPECT_FALSE(density.half);
  EXPECT_TRUE(named(found, "rough").half);
  EXPECT_EQ(meta(named(found, "rough"), "is_saved_as_half_float"), "true");
  EXPECT_EQ(density.active_voxels, 2 * 171);
  EXPECT_TRUE(density.uniform);
  EXPECT_EQ(density.place.voxel_m, 0.25);
  EXPECT_EQ(density.place.origin, (Vec3d{0.125, 0.125, 0.125}));
  EXPECT_EQ(density.low, (std::array<int32_t, 3>{-8, 0, -8}));
  EXPECT_EQ(density.high, (std::array<int32_t, 3>{15, 15, 23}));
  EXPECT_DOUBLE_EQ(density.min.x, 0.125 - 2);
  EXPECT_DOUBLE_EQ(density.max.z, 0.125 + 0.25 * 23);
  EXPECT_EQ(meta(density, "frame"), "12");
  EXPECT_EQ(meta(density, "fps"), "24");
  EXPECT_EQ(meta(density, "time_s"), "0.5");
  EXPECT_EQ(meta(density, "note"), "a text");
  EXPECT_EQ(meta(density, "file_bbox_min"), "[-8, 0, -8]");
  EXPECT_EQ(meta(density, "file_bbox_max"), "[15, 15, 23]");
  EXPECT_EQ(meta(density, "file_voxel_count"), "342");
  EXPECT_NE(density.creator.find("oceanbake"), std::string::npos);
  EXPECT_EQ(velocity.vector, VdbVector::contravariant_relative);
  EXPECT_EQ(points.points, 100);
  const std::vector<std::pair<std::string, std::string>> attributes = {
      {"P", "vec3s"}, {"age", "float, half"}, {"id", "int64"}, {"kind", "int32"}, {"v", "vec3s"}};
  EXPECT_EQ(points.attributes, attributes);
}

TEST(Vdb, HalfFloatsAreRoundedAsTheFileHoldsThem) {
  const auto grid = make_vdb_grid<float>(
      info("a", VdbClass::fog, true), two_blocks<float>([](int n) { return 0.1f + static_cast<float>(n); }));
  const VdbBlocks<float> back = blocks_of<float>(grid);
  int off = 0;
  for (int n = 0; n < kVdbBlockVoxels; n += 3) {
    const float exact = 0.1f + static_cast<float>(n), is = back.values[static_cast<size_t>(n)];
    EXPECT_EQ(is, half_to_float(float_to_half(exact)));
    off += is != exact ? 1 : 0;
  }
  EXPECT_GT(off, 100);
}

TEST(Vdb, PointsKeepPlaceAndAttributes) {
  TempFolder folder;
  const VdbPoints given = some_points();
  write_vdb(folder.file("p.vdb"), {make_vdb_points(info("points"), given)});
  const VdbPoints back = points_of(read_vdb(folder.file("p.vdb")).front());
  ASSERT_EQ(back.positions.size(), given.positions.size());
  ASSERT_EQ(back.attributes.size(), 4u);
  EXPECT_EQ(back.attributes[1].name, "id");
  std::vector<int> seen(100, 0);
  for (size_t k = 0; k < back.positions.size(); ++k) {
    const auto i = static_cast<size_t>(back.attributes[1].as<int64_t>()[k] - (int64_t{1} << 40));
    ++seen.at(i);
    const Vec3d off = back.positions[k] - given.positions[i];
    EXPECT_LT(std::abs(off.x) + std::abs(off.y) + std::abs(off.z), 1e-7);
    EXPECT_NEAR(back.attributes[0].as<float>()[k], 0.1f * static_cast<float>(i), 0.005f);
    EXPECT_EQ(back.attributes[2].as<int32_t>()[k], static_cast<int32_t>(i % 3));
    EXPECT_EQ(back.attributes[3].as<Vec3f>()[k].x, static_cast<float>(i));
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 100);
}

TEST(Vdb, HashIsOfTheContent) {
  const auto grid = [](float v, const std::string& name = "a", VdbClass kind = VdbClass::fog,
                       double voxel = 0.25) {
    VdbGridInfo i = info(name, kind);
    i.place.voxel_m = voxel;
    return summary_of(make_vdb_grid<float>(i, two_blocks<float>([v](int n) { return n == 6 ? v : 1; })))
        .content_hash;
  };
  EXPECT_EQ(grid(2), grid(2));
  EXPECT_NE(grid(2), grid(3));
  EXPECT_NE(grid(2), grid(2, "b"));
  EXPECT_NE(grid(2), grid(2, "a", VdbClass::unknown));
  EXPECT_NE(grid(2), grid(2, "a", VdbClass::fog, 0.5));
  VdbBlocks<float> swapped = two_blocks<float>([](int) { return 1.0f; });
  const std::string before = summary_of(make_vdb_grid<float>(info("a"), swapped)).content_hash;
  std::swap(swapped.blocks[0], swapped.blocks[1]);
  std::rotate(swapped.values.begin(), swapped.values.begin() + kVdbBlockVoxels, swapped.values.end());
  EXPECT_EQ(summary_of(make_vdb_grid<float>(info("a"), swapped)).content_hash, before);
  VdbPoints points = some_points();
  const std::string with = summary_of(make_vdb_points(info("p"), points)).content_hash;
  reinterpret_cast<int64_t*>(points.attributes[0].data.data())[5] += 1;
  EXPECT_NE(summary_of(make_vdb_points(info("p"), points)).content_hash, with);
}

TEST(Vdb, EmptyGridsKeepTheirSchemaAndHaveNoWildBounds) {
  TempFolder folder;
  VdbPoints points;
  points.attributes = {VdbAttribute::of("id", VdbAttribute::Type::int64, std::vector<int64_t>{}),
                       VdbAttribute::of("v", VdbAttribute::Type::vec3f, std::vector<Vec3f>{}, true)};
  const WrittenVdb written = write_vdb(
      folder.file("e.vdb"), {make_vdb_grid<float>(info("density"), {}), make_vdb_grid<Vec3f>(info("vel"), {}),
                             make_vdb_points(info("points"), points)});
  std::vector<VdbSummary> found;
  for (const VdbGridPtr& grid : read_vdb(folder.file("e.vdb"))) found.push_back(summary_of(grid));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(vdb_content_hash(found), written.content_hash);
  for (const VdbSummary& one : found) {
    EXPECT_EQ(one.active_voxels, 0);
    EXPECT_EQ(meta(one, "file_bbox_min"), "[0, 0, 0]");
    EXPECT_EQ(meta(one, "file_bbox_max"), "[0, 0, 0]");
    EXPECT_EQ(meta(one, "frame"), "12");
    EXPECT_EQ(one.max, (Vec3d{0, 0, 0}));
  }
  const std::vector<std::pair<std::string, std::string>> attributes = {
      {"P", "vec3s"}, {"id", "int64"}, {"v", "vec3s, half"}};
  EXPECT_EQ(named(found, "points").attributes, attributes);
  EXPECT_EQ(named(found, "points").points, 0);
}

TEST(Vdb, RefusesWhatBreaksTheRules) {
  VdbBlocks<float> blocks = two_blocks<float>([](int) { return 1.0f; });
  blocks.values[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(make_vdb_grid<float>(info("a"), blocks), Error);
  blocks.values[0] = 1e6f;
  EXPECT_NO_THROW(make_vdb_grid<float>(info("a"), blocks));
  EXPECT_THROW(make_vdb_grid<float>(info("a", VdbClass::fog, true), blocks), Error);  // beyond half floats
  blocks.values[0] = 1;
  blocks.blocks[1] = blocks.blocks[0];
  EXPECT_THROW(make_vdb_grid<float>(info("a"), blocks), Error);
  blocks.blocks[1].x = 3;
  EXPECT_THROW(make_vdb_grid<float>(info("a"), blocks), Error);
  VdbPoints points = some_points();
  points.positions[3].y = std::numeric_limits<double>::infinity();
  EXPECT_THROW(make_vdb_points(info("p"), points), Error);
  points = some_points();
  points.attributes[0].data.pop_back();
  EXPECT_THROW(make_vdb_points(info("p"), points), Error);
  const auto grid = make_vdb_grid<float>(info("a"), {});
  EXPECT_THROW(blocks_of<Vec3f>(grid), Error);
  TempFolder folder;
  EXPECT_THROW(write_vdb(folder.file("twice.vdb"), {grid, grid}), Error);
  EXPECT_TRUE(folder.names().empty());
}

TEST(Vdb, DamagedFilesAreInputErrors) {
  TempFolder folder;
  const std::string path = folder.file("a.vdb");
  write_vdb(path, all_kinds());
  const std::string whole = read_text(path);
  EXPECT_TRUE(is_vdb_file(path));
  EXPECT_FALSE(is_vdb_file(folder.path()));
  for (const size_t bytes : {size_t{0}, size_t{7}, size_t{40}, whole.size() / 2, whole.size() - 9}) {
    write_text(folder.file("cut.vdb"), whole.substr(0, bytes));
    const std::string said = test::input_error([&] { read_vdb(folder.file("cut.vdb")); });
    EXPECT_NE(said.find("cut.vdb"), std::string::npos) << bytes;
  }
  EXPECT_NE(test::input_error([&] { read_vdb(folder.file("missing.vdb")); }), "");
}

TEST(Vdb, AFolderThatCannotBeMadeIsAnOutputError) {
  try {
    write_vdb("/proc/nothing/a.vdb", all_kinds());
    ADD_FAILURE() << "was written";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::output);
  }
}

TEST(Vdb, ForeignFilesAreInspected) {
  OCEAN_NEED_REAL_DATA();
  const std::string smoke = inspect(test::real_data("vdb/smoke_v222_half.vdb"));
  EXPECT_NE(smoke.find("\"density\""), std::string::npos);
  EXPECT_NE(smoke.find("\"half\": true"), std::string::npos);
  const std::string points = inspect(test::real_data("vdb/points_v224.vdb"));
  EXPECT_NE(points.find("\"points\""), std::string::npos);
  const std::string sphere = inspect(test::real_data("vdb/sphere_v223_blosc.vdb"));
  EXPECT_NE(sphere.find("\"active_voxels\": 465"), std::string::npos);
  EXPECT_NE(sphere.find("content_hash"), std::string::npos);
}

}  // namespace
}  // namespace ocean
