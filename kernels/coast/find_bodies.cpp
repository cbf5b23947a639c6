// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/coast/lattice_crossings.h"
#include "kernels/coast/union_find.h"
#include "kernels/coast/water_bodies.h"
#include "kernels/raster/label.h"

namespace ocean {
namespace {

bool along_edges(const LatticeCrossing& a, const LatticeCrossing& b) {
  if (a.edge != b.edge) return a.edge < b.edge;
  if (a.at != b.at) return a.at < b.at;
  return a.segment < b.segment;
}

struct Map {
  const Exec& exec;
  const Coastline& coast;
  View<const int32_t> labels;
  int32_t width, height;
};

class BodyFinder {
 public:
  BodyFinder(const Map& map, std::vector<Component> components)
      : map_(map),
        components_(std::move(components)),
        unions_(components_.size()),
        component_of_chain_(map.coast.chains.size(), -1) {}

  void name_chains() {
    std::vector<int32_t> chain_of(map_.coast.segments.size());
    for (size_t c = 0; c < map_.coast.chains.size(); ++c) {
      const Chain& chain = map_.coast.chains[c];
      std::fill_n(chain_of.begin() + chain.first, chain.count, static_cast<int32_t>(c));
    }
    std::vector<LatticeCrossing> all =
        lattice_crossings(map_.exec, map_.coast, map_.labels, map_.width, map_.height);
    std::sort(all.begin(), all.end(), along_edges);
    for (size_t k = 0; k < all.size();) {
      size_t stop = k;
      while (stop < all.size() && all[stop].edge == all[k].edge) ++stop;
      const LatticeCrossing &first = all[k], &last = all[stop - 1];
      // The side is asked for too, so that a centre on the wrong side of its coast by rounding names nothing.
      if (first.label_first >= 0 && first.water_first)
        name(chain_of[static_cast<size_t>(first.segment)], first.label_first);
      if (last.label_second >= 0 && !last.water_first)
        name(chain_of[static_cast<size_t>(last.segment)], last.label_second);
      k = stop;
    }
  }

  // Closed chains that enclose land and cross no lattice edge are islets between four centres: the nearest
  // one in water names them.
  void name_islets() {
    std::vector<int64_t> texels;
    std::vector<size_t> islets;
    for (size_t c = 0; c < component_of_chain_.size(); ++c) {
      const Chain& chain = map_.coast.chains[c];
      if (component_of_chain_[c] >= 0 || !chain.closed || chain.signed_area > 0) continue;
      const Vec2d p = map_.coast.segments[static_cast<size_t>(chain.first)].a;
      if (!(p.x >= 0.5 && p.y >= 0.5 && p.x < map_.width - 0.5 && p.y < map_.height - 0.5)) continue;
      const auto i = static_cast<int64_t>(p.x - 0.5), j = static_cast<int64_t>(p.y - 0.5);
      islets.push_back(c);
      for (int64_t k = 0; k < 4; ++k) texels.push_back((j + k / 2) * map_.width + i + k % 2);
    }
    if (islets.empty()) return;
    const std::vector<int32_t> labels = gather_labels(map_.exec, map_.labels, texels);
    for (size_t n = 0; n < islets.size(); ++n) {
      const Vec2d p = map_.coast.segments[static_cast<size_t>(map_.coast.chains[islets[n]].first)].a;
      double nearest = 1e300;
      int32_t label = kNoLabel;
      for (size_t k = 4 * n; k < 4 * n + 4; ++k) {
        const Vec2d d{static_cast<double>(texels[k] % map_.width) + 0.5 - p.x,
                      static_cast<double>(texels[k] / map_.width) + 0.5 - p.y};
        if (labels[k] < 0 || dot(d, d) >= nearest) continue;
        nearest = dot(d, d);
        label = labels[k];
      }
      if (label >= 0) name(static_cast<int32_t>(islets[n]), label);
    }
  }

  WaterBodies result(std::optional<int32_t> seed_label) {
    WaterBodies out;
    const size_t n = components_.size();
    out.body_of.resize(n);
    std::vector<double> enclosed_area;
    for (size_t k = 0; k < n; ++k) {
      const Component& component = components_[k];
      out.labels.push_back(component.label);
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
      body.texels += component.area;
      body.touches_border |= component.touches_border != 0;
      body.ocean |= seed_label ? component.label == *seed_label : component.touches_border != 0;
    }
    out.chains.resize(map_.coast.chains.size());
    for (size_t c = 0; c < out.chains.size(); ++c) {
      const Chain& chain = map_.coast.chains[c];
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
  void name(int32_t chain, int32_t label) {
    const auto it = std::lower_bound(components_.begin(), components_.end(), label,
                                     [](const Component& c, int32_t l) { return c.label < l; });
    const auto component = static_cast<int32_t>(it - components_.begin());
    int32_t& named = component_of_chain_[static_cast<size_t>(chain)];
    if (named < 0) named = component;
    else unions_.unite(named, component);
  }

  Map map_;
  std::vector<Component> components_;
  UnionFind unions_;  // of components, so a body has its smallest label
  std::vector<int32_t> component_of_chain_;
};

}  // namespace

WaterBodies find_water_bodies(const Exec& exec, const Coastline& coast, View<const int32_t> labels,
                              int32_t width, int32_t height, std::optional<TexelIndex> ocean_seed) {
  if (width < 0 || height < 0 || labels.size != int64_t{width} * height)
    throw std::invalid_argument("find_water_bodies: labels must have width * height elements");
  std::optional<int32_t> seed_label;
  if (ocean_seed) {
    const TexelIndex& s = *ocean_seed;
    if (s.i < 0 || s.j < 0 || s.i >= width || s.j >= height)
      throw std::invalid_argument("find_water_bodies: the ocean's seed lies outside the map");
    seed_label = gather_labels(exec, labels, {int64_t{s.j} * width + s.i})[0];
    if (*seed_label < 0) throw std::invalid_argument("find_water_bodies: the ocean's seed is on land");
  }
  const Buffer<Component> table = component_table(exec, labels, width, height);
  BodyFinder finder({exec, coast, labels, width, height}, table.to_host("water bodies"));
  finder.name_chains();
  finder.name_islets();
  return finder.result(seed_label);
}

Coastline select_coast(const Coastline& coast, const WaterBodies& found, Lakes lakes) {
  if (found.chains.size() != coast.chains.size())
    throw std::invalid_argument("select_coast: the bodies belong to another coast");
  if (lakes == Lakes::water) return coast;
  std::vector<uint8_t> keep;
  for (const ChainBody& c : found.chains) keep.push_back(c.ocean ? 1 : 0);
  return filter_chains(coast, keep);
}

}  // namespace ocean
