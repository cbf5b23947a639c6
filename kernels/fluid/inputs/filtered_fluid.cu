// SPDX-License-Identifier: Apache-2.0
#include "kernels/fluid/inputs/filtered_fluid.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "kernels/fluid/launch.h"
#include "kernels/fluid/project.h"
#include "kernels/math/elementary.h"

namespace ocean::fluid {
namespace {

struct ScaleTo {
  float scale;
  const float* from;
  float* to;
  OCEAN_HD void operator()(int64_t i) const { to[i] = scale * from[i]; }
};
struct AddTo {
  const float* from;
  float* to;
  OCEAN_HD void operator()(int64_t i) const { to[i] = to[i] + from[i]; }
};
struct Total : ValueOnly {
  const float* from;
  explicit Total(const float* f) : from(f) {}
  OCEAN_HD Sums value(int64_t i) const { return {static_cast<double>(from[i]), 0, 0}; }
};

}  // namespace

struct FilteredFluid::State {
  Exec exec;
  SolverParameters<2> p;
  FilteredOptions options;
  Geometry<2> geometry;
  FilteredPressure filter;
  FaceBuffers<float, 2> u, v, w;
  GridBuffer<float, 2> pressure, b, q, out, scratch, ground, confinement[2];
  std::vector<GridBuffer<float, 2>> scalars;
  Buffer<Sums> partial, sums;

