// SPDX-License-Identifier: Apache-2.0
//
// The row of A in a full cell is the sum of differences to its neighbours; for the wave exp(i k x) along an
// axis of m cells that is 2 - 2 cos(2 pi k/m) = 4 sin²(pi k/m), and a mirror image keeps it at closed sides.
#include "kernels/fluid/fft_poisson.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/fluid/launch.h"
#include "kernels/math/elementary.h"

namespace ocean::fluid {
namespace {

// 1 for each cell that is not plain.
struct Unplain : ValueOnly {
  Level<2> l;
  explicit Unplain(const Level<2>& level) : l(level) {}
  OCEAN_HD Sums value(int64_t c) const {
    const Index<2> i = index_at(l.n, c);
    bool plain = l.open[c] == 0;
    for (int a = 0; a < 2; ++a) plain = plain && ((i[a] == 0 && !l.periodic[a]) || l.weight[a][c] == l.full);
    return {plain ? 0.0 : 1.0, 0, 0};
  }
};

struct Extend {
  Index<2> n;
  const float* b;
  Vec2f* map;
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    Index<2> from = i;
    for (int a = 0; a < 2; ++a)
      if (from[a] >= n[a]) from[a] = 2 * n[a] - 1 - from[a];
    map[at] = {b[offset_of(n, from)], 0};
  }
};

struct Divide {
  const float *x, *y;
  float scale;
  Vec2f* map;
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    const float eigenvalue = x[i[0]] + y[i[1]];
    const float factor = eigenvalue > 0 ? scale / eigenvalue : 0.0f;
    map[at] = factor * map[at];
  }
};

struct Take {
  int32_t width;
  const Vec2f* map;
  float* x;
  OCEAN_HD void operator()(const Index<2>& i, int64_t at) const {
    x[at] = map[int64_t{i[1]} * width + i[0]].x;
  }
};

}  // namespace

FftPoisson::FftPoisson(const Exec& exec, const Level<2>& level) : exec_(exec), level_(level) {
  Buffer<Sums> partial(exec, sum_chunks(level.count)), sums(exec, 1);
  sum_then(exec, "fluid plain cells", level.count, Unplain(level), partial.data(), StoreSums{sums.data()});
  if (sums.to_host("fluid plain cells")[0].a > 0)
    throw std::invalid_argument(
        "fluid pressure: fft needs a box without obstacles, bed and open sides; take multigrid");
  int32_t size[2];
  for (int a = 0; a < 2; ++a) {
    size[a] = level.periodic[a] ? level.n[a] : 2 * level.n[a];
    if (!is_fft_size(size[a]))
      throw std::invalid_argument("fluid pressure: fft needs sides of 2^k cells, at most " +
                                  std::to_string(level.periodic[a] ? kMostFft : kMostFft / 2) + ", not " +
                                  std::to_string(level.n[a]) + "; take multigrid");
  }
  width_ = size[0];
  height_ = size[1];
  fft_ = std::make_unique<Fft2d>(exec, width_, height_);
  map_ = Buffer<Vec2f>(exec, int64_t{width_} * height_);
  std::vector<float> eigenvalues;
  for (int a = 0; a < 2; ++a)
    for (int32_t k = 0; k < size[a]; ++k) {
      const double s = elem::sin(3.14159265358979323846 * k / size[a]);
      eigenvalues.push_back(static_cast<float>(4 * s * s));
    }
  eigenvalues_ = Buffer<float>(exec, "fluid eigenvalues", eigenvalues);
}

void FftPoisson::solve(View<const float> b, View<float> x) {
  const Index<2> size{width_, height_};
  const float scale = 1.0f / (static_cast<float>(width_) * static_cast<float>(height_));
  for_index(exec_, "fluid fft extend", size, Extend{level_.n, b.data, map_.data()});
  fft_->transform(FftDirection::forward, map_.view());
  for_index(exec_, "fluid fft divide", size,
            Divide{eigenvalues_.data(), eigenvalues_.data() + width_, scale, map_.data()});
  fft_->transform(FftDirection::inverse, map_.view());
  for_index(exec_, "fluid fft take", level_.n, Take{width_, map_.data(), x.data});
}

}  // namespace ocean::fluid
