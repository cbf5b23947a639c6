// SPDX-License-Identifier: Apache-2.0
//
// Bins of a capsule: row by row, the stretch that the capsule covers there, then the exact distance between
// bin and axis. The distance is convex along the axis, so its least is found by halving where its derivative
// changes sign.
#include "kernels/fluid/inputs/stroke_bins.h"

#include <stdexcept>

#include "kernels/fluid/launch.h"
#include "kernels/math/convert.h"
#include "kernels/primitives.h"

namespace ocean::fluid {
namespace {

// Added to distances, cells: what rounding may hide. kHalvings leave 2^-20 of the axis.
constexpr float kSlack = 2e-3f, kSlackPerCell = 4e-6f;
constexpr int kHalvings = 20;
constexpr float kStands2 = 1e-8f;  // squared cells: a shorter way is none

template <int Dim>
struct Prepare {
  FluidGrid<Dim> grid;
  StrokeSpace space;
  const Stroke* strokes;
  GridView<const float, Dim> ground;
  Capsule<Dim>* out;

  OCEAN_HD static float part(const Vec3f& v, int axis) { return axis == 0 ? v.x : (axis == 1 ? v.y : v.z); }
  OCEAN_HD static double part(const Vec3d& v, int axis) { return axis == 0 ? v.x : (axis == 1 ? v.y : v.z); }
  // World place to cells.
  OCEAN_HD float in_cells(const Vec3f& p, int axis) const {
    const int w = space.axis[axis];
    return static_cast<float>((part(space.origin, w) + static_cast<double>(part(p, w)) - grid.origin[axis]) /
                              grid.spacing_m);
  }
  OCEAN_HD float ground_at(const float (&p)[Dim]) const {
    if (ground.data == nullptr) return 0;
    Index<Dim> i;
    for (int a = 0; a < Dim; ++a) {
      const int32_t k = floor_to<int32_t>(p[a]);
      i[a] = k < 0 ? 0 : (k < grid.n[a] ? k : grid.n[a] - 1);
    }
    return ground(i);
  }
  // Clips [t0, t1] to where low <= value(t) <= high, value being linear from v0 to v1.
  OCEAN_HD static void clip(float v0, float v1, float low, float high, float& t0, float& t1) {
    const float d = v1 - v0;
    if (d == 0) {
      if (v0 < low || v0 > high) t1 = -1;
      return;
    }
    float enter = (low - v0) / d, leave = (high - v0) / d;
    if (enter > leave) {
      const float x = enter;
      enter = leave;
      leave = x;
    }
    t0 = enter > t0 ? enter : t0;
    t1 = leave < t1 ? leave : t1;
  }
  OCEAN_HD void operator()(int64_t k) const {
    const Stroke& s = strokes[k];
    Capsule<Dim> c{};
    float b[Dim];
    for (int a = 0; a < Dim; ++a) {
      c.a[a] = in_cells(s.from, a);
      b[a] = in_cells(s.to, a);
    }
    const float least = kLeastRadius<Dim>;
    const float given = static_cast<float>(static_cast<double>(s.radius) / grid.spacing_m);
    const float radius = given > least ? given : least;
    float t0 = 0, t1 = 1;
    if constexpr (Dim == 2) {
      const int across = space.axis[2];
      const double base = part(space.origin, across);
      const float z0 = static_cast<float>(base + static_cast<double>(part(s.from, across))) - ground_at(c.a);
      const float z1 = static_cast<float>(base + static_cast<double>(part(s.to, across))) - ground_at(b);
      clip(z0, z1, space.slab_low - s.radius, space.slab_high + s.radius, t0, t1);
    }
    for (int a = 0; a < Dim; ++a) clip(c.a[a], b[a], -radius, static_cast<float>(grid.n[a]) + radius, t0, t1);
    if (t1 >= t0) {
      c.radius = radius;
      c.share = t1 - t0;
      float length2 = 0;
      for (int a = 0; a < Dim; ++a) {
        const float d = b[a] - c.a[a];
        c.a[a] = c.a[a] + t0 * d;
        c.d[a] = (t1 - t0) * d;
        length2 = length2 + c.d[a] * c.d[a];
      }
      c.length2 = length2 > kStands2 ? length2 : 0.0f;
    }
    out[k] = c;
  }
};

template <int Dim>
struct Bins {
  Index<Dim> count[kBinLevels];
  int64_t base[kBinLevels];
  OCEAN_HD static int level_of(float radius) { return radius < kFineRadius ? 0 : 1; }

  // Squared distance between the axis (t in [0, 1]) and the box [low, low + side]: its least.
  OCEAN_HD static float box_distance2(const Capsule<Dim>& c, const float (&low)[Dim], float side) {
    const auto at = [&](float t, float& slope) {
      float sum = 0;
      slope = 0;
      for (int a = 0; a < Dim; ++a) {
        const float p = c.a[a] + t * c.d[a];
        const float e = p < low[a] ? p - low[a] : (p > low[a] + side ? p - (low[a] + side) : 0.0f);
        sum = sum + e * e;
        slope = slope + e * c.d[a];
      }
      return sum;
    };
    float slope, begin = 0, end = 1;
    const float first = at(0, slope);
    if (!(c.length2 > 0) || slope >= 0) return first;
    const float last = at(1, slope);
    if (slope <= 0) return last;
    for (int k = 0; k < kHalvings; ++k) {
      const float middle = 0.5f * (begin + end);
      at(middle, slope);
      (slope < 0 ? begin : end) = middle;
    }
    return at(end, slope);
  }

