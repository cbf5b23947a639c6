// SPDX-License-Identifier: Apache-2.0
//
// Selle et al. 2008, eq. 4 to 6: phi1 = A(phi), phi2 = A^R(phi1), result = phi1 + (phi - phi2)/2, clamped.
// BFECC: result = A(phi + (phi - phi2)/2), clamped here in the same way.
//
// Bytes an element: semi-Lagrangian reads the field and the velocity's components and writes the result,
// 4*(2 + Dim); MacCormack twice that and 4 more for the first result.
#include "kernels/fluid/advect.h"

#include "kernels/fluid/launch.h"
#include "kernels/fluid/sample.h"

namespace ocean::fluid {
namespace {

template <int Dim>
struct Path {
  AdvectionFlow<Dim> flow;
  int axis;  // of the field whose element starts the path, -1: cells

  // The velocity at displacement d from element i, m/s. Without kAny false near the sides, here and below.
  template <bool kAny>
  OCEAN_FLUID_INLINE bool velocity(const Index<Dim>& i, const Shift<Dim>& d, Shift<Dim>& v) const {
    for (int a = 0; a < Dim; ++a) {
      Shift<Dim> e = d;
      if (a != axis) {
        e[a] = e[a] + 0.5f;
        if (axis >= 0) e[axis] = e[axis] - 0.5f;
      }
      const Field<Dim> component{flow.velocity[a], flow.sides, flow.n, a};
      Stencil<Dim> s;
      if (!component.template locate<kAny>(i, e, s)) return false;
      v[a] = component.template value<kAny>(s);
    }
    return true;
  }
  OCEAN_FLUID_INLINE static Shift<Dim> times(float s, const Shift<Dim>& v) {
    Shift<Dim> r;
    for (int a = 0; a < Dim; ++a) r[a] = s * v[a];
    return r;
  }
  // The displacement d to where element i was (sign -1) or will be (sign 1) a time step away; first is the
  // velocity at the element.
  template <bool kAny>
  OCEAN_FLUID_INLINE bool end(const Index<Dim>& i, const Shift<Dim>& first, float sign, Shift<Dim>& d) const {
    const float step = sign * flow.step;
    Shift<Dim> second;
    if (!velocity<kAny>(i, times(0.5f * step, first), second)) return false;
    if (flow.order == PathOrder::rk2) {
      d = times(step, second);
      return true;
    }
    Shift<Dim> third;
    if (!velocity<kAny>(i, times(0.75f * step, second), third)) return false;
    for (int a = 0; a < Dim; ++a)
      d[a] = step * ((2.0f * first[a] + 3.0f * second[a]) + 4.0f * third[a]) * (1.0f / 9.0f);
    return true;
  }
  // The place in `field` a step away.
  template <bool kAny>
  OCEAN_FLUID_INLINE bool reach(const Field<Dim>& field, const Index<Dim>& i, float sign,
                                Stencil<Dim>& s) const {
    Shift<Dim> first, d;
    return velocity<kAny>(i, Shift<Dim>{}, first) && end<kAny>(i, first, sign, d) &&
           field.template locate<kAny>(i, d, s);
  }
};

template <int Dim>
struct Moved {
  Path<Dim> path;
  Field<Dim> field;
  const float* weight;  // of faces: without it the element is not moved
  OCEAN_HD bool moves(const Index<Dim>& i, int64_t at) const {
    if (field.axis < 0) return true;
    if (!(weight[at] > 0)) return false;
    const int a = field.axis;
    if (i[a] == 0) return field.sides.of[a][0].kind != SideKind::inflow;
    if (i[a] == field.n[a]) return field.sides.of[a][1].kind != SideKind::inflow;
    return true;
  }
};

// Each scheme's element() stores out[at], or says false near the sides, where the loop then calls it again
// with kAny: so the common case is without calls.
template <class Scheme, int Dim>
struct Elements {
  Scheme scheme;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    if (!scheme.template element<false>(i, at)) near_sides(i, at);
  }
  OCEAN_FLUID_CALL void near_sides(const Index<Dim>& i, int64_t at) const {
    scheme.template element<true>(i, at);
  }
};

// out = A(in).
template <int Dim>
struct SemiLagrangian {
  Moved<Dim> m;
  float* out;
  template <bool kAny>
  OCEAN_FLUID_INLINE bool element(const Index<Dim>& i, int64_t at) const {
    if (!m.moves(i, at)) {
      out[at] = m.field.values[at];
      return true;
    }
    Stencil<Dim> from;
    if (!m.path.template reach<kAny>(m.field, i, -1.0f, from)) return false;
    out[at] = m.field.template value<kAny>(from);
    return true;
  }
};

// out = phi1 + (phi - phi2)/2, limited; phi1 = once.
template <int Dim>
struct Correct {
  Moved<Dim> m;
  Field<Dim> once;
  float* out;
  template <bool kAny>
  OCEAN_FLUID_INLINE bool element(const Index<Dim>& i, int64_t at) const {
    const float first = once.values[at];
    if (!m.moves(i, at)) {
      out[at] = first;
      return true;
    }
    Shift<Dim> start, back, forth;
    Stencil<Dim> from, to;
    if (!m.path.template velocity<kAny>(i, Shift<Dim>{}, start) ||
        !m.path.template end<kAny>(i, start, -1.0f, back) || !m.field.template locate<kAny>(i, back, from) ||
        !m.path.template end<kAny>(i, start, 1.0f, forth) || !once.template locate<kAny>(i, forth, to))
      return false;
    if (from.left || to.left) out[at] = first;
    else
      out[at] = m.field.template limited<kAny>(
          from, first + 0.5f * (m.field.values[at] - once.template value<kAny>(to)));
    return true;
  }
};

// out = phi + (phi - A^R(once))/2.
template <int Dim>
struct Compensate {
  Moved<Dim> m;
  Field<Dim> once;
  float* out;
  template <bool kAny>
  OCEAN_FLUID_INLINE bool element(const Index<Dim>& i, int64_t at) const {
    const float v = m.field.values[at];
    if (!m.moves(i, at)) {
      out[at] = v;
      return true;
    }
    Stencil<Dim> to;
    if (!m.path.template reach<kAny>(once, i, 1.0f, to)) return false;
    out[at] = to.left ? v : v + 0.5f * (v - once.template value<kAny>(to));
    return true;
  }
};

// out = A(compensated), limited by the field's values there.
template <int Dim>
struct CarryLimited {
  Moved<Dim> m;
  Field<Dim> compensated;
  float* out;
  template <bool kAny>
  OCEAN_FLUID_INLINE bool element(const Index<Dim>& i, int64_t at) const {
    if (!m.moves(i, at)) {
      out[at] = m.field.values[at];
      return true;
    }
    Stencil<Dim> from;
    if (!m.path.template reach<kAny>(m.field, i, -1.0f, from)) return false;
    out[at] = from.left ? m.field.template value<kAny>(from)
                        : m.field.template limited<kAny>(from, compensated.template value<kAny>(from));
    return true;
  }
};

template <int Dim, class Scheme>
void for_elements(const Exec& exec, const char* name, Index<Dim> size, const Scheme& scheme) {
  for_index(exec, name, size, Elements<Scheme, Dim>{scheme});
}

}  // namespace

