// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/shore_quantisation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "libbake/bake/shore_images.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kFineStep = 0.1;  // of a texel
constexpr double kLeastReach = 4;  // texels: a shorter --max-distance is no cure
// A depth is near the shore up to 1 m and up to a tenth of the largest.
constexpr double kShallow_m = 1, kShallowPart = 0.1;

bool is_integer(SampleType type) { return type == SampleType::u8 || type == SampleType::u16; }

double steps_of(const ChannelForm& form) {
  const int bits = form.type == SampleType::u8 ? 8 : 16;
  return std::ldexp(1.0, form.is_signed ? bits - 1 : bits) - 1;
}

// Three digits are enough for people.
std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return shortest(std::stod(text));
}

// Two digits, rounded down: what holds up to a value holds up to this one.
double round_down(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  const double down = std::floor(value / unit) * unit;
  return std::stod(rounded(down));
}

class Planner {
 public:
  Planner(const ChannelPlan& plan, const ShoreConfig& config, const TargetTraits& target)
      : plan_(plan),
        config_(config),
        unit_m_(target.unit_m),
        largest_(std::max(std::abs(plan.min), std::abs(plan.max))),
        limit_(kFineStep * plan.texel) {}

  ChannelSteps describe() const {
    const ShoreChannelTraits& t = traits(plan_.channel);
    ChannelSteps out;
    if (plan_.channel == ShoreChannel::zero || plan_.channel == ShoreChannel::one ||
        plan_.channel == ShoreChannel::mask)
      return out;
    const bool whole = t.range == ChannelRange::whole;
    out.line = std::string(t.word) + ": " + in_metres(plan_.min) + " to " + in_metres(plan_.max) +
               (t.is_length ? " m" : "") + " in " + format_name(plan_.format);
    if (whole) {
      out.line += ", exact";
      return out;
    }
    const double near = step_at(plan_.form, near_magnitude()), far = step_at(plan_.form, largest_);
    const std::string unit = t.is_length ? " m" : "";
    out.line += ", steps of ";
    if (near == far) out.line += in_metres(far) + unit;
    else
      out.line += in_metres(near) + unit + near_words() + " and " + in_metres(far) + unit + " at " +
                  in_metres(largest_) + unit;
    if (!t.is_length || !(plan_.texel > 0) || std::max(near, far) <= limit_) return out;
    out.line += "; a tenth of a texel is " + in_metres(limit_) + " m" + cures();
    out.coarse =
        plan_.channel == ShoreChannel::distance && (near > limit_ || plan_.form.code == SampleCode::linear);
    return out;
  }

 private:
  std::string in_metres(double value) const {
    return rounded(traits(plan_.channel).is_length ? value * unit_m_ : value);
  }

  // Where the steps matter most.
  double near_magnitude() const {
    if (plan_.channel == ShoreChannel::distance && plan_.texel > 0) return std::min(plan_.texel, largest_);
    if (plan_.channel == ShoreChannel::depth) return std::min(kShallow_m / unit_m_, kShallowPart * largest_);
    return is_companded(plan_.channel) ? 0 : largest_;
  }
  std::string near_words() const {
    if (plan_.channel == ShoreChannel::depth) return " at a depth of " + in_metres(near_magnitude()) + " m";
    return plan_.texel > 0 ? " one texel from the shore" : " at the shore";
  }

  ChannelForm form(SampleType type, SampleCode code) const {
    return {type, code, plan_.form.is_signed, plan_.form.range};
  }

  std::string cures() const {
    std::vector<std::string> all, near_shore;
    if (plan_.channel == ShoreChannel::distance) add_shorter_range(all);
    if (plan_.form.type == SampleType::u8 &&
        step_at(form(SampleType::u16, plan_.form.code), largest_) <= limit_)
      all.push_back("--format png16");
    if (plan_.form.type != SampleType::float32 &&
        step_at(form(SampleType::float32, SampleCode::linear), largest_) <= limit_)
      all.push_back("--format exr-float");
    add_companding(near_shore);
    std::string text;
    if (!all.empty()) text += ": " + join(all, " or ") + " keeps the steps within it";
    if (!near_shore.empty()) text += (all.empty() ? ": " : ", ") + near_shore.front();
    return text;
  }

  // The distance up to which the format's steps are fine.
  void add_shorter_range(std::vector<std::string>& cures) const {
    const double n = steps_of(plan_.form);
    double reach = 0;
    if (plan_.form.type == SampleType::half)  // steps double at powers of two
      reach = std::ldexp(1.0, std::ilogb(limit_) + 11);
    else if (is_integer(plan_.form.type))
      reach = plan_.form.code == SampleCode::linear ? limit_ * n : limit_ * n * n / (2 * n - 1);
    if (!(reach >= kLeastReach * plan_.texel && reach < largest_)) return;
    const std::string metres = shortest(round_down(reach * unit_m_));
    cures.push_back(
        "--max-distance " + metres +
        (is_integer(plan_.form.type) && config_.distance_range ? " with --distance-range " + metres : ""));
  }

  void add_companding(std::vector<std::string>& cures) const {
    if (!is_companded(plan_.channel) || !is_integer(plan_.form.type) || plan_.form.code != SampleCode::linear)
      return;
    // Step k spans range*[k^2, (k + 1)^2]/n^2, 2k + 1 of those parts.
    const double n = steps_of(plan_.form), part = static_cast<double>(plan_.form.range) / (n * n);
    const double finest = std::floor((limit_ / part - 1) / 2);
    const double reach = finest >= 0 ? part * (finest + 1) * (finest + 1) : 0;
    const bool distance = plan_.channel == ShoreChannel::distance;
    if (reach < (distance ? plan_.texel : near_magnitude())) return;
    cures.push_back("--encode sqrt keeps them within it up to " +
                    shortest(round_down(std::min(reach, largest_) * unit_m_)) +
                    (distance ? " m from the shore" : " m of depth or height"));
  }

  const ChannelPlan& plan_;
  const ShoreConfig& config_;
  double unit_m_, largest_, limit_;
};

}  // namespace

double step_at(const ChannelForm& form, double magnitude) {
  magnitude = std::abs(magnitude);
  // Floats: on the side of 0, as the largest value may be a power of two.
  const double below_it = std::nextafter(magnitude, 0.0);
  if (form.type == SampleType::half) return half_step(below_it);
  if (form.type == SampleType::float32)
    return below_it < 0x1p-126 ? 0x1p-149 : std::ldexp(1.0, std::ilogb(below_it) - 23);
  if (form.code == SampleCode::whole) return 1;
  const double n = steps_of(form), range = static_cast<double>(form.range);
  if (form.code == SampleCode::linear) return range / n;
  const double below = std::min(std::floor(std::sqrt(magnitude / range) * n), n - 1);
  return range * (2 * below + 1) / (n * n);
}

ChannelSteps describe_steps(const ChannelPlan& plan, const ShoreConfig& config, const TargetTraits& target) {
  return Planner(plan, config, target).describe();
}

}  // namespace ocean
