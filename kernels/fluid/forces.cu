// SPDX-License-Identifier: Apache-2.0
//
// Buoyancy and confinement as in Fedkiw, Stam & Jensen, Visual simulation of smoke, 2001.
//
// Bytes a face: reads u, pressure and what fields there are, writes u; 12 and 4 a field.
#include "kernels/fluid/forces.h"

#include "kernels/fluid/faces.h"
#include "kernels/fluid/launch.h"
#include "kernels/math/elementary.h"

namespace ocean::fluid {
namespace {

template <int Dim>
OCEAN_HD inline float cell_velocity(const FaceViews<const float, Dim>& u, int a, const Index<Dim>& i) {
  return 0.5f * (u[a](i) + u[a](shifted(i, a, 1)));
}

// The derivative along c at cell i of what value(cell) gives; one-sided at the box's end.
template <int Dim, class Value>
OCEAN_HD inline float slope(const Index<Dim>& n, const Index<Dim>& i, int c, float spacing,
                            const Value& value) {
  const Index<Dim> low = i[c] > 0 ? shifted(i, c, -1) : i, high = i[c] < n[c] - 1 ? shifted(i, c, 1) : i;
  const float gap = static_cast<float>(high[c] - low[c]) * spacing;
  return gap > 0 ? (value(high) - value(low)) / gap : 0.0f;
}

template <int Dim>
struct Vorticity {
  float at[3];
  OCEAN_HD float size() const { return elem::sqrt((at[0] * at[0] + at[1] * at[1]) + at[2] * at[2]); }
};

template <int Dim>
OCEAN_HD inline Vorticity<Dim> vorticity(const FaceViews<const float, Dim>& u, const Index<Dim>& n,
                                         const Index<Dim>& i, float spacing) {
  const auto d = [&](int component, int along) {
    return slope<Dim>(n, i, along, spacing,
                      [&](const Index<Dim>& j) { return cell_velocity<Dim>(u, component, j); });
  };
  Vorticity<Dim> w{{0, 0, d(1, 0) - d(0, 1)}};
  if constexpr (Dim == 3) {
    w.at[0] = d(2, 1) - d(1, 2);
    w.at[1] = d(0, 2) - d(2, 0);
  }
  return w;
}

template <int Dim>
struct Confine {
  FaceViews<const float, Dim> u;
  Index<Dim> n;
  float spacing, strength;
  GridView<float, Dim> force[Dim];
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    float toward[3] = {0, 0, 0};
    for (int c = 0; c < Dim; ++c)
      toward[c] = slope<Dim>(n, i, c, spacing,
                             [&](const Index<Dim>& j) { return vorticity<Dim>(u, n, j, spacing).size(); });
    const float length = elem::sqrt((toward[0] * toward[0] + toward[1] * toward[1]) + toward[2] * toward[2]);
    const Vorticity<Dim> w = vorticity<Dim>(u, n, i, spacing);
    for (int c = 0; c < Dim; ++c) {
      const int b = (c + 1) % 3, d = (c + 2) % 3;
      const float cross = toward[b] * w.at[d] - toward[d] * w.at[b];
      force[c][at] = length > 1e-20f ? strength * spacing * (cross / length) : 0.0f;
    }
  }
};

template <int Dim>
struct Drive {
  ForceArguments<Dim> a;
  FaceViews<const float, Dim> u;
  GridView<const float, Dim> confinement[Dim];
  int axis;
  float* out;