template <int Dim>
void advect(const Exec& exec, const AdvectionFlow<Dim>& flow, AdvectionScheme scheme,
            const Geometry<Dim>& geometry, int axis, float inflow_value, GridView<const float, Dim> in,
            GridView<float, Dim> out, GridView<float, Dim> scratch) {
  const auto field = [&](GridView<const float, Dim> values) {
    return Field<Dim>{values, flow.sides, flow.n, axis, inflow_value};
  };
  const Moved<Dim> m{{flow, axis}, field(in), axis < 0 ? nullptr : geometry.weights()[axis].data};
  const auto extend = [&](GridView<float, Dim> values) {
    if (axis < 0) geometry.extend_cells(exec, values);
  };
  switch (scheme) {
    case AdvectionScheme::semi_lagrangian:
      return for_elements(exec, "fluid advect", in.size, SemiLagrangian<Dim>{m, out.data});
    case AdvectionScheme::maccormack:
      for_elements(exec, "fluid advect", in.size, SemiLagrangian<Dim>{m, scratch.data});
      extend(scratch);
      return for_elements(exec, "fluid advect corrected", in.size, Correct<Dim>{m, field(scratch), out.data});
    case AdvectionScheme::bfecc:
      for_elements(exec, "fluid advect", in.size, SemiLagrangian<Dim>{m, out.data});
      extend(out);
      for_elements(exec, "fluid compensate", in.size, Compensate<Dim>{m, field(out), scratch.data});
      return for_elements(exec, "fluid advect limited", in.size,
                          CarryLimited<Dim>{m, field(scratch), out.data});
  }
}

template void advect<2>(const Exec&, const AdvectionFlow<2>&, AdvectionScheme, const Geometry<2>&, int, float,
                        GridView<const float, 2>, GridView<float, 2>, GridView<float, 2>);
template void advect<3>(const Exec&, const AdvectionFlow<3>&, AdvectionScheme, const Geometry<3>&, int, float,
                        GridView<const float, 3>, GridView<float, 3>, GridView<float, 3>);

}  // namespace ocean::fluid
