// SPDX-License-Identifier: Apache-2.0
//
// (I - number*L) u = u_old, L the sum of differences to the neighbours (viscosity.h), by conjugate gradients
// with the diagonal as preconditioner, until the residual is kTolerance of the right-hand side. The advected
// explicit half and the implicit half after it are the Crank-Nicolson scheme along paths, of second order;
// all of it before the advection was of first order where the two do not commute.
#include "kernels/fluid/viscosity.h"

#include <algorithm>

#include "kernels/fluid/faces.h"
#include "kernels/fluid/launch.h"

namespace ocean::fluid {

// One component's row: the sum of coefficient*(neighbour - own), and of the coefficients.
template <int Dim>
struct ViscousRow {
  FluidGrid<Dim> grid;
  Sides<Dim> sides;
  int axis;
  GridView<const float, Dim> weight, distance;
  bool no_slip;

  struct Sum {
    float difference, coefficients;
  };
  OCEAN_HD bool is_free(const Index<Dim>& i, int64_t at) const {
    if (sides.periodic(axis) && i[axis] == grid.n[axis]) return false;  // face 0 again
    return use_of(sides, grid.n, axis, i, weight[at]) != FaceUse::fixed;
  }
  // Signed distance at a face's centre.
  OCEAN_HD float distance_at(const Index<Dim>& i) const {
    float sum = 0;
    for (int k = 0; k < 1 << (Dim - 1); ++k) {
      Index<Dim> corner = i;
      int bit = 0;
      for (int c = 0; c < Dim; ++c)
        if (c != axis) corner[c] += k >> bit++ & 1;
      sum = sum + distance(corner);
    }
    return sum * (1.0f / static_cast<float>(1 << (Dim - 1)));
  }
  // Whether a face takes part: open, and its centre outside obstacles.
  OCEAN_HD bool flows(const Index<Dim>& i, int64_t at) const {
    return weight[at] > 0 && (!no_slip || distance.data == nullptr || distance_at(i) > 0);
  }
  OCEAN_HD float wall_coefficient(const Index<Dim>& i, const Index<Dim>& j) const {
    if (distance.data == nullptr) return 2;  // a closed face without a distance: its wall is half a cell away
    const float own = distance_at(i), other = distance_at(j);
    if (!(own > 0)) return 1.0f / kLeastTheta;
    if (other > 0) return 2;
    const float theta = own / (own - other);
    return 1.0f / (theta > kLeastTheta ? theta : kLeastTheta);
  }
  // homogeneous: walls rest (for corrections).
  OCEAN_HD Sum row(const Index<Dim>& i, int64_t at, const float* v, bool homogeneous) const {
    const float own = v[at];
    const bool flowing = flows(i, at);
    Sum s{0, 0};
    for (int c = 0; c < Dim; ++c)
      for (int side = 0; side < 2; ++side) {
        Index<Dim> j = shifted(i, c, side == 0 ? -1 : 1);
        const int32_t last = c == axis ? grid.n[c] : grid.n[c] - 1;
        if (sides.periodic(c)) {
          if (j[c] < 0) j[c] += grid.n[c];
          if (j[c] >= grid.n[c]) j[c] -= grid.n[c];
        } else if (j[c] < 0 || j[c] > last) {
          const Side<Dim>& wall = sides.of[c][side];
          if (c == axis || (wall.kind != SideKind::closed_no_slip && wall.kind != SideKind::inflow)) continue;
          s.difference = s.difference + 2.0f * ((homogeneous ? 0.0f : wall.velocity[axis]) - own);
          s.coefficients = s.coefficients + 2.0f;
          continue;
        }
        const int64_t k = offset_of(weight.size, j);
        const bool box_side = c == axis && !sides.periodic(c) && (j[c] == 0 || j[c] == grid.n[c]);
        if (flowing && (box_side || flows(j, k))) {
          s.difference = s.difference + (v[k] - own);
          s.coefficients = s.coefficients + 1.0f;
        } else if (no_slip) {
          const float k_wall = wall_coefficient(i, j);
          s.difference = s.difference - k_wall * own;
          s.coefficients = s.coefficients + k_wall;
        }
      }
    return s;
  }
};

namespace {

constexpr double kTolerance = 1e-6;
constexpr int kMostIterations = 300;

struct ViscousScalars {
  double bb = 0, rr = 0, rho = 0, alpha = 0, beta = 0;
};

// out = from + number*L v.
template <int Dim>
struct Explicit {
  ViscousRow<Dim> r;
  float number;
  const float *from, *v;
  float* out;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    out[at] = r.is_free(i, at) ? from[at] + number * r.row(i, at, v, false).difference : from[at];
  }
};

// out = (first + second)/2: the second stage of Heun's method, second = stage + number*L stage.
struct Average {
  const float *first, *second;
  float* out;
  OCEAN_HD void operator()(int64_t i) const { out[i] = 0.5f * (first[i] + second[i]); }
};

// r = old - (v - number*L v), and the right-hand side's square beside it.
template <int Dim>
struct FirstResidual {
  ViscousRow<Dim> rows;
  float number;
  const float *old, *v;
  float *r, *z;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    r[at] = 0;
    z[at] = 0;
    if (!rows.is_free(i, at)) return;
    const auto s = rows.row(i, at, v, false);
    r[at] = (old[at] - v[at]) + number * s.difference;
    z[at] = r[at] / (1.0f + number * s.coefficients);
  }
};

