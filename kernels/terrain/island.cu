// SPDX-License-Identifier: Apache-2.0
#include "kernels/terrain/island.h"

#include <cmath>
#include <stdexcept>

#include "kernels/parallel_for.h"
#include "kernels/terrain/direction.h"

namespace ocean {
namespace {

using namespace island_detail;

// Draws of the layout: the n-th number of one seed.
struct Draws {
  uint32_t seed;
  int32_t n = 0;
  float uniform() { return lattice_uniform(n++, 0, seed); }
  float between(float low, float high) { return low + (high - low) * uniform(); }
};

// Distance from the centre along d to the last point with that inland distance (0: the coast), in steps of
// 1/256.
float reach(const IslandLayout& l, Direction d, float inland) {
  for (int k = 256; k > 0; --k) {
    const float r = static_cast<float>(k) / 256.0f;
    if (plain_inland(l, r * d.x, r * d.y) >= inland) return r;
  }
  return 0;
}

void add_spine(IslandLayout& l, Draws& draws) {
  // A bent line of three capsules through the centre, thick in the middle.
  const Direction a = direction(draws.uniform());
  const float bend = draws.between(0.10f, 0.26f) * (draws.uniform() < 0.5f ? -1.0f : 1.0f);
  const float half = draws.between(0.30f, 0.40f);
  float px[4], py[4];
  for (int k = 0; k < 4; ++k) {
    const float along = half * (static_cast<float>(k) - 1.5f) / 1.5f;
    const float u = along / half, side = bend * (0.5f - u * u) + draws.between(-0.05f, 0.05f);
    px[k] = along * a.x - side * a.y;
    py[k] = along * a.y + side * a.x;
  }
  for (int k = 0; k < 3; ++k) {
    const float radius = (k == 1 ? 1.25f : 1.0f) * draws.between(0.15f, 0.22f);
    l.spine[l.spines++] = {px[k], py[k], px[k + 1], py[k + 1], radius};
  }
}

void add_bays_and_headlands(IslandLayout& l, Draws& draws) {
  const int count = 4 + static_cast<int>(draws.between(0.0f, 1.99f));
  const float start = draws.uniform();
  for (int k = 0; k < count; ++k) {
    const float turn =
        start + (static_cast<float>(k) + draws.between(-0.22f, 0.22f)) / static_cast<float>(count);
    const Direction d = direction(turn);
    const float radius = k == 0 ? draws.between(0.13f, 0.16f) : draws.between(0.06f, 0.14f);
    const float r = reach(l, d, 0) + radius * draws.between(0.15f, 0.5f);
    l.bay[l.bays++] = {r * d.x, r * d.y, radius};
  }
  for (int k = 0; k < count; ++k) {
    if (draws.uniform() < 0.25f) continue;
    const float turn =
        start + (static_cast<float>(k) + 0.5f + draws.between(-0.15f, 0.15f)) / static_cast<float>(count);
    const Direction d = direction(turn), e = direction(turn + draws.between(-0.1f, 0.1f));
    const float r = reach(l, d, 0), length = draws.between(0.04f, 0.14f);
    l.headland[l.headlands++] = {0.85f * r * d.x, 0.85f * r * d.y, r * d.x + length * e.x,
                                 r * d.y + length * e.y, draws.between(0.03f, 0.055f)};
  }
}

void add_islets(IslandLayout& l, Draws& draws) {
  const int count = 5 + static_cast<int>(draws.between(0.0f, 4.99f));
  for (int k = 0; k < count; ++k) {
    const Direction d = direction(draws.uniform());
    const float radius = draws.between(0.012f, 0.05f),
                r = reach(l, d, 0) + radius + draws.between(0.03f, 0.2f);
    const IslandLayout::Disc islet{r * d.x, r * d.y, radius};
    const bool at_arch = disc_distance(l.bay[0], islet.x, islet.y) < radius + 0.1f;
    if (r + radius < 0.85f && !at_arch) l.islet[l.islets++] = islet;
  }
}

// The lake lies at the best inland point of a coarse search, off the map's centre.
void add_lake(IslandLayout& l, Draws& draws) {
  const float radius = draws.between(0.055f, 0.08f);
  const Direction d = direction(draws.uniform());
  const float side_x = 0.22f * d.x, side_y = 0.22f * d.y;
  float best = -1e9f;
  for (int j = -24; j <= 24; ++j)
    for (int i = -24; i <= 24; ++i) {
      const float x = static_cast<float>(i) / 40.0f, y = static_cast<float>(j) / 40.0f;
      const float room = plain_inland(l, x, y), off_x = x - side_x, off_y = y - side_y;
      const float score =
          (room < 2.0f * radius ? 4.0f * room : 8.0f * radius) - sqrtf(off_x * off_x + off_y * off_y);
      if (score > best) {
        best = score;
        l.lake = {x, y, radius};
      }
    }
  const float room = plain_inland(l, l.lake.x, l.lake.y);
  if (l.lake.radius > 0.5f * room) l.lake.radius = 0.5f * room;
}

// The sand bar runs along the coast of the widest side beach, a little offshore of a bay's mouth.
void add_bar(IslandLayout& l, Draws& draws) {
  const IslandLayout::Disc& bay = l.bay[1];
  const float r = sqrtf(bay.x * bay.x + bay.y * bay.y);
  const Direction out{bay.x / r, bay.y / r};
  const float at = r + bay.radius * draws.between(0.7f, 1.0f), slant = draws.between(-0.3f, 0.3f);
  const float half = draws.between(0.10f, 0.15f);
  const float ex = -out.y + slant * out.x, ey = out.x + slant * out.y;
  l.bar = {at * out.x - half * ex, at * out.y - half * ey, at * out.x + half * ex, at * out.y + half * ey,
           0.022f};
}

struct FillIsland {
  IslandLayout layout;
  Grid grid;
  int64_t first;
  float* heights;
  OCEAN_HD void operator()(int64_t i) const {
    const int64_t at = first + i, row = at / grid.width, column = at - row * grid.width;
    const double x = grid.x0 + (static_cast<double>(column) + 0.5) * grid.texel_m;
    const double y = grid.y0 + (static_cast<double>(row) + 0.5) * grid.texel_m;
    heights[i] = island_height(layout, x, y);
  }
};

}  // namespace

IslandLayout island_layout(const IslandParams& params) {
  if (!(params.extent_m > 0) || !(params.extent_m <= 1e9))
    throw std::invalid_argument("island_layout: extent_m must be in (0, 1e9]");
  IslandLayout l{};
  l.seed = lattice_hash(17, 29, params.seed);
  l.half_extent_m = static_cast<float>(params.extent_m * 0.5);
  Draws draws{l.seed};
  add_spine(l, draws);
  add_bays_and_headlands(l, draws);
  add_islets(l, draws);
  add_lake(l, draws);
  add_bar(l, draws);
  return l;
}

ArchSite island_arch(const IslandLayout& l) {
  const IslandLayout::Disc& bay = l.bay[0];
  const float r = sqrtf(bay.x * bay.x + bay.y * bay.y);
  const Warped target{bay.x - 0.3f * bay.radius * bay.x / r, bay.y - 0.3f * bay.radius * bay.y / r};
  // The warp's inverse by fixed-point steps: it moves points by much less than its wavelength.
  Warped p = target;
  for (int k = 0; k < 24; ++k) {
    const Warped q = warp(l, p.x, p.y);
    p = {p.x + 0.5f * (target.x - q.x), p.y + 0.5f * (target.y - q.y)};
  }
  const double scale = static_cast<double>(l.half_extent_m);
  return {scale * static_cast<double>(p.x),
          scale * static_cast<double>(p.y),
          static_cast<double>(-bay.y / r),
          static_cast<double>(bay.x / r),
          0.055 * scale,
          0.022 * scale,
          0.016 * scale};
}

void fill_island(const Exec& exec, const IslandLayout& layout, const Grid& grid, int32_t first_row,
                 View<float> heights) {
  if (heights.size == 0) return;
  const int64_t first = int64_t{first_row} * grid.width;
  if (grid.width <= 0 || first_row < 0 || heights.size % grid.width != 0 ||
      first + heights.size > grid.size())
    throw std::invalid_argument("fill_island: heights must be whole rows of the grid");
  parallel_for(exec, "fill_island", heights.size, FillIsland{layout, grid, first, heights.data}, 256);
}

}  // namespace ocean
