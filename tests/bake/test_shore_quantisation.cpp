// SPDX-License-Identifier: Apache-2.0
//
// The planner's numbers are true: steps against neighbouring codes that kernels/pack decodes, and cures by
// applying them.
#include "libbake/bake/shore_quantisation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/math/bits.h"
#include "kernels/math/convert.h"
#include "libbake/bake/shore_images.h"

namespace ocean {
namespace {

constexpr SampleType kTypes[] = {SampleType::u8, SampleType::u16, SampleType::half, SampleType::float32};

// Decoded values in ascending order around v > 0, by the definition of the form.
double gap_around(const ChannelForm& form, double v) {
  if (form.type == SampleType::half) {
    uint16_t h = float_to_half(static_cast<float>(v));
    if (static_cast<double>(half_to_float(h)) >= v) --h;
    return static_cast<double>(half_to_float(static_cast<uint16_t>(h + 1))) - half_to_float(h);
  }
  if (form.type == SampleType::float32) {
    const float above = std::nextafter(static_cast<float>(v), INFINITY);
    const float at = static_cast<double>(static_cast<float>(v)) >= v ? static_cast<float>(v) : above;
    return static_cast<double>(at) - static_cast<double>(std::nextafter(at, 0.0f));
  }
  const double n =
      form.type == SampleType::u8 ? (form.is_signed ? 127 : 255) : (form.is_signed ? 32767 : 65535);
  const auto decode = [&](double k) {
    const double t = k / n;
    return form.range * (form.code == SampleCode::linear ? t : t * t);
  };
  for (double k = 0; k < n; ++k)
    if (decode(k + 1) > v || k + 1 == n) return decode(k + 1) - decode(k);
  return 0;
}

TEST(Steps, AreTheGapsBetweenNeighbouringCodes) {
  for (const SampleType type : kTypes)
    for (const SampleCode code : {SampleCode::linear, SampleCode::square_root})
      for (const bool is_signed : {true, false})
        for (const double v : {1e-3, 0.3, 1.0, 77.7, 511.9, 512.0, 512.1, 640.0}) {
          const ChannelForm form{type, code, is_signed, 640};
          EXPECT_NEAR(step_at(form, v), gap_around(form, v), 1e-9 * gap_around(form, v))
              << static_cast<int>(type) << ' ' << v;
        }
  EXPECT_EQ(step_at({SampleType::u16, SampleCode::whole, false, 1}, 3), 1);
}

// What a line says, applied: the number behind an option.
double number_behind(const std::string& line, const std::string& option) {
  const std::size_t at = line.find(option + " ");
  return at == std::string::npos ? -1 : std::stod(line.substr(at + option.size() + 1));
}

ChannelPlan plan_of(ShoreChannel channel, ImageFormat format, const ShoreConfig& config,
                    const TargetTraits& target, double largest_m, double texel_m) {
  const double largest = largest_m / target.unit_m;
  return {channel,        format,  channel_form(channel, config, format_type(format), target, largest),
          -0.4 * largest, largest, texel_m / target.unit_m};
}

TEST(Planner, CuresCure) {
  int lengths = 0, roots = 0, formats = 0;
  for (const Target name : {Target::world, Target::unreal})
    for (const ImageFormat format : {ImageFormat::png8, ImageFormat::png16, ImageFormat::exr_half})
      for (const EncodeChoice encode : {EncodeChoice::linear, EncodeChoice::sqrt})
        for (const double largest_m : {12.0, 640.0, 5000.0, 48000.0})
          for (const double texel_m : {0.02, 0.25, 1.0, 37.0}) {
            const TargetTraits& target = traits(name);
            if (format == ImageFormat::exr_half && largest_m / target.unit_m > 65504) continue;
            ShoreConfig config;
            config.encode = encode;
            const double limit_m = 0.1 * texel_m;
            const ChannelPlan plan =
                plan_of(ShoreChannel::distance, format, config, target, largest_m, texel_m);
            const ChannelSteps steps = describe_steps(plan, config, target);
            SCOPED_TRACE(steps.line);
            const double far_m = step_at(plan.form, plan.max) * target.unit_m,
                         near_m = step_at(plan.form, plan.texel) * target.unit_m;
            const bool fine = std::max(far_m, near_m) <= limit_m;
            EXPECT_EQ(steps.line.find("tenth of a texel") == std::string::npos, fine);
            if (fine) {
              EXPECT_FALSE(steps.coarse);
              continue;
            }
            const double shorter = number_behind(steps.line, "--max-distance");
            if (shorter > 0) {
              ++lengths;
              EXPECT_LT(shorter, largest_m);
              const ChannelPlan cured =
                  plan_of(ShoreChannel::distance, format, config, target, shorter, texel_m);
              EXPECT_LE(step_at(cured.form, cured.max) * target.unit_m, limit_m * (1 + 1e-9));
              const ChannelPlan beyond =
                  plan_of(ShoreChannel::distance, format, config, target, shorter * 1.15, texel_m);
              EXPECT_GT(step_at(beyond.form, beyond.max) * target.unit_m, limit_m) << "could be more";
            }
            const double root = number_behind(steps.line, "--encode sqrt keeps them within it up to");
            if (root > 0) {
              ++roots;
              ShoreConfig companded = config;
              companded.encode = EncodeChoice::sqrt;
              const ChannelPlan cured =
                  plan_of(ShoreChannel::distance, format, companded, target, largest_m, texel_m);
              EXPECT_LE(step_at(cured.form, root / target.unit_m * (1 - 1e-9)) * target.unit_m,
                        limit_m * (1 + 1e-9));
            }
            for (const ImageFormat other : {ImageFormat::png16, ImageFormat::exr_float})
              if (steps.line.find(std::string("--format ") + format_name(other)) != std::string::npos) {
                ++formats;
                const ChannelPlan cured =
                    plan_of(ShoreChannel::distance, other, config, target, largest_m, texel_m);
                EXPECT_LE(step_at(cured.form, cured.max) * target.unit_m, limit_m);
              }
          }
  EXPECT_GT(lengths, 10);
  EXPECT_GT(roots, 5);
  EXPECT_GT(formats, 20);
}

TEST(Planner, SaysRangeAndSteps) {
  const TargetTraits &world = traits(Target::world), &unreal = traits(Target::unreal);
  ShoreConfig config;
  const auto line = [&](ShoreChannel channel, ImageFormat format, const TargetTraits& target,
                        double largest_m, double texel_m) {
    return describe_steps(plan_of(channel, format, config, target, largest_m, texel_m), config, target).line;
  };
  EXPECT_EQ(line(ShoreChannel::distance, ImageFormat::png16, world, 500, 1),
            "distance: -200 to 500 m in png16, steps of 0.0153 m");
  EXPECT_EQ(
      line(ShoreChannel::distance, ImageFormat::exr_half, unreal, 500, 5),
      "distance: -200 to 500 m in exr-half, steps of 0.0025 m one texel from the shore and 0.32 m at 500 m");
  EXPECT_EQ(
      line(ShoreChannel::distance, ImageFormat::exr_half, world, 1500, 5),
      "distance: -600 to 1500 m in exr-half, steps of 0.00391 m one texel from the shore and 1 m at 1500 "
      "m; a tenth of a texel is 0.5 m: --max-distance 1000 or --format exr-float keeps the steps within it");
  EXPECT_EQ(line(ShoreChannel::bodies, ImageFormat::png8, world, 5, 1), "bodies: -2 to 5 in png8, exact");
  EXPECT_EQ(line(ShoreChannel::zero, ImageFormat::png8, world, 5, 1), "");
  config.distance_range = 5000;
  EXPECT_NE(line(ShoreChannel::distance, ImageFormat::png16, world, 5000, 1)
                .find("--max-distance 3200 with --distance-range 3200"),
            std::string::npos);
}

}  // namespace
}  // namespace ocean
