// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/tile_set.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>

#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {

namespace {

namespace fs = std::filesystem;

constexpr int64_t kMostTiles = 1 << 20;
constexpr size_t kMostNames = 8;     // of missing tiles in a message
constexpr double kPlaceSlack = .01;  // of a sample's distance: how far a placed tile may lie off its place

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

// --- Joining
// ------------------------------------------------------------------------------------------------------------------

class Joiner {
 public:
  Joiner(const TileSet& set, const std::string& pattern, bool corners, bool south_first)
      : set_(set), pattern_(pattern), corners_(corners), south_first_(south_first) {}

  void read(const std::function<RasterFile(const std::string&)>& reader) {
    tiles_.resize(set_.paths.size());
    for (size_t k = 0; k < tiles_.size(); ++k) {
      if (set_.paths[k].empty()) continue;
      tiles_[k] = reader(set_.paths[k]);
      if (first_ < 0) first_ = static_cast<int64_t>(k);
      check(tiles_[k], set_.paths[k]);
    }
    width_ = first().width;
    height_ = first().height;
    if (first().placed) south_first_ = first().dy > 0;
  }

  JoinedTiles join() {
    JoinedTiles out;
    const int32_t share = shared_samples();
    out.shared_edges = share > 0;
    const int64_t width = int64_t{set_.columns} * (width_ - share) + share,
                  height = int64_t{set_.rows} * (height_ - share) + share;
    if (width > std::numeric_limits<int32_t>::max() || height > std::numeric_limits<int32_t>::max())
      fail("together has " + std::to_string(width) + " x " + std::to_string(height) +
           " samples, more than a raster can have; bake parts of it");
    out.file = head(static_cast<int32_t>(width), static_cast<int32_t>(height));
    const size_t samples = static_cast<size_t>(width) * static_cast<size_t>(height);
    out.file.values.resize(samples);
    std::vector<uint8_t> valid(samples);
    // The tile to the west and south comes last, so its samples stay.
    for (int32_t row = set_.rows - 1; row >= 0; --row)
      for (int32_t column = set_.columns - 1; column >= 0; --column) {
        const int32_t i0 = column * (width_ - share), j0 = row * (height_ - share);
        if (is_missing(column, row)) out.missing.push_back({i0, j0, width_, height_});
        else copy(tile(column, row), i0, j0, valid, out.file);
      }
    if (std::find(valid.begin(), valid.end(), 0) != valid.end()) out.file.valid = std::move(valid);
    out.notes.push_back(std::to_string(set_.columns) + " x " + std::to_string(set_.rows) + " tiles of " +
                        std::to_string(width_) + " x " + std::to_string(height_) + " samples, which " +
                        (share > 0 ? "share the samples of their edges" : "stand side by side") +
                        (set_.missing.empty()
                             ? ""
                             : "; " + std::to_string(set_.missing.size()) +
                                   (set_.missing.size() == 1 ? " tile is" : " tiles are") + " missing"));
    if (largest_step_ > 0)
      out.notes.push_back("shared samples of neighbouring tiles differ by up to " + shortest(largest_step_) +
                          " as stored; those of the tile to the west and south stay");
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw Error(ErrorKind::input, pattern_, what); }
  const RasterFile& first() const { return tiles_[static_cast<size_t>(first_)]; }
  size_t index(int32_t column, int32_t row) const {
    return static_cast<size_t>(int64_t{row} * set_.columns + column);
  }
  bool is_missing(int32_t column, int32_t row) const { return set_.paths[index(column, row)].empty(); }
  RasterFile& tile(int32_t column, int32_t row) { return tiles_[index(column, row)]; }

  void check(const RasterFile& t, const std::string& path) const {
    const RasterFile& f = first();
    const auto differ = [&](const std::string& what) {
      throw Error(
          ErrorKind::input, path,
          what + " than " + set_.paths[static_cast<size_t>(first_)] + "; the tiles of a set must be alike");
    };
    if (t.width != f.width || t.height != f.height)
      differ("has " + std::to_string(t.width) + " x " + std::to_string(t.height) +
             " samples, another size (" + std::to_string(f.width) + " x " + std::to_string(f.height) + ")");
    if (t.code_limit != f.code_limit || t.height_unit_m != f.height_unit_m)
      differ("stores its heights in another way");
    if (t.placed != f.placed || t.crs != f.crs || t.crs_name != f.crs_name || t.dx != f.dx || t.dy != f.dy)
      differ("has another coordinate system or other distances of samples");
  }

  RasterFile head(int32_t width, int32_t height) const {
    const RasterFile& f = first();
    RasterFile out;
    out.width = width;
    out.height = height;
    out.code_limit = f.code_limit;
    out.placed = f.placed;
    out.dx = f.dx;
    out.dy = f.dy;
    out.crs = f.crs;
    out.unit_m = f.unit_m;
    out.height_unit_m = f.height_unit_m;
    out.crs_name = f.crs_name;
    out.format = f.format;
    out.x0 = origin_x_;
    out.y0 = origin_y_;
    for (const RasterFile& t : tiles_) {
      for (const std::string& note : t.notes)
        if (std::find(out.notes.begin(), out.notes.end(), note) == out.notes.end()) out.notes.push_back(note);
      out.side_files.insert(out.side_files.end(), t.side_files.begin(), t.side_files.end());
    }
    return out;
  }

