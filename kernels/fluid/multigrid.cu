// SPDX-License-Identifier: Apache-2.0
//
// McAdams, Sifakis & Teran 2010, algorithm 3, with other smoothers and transfers (level.h).
//
// Bytes a cycle and fine cell, where all is plain: smoothing from zero 8 (read b, write x), residual 12,
// restriction 4, prolongation 8, two sweeps 24; 56 in all, times 8/7 (4/3 in 2-D) for the coarser levels.
#include "kernels/fluid/multigrid.h"

#include <algorithm>

#include "kernels/fluid/launch.h"
#include "kernels/fluid/transfer.h"

namespace ocean::fluid {
namespace {

// Finest level: weights, open part and diagonal of a cell from the grid's faces.
template <int Dim>
struct FirstRow {
  FaceViews<const float, Dim> faces;
  Sides<Dim> sides;
  float* weight[Dim];
  float *open, *inverse;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t c) const {
    float outside = 0, diagonal = 0;
    for (int a = 0; a < Dim; ++a) {
      const int32_t last = faces[a].size[a] - 2;
      const bool periodic = sides.periodic(a) && last > 0;
      const float low = faces[a](i),
                  high = faces[a](periodic && i[a] == last ? at_start(i, a) : shifted(i, a, 1));
      weight[a][c] = i[a] > 0 || periodic ? low : 0.0f;
      if (i[a] > 0 || periodic) diagonal = diagonal + low;
      else if (sides.of[a][0].kind == SideKind::open) outside = outside + 2.0f * low;
      if (i[a] < last || periodic) diagonal = diagonal + high;
      else if (sides.of[a][1].kind == SideKind::open) outside = outside + 2.0f * high;
    }
    open[c] = outside;
    diagonal = diagonal + outside;
    inverse[c] = diagonal > 0 ? 1.0f / diagonal : 0.0f;
  }
  OCEAN_HD static Index<Dim> at_start(Index<Dim> i, int a) {
    i[a] = 0;
    return i;
  }
};

// Weights and open part of a coarse cell.
template <int Dim>
struct CoarseRow {
  LevelPair<Dim> p;
  float last_fine[Dim], last_coarse[Dim];
  float* weight[Dim];
  float* open;

  OCEAN_HD static float width(int32_t i, int32_t n, float last) { return i == n - 1 ? last : 1.0f; }
  // Distance between the centres of cell i and the one below it along a, in cells of that level.
  OCEAN_HD static float gap(int32_t i, int32_t n, float last) {
    return 0.5f * (width(i, n, last) + width(i == 0 ? n - 1 : i - 1, n, last));
  }
  template <class Value>
  OCEAN_HD float sum(Index<Dim> first, Index<Dim> count, const Value& value) const {
    float s = 0;
    const int32_t depth = Dim == 3 ? count[Dim - 1] : 1;
    for (int32_t z = 0; z < depth; ++z)
      for (int32_t y = 0; y < count[1]; ++y)
        for (int32_t x = 0; x < count[0]; ++x) {
          Index<Dim> i = first;
          i[0] += x;
          i[1] += y;
          if constexpr (Dim == 3) i[2] += z;
          s = s + value(offset_of(p.fine.n, i));
        }
    return s;
  }
  OCEAN_HD void operator()(const Index<Dim>& ci, int64_t c) const {
    Index<Dim> first, count;
    for (int a = 0; a < Dim; ++a) {
      first[a] = p.halved[a] ? 2 * ci[a] : ci[a];
      count[a] = p.halved[a] && first[a] + 1 < p.fine.n[a] ? 2 : 1;
    }
    for (int a = 0; a < Dim; ++a) {
      if (ci[a] == 0 && (!p.coarse.periodic[a] || p.coarse.n[a] == 1)) {
        weight[a][c] = 0;
        continue;
      }
      Index<Dim> layer = count;
      layer[a] = 1;
      const float* const fine = p.fine.weight[a];
      const float faces = sum(first, layer, [=](int64_t k) { return fine[k]; });
      const float scale = gap(first[a], p.fine.n[a], last_fine[a]) /
                          ((p.halved[a] ? 2.0f : 1.0f) * gap(ci[a], p.coarse.n[a], last_coarse[a]));
      weight[a][c] = scale * faces;
    }
    // Half a fine cell to the side against half a coarse one.
    const float* const fine_open = p.fine.open;
    open[c] = 0.5f * sum(first, count, [=](int64_t k) { return fine_open[k]; });
  }
};

template <int Dim>
struct Diagonal {
  Level<Dim> l;
  float* inverse;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t c) const {
    float diagonal = l.open[c];
    for (int a = 0; a < Dim; ++a)
      diagonal = diagonal + (l.weight[a][c] + l.weight[a][neighbours(l, c, i, a).high]);
    inverse[c] = diagonal > 0 ? 1.0f / diagonal : 0.0f;
  }
};

