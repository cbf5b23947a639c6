// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/join_tiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/device.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kPlaceSlack = .01;  // of a sample's distance: how far a placed tile may lie off its place

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
    require_memory(width * height);
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
  // A height and whether there is one, a sample.
  void require_memory(int64_t samples) const {
    const int64_t needed = samples * static_cast<int64_t>(sizeof(float) + 1),
                  available = available_memory(Exec::cpu(1));
    if (needed > available)
      fail("together the " + std::to_string(set_.columns) + " x " + std::to_string(set_.rows) +
           " tiles take " + human_bytes(needed) + " of memory, but " + human_bytes(available) +
           " are available; bake parts of them" +
           (set_.missing.empty() ? ""
                                 : ", or check the numbers in their names: " +
                                       std::to_string(set_.missing.size()) + " tiles are missing"));
  }
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

JoinedTiles join_tiles(const TileSet& tiles, const std::string& pattern, bool corners, bool south_first,
                       const std::function<RasterFile(const std::string& path)>& read) {
  Joiner joiner(tiles, pattern, corners, south_first);
  joiner.read(read);
  return joiner.join();
}

}  // namespace ocean
