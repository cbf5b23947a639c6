// SPDX-License-Identifier: Apache-2.0
#include "kernels/coast/simplify.h"

#include <algorithm>
#include <numeric>

namespace ocean {
namespace {

double square_distance(Vec2d p, Vec2d a, Vec2d b) {
  const Vec2d d = b - a, ap = p - a;
  const double length2 = dot(d, d), along = dot(ap, d);
  const double t = !(along > 0) ? 0 : along >= length2 ? 1 : along / length2;
  const Vec2d off = ap - t * d;
  return dot(off, off);
}

struct Farthest {
  int64_t at = -1;
  double square = -1;
};

Farthest farthest(const Coastline& coast, size_t chain, int64_t from, int64_t to) {
  const Vec2d a = curve_point(coast, chain, from), b = curve_point(coast, chain, to);
  Farthest best;
  for (int64_t k = from + 1; k < to; ++k) {
    const double d = square_distance(curve_point(coast, chain, k), a, b);
    if (d > best.square) best = {k, d};
  }
  return best;
}

}  // namespace

Vec2d curve_point(const Coastline& coast, size_t chain, int64_t k) {
  const Chain& c = coast.chains[chain];
  return k < c.count ? coast.segments[static_cast<size_t>(c.first + k)].a
                     : coast.segments[static_cast<size_t>(c.first + c.count - 1)].b;
}

double curve_arc(const Coastline& coast, size_t chain, int64_t k) {
  const Chain& c = coast.chains[chain];
  return k < c.count ? coast.start[static_cast<size_t>(c.first + k)] : c.length;
}

std::vector<int64_t> simplify_chain(const Coastline& coast, size_t chain, double tolerance) {
  const Chain& c = coast.chains[chain];
  std::vector<int64_t> kept(static_cast<size_t>(c.count) + 1);
  std::iota(kept.begin(), kept.end(), int64_t{0});
  if (!(tolerance > 0)) return kept;
  std::vector<std::pair<int64_t, int64_t>> open;
  std::vector<uint8_t> stays(kept.size());
  stays.front() = stays.back() = 1;
  const auto split = [&](int64_t from, int64_t to, bool always) {
    const Farthest f = farthest(coast, chain, from, to);
    if (f.at < 0 || (!always && f.square <= tolerance * tolerance)) return int64_t{-1};
    stays[static_cast<size_t>(f.at)] = 1;
    open.push_back({from, f.at});
    open.push_back({f.at, to});
    return f.at;
  };
  if (c.closed && c.count >= 3) {
    // A triangle at the least: the point farthest from the start, and the one farthest from the line there.
    const int64_t middle = split(0, c.count, true);
    open.clear();
    const Farthest before = farthest(coast, chain, 0, middle),
                   after = farthest(coast, chain, middle, c.count);
    const bool in_first = before.square >= after.square;
    if (in_first) split(0, middle, true), open.push_back({middle, c.count});
    else split(middle, c.count, true), open.push_back({0, middle});
  } else {
    open.push_back({0, c.count});
  }
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    split(from, to, false);
  }
  std::erase_if(kept, [&](int64_t k) { return stays[static_cast<size_t>(k)] == 0; });
  return kept;
}

}  // namespace ocean