template <int Dim>
struct FirstKind {
  Level<Dim> l;
  uint8_t* kind;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t c) const {
    bool full = l.open[c] == 0;
    for (int a = 0; a < Dim; ++a) {
      const bool inside = i[a] > 0 && i[a] < l.n[a] - 1;
      full = full && inside && l.weight[a][c] == l.full && l.weight[a][c + l.stride[a]] == l.full;
    }
    kind[c] = !(l.inverse[c] > 0) ? kDead : full ? kFull : kCut;
  }
};

// Full cells all of whose neighbours are full. Others may be turned from full to deep at the same time, which
// does not matter here.
template <int Dim>
struct DeepKind {
  Level<Dim> l;
  const uint8_t* from;
  uint8_t* kind;
  OCEAN_HD void operator()(int64_t c) const {
    bool deep = from[c] == kFull;
    if (deep)
      for (int a = 0; a < Dim; ++a)
        deep = deep && from[c - l.stride[a]] == kFull && from[c + l.stride[a]] == kFull;
    kind[c] = deep ? static_cast<uint8_t>(kDeep) : from[c];
  }
};

// --- The tail: all small levels in one launch

inline constexpr int kMostTail = 16, kCoarsestSweeps = 8;

template <int Dim>
struct TailLevel {
  LevelPair<Dim> to_coarser;  // unused at the last
  Level<Dim> level;
  float *b, *x, *t;
};

template <int Dim>
struct Tail {
  TailLevel<Dim> at[kMostTail];
  int levels;

  // Team: for_all(n, f) runs f(i) for i in [0, n) and waits.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
  template <class Team>
  OCEAN_HD void run(const Team& team) const {
    constexpr float first = Smoother<Dim>::first, second = Smoother<Dim>::second;
    for (int k = 0; k + 1 < levels; ++k) {
      const TailLevel<Dim>&s = at[k], &next = at[k + 1];
      team.for_all(s.level.count, RelaxFromZero<Dim>{s.level, s.b, s.x});
      team.for_all(s.level.count, Residual<Dim>{{s.level, s.x, s.t}, s.b});
      team.for_all(next.level.count, Indexed<Restrict<Dim>>{next.level.n, {s.to_coarser, s.t, next.b}});
    }
    const TailLevel<Dim>& last = at[levels - 1];
    team.for_all(last.level.count, RelaxFromZero<Dim>{last.level, last.b, last.x});
    for (int sweep = 0; sweep < kCoarsestSweeps; ++sweep) {
      team.for_all(last.level.count, Relax<Dim>{{last.level, last.x, last.t}, last.b, first});
      team.for_all(last.level.count, Relax<Dim>{{last.level, last.t, last.x}, last.b, second});
    }
    for (int k = levels - 2; k >= 0; --k) {
      const TailLevel<Dim>&s = at[k], &next = at[k + 1];
      team.for_all(s.level.count, Indexed<Prolong<Dim>>{s.level.n, {s.to_coarser, next.x, s.x}});
      team.for_all(s.level.count, Relax<Dim>{{s.level, s.x, s.t}, s.b, first});
      team.for_all(s.level.count, Relax<Dim>{{s.level, s.t, s.x}, s.b, second});
    }
  }
  template <class F>
  struct Indexed {
    Index<Dim> n;
    F f;
    OCEAN_HD void operator()(int64_t c) const { f(index_at(n, c), c); }
  };
};

