// SPDX-License-Identifier: Apache-2.0
//
// Playne & Hawick 2018: every cell joins the trees of the cells below it, the smaller root wins; then all
// point to their roots. Sums of small regions run over lists of their cells in pieces of fixed length.
#include "kernels/fluid/regions.h"

#include <algorithm>
#include <stdexcept>

#include "kernels/primitives.h"
#include "kernels/raster/atomic.h"

namespace ocean::fluid {
namespace {

constexpr int64_t kPiece = 1024;

OCEAN_HD inline int32_t root_of(const int32_t* parent, int32_t c) {
  int32_t up = atomic_load(parent + c);
  while (up != c) {
    c = up;
    up = atomic_load(parent + c);
  }
  return c;
}

OCEAN_HD inline void join(int32_t* parent, int32_t a, int32_t b) {
  for (;;) {
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a == b) return;
    if (a < b) {
      const int32_t t = a;
      a = b;
      b = t;
    }
    const int32_t old = atomic_min(parent + a, b);  // a > b: a's root moves under b
    if (old == a) return;
    a = old;
  }
}

struct StartLabels {
  const uint8_t* kind;
  int32_t* parent;
  OCEAN_HD void operator()(int64_t c) const { parent[c] = kind[c] == kDead ? -1 : static_cast<int32_t>(c); }
};

template <int Dim>
struct JoinFaces {
  Level<Dim> l;
  int32_t* parent;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t c) const {
    if (l.kind[c] == kDead) return;
    for (int a = 0; a < Dim; ++a)
      if (l.weight[a][c] > 0)
        join(parent, static_cast<int32_t>(c), static_cast<int32_t>(neighbours(l, c, i, a).low));
  }
};

struct Flatten {
  int32_t* parent;
  OCEAN_HD void operator()(int64_t c) const {
    if (parent[c] >= 0) atomic_store(parent + c, root_of(parent, static_cast<int32_t>(c)));
  }
};

// opened[root] = 1 where an open side touches; size[root] counts the cells.
struct Survey {
  const int32_t* labels;
  const float* open;
  int32_t *opened, *size;
  OCEAN_HD void operator()(int64_t c) const {
    if (labels[c] < 0) return;
    if (open[c] > 0) atomic_store(opened + labels[c], int32_t{1});
    atomic_add(size + labels[c], int32_t{1});
  }
};

struct ClosedRoots {
  const int32_t *labels, *opened;
  uint8_t* flags;
  OCEAN_HD void operator()(int64_t c) const { flags[c] = labels[c] == c && opened[c] == 0 ? 1 : 0; }
};

struct OtherCells {
  const int32_t *labels, *opened;
  int32_t main;
  uint8_t* flags;
  OCEAN_HD void operator()(int64_t c) const {
    flags[c] = labels[c] >= 0 && labels[c] != main && opened[labels[c]] == 0 ? 1 : 0;
  }
};

struct LabelKeys {
  const int32_t *cells, *labels;
  uint32_t* keys;
  OCEAN_HD void operator()(int64_t k) const { keys[k] = static_cast<uint32_t>(labels[cells[k]]); }
};

struct MainSum : ValueOnly {
  const float* values;
  const int32_t* labels;
  int32_t main;
  MainSum(const float* v, const int32_t* l, int32_t m) : values(v), labels(l), main(m) {}
  OCEAN_HD Sums value(int64_t c) const {
    return labels[c] == main ? Sums{static_cast<double>(values[c]), 0, 0} : Sums{};
  }
};

struct StoreMean {
  double* to;
  double cells;
  OCEAN_HD void operator()(const Sums& s) const { *to = s.a / cells; }
};

struct SubtractMain {
  float* values;
  const int32_t* labels;
  int32_t main;
  const double* mean;
  OCEAN_HD void operator()(int64_t c) const {
    if (labels[c] == main) values[c] = values[c] - static_cast<float>(*mean);
  }
};

struct PieceSum {
  const float* values;
  const int32_t* cells;
  const RegionPiece* pieces;
  double* sums;
  OCEAN_HD void operator()(int64_t p) const {
    double sum = 0;
    for (int64_t k = pieces[p].begin; k < pieces[p].end; ++k)
      sum = sum + static_cast<double>(values[cells[k]]);
    sums[p] = sum;
  }
};

struct GroupMean {
  const RegionGroup* groups;
  const double* sums;
  double* means;
  OCEAN_HD void operator()(int64_t g) const {
    double sum = 0;
    for (int64_t p = groups[g].first_piece; p < groups[g].last_piece; ++p) sum = sum + sums[p];
    means[g] = sum / static_cast<double>(groups[g].end - groups[g].begin);
  }
};

