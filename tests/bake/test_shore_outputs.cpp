// SPDX-License-Identifier: Apache-2.0
//
// The write stage: formats, targets, manifest, promises and preview of a small bake.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "libbake/bake/shore_outputs.h"
#include "libbake/bake/shore_preview.h"
#include "libbake/bake/shore_promises.h"
#include "tests/bake/shore_fixture.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr std::array kPromises{PromiseRow{"shore", check_shore_promises}};

// An island with a steep west and a gentle east.
Terrain island() {
  return sheet(80, -40, -40, 40, 40,
               [](double x, double y) { return 9 - 0.4 * std::hypot(1.3 * x + 3, y) - 0.05 * x; });
}

class ShoreOutputs : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("shore_" + std::to_string(getpid()) + "_" +
                                              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
    config_.resolution = "128";
  }
  void TearDown() override { fs::remove_all(folder_); }

  Manifest manifest() const {
    Manifest m;
    m.tool = "oceanbake";
    m.version = "0";
    m.kind = "shore";
    m.name = "isle";
    m.config = "{}";
    return m;
  }

  // Writes all images; returns the manifest's path.
  std::string write(ImageFormat format, Target target) {
    RunReport report;
    Progress progress;
    maps_ = compute_shore(exec_, island(), config_, report);
    OutputSet outputs(folder_.string(), manifest());
    outputs.fact("no_shoreline", "false");
    for (const ShoreImage& image : shore_images(maps_, config_, traits(target)))
      write_shore_image(exec_, maps_, image, config_, format, traits(target), outputs, report, progress);
    return outputs.commit();
  }

  // Decoded values of an output, rows north first.
  std::vector<float> decoded(const std::string& manifest_path, const std::string& role) const {
    std::vector<float> values;
    for (const OutputRecord& record : read_manifest(manifest_path).outputs)
      if (record.role == role)
        for_each_decoded_row(record, folder_.string(), [&](int32_t, std::span<const float> row) {
          values.insert(values.end(), row.begin(), row.end());
        });
    return values;
  }

  Exec exec_ = Exec::cpu();
  ShoreConfig config_;
  ShoreMaps maps_;
  fs::path folder_;
};

TEST_F(ShoreOutputs, EveryFormatDecodesToTheMaps) {
  for (const ImageFormat format : kImageFormats) {
    SCOPED_TRACE(format_name(format));
    const std::string path = write(format, Target::world);
    const std::vector<float> packed = decoded(path, "shore");
    const auto distance = maps_.distance.to_host("test");
    const auto depth = maps_.depth.to_host("test");
    const auto direction = maps_.direction.to_host("test");
    const int32_t w = maps_.grid.width, h = maps_.grid.height;
    ASSERT_EQ(packed.size(), distance.size() * 4);
    const OutputRecord record = read_manifest(path).outputs.front();
    double worst[4] = {0, 0, 0, 0};
    for (int32_t row = 0; row < h; ++row)
      for (int32_t i = 0; i < w; ++i) {
        const auto texel = static_cast<std::size_t>((h - 1 - row) * w + i);
        const float* p = &packed[static_cast<std::size_t>(row * w + i) * 4];
        const double wanted[4] = {distance[texel] * maps_.grid.texel_m, direction[texel].x,
                                  direction[texel].y, depth[texel]};
        for (int c = 0; c < 4; ++c) worst[c] = std::max(worst[c], std::abs(p[c] - wanted[c]));
      }
    for (int c = 0; c < 4; ++c)
      EXPECT_LE(worst[c], *record.channels[static_cast<std::size_t>(c)].quantisation_error + 1e-5) << c;
    for (const Check& check : verify(path, kPromises))
      EXPECT_TRUE(check.ok) << check.what << ": " << check.found;
  }
}

TEST_F(ShoreOutputs, TargetsTurnAxesAndUnits) {
  const std::vector<float> world = decoded(write(ImageFormat::exr_float, Target::world), "shore");
  for (const TargetTraits& target : kTargets) {
    SCOPED_TRACE(target.name);
    const std::vector<float> values = decoded(write(ImageFormat::exr_float, target.target), "shore");
    const auto unit = static_cast<float>(1 / target.unit_m);
    for (std::size_t t = 0; t < world.size(); t += 4) {
      ASSERT_NEAR(values[t], world[t] * unit, 1e-3f * unit);
      ASSERT_EQ(values[t + 1], world[t + 1]);
      ASSERT_EQ(values[t + 2], world[t + 2] * static_cast<float>(target.horizontal_sign));
      ASSERT_NEAR(values[t + 3], world[t + 3] * unit, 1e-3f * unit);
    }
  }
}

