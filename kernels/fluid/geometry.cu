// SPDX-License-Identifier: Apache-2.0
//
// Ng, Min & Gibou 2009: a face's open share from the signed distance at its corners, linear along edges (2-D)
// and over four triangles around its centre (3-D).
#include "kernels/fluid/geometry.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/fluid/launch.h"
#include "kernels/primitives.h"

namespace ocean::fluid {
namespace {

OCEAN_HD inline float open_length(float a, float b) {
  if (a > 0 && b > 0) return 1;
  if (a <= 0 && b <= 0) return 0;
  return a > 0 ? a / (a - b) : b / (b - a);
}

OCEAN_HD inline float open_triangle(float a, float b, float c) {
  const int inside = (a > 0) + (b > 0) + (c > 0);
  if (inside == 0 || inside == 3) return inside == 3 ? 1.0f : 0.0f;
  // The corner that is alone cuts a small triangle off.
  const bool one = inside == 1;
  float alone = a, x = b, y = c;
  if ((b > 0) == one && (a > 0) != one && (c > 0) != one) {
    alone = b;
    x = a;
  } else if ((c > 0) == one && (a > 0) != one && (b > 0) != one) {
    alone = c;
    x = a;
    y = b;
  }
  const float cut = (alone / (alone - x)) * (alone / (alone - y));
  return one ? cut : 1.0f - cut;
}

// The open share of the face of axis a at index i.
template <int Dim>
OCEAN_HD inline float open_share(const GridView<const float, Dim>& corners, const Index<Dim>& i, int a) {
  if constexpr (Dim == 2) {
    return open_length(corners(i), corners(shifted(i, 1 - a, 1)));
  } else {
    const int b = a == 0 ? 1 : 0, c = a == 2 ? 1 : 2;
    const float p = corners(i), q = corners(shifted(i, b, 1)), s = corners(shifted(i, c, 1)),
                r = corners(shifted(shifted(i, b, 1), c, 1));
    const float m = 0.25f * ((p + q) + (r + s));
    return 0.25f * ((open_triangle(p, q, m) + open_triangle(q, r, m)) +
                    (open_triangle(r, s, m) + open_triangle(s, p, m)));
  }
}

OCEAN_HD inline float depth_at(const float* surface, const float* ground, int64_t c) {
  const float d = surface[c] - ground[c];
  return d > 0 ? d : 0.0f;
}

struct Depth : ValueOnly {
  const float *surface, *ground;
  Depth(const float* s, const float* g) : surface(s), ground(g) {}
  OCEAN_HD Sums value(int64_t c) const { return {0, 0, static_cast<double>(depth_at(surface, ground, c))}; }
};

template <int Dim>
struct FaceWeight {
  FluidGrid<Dim> grid;
  Sides<Dim> sides;
  GeometryInput<Dim> input;
  float largest;
  int axis;
  float* weight;
  OCEAN_HD float depth(const Index<Dim>& c) const {
    return depth_at(input.water_surface.data, input.ground.data, offset_of(grid.n, c));
  }
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    const int32_t n = grid.n[axis];
    Index<Dim> low = shifted(i, axis, -1), high = i;
    const bool at_low = i[axis] == 0, at_high = i[axis] == n;
    float share = 1;
    if (at_low || at_high) {
      const SideKind kind = sides.of[axis][at_low ? 0 : 1].kind;
      if (kind == SideKind::closed_slip || kind == SideKind::closed_no_slip) share = 0;
      const bool wrap = kind == SideKind::periodic;
      if (at_low) low[axis] = wrap ? n - 1 : 0;
      if (at_high) high[axis] = wrap ? 0 : n - 1;
    }
    if (input.solid_distance.data != nullptr) {
      Index<Dim> corner = i;
      if (at_high && sides.periodic(axis)) corner[axis] = 0;
      share = share * open_share(input.solid_distance, corner, axis);
      if (share < kLeastShare) share = 0;
    }
    if (input.ground.data != nullptr) {
      const float a = depth(low), b = depth(high);
      const float relative = a > 0 && b > 0 ? 0.5f * (a + b) / largest : 0.0f;
      share = relative < kLeastDepth ? 0.0f : share * relative;
    }
    weight[at] = share;
  }
};

// The box's own sides hold what their kind says, not what flows beside them.
template <int Dim>
struct InsideFaces {
  int axis;
  int32_t last;
  const float* weight;
  uint8_t* inside;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    inside[at] = weight[at] > 0 || i[axis] == 0 || i[axis] == last ? 1 : 0;
  }
};

template <int Dim>
struct InsideCells {
  FaceViews<const float, Dim> weights;
  uint8_t* inside;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    bool open = false;
    for (int a = 0; a < Dim; ++a) open = open || weights[a](i) > 0 || weights[a](shifted(i, a, 1)) > 0;
    inside[at] = open ? 1 : 0;
  }
};

struct StartLayers {
  const uint8_t* inside;
  uint8_t* layer;
  OCEAN_HD void operator()(int64_t i) const { layer[i] = inside[i] != 0 ? 0 : 255; }
};

template <int Dim>
struct NextLayer {
  const uint8_t* layer;
  Index<Dim> size;
  int before;
  uint8_t* flags;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    bool next = false;
    if (layer[at] == 255)
      for (int a = 0; a < Dim; ++a)
        for (int s = -1; s <= 1; s += 2) {
          const Index<Dim> j = shifted(i, a, s);
          next = next || (contains(size, j) && layer[offset_of(size, j)] == before);
        }
    flags[at] = next ? 1 : 0;
  }
};

