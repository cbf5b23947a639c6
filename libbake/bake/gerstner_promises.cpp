// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/gerstner_promises.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>

#include "libbake/core/error.h"
#include "libbake/core/target.h"
#include "libbake/core/text.h"
#include "libbake/io/wave_set.h"

namespace ocean {
namespace {

constexpr double kUnitSlack = 2e-6;
constexpr double kSurfaceSlack = 1e-5;  // of the sum of amplitudes: float sums
constexpr int32_t kSampleStride = 37;   // texels; odd, so that samples do not line up

struct Triple {
  std::array<std::size_t, 3> channel;
  double quantisation = 0;
};

std::optional<Triple> find(const OutputRecord& record, const std::array<const char*, 3>& keys) {
  Triple t{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto at = std::find_if(record.channels.begin(), record.channels.end(),
                                 [&](const ChannelRecord& c) { return c.key == keys[k]; });
    if (at == record.channels.end()) return std::nullopt;
    t.channel[k] = static_cast<std::size_t>(at - record.channels.begin());
    t.quantisation = std::max(t.quantisation, at->quantisation_error.value_or(0));
  }
  return t;
}

void check_normals(const OutputRecord& record, const std::string& folder, std::vector<Check>& checks) {
  const auto normal = find(record, {"normal_right", "normal_green", "normal_out"});
  if (!normal || !record.time) return;
  double worst = 0;
  const std::size_t channels = record.channels.size();
  for_each_decoded_row(record, folder, [&](int32_t, std::span<const float> row) {
    for (std::size_t t = 0; t + channels <= row.size(); t += channels) {
      const auto at = [&](int k) {
        return static_cast<double>(row[t + normal->channel[static_cast<std::size_t>(k)]]);
      };
      worst = std::max(worst, std::abs(std::sqrt(at(0) * at(0) + at(1) * at(1) + at(2) * at(2)) - 1));
    }
  });
  const double slack = kUnitSlack + 2 * normal->quantisation;
  checks.push_back({record.file, "length of the normal", worst <= slack, "1 within " + shortest(slack),
                    "off by " + shortest(worst)});
}

// World displacement of a stored triple: object space of the record's target, or tangent space.
struct Unstored {
  const TargetTraits* target;
  bool tangent;
  Vec3d operator()(const std::array<double, 3>& v) const {
    if (tangent) return {v[0] * target->unit_m, v[2] * target->unit_m, v[1] * target->unit_m};
    std::array<double, 3> world{};
    for (std::size_t k = 0; k < 3; ++k) world[target->axis[k]] = target->sign[k] * v[k] * target->unit_m;
    return {world[0], world[1], world[2]};
  }
};

void check_surface(const OutputRecord& record, const std::string& folder, const WaveSet& set,
                   std::vector<Check>& checks) {
  if (!record.time || !record.world) return;
  auto found = find(record, {"displacement_x", "displacement_y", "displacement_z"});
  const bool tangent = !found;
  if (tangent)
    found = find(record, {"displacement_tangent", "displacement_normal", "displacement_bitangent"});
  if (!found) return;
  const auto target = std::find_if(kTargets.begin(), kTargets.end(),
                                   [&](const TargetTraits& t) { return t.name == record.world->target; });
  if (target == kTargets.end()) return;
  const Unstored unstored{&*target, tangent};
  const std::vector<Wave> waves = waves_at(set, record.time->time_s);
  double sum = 0;
  for (const Wave& w : waves) sum += w.amplitude * std::max(1.0, w.steepness);
  const WorldRecord& world = *record.world;
  const double dx = (world.x1 - world.x0) / record.width, dy = (world.y1 - world.y0) / record.height;
  const std::size_t channels = record.channels.size();
  double worst = 0;
  const int64_t texels = int64_t{record.width} * record.height;
  // About a thousand samples an image, however large.
  const int64_t stride = std::max<int64_t>(1, texels / (kSampleStride * kSampleStride)) | 1;
  for_each_decoded_row(record, folder, [&](int32_t y, std::span<const float> row) {
    const int64_t first = (stride - int64_t{y} * record.width % stride) % stride;
    for (int64_t x = first; x < record.width; x += stride) {
      const auto at = static_cast<std::size_t>(x) * channels;
      std::array<double, 3> stored{};
      for (std::size_t k = 0; k < 3; ++k) stored[k] = static_cast<double>(row[at + found->channel[k]]);
      const Vec3d d = unstored(stored);
      const SurfacePoint p = surface_point({waves.data(), static_cast<int64_t>(waves.size())},
                                           world.x0 + (static_cast<double>(x) + 0.5) * dx,
                                           world.y1 - (y + 0.5) * dy, record.time->time_s);
      worst = std::max({worst, std::abs(d.x - p.displacement.x), std::abs(d.y - p.displacement.y),
                        std::abs(d.z - p.displacement.z)});
    }
  });
  const double slack = kSurfaceSlack * sum + found->quantisation * target->unit_m * (1 + 1e-6);
  checks.push_back({record.file, "displacement of the wave set beside it", worst <= slack,
                    "within " + shortest(slack) + " m", "off by " + shortest(worst) + " m"});
}

void check_closed(const Manifest& manifest, const char* fact, std::vector<Check>& checks) {
  const auto at = manifest.facts.find(fact);
  if (at == manifest.facts.end() || at->second.find("max_error") == std::string::npos) return;
  const bool closed = at->second.find("\"max_error\": 0}") != std::string::npos ||
                      at->second.find("\"max_error\":0}") != std::string::npos;
  checks.push_back(
      {manifest.name + ".manifest.json", std::string(fact) + " closes", closed, "max_error 0", at->second});
}

}  // namespace

void check_gerstner_promises(const Manifest& manifest, const std::string& folder,
                             std::vector<Check>& checks) {
  check_closed(manifest, "loop", checks);
  check_closed(manifest, "tile", checks);
  const std::string file = manifest.name + ".waves.json";
  WaveSet set;
  try {
    set = read_wave_set((std::filesystem::path(folder) / file).string());
  } catch (const Error& e) {
    checks.push_back({file, "reads as a wave set", false, "a wave set", e.what()});
    return;
  }
  checks.push_back(
      {file, "is snapped", set.snapped(), "tile and period_s", set.snapped() ? "both" : "not both"});
  for (const OutputRecord& record : manifest.outputs) {
    check_normals(record, folder, checks);
    check_surface(record, folder, set, checks);
  }
}

}  // namespace ocean