struct HostTeam {
  template <class F>
  void for_all(int64_t n, const F& f) const {
    if constexpr (requires { f.span(int64_t{0}, n); }) f.span(0, n);
    else
      for (int64_t i = 0; i < n; ++i) f(i);
  }
};

#if defined(__CUDACC__)
constexpr int kTailThreads = 512;
struct BlockTeam {
  template <class F>
  __host__ __device__ void for_all(int64_t n, const F& f) const {
#if defined(__CUDA_ARCH__)
    for (int64_t i = threadIdx.x; i < n; i += kTailThreads) f(i);
    __syncthreads();
#endif
  }
};

template <int Dim>
__global__ void __launch_bounds__(kTailThreads) tail_kernel(const Tail<Dim>* tail) {
  tail->run(BlockTeam{});
}
#endif

}  // namespace

template <int Dim>
void Multigrid<Dim>::add_level(Index<Dim> n) {
  Storage s;
  const int64_t count = count_of(n);
  const int64_t pad = count / n[Dim - 1], pitch = (count + pad + 63) / 64 * 64;
  s.weights = Buffer<float>(exec_, pitch * Dim);
  s.weights.fill_zero();
  s.diagonal = Buffer<float>(exec_, 2 * count);
  s.kind = Buffer<uint8_t>(exec_, 2 * count);
  s.level.n = n;
  s.level.count = count;
  int64_t stride = 1;
  for (int a = 0; a < Dim; ++a) {
    s.level.stride[a] = stride;
    stride *= n[a];
    s.level.weight[a] = s.weights.data() + a * pitch;
  }
  s.level.open = s.diagonal.data();
  s.level.inverse = s.diagonal.data() + count;
  const bool first = levels_.empty();
  s.vectors = Buffer<float>(exec_, first ? count : 3 * count);
  s.t = s.vectors.data();
  if (!first) {
    s.b = s.t + count;
    s.x = s.b + count;
  }
  levels_.push_back(std::move(s));
}

template <int Dim>
void Multigrid<Dim>::finish_level(Storage& s) {
  const int64_t count = s.level.count;
  uint8_t *const kind = s.kind.data(), *const scratch = kind + count;
  for_index(exec_, "fluid level kinds", s.level.n, FirstKind<Dim>{s.level, scratch});
  parallel_for(exec_, "fluid deep cells", count, DeepKind<Dim>{s.level, scratch, kind});
  s.level.kind = kind;
}

template <int Dim>
LevelPair<Dim> pair_of(const Level<Dim>& fine, const Level<Dim>& coarse) {
  LevelPair<Dim> p{fine, coarse, {}};
  for (int a = 0; a < Dim; ++a) p.halved[a] = fine.n[a] > 1;
  return p;
}

