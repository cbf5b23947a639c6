// SPDX-License-Identifier: Apache-2.0
#include "kernels/fluid/inputs/painter.h"

#include <stdexcept>

#include "kernels/fluid/launch.h"
#include "kernels/math/interp.h"

namespace ocean::fluid {
namespace {

// What the strokes over one cell make together.
template <int Dim>
struct Paint {
  float added[kPaintScalars] = {}, level[kPaintScalars] = {};
  float velocity[Dim] = {}, share = 0, wetness = 0, imprint = 0;

  OCEAN_HD void add(const Stroke& s, const Brush& b, const StrokeSpace& space, float weight, float seconds) {
    for (int k = 0; k < kPaintScalars; ++k) {
      added[k] = added[k] + b.rate[k] * s.strength * weight * seconds;
      const float to = b.level[k] * s.strength * weight;
      level[k] = to > level[k] ? to : level[k];
    }
    const float taken = b.velocity_share * weight;
    const float v[3] = {s.velocity.x, s.velocity.y, s.velocity.z};
    for (int a = 0; a < Dim; ++a) velocity[a] = velocity[a] + taken * v[space.axis[a]];
    share = share + taken;
    const float wet = b.wetness * weight, mark = b.imprint * weight;
    wetness = wet > wetness ? wet : wetness;
    imprint = mark > imprint ? mark : imprint;
  }
};

template <int Dim>
struct PaintCell {
  BinView<Dim> bins;
  const Stroke* strokes;
  const Brush* brushes;
  StrokeSpace space;
  float dt;
  PaintLayers<Dim> out;

  OCEAN_HD static void store(const GridView<float, Dim>& to, int64_t at, float value) {
    if (to.data != nullptr) to.data[at] = value;
  }
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    float place[Dim];
    for (int a = 0; a < Dim; ++a) place[a] = static_cast<float>(i[a]) + 0.5f;
    Paint<Dim> paint;
    for (int level = 0; level < kBinLevels; ++level) {
      const int64_t bin = bins.bin_of(level, i);
      for (int32_t e = bins.begin[bin]; e < bins.end[bin]; ++e) {
        const int32_t k = bins.entry[e];
        const Capsule<Dim>& c = bins.capsule[k];
        const Overlap o = overlap_of(c, place);
        if (!(o.distance <= c.radius)) continue;
        const Brush& b = brushes[strokes[k].brush];
        const float weight = 1.0f - smoothstep(b.core, 1.0f, o.distance / c.radius);
        paint.add(strokes[k], b, space, weight, o.time * dt);
      }
    }
    for (int k = 0; k < kPaintScalars; ++k) {
      store(out.added[k], at, paint.added[k]);
      store(out.level[k], at, paint.level[k]);
    }
    for (int a = 0; a < Dim; ++a)
      store(out.velocity[a], at, paint.share > 0 ? paint.velocity[a] / paint.share : 0.0f);
    store(out.share, at, paint.share < 1 ? paint.share : 1.0f);
    store(out.wetness, at, paint.wetness);
    store(out.imprint, at, paint.imprint);
  }
};

template <int Dim>
void clear(const Exec& exec, const GridView<float, Dim>& v) {
  if (v.data != nullptr) fill_bytes(exec, v.data, 0, v.count() * int64_t{sizeof(float)});
}

struct AddToLevel {
  const float *q, *level;
  float* added;
  OCEAN_HD void operator()(int64_t i) const {
    const float short_of = level[i] - q[i];
    if (level[i] > 0 && short_of > 0) added[i] = added[i] + short_of;
  }
};

template <int Dim>
struct MeanOfFiner {
  GridView<const float, Dim> from;
  int32_t factor;
  float scale;
  float* to;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    Index<Dim> block;
    for (int a = 0; a < Dim; ++a) block[a] = factor;
    const int64_t count = count_of(block);
    float sum = 0;
    for (int64_t k = 0; k < count; ++k) {
      Index<Dim> j = index_at(block, k);
      for (int a = 0; a < Dim; ++a) j[a] += i[a] * factor;
      sum = sum + from(j);
    }
    to[at] = sum * scale;
  }
};

template <int Dim>
struct BetweenCoarser {
  GridView<const float, Dim> from;
  float factor;
  float* to;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    Index<Dim> low;
    float t[Dim];
    for (int a = 0; a < Dim; ++a) {
      const auto p = ocean::detail::place_of((static_cast<float>(i[a]) + 0.5f) / factor - 0.5f, from.size[a]);
      low[a] = p.index;
      t[a] = p.t;
    }
    float sum = 0;
    for (int k = 0; k < 1 << Dim; ++k) {
      Index<Dim> j = low;
      float w = 1;
      for (int a = 0; a < Dim; ++a) {
        const int up = k >> a & 1;
        if (up != 0 && j[a] + 1 < from.size[a]) j[a] += 1;
        w = w * (up != 0 ? t[a] : 1.0f - t[a]);
      }
      sum = sum + w * from(j);
    }
    to[at] = sum;
  }
};

}  // namespace

template <int Dim>
void paint(const Exec& exec, const StrokeBins<Dim>& bins, View<const Stroke> strokes,
           View<const Brush> brushes, const StrokeSpace& space, float dt, const PaintLayers<Dim>& layers) {
  if (bins.empty()) {
    for (int k = 0; k < kPaintScalars; ++k) {
      clear(exec, layers.added[k]);
      clear(exec, layers.level[k]);
    }
    for (int a = 0; a < Dim; ++a) clear(exec, layers.velocity[a]);
    clear(exec, layers.share);
    clear(exec, layers.wetness);
    clear(exec, layers.imprint);
    return;
  }
  for_index(exec, "paint", bins.cells(),
            PaintCell<Dim>{bins.view(), strokes.data, brushes.data, space, dt, layers});
}

void add_to_level(const Exec& exec, View<const float> q, View<const float> level, View<float> added) {
  parallel_for(exec, "paint to level", q.size, AddToLevel{q.data, level.data, added.data}, kGrainCells);
}

template <int Dim>
void resample_cells(const Exec& exec, GridView<const float, Dim> from, GridView<float, Dim> to) {
  const int32_t down = from.size[0] / to.size[0], up = to.size[0] / from.size[0];
  for (int a = 0; a < Dim; ++a)
    if (down >= 1 ? from.size[a] != down * to.size[a] : to.size[a] != up * from.size[a])
      throw std::invalid_argument("resample_cells: one grid's cells are no whole number of the other's");
  if (down >= 1) {
    float scale = 1;
    for (int a = 0; a < Dim; ++a) scale = scale / static_cast<float>(down);
    for_index(exec, "mean of finer cells", to.size, MeanOfFiner<Dim>{from, down, scale, to.data});
  } else {
    for_index(exec, "between coarser cells", to.size,
              BetweenCoarser<Dim>{from, static_cast<float>(up), to.data});
  }
}

template void paint<2>(const Exec&, const StrokeBins<2>&, View<const Stroke>, View<const Brush>,
                       const StrokeSpace&, float, const PaintLayers<2>&);
template void paint<3>(const Exec&, const StrokeBins<3>&, View<const Stroke>, View<const Brush>,
                       const StrokeSpace&, float, const PaintLayers<3>&);
template void resample_cells<2>(const Exec&, GridView<const float, 2>, GridView<float, 2>);
template void resample_cells<3>(const Exec&, GridView<const float, 3>, GridView<float, 3>);

}  // namespace ocean::fluid
