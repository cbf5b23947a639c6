// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace ocean {
namespace {

// Without an exponent where people would write none.
template <class T>
std::string to_text(T value) {
  const T size = std::abs(value);
  const bool plain = size == 0 || (size >= T(1e-5) && size < T(1e16));
  char buffer[64];
  const auto result = plain ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed)
                            : std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, result.ptr);
}

template <class T>
std::optional<T> parse_all(std::string_view text) {
  if (!text.empty() && text.front() == '+' && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  T value{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size())
    return std::nullopt;
  return value;
}

}  // namespace

std::string shortest(double value) { return to_text(value == 0 ? 0.0 : value); }
std::string shortest(float value) { return to_text(value == 0 ? 0.0f : value); }

std::optional<double> parse_real(std::string_view text) {
  const auto value = parse_all<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<int64_t> parse_integer(std::string_view text) { return parse_all<int64_t>(text); }

std::string human_bytes(int64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  static constexpr const char* kUnits[] = {"KB", "MB", "GB", "TB", "PB", "EB"};
  double value = static_cast<double>(bytes) / 1024;
  int unit = 0;
  while (value >= 1023.95 && unit < 5) value /= 1024, ++unit;
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f %s", value, kUnits[unit]);
  return buffer;
}

std::string human_seconds(double seconds) {
  char buffer[48];
  if (!(seconds >= 0) || seconds > 1e9) return "-";
  if (seconds < 99.5) {
    std::snprintf(buffer, sizeof buffer, seconds < 9.995 ? "%.2f s" : "%.1f s", seconds);
    return buffer;
  }
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 3600) std::snprintf(buffer, sizeof buffer, "%lld min %02lld s", whole / 60, whole % 60);
  else std::snprintf(buffer, sizeof buffer, "%lld h %02lld min", whole / 3600, whole % 3600 / 60);
  return buffer;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) all += separator;
    all += parts[i];
  }
  return all;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kSpace) - begin + 1));
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\x%02x", static_cast<unsigned>(c) & 0xffu);
      out += buffer;
    } else {
      out += c;
    }
  }
  return out + (text.size() > kLongest ? "…'" : "'");
}

std::size_t columns(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(
      utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    if (lead < 0x80) continue;
    const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4 || text.size() - i < static_cast<std::size_t>(more)) return false;
    uint32_t code = lead & (0x3fu >> more);
    for (int k = 0; k < more; ++k) {
      const auto next = static_cast<unsigned char>(text[i++]);
      if ((next & 0xc0) != 0x80) return false;
      code = code << 6 | (next & 0x3fu);
    }
    constexpr uint32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
    if (code < kSmallest[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
  }
  return true;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& paragraph : split(text, '\n')) {
    std::string line;
    for (const std::string& word : split(paragraph, ' ')) {
      if (word.empty()) continue;
      if (!line.empty() && columns(line) + 1 + columns(word) > width) {
        lines.push_back(std::move(line));
        line.clear();
      }
      if (!line.empty()) line += ' ';
      line += word;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kLongest = 64;  // nobody types a longer name by mistake
  if (word.empty() || word.size() > kLongest) return std::nullopt;
  const std::string* best = nullptr;
  int best_distance = 0;
  for (const std::string& candidate : candidates) {
    // A third of the letters may be wrong; an abbreviation of three letters or more counts as near.
    const int allowed = std::max<int>(1, static_cast<int>(std::max(word.size(), candidate.size()) + 1) / 3);
    int distance = edit_distance(word, candidate);
    if (word.size() >= 3 && candidate.starts_with(word)) distance = std::min(distance, 1);
    if (distance <= allowed && distance < static_cast<int>(candidate.size()) &&
        (best == nullptr || distance < best_distance)) {
      best = &candidate;
      best_distance = distance;
    }
  }
  return best == nullptr ? std::nullopt : std::optional<std::string>(*best);
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const auto name = nearest_name(word, candidates);
  return name ? "; did you mean " + in_quotes(*name) + "?" : std::string();
}

std::string percent_text(double share) {
  if (share > 0 && share < 1e-3) return "less than 0.1 %";
  return shortest(std::round(share * 1000) / 10) + " %";
}

}  // namespace ocean