  OCEAN_HD static float scaled_difference(FaceUse use, const FaceCells& c, const float* values, float scale) {
    if (use == FaceUse::inner) return scale * values[c.high] - scale * values[c.low];
    return scale * face_difference(use, c, values);
  }
  // The cells whose slope acts on a face: its own, at an open side those of the next face inside.
  OCEAN_HD FaceCells beside(const Index<Dim>& i, const FaceCells& c, FaceUse use) const {
    if (use == FaceUse::inner || a.grid.n[axis] < 2) return c;
    const Index<Dim> inner = shifted(i, axis, use == FaceUse::low_open ? 1 : -1);
    return cells_of_face(a.sides, a.grid.n, axis, inner);
  }
  OCEAN_HD static float mean(const GridView<const float, Dim>& v, const FaceCells& c) {
    return 0.5f * (v[c.low] + v[c.high]);
  }
  // |u| at the face, the other components from their four faces around it.
  OCEAN_HD float speed(const Index<Dim>& i, float own) const {
    float sum = own * own;
    for (int b = 0; b < Dim; ++b) {
      if (b == axis) continue;
      Index<Dim> high = i, low = shifted(i, axis, -1);
      if (high[axis] == a.grid.n[axis]) high[axis] -= 1;
      if (low[axis] < 0) low[axis] = 0;
      const float v = 0.5f * (cell_velocity<Dim>(u, b, low) + cell_velocity<Dim>(u, b, high));
      sum = sum + v * v;
    }
    return elem::sqrt(sum);
  }
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    float v = u[axis][at];
    const FaceUse use = use_of(a.sides, a.grid.n, axis, i, a.weights[axis][at]);
    if (use == FaceUse::fixed) {
      out[at] = v;
      return;
    }
    const ForceParameters<Dim>& p = a.parameters;
    const ForceFields<Dim>& f = a.fields;
    const FaceCells c = cells_of_face(a.sides, a.grid.n, axis, i);
    const float old = v, dt = a.dt;
    float force = p.weighs ? p.gravity[axis] : 0.0f;
    if (f.density.data != nullptr) force = force + p.gravity[axis] * (p.density_weight * mean(f.density, c));
    if (f.temperature.data != nullptr)
      force =
          force - p.gravity[axis] * (p.temperature_lift * (mean(f.temperature, c) - p.ambient_temperature));
    if (f.acceleration[axis].data != nullptr) force = force + f.acceleration[axis][at];
    if (p.confinement != 0) force = force + mean(confinement[axis], c);
    // Gradients are differences of rounded potentials: so they are gradients to the last bit, and what the
    // projection cannot take away does not add up over the steps.
    float gradient = 0;
    if (a.pressure_share != 0)
      gradient = scaled_difference(use, c, a.pressure.data, a.pressure_share * dt / a.spacing);
    if (p.slope_gain != 0 && f.ground.data != nullptr) {
      const float wet = f.wet.data != nullptr ? mean(f.wet, c) : 1.0f;
      const float scale = dt * p.slope_gravity * p.slope_gain / a.spacing;
      gradient = gradient + wet * scaled_difference(FaceUse::inner, beside(i, c, use), f.ground.data, scale);
    }
    v = (v + dt * force) - gradient;
    if (p.wind_rate != 0) v = (v + dt * p.wind_rate * p.wind[axis]) / (1.0f + dt * p.wind_rate);
    if (p.drag_linear != 0 || p.drag_quadratic != 0) {
      const float quadratic = p.drag_quadratic != 0 ? p.drag_quadratic * speed(i, old) : 0.0f;
      v = v / (1.0f + dt * (p.drag_linear + quadratic));
    }
    if (f.painted_share.data != nullptr && f.painted[axis].data != nullptr) {
      const float share = mean(f.painted_share, c);
      if (share > 0) {
        // The cells' painted velocities count by their shares.
        const float painted = 0.5f * (f.painted_share[c.low] * f.painted[axis][c.low] +
                                      f.painted_share[c.high] * f.painted[axis][c.high]);
        v = (1.0f - share) * v + painted;
      }
    }
    out[at] = v;
  }
};

}  // namespace

template <int Dim>
void apply_forces(const Exec& exec, const ForceArguments<Dim>& arguments,
                  const FaceViews<const float, Dim>& u, const FaceViews<float, Dim>& out,
                  const GridView<float, Dim>* confinement_force) {
  const ForceParameters<Dim>& p = arguments.parameters;
  Confine<Dim> confine{u, arguments.grid.n, arguments.spacing, p.confinement, {}};
  if (p.confinement != 0) {
    for (int a = 0; a < Dim; ++a) confine.force[a] = confinement_force[a];
    for_index(exec, "fluid confinement", arguments.grid.n, confine);
  }
  for (int axis = 0; axis < Dim; ++axis) {
    Drive<Dim> drive{arguments, u, {}, axis, out[axis].data};
    for (int a = 0; a < Dim; ++a) drive.confinement[a] = confine.force[a];
    for_index(exec, "fluid forces", arguments.grid.faces(axis), drive);
  }
}

template void apply_forces<2>(const Exec&, const ForceArguments<2>&, const FaceViews<const float, 2>&,
                              const FaceViews<float, 2>&, const GridView<float, 2>*);
template void apply_forces<3>(const Exec&, const ForceArguments<3>&, const FaceViews<const float, 3>&,
                              const FaceViews<float, 3>&, const GridView<float, 3>*);

}  // namespace ocean::fluid