struct SubtractGroups {
  float* values;
  const int32_t* cells;
  const RegionGroup* groups;
  int64_t count;
  const double* means;
  OCEAN_HD void operator()(int64_t k) const {
    int64_t low = 0, high = count;  // the group with begin <= k < end
    while (high - low > 1) {
      const int64_t middle = (low + high) / 2;
      if (groups[middle].begin <= k) low = middle;
      else high = middle;
    }
    values[cells[k]] = values[cells[k]] - static_cast<float>(means[low]);
  }
};

}  // namespace

template <int Dim>
Regions<Dim>::Regions(const Exec& exec, const Level<Dim>& level) : exec_(exec), labels_(exec, level.count) {
  if (level.count > INT32_MAX) throw std::invalid_argument("fluid regions: at most 2^31 - 1 cells");
  const int64_t n = level.count;
  parallel_for(exec, "fluid region labels", n, StartLabels{level.kind, labels_.data()});
  for_index(exec, "fluid region joins", level.n, JoinFaces<Dim>{level, labels_.data()});
  parallel_for(exec, "fluid region roots", n, Flatten{labels_.data()});
  Buffer<int32_t> opened(exec, n), size(exec, n);
  opened.fill_zero();
  size.fill_zero();
  parallel_for(exec, "fluid region survey", n,
               Survey{labels_.data(), level.open, opened.data(), size.data()});
  Buffer<uint8_t> flags(exec, n);
  parallel_for(exec, "fluid closed regions", n, ClosedRoots{labels_.data(), opened.data(), flags.data()});
  const Buffer<int32_t> root_cells = compact(exec, View<const uint8_t>(flags.view()));
  for (const int32_t root : root_cells.to_host("fluid closed regions")) {
    int32_t cells = 0;
    copy_out(exec, "fluid region size", &cells, size.data() + root, sizeof cells);
    closed_.push_back({root, cells});
  }
  if (closed_.empty()) return;
  const auto largest = std::max_element(closed_.begin(), closed_.end(),
                                        [](const Closed& a, const Closed& b) { return a.cells < b.cells; });
  main_ = largest->label;
  if (closed_.size() > 1) {
    parallel_for(exec, "fluid small regions", n,
                 OtherCells{labels_.data(), opened.data(), main_, flags.data()});
    cells_ = compact(exec, View<const uint8_t>(flags.view()));
    Buffer<uint32_t> keys(exec, cells_.size());
    parallel_for(exec, "fluid region keys", cells_.size(),
                 LabelKeys{cells_.data(), labels_.data(), keys.data()});
    sort_by_key(exec, keys, cells_);
  }
  std::vector<RegionPiece> pieces;
  std::vector<RegionGroup> groups;
  int64_t begin = 0;
  for (const Closed& c : closed_) {
    if (c.label == main_) continue;
    RegionGroup g{static_cast<int64_t>(pieces.size()), 0, begin, begin + c.cells};
    for (int64_t k = begin; k < g.end; k += kPiece) pieces.push_back({k, std::min(k + kPiece, g.end)});
    g.last_piece = static_cast<int64_t>(pieces.size());
    groups.push_back(g);
    begin = g.end;
  }
  pieces_ = Buffer<RegionPiece>(exec, "fluid region pieces", pieces);
  groups_ = Buffer<RegionGroup>(exec, "fluid region groups", groups);
  sums_ = Buffer<double>(exec, pieces_.size() + groups_.size() + 1);
}

template <int Dim>
void Regions<Dim>::remove_means(View<float> values, Sums* partial) const {
  if (closed_.empty()) return;
  double *const means = sums_.data() + pieces_.size(), *const main_mean = means + groups_.size();
  const auto main_cells = std::find_if(closed_.begin(), closed_.end(), [this](const Closed& c) {
                            return c.label == main_;
                          })->cells;
  sum_then(exec_, "fluid region mean", values.size, MainSum(values.data, labels_.data(), main_), partial,
           StoreMean{main_mean, static_cast<double>(main_cells)});
  parallel_for(exec_, "fluid remove mean", values.size,
               SubtractMain{values.data, labels_.data(), main_, main_mean});
  if (groups_.size() == 0) return;
  parallel_for(exec_, "fluid small region sums", pieces_.size(),
               PieceSum{values.data, cells_.data(), pieces_.data(), sums_.data()}, 8);
  parallel_for(exec_, "fluid small region means", groups_.size(),
               GroupMean{groups_.data(), sums_.data(), means});
  parallel_for(exec_, "fluid remove small means", cells_.size(),
               SubtractGroups{values.data, cells_.data(), groups_.data(), groups_.size(), means});
}

template class Regions<2>;
template class Regions<3>;

}  // namespace ocean::fluid
