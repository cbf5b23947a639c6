// SPDX-License-Identifier: Apache-2.0
//
// Incremental splitting. With p the last pressure, u' = A(u - dt/2 grad p + dt f), and the projection solves
// for the rest: u'' = u' - grad q, q = p''*dt - p*dt/2, so the pressure that acted in the step is p'' = p/2 +
// q/dt, half of p at the path's start. It is found anew in every step, so an error in it does not last.
#include "kernels/fluid/solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/fluid/inflow.h"
#include "kernels/fluid/launch.h"
#include "kernels/fluid/project.h"
#include "kernels/fluid/solver_checks.h"
#include "kernels/fluid/viscosity.h"
#include "kernels/math/elementary.h"

namespace ocean::fluid {
namespace {

struct Scale {
  float factor;
  const float* in;
  float* out;
  OCEAN_HD void operator()(int64_t i) const { out[i] = factor * in[i]; }
};

// p = share*p + scale*q.
struct UpdatePressure {
  float share, scale;
  const float* q;
  float* p;
  OCEAN_HD void operator()(int64_t i) const { p[i] = share * p[i] + scale * q[i]; }
};

struct AddTo {
  const float* by;
  float* to;
  OCEAN_HD void operator()(int64_t i) const { to[i] = to[i] + by[i]; }
};

struct Total : ValueOnly {
  const float* values;
  explicit Total(const float* v) : values(v) {}
  OCEAN_HD Sums value(int64_t i) const { return {static_cast<double>(values[i]), 0, 0}; }
};

struct LiveCells : ValueOnly {
  const uint8_t* kind;
  explicit LiveCells(const uint8_t* k) : kind(k) {}
  OCEAN_HD Sums value(int64_t i) const { return {kind[i] == kDead ? 0.0 : 1.0, 0, 0}; }
};

}  // namespace

template <int Dim>
struct FluidSolver<Dim>::State {
  Exec exec;
  SolverParameters<Dim> p;
  float h;
  Geometry<Dim> geometry;
  PressureSolver<Dim> solver;
  FaceBuffers<float, Dim> u, v, w, next;  // the velocity, and three for the step
  GridBuffer<float, Dim> pressure, b, q;
  std::vector<GridBuffer<float, Dim>> scalars;
  std::vector<double> totals;
  bool totals_known = false;  // not after scalars were handed out
  GridBuffer<float, Dim> out, scratch, ground, confinement[Dim];
  std::unique_ptr<Viscosity<Dim>> viscosity;
  Buffer<Sums> sums, face_partial;

  State(const Exec& e, const SolverParameters<Dim>& parameters, const GeometryInput<Dim>& input)
      : exec(e),
        p(parameters),
        h(static_cast<float>(p.grid.spacing_m)),
        geometry(e, p.grid, p.sides, input, p.obstacle_no_slip),
        solver(e, p.grid, p.sides, geometry.weights()),
        u(e, p.grid),
        v(e, p.grid),
        w(e, p.grid),
        next(e, p.grid),
        pressure(e, p.grid.n),
        b(e, p.grid.n),
        q(e, p.grid.n),
        totals(p.scalars.size()),
        sums(e, Dim + 2 + static_cast<int64_t>(2 * p.scalars.size())) {
    for (size_t k = 0; k < p.scalars.size(); ++k) scalars.emplace_back(exec, p.grid.n);
    if (!p.scalars.empty()) {
      out = GridBuffer<float, Dim>(exec, p.grid.n);
      scratch = GridBuffer<float, Dim>(exec, p.grid.n);
    }
    int64_t most = 0;
    for (int a = 0; a < Dim; ++a) most = std::max(most, count_of(p.grid.faces(a)));
    face_partial = Buffer<Sums>(exec, sum_chunks(most));
    keep_ground(input);
    check_open();
    set_fixed_faces(exec, p.grid, p.sides, geometry.weights(), true, true, u.view());
  }
  void check_open() {
    sum_then(exec, "fluid open cells", cells(), LiveCells(solver.level().kind), solver.partial(),
             StoreSums{sums.data()});
    Sums s;
    copy_out(exec, "fluid open cells", &s, sums.data(), sizeof s);
    require(s.a > 0,
            "obstacles and bed close the whole domain: no face is open; check the sign and place of the "
            "obstacles' distance, or raise the water");
  }
  void keep_ground(const GeometryInput<Dim>& input) {
    const GridView<const float, Dim>& height =
        input.slope_height.data != nullptr ? input.slope_height : input.ground;
    if (height.data == nullptr) return;
    if (ground.count() == 0) ground = GridBuffer<float, Dim>(exec, p.grid.n);
    copy_within(exec, "fluid slope height", ground.buffer().data(), height.data, ground.buffer().bytes());
  }
  int64_t cells() const { return b.count(); }
  double cell_volume() const {
    double volume = 1;
    for (int a = 0; a < Dim; ++a) volume *= p.grid.spacing_m;
    return volume;
  }

