// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/cancel.h"
#include "kernels/coast/water_bodies.h"

namespace ocean {
namespace {

// Centres nearer than this to a dropped island's coast go with it.
constexpr double kNear = 1e-7;  // texels

struct Place {
  Vec2d first;
  size_t chain;
};

// A closed chain as a polygon, its segments by the rows of texels that they touch: a row or a point asks only
// those of one row.
class Polygon {
 public:
  Polygon(const Coastline& coast, const Chain& chain)
      : begin_(coast.segments.data() + chain.first),
        end_(begin_ + chain.count),
        low_(begin_->a),
        high_(low_) {
    for (const CoastSegment* s = begin_; s != end_; ++s) {
      low_ = {std::min(low_.x, s->a.x), std::min(low_.y, s->a.y)};
      high_ = {std::max(high_.x, s->a.x), std::max(high_.y, s->a.y)};
    }
    file_by_rows();
  }
  Vec2d low() const { return low_; }
  Vec2d high() const { return high_; }

  bool holds(Vec2d p) const {
    if (p.x < low_.x || p.x > high_.x) return false;
    bool inside = false;
    for_row(row_of(p.y), [&](const CoastSegment& s) {
      if ((s.a.y > p.y) != (s.b.y > p.y) && p.x < crossing(s, p.y)) inside = !inside;
    });
    return inside;
  }

  void add_row(int64_t row, int32_t width, int32_t body, std::vector<TexelRun>& out) const {
    const double y = static_cast<double>(row) + 0.5;
    std::vector<double> xs;
    const auto add = [&](double x0, double x1) {
      const double first = std::max(std::ceil(x0 - kNear - 0.5), 0.0),
                   last = std::min(std::floor(x1 + kNear - 0.5), width - 1.0);
      if (first <= last)
        out.push_back(
            {row * width + static_cast<int64_t>(first), row * width + static_cast<int64_t>(last) + 1, body});
    };
    for_row(row, [&](const CoastSegment& s) {
      if ((s.a.y > y) != (s.b.y > y)) xs.push_back(crossing(s, y));
      if (s.a.y == y && s.b.y == y) add(std::min(s.a.x, s.b.x), std::max(s.a.x, s.b.x));
      else if (s.a.y == y) add(s.a.x, s.a.x);
    });
    std::sort(xs.begin(), xs.end());
    for (size_t k = 0; k + 1 < xs.size(); k += 2) add(xs[k], xs[k + 1]);
  }

 private:
  static double crossing(const CoastSegment& s, double y) {
    return s.a.x + (y - s.a.y) / (s.b.y - s.a.y) * (s.b.x - s.a.x);
  }
  static int64_t row_of(double y) { return static_cast<int64_t>(std::floor(y)); }
  template <class Visit>
  void for_row(int64_t row, const Visit& visit) const {
    const int64_t k = row - row_of(low_.y);
    if (k < 0 || k + 1 >= static_cast<int64_t>(first_.size())) return;
    for (int64_t at = first_[static_cast<size_t>(k)]; at < first_[static_cast<size_t>(k) + 1]; ++at)
      visit(begin_[segments_[static_cast<size_t>(at)]]);
  }
  template <class Visit>
  void for_touched(const Visit& visit) const {
    for (const CoastSegment* s = begin_; s != end_; ++s) {
      if ((s - begin_) % 4096 == 0) check_cancelled();
      const auto [low, high] = std::minmax(s->a.y, s->b.y);
      for (int64_t row = row_of(low); row <= row_of(high); ++row)
        visit(static_cast<size_t>(row - row_of(low_.y)), s - begin_);
    }
  }
  void file_by_rows() {
    first_.assign(static_cast<size_t>(row_of(high_.y) - row_of(low_.y)) + 2, 0);
    for_touched([&](size_t row, int64_t) { ++first_[row + 1]; });
    for (size_t row = 1; row < first_.size(); ++row) first_[row] += first_[row - 1];
    segments_.resize(static_cast<size_t>(first_.back()));
    std::vector<int64_t> next(first_.begin(), first_.end() - 1);
    for_touched([&](size_t row, int64_t k) { segments_[static_cast<size_t>(next[row]++)] = k; });
  }

