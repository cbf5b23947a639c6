// SPDX-License-Identifier: Apache-2.0
//
// Small text helpers: numbers, sizes, times, lists, spelling. Nothing here depends on the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ocean {

// The shortest decimal text that reads back as the same double: "0.1", "1e+30", "12". value must be finite.
std::string shortest(double value);
// The same for a float's value ("0.1", not "0.10000000149").
std::string shortest(float value);

// Exactly one finite number, nothing around it; unset otherwise (also for "nan", "inf" and "" and out of
// range).
std::optional<double> parse_real(std::string_view text);
std::optional<int64_t> parse_integer(std::string_view text);

std::string human_bytes(int64_t bytes);     // "1.5 GB" (powers of 1024), "12 bytes"
std::string human_seconds(double seconds);  // "0.31 s", "2 min 05 s", "3 h 10 min"

std::string join(std::span<const std::string> parts, std::string_view separator);
std::vector<std::string> split(std::string_view text, char separator);  // keeps empty parts; "" gives one
std::string trim(std::string_view text);
std::string in_quotes(
    std::string_view text);  // 'text', control characters escaped, shortened beyond 80 characters

// Lines of at most `width` columns (UTF-8 code points), broken at spaces; keeps '\n'.
std::vector<std::string> wrap(std::string_view text, std::size_t width);
std::size_t columns(std::string_view utf8);
// Well-formed UTF-8: shortest forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
int edit_distance(std::string_view a, std::string_view b);
// The candidate that a typing error of `word` most likely meant; unset if none is near. Ties go to the first.
std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> candidates);
// "; did you mean 'x'?" or "".
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

// "12.3 %", "less than 0.1 %" for less that is not nothing.
std::string percent_text(double share);
inline std::string percent_text(int64_t part, int64_t whole) {
  return percent_text(static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace ocean
