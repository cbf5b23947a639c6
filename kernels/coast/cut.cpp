// SPDX-License-Identifier: Apache-2.0
//
// From candidates and what covers them to pieces of coast: unions of intervals, complements, and for
// uncovered rims the rule of what lies outside.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/cancel.h"
#include "kernels/coast/mesh_candidates.h"

namespace ocean {
namespace {

struct Range {
  double low, high;
};
using Ranges = std::vector<Range>;  // ascending, disjoint

// Rims nearer to the map's border than this lie on it.
constexpr double kOnBorder = 1e-6;  // texels

// Ranges in any order become ascending and disjoint; gaps up to `gap` close.
Ranges united(Ranges r, double gap) {
  std::sort(r.begin(), r.end(), [](const Range& a, const Range& b) { return a.low < b.low; });
  Ranges out;
  for (const Range& x : r) {
    if (!out.empty() && x.low <= out.back().high + gap) out.back().high = std::max(out.back().high, x.high);
    else out.push_back(x);
  }
  return out;
}

// whole minus holes, without parts up to `shortest`, ends within it of whole's ends moved there.
Ranges without(Range whole, const Ranges& holes, double shortest) {
  Ranges out;
  double at = whole.low;
  const auto add = [&](double end) {
    if (end - at > shortest) out.push_back({at, end});
  };
  for (const Range& h : holes) {
    add(std::min(h.low, whole.high));
    at = std::max(at, h.high);
  }
  add(whole.high);
  return out;
}

class Cutter {
 public:
  Cutter(const MeshCoastOptions& options, std::vector<CoastPiece>& out) : options_(options), out_(out) {}

  void cut(const CoastCandidate& c, const Overlap* overlaps, int64_t count) {
    const bool rim = c.kind != CandidateKind::crossing;
    const bool rim_everywhere = c.kind == CandidateKind::land_rim && options_.outside == Outside::water;
    const bool plain = !rim || (rim_everywhere && options_.holes.land == nullptr);
    if (count == 0 && plain && c.open0 <= c.t0 && c.open1 >= c.t1) {
      out_.push_back({c.a, c.b, c.from, c.to});
      return;
    }
    const Vec2d d = c.base_b - c.base_a;
    const double shortest = kCoastTolerance / std::sqrt(dot(d, d));
    Ranges removed, covered;
    if (c.open0 > c.t0) removed.push_back({c.t0, c.open0});
    if (c.open1 < c.t1) removed.push_back({c.open1, c.t1});
    for (int64_t k = 0; k < count; ++k)
      (overlaps[k].covers ? covered : removed).push_back({overlaps[k].low, overlaps[k].high});
    removed = united(std::move(removed), shortest);
    Ranges left;
    if (plain) {
      left = whole_or_without(c, removed, shortest);
    } else {
      covered = united(std::move(covered), shortest);
      left = at_rim(c, removed, covered, shortest);
    }
    for (const Range& r : left) emit(c, r);
  }

 private:
  static Ranges whole_or_without(const CoastCandidate& c, const Ranges& removed, double shortest) {
    if (removed.empty()) return {{c.t0, c.t1}};
    return without({c.t0, c.t1}, removed, shortest);
  }

  // A rim is coast where its outer side is covered (by water: the rest was removed), and where it is
  // uncovered and the rule says so.
  Ranges at_rim(const CoastCandidate& c, const Ranges& removed, const Ranges& covered,
                double shortest) const {
    Ranges kept;
    for (const Range& r : whole_or_without(c, removed, shortest)) {
      for (const Range& x : covered)
        if (x.low < r.high && x.high > r.low)
          kept.push_back({std::max(x.low, r.low), std::min(x.high, r.high)});
      for (const Range& x : without(r, covered, shortest)) add_uncovered(c, x, kept);
    }
    return united(std::move(kept), shortest);
  }

  void add_uncovered(const CoastCandidate& c, Range r, Ranges& kept) const {
    const bool want_land = c.kind == CandidateKind::water_rim;
    if (options_.holes.land == nullptr) {
      if (is_wanted(options_.outside, want_land)) kept.push_back(r);
      return;
    }
    // Half a texel outwards: left of a land rim, right of a water rim; cut where that line enters another
    // texel.
    const Vec2d d = c.base_b - c.base_a, side = want_land ? Vec2d{d.y, -d.x} : Vec2d{-d.y, d.x};
    const Vec2d from = c.base_a + (0.5 / std::sqrt(dot(d, d))) * side;
    std::vector<double> cuts{r.low, r.high};
    add_cuts(from.x, d.x, r, options_.holes.width, cuts);
    add_cuts(from.y, d.y, r, options_.holes.height, cuts);
    add_border_cuts(c.base_a.x, d.x, r, options_.holes.width, cuts);
    add_border_cuts(c.base_a.y, d.y, r, options_.holes.height, cuts);
    std::sort(cuts.begin(), cuts.end());
    for (size_t k = 0; k + 1 < cuts.size(); ++k) {
      const double middle = 0.5 * (cuts[k] + cuts[k + 1]);
      const Vec2d on_rim = c.base_a + middle * d, beside = from + middle * d;
      if (is_wanted(outside_at(on_rim, beside), want_land)) kept.push_back({cuts[k], cuts[k + 1]});
    }
  }

