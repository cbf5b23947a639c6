// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/wave_probe.h"

#include <cstdio>

#include "kernels/wave/water_height.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

struct Probe {
  SurfacePoint surface;
  WaterHeight water;
  double eigenvalue = 1;
};

Probe probe(const std::vector<Wave>& waves, Vec2d at, double time_s) {
  const View<const Wave> view{waves.data(), static_cast<int64_t>(waves.size())};
  Probe p{surface_point(view, at.x, at.y, time_s), water_height(view, at.x, at.y, time_s)};
  const SurfacePoint& s = p.surface;
  const double half = 0.5 * (s.jxx - s.jyy);
  p.eigenvalue = 0.5 * (s.jxx + s.jyy) - elem::sqrt(half * half + s.jxy * s.jxy);
  return p;
}

std::vector<double> components(Vec3d v) { return {v.x, v.y, v.z}; }

std::string row(const char* name, Vec3d v, const char* unit) {
  char line[160];
  std::snprintf(line, sizeof line, "  %-14s %14.9f %14.9f %14.9f %s\n", name, v.x, v.y, v.z, unit);
  return line;
}

std::string row(const char* name, double value, const char* unit) {
  char line[160];
  std::snprintf(line, sizeof line, "  %-14s %14.9f%s%s\n", name, value, *unit ? " " : "", unit);
  return line;
}

}  // namespace

std::string probe_json(const WaveSet& set, const std::vector<Vec2d>& points, double time_s) {
  const std::vector<Wave> waves = waves_at(set, time_s);
  JsonWriter w;
  w.object().member("time_s", time_s).key("points").array();
  for (const Vec2d at : points) {
    const Probe p = probe(waves, at, time_s);
    w.object().key("at").list(std::vector<double>{at.x, at.y});
    w.key("displacement_m").list(components(p.surface.displacement));
    w.key("normal").list(components(p.surface.normal));
    w.member("jacobian", p.surface.jacobian()).member("eigenvalue", p.eigenvalue);
    w.key("velocity_mps").list(components(p.surface.velocity));
    w.key("water").object().member("height_m", p.water.height_m);
    w.key("particle").list(std::vector<double>{p.water.particle.x, p.water.particle.y});
    w.member("residual_m", p.water.residual_m).member("converged", p.water.converged).end().end();
  }
  w.end().end();
  return w.text() + "\n";
}

std::string probe_text(const WaveSet& set, const std::vector<Vec2d>& points, double time_s) {
  const std::vector<Wave> waves = waves_at(set, time_s);
  std::string out;
  for (const Vec2d at : points) {
    const Probe p = probe(waves, at, time_s);
    out += "at " + shortest(at.x) + ", " + shortest(at.y) + " at " + shortest(time_s) + " s\n";
    out += row("displacement", p.surface.displacement, "m");
    out += row("normal", p.surface.normal, "");
    out += row("velocity", p.surface.velocity, "m/s");
    out += row("jacobian", p.surface.jacobian(), "");
    out += row("eigenvalue", p.eigenvalue, "");
    out += row("water height", p.water.height_m, "m");
    if (!p.water.converged)
      out += "  the water height was not found: its particle stands " + shortest(p.water.residual_m) +
             " m off; the surface folds over here\n";
  }
  return out;
}

}  // namespace ocean