  // Makes `velocity` divergence free; the pressure with it.
  void project(const FaceViews<float, Dim>& velocity, double dt, float share, StepStats& stats);
  void move_scalars(double dt, const StepInputs<Dim>& inputs, StepStats& stats);
  void measure(double dt, StepStats& stats);
};

template <int Dim>
void FluidSolver<Dim>::State::project(const FaceViews<float, Dim>& velocity, double dt, float share,
                                      StepStats& stats) {
  const double per_h = dt / p.grid.spacing_m;
  const auto divergence = [&] {
    negative_divergence<Dim>(exec, p.grid, geometry.weights(), velocity, b.buffer().view(), solver.partial(),
                             sums.data());
    Sums s;
    copy_out(exec, "fluid divergence", &s, sums.data(), sizeof s);
    return s.most * per_h;
  };
  stats.first_divergence = divergence();
  stats.divergence = stats.first_divergence;
  const float scale = static_cast<float>(1.0 / per_h);
  PressureOptions options{p.pressure, p.tolerance, 1e-5 * p.divergence_target / per_h, p.most_iterations};
  const int most = p.single_pass ? 1 : kMostPasses;
  for (int pass = 0; pass < most; ++pass) {
    if (pass >= 2 && stats.divergence <= p.divergence_target) break;
    if (pass == 0)
      parallel_for(exec, "fluid first pressure", cells(),
                   Scale{(share > 0 ? share : 1.0f) * static_cast<float>(per_h), pressure.buffer().data(),
                         q.buffer().data()});
    else q.buffer().fill_zero();
    if (pass > 0) options.tolerance = p.second_tolerance;
    const PressureResult r = solver.solve(b.buffer().view(), q.buffer().view(), options);
    subtract_gradient<Dim>(exec, p.grid, p.sides, geometry.weights(), q.view(), velocity);
    parallel_for(
        exec, "fluid pressure", cells(),
        UpdatePressure{pass == 0 ? share : 1.0f, scale, q.buffer().data(), pressure.buffer().data()});
    ++stats.passes;
    stats.converged = stats.converged && r.converged;
    if (pass == 0) {
      stats.iterations = r.iterations;
      stats.residual = r.residual;
    } else {
      stats.second_iterations += r.iterations;
    }
    stats.divergence = divergence();
  }
}

template <int Dim>
void FluidSolver<Dim>::State::move_scalars(double dt, const StepInputs<Dim>& inputs, StepStats& stats) {
  const AdvectionFlow<Dim> flow{u.view(), p.grid.n, p.sides, static_cast<float>(dt / p.grid.spacing_m),
                                p.path};
  Sums* const totals_now = sums.data() + Dim + 2;
  const auto total_of = [&](size_t k) {
    sum_then(exec, "fluid scalar total", cells(), Total(scalars[k].buffer().data()), solver.partial(),
             StoreSums{totals_now + 2 * k});
    Sums read;
    copy_out(exec, "fluid scalar sums", &read, totals_now + 2 * k, sizeof read);
    return read.a * cell_volume();
  };
  for (size_t k = 0; k < scalars.size() && !totals_known; ++k) totals[k] = total_of(k);
  totals_known = true;
  for (size_t k = 0; k < scalars.size(); ++k) {
    GridBuffer<float, Dim>& s = scalars[k];
    Sums *const added_sum = totals_now + 2 * k, *const total_sum = added_sum + 1;
    const bool adds = k < inputs.added.size() && inputs.added[k].data != nullptr;
    if (adds) {
      sum_then(exec, "fluid scalar injected", cells(), Total(inputs.added[k].data), solver.partial(),
               StoreSums{added_sum});
      parallel_for(exec, "fluid scalar added", cells(), AddTo{inputs.added[k].data, s.buffer().data()});
    }
    // Half of the diffusion before the advection and half after, as for viscosity.
    const double number =
        dt * static_cast<double>(p.scalars[k].diffusivity) / (p.grid.spacing_m * p.grid.spacing_m);
    diffuse<Dim>(exec, geometry, p.sides, p.scalars[k].held, 0.5 * number, s.view(), scratch.view());
    geometry.extend_cells(exec, s.view());
    advect<Dim>(exec, flow, p.scalar_scheme, geometry, -1, p.scalars[k].inflow_value, s.view(), out.view(),
                scratch.view());
    std::swap(s, out);
    diffuse<Dim>(exec, geometry, p.sides, p.scalars[k].held, 0.5 * number, s.view(), scratch.view());
    if (p.scalars[k].decay_per_s > 0) {
      const auto kept = static_cast<float>(elem::exp(-static_cast<double>(p.scalars[k].decay_per_s) * dt));
      parallel_for(exec, "fluid scalar decay", cells(), Scale{kept, s.buffer().data(), s.buffer().data()});
    }
    sum_then(exec, "fluid scalar total", cells(), Total(s.buffer().data()), solver.partial(),
             StoreSums{total_sum});
    Sums read[2];
    copy_out(exec, "fluid scalar sums", read, added_sum, sizeof read);
    ScalarStats st;
    st.injected = adds ? read[0].a * cell_volume() : 0;
    st.total = read[1].a * cell_volume();
    st.lost = totals[k] + st.injected - st.total;
    totals[k] = st.total;
    stats.scalars.push_back(st);
  }
}

template <int Dim>
void FluidSolver<Dim>::State::measure(double dt, StepStats& stats) {
  measure_velocity<Dim>(exec, p.grid, p.sides, geometry.weights(), u.view(), face_partial.data(),
                        sums.data() + 1);
  Sums s[Dim];
  copy_out(exec, "fluid energy", s, sums.data() + 1, sizeof s);
  for (int a = 0; a < Dim; ++a) {
    stats.kinetic_energy += s[a].a * cell_volume();
    stats.most_speed = std::max(stats.most_speed, s[a].most);
  }
  stats.cfl = stats.most_speed * dt / p.grid.spacing_m;
}

template <int Dim>
FluidSolver<Dim>::FluidSolver(const Exec& exec, const SolverParameters<Dim>& parameters,
                              const GeometryInput<Dim>& geometry) {
  check(parameters);
  state_ = std::make_unique<State>(exec, parameters, geometry);
  check_inflow();
}
template <int Dim>
FluidSolver<Dim>::~FluidSolver() = default;
template <int Dim>
FluidSolver<Dim>::FluidSolver(FluidSolver&&) noexcept = default;
template <int Dim>
FluidSolver<Dim>& FluidSolver<Dim>::operator=(FluidSolver&&) noexcept = default;

template <int Dim>
const SolverParameters<Dim>& FluidSolver<Dim>::parameters() const {
  return state_->p;
}
template <int Dim>
const Geometry<Dim>& FluidSolver<Dim>::geometry() const {
  return state_->geometry;
}
template <int Dim>
void FluidSolver<Dim>::set_geometry(const GeometryInput<Dim>& geometry) {
  State& s = *state_;
  s.geometry = Geometry<Dim>(s.exec, s.p.grid, s.p.sides, geometry, s.p.obstacle_no_slip);
  s.solver = PressureSolver<Dim>(s.exec, s.p.grid, s.p.sides, s.geometry.weights());
  s.keep_ground(geometry);
  s.check_open();
  set_fixed_faces(s.exec, s.p.grid, s.p.sides, s.geometry.weights(), false, true, s.u.view());
  check_inflow();
}
template <int Dim>
void FluidSolver<Dim>::set_forces(const ForceParameters<Dim>& forces) {
  state_->p.forces = forces;
}
template <int Dim>
FaceViews<float, Dim> FluidSolver<Dim>::velocity() {
  return state_->u.view();
}
template <int Dim>
GridView<float, Dim> FluidSolver<Dim>::pressure() {
  return state_->pressure.view();
}
template <int Dim>
GridView<float, Dim> FluidSolver<Dim>::scalar(int index) {
  state_->totals_known = false;
  return state_->scalars.at(static_cast<size_t>(index)).view();
}

template <int Dim>
void FluidSolver<Dim>::check_inflow() const {
  State& s = *state_;
  fluid::check_inflow<Dim>(s.exec, s.p.grid, s.p.sides, s.geometry, s.solver.regions(), s.u);
}

template <int Dim>
StepStats FluidSolver<Dim>::project() {
  StepStats stats;
  State& s = *state_;
  set_fixed_faces(s.exec, s.p.grid, s.p.sides, s.geometry.weights(), false, true, s.u.view());
  // With dt = spacing the divergence is in the velocity's own unit, and the pressure is no state's.
  GridBuffer<float, Dim> kept(s.exec, s.p.grid.n);
  std::swap(kept, s.pressure);
  s.project(s.u.view(), s.p.grid.spacing_m, 0, stats);
  std::swap(kept, s.pressure);
  s.measure(s.p.grid.spacing_m, stats);
  return stats;
}

template <int Dim>
StepStats FluidSolver<Dim>::step(double dt, const StepInputs<Dim>& inputs) {
  require(dt > 0 && std::isfinite(dt), "the time step must be positive");
  State& s = *state_;
  const SolverParameters<Dim>& p = s.p;
  check(p, inputs);
  StepStats stats;
  const float share = p.splitting == Splitting::incremental ? 0.5f : 0.0f;
  ForceArguments<Dim> forces{
      p.grid,   p.sides, static_cast<float>(dt), s.h, s.geometry.weights(), s.pressure.view(), share,
      p.forces, {}};
  ForceFields<Dim>& f = forces.fields;
  const auto field = [&](int k) { return std::as_const(s.scalars[static_cast<size_t>(k)]).view(); };
  if (p.density_scalar >= 0) f.density = field(p.density_scalar);
  if (p.temperature_scalar >= 0) f.temperature = field(p.temperature_scalar);
  if (s.ground.count() > 0) f.ground = std::as_const(s.ground).view();
  f.wet = inputs.wet;
  f.acceleration = inputs.acceleration;
  for (int a = 0; a < Dim; ++a) f.painted[a] = inputs.painted[a];
  f.painted_share = inputs.painted_share;
  GridView<float, Dim> confinement[Dim];
  for (int a = 0; a < Dim; ++a) {
    if (p.forces.confinement != 0 && s.confinement[a].count() == 0)
      s.confinement[a] = GridBuffer<float, Dim>(s.exec, p.grid.n);
    confinement[a] = s.confinement[a].view();
  }
  s.geometry.extend_velocity(s.exec, s.u.view());
  apply_forces<Dim>(s.exec, forces, s.u.view(), s.v.view(), confinement);
  const double number = dt * static_cast<double>(p.viscosity) / (p.grid.spacing_m * p.grid.spacing_m);
  const auto viscosity = [&](ViscousPart part, const FaceViews<float, Dim>& velocity) {
    if (!(p.viscosity > 0)) return;
    if (!s.viscosity) s.viscosity = std::make_unique<Viscosity<Dim>>(s.exec, p.grid, p.sides);
    const ViscosityResult r = s.viscosity->apply(s.geometry, number, part, velocity);
    stats.viscosity_iterations = std::max(stats.viscosity_iterations, r.iterations);
    stats.converged = stats.converged && r.converged;
  };
  viscosity(ViscousPart::before, s.v.view());
  s.geometry.extend_velocity(s.exec, s.v.view());
  const AdvectionFlow<Dim> flow{s.u.view(), p.grid.n, p.sides, static_cast<float>(dt / p.grid.spacing_m),
                                p.path};
  for (int a = 0; a < Dim; ++a)
    advect<Dim>(s.exec, flow, p.scheme, s.geometry, a, 0, std::as_const(s.v.axis[a]).view(),
                s.next.axis[a].view(), s.w.axis[a].view());
  std::swap(s.u, s.next);
  viscosity(ViscousPart::after, s.u.view());
  s.project(s.u.view(), dt, share, stats);
  s.measure(dt, stats);
  s.move_scalars(dt, inputs, stats);
  return stats;
}

template <int Dim>
std::vector<typename FluidSolver<Dim>::NamedArray> FluidSolver<Dim>::arrays() {
  State& s = *state_;
  std::vector<NamedArray> list;
  const char* const names[] = {"velocity_x", "velocity_y", "velocity_z"};
  for (int a = 0; a < Dim; ++a) list.push_back({names[a], s.u.axis[a].view()});
  list.push_back({"pressure", s.pressure.view()});
  for (size_t k = 0; k < s.scalars.size(); ++k) list.push_back({s.p.scalars[k].name, s.scalars[k].view()});
  return list;
}

template <int Dim>
void FluidSolver<Dim>::restore(const std::string& name, const std::vector<float>& values) {
  for (const NamedArray& a : arrays()) {
    if (a.name != name) continue;
    require(static_cast<int64_t>(values.size()) == a.values.count(),
            "the array " + name + " has another size");
    copy_in(state_->exec, "fluid restore", a.values.data, values.data(),
            a.values.count() * int64_t{sizeof(float)});
    return;
  }
  require(false, "no array " + name);
}

template class FluidSolver<2>;
template class FluidSolver<3>;

}  // namespace ocean::fluid
