// SPDX-License-Identifier: Apache-2.0
//
// Presets, options, and the model of the wave that they ask for.
#include "libbake/bake/surf_config.h"

#include "libbake/bake/gerstner_config.h"
#include "libbake/bake/texture_options.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kBirthHeights = 4;  // default birth depth, deep-water heights
constexpr double kFittedNoiseU = 3, kFittedNoiseV = 0.5;
constexpr double kNoiseWidth_m = 3;  // width that the noise's own lengths suit

struct PresetValues {
  const char* name;
  double height_m, period_s, slope, foam_periods;
};
constexpr PresetValues kPresets[] = {{"gentle", 0.6, 8, 0.03, 0.35},
                                     {"spilling", 1.5, 10, 0.03, 0.6},
                                     {"plunging", 1.8, 12, 0.08, 0.6},
                                     {"storm", 4, 12, 0.03, 1.2}};

const PresetValues& values_of(SurfPreset preset) { return kPresets[static_cast<std::size_t>(preset)]; }

std::string preset_text(SurfPreset preset) {
  const PresetValues& v = values_of(preset);
  return shortest(v.height_m) + " m every " + shortest(v.period_s) + " s on a slope of " + shortest(v.slope);
}

std::string cells_rule(const std::string& text) {
  return text == "auto" || parse_cells(text) ? std::string() : "must be auto or COLUMNSxROWS; try 8x4";
}

}  // namespace

const char* preset_name(SurfPreset preset) { return values_of(preset).name; }

