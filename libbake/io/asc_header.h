// SPDX-License-Identifier: Apache-2.0
//
// The header of an ESRI ASCII grid.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ocean {

struct AscHeader {
  int64_t columns = 0, rows = 0;  // >= 1
  std::optional<double> x, y;     // of the south-west corner, or of the south-western cell's centre
  bool x_is_centre = false, y_is_centre = false;
  std::optional<double> dx, dy;  // > 0; both or none
  std::optional<double> nodata;  // NaN for "nan"
  int64_t bytes = 0;             // where the cells begin
  bool commas = false;           // a decimal comma was read as a point
};

// text: the file's beginning, at least the header and the first word behind it. Throws Error{input} with the
// line.
AscHeader parse_asc_header(std::string_view text, const std::string& name);

// A whole number token as both parts of the file write it: decimal point or comma. Unset if it is none;
// infinity if it is beyond double. *comma is set if there was one.
std::optional<double> parse_asc_number(const char* begin, const char* end, bool* comma);
bool is_asc_nan(std::string_view token);

}  // namespace ocean