template <int Dim>
struct ApplyViscous {
  ViscousRow<Dim> rows;
  float number;
  const float* p;
  float* ap;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    ap[at] = rows.is_free(i, at) ? p[at] - number * rows.row(i, at, p, true).difference : 0.0f;
  }
};

// x += alpha p, r -= alpha Ap.
struct StepViscous : ValueOnly {
  const ViscousScalars* s;
  float *x, *r;
  const float *p, *ap;
  StepViscous(const ViscousScalars* scalars, float* x0, float* r0, const float* p0, const float* ap0)
      : s(scalars), x(x0), r(r0), p(p0), ap(ap0) {}
  OCEAN_HD void operator()(int64_t i) const {
    const float alpha = static_cast<float>(s->alpha);
    x[i] = x[i] + alpha * p[i];
    r[i] = r[i] - alpha * ap[i];
  }
};

template <int Dim>
struct PreconditionViscous {
  ViscousRow<Dim> rows;
  float number;
  const float* r;
  float* z;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    z[at] = rows.is_free(i, at) ? r[at] / (1.0f + number * rows.row(i, at, r, true).coefficients) : 0.0f;
  }
};

struct Products : ValueOnly {  // a = x.y, b = x.x
  const float *x, *y;
  Products(const float* first, const float* second) : x(first), y(second) {}
  OCEAN_HD Sums value(int64_t i) const {
    const double v = static_cast<double>(x[i]);
    return {v * static_cast<double>(y[i]), v * v, 0};
  }
};

struct StoreStart {  // of old.old and r.z
  ViscousScalars* s;
  OCEAN_HD void operator()(const Sums& v) const { s->bb = v.b; }
};
struct StoreRho {
  ViscousScalars* s;
  OCEAN_HD void operator()(const Sums& v) const {
    s->beta = s->rho > 0 ? v.a / s->rho : 0;
    s->rho = v.a;
    s->rr = v.b;
  }
};
struct StoreStep {
  ViscousScalars* s;
  OCEAN_HD void operator()(const Sums& v) const { s->alpha = v.a > 0 ? s->rho / v.a : 0; }
};
struct NextDirection {
  const ViscousScalars* s;
  const float* z;
  float* p;
  OCEAN_HD void operator()(int64_t i) const { p[i] = z[i] + static_cast<float>(s->beta) * p[i]; }
};

template <int Dim>
struct RepeatFace {
  Index<Dim> n;
  int axis;
  GridView<float, Dim> v;
  OCEAN_HD void operator()(const Index<Dim>& i, int64_t at) const {
    if (i[axis] != n[axis]) return;
    Index<Dim> first = i;
    first[axis] = 0;
    v[at] = v(first);
  }
};

}  // namespace

template <int Dim>
Viscosity<Dim>::Viscosity(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides)
    : exec_(exec), grid_(grid), sides_(sides) {
  int64_t most = 0;
  for (int a = 0; a < Dim; ++a) most = std::max(most, count_of(grid.faces(a)));
  r_ = Buffer<float>(exec, most);
  p_ = Buffer<float>(exec, most);
  ap_ = Buffer<float>(exec, most);
  old_ = Buffer<float>(exec, most);
  scalars_ = Buffer<char>(exec, sizeof(ViscousScalars));
  partial_ = Buffer<char>(exec, sum_chunks(most) * int64_t{sizeof(Sums)});
}

template <int Dim>
ViscousScheme Viscosity<Dim>::scheme_for(const Geometry<Dim>& geometry, double number) {
  // A wall close by is stiffer than a neighbour by 1/theta.
  const bool stiff = geometry.no_slip() && geometry.solid_distance().data != nullptr;
  const double limit =
      static_cast<double>(kExplicitLimit<Dim>) * (stiff ? static_cast<double>(kLeastTheta) : 1);
  if (number <= limit) return ViscousScheme::heun;
  return number <= kCrankNicolsonLimit ? ViscousScheme::crank_nicolson : ViscousScheme::backward_euler;
}