struct SetLayer {
  const int32_t* cells;
  uint8_t* layer;
  uint8_t value;
  OCEAN_HD void operator()(int64_t k) const { layer[cells[k]] = value; }
};

template <int Dim>
struct ExtendLayer {
  const uint8_t* layer;
  const int32_t* cells;
  int number;
  GridView<float, Dim> values;
  OCEAN_HD void operator()(int64_t k) const {
    const Index<Dim> i = index_at(values.size, cells[k]);
    float sum = 0, count = 0;
    for (int a = 0; a < Dim; ++a)
      for (int s = -1; s <= 1; s += 2) {
        const Index<Dim> j = shifted(i, a, s);
        if (!contains(values.size, j) || layer[offset_of(values.size, j)] >= number) continue;
        sum = sum + values(j);
        count = count + 1;
      }
    values[cells[k]] = count > 0 ? sum / count : 0.0f;
  }
};

}  // namespace

template <int Dim>
Extension<Dim>::Extension(const Exec& exec, Index<Dim> size, Buffer<uint8_t> inside)
    : layer_(exec, count_of(size)) {
  const int64_t n = layer_.size();
  parallel_for(exec, "fluid extension start", n, StartLayers{inside.data(), layer_.data()});
  for (int k = 1; k <= kLayers; ++k) {
    for_index(exec, "fluid extension layer", size, NextLayer<Dim>{layer_.data(), size, k - 1, inside.data()});
    cells_.push_back(compact(exec, View<const uint8_t>(inside.view())));
    parallel_for(exec, "fluid extension mark", cells_.back().size(),
                 SetLayer{cells_.back().data(), layer_.data(), static_cast<uint8_t>(k)});
  }
}

template <int Dim>
void Extension<Dim>::extend(const Exec& exec, GridView<float, Dim> values) const {
  for (size_t k = 0; k < cells_.size(); ++k)
    parallel_for(exec, "fluid extend", cells_[k].size(),
                 ExtendLayer<Dim>{layer_.data(), cells_[k].data(), static_cast<int>(k) + 1, values});
}

template <int Dim>
Geometry<Dim>::Geometry(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                        const GeometryInput<Dim>& input, bool no_slip)
    : weights_(exec, grid), no_slip_(no_slip) {
  const auto fits = [](const GridView<const float, Dim>& v, Index<Dim> size, const char* name) {
    if (v.data != nullptr && !(v.size == size))
      throw std::invalid_argument(std::string("fluid geometry: ") + name + " does not fit the grid");
  };
  Index<Dim> corners = grid.n;
  for (int a = 0; a < Dim; ++a) ++corners[a];
  fits(input.solid_distance, corners, "solid_distance");
  fits(input.ground, grid.n, "ground");
  fits(input.water_surface, grid.n, "water_surface");
  fits(input.slope_height, grid.n, "slope_height");
  if ((input.ground.data == nullptr) != (input.water_surface.data == nullptr))
    throw std::invalid_argument("fluid geometry: ground and water_surface belong together");
  const int64_t cells = count_of(grid.n);
  if (input.ground.data != nullptr) {
    Buffer<Sums> partial(exec, sum_chunks(cells)), sums(exec, 1);
    sum_then(exec, "fluid largest depth", cells, Depth(input.water_surface.data, input.ground.data),
             partial.data(), StoreSums{sums.data()});
    largest_depth_ = sums.to_host("fluid largest depth")[0].most;
    if (!(largest_depth_ > 0))
      throw std::invalid_argument("fluid geometry: the ground is nowhere under water");
  }
  if (input.solid_distance.data != nullptr) {
    distance_ = GridBuffer<float, Dim>(exec, corners);
    copy_within(exec, "fluid solid distance", distance_.buffer().data(), input.solid_distance.data,
                distance_.buffer().bytes());
  }
  for (int a = 0; a < Dim; ++a)
    for_index(exec, "fluid face weights", grid.faces(a),
              FaceWeight<Dim>{grid, sides, input, static_cast<float>(largest_depth_), a,
                              weights_.axis[a].buffer().data()});
  blocked_ = input.solid_distance.data != nullptr || input.ground.data != nullptr;
  if (!blocked_) return;
  for (int a = 0; a < Dim; ++a) {
    Buffer<uint8_t> inside(exec, weights_.axis[a].count());
    for_index(exec, "fluid inside faces", grid.faces(a),
              InsideFaces<Dim>{a, grid.n[a], weights_.axis[a].buffer().data(), inside.data()});
    if (!no_slip) face_extension_[a] = Extension<Dim>(exec, grid.faces(a), std::move(inside));
  }
  Buffer<uint8_t> inside(exec, cells);
  for_index(exec, "fluid inside cells", grid.n,
            InsideCells<Dim>{std::as_const(weights_).view(), inside.data()});
  cell_extension_ = Extension<Dim>(exec, grid.n, std::move(inside));
}

template <int Dim>
GridView<const float, Dim> Geometry<Dim>::solid_distance() const {
  return distance_.count() > 0 ? distance_.view() : GridView<const float, Dim>{};
}

template <int Dim>
void Geometry<Dim>::extend_velocity(const Exec& exec, const FaceViews<float, Dim>& velocity) const {
  if (blocked_ && !no_slip_)
    for (int a = 0; a < Dim; ++a) face_extension_[a].extend(exec, velocity[a]);
}

template <int Dim>
void Geometry<Dim>::extend_cells(const Exec& exec, GridView<float, Dim> values) const {
  if (blocked_) cell_extension_.extend(exec, values);
}

template class Extension<2>;
template class Extension<3>;
template class Geometry<2>;
template class Geometry<3>;

}  // namespace ocean::fluid