  struct Range {
    int32_t first, last;
  };
  OCEAN_HD static Range bins_between(float low, float high, int32_t side, int32_t count) {
    int32_t first = floor_to<int32_t>(low / static_cast<float>(side)),
            last = floor_to<int32_t>(high / static_cast<float>(side));
    if (first < 0) first = 0;
    if (last >= count) last = count - 1;
    return {first, last};
  }
  // Narrows [t0, t1] to where the axis lies in [low, high] along axis a.
  OCEAN_HD static void narrow(const Capsule<Dim>& c, int a, float low, float high, float& t0, float& t1) {
    if (c.d[a] == 0 || !(c.length2 > 0)) return;
    float enter = (low - c.a[a]) / c.d[a], leave = (high - c.a[a]) / c.d[a];
    if (enter > leave) {
      const float x = enter;
      enter = leave;
      leave = x;
    }
    t0 = enter > t0 ? enter : t0;
    t1 = leave < t1 ? leave : t1;
  }
  OCEAN_HD static Range along(const Capsule<Dim>& c, int a, float t0, float t1, float reach, int32_t side,
                              int32_t count) {
    const float p = c.a[a] + t0 * c.d[a], q = c.a[a] + t1 * c.d[a];
    return bins_between((p < q ? p : q) - reach, (p < q ? q : p) + reach, side, count);
  }

  // Calls visit(bin) for every bin that the capsule touches.
  template <class Visit>
  OCEAN_HD void each(const Capsule<Dim>& c, Visit& visit) const {
    if (!(c.radius > 0)) return;
    const int level = level_of(c.radius);
    const int32_t side = bin_side<Dim>(level);
    const Index<Dim>& n = count[level];
    const float width = static_cast<float>(side);
    const float reach = c.radius + kSlack + kSlackPerCell * elem::sqrt(c.length2), reach2 = reach * reach;
    const Range layers = Dim == 3 ? along(c, Dim - 1, 0, 1, reach, side, n[Dim - 1]) : Range{0, 0};
    for (int32_t z = layers.first; z <= layers.last; ++z) {
      float z0 = 0, z1 = 1;
      if constexpr (Dim == 3)
        narrow(c, 2, static_cast<float>(z) * width - reach, static_cast<float>(z + 1) * width + reach, z0,
               z1);
      const Range rows = along(c, 1, z0, z1, reach, side, n[1]);
      for (int32_t y = rows.first; y <= rows.last; ++y) {
        float t0 = z0, t1 = z1;
        narrow(c, 1, static_cast<float>(y) * width - reach, static_cast<float>(y + 1) * width + reach, t0,
               t1);
        if (t1 < t0) continue;
        const Range bins = along(c, 0, t0, t1, reach, side, n[0]);
        for (int32_t x = bins.first; x <= bins.last; ++x) {
          const int32_t at[3] = {x, y, z};
          Index<Dim> bin;
          float low[Dim];
          for (int a = 0; a < Dim; ++a) {
            bin[a] = at[a];
            low[a] = static_cast<float>(at[a]) * width;
          }
          if (box_distance2(c, low, width) <= reach2) visit(base[level] + offset_of(n, bin));
        }
      }
    }
  }
};

struct CountVisit {
  int32_t count = 0;
  OCEAN_HD void operator()(int64_t) { ++count; }
};

template <int Dim>
struct CountBins {
  Bins<Dim> bins;
  const Capsule<Dim>* capsules;
  int32_t* counts;
  OCEAN_HD void operator()(int64_t k) const {
    CountVisit visit;
    bins.each(capsules[k], visit);
    counts[k] = visit.count;
  }
};

struct EmitVisit {
  uint32_t* keys;
  int32_t* entries;
  int32_t stroke;
  int64_t at;
  OCEAN_HD void operator()(int64_t bin) {
    keys[at] = static_cast<uint32_t>(bin);
    entries[at] = stroke;
    ++at;
  }
};

template <int Dim>
struct EmitBins {
  Bins<Dim> bins;
  const Capsule<Dim>* capsules;
  const int64_t* first;
  uint32_t* keys;
  int32_t* entries;
  OCEAN_HD void operator()(int64_t k) const {
    EmitVisit visit{keys, entries, static_cast<int32_t>(k), first[k]};
    bins.each(capsules[k], visit);
  }
};

struct BinEnds {
  const uint32_t* keys;
  int64_t count;
  int32_t *begin, *end;
  OCEAN_HD void operator()(int64_t e) const {
    const uint32_t key = keys[e];
    if (e == 0 || keys[e - 1] != key) begin[key] = static_cast<int32_t>(e);
    if (e == count - 1 || keys[e + 1] != key) end[key] = static_cast<int32_t>(e + 1);
  }
};

template <int Dim>
struct CountCell {
  BinView<Dim> bins;
  int32_t *candidates, *overlaps;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    float place[Dim];
    for (int a = 0; a < Dim; ++a) place[a] = static_cast<float>(i[a]) + 0.5f;
    int32_t looked = 0, held = 0;
    for (int level = 0; level < kBinLevels; ++level) {
      const int64_t bin = bins.bin_of(level, i);
      for (int32_t e = bins.begin[bin]; e < bins.end[bin]; ++e) {
        const Capsule<Dim>& c = bins.capsule[bins.entry[e]];
        ++looked;
        held += overlap_of(c, place).distance <= c.radius ? 1 : 0;
      }
    }
    candidates[at] = looked;
    overlaps[at] = held;
  }
};

}  // namespace