template <int Dim>
void Viscosity<Dim>::add_explicit(const ViscousRow<Dim>& rows, float number, bool second_stage,
                                  GridView<float, Dim> u) {
  float *const old = old_.data(), *const first = r_.data(), *const second = p_.data();
  const int64_t n = u.count(), bytes = n * int64_t{sizeof(float)};
  copy_within(exec_, "fluid velocity", old, u.data, bytes);
  for_index(exec_, "fluid viscosity", u.size,
            Explicit<Dim>{rows, number, old, old, second_stage ? first : u.data});
  if (!second_stage) return;
  for_index(exec_, "fluid viscosity", u.size, Explicit<Dim>{rows, number, first, first, second});
  parallel_for(exec_, "fluid viscosity mean", n, Average{old, second, u.data});
}

template <int Dim>
ViscosityResult Viscosity<Dim>::solve_implicit(const ViscousRow<Dim>& rows, float number,
                                               GridView<float, Dim> u) {
  ViscosityResult result;
  auto* const scalars = reinterpret_cast<ViscousScalars*>(scalars_.data());
  auto* const partial = reinterpret_cast<Sums*>(partial_.data());
  float *const r = r_.data(), *const p = p_.data(), *const ap = ap_.data(), *const old = old_.data();
  const Index<Dim> size = u.size;
  const int64_t n = u.count();
  float* const v = u.data;
  copy_within(exec_, "fluid velocity", old, v, n * int64_t{sizeof(float)});
  fill_bytes(exec_, scalars, 0, sizeof(ViscousScalars));
  sum_then(exec_, "fluid viscosity norm", n, Products(old, old), partial, StoreStart{scalars});
  for_index(exec_, "fluid viscosity residual", size, FirstResidual<Dim>{rows, number, old, v, r, p});
  sum_then(exec_, "fluid viscosity r.z", n, Products(r, p), partial, StoreRho{scalars});
  double reference = 0;  // moving walls alone may drive a fluid at rest
  for (;; ++result.iterations) {
    ViscousScalars s;
    copy_out(exec_, "fluid viscosity norms", &s, scalars, sizeof s);
    if (result.iterations == 0) reference = std::max(s.bb, s.rr);
    if (s.rr <= kTolerance * kTolerance * reference) break;
    if (result.iterations == kMostIterations) {
      result.converged = false;
      break;
    }
    for_index(exec_, "fluid viscosity product", size, ApplyViscous<Dim>{rows, number, p, ap});
    sum_then(exec_, "fluid viscosity p.Ap", n, Products(p, ap), partial, StoreStep{scalars});
    parallel_for(exec_, "fluid viscosity step", n, StepViscous(scalars, v, r, p, ap));
    for_index(exec_, "fluid viscosity scaled", size, PreconditionViscous<Dim>{rows, number, r, ap});
    sum_then(exec_, "fluid viscosity r.z", n, Products(r, ap), partial, StoreRho{scalars});
    parallel_for(exec_, "fluid viscosity direction", n, NextDirection{scalars, ap, p});
  }
  return result;
}

template <int Dim>
ViscosityResult Viscosity<Dim>::apply(const Geometry<Dim>& geometry, double number, ViscousPart part,
                                      const FaceViews<float, Dim>& u) {
  ViscosityResult result;
  const ViscousScheme scheme = scheme_for(geometry, number);
  const bool before = part == ViscousPart::before;
  if (number == 0 || (before && scheme == ViscousScheme::backward_euler)) return result;
  const auto half = static_cast<float>(0.5 * number), whole = static_cast<float>(number);
  for (int a = 0; a < Dim; ++a) {
    const ViscousRow<Dim> rows{
        grid_, sides_, a, geometry.weights()[a], geometry.solid_distance(), geometry.no_slip()};
    if (before || scheme == ViscousScheme::heun) {
      add_explicit(rows, half, scheme == ViscousScheme::heun, u[a]);
    } else {
      const ViscosityResult r =
          solve_implicit(rows, scheme == ViscousScheme::crank_nicolson ? half : whole, u[a]);
      result.iterations = std::max(result.iterations, r.iterations);
      result.converged = result.converged && r.converged;
    }
    if (sides_.periodic(a))
      for_index(exec_, "fluid repeat faces", u[a].size, RepeatFace<Dim>{grid_.n, a, u[a]});
  }
  return result;
}

template class Viscosity<2>;
template class Viscosity<3>;

}  // namespace ocean::fluid