void SurfConfig::describe(Fields& f) {
  f.group("Sea");
  f.choice("preset", preset,
           {{"gentle", SurfPreset::gentle, "small spilling waves"},
            {"spilling", SurfPreset::spilling, "a beach with white rollers"},
            {"plunging", SurfPreset::plunging, "a steep beach, the lip is thrown over"},
            {"storm", SurfPreset::storm, "high waves, much foam"}})
      .text("Values of the sea's options that are not given: gentle " + preset_text(SurfPreset::gentle) +
            ", spilling " + preset_text(SurfPreset::spilling) + ", plunging " +
            preset_text(SurfPreset::plunging) + ", storm " + preset_text(SurfPreset::storm) + ".");
  f.real("height", height)
      .unit("m")
      .range(0.01, 50)
      .unset("auto", "the preset's")
      .text("Height of the swell in deep water, crest to trough.");
  f.real("period", period)
      .unit("s")
      .range(0.5, 30)
      .unset("auto", "the preset's")
      .text("Period of the swell.");
  f.real("slope", slope)
      .range(0.001, 1)
      .unset("auto", "the preset's")
      .text("Slope of the plane beach: rise over run.");
  f.real("gamma", wave.gamma).range(0.3, 1.5).text("Height over depth at which a wave breaks.");
  f.real("birth_depth", birth_depth)
      .unit("m")
      .above(0)
      .max(1000)
      .unset("auto", "4 heights")
      .text("Depth in which the wave is born: v = 0.");
  f.choice("breaker", breaker,
           {{"auto", BreakerChoice::automatic, "by the Iribarren number and --plunge-above"},
            {"spilling", BreakerChoice::spilling, "foam runs down the face"},
            {"plunging", BreakerChoice::plunging, "the lip is thrown over"}})
      .text("How the wave breaks.");
  f.real("plunge_above", plunge_above)
      .range(0.05, 3)
      .text("Iribarren number (slope over the root of the deep-water steepness) from which waves plunge.");
  f.real("gravity", wave.gravity).unit("m/s^2").range(0.1, 100).text("Gravity.");

  f.group("Wave");
  f.real("width", width)
      .unit("m")
      .above(0)
      .max(1e5)
      .unset("auto", "the wave's length where it breaks")
      .text("Width of one wave: what u from 0 to 1 covers.");
  f.real("v_swash", v_swash)
      .range(0.2, 0.97)
      .unset("auto", "by --swash-periods")
      .text("Life at which the crest reaches the still-water line.");
  f.real("swash_periods", wave.swash_periods)
      .range(0.1, 5)
      .text("How long the swash takes, up and back, in wave periods.");
  f.real("grow", wave.grow)
      .range(0, 0.5)
      .text("Share of the life in which the wave rises from the flat sea.");
  f.real("orbit", wave.orbit)
      .range(0, 1)
      .text("Share of linear theory's motion to and fro under the wave before it breaks.");
  f.real("front", wave.front).range(0, 0.98).text("Steepness of a broken wave's face; 1 would be vertical.");
  f.real("front_periods", wave.front_periods)
      .range(0.01, 5)
      .text("Wave periods after breaking in which the face becomes steep.");
  f.real("lip_throw", wave.lip_throw).range(0.2, 5).text("How far the lip is thrown, in breaker heights.");
  f.real("lip_periods", wave.lip_periods)
      .range(0.02, 1)
      .text("Wave periods from breaking until the lip touches down.");
  f.real("bore_height", wave.bore_height)
      .range(0, 1)
      .text("Height of the broken wave at the still-water line, as a share of the breaker's.");
  f.real("runup", wave.runup).range(0, 10).text("Factor of Hunt's run-up height.");
  f.real("swash_depth", wave.swash_depth)
      .range(0, 1)
      .text("Thickness of the water on the beach, as a share of the breaker's height.");

  f.group("Foam");
  f.real("foam_periods", foam_periods)
      .range(0.01, 20)
      .unset("auto", "the preset's")
      .text("Wave periods in which foam behind the crest falls to 1/e.");
  f.real("foam_rise_periods", wave.foam_rise_periods)
      .range(0.01, 5)
      .text("Wave periods in which a breaking crest turns into foam.");
  f.real("thin_foam", wave.thin_foam).range(0, 1).text("Foam that the swash leaves on the beach.");
  f.real("wet_periods", wave.wet_periods)
      .range(0.01, 100)
      .text("Wave periods in which wet sand dries to 1/e; see --alpha wetness.");

  f.group("Texture");
  f.integer("columns", columns)
      .unit("texels")
      .range(16, 16384)
      .text("Width of the texture: across the wave.");
  f.integer("rows", rows).unit("texels").range(16, 16384).text("Height of the texture: the wave's life.");
  f.choice("alpha", alpha,
           {{"slope", SurfAlpha::slope, "angle of the surface's tangent, radians"},
            {"wetness", SurfAlpha::wetness, "of the beach's ground, 0 to 1"},
            {"none", SurfAlpha::none, "three channels"}})
      .text("What the texture's fourth channel holds.");
  describe_texture(f, format, compression);
  f.boolean("preview", preview).text("Write pictures of the texture, the profiles and the frames.");

  f.group("Shore");
  f.path("shore", shore)
      .syntax("MANIFEST")
      .text(
          "Manifest of a shore bake with distance and direction: frames of the surf over its area are "
          "written.");
  f.integer("tide", tide)
      .range(1, 1 << 20)
      .unset("none", "the bake has one level")
      .text("Water level of a tide set, by its number.");
  f.integer("loop_frames", loop_frames).range(1, 4096).text("Frames of the loop, which is one wave period.");
  f.integer("frame_resolution", frame_resolution)
      .unit("texels")
      .range(2, 16384)
      .unset("auto", "the shore map's")
      .text("Longest side of the frames.");
  f.choices("maps", maps,
            {{"displacement", SurfMap::displacement, "vector in the target's axes"},
             {"height", SurfMap::height, "its upward part"},
             {"normal", SurfMap::normal, "of the displaced surface, image axes"},
             {"foam", SurfMap::foam, "0 to 1"}})
      .distinct()
      .text("Maps of each frame.");
  f.boolean("singles", singles).text("Write each frame as a file.");
  f.boolean("atlas", atlas).text("Write all frames of a map into one picture.");
  f.text("cells", cells).syntax("COLUMNSxROWS").rule(cells_rule).text("Cells of the atlas.");
  f.choices("mesh", mesh, {{"ply", MeshFormat::ply, "binary, with foam"}, {"obj", MeshFormat::obj, "text"}})
      .distinct()
      .text("Displaced meshes, one a frame.");
  f.choice("coordinates", coordinates,
           {{"fitted", CoordinateChoice::fitted, "to this wave: little noise, no fade"},
            {"classic", CoordinateChoice::classic,
             "noise of 10 on u and 5 on v by metres, which suits waves of a few metres (for wider ones add "
             "--noise-scale 1/width), "
             "faded from 3 m to 4 m off the shoreline"}})
      .text("Values of the options below that are not given.");
  f.choice("noise_space", noise_space,
           {{"world", NoiseSpace::world, "x or y, whichever runs along the coast"},
            {"arc", NoiseSpace::arc,
             "length along the shoreline, closed on each; needs the maps shore_length and shore_perimeter"}})
      .text("Coordinate that the noise is of.");
  f.real("noise_u", noise_u)
      .range(-1000, 1000)
      .unset("auto", "by --coordinates")
      .text("Factor of the noise that bends the crests.");
  f.real("noise_v", noise_v)
      .range(-1000, 1000)
      .unset("auto", "by --coordinates")
      .text("Factor of the noise that moves the line where waves break, in widths.");
  f.real("noise_scale", noise_scale)
      .above(0)
      .max(1e4)
      .unset("auto", "by --coordinates")
      .text("Factor of the noise's coordinate.");
  f.real("fade", fade)
      .unit("m")
      .range(-1e6, 1e6)
      .unset("none", "by --coordinates")
      .text("Distance to the shoreline up to which displacement is 0.");
  f.real("fade_length", fade_length).unit("m").above(0).max(1e6).text("Way on which it then becomes whole.");
  f.real("offset", offset)
      .range(-1e4, 1e4)
      .unset("auto", "so that the crest meets the shoreline at v_swash")
      .text("Widths by which the wave's life begins off the shoreline.");
  f.real("life_speed", life_speed)
      .above(0)
      .max(1e4)
      .unset("auto", "of the plane beach")
      .text("Life that passes on one width.");
  f.reals("scale", scale).syntax("FORWARD,HEIGHT").range(0, 1000).text("Factors of the displacement.");
}

