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

  // The velocity at displacement d from element i, m/s.
  OCEAN_FLUID_INLINE Shift<Dim> velocity(const Index<Dim>& i, const Shift<Dim>& d) const {
    Shift<Dim> v;
    for (int a = 0; a < Dim; ++a) {
      Shift<Dim> e = d;
      if (a != axis) {
        e[a] = e[a] + 0.5f;
        if (axis >= 0) e[axis] = e[axis] - 0.5f;
      }
      v[a] = Field<Dim>{flow.velocity[a], flow.sides, flow.n, a}.sample(i, e);
    }
    return v;
  }
  OCEAN_FLUID_INLINE static Shift<Dim> times(float s, const Shift<Dim>& v) {
    Shift<Dim> r;
    for (int a = 0; a < Dim; ++a) r[a] = s * v[a];
    return r;
  }
  OCEAN_FLUID_INLINE Shift<Dim> start(const Index<Dim>& i) const { return velocity(i, Shift<Dim>{}); }
  // Where element i was (sign -1) or will be (sign 1) a time step away; first = start(i).
  OCEAN_FLUID_INLINE Shift<Dim> end(const Index<Dim>& i, const Shift<Dim>& first, float sign) const {
    const float step = sign * flow.step;
    const Shift<Dim> second = velocity(i, times(0.5f * step, first));
    if (flow.order == PathOrder::rk2) return times(step, second);
    return third_order(i, first, second, step);
  }
  OCEAN_HD Shift<Dim> third_order(const Index<Dim>& i, const Shift<Dim>& first, const Shift<Dim>& second,
                                  float step) const {
    const Shift<Dim> third = velocity(i, times(0.75f * step, second));
    Shift<Dim> d;
    for (int a = 0; a < Dim; ++a)
      d[a] = step * ((2.0f * first[a] + 3.0f * second[a]) + 4.0f * third[a]) * (1.0f / 9.0f);
    return d;
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

// out = A(in), or A^R(in) with sign 1.
template <int Dim>
struct SemiLagrangian {
  Moved<Dim> m;
  float* out;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    out[at] = m.moves(i, at) ? m.field.sample(i, m.path.end(i, m.path.start(i), -1.0f)) : m.field.values[at];
  }
};

// out = phi1 + (phi - phi2)/2, limited; phi1 = once.
template <int Dim>
struct Correct {
  Moved<Dim> m;
  Field<Dim> once;
  float* out;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    const float first = once.values[at];
    out[at] = first;
    if (!m.moves(i, at)) return;
    const Shift<Dim> first_velocity = m.path.start(i);
    const Stencil<Dim> from = m.field.locate(i, m.path.end(i, first_velocity, -1.0f));
    const Stencil<Dim> to = once.locate(i, m.path.end(i, first_velocity, 1.0f));
    if (from.left || to.left) return;
    out[at] = m.field.limited(from, first + 0.5f * (m.field.values[at] - once.value(to)));
  }
};

// out = phi + (phi - A^R(once))/2.
template <int Dim>
struct Compensate {
  Moved<Dim> m;
  Field<Dim> once;
  float* out;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    const float v = m.field.values[at];
    out[at] = v;
    if (!m.moves(i, at)) return;
    const Stencil<Dim> to = once.locate(i, m.path.end(i, m.path.start(i), 1.0f));
    if (!to.left) out[at] = v + 0.5f * (v - once.value(to));
  }
};

// out = A(compensated), limited by the field's values there.
template <int Dim>
struct CarryLimited {
  Moved<Dim> m;
  Field<Dim> compensated;
  float* out;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    if (!m.moves(i, at)) {
      out[at] = m.field.values[at];
      return;
    }
    const Stencil<Dim> from = m.field.locate(i, m.path.end(i, m.path.start(i), -1.0f));
    out[at] = from.left ? m.field.value(from) : m.field.limited(from, compensated.value(from));
  }
};

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
      return for_index(exec, "fluid advect", in.size, SemiLagrangian<Dim>{m, out.data});
    case AdvectionScheme::maccormack:
      for_index(exec, "fluid advect", in.size, SemiLagrangian<Dim>{m, scratch.data});
      extend(scratch);
      return for_index(exec, "fluid advect corrected", in.size, Correct<Dim>{m, field(scratch), out.data});
    case AdvectionScheme::bfecc:
      for_index(exec, "fluid advect", in.size, SemiLagrangian<Dim>{m, out.data});
      extend(out);
      for_index(exec, "fluid compensate", in.size, Compensate<Dim>{m, field(out), scratch.data});
      return for_index(exec, "fluid advect limited", in.size, CarryLimited<Dim>{m, field(scratch), out.data});
  }
}

template void advect<2>(const Exec&, const AdvectionFlow<2>&, AdvectionScheme, const Geometry<2>&, int, float,
                        GridView<const float, 2>, GridView<float, 2>, GridView<float, 2>);
template void advect<3>(const Exec&, const AdvectionFlow<3>&, AdvectionScheme, const Geometry<3>&, int, float,
                        GridView<const float, 3>, GridView<float, 3>, GridView<float, 3>);

}  // namespace ocean::fluid