template <int Dim>
StrokeBins<Dim>::StrokeBins(const Exec& exec, const FluidGrid<Dim>& grid) : exec_(exec), n_(grid.n) {
  base_[0] = 0;
  for (int level = 0; level < kBinLevels; ++level) {
    const int32_t side = bin_side<Dim>(level);
    for (int a = 0; a < Dim; ++a) bins_[level][a] = (grid.n[a] - 1) / side + 1;
    base_[level + 1] = base_[level] + count_of(bins_[level]);
  }
  if (base_[kBinLevels] > 0xffffffff) throw std::invalid_argument("stroke bins: the grid has too many cells");
}

template <int Dim>
void StrokeBins<Dim>::build(const FluidGrid<Dim>& grid, const StrokeSpace& space, View<const Stroke> strokes,
                            GridView<const float, Dim> ground) {
  const int64_t n = strokes.size;
  entries_ = 0;
  if (ground.data != nullptr && !(ground.size == grid.n))
    throw std::invalid_argument("stroke bins: the ground does not have the grid's cells");
  if (n == 0) return;
  if (capsules_.size() < n) capsules_ = Buffer<Capsule<Dim>>(exec_, n);
  parallel_for(exec_, "stroke capsules", n, Prepare<Dim>{grid, space, strokes.data, ground, capsules_.data()},
               512);
  Bins<Dim> bins;
  for (int level = 0; level < kBinLevels; ++level) {
    bins.count[level] = bins_[level];
    bins.base[level] = base_[level];
  }
  Buffer<int32_t> counts(exec_, n);
  Buffer<int64_t> first(exec_, n + 1);
  parallel_for(exec_, "stroke bin counts", n, CountBins<Dim>{bins, capsules_.data(), counts.data()}, 256);
  exclusive_scan(exec_, View<const int32_t>(counts.view()), first.view());
  entries_ = scan_total(exec_, "stroke entries", first);
  if (entries_ > INT32_MAX)
    throw std::invalid_argument("stroke bins: the strokes fill more than 2^31 - 1 bins");
  if (entries_ == 0) return;
  keys_ = Buffer<uint32_t>(exec_, entries_);
  entry_ = Buffer<int32_t>(exec_, entries_);
  parallel_for(exec_, "stroke entries", n,
               EmitBins<Dim>{bins, capsules_.data(), first.data(), keys_.data(), entry_.data()}, 256);
  int bits = 1;
  while ((int64_t{1} << bits) < base_[kBinLevels]) ++bits;
  sort_by_key(exec_, keys_, entry_, bits);
  if (begin_.size() == 0) {
    begin_ = Buffer<int32_t>(exec_, base_[kBinLevels]);
    end_ = Buffer<int32_t>(exec_, base_[kBinLevels]);
  }
  begin_.fill_zero();
  end_.fill_zero();
  parallel_for(exec_, "stroke bin ends", entries_,
               BinEnds{keys_.data(), entries_, begin_.data(), end_.data()});
}

template <int Dim>
BinView<Dim> StrokeBins<Dim>::view() const {
  BinView<Dim> v;
  for (int level = 0; level < kBinLevels; ++level) {
    v.bins[level] = bins_[level];
    v.base[level] = base_[level];
  }
  v.begin = begin_.data();
  v.end = end_.data();
  v.entry = entry_.data();
  v.capsule = capsules_.data();
  return v;
}

template <int Dim>
BinCounts count_candidates(const Exec& exec, const StrokeBins<Dim>& bins) {
  if (bins.empty()) return {};
  const int64_t cells = count_of(bins.cells());
  Buffer<int32_t> candidates(exec, cells), overlaps(exec, cells);
  for_index(exec, "stroke candidates", bins.cells(),
            CountCell<Dim>{bins.view(), candidates.data(), overlaps.data()});
  return {reduce_sum(exec, View<const int32_t>(candidates.view())),
          reduce_sum(exec, View<const int32_t>(overlaps.view()))};
}

template class StrokeBins<2>;
template class StrokeBins<3>;
template BinCounts count_candidates<2>(const Exec&, const StrokeBins<2>&);
template BinCounts count_candidates<3>(const Exec&, const StrokeBins<3>&);

}  // namespace ocean::fluid
