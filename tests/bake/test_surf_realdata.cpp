// SPDX-License-Identifier: Apache-2.0
//
// Surf on an island that nobody on this project made.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "libbake/io/image.h"
#include "libbake/io/verify.h"
#include "tests/bake/surf_fixture.h"

namespace ocean {
namespace {

class SurfRealData : public testing::Test {
 protected:
  // The shore bake of the island, and waves that suit its 30 m.
  void SetUp() override {
    const char* data = std::getenv("OCEAN_REALDATA");
    if (data == nullptr) GTEST_SKIP() << "OCEAN_REALDATA does not name the folder of real inputs";
    run(shore_job(), {{"name", {"i"}}, {"resolution", {"160"}}, {"preview", {"false"}}}, out_.path(),
        {std::string(data) + "/terrain/island0_zup_tri.obj"});
  }
  std::string shore() const { return manifest_path(out_.path(), "i"); }
  TempFolder out_;
};

TEST_F(SurfRealData, WavesRunTowardIsland0OnAllSides) {
  const Loop loop(shore(), 0.25, 2.2, 0.12);
  const ShoreBakeMaps& maps = loop.frames->shore();
  int64_t toward = 0, all = 0;
  int quadrants[4] = {};
  const Grid& g = maps.grid;
  const FrameMaps now = loop.frames->frame(0.3), next = loop.frames->frame(0.31);
  const std::vector<float> a = now.water.to_host("t"), b = next.water.to_host("t");
  for (int32_t j = 1; j + 1 < g.height; ++j)
    for (int32_t i = 1; i + 1 < g.width; ++i) {
      const auto k = static_cast<std::size_t>(j * g.width + i), w = static_cast<std::size_t>(g.width);
      const double nx = static_cast<double>(maps.distance_m[k - 1] - maps.distance_m[k + 1]),
                   ny = static_cast<double>(maps.distance_m[k - w] - maps.distance_m[k + w]);
      if (maps.distance_m[k] < 0.5 || maps.distance_m[k] > 8 || std::hypot(nx, ny) < 1.9 * g.texel_m)
        continue;
      EXPECT_GT(nx * static_cast<double>(maps.direction[k].x) + ny * static_cast<double>(maps.direction[k].y),
                0);
      const double slope =
          nx * static_cast<double>(a[k + 1] - a[k - 1]) + ny * static_cast<double>(a[k + w] - a[k - w]);
      const double rate = static_cast<double>(b[k] - a[k]);
      if (std::abs(slope) < 0.01 * std::hypot(nx, ny) || std::abs(rate) < 0.001) continue;
      ++all;
      if (rate * slope >= 0) continue;
      ++toward;
      ++quadrants[(nx > 0 ? 1 : 0) + (ny > 0 ? 2 : 0)];
    }
  EXPECT_GT(all, 300);
  EXPECT_GT(static_cast<double>(toward), 0.9 * static_cast<double>(all));
  for (const int q : quadrants) EXPECT_GT(q, 20);
  EXPECT_LT(loop.frames->loop_error(), 1e-4);
}

// The cells of the atlas, of `channels` floats a texel, north first.
std::vector<std::vector<float>> cells_of(const FloatImage& atlas, int columns, int rows, int channels) {
  const int width = atlas.spec.width / columns, height = atlas.spec.height / rows;
  std::vector<std::vector<float>> cells;
  for (int cell = 0; cell < columns * rows; ++cell) {
    cells.emplace_back();
    for (int y = 0; y < height; ++y) {
      const auto from =
          (int64_t{cell / columns * height + y} * atlas.spec.width + cell % columns * width) * channels;
      cells.back().insert(cells.back().end(), atlas.samples.begin() + from,
                          atlas.samples.begin() + from + int64_t{width} * channels);
    }
  }
  return cells;
}

TEST_F(SurfRealData, AtlasOfIsland0LoopsAndFoamsWhereItBreaks) {
  constexpr int kFrames = 16;
  run(surf_job(),
      {{"name", {"s"}},
       {"shore", {shore()}},
       {"height", {"0.25"}},
       {"period", {"2.2"}},
       {"slope", {"0.12"}},
       {"rows", {"128"}},
       {"columns", {"256"}},
       {"format", {"exr-float"}},
       {"loop_frames", {std::to_string(kFrames)}},
       {"atlas", {"true"}},
       {"cells", {"4x4"}},
       {"singles", {"false"}},
       {"maps", {"displacement,foam"}}},
      out_.path());
  require(verify(manifest_path(out_.path(), "s"), {}), "s");
  const auto cells = cells_of(read_image_float(out_.file("s_displacement_atlas.exr")), 4, 4, 3),
             foam = cells_of(read_image_float(out_.file("s_foam_atlas.exr")), 4, 4, 1);
  std::vector<double> steps;  // root mean square change to the next frame; the last one's is to frame 0
  for (std::size_t k = 0; k < kFrames; ++k) {
    const std::vector<float>&a = cells[k], &b = cells[(k + 1) % kFrames];
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      sum += static_cast<double>(a[i] - b[i]) * static_cast<double>(a[i] - b[i]);
    steps.push_back(std::sqrt(sum / static_cast<double>(a.size())));
  }
  const auto [least, most] = std::minmax_element(steps.begin(), steps.end() - 1);
  EXPECT_GT(*least, 0.002) << "the waves run";
  EXPECT_LT(steps.back(), 1.05 * *most);
  EXPECT_GT(steps.back(), 0.95 * *least);
  EXPECT_LT(*most, 2 * *least) << "evenly";

  const Loop loop(shore(), 0.25, 2.2, 0.12);
  const Grid& grid = loop.frames->shore().grid;
  for (const std::size_t k : {0U, 5U, 11U}) {
    std::vector<float> south_first;
    for (int32_t row = grid.height - 1; row >= 0; --row)
      south_first.insert(south_first.end(), foam[k].begin() + int64_t{row} * grid.width,
                         foam[k].begin() + int64_t{row + 1} * grid.width);
    expect_foam_where_it_breaks(loop, south_first);
  }
}

}  // namespace
}  // namespace ocean
