// SPDX-License-Identifier: Apache-2.0
//
// Conjugate gradients with a symmetric preconditioner (Hestenes & Stiefel 1952; McAdams et al. 2010,
// algorithm 1). The iteration's scalars stay on the back end; one small transfer an iteration brings the
// residual's norms.
//
// Bytes an iteration and plain cell beside the V-cycle's: A p 8 and p.Ap 8, update of x and r 24, r.z 8,
// p 12.
#include "kernels/fluid/pressure.h"

#include <cmath>
#include <stdexcept>

#include "kernels/fluid/fft_poisson.h"
#include "kernels/fluid/launch.h"

namespace ocean::fluid {
namespace {

struct Scalars {
  double bb = 0;             // |b|^2
  double rr = 0, worst = 0;  // |r|^2, max |r|
  double rho = 0, alpha = 0, beta = 0;
};

OCEAN_HD inline double magnitude(float x) { return static_cast<double>(x < 0 ? -x : x); }

struct Norm : ValueOnly {
  const float* r;
  explicit Norm(const float* values) : r(values) {}
  OCEAN_HD Sums value(int64_t i) const {
    const double v = static_cast<double>(r[i]);
    return {v * v, 0, magnitude(r[i])};
  }
};

struct Dot : ValueOnly {
  const float *x, *y;
  Dot(const float* first, const float* second) : x(first), y(second) {}
  OCEAN_HD Sums value(int64_t i) const {
    return {static_cast<double>(x[i]) * static_cast<double>(y[i]), 0, 0};
  }
};

struct StoreNormOfB {
  Scalars* s;
  OCEAN_HD void operator()(const Sums& v) const { s->bb = v.a; }
};
struct StoreNorm {
  Scalars* s;
  OCEAN_HD void operator()(const Sums& v) const {
    s->rr = v.a;
    s->worst = v.most;
  }
};
// alpha = rho/(p.Ap)
struct StoreAlpha {
  Scalars* s;
  OCEAN_HD void operator()(const Sums& v) const { s->alpha = v.a > 0 ? s->rho / v.a : 0; }
};
// beta = (r.z)/rho
struct StoreBeta {
  Scalars* s;
  OCEAN_HD void operator()(const Sums& v) const {
    s->beta = s->rho > 0 ? v.a / s->rho : 0;
    s->rho = v.a;
  }
};

// x += alpha p, r -= alpha Ap.
struct Advance {
  const Scalars* s;
  float *x, *r;
  const float *p, *ap;
  OCEAN_HD void operator()(int64_t i) const {
    const float alpha = static_cast<float>(s->alpha);
    x[i] = x[i] + alpha * p[i];
    r[i] = r[i] - alpha * ap[i];
  }
  void span(int64_t begin, int64_t end) const {
    const float alpha = static_cast<float>(s->alpha);
    float* __restrict__ const to = x, * __restrict__ const residual = r;
    for (int64_t i = begin; i < end; ++i) {
      to[i] = to[i] + alpha * p[i];
      residual[i] = residual[i] - alpha * ap[i];
    }
  }
  OCEAN_HD Sums value(int64_t i) const {
    const double v = static_cast<double>(r[i]);
    return {v * v, 0, magnitude(r[i])};
  }
};

// p = z + beta p.
struct Direction {
  const Scalars* s;
  const float* z;
  float* p;
  OCEAN_HD void operator()(int64_t i) const { p[i] = z[i] + static_cast<float>(s->beta) * p[i]; }
  void span(int64_t begin, int64_t end) const {
    const float beta = static_cast<float>(s->beta);
    float* __restrict__ const to = p;
    for (int64_t i = begin; i < end; ++i) to[i] = z[i] + beta * to[i];
  }
};

// step = (2/3) D^-1 r; x += step.
struct JacobiStep {
  const float *inverse, *r;
  float *x, *step;
  OCEAN_HD void operator()(int64_t i) const {
    step[i] = 0.66666667f * (inverse[i] * r[i]);
    x[i] = x[i] + step[i];
  }
  void span(int64_t begin, int64_t end) const {
    for (int64_t i = begin; i < end; ++i) (*this)(i);
  }
};

struct AddStep {
  const float* step;
  float* x;
  OCEAN_HD void operator()(int64_t i) const { x[i] = x[i] + step[i]; }
};

// Sums of p.Ap, which is computed on the way.
template <int Dim>
struct ApplyDot : Apply<Dim> {
  OCEAN_HD Sums value(int64_t i) const {
    return {static_cast<double>(this->x[i]) * static_cast<double>(this->out[i]), 0, 0};
  }
};

template <int Dim>
struct ResidualNorm : Residual<Dim> {
  OCEAN_HD Sums value(int64_t i) const {
    const double v = static_cast<double>(this->a.out[i]);
    return {v * v, 0, magnitude(this->a.out[i])};
  }
};

}  // namespace

template <int Dim>
struct PressureSolver<Dim>::State {
  Exec exec;
  Multigrid<Dim> multigrid;
  Regions<Dim> regions;
  int64_t count;
  Buffer<float> z, p, ap;
  Buffer<Sums> partial;
  Buffer<Scalars> scalars;
  std::unique_ptr<FftPoisson> fft;

