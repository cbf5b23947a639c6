// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/buffer.h"
#include "kernels/cancel.h"
#include "kernels/coast/coast_nodes.h"
#include "kernels/coast/coastline.h"

namespace ocean {
namespace {

// A direction away from a node along a piece's end.
struct Ray {
  Vec2d d;
  int32_t end;  // 2*piece: the piece leaves here; 2*piece + 1: it arrives
  bool leaves() const { return end % 2 == 0; }
};

int half_plane(Vec2d d) { return d.y > 0 || (d.y == 0 && d.x > 0) ? 0 : 1; }

// Clockwise order. On equal rays the leaving piece comes first, so that the land between the two, not the
// water, is what has no width.
bool clockwise_before(const Ray& a, const Ray& b) {
  const int ha = half_plane(a.d), hb = half_plane(b.d);
  if (ha != hb) return ha > hb;
  const double turn = cross(a.d, b.d);
  if (turn != 0) return turn < 0;
  if (a.leaves() != b.leaves()) return a.leaves();
  return a.end < b.end;
}

// Water lies clockwise of an arriving piece's ray up to the next ray, by which it must leave: brackets,
// matched around the node.
void pair_at_node(const std::vector<CoastPiece>& pieces, const int32_t* ends, int64_t count,
                  std::vector<int32_t>& next) {
  std::vector<Ray> rays;
  for (int64_t k = 0; k < count; ++k) {
    const CoastPiece& p = pieces[static_cast<size_t>(ends[k] / 2)];
    rays.push_back({ends[k] % 2 == 0 ? p.b - p.a : p.a - p.b, ends[k]});
  }
  std::sort(rays.begin(), rays.end(), clockwise_before);
  std::vector<int32_t> arrived;
  std::vector<uint8_t> used(rays.size());
  for (int round = 0; round < 2; ++round) {
    for (size_t k = 0; k < rays.size(); ++k) {
      if (!rays[k].leaves()) {
        if (round == 0) arrived.push_back(rays[k].end / 2);
      } else if (!used[k] && !arrived.empty()) {
        next[static_cast<size_t>(arrived.back())] = rays[k].end / 2;
        arrived.pop_back();
        used[k] = 1;
      }
    }
  }
}

class ChainWriter {
 public:
  ChainWriter(const std::vector<CoastPiece>& pieces, Coastline& out) : pieces_(pieces), out_(out) {}

  // The chain that starts with piece `first` and follows `next`.
  void write(int32_t first, bool closed, const std::vector<int32_t>& next) {
    Chain chain;
    chain.first = static_cast<int64_t>(out_.segments.size());
    chain.closed = closed;
    int32_t i = first;
    do {
      const CoastPiece& p = pieces_[static_cast<size_t>(i)];
      if (!(p.a == p.b)) add({p.a, p.b}, chain);
      i = next[static_cast<size_t>(i)];
    } while (i >= 0 && i != first);
    finish(chain);
  }

  void copy(const Coastline& from, const Chain& old) {
    Chain chain;
    chain.first = static_cast<int64_t>(out_.segments.size());
    chain.closed = old.closed;
    for (int64_t k = old.first; k < old.first + old.count; ++k)
      add(from.segments[static_cast<size_t>(k)], chain);
    finish(chain);
  }

 private:
  void add(const CoastSegment& s, Chain& chain) {
    out_.segments.push_back(s);
    out_.start.push_back(chain.length);
    const Vec2d d = s.b - s.a;
    chain.length += std::sqrt(dot(d, d));
    ++chain.count;
  }
  void finish(Chain& chain) {
    if (chain.count == 0) return;
    if (chain.closed) {
      const Vec2d origin = out_.segments[static_cast<size_t>(chain.first)].a;  // keeps the products small
      double twice = 0;
      for (int64_t k = chain.first; k < chain.first + chain.count; ++k) {
        const CoastSegment& s = out_.segments[static_cast<size_t>(k)];
        twice += cross(s.a - origin, s.b - origin);
      }
      chain.signed_area = 0.5 * twice;
    }
    out_.length += chain.length;
    out_.chains.push_back(chain);
  }
  const std::vector<CoastPiece>& pieces_;
  Coastline& out_;
};

}  // namespace

Coastline chain_linked(const std::vector<CoastPiece>& pieces, const std::vector<int32_t>& next) {
  const size_t n = pieces.size();
  std::vector<int32_t> previous(n, -1);
  for (size_t i = 0; i < n; ++i)
    if (next[i] >= 0) previous[static_cast<size_t>(next[i])] = static_cast<int32_t>(i);
  Coastline out;
  out.segments.reserve(n);
  out.start.reserve(n);
  ChainWriter writer(pieces, out);
  std::vector<uint8_t> done(n);
  for (size_t i = 0; i < n; ++i) {
    if (i % 4096 == 0) check_cancelled();
    if (done[i]) continue;
    const auto self = static_cast<int32_t>(i);
    int32_t first = self;
    while (previous[static_cast<size_t>(first)] >= 0 && previous[static_cast<size_t>(first)] != self)
      first = previous[static_cast<size_t>(first)];
    const bool closed = previous[static_cast<size_t>(first)] == self;
    if (closed) first = self;
    int32_t k = first;
    do {
      done[static_cast<size_t>(k)] = 1;
      k = next[static_cast<size_t>(k)];
    } while (k >= 0 && k != first);
    writer.write(first, closed, next);
  }
  return out;
}

Coastline chain_pieces(const Exec& exec, const std::vector<CoastPiece>& pieces) {
  std::vector<int32_t> next(pieces.size(), -1);
  const NodeEnds nodes = sort_ends(exec, pieces);
  for_each_node(exec, nodes, [&](int64_t begin, int64_t end) {
    const int32_t* ends = nodes.ends.data() + begin;
    const bool plain = end - begin == 2 && ends[0] % 2 != ends[1] % 2;
    if (plain) {
      const int32_t arrives = ends[0] % 2 == 1 ? ends[0] : ends[1],
                    leaves = ends[0] % 2 == 1 ? ends[1] : ends[0];
      next[static_cast<size_t>(arrives / 2)] = leaves / 2;
    } else if (end - begin > 1) {
      pair_at_node(pieces, ends, end - begin, next);
    }
  });
  return chain_linked(pieces, next);
}

Coastline filter_chains(const Coastline& coast, const std::vector<uint8_t>& keep) {
  if (keep.size() != coast.chains.size())
    throw std::invalid_argument("filter_chains: keep needs one entry a chain");
  Coastline out;
  const std::vector<CoastPiece> none;
  ChainWriter writer(none, out);
  for (size_t c = 0; c < keep.size(); ++c)
    if (keep[c]) writer.copy(coast, coast.chains[c]);
  return out;
}

}  // namespace ocean