template <int Dim>
Multigrid<Dim>::Multigrid(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                          const FaceViews<const float, Dim>& weights)
    : exec_(exec) {
  add_level(grid.n);
  Storage& top = levels_.front();
  FirstRow<Dim> row{weights, sides, {}, top.diagonal.data(), top.diagonal.data() + top.level.count};
  for (int a = 0; a < Dim; ++a) {
    row.weight[a] = const_cast<float*>(top.level.weight[a]);
    top.level.periodic[a] = sides.periodic(a) && grid.n[a] > 1;
    top.level.any_periodic = top.level.any_periodic || top.level.periodic[a];
    top.last[a] = 1;
  }
  for_index(exec_, "fluid level rows", grid.n, row);
  finish_level(top);
  while (levels_.back().level.count > 1) {
    Index<Dim> n = levels_.back().level.n;
    for (int a = 0; a < Dim; ++a) n[a] = (n[a] + 1) / 2;
    add_level(n);
    Storage &coarse = levels_.back(), &fine = levels_[levels_.size() - 2];
    coarse.level.full = fine.level.full * (Dim == 3 ? 2.0f : 1.0f);
    CoarseRow<Dim> rows{};
    for (int a = 0; a < Dim; ++a) {
      const bool halved = fine.level.n[a] > 1;
      coarse.level.periodic[a] = fine.level.periodic[a] && n[a] > 1;
      coarse.level.any_periodic = coarse.level.any_periodic || coarse.level.periodic[a];
      coarse.last[a] =
          !halved ? fine.last[a] : (fine.level.n[a] % 2 == 0 ? 1 + fine.last[a] : fine.last[a]) / 2;
      rows.last_fine[a] = fine.last[a];
      rows.last_coarse[a] = coarse.last[a];
      rows.weight[a] = const_cast<float*>(coarse.level.weight[a]);
    }
    rows.p = pair_of(fine.level, coarse.level);
    rows.open = coarse.diagonal.data();
    for_index(exec_, "fluid coarse rows", n, rows);
    for_index(exec_, "fluid coarse diagonal", n,
              Diagonal<Dim>{coarse.level, coarse.diagonal.data() + coarse.level.count});
    finish_level(coarse);
  }
  while (tail_ + 1 < levels_.size() && (tail_ == 0 || levels_[tail_].level.count > kTailCells)) ++tail_;
  Tail<Dim> tail{};
  tail.levels = static_cast<int>(levels_.size() - tail_);
  for (size_t k = tail_; k < levels_.size(); ++k) {
    TailLevel<Dim>& t = tail.at[k - tail_];
    Storage& s = levels_[k];
    if (k + 1 < levels_.size()) t.to_coarser = pair_of(s.level, levels_[k + 1].level);
    t.level = s.level;
    t.b = s.b;
    t.x = s.x;
    t.t = s.t;
  }
  const auto* const bytes = reinterpret_cast<const unsigned char*>(&tail);
  tail_arguments_ = Buffer<unsigned char>(exec_, "fluid tail levels", {bytes, bytes + sizeof tail});
}

template <int Dim>
void Multigrid<Dim>::run_tail() {
  const auto* const tail = reinterpret_cast<const Tail<Dim>*>(tail_arguments_.data());
  exec_.count("fluid coarse levels");
  if (!exec_.is_cuda()) return tail->run(HostTeam{});
#if defined(__CUDACC__)
  tail_kernel<Dim><<<1, kTailThreads, 0, static_cast<cudaStream_t>(exec_.stream())>>>(tail);
  check_launch("fluid coarse levels");
#endif
}

template <int Dim>
void Multigrid<Dim>::descend(size_t l, const float* b, float* x) {
  Storage& s = levels_[l];
  const Level<Dim>& level = s.level;
  if (levels_.size() == 1) {  // a single cell
    for_spans(exec_, "fluid smooth from zero", level.count, RelaxFromZero<Dim>{level, b, x});
    return;
  }
  Storage& next = levels_[l + 1];
  const LevelPair<Dim> p = pair_of(level, next.level);
  for_spans(exec_, "fluid smooth from zero", level.count, RelaxFromZero<Dim>{level, b, x});
  for_spans(exec_, "fluid residual", level.count, Residual<Dim>{{level, x, s.t}, b});
  for_index(exec_, "fluid restrict", next.level.n, Restrict<Dim>{p, s.t, next.b});
  if (l + 1 == tail_) run_tail();
  else descend(l + 1, next.b, next.x);
  for_index(exec_, "fluid prolong", level.n, Prolong<Dim>{p, next.x, x});
  for_spans(exec_, "fluid smooth", level.count, Relax<Dim>{{level, x, s.t}, b, Smoother<Dim>::first});
  for_spans(exec_, "fluid smooth", level.count, Relax<Dim>{{level, s.t, x}, b, Smoother<Dim>::second});
}

template <int Dim>
void Multigrid<Dim>::cycle(View<const float> r, View<float> z) {
  descend(0, r.data, z.data);
}

template class Multigrid<2>;
template class Multigrid<3>;

}  // namespace ocean::fluid
