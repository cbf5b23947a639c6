// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "kernels/shore/shore_point.h"
#include "kernels/shore/swell.h"
#include "tests/support/backends.h"

namespace ocean {
namespace {

TEST(CompassDirection, IsClockwiseFromNorth) {
  EXPECT_EQ(compass_direction(0), (Vec2f{0, 1}));
  EXPECT_EQ(compass_direction(90), (Vec2f{1, 0}));
  EXPECT_EQ(compass_direction(180), (Vec2f{0, -1}));
  EXPECT_EQ(compass_direction(270), (Vec2f{-1, 0}));
  EXPECT_EQ(compass_direction(-90), (Vec2f{-1, 0}));
  EXPECT_EQ(compass_direction(360), (Vec2f{0, 1}));
  EXPECT_EQ(compass_direction(765), compass_direction(45));
  for (double degrees = -400; degrees < 800; degrees += 0.37) {
    const Vec2f d = compass_direction(degrees);
    EXPECT_NEAR(d.x, std::sin(degrees * M_PI / 180), 1e-7) << degrees;
    EXPECT_NEAR(d.y, std::cos(degrees * M_PI / 180), 1e-7) << degrees;
  }
}

TEST(BlendSwell, FollowsItsFormula) {
  const std::vector<float> distance{-3, 0, 1e-6f, 2.5f, 5, 9, 10, 4000};
  const std::vector<Vec2f> direction(distance.size(), {0.6f, -0.8f});
  const Swell swell{compass_direction(30), 10};
  for (const Exec& exec : test_backends())
    for (const float sure : {1.0f, 0.3f, 0.0f}) {
      SCOPED_TRACE(backend_name(exec));
      const Buffer<float> far(exec, "distance", distance),
          confidence(exec, "confidence", std::vector<float>(distance.size(), sure));
      Buffer<Vec2f> map(exec, "direction", direction);
      blend_swell(exec, far.view(), sure == 1 ? View<const float>{} : confidence.view(), swell, map.view());
      const std::vector<Vec2f> found = map.to_host("direction");
      EXPECT_EQ(found[0], direction[0]) << "land";
      EXPECT_EQ(found[1], direction[1]) << "land";
      for (std::size_t i = 2; i < distance.size(); ++i) {
        const double t = std::min(1.0, distance[i] / 10.0), away = t * t * (3 - 2 * t);
        const double w = 1 - double{sure} * (1 - away);
        const double x = (1 - w) * direction[i].x + w * std::sin(M_PI / 6),
                     y = (1 - w) * direction[i].y + w * std::cos(M_PI / 6);
        EXPECT_NEAR(found[i].x, x / std::hypot(x, y), 1e-6) << distance[i];
        EXPECT_NEAR(found[i].y, y / std::hypot(x, y), 1e-6) << distance[i];
      }
      EXPECT_EQ(found[6], swell.direction);
    }
}

TEST(BlendSwell, WithoutADirectionTheSwellsHolds) {
  const Exec exec = Exec::cpu(1);
  const Buffer<float> distance(exec, "distance", {0.1f, 5.0f});
  Buffer<Vec2f> map(exec, "direction", {{0.0f, 0.0f}, {0.0f, -1.0f}});  // none; against the swell at w = 1/2
  blend_swell(exec, distance.view(), {}, {{0, 1}, 10}, map.view());
  EXPECT_EQ(map.to_host("direction")[0], (Vec2f{0, 1}));
  EXPECT_EQ(map.to_host("direction")[1], (Vec2f{0, 1}));
  EXPECT_THROW(blend_swell(exec, distance.view(), {}, {{0, 1}, 0}, map.view()), std::invalid_argument);
  EXPECT_THROW(blend_swell(exec, {distance.data(), 1}, {}, {{0, 1}, 1}, map.view()), std::invalid_argument);
}

TEST(ShorePoint, ArcLengthAndValueAtTheNearestPoint) {
  const std::vector<CoastSegment> coast{{{1, 1}, {4, 1}}, {{4, 1}, {4, 3}}};
  const std::vector<double> start{100, 103};
  const Window window{2, 0, 4, 2};  // centres (2.5 … 5.5, 0.5 … 1.5)
  const std::vector<int32_t> nearest{0, 0, 0, 1, 0, -1, 1, 1};
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Buffer<CoastSegment> segments(exec, "coast", coast);
    const Buffer<double> starts(exec, "start", start);
    const Buffer<int32_t> index(exec, "nearest", nearest);
    const Buffer<float> value(exec, "value", {0.25f, 7.0f});
    Buffer<float> out(exec, window.size());
    shore_arc_length(exec, segments.view(), starts.view(), index.view(), window, out.view());
    EXPECT_EQ(out.to_host("out"), (std::vector<float>{101.5f, 102.5f, 103, 103, 101.5f, 0, 103.5f, 103.5f}));
    shore_value(exec, value.view(), index.view(), out.view());
    EXPECT_EQ(out.to_host("out"), (std::vector<float>{0.25f, 0.25f, 0.25f, 7, 0.25f, 0, 7, 7}));
    EXPECT_THROW(shore_value(exec, value.view(), {index.data(), 3}, out.view()), std::invalid_argument);
    EXPECT_THROW(
        shore_arc_length(exec, segments.view(), {starts.data(), 1}, index.view(), window, out.view()),
        std::invalid_argument);
  }
}

}  // namespace
}  // namespace ocean
