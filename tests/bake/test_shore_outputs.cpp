// SPDX-License-Identifier: Apache-2.0
//
// The write stage: formats, targets, manifest, promises and preview of a small bake.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "libbake/bake/shore_preview.h"
#include "libbake/bake/shore_promises.h"
#include "libbake/bake/shore_writer.h"
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
    const Terrain terrain = island();
    const TargetTraits& t = traits(target);
    grid_ = shore_grid(terrain.bounds, config_, nullptr);
    ShoreBake bake(exec_, terrain, config_, grid_, grid_.height, config_.sea_level.front(), report);
    const ShoreMaps& maps = bake.band(0);
    depth_ = maps.depth.to_host("test");
    distance_ = maps.distance.to_host("test");
    direction_ = maps.direction.to_host("test");
    OutputSet outputs(folder_.string(), manifest());
    outputs.fact("no_shoreline", "false");
    for (const ShoreImage& image : shore_images(config_)) {
      ShoreExtremes extremes;
      for (const ShoreChannel channel : image.channels) extremes.add(exec_, maps, grid_.texel_m, t, channel);
      ShoreImageWriter writer(exec_, bake.shore(), image, config_, format, t, extremes, outputs);
      writer.write(maps, progress);
      writer.close();
      if (writer.is_lossy()) writer.compare(maps);
      writer.end(report);
    }
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
  Grid grid_;
  std::vector<float> depth_, distance_;
  std::vector<Vec2f> direction_;
  fs::path folder_;
};