SurfParams SurfConfig::params() const {
  const PresetValues& values = values_of(preset);
  SurfParams p = wave;
  p.height_m = height.value_or(values.height_m);
  p.period_s = period.value_or(values.period_s);
  p.slope = slope.value_or(values.slope);
  p.foam_periods = foam_periods.value_or(values.foam_periods);
  p.birth_depth_m = birth_depth.value_or(kBirthHeights * p.height_m);
  p.width_m = width.value_or(0);
  p.v_swash = v_swash.value_or(0);
  p.edge = 0.5 / rows;
  const bool steep = surf_model(p).iribarren >= plunge_above;
  p.plunging = breaker == BreakerChoice::plunging || (breaker == BreakerChoice::automatic && steep);
  return p;
}

SurfModel SurfConfig::model() const { return surf_model(params()); }

SurfUvSettings SurfConfig::uv(const SurfModel& m) const {
  const bool classic = coordinates == CoordinateChoice::classic;
  SurfUvSettings s;
  s.width_m = m.width_m;
  s.offset = offset.value_or(m.offset());
  s.life_speed = life_speed.value_or(m.life_speed());
  s.noise_u = noise_u.value_or(classic ? kClassicNoiseU : kFittedNoiseU);
  s.noise_v = noise_v.value_or(classic ? kClassicNoiseV : kFittedNoiseV);
  if (fade || classic) {
    s.fade_m = fade.value_or(kClassicFade_m);
    s.fade_length_m = fade_length;
  }
  return s;
}

double SurfConfig::noise_factor(const SurfModel& m) const {
  return noise_scale.value_or(coordinates == CoordinateChoice::classic ? 1 : kNoiseWidth_m / m.width_m);
}

}  // namespace ocean
