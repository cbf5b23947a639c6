// SPDX-License-Identifier: Apache-2.0
//
// Decimal numbers from text that ends in a sentinel (a byte that is no digit, point, sign or letter),
// correctly rounded and independent of the locale. Fast path: Clinger 1990, "How to read floating point
// numbers accurately": up to 19 digits whose value is at most 2^53 and a power of ten of at most 22 need one
// exact conversion and one rounded operation. Everything else goes through std::from_chars.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

namespace ocean {

enum class NumberStatus : uint8_t { ok, malformed, overflow };

struct NumberResult {
  const char* end = nullptr;  // one past the number
  NumberStatus status = NumberStatus::ok;
};

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// [+-] digits [. digits] [e [+-] digits], at least one digit in all; no nan, inf, hexadecimal. Values below
// the smallest subnormal become 0; values above the largest double are `overflow`.
inline NumberResult parse_double(const char* p, double& out) {
  static constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  const char* const begin = p;
  uint64_t mantissa = 0;  // wraps past 19 digits; the slow path does not use it
  while (is_digit(*p)) mantissa = mantissa * 10 + static_cast<uint64_t>(*p++ - '0');
  const int64_t whole_digits = p - begin;
  int64_t digits = whole_digits;
  int64_t exponent = 0;
  if (*p == '.') {
    const char* const fraction = ++p;
    while (is_digit(*p)) mantissa = mantissa * 10 + static_cast<uint64_t>(*p++ - '0');
    exponent = fraction - p;
    digits -= exponent;
  }
  if (digits == 0) return {p, NumberStatus::malformed};
  if ((*p | 0x20) == 'e') {
    ++p;
    const bool negative_exponent = *p == '-';
    if (negative_exponent || *p == '+') ++p;
    if (!is_digit(*p)) return {p, NumberStatus::malformed};
    int64_t e = 0;
    for (; is_digit(*p); ++p) {
      if (e < 1000000) e = e * 10 + (*p - '0');
    }
    exponent += negative_exponent ? -e : e;
  }
  if (digits <= 19 && mantissa <= (uint64_t{1} << 53) && exponent >= -22 && exponent <= 22) {
    double value = static_cast<double>(mantissa);
    value = exponent < 0 ? value / kPowersOfTen[-exponent] : value * kPowersOfTen[exponent];
    out = negative ? -value : value;
    return {p, NumberStatus::ok};
  }
  double value = 0;
  const std::from_chars_result r = std::from_chars(begin, p, value);
  if (r.ec == std::errc::result_out_of_range) {
    // Which end of the range: the power of ten of the first digit that is not 0.
    const char* first = begin;
    while (*first == '0' || *first == '.') ++first;
    int64_t magnitude = exponent + digits;
    for (const char* q = begin; q < first; ++q) magnitude -= *q == '0' ? 1 : 0;
    if (magnitude > 0) return {p, NumberStatus::overflow};
    value = 0;
  } else if (r.ec != std::errc() || r.ptr != p) {
    return {p, NumberStatus::malformed};
  }
  out = negative ? -value : value;
  return {p, NumberStatus::ok};
}

// [+-] digits. Values beyond ±10^18 saturate there, which every caller's range check rejects.
inline NumberResult parse_integer(const char* p, int64_t& out) {
  constexpr int64_t kLimit = 1000000000000000000;
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  const char* const begin = p;
  int64_t value = 0;
  for (; is_digit(*p); ++p) value = value < kLimit / 10 ? value * 10 + (*p - '0') : kLimit;
  if (p == begin) return {p, NumberStatus::malformed};
  out = negative ? -value : value;
  return {p, NumberStatus::ok};
}

}  // namespace ocean