TEST_F(ShoreOutputs, EveryFormatDecodesToTheMaps) {
  for (const ImageFormat format : kImageFormats) {
    SCOPED_TRACE(format_name(format));
    const std::string path = write(format, Target::world);
    const std::vector<float> packed = decoded(path, "shore");
    const int32_t w = grid_.width, h = grid_.height;
    ASSERT_EQ(packed.size(), distance_.size() * 4);
    const OutputRecord record = read_manifest(path).outputs.front();
    double worst[4] = {0, 0, 0, 0};
    for (int32_t row = 0; row < h; ++row)
      for (int32_t i = 0; i < w; ++i) {
        const auto texel = static_cast<std::size_t>((h - 1 - row) * w + i);
        const float* p = &packed[static_cast<std::size_t>(row * w + i) * 4];
        const double wanted[4] = {distance_[texel] * grid_.texel_m, direction_[texel].x, direction_[texel].y,
                                  depth_[texel]};
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

TEST_F(ShoreOutputs, PackedChannelsComeInTheirOrder) {
  using C = ShoreChannel;
  config_.direction_blur = 3;
  const std::vector<float> plain = decoded(write(ImageFormat::exr_float, Target::unreal), "shore");
  config_.pack = {C::depth, C::one, C::direction_y, C::distance};
  const std::string path = write(ImageFormat::exr_float, Target::unreal);
  const std::vector<float> packed = decoded(path, "shore");
  ASSERT_EQ(packed.size(), plain.size());
  for (std::size_t t = 0; t < packed.size(); t += 4) {
    ASSERT_EQ(packed[t], plain[t + 3]);
    ASSERT_EQ(packed[t + 1], 1.0f);
    ASSERT_EQ(packed[t + 2], plain[t + 2]);
    ASSERT_EQ(packed[t + 3], plain[t]);
  }
  const OutputRecord record = read_manifest(path).outputs.front();
  std::vector<std::string> keys;
  for (const ChannelRecord& c : record.channels) keys.push_back(c.key);
  EXPECT_EQ(keys, (std::vector<std::string>{"depth", "one", "direction_y", "distance"}));
  EXPECT_EQ(record.channels[3].unit, "cm");
  std::vector<std::string> checked;
  for (const Check& check : verify(path, kPromises)) {
    EXPECT_TRUE(check.ok) << check.what << ": " << check.found;
    checked.push_back(check.what);
  }
  const auto checks = [&](const char* what) { return std::count(checked.begin(), checked.end(), what); };
  EXPECT_EQ(checks("depth where the distance is positive"), 1);
  EXPECT_EQ(checks("length of the direction"), 0) << "one component alone has no length";
}

TEST_F(ShoreOutputs, PromisesFindTheirChannels) {
  using C = ShoreChannel;
  config_.pack = {C::zero, C::direction_y, C::mask, C::direction_x};
  config_.direction_blur = 5;
  const std::string path = write(ImageFormat::png16, Target::godot);
  const auto is_good = [&] {
    std::vector<Check> checks = verify(path, kPromises);
    return std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.ok; });
  };
  EXPECT_TRUE(is_good());
  Manifest changed = read_manifest(path);
  changed.outputs.front().channels.front().key = "direction_x";  // which it is not
  std::ofstream(path) << manifest_text(changed);
  EXPECT_FALSE(is_good());
}

TEST_F(ShoreOutputs, OneToFourChannelsInEveryFormat) {
  using C = ShoreChannel;
  for (const ImageFormat format : kImageFormats)
    for (const std::vector<C>& pack : std::vector<std::vector<C>>{{C::slope},
                                                                  {C::distance, C::confidence},
                                                                  {C::shore_length, C::bodies, C::mask},
                                                                  {C::bodies, C::zero, C::zero, C::one}}) {
      if (format == ImageFormat::tga8 && pack.size() == 2) continue;
      SCOPED_TRACE(std::string(format_name(format)) + ", " + std::to_string(pack.size()));
      config_.pack = pack;
      const std::string path = write(format, Target::unity);
      for (const Check& check : verify(path, kPromises))
        EXPECT_TRUE(check.ok) << check.what << ": " << check.found;
      const OutputRecord record = read_manifest(path).outputs.front();
      EXPECT_EQ(record.channels.size(), pack.size());
      for (const ChannelRecord& c : record.channels)
        if (c.key == "bodies" || c.key == "zero" || c.key == "one") {
          EXPECT_EQ(*c.quantisation_error, 0) << c.key;
        }
      if (pack.front() != C::bodies) continue;
      const std::vector<float> values = decoded(path, "shore");
      for (std::size_t t = 0; t < values.size(); t += 4) {
        ASSERT_TRUE(values[t] == 0 || values[t] == 1);
        ASSERT_EQ(values[t + 1], 0);
        ASSERT_EQ(values[t + 3], 1);
      }
    }
}

TEST_F(ShoreOutputs, SquareRootsDecodeByTheManifest) {
  config_.encode = EncodeChoice::sqrt;
  for (const ImageFormat format : {ImageFormat::png16, ImageFormat::png8, ImageFormat::tga8}) {
    SCOPED_TRACE(format_name(format));
    const std::string path = write(format, Target::world);
    const OutputRecord record = read_manifest(path).outputs.front();
    const std::vector<float> packed = decoded(path, "shore");
    const double n = format == ImageFormat::png16 ? 32767 : 127;
    for (const int c : {0, 3}) {
      const ChannelRecord& channel = record.channels[static_cast<std::size_t>(c)];
      EXPECT_TRUE(channel.decode.square);
      EXPECT_EQ(channel.decode(format == ImageFormat::png16 ? 32768 : 128), 0) << "exact";
      double worst = 0, worst_near = 0, most = 0;
      const int32_t w = grid_.width, h = grid_.height;
      for (int32_t row = 0; row < h; ++row)
        for (int32_t i = 0; i < w; ++i) {
          const auto texel = static_cast<std::size_t>((h - 1 - row) * w + i);
          const double wanted = c == 0 ? distance_[texel] * grid_.texel_m : depth_[texel];
          const double off = std::abs(packed[static_cast<std::size_t>(row * w + i) * 4 + c] - wanted);
          worst = std::max(worst, off);
          most = std::max(most, std::abs(wanted));
          if (std::abs(wanted) < 0.5) worst_near = std::max(worst_near, off);
        }
      EXPECT_LE(worst, *channel.quantisation_error + 1e-5);
      EXPECT_GE(worst, *channel.quantisation_error - 1e-5);
      EXPECT_LE(worst, 1.01 * most / n);
      EXPECT_LT(worst_near, std::sqrt(most * 0.5) / n * 1.1) << "fine at the shore";
    }
    EXPECT_FALSE(record.channels[1].decode.square) << "a direction";
    for (const Check& check : verify(path, kPromises))
      EXPECT_TRUE(check.ok) << check.what << ": " << check.found;
  }
  const std::string path = write(ImageFormat::exr_float, Target::world);
  EXPECT_FALSE(read_manifest(path).outputs.front().channels[0].decode.square);
}

TEST_F(ShoreOutputs, BodiesThatTheFormatCannotNumberAreRefused) {
  config_.maps = {ShoreMap::bodies};
  const auto refused = [&](FormatChoice format, int64_t bodies) {
    config_.format = format;
    try {
      check_bodies(config_, bodies);
      return false;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::usage);
      return true;
    }
  };
  EXPECT_FALSE(refused(FormatChoice::png8, 255));
  EXPECT_TRUE(refused(FormatChoice::png8, 256));
  EXPECT_FALSE(refused(FormatChoice::exr_half, 2048));
  EXPECT_TRUE(refused(FormatChoice::exr_half, 2049));
  EXPECT_FALSE(refused(FormatChoice::png16, 65535));
  EXPECT_TRUE(refused(FormatChoice::png16, 65536));
  EXPECT_FALSE(refused(FormatChoice::automatic, 65536));
  config_.maps = {};
  EXPECT_FALSE(refused(FormatChoice::tga8, 70000));
  ShoreExtremes extremes;
  extremes.of[static_cast<std::size_t>(ShoreChannel::bodies)].max = 2049;
  extremes.known[static_cast<std::size_t>(ShoreChannel::bodies)] = true;
  config_.format = FormatChoice::automatic;
  EXPECT_EQ(chosen_format(config_, extremes, 1, traits(Target::world)), ImageFormat::exr_float);
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
  const Terrain terrain = island();
  const Grid grid = shore_grid(terrain.bounds, config, nullptr);
  ShoreBake bake(exec, terrain, config, grid, 10, 0, report);
  ShorePreview preview(grid);
  for (int32_t k = 0; k < bake.bands().count(); ++k) preview.add(exec, bake.band(k));
  const Picture picture = preview.draw(bake.shore(), "isle", {"a warning"});
  const Rgb corner = picture.at(3, 3), centre = picture.at(230, 256);
  EXPECT_GT(corner.b, corner.r) << "deep water is blue";
  EXPECT_GE(centre.r + 20, centre.b) << "land is not";
  EXPECT_GT(picture.width, 512);
  preview.set_ridge_share(0.25);
  const Picture with_ridge = preview.draw(bake.shore(), "isle", {"a warning"});
  EXPECT_EQ(with_ridge.at(3, 3), corner);
  EXPECT_NE(with_ridge.pixels, picture.pixels) << "a line of the legend";
}

}  // namespace
}  // namespace ocean
