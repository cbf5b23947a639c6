// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "kernels/cancel.h"
#include "kernels/coast/lattice_crossings.h"
#include "kernels/coast/union_find.h"
#include "kernels/coast/water_bodies.h"

namespace ocean {
namespace {

bool along_edges(const LatticeCrossing& a, const LatticeCrossing& b) {
  if (a.edge != b.edge) return a.edge < b.edge;
  if (a.at != b.at) return a.at < b.at;
  return a.segment < b.segment;
}

class BodyFinder {
 public:
  BodyFinder(const Exec& exec, const Coastline& coast, const RunComponents& components, const RunIndex& index)
      : exec_(exec),
        coast_(coast),
        components_(components.table),
        index_(index),
        unions_(components_.size()),
        component_of_chain_(coast.chains.size(), -1) {}

  void name_chains() {
    std::vector<int32_t> chain_of(coast_.segments.size());
    for (size_t c = 0; c < coast_.chains.size(); ++c) {
      const Chain& chain = coast_.chains[c];
      std::fill_n(chain_of.begin() + chain.first, chain.count, static_cast<int32_t>(c));
    }
    std::vector<LatticeCrossing> all = lattice_crossings(exec_, coast_, index_.view());
    std::sort(all.begin(), all.end(), along_edges);
    int64_t steps = 0;
    for (size_t k = 0; k < all.size();) {
      if (steps++ % 4096 == 0) check_cancelled();
      size_t stop = k;
      while (stop < all.size() && all[stop].edge == all[k].edge) ++stop;
      const LatticeCrossing &first = all[k], &last = all[stop - 1];
      // The side is asked for too, so that a centre on the wrong side of its coast by rounding names nothing.
      if (first.body_first >= 0 && first.water_first)
        name(chain_of[static_cast<size_t>(first.segment)], first.body_first);
      if (last.body_second >= 0 && !last.water_first)
        name(chain_of[static_cast<size_t>(last.segment)], last.body_second);
      k = stop;
    }
  }

  // Closed chains that enclose land and cross no lattice edge are islets between four centres: the nearest
  // one in water names them.
  void name_islets(const RunView& water) {
    for (size_t c = 0; c < component_of_chain_.size(); ++c) {
      if (c % 4096 == 0) check_cancelled();
      const Chain& chain = coast_.chains[c];
      if (component_of_chain_[c] >= 0 || !chain.closed || chain.signed_area > 0) continue;
      const Vec2d p = coast_.segments[static_cast<size_t>(chain.first)].a;
      if (!(p.x >= 0.5 && p.y >= 0.5 && p.x < water.width - 0.5 && p.y < water.height - 0.5)) continue;
      const auto i = static_cast<int64_t>(p.x - 0.5), j = static_cast<int64_t>(p.y - 0.5);
      double nearest = 1e300;
      int32_t component = -1;
      for (int64_t k = 0; k < 4; ++k) {
        const int64_t column = i + k % 2, row = j + k / 2;
        const Vec2d d{static_cast<double>(column) + 0.5 - p.x, static_cast<double>(row) + 0.5 - p.y};
        const int32_t here = water.component_at(row * water.width + column);
        if (here < 0 || dot(d, d) >= nearest) continue;
        nearest = dot(d, d);
        component = here;
      }
      if (component >= 0) name(static_cast<int32_t>(c), component);
    }
  }

  WaterBodies result(std::optional<int32_t> seed) {
    WaterBodies out;
    const size_t n = components_.size();
    out.body_of.resize(n);
    std::vector<double> enclosed_area;
    for (size_t k = 0; k < n; ++k) {
      const RunComponent& component = components_[k];
      const auto root = static_cast<size_t>(unions_.root(static_cast<int32_t>(k)));
      if (root == k) {
        out.body_of[k] = static_cast<int32_t>(out.bodies.size());
        out.bodies.push_back({});
        out.bodies.back().label = component.label;
        out.bodies.back().enclosed = true;
      } else {
        out.body_of[k] = out.body_of[root];
      }
      WaterBody& body = out.bodies[static_cast<size_t>(out.body_of[k])];
      body.texels += component.texels;
      body.touches_border |= component.touches_border;
      body.ocean |= seed ? static_cast<int32_t>(k) == *seed : component.touches_border;
    }
    out.chains.resize(coast_.chains.size());
    for (size_t c = 0; c < out.chains.size(); ++c) {
      const Chain& chain = coast_.chains[c];
      ChainBody& named = out.chains[c];
      if (component_of_chain_[c] < 0) {
        named.ocean = !(chain.closed && chain.signed_area > 0);
        continue;
      }
      named.body = out.body_of[static_cast<size_t>(component_of_chain_[c])];
      WaterBody& body = out.bodies[static_cast<size_t>(named.body)];
      named.ocean = body.ocean;
      ++body.chains;
      body.enclosed &= chain.closed;
      body.area_texels2 += chain.signed_area;
    }
    for (WaterBody& body : out.bodies) {
      body.enclosed &= body.chains > 0 && body.area_texels2 > 0;
      if (!body.enclosed) body.area_texels2 = static_cast<double>(body.texels);
    }
    return out;
  }

 private:
  void name(int32_t chain, int32_t component) {
    int32_t& named = component_of_chain_[static_cast<size_t>(chain)];
    if (named < 0) named = component;
    else unions_.unite(named, component);
  }

  const Exec& exec_;
  const Coastline& coast_;
  const std::vector<RunComponent>& components_;
  const RunIndex& index_;
  UnionFind unions_;  // of components, so a body has its smallest label
  std::vector<int32_t> component_of_chain_;
};

}  // namespace

WaterBodies find_water_bodies(const Exec& exec, const Coastline& coast, const MaskRuns& water,
                              const RunComponents& components, const RunIndex& index,
                              std::optional<TexelIndex> ocean_seed) {
  const RunView on_host = host_view(water, components);
  std::optional<int32_t> seed;
  if (ocean_seed) {
    const TexelIndex& s = *ocean_seed;
    if (s.i < 0 || s.j < 0 || s.i >= water.width || s.j >= water.height)
      throw std::invalid_argument("find_water_bodies: the ocean's seed lies outside the map");
    seed = on_host.component_at(int64_t{s.j} * water.width + s.i);
    if (*seed < 0) throw std::invalid_argument("find_water_bodies: the ocean's seed is on land");
  }
  BodyFinder finder(exec, coast, components, index);
  finder.name_chains();
  finder.name_islets(on_host);
  return finder.result(seed);
}

}  // namespace ocean
