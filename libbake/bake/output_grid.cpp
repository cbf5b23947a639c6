// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/output_grid.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

std::optional<int32_t> parse_side(const char* begin, const char* end) {
  int32_t value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || value < 1 || value > kMaxMapSide) return std::nullopt;
  return value;
}

// Whole texels nearest to an extent, at least one.
double whole_texels(double extent, double texel) { return std::max(1.0, std::round(extent / texel)); }

int32_t checked_side(double texels, double texel) {
  if (texels <= kMaxMapSide) return static_cast<int32_t>(texels);
  throw Error(ErrorKind::usage, "output grid",
              "a side of " + shortest(texels) + " texels of " + shortest(texel) + " m is above " +
                  std::to_string(kMaxMapSide) +
                  "; pass a larger --texel-out, a smaller --resolution or --bounds");
}

}  // namespace

std::optional<Resolution> parse_resolution(const std::string& text) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) {
    const auto side = parse_side(begin, end);
    return side ? std::optional(Resolution{*side, 0}) : std::nullopt;
  }
  const auto width = parse_side(begin, begin + cross), height = parse_side(begin + cross + 1, end);
  return width && height ? std::optional(Resolution{*width, *height}) : std::nullopt;
}

Grid choose_grid(const GridRequest& request, std::vector<std::string>* notes) {
  const double x0 = request.area[0] - request.pad_m, y0 = request.area[1] - request.pad_m;
  const double extent_x = request.area[2] + request.pad_m - x0,
               extent_y = request.area[3] + request.pad_m - y0;
  if (!(extent_x > 0) || !(extent_y > 0) || !std::isfinite(extent_x) || !std::isfinite(extent_y))
    throw Error(ErrorKind::usage, "output grid",
                "the area is " + shortest(extent_x) + " m by " + shortest(extent_y) +
                    " m, but a map needs both sides above 0; check --up, or pass --bounds or --pad");

  Grid grid{x0, y0, 0, 0, 0};
  if (request.texel_m) {
    grid.texel_m = *request.texel_m;
    grid.width = checked_side(whole_texels(extent_x, grid.texel_m), grid.texel_m);
    grid.height = checked_side(whole_texels(extent_y, grid.texel_m), grid.texel_m);
  } else if (request.height == 0) {
    grid.texel_m = std::max(extent_x, extent_y) / request.width;
    grid.width = extent_x >= extent_y ? request.width
                                      : checked_side(whole_texels(extent_x, grid.texel_m), grid.texel_m);
    grid.height = extent_x >= extent_y ? checked_side(whole_texels(extent_y, grid.texel_m), grid.texel_m)
                                       : request.width;
  } else {
    grid.width = request.width;
    grid.height = request.height;
    grid.texel_m = std::max(extent_x / request.width, extent_y / request.height);
    grid.x0 -= (grid.texel_m * grid.width - extent_x) / 2;
    grid.y0 -= (grid.texel_m * grid.height - extent_y) / 2;
    const double spare =
        std::max(grid.width - extent_x / grid.texel_m, grid.height - extent_y / grid.texel_m);
    if (spare > 0.5 && notes != nullptr)
      notes->push_back("The area was extended by " + shortest(std::round(spare)) + " texels of " +
                       shortest(grid.texel_m) + " m to fill " + std::to_string(grid.width) + "x" +
                       std::to_string(grid.height) + " with square texels.");
  }
  if (request.pow2) {
    grid.width = static_cast<int32_t>(std::bit_ceil(static_cast<uint32_t>(grid.width)));
    grid.height = static_cast<int32_t>(std::bit_ceil(static_cast<uint32_t>(grid.height)));
    checked_side(std::max(grid.width, grid.height), grid.texel_m);
  }
  return grid;
}

}  // namespace ocean