  State(const Exec& e, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
        const FaceViews<const float, Dim>& weights)
      : exec(e),
        multigrid(e, grid, sides, weights),
        regions(e, multigrid.finest()),
        count(multigrid.finest().count),
        z(e, count),
        p(e, count),
        ap(e, count),
        partial(e, sum_chunks(count)),
        scalars(e, "fluid solver scalars", {Scalars{}}) {}

  // r = b - A x into b's place, and its norms.
  void residual(View<float> b, View<float> x) {
    const Level<Dim>& l = multigrid.finest();
    sum_then(exec, "fluid pressure residual", count, ResidualNorm<Dim>{{{l, x.data, ap.data()}, b.data}},
             partial.data(), StoreNorm{scalars.data()});
    copy_within(exec, "fluid residual", b.data, ap.data(), b.size * int64_t{sizeof(float)});
  }
  // z = a step of the plain methods from the residual r, x += z.
  void step(PressureMethod method, View<float> r, View<float> x) {
    if (method == PressureMethod::jacobi)
      return for_spans(exec, "fluid jacobi", count,
                       JacobiStep{multigrid.finest().inverse, r.data, x.data, z.data()});
    if constexpr (Dim == 2) {
      if (!fft) fft = std::make_unique<FftPoisson>(exec, multigrid.finest());
      fft->solve(r, z.view());
      parallel_for(exec, "fluid fft step", count, AddStep{z.data(), x.data});
    } else {
      throw std::invalid_argument("fluid pressure: fft is for two dimensions; take multigrid");
    }
  }
  Scalars read() const {
    Scalars s;
    copy_out(exec, "fluid residual norms", &s, scalars.data(), sizeof s);
    return s;
  }
};

namespace {

bool is_done(const Scalars& s, const PressureOptions& o, PressureResult& result) {
  result.residual = s.bb > 0 ? std::sqrt(s.rr / s.bb) : 0;
  result.worst = s.worst;
  result.converged = s.rr <= o.tolerance * o.tolerance * s.bb || s.worst <= o.enough;
  return result.converged;
}

}  // namespace

template <int Dim>
PressureSolver<Dim>::PressureSolver(const Exec& exec, const FluidGrid<Dim>& grid, const Sides<Dim>& sides,
                                    const FaceViews<const float, Dim>& weights)
    : state_(std::make_unique<State>(exec, grid, sides, weights)) {}
template <int Dim>
PressureSolver<Dim>::~PressureSolver() = default;
template <int Dim>
PressureSolver<Dim>::PressureSolver(PressureSolver&&) noexcept = default;
template <int Dim>
PressureSolver<Dim>& PressureSolver<Dim>::operator=(PressureSolver&&) noexcept = default;

template <int Dim>
const Level<Dim>& PressureSolver<Dim>::level() const {
  return state_->multigrid.finest();
}
template <int Dim>
const Regions<Dim>& PressureSolver<Dim>::regions() const {
  return state_->regions;
}
template <int Dim>
int PressureSolver<Dim>::levels() const {
  return state_->multigrid.levels();
}
template <int Dim>
Sums* PressureSolver<Dim>::partial() {
  return state_->partial.data();
}

template <int Dim>
PressureResult PressureSolver<Dim>::solve(View<float> b, View<float> x, const PressureOptions& options) {
  State& s = *state_;
  if (b.size != s.count || x.size != s.count)
    throw std::invalid_argument("fluid pressure: arrays do not fit the grid");
  const Level<Dim>& l = s.multigrid.finest();
  Scalars* const scalars = s.scalars.data();
  s.regions.remove_means(b, s.partial.data());
  sum_then(s.exec, "fluid pressure norm", s.count, Norm(b.data), s.partial.data(), StoreNormOfB{scalars});
  s.residual(b, x);
  PressureResult result;
  if (is_done(s.read(), options, result)) return result;
  for (int32_t k = 0; k < options.most_iterations; ++k) {
    if (options.method != PressureMethod::multigrid) {
      // b holds the residual r: the new one is r - A step.
      s.step(options.method, b, x);
      sum_then(s.exec, "fluid step residual", s.count,
               ResidualNorm<Dim>{{{l, s.z.data(), s.ap.data()}, b.data}}, s.partial.data(),
               StoreNorm{scalars});
      copy_within(s.exec, "fluid residual", b.data, s.ap.data(), b.size * int64_t{sizeof(float)});
    } else {
      s.multigrid.cycle(b, s.z.view());
      if (k == 0) copy_within(s.exec, "fluid direction", s.p.data(), s.z.data(), s.p.bytes());
      sum_then(s.exec, "fluid r.z", s.count, Dot(b.data, s.z.data()), s.partial.data(), StoreBeta{scalars});
      if (k > 0) for_spans(s.exec, "fluid direction", s.count, Direction{scalars, s.z.data(), s.p.data()});
      sum_then(s.exec, "fluid p.Ap", s.count, ApplyDot<Dim>{{l, s.p.data(), s.ap.data()}}, s.partial.data(),
               StoreAlpha{scalars});
      sum_then(s.exec, "fluid advance", s.count, Advance{scalars, x.data, b.data, s.p.data(), s.ap.data()},
               s.partial.data(), StoreNorm{scalars});
    }
    ++result.iterations;
    if (is_done(s.read(), options, result)) break;
  }
  return result;
}

template class PressureSolver<2>;
template class PressureSolver<3>;

}  // namespace ocean::fluid
