// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernels/raster/label.h"
#include "kernels/raster/mask_runs.h"
#include "tests/support/backends.h"

namespace ocean {
namespace {

std::vector<uint8_t> noise(int64_t texels, double share, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> mask(static_cast<size_t>(texels));
  for (uint8_t& t : mask) t = random() < share * 4294967296.0;
  return mask;
}

MaskRuns runs_of(const Exec& exec, const std::vector<uint8_t>& mask, int32_t width, int32_t rows_a_band) {
  MaskRuns runs;
  runs.width = width;
  const auto band = static_cast<size_t>(int64_t{width} * rows_a_band);
  for (size_t at = 0; at < mask.size(); at += band) {
    const Buffer<uint8_t> part(exec, "band",
                               {mask.begin() + static_cast<int64_t>(at),
                                mask.begin() + static_cast<int64_t>(std::min(mask.size(), at + band))});
    append_runs(exec, part.view(), runs);
  }
  return runs;
}

// Against label_components(): the same components with the same smallest texels, for any bands.
TEST(MaskRuns, AgreeWithTheLabelsOfTheWholeMap) {
  for (const auto& [width, height, share] : std::vector<std::tuple<int32_t, int32_t, double>>{
           {257, 600, 0.3}, {311, 530, 0.592746}, {64, 64, 0.9}, {1, 97, 0.5}, {97, 1, 0.5}, {130, 2, 1.0}}) {
    const std::vector<uint8_t> mask = noise(int64_t{width} * height, share, 7);
    const Exec host = Exec::cpu(1);
    const Buffer<uint8_t> texels(host, "mask", mask);
    Buffer<int32_t> buffer(host, texels.size());
    label_components(host, texels.view(), width, height, 1, Connectivity::four, buffer.view());
    const std::vector<int32_t> labels = buffer.to_host("labels");
    for (const Exec& exec : test_backends())
      for (const int32_t rows : {height, 1, 7}) {
        SCOPED_TRACE(backend_name(exec) + ", " + std::to_string(width) + " wide, bands of " +
                     std::to_string(rows));
        const MaskRuns runs = runs_of(exec, mask, width, rows);
        ASSERT_EQ(runs.height, height);
        ASSERT_EQ(runs.first_in_row.size(), static_cast<size_t>(height) + 1);
        const RunComponents components = connect_runs(exec, runs);
        const RunView view = host_view(runs, components);
        std::vector<int64_t> area(components.table.size());
        std::vector<uint8_t> border(components.table.size());
        for (int64_t t = 0; t < int64_t{width} * height; ++t) {
          const int32_t c = view.component_at(t), label = labels[static_cast<size_t>(t)];
          ASSERT_EQ(c < 0 ? -1 : components.table[static_cast<size_t>(c)].label, label) << t;
          if (c < 0) continue;
          ++area[static_cast<size_t>(c)];
          const int64_t i = t % width, j = t / width;
          if (i == 0 || j == 0 || i == width - 1 || j == height - 1) border[static_cast<size_t>(c)] = 1;
        }
        for (size_t c = 0; c < area.size(); ++c) {
          ASSERT_EQ(components.table[c].texels, area[c]);
          ASSERT_EQ(components.table[c].touches_border, border[c] != 0);
          if (c > 0) {
            ASSERT_LT(components.table[c - 1].label, components.table[c].label);
          }
        }
      }
  }
}

TEST(MaskRuns, PaintGivesTheMaskBackInAnyWindow) {
  const int32_t width = 301, height = 77;
  const std::vector<uint8_t> mask = noise(width * height, 0.6, 3);
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const MaskRuns runs = runs_of(exec, mask, width, height);
    const RunComponents components = connect_runs(exec, runs);
    const RunIndex index(exec, runs, components);
    std::vector<int32_t> numbers;
    for (const RunComponent& c : components.table) numbers.push_back(static_cast<int32_t>(c.label));
    const Buffer<int32_t> values(exec, "values", numbers);
    for (const Window w :
         {Window{0, 0, width, height}, {5, 70, 290, 7}, {300, 0, 1, height}, {17, 3, 64, 1}}) {
      Buffer<int32_t> out(exec, w.size());
      paint_components(exec, index.view(), values.view(), -1, w, out.view());
      const std::vector<int32_t> painted = out.to_host("painted");
      for (int32_t j = 0; j < w.height; ++j)
        for (int32_t i = 0; i < w.width; ++i) {
          const int64_t t = int64_t{w.j0 + j} * width + w.i0 + i;
          const int32_t c = host_view(runs, components).component_at(t);
          ASSERT_EQ(painted[static_cast<size_t>(j * w.width + i)],
                    mask[static_cast<size_t>(t)] ? numbers[static_cast<size_t>(c)] : -1);
        }
    }
    Buffer<int32_t> out(exec, 10);
    EXPECT_THROW(paint_components(exec, index.view(), values.view(), -1, {0, 0, 11, 1}, out.view()),
                 std::invalid_argument);
    EXPECT_THROW(paint_components(exec, index.view(), values.view(), -1, {295, 0, 10, 1}, out.view()),
                 std::invalid_argument);
  }
}

TEST(MaskRuns, RefusesPartsOfRows) {
  const Exec exec = Exec::cpu(1);
  const Buffer<uint8_t> mask(exec, "mask", std::vector<uint8_t>(10, 1));
  MaskRuns runs;
  runs.width = 3;
  EXPECT_THROW(append_runs(exec, mask.view(), runs), std::invalid_argument);
  runs.width = 5;
  append_runs(exec, mask.view(), runs);
  EXPECT_EQ(runs.size(), 2);
  append_runs(exec, {}, runs);
  EXPECT_EQ(runs.height, 2);
}

}  // namespace
}  // namespace ocean