  const CoastSegment *begin_, *end_;
  Vec2d low_, high_;
  std::vector<int64_t> first_, segments_;  // first_: of each row, and the end
};

void unite_runs(std::vector<TexelRun>& runs) {
  std::sort(runs.begin(), runs.end(), [](const TexelRun& a, const TexelRun& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    return a.end != b.end ? a.end > b.end : a.body < b.body;
  });
  size_t kept = 0;
  for (const TexelRun& r : runs) {
    const bool meets = kept > 0 && r.begin < runs[kept - 1].end;  // a run stays in its row
    const bool other = meets && r.body != runs[kept - 1].body;
    if (meets && (!other || r.end <= runs[kept - 1].end)) {
      runs[kept - 1].end = std::max(runs[kept - 1].end, r.end);
    } else {  // of overlapping islands in two bodies the first keeps its texels
      const int64_t begin = other ? runs[kept - 1].end : r.begin;
      runs[kept++] = {begin, r.end, r.body};
    }
  }
  runs.resize(kept);
}

bool counts(const ChainBody& chain, double signed_area, const std::vector<uint8_t>& keep,
            const WaterChoice& choice) {
  if (chain.body != kNoBody) return keep[static_cast<size_t>(chain.body)] != 0;
  if (choice.lakes_are_land) return chain.ocean;
  return chain.ocean || signed_area >= choice.least_lake;
}

}  // namespace

ChosenWater choose_water(const Coastline& coast, const WaterBodies& found, const WaterChoice& choice,
                         int32_t width, int32_t height) {
  if (found.chains.size() != coast.chains.size())
    throw std::invalid_argument("choose_water: the bodies belong to another coast");
  ChosenWater out;
  for (const WaterBody& body : found.bodies) {
    const bool small = !body.ocean && body.area_texels2 < choice.least_lake;
    if (small && !choice.lakes_are_land) ++out.lakes;
    out.keep.push_back(body.ocean || (!choice.lakes_are_land && !small) ? 1 : 0);
  }
  std::vector<uint8_t> stays;
  std::vector<Place> places;
  for (size_t c = 0; c < coast.chains.size(); ++c) {
    const Chain& chain = coast.chains[c];
    stays.push_back(counts(found.chains[c], chain.signed_area, out.keep, choice) ? 1 : 0);
    if (choice.least_island > 0) places.push_back({coast.segments[static_cast<size_t>(chain.first)].a, c});
  }
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.first.y < b.first.y; });
  for (size_t c = 0; choice.least_island > 0 && c < coast.chains.size(); ++c) {
    const Chain& chain = coast.chains[c];
    if (!stays[c] || !chain.closed || !(chain.signed_area < 0) || -chain.signed_area >= choice.least_island)
      continue;
    ++out.islands;
    stays[c] = 0;
    const Polygon island(coast, chain);
    auto it = std::lower_bound(places.begin(), places.end(), island.low().y,
                               [](const Place& p, double y) { return p.first.y < y; });
    int64_t steps = 0;
    for (; it != places.end() && it->first.y <= island.high().y; ++it) {
      if (steps++ % 4096 == 0) check_cancelled();
      if (it->chain != c && island.holds(it->first)) stays[it->chain] = 0;
    }
    const auto first = static_cast<int64_t>(std::max(0.0, std::floor(island.low().y - 0.5))),
               last = static_cast<int64_t>(std::min(height - 1.0, std::ceil(island.high().y - 0.5)));
    for (int64_t row = first; row <= last; ++row) {
      check_cancelled();
      island.add_row(row, width, found.chains[c].body, out.dropped);
    }
  }
  for (size_t c = 0; c < stays.size(); ++c)
    if (stays[c] != 0) out.chains.push_back(found.chains[c]);
  unite_runs(out.dropped);
  out.coast = filter_chains(coast, stays);
  return out;
}

bool is_water(const MaskRuns& water, const RunComponents& components, const WaterBodies& found,
              const ChosenWater& chosen, int64_t texel) {
  const int32_t component = host_view(water, components).component_at(texel);
  if (component >= 0 && chosen.keep[static_cast<size_t>(found.body_of[static_cast<size_t>(component)])] != 0)
    return true;
  for (const TexelRun& r : chosen.dropped)
    if (r.begin <= texel && texel < r.end) return true;
  return false;
}

int64_t count_water(const MaskRuns& water, const RunComponents& components, const WaterBodies& found,
                    const ChosenWater& chosen) {
  int64_t sum = 0;
  for (size_t c = 0; c < components.table.size(); ++c)
    if (chosen.keep[static_cast<size_t>(found.body_of[c])] != 0) sum += components.table[c].texels;
  for (const TexelRun& r : chosen.dropped) {
    sum += r.end - r.begin;
    auto k = static_cast<size_t>(std::upper_bound(water.end.begin(), water.end.end(), r.begin) -
                                 water.end.begin());
    for (; k < water.begin.size() && water.begin[k] < r.end; ++k)
      if (chosen.keep[static_cast<size_t>(found.body_of[static_cast<size_t>(components.of_run[k])])] != 0)
        sum -= std::min(r.end, water.end[k]) - std::max(r.begin, water.begin[k]);
  }
  return sum;
}

}  // namespace ocean
