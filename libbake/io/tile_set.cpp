// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/tile_set.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMostTiles = 1 << 20;
constexpr size_t kMostNames = 8;  // of missing tiles in a message

// A pattern's file name in five parts: before {x}, …; x_first tells which of the two comes first.
struct Pattern {
  std::string folder, before, between, after;
  bool x_first = true;

  std::string name(const std::string& x, const std::string& y) const {
    return before + (x_first ? x : y) + between + (x_first ? y : x) + after;
  }
};

std::optional<Pattern> parse_pattern(const std::string& path) {
  const fs::path p(path);
  const std::string name = p.filename().string();
  const size_t x = name.find("{x}"), y = name.find("{y}");
  if (x == std::string::npos || y == std::string::npos) return std::nullopt;
  const size_t first = std::min(x, y), second = std::max(x, y);
  return Pattern{p.parent_path().string(), name.substr(0, first), name.substr(first + 3, second - first - 3),
                 name.substr(second + 3), x < y};
}

// The number that text starts with, a sign and digits; length 0: none.
struct Number {
  int64_t value = 0;
  size_t length = 0;
};
Number leading_number(std::string_view text) {
  size_t n = !text.empty() && text[0] == '-' ? 1 : 0;
  const size_t digits = n;
  while (n < text.size() && text[n] >= '0' && text[n] <= '9') ++n;
  if (n == digits) return {};
  const std::optional<int64_t> value = parse_integer(text.substr(0, n));
  if (!value || std::abs(*value) > kMostTiles * kMostTiles) return {};
  return {*value, n};
}

struct Place {
  int64_t x = 0, y = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

std::optional<Place> place_of(const Pattern& p, std::string_view name) {
  const auto take = [&](std::string_view text) {
    if (!name.starts_with(text)) return false;
    name.remove_prefix(text.size());
    return true;
  };
  if (!take(p.before)) return std::nullopt;
  const Number first = leading_number(name);
  name.remove_prefix(first.length);
  if (first.length == 0 || !take(p.between)) return std::nullopt;
  const Number second = leading_number(name);
  name.remove_prefix(second.length);
  if (second.length == 0 || name != p.after) return std::nullopt;
  return p.x_first ? Place{first.value, second.value} : Place{second.value, first.value};
}

std::map<Place, std::string> files_of(const Pattern& p, const std::string& pattern) {
  std::map<Place, std::string> found;
  std::error_code error;
  fs::directory_iterator it(p.folder.empty() ? "." : p.folder, error);
  if (error) throw Error(ErrorKind::input, pattern, "its folder cannot be read: " + error.message());
  for (const fs::directory_iterator end; it != end; it.increment(error)) {
    if (error) throw Error(ErrorKind::input, pattern, "its folder cannot be read: " + error.message());
    const std::string name = it->path().filename().string();
    const std::optional<Place> place = place_of(p, name);
    if (!place) continue;
    const std::string path = (fs::path(p.folder) / name).string();
    const auto [other, is_new] = found.try_emplace(*place, path);
    if (!is_new)
      throw Error(ErrorKind::input, pattern,
                  "fits both " + in_quotes(std::min(other->second, path)) + " and " +
                      in_quotes(std::max(other->second, path)) + " for one tile; move one of them away");
  }
  return found;
}

}  // namespace

bool is_tile_pattern(const std::string& path) {
  std::error_code error;
  return path.find_first_of("{}") != std::string::npos && !fs::exists(path, error);
}

std::string tile_pattern_problem(const std::string& pattern) {
  const fs::path p(pattern);
  std::string name = p.filename().string();
  if (p.parent_path().string().find_first_of("{}") != std::string::npos)
    return "has braces in its folder; {x} and {y} may stand in the file's name only";
  for (const char* part : {"{x}", "{y}"}) {
    const size_t found = name.find(part);
    if (found == std::string::npos || name.find(part, found + 1) != std::string::npos)
      return std::string("needs ") + part + " once; write for example tile_{x}_{y}.r16";
  }
  const auto touches = [&](const char* text) { return name.find(text) != std::string::npos; };
  if (touches("{x}{y}") || touches("{y}{x}"))
    return "has nothing between {x} and {y} to tell them apart; write for example tile_{x}_{y}.r16";
  for (const char* part : {"{x}", "{y}"}) name.erase(name.find(part), 3);
  if (name.find_first_of("{}") != std::string::npos) return "has other braces than {x} and {y}";
  return {};
}

std::vector<std::string> TileSet::files() const {
  std::vector<std::string> out;
  for (const std::string& path : paths)
    if (!path.empty()) out.push_back(path);
  return out;
}

TileSet find_tiles(const std::string& pattern, TileRows rows, MissingTile missing) {
  if (const std::string problem = tile_pattern_problem(pattern); !problem.empty())
    throw Error(ErrorKind::usage, pattern, problem);
  const Pattern p = parse_pattern(pattern).value();
  const std::map<Place, std::string> found = files_of(p, pattern);
  if (found.empty())
    throw Error(ErrorKind::input, pattern,
                "no file fits it; {x} and {y} stand for whole numbers, as in " + p.name("1", "1"));
  Place low = found.begin()->first, high = low;
  for (const auto& [place, path] : found) {
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
  const int64_t columns = high.x - low.x + 1, of_rows = high.y - low.y + 1;
  if (columns > kMostTiles || of_rows > kMostTiles || columns * of_rows > kMostTiles)
    throw Error(ErrorKind::input, pattern,
                "spans " + std::to_string(columns) + " x " + std::to_string(of_rows) + " tiles, of which " +
                    std::to_string(found.size()) + " are there; number the tiles one by one");
  TileSet set;
  set.columns = static_cast<int32_t>(columns);
  set.rows = static_cast<int32_t>(of_rows);
  for (int64_t row = 0; row < of_rows; ++row)
    for (int64_t column = 0; column < columns; ++column) {
      const Place place{low.x + column, rows == TileRows::north ? low.y + row : high.y - row};
      const auto it = found.find(place);
      set.paths.push_back(it == found.end() ? "" : it->second);
      if (it == found.end()) set.missing.push_back(p.name(std::to_string(place.x), std::to_string(place.y)));
    }
  if (!set.missing.empty() && missing == MissingTile::error) {
    std::string names;
    for (size_t k = 0; k < set.missing.size() && k < kMostNames; ++k)
      names += (k > 0 ? ", " : "") + set.missing[k];
    if (set.missing.size() > kMostNames) names += ", …";
    throw Error(ErrorKind::input, pattern,
                std::to_string(set.missing.size()) + " of " + std::to_string(columns * of_rows) +
                    (set.missing.size() == 1 ? " tiles is missing: " : " tiles are missing: ") + names +
                    "; add them, or pass --missing-tile nodata, land or water");
  }
  return set;
}

}  // namespace ocean
