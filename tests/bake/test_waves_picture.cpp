// SPDX-License-Identifier: Apache-2.0
//
// The raster behind the picture of a sea, and what verify checks of a set.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kernels/wave/water_height.h"
#include "libbake/bake/waves_plan.h"
#include "libbake/bake/waves_preview.h"
#include "libbake/bake/waves_promises.h"
#include "libbake/io/manifest.h"
#include "tests/bake/waves_fixture.h"

namespace ocean {
namespace {

TEST_F(WavesJob, TheRasterIsTheSurfaceAtFixedPlaces) {
  const WaveSet set = made({{"length_median", {"20"}}, {"steepness", {"0.8"}}});
  const std::vector<Wave> waves = waves_at(set, 3);
  const SeaRaster sea = sea_raster(waves, 3, 60, 240);
  ASSERT_EQ(sea.height.size(), 240u * 240u);
  double highest = 0, worst = 0;
  for (int j = 7; j < 240; j += 29)
    for (int i = 3; i < 240; i += 31) {
      const double x = -30 + (i + 0.5) * 0.25, y = -30 + (j + 0.5) * 0.25;
      const WaterHeight w = water_height({waves.data(), static_cast<int64_t>(waves.size())}, x, y, 3);
      worst = std::max(worst, std::abs(w.height_m - sea.height[static_cast<size_t>(j * 240 + i)]));
      highest = std::max(highest, std::abs(w.height_m));
    }
  EXPECT_GT(highest, 0.3);
  EXPECT_LT(worst, 0.02 * highest);
}

TEST_F(WavesJob, APictureOfManyWavesSaysThatItIsThinned) {
  WaveSet set = made({{"spectrum", {"jonswap"}}, {"count", {"600"}}});
  const Picture many = waves_picture(set, 0, "sea", {"a line"}, {"a warning"});
  EXPECT_GT(many.width, 900);
  for (SetWave& w : set.waves) w.amplitude = 0;
  const Picture flat = waves_picture(set, 0, "sea", {}, {});
  EXPECT_EQ(flat.at(100, 200), flat.at(400, 300));  // flat water has one colour
  EXPECT_NE(many.pixels, flat.pixels);
  EXPECT_NO_THROW(waves_picture(WaveSet(), 0, "none", {}, {}));
}

TEST_F(WavesJob, VerifyRecomputesWhatTheManifestStates) {
  made({{"count", {"5"}}});
  Manifest manifest = read_manifest(folder_.file("sea.manifest.json"));
  const auto failed = [&] {
    std::vector<Check> checks;
    check_waves_promises(manifest, folder_.path(), checks);
    EXPECT_GE(checks.size(), 1u);
    return std::count_if(checks.begin(), checks.end(), [](const Check& c) { return !c.ok; });
  };
  EXPECT_EQ(failed(), 0);
  manifest.facts["sum_qka"] = "0.25";
  manifest.facts.erase("longest_period_s");
  EXPECT_EQ(failed(), 2);
  write_text(path(), "{}");
  EXPECT_EQ(failed(), 1);
}

}  // namespace
}  // namespace ocean