TEST_F(ShoreOutputs, WavesRunTowardTheShoreInTheWrittenRows) {
  const std::vector<float> p = decoded(write(ImageFormat::exr_float, Target::world), "shore");
  const auto at = [&](int32_t row, int32_t column) {
    return &p[static_cast<std::size_t>(row * 128 + column) * 4];
  };
  EXPECT_LT(at(2, 64)[2], -0.9f);    // in the north waves run south
  EXPECT_GT(at(125, 64)[2], 0.9f);   // in the south, north
  EXPECT_GT(at(64, 2)[1], 0.9f);     // in the west, east
  EXPECT_LT(at(64, 125)[1], -0.9f);  // in the east, west
}

TEST_F(ShoreOutputs, LossyFilesPromiseWhatComesBack) {
  config_.compression = Compression::dwaa;
  config_.maps = {ShoreMap::distance, ShoreMap::direction, ShoreMap::depth};
  for (const ImageFormat format : {ImageFormat::exr_half, ImageFormat::exr_float}) {
    const std::string path = write(format, Target::world);
    for (const Check& check : verify(path, kPromises))
      EXPECT_TRUE(check.ok) << check.file << ": " << check.what << ": " << check.found;
    EXPECT_GT(*read_manifest(path).outputs.front().channels[1].quantisation_error, 1e-3);
  }
}

TEST_F(ShoreOutputs, SingleMaps) {
  config_.maps = {ShoreMap::distance, ShoreMap::direction, ShoreMap::depth, ShoreMap::mask};
  config_.packed = false;
  const std::string path = write(ImageFormat::png16, Target::world);
  EXPECT_EQ(read_manifest(path).outputs.size(), 4u);
  const std::vector<float> mask = decoded(path, "mask"), distance = decoded(path, "distance");
  ASSERT_EQ(mask.size(), distance.size());
  for (std::size_t t = 0; t < mask.size(); ++t) {
    ASSERT_TRUE(mask[t] == 0 || mask[t] == 1);
    if (std::abs(distance[t]) > 0.1f) {
      ASSERT_EQ(mask[t] == 1, distance[t] > 0);
    }
  }
}

TEST_F(ShoreOutputs, AChangedPixelBreaksThePromise) {
  config_.packed = false;
  config_.maps = {ShoreMap::depth};
  const std::string path = write(ImageFormat::tiff_float, Target::world);
  const std::string image = (folder_ / "isle_depth.tif").string();
  Image changed = read_image(image);
  reinterpret_cast<float*>(changed.samples.data())[777] += 0.25f;
  write_image(image, ImageFormat::tiff_float, changed.spec, changed.samples.data());
  EXPECT_THROW(require(verify(path, kPromises), path), Error);
}

TEST(AutomaticFormat, IsHalfWhileItsStepIsFine) {
  const TargetTraits &world = traits(Target::world), &unreal = traits(Target::unreal);
  EXPECT_EQ(automatic_format(500, 100, 5, world), ImageFormat::exr_half);     // step .25 of .5 allowed
  EXPECT_EQ(automatic_format(500, 100, 2.4, world), ImageFormat::exr_float);  // of .24
  EXPECT_EQ(automatic_format(600, 100, 60, unreal), ImageFormat::exr_half);
  EXPECT_EQ(automatic_format(656, 100, 60, unreal), ImageFormat::exr_float);  // 65,600 cm
  EXPECT_EQ(half_step(1000), 0.5);
  EXPECT_EQ(half_step(1), std::ldexp(1.0, -10));
}

TEST(Preview, IsolinesAreRoundNumbers) {
  EXPECT_EQ(isoline_interval(1200, 12), 100);
  EXPECT_EQ(isoline_interval(1300, 12), 200);
  EXPECT_NEAR(isoline_interval(0.5, 12), 0.05, 1e-12);
}

TEST(Preview, ShowsWaterLandAndLegend) {
  const Exec exec = Exec::cpu();
  RunReport report;
  ShoreConfig config;
  config.resolution = "64";
  const ShoreMaps maps = compute_shore(exec, island(), config, report);
  const Picture picture = shore_preview(exec, maps, 0, "isle", {"a warning"});
  const Rgb corner = picture.at(3, 3), centre = picture.at(230, 256);
  EXPECT_GT(corner.b, corner.r) << "deep water is blue";
  EXPECT_GE(centre.r + 20, centre.b) << "land is not";
  EXPECT_GT(picture.width, 512);
}

}  // namespace
}  // namespace ocean
