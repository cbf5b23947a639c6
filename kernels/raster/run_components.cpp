// SPDX-License-Identifier: Apache-2.0
//
// Bands of rows are joined at once, each within itself; then the bands' seams in order. A run's parent never
// has a larger index, so a component's root is its first run, whatever the order.
#include <algorithm>

#include "kernels/host_pool.h"
#include "kernels/raster/mask_runs.h"

namespace ocean {
namespace {

// Rows joined at once; few runs are not worth waking threads for.
int64_t band_rows(const MaskRuns& runs) { return runs.size() < 50'000 ? int64_t{1} << 31 : 256; }

class Joiner {
 public:
  explicit Joiner(const MaskRuns& runs) : runs_(runs), parent_(runs.begin.size()) {}

  void start(int64_t first_row, int64_t last_row) {
    for (int64_t k = first(first_row); k < first(last_row); ++k) parent_[at(k)] = static_cast<int32_t>(k);
    for (int64_t row = first_row + 1; row < last_row; ++row) join_rows(row);
  }
  // Joins a row with the one to the south of it.
  void join_rows(int64_t row) {
    int64_t south = first(row - 1), north = first(row);
    const int64_t south_end = first(row), north_end = first(row + 1), w = runs_.width;
    while (south < south_end && north < north_end) {
      if (end(south) + w > begin(north) && end(north) > begin(south) + w) unite(south, north);
      if (end(south) + w < end(north)) ++south;
      else ++north;
    }
  }
  int32_t root(int64_t k) const {
    auto i = static_cast<int32_t>(k);
    while (parent_[at(i)] != i) i = parent_[at(i)];
    return i;
  }

 private:
  static size_t at(int64_t k) { return static_cast<size_t>(k); }
  int64_t first(int64_t row) const { return runs_.first_in_row[at(row)]; }
  int64_t begin(int64_t k) const { return runs_.begin[at(k)]; }
  int64_t end(int64_t k) const { return runs_.end[at(k)]; }
  int32_t halved_root(int64_t k) {
    auto i = static_cast<int32_t>(k);
    while (parent_[at(i)] != i) i = parent_[at(i)] = parent_[at(parent_[at(i)])];
    return i;
  }
  void unite(int64_t a, int64_t b) {
    const int32_t ra = halved_root(a), rb = halved_root(b);
    parent_[at(std::max(ra, rb))] = std::min(ra, rb);
  }

  const MaskRuns& runs_;
  std::vector<int32_t> parent_;
};

}  // namespace

RunComponents connect_runs(const Exec& exec, const MaskRuns& runs) {
  Joiner joiner(runs);
  const int64_t rows = runs.height, n = runs.size(), band = band_rows(runs);
  for_chunks(exec.pool(), rows, band, [&](int64_t first, int64_t last) { joiner.start(first, last); });
  for (int64_t row = band; row < rows; row += band) joiner.join_rows(row);

  RunComponents out;
  out.of_run.resize(static_cast<size_t>(n));
  for_chunks(exec.pool(), n, 50'000, [&](int64_t first, int64_t last) {
    for (int64_t k = first; k < last; ++k) out.of_run[static_cast<size_t>(k)] = joiner.root(k);
  });
  // Roots become numbers in their order: a root comes before all of its runs.
  for (int64_t k = 0; k < n; ++k) {
    const auto i = static_cast<size_t>(k);
    int32_t& component = out.of_run[i];
    if (component == k) {
      component = static_cast<int32_t>(out.table.size());
      out.table.push_back({runs.begin[i], 0, false});
    } else {
      component = out.of_run[static_cast<size_t>(component)];
    }
    RunComponent& c = out.table[static_cast<size_t>(component)];
    c.texels += runs.end[i] - runs.begin[i];
    const int64_t row = runs.begin[i] / runs.width, left = row * runs.width;
    c.touches_border |=
        row == 0 || row == rows - 1 || runs.begin[i] == left || runs.end[i] == left + runs.width;
  }
  return out;
}

RunView host_view(const MaskRuns& runs, const RunComponents& components) {
  const auto of = []<class T>(const std::vector<T>& v) {
    return View<const T>{v.data(), static_cast<int64_t>(v.size())};
  };
  return {of(runs.begin),        of(runs.end), of(runs.first_in_row),
          of(components.of_run), runs.width,   runs.height};
}

}  // namespace ocean
