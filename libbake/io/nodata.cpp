// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/nodata.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/device.h"
#include "kernels/raster/fill.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {

namespace {

enum Kind : uint8_t { kData, kInterpolate, kWater, kLand };

template <class Visit>
void each_neighbour(const HeightRaster& r, int32_t i, int32_t j, const Visit& visit) {
  for (int32_t y = std::max(0, j - 1); y <= std::min(r.height - 1, j + 1); ++y) {
    for (int32_t x = std::max(0, i - 1); x <= std::min(r.width - 1, i + 1); ++x) {
      if (x != i || y != j)
        visit(static_cast<size_t>(y) * static_cast<size_t>(r.width) + static_cast<size_t>(x));
    }
  }
}

// The samples of missing tiles whose kind is said.
void set_missing(const HeightRaster& r, Kind is, std::vector<uint8_t>& kind) {
  for (const Window& w : r.missing)
    for (int32_t j = w.j0; j < w.j0 + w.height; ++j)
      for (int32_t i = w.i0; i < w.i0 + w.width; ++i) {
        uint8_t& at = kind[static_cast<size_t>(j) * static_cast<size_t>(r.width) + static_cast<size_t>(i)];
        if (at != kData) at = is;
      }
}

// Those whose kind is said.
int64_t missing_samples(const HeightRaster& r) {
  std::vector<uint8_t> kind(r.valid.size());
  for (size_t i = 0; i < kind.size(); ++i) kind[i] = r.valid[i] != 0 ? kData : kInterpolate;
  if (r.missing_is_land) set_missing(r, kLand, kind);
  return std::count(kind.begin(), kind.end(), kLand);
}

// Turns the kind of all invalid samples that are connected to the border from `from` into `to`.
void flood_from_border(const HeightRaster& r, std::vector<uint8_t>& kind, Kind from, Kind to) {
  const size_t width = static_cast<size_t>(r.width), height = static_cast<size_t>(r.height);
  std::vector<size_t> stack;
  const auto push = [&](size_t at) {
    if (kind[at] != from) return;
    kind[at] = to;
    stack.push_back(at);
  };
  for (size_t x = 0; x < width; ++x) {
    push(x);
    push((height - 1) * width + x);
  }
  for (size_t y = 0; y < height; ++y) {
    push(y * width);
    push(y * width + width - 1);
  }
  while (!stack.empty()) {
    const size_t at = stack.back();
    stack.pop_back();
    each_neighbour(r, static_cast<int32_t>(at % width), static_cast<int32_t>(at / width), push);
  }
}

// A height on the wanted side of the sea: `distance` above (land) or below it, at least kMinDepth_m.
float beside_sea(double sea_level_m, double distance, Kind kind) {
  const double d = std::max(distance, kMinDepth_m);
  const float height = static_cast<float>(kind == kWater ? sea_level_m - d : sea_level_m + d);
  const bool right =
      kind == kWater ? static_cast<double>(height) < sea_level_m : static_cast<double>(height) >= sea_level_m;
  if (right) return height;
  const float infinity = std::numeric_limits<float>::infinity();
  return std::nextafter(static_cast<float>(sea_level_m), kind == kWater ? -infinity : infinity);
}

// Heights of water and land samples next to data; those samples count as known from then on.
void set_rim(HeightRaster& r, const std::vector<uint8_t>& kind, double sea_level_m,
             std::vector<uint8_t>& known) {
  for (int32_t j = 0; j < r.height; ++j) {
    for (int32_t i = 0; i < r.width; ++i) {
      const size_t at = static_cast<size_t>(j) * static_cast<size_t>(r.width) + static_cast<size_t>(i);
      if (kind[at] != kWater && kind[at] != kLand) continue;
      double other_sum = 0, same_sum = 0;  // distances from sea level on the other and on this sample's side
      int other = 0, same = 0;
      each_neighbour(r, i, j, [&](size_t n) {
        if (kind[n] != kData) return;
        const double above = static_cast<double>(r.heights[n]) - sea_level_m;
        const bool is_other = kind[at] == kWater ? above >= 0 : above < 0;
        (is_other ? other_sum : same_sum) += std::fabs(above);
        ++(is_other ? other : same);
      });
      if (other + same == 0) continue;
      const double distance = other > 0 ? other_sum / other : same_sum / same;
      r.heights[at] = beside_sea(sea_level_m, distance, static_cast<Kind>(kind[at]));
      known[at] = 1;
    }
  }
}

void fill_unknown(const Exec& exec, HeightRaster& r, const std::vector<uint8_t>& known,
                  const std::string& path) {
  if (std::find(known.begin(), known.end(), 0) == known.end()) return;
  constexpr int64_t kBytesPerSample = 24;
  const int64_t needed = kBytesPerSample * static_cast<int64_t>(known.size()),
                available = available_memory(exec);
  if (needed > available)
    throw Error(ErrorKind::usage, path,
                "filling the samples without a height takes " + human_bytes(needed) + " of memory, but " +
                    human_bytes(available) + " are available; bake parts of the raster, or fill it before");
  Buffer<float> map(exec, "heights with nodata", r.heights);
  const Buffer<uint8_t> valid(exec, "known heights", known);
  fill_holes(exec, map.view(), valid.view(), r.width, r.height);
  r.heights = map.to_host("filled heights");
}

}  // namespace