  static bool is_wanted(Outside outside, bool want_land) {
    return outside == (want_land ? Outside::land : Outside::water);
  }

  // The parameters in r at which from + t d is a whole number in [0, last].
  static void add_cuts(double from, double d, Range r, int32_t last, std::vector<double>& cuts) {
    if (d == 0) return;
    const double x0 = from + r.low * d, x1 = from + r.high * d;
    const double begin = std::max(0.0, std::ceil(std::min(x0, x1))),
                 end = std::min<double>(last, std::max(x0, x1));
    for (double x = begin; x <= end; x += 1) {
      const double t = (x - from) / d;
      if (t > r.low && t < r.high) cuts.push_back(t);
    }
  }

  // The same for the two borders, where the rim itself enters or leaves the map.
  static void add_border_cuts(double from, double d, Range r, int32_t last, std::vector<double>& cuts) {
    if (d == 0) return;
    for (const double x : {0.0, static_cast<double>(last)}) {
      const double t = (x - from) / d;
      if (t > r.low && t < r.high) cuts.push_back(t);
    }
  }

  bool in_map(Vec2d p, double margin) const {
    const HoleMap& h = options_.holes;
    return p.x > margin && p.y > margin && p.x < h.width - margin && p.y < h.height - margin;
  }

  // What lies beside the point on_rim; `beside`: half a texel away on the rim's outer side, perhaps just
  // beyond the map.
  Outside outside_at(Vec2d on_rim, Vec2d beside) const {
    const HoleMap& h = options_.holes;
    if (!in_map(on_rim, kOnBorder)) return options_.outside;
    const auto i = std::clamp<int64_t>(static_cast<int64_t>(beside.x), 0, h.width - 1),
               j = std::clamp<int64_t>(static_cast<int64_t>(beside.y), 0, h.height - 1);
    const bool beside_in_map = in_map(beside, 0);
    uint8_t texel = h.land[j * h.width + i];
    if (!beside_in_map || (texel & kCoveredTexel) != 0) {
      double nearest = 1e300;
      for (int64_t y = std::max<int64_t>(0, j - 1); y <= std::min<int64_t>(h.height - 1, j + 1); ++y)
        for (int64_t x = std::max<int64_t>(0, i - 1); x <= std::min<int64_t>(h.width - 1, i + 1); ++x) {
          const uint8_t other = h.land[y * h.width + x];
          const Vec2d centre{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5},
              away = centre - beside;
          if ((other & kCoveredTexel) != 0 || !(dot(centre - on_rim, beside - on_rim) > 0) ||
              !(dot(away, away) < nearest))
            continue;
          nearest = dot(away, away);
          texel = other;
        }
      if (!beside_in_map && nearest == 1e300) return options_.outside;
    }
    return (texel & 1) != 0 ? Outside::land : Outside::water;
  }

  void emit(const CoastCandidate& c, Range r) {
    CoastPiece piece{c.a, c.b, c.from, c.to};
    if (r.low > c.t0) {
      piece.a = c.base_a + r.low * (c.base_b - c.base_a);
      piece.from = cut_node();
    }
    if (r.high < c.t1) {
      piece.b = c.base_a + r.high * (c.base_b - c.base_a);
      piece.to = cut_node();
    }
    out_.push_back(piece);
  }

  uint64_t cut_node() { return uint64_t{1} << 63 | cuts_++; }

  const MeshCoastOptions& options_;
  std::vector<CoastPiece>& out_;
  uint64_t cuts_ = 0;
};

}  // namespace

std::vector<CoastPiece> cut_candidates(const std::vector<CoastCandidate>& candidates,
                                       std::vector<Overlap> overlaps, const MeshCoastOptions& options) {
  std::vector<int64_t> first(candidates.size() + 1);
  for (const Overlap& o : overlaps) ++first[static_cast<size_t>(o.candidate) + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<Overlap> sorted(overlaps.size());
  std::vector<int64_t> next(first.begin(), first.end() - 1);
  for (const Overlap& o : overlaps) sorted[static_cast<size_t>(next[static_cast<size_t>(o.candidate)]++)] = o;
  overlaps = {};
  std::vector<CoastPiece> out;
  out.reserve(candidates.size());
  Cutter cutter(options, out);
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (i % 4096 == 0) check_cancelled();
    cutter.cut(candidates[i], sorted.data() + first[i], first[i + 1] - first[i]);
  }
  return out;
}

}  // namespace ocean