  State(const Exec& e, const SolverParameters<2>& parameters, const GeometryInput<2>& input,
        const FilteredOptions& o)
      : exec(e),
        p(parameters),
        options(o),
        geometry(e, p.grid, p.sides, input, p.obstacle_no_slip),
        filter(e, p.grid, p.sides),
        u(e, p.grid),
        v(e, p.grid),
        w(e, p.grid),
        pressure(e, p.grid.n),
        b(e, p.grid.n),
        q(e, p.grid.n),
        out(e, p.grid.n),
        scratch(e, p.grid.n),
        sums(e, 4) {
    for (size_t k = 0; k < p.scalars.size(); ++k) scalars.emplace_back(exec, p.grid.n);
    for (GridBuffer<float, 2>& c : confinement)
      if (p.forces.confinement != 0) c = GridBuffer<float, 2>(exec, p.grid.n);
    int64_t most = count_of(p.grid.n);
    for (int a = 0; a < 2; ++a) most = std::max(most, count_of(p.grid.faces(a)));
    partial = Buffer<Sums>(exec, sum_chunks(most));
    keep_ground(input);
    set_fixed_faces<2>(exec, p.grid, p.sides, geometry.weights(), true, true, u.view());
  }
  void keep_ground(const GeometryInput<2>& input) {
    const GridView<const float, 2>& height =
        input.slope_height.data != nullptr ? input.slope_height : input.ground;
    if (height.data == nullptr) return;
    if (ground.count() == 0) ground = GridBuffer<float, 2>(exec, p.grid.n);
    copy_within(exec, "fluid slope height", ground.buffer().data(), height.data, ground.buffer().bytes());
  }
  int64_t cells() const { return b.count(); }
  double area() const { return p.grid.spacing_m * p.grid.spacing_m; }
  double total(const float* values) {
    sum_then(exec, "fluid scalar total", cells(), Total(values), partial.data(), StoreSums{sums.data()});
    Sums s;
    copy_out(exec, "fluid scalar sums", &s, sums.data(), sizeof s);
    return s.a * area();
  }
  void drive(float dt, const StepInputs<2>& in);
  ScalarStats move(size_t k, const AdvectionFlow<2>& flow, double dt, const StepInputs<2>& in);
};

void FilteredFluid::State::drive(float dt, const StepInputs<2>& in) {
  ForceArguments<2> a{
      p.grid, p.sides,  dt, static_cast<float>(p.grid.spacing_m), geometry.weights(), pressure.view(),
      1.0f,   p.forces, {}};
  const auto field = [&](int k) {
    return k < 0 ? GridView<const float, 2>{} : std::as_const(scalars[static_cast<size_t>(k)]).view();
  };
  a.fields.density = field(p.density_scalar);
  a.fields.temperature = field(p.temperature_scalar);
  if (ground.count() > 0) a.fields.ground = std::as_const(ground).view();
  a.fields.wet = in.wet;
  a.fields.acceleration = in.acceleration;
  for (int k = 0; k < 2; ++k) a.fields.painted[k] = in.painted[k];
  a.fields.painted_share = in.painted_share;
  GridView<float, 2> force[2] = {confinement[0].view(), confinement[1].view()};
  geometry.extend_velocity(exec, u.view());
  apply_forces<2>(exec, a, u.view(), v.view(), force);
  geometry.extend_velocity(exec, v.view());
}

ScalarStats FilteredFluid::State::move(size_t k, const AdvectionFlow<2>& flow, double dt,
                                       const StepInputs<2>& in) {
  GridBuffer<float, 2>& s = scalars[k];
  ScalarStats st;
  const double before = total(s.buffer().data());
  if (k < in.added.size() && in.added[k].data != nullptr) {
    st.injected = total(in.added[k].data);
    parallel_for(exec, "fluid scalar added", cells(), AddTo{in.added[k].data, s.buffer().data()});
  }
  geometry.extend_cells(exec, s.view());
  advect<2>(exec, flow, p.scalar_scheme, geometry, -1, p.scalars[k].inflow_value, s.view(), out.view(),
            scratch.view());
  std::swap(s, out);
  const auto kept = static_cast<float>(elem::exp(-static_cast<double>(p.scalars[k].decay_per_s) * dt));
  if (kept < 1)
    parallel_for(exec, "fluid scalar decay", cells(), ScaleTo{kept, s.buffer().data(), s.buffer().data()});
  st.total = total(s.buffer().data());
  st.lost = before + st.injected - st.total;
  return st;
}

FilteredFluid::FilteredFluid(const Exec& exec, const SolverParameters<2>& parameters,
                             const GeometryInput<2>& geometry, const FilteredOptions& options) {
  if (options.iterations < 1 || options.iterations > 16 || !(options.feedback >= 0 && options.feedback <= 1))
    throw std::invalid_argument("filtered fluid: 1 to 16 iterations and a feedback of 0 to 1");
  state_ = std::make_unique<State>(exec, parameters, geometry, options);
}
FilteredFluid::~FilteredFluid() = default;
FilteredFluid::FilteredFluid(FilteredFluid&&) noexcept = default;

const Geometry<2>& FilteredFluid::geometry() const { return state_->geometry; }
void FilteredFluid::set_geometry(const GeometryInput<2>& geometry) {
  State& s = *state_;
  s.geometry = Geometry<2>(s.exec, s.p.grid, s.p.sides, geometry, s.p.obstacle_no_slip);
  s.keep_ground(geometry);
  set_fixed_faces<2>(s.exec, s.p.grid, s.p.sides, s.geometry.weights(), false, true, s.u.view());
}
FaceViews<float, 2> FilteredFluid::velocity() { return state_->u.view(); }
GridView<float, 2> FilteredFluid::pressure() { return state_->pressure.view(); }
GridView<float, 2> FilteredFluid::scalar(int index) {
  return state_->scalars.at(static_cast<size_t>(index)).view();
}

StepStats FilteredFluid::step(double dt, const StepInputs<2>& inputs) {
  if (!(dt > 0) || !std::isfinite(dt))
    throw std::invalid_argument("filtered fluid: the time step must be positive");
  State& s = *state_;
  const SolverParameters<2>& p = s.p;
  StepStats stats;
  s.drive(static_cast<float>(dt), inputs);
  const double per_h = dt / p.grid.spacing_m;
  const AdvectionFlow<2> flow{s.u.view(), p.grid.n, p.sides, static_cast<float>(per_h), p.path};
  FaceBuffers<float, 2> next(s.exec, p.grid);
  for (int a = 0; a < 2; ++a)
    advect<2>(s.exec, flow, p.scheme, s.geometry, a, 0, std::as_const(s.v.axis[a]).view(),
              next.axis[a].view(), s.w.axis[a].view());
  std::swap(s.u, next);
  negative_divergence<2>(s.exec, p.grid, s.geometry.weights(), s.u.view(), s.b.buffer().view(),
                         s.partial.data(), s.sums.data());
  Sums worst;
  copy_out(s.exec, "fluid divergence", &worst, s.sums.data(), sizeof worst);
  stats.divergence = stats.first_divergence = worst.most * per_h;
  parallel_for(s.exec, "filtered last pressure", s.cells(),
               ScaleTo{static_cast<float>(per_h), s.pressure.buffer().data(), s.q.buffer().data()});
  s.filter.solve(s.geometry.weights(), s.b.buffer().view(), s.options.feedback, s.options.iterations,
                 s.q.buffer().view());
  parallel_for(s.exec, "filtered pressure scale", s.cells(),
               ScaleTo{static_cast<float>(1.0 / per_h), s.q.buffer().data(), s.pressure.buffer().data()});
  stats.iterations = s.options.iterations;
  stats.passes = 1;
  stats.residual = s.filter.residual(s.geometry.weights(), s.b.buffer().view(), s.q.buffer().view());
  measure_velocity<2>(s.exec, p.grid, p.sides, s.geometry.weights(), s.u.view(), s.partial.data(),
                      s.sums.data());
  Sums m[2];
  copy_out(s.exec, "fluid energy", m, s.sums.data(), sizeof m);
  for (const Sums& a : m) {
    stats.kinetic_energy += a.a * s.area();
    stats.most_speed = std::max(stats.most_speed, a.most);
  }
  stats.cfl = stats.most_speed * per_h;
  const AdvectionFlow<2> moved{s.u.view(), p.grid.n, p.sides, static_cast<float>(per_h), p.path};
  for (size_t k = 0; k < s.scalars.size(); ++k) stats.scalars.push_back(s.move(k, moved, dt, inputs));
  return stats;
}

std::vector<FluidSolver<2>::NamedArray> FilteredFluid::arrays() {
  State& s = *state_;
  std::vector<FluidSolver<2>::NamedArray> list = {{"velocity_x", s.u.axis[0].view()},
                                                  {"velocity_y", s.u.axis[1].view()},
                                                  {"pressure", s.pressure.view()}};
  for (size_t k = 0; k < s.scalars.size(); ++k) list.push_back({s.p.scalars[k].name, s.scalars[k].view()});
  return list;
}

void FilteredFluid::restore(const std::string& name, const std::vector<float>& values) {
  for (const auto& a : arrays()) {
    if (a.name != name) continue;
    if (static_cast<int64_t>(values.size()) != a.values.count())
      throw std::invalid_argument("filtered fluid: the array " + name + " has another size");
    copy_in(state_->exec, "fluid restore", a.values.data, values.data(),
            a.values.count() * int64_t{sizeof(float)});
    return;
  }
  throw std::invalid_argument("filtered fluid: no array " + name);
}

}  // namespace ocean::fluid