std::string NodataReport::note() const {
  if (samples == 0) return "";
  std::string parts;
  const auto add = [&](int64_t n, const char* what) {
    if (n > 0) parts += (parts.empty() ? "" : ", ") + std::to_string(n) + " " + what;
  };
  add(water, "are water");
  add(land, "are land");
  add(interpolated, "are interpolated");
  return path + ": " + std::to_string(samples) + " of " + std::to_string(of) +
         " samples have no height; of them " + parts +
         (water > 0 ? ", whose depths are a guess from the heights beside them" : "") +
         " (--nodata says otherwise)";
}

NodataReport resolve_nodata(const Exec& exec, HeightRaster& r, NodataPolicy policy, double sea_level_m,
                            const std::string& path) {
  NodataReport report;
  report.path = path;
  report.of = static_cast<int64_t>(r.heights.size());
  report.samples = std::count(r.valid.begin(), r.valid.end(), 0);
  if (report.samples == 0) {
    r.valid.clear();
    return report;
  }
  if (report.samples == static_cast<int64_t>(r.valid.size())) {
    throw Error(ErrorKind::input, path,
                "holds no height: all " + std::to_string(report.samples) + " samples are nodata");
  }
  if (policy == NodataPolicy::error && report.samples > missing_samples(r)) {
    throw Error(ErrorKind::input, path,
                std::to_string(report.samples) + " of " + std::to_string(r.valid.size()) +
                    " samples have no height, and --nodata error refuses them; fill them, or pass water, "
                    "land or interpolate");
  }
  std::vector<uint8_t> kind(r.valid.size());
  const Kind everywhere = policy == NodataPolicy::water  ? kWater
                          : policy == NodataPolicy::land ? kLand
                                                         : kInterpolate;
  for (size_t i = 0; i < kind.size(); ++i) kind[i] = r.valid[i] != 0 ? kData : everywhere;
  if (r.missing_is_land) set_missing(r, *r.missing_is_land ? kLand : kWater, kind);
  if (policy == NodataPolicy::automatic) flood_from_border(r, kind, kInterpolate, kWater);

  std::vector<uint8_t> known = r.valid;
  set_rim(r, kind, sea_level_m, known);
  fill_unknown(exec, r, known, path);
  for (size_t i = 0; i < kind.size(); ++i) {
    report.water += kind[i] == kWater ? 1 : 0;
    report.land += kind[i] == kLand ? 1 : 0;
    report.interpolated += kind[i] == kInterpolate ? 1 : 0;
    // The membrane keeps its rim's side of the sea; rounding may not.
    const double above = static_cast<double>(r.heights[i]) - sea_level_m;
    if ((kind[i] == kWater && !(above < 0)) || (kind[i] == kLand && !(above >= 0))) {
      r.heights[i] = beside_sea(sea_level_m, 0, static_cast<Kind>(kind[i]));
    }
  }
  r.valid.clear();
  return report;
}

}  // namespace ocean