  // Sample (i, j) of a tile, j from the south, in its stored rows.
  size_t at(int32_t i, int32_t j) const {
    return static_cast<size_t>(int64_t{south_first_ ? j : height_ - 1 - j} * width_ + i);
  }
  static bool is_valid(const RasterFile& t, size_t k) { return t.valid.empty() || t.valid[k] != 0; }

  void copy(RasterFile& t, int32_t i0, int32_t j0, std::vector<uint8_t>& valid, RasterFile& out) {
    for (int32_t j = 0; j < height_; ++j) {
      const int64_t row = south_first_ ? j0 + j : out.height - 1 - (j0 + j);
      for (int32_t i = 0; i < width_; ++i) {
        const size_t from = at(i, j), to = static_cast<size_t>(row * out.width + i0 + i);
        if (!is_valid(t, from)) continue;
        if (valid[to])
          largest_step_ = std::max(largest_step_, std::fabs(static_cast<double>(t.values[from]) -
                                                            static_cast<double>(out.values[to])));
        out.values[to] = t.values[from];
        valid[to] = 1;
      }
    }
    t.values = {};
    t.valid = {};
  }

  // visit(tile, its neighbour to the east or north, is east) for all pairs that are there.
  template <class Visit>
  void each_pair(const Visit& visit) {
    for (int32_t row = 0; row < set_.rows; ++row)
      for (int32_t column = 0; column < set_.columns; ++column) {
        if (is_missing(column, row)) continue;
        if (column + 1 < set_.columns && !is_missing(column + 1, row))
          visit(tile(column, row), tile(column + 1, row), true);
        if (row + 1 < set_.rows && !is_missing(column, row + 1))
          visit(tile(column, row), tile(column, row + 1), false);
      }
  }

  bool edges_are_equal() {
    bool equal = true, any_relief = false;
    each_pair([&](const RasterFile& a, const RasterFile& b, bool east) {
      const int32_t n = east ? height_ : width_;
      const auto value = [&](const RasterFile& t, int32_t k, bool of_second) {
        const size_t s = east ? at(of_second ? 0 : width_ - 1, k) : at(k, of_second ? 0 : height_ - 1);
        return is_valid(t, s) ? t.values[s] : 0.0f;
      };
      for (int32_t k = 0; k < n; ++k) {
        equal &= value(a, k, false) == value(b, k, true);
        any_relief |= value(a, k, false) != value(a, 0, false);
      }
    });
    return equal && any_relief;
  }

  // How many samples neighbours share, 0 or 1; and where the first sample lies.
  int32_t shared_samples() {
    if (!first().placed) return corners_ || edges_are_equal() ? 1 : 0;
    int32_t share = -1;
    each_pair([&](const RasterFile& a, const RasterFile& b, bool east) {
      if (share < 0) {
        const double steps = east ? (b.x0 - a.x0) / a.dx : (b.y0 - a.y0) / std::fabs(a.dy);
        share = std::fabs((east ? width_ : height_) - 1 - steps) < .5 ? 1 : 0;
      }
    });
    share = std::max(share, 0);
    const auto column_of = [&](int64_t k) { return static_cast<double>(k % set_.columns); };
    const auto row_of = [&](int64_t k) { return static_cast<double>(k / set_.columns); };
    const double step_x = first().dx * (width_ - share), step_y = std::fabs(first().dy) * (height_ - share);
    for (size_t k = 0; k < tiles_.size(); ++k) {
      if (set_.paths[k].empty()) continue;
      const auto n = static_cast<int64_t>(k);
      const double x = first().x0 + (column_of(n) - column_of(first_)) * step_x,
                   y = first().y0 + (row_of(n) - row_of(first_)) * step_y;
      if (std::fabs(tiles_[k].x0 - x) > kPlaceSlack * first().dx ||
          std::fabs(tiles_[k].y0 - y) > kPlaceSlack * std::fabs(first().dy))
        throw Error(ErrorKind::input, set_.paths[k],
                    "places its first sample at " + shortest(tiles_[k].x0) + ", " + shortest(tiles_[k].y0) +
                        ", but its name at " + shortest(x) + ", " + shortest(y) +
                        "; check the pattern and --tile-rows");
    }
    const double rows_below = row_of(first_), rows_above = set_.rows - 1 - rows_below;
    origin_x_ = first().x0 - column_of(first_) * step_x;
    origin_y_ = first().y0 + (south_first_ ? -rows_below * step_y : rows_above * step_y);
    return share;
  }

  const TileSet& set_;
  const std::string& pattern_;
  bool corners_, south_first_;
  std::vector<RasterFile> tiles_;
  int64_t first_ = -1;
  int32_t width_ = 0, height_ = 0;
  double origin_x_ = 0, origin_y_ = 0, largest_step_ = 0;
};

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

JoinedTiles join_tiles(const TileSet& tiles, const std::string& pattern, bool corners, bool south_first,
                       const std::function<RasterFile(const std::string& path)>& read) {
  Joiner joiner(tiles, pattern, corners, south_first);
  joiner.read(read);
  return joiner.join();
}

}  // namespace ocean
