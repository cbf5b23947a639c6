// SPDX-License-Identifier: Apache-2.0
//
// Snippets of surf: the displacement animation texture and where a shader reads it (kernels/wave/surf_uv.h):
// D = offset - distance/width; u = frac(D - periods + noise_u), v = clamp((D + noise_v - u)*life_speed, 0,
// 1).
#include <algorithm>

#include "kernels/wave/surf_uv.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/manifest_facts.h"
#include "libbake/io/snippet_text.h"

namespace ocean {
namespace {

constexpr const char* kChannels[] = {"forward", "height", "foam", "slope", "wetness"};

std::string place_of(const Manifest& manifest) { return manifest.name + ".manifest.json"; }

const OutputRecord* find_texture(const Manifest& manifest) {
  for (const OutputRecord& image : manifest.outputs)
    if (image.role == "surf" && image.width > 0) return &image;
  return nullptr;
}

class SurfSnippet {
 public:
  SurfSnippet(SnippetText& text, const OutputRecord& texture)
      : text_(text),
        texture_(texture),
        coordinates_(fact_text(texture.facts, "coordinates", place_of(text.manifest()))) {}

  void write() {
    write_surf_functions(text_);
    if (json_string(text_.manifest().config, {"noise_space"}, place()) == "arc") arc_noise();
    else world_noise();
    wave_uv();
    decode();
    displacement();
  }

 private:
  using Parameters = SnippetText::Parameters;

  std::string place() const { return place_of(text_.manifest()); }
  double of(const char* key) const { return json_number(coordinates_, {key}, place()); }
  std::string number(const char* key) const { return shader_number(of(key)); }
  std::string length(const char* key) const { return shader_number(of(key) / text_.target().unit_m); }

  // surf_noise_world() of metres times noise_scale; the noise is odd, so the target's axes matter.
  void world_noise() {
    const TargetTraits& t = text_.target();
    const std::string scale = number("noise_scale"), noise = text_.name() + "_surf_noise";
    const std::string north = t.horizontal_sign < 0 ? "-position.y" : "position.y";
    text_.line("");
    text_.comment(
        "The noise of this bake by the world coordinate along the coast. position: " +
        std::string(t.horizontal_axes) + " in " + text_.unit() +
        "; shore_direction: of the map, better averaged over one wave's width, as the baked frames do.");
    text_.begin(
        "float", "_noise",
        {text_.parameter(text_.d().vec2, "position"), text_.parameter(text_.d().vec2, "shore_direction")});
    text_.line("  float a = shore_direction.x * shore_direction.x;");
    text_.line("  float b = shore_direction.y * shore_direction.y;");
    text_.line("  float n = b * " + noise + "(position.x * " + scale + ") + a * " + noise + "(" + north +
               " * " + scale + ");");
    text_.line("  return n / max(a + b, 0.00000001);");
    text_.end();
  }

  // surf_noise_of_arc(): wave numbers of whole cycles.
  void arc_noise() {
    const SurfNoise n;
    const double unit = text_.target().unit_m, scale = of("noise_scale") * unit;
    text_.line("");
    text_.comment(
        "The noise of this bake by the length along the shoreline. shore_length: the map's, coast_length: "
        "of that whole shoreline, 0 for none; in " +
        text_.unit() + ".");
    text_.begin("float", "_noise", {"float shore_length", "float coast_length"});
    text_.line("  if (coast_length <= 0.0) return 0.0;");
    text_.line("  float turn = 6.2831853 / coast_length;");
    const auto wave_number = [&](const char* name, double k) {
      text_.line("  float " + std::string(name) + " = turn * max(1.0, floor(" + shader_number(scale * k) +
                 " / turn + 0.5));");
    };
    wave_number("a", n.sine_k);
    wave_number("b", n.cosine_k);
    text_.line("  return " + shader_number(n.sine) + " * sin(a * shore_length) + " + shader_number(n.cosine) +
               " * cos(b * shore_length);");
    text_.end();
  }

  void wave_uv() {
    text_.line("");
    text_.comment("Where the texture is read. noise: " + text_.name() + "_noise; time: seconds, " + period() +
                  " of them a wave period and the loop.");
    text_.begin(text_.d().vec2, "_wave_uv", {"float shore_distance", "float noise", "float time"});
    text_.line("  return " + text_.name() + "_surf_uv(shore_distance, time / " + period() + ", " +
               length("width_m") + ", " + number("offset") + ", " + number("life_speed") + ", " +
               number("noise_u") + " * noise, " + number("noise_v") + " * noise);");
    text_.end();
  }

  std::string period() const {
    return shader_number(json_number(fact_text(texture_.facts, "period_s", place()), {}, place()));
  }

  struct Channel {
    const char* name;
    std::size_t index;
  };
  std::vector<Channel> channels() const {
    std::vector<Channel> found;
    for (const char* name : kChannels)
      for (std::size_t c = 0; c < texture_.channels.size(); ++c)
        if (texture_.channels[c].key == std::string("surf_") + name) found.push_back({name, c});
    return found;
  }

  void decode() {
    text_.line("");
    text_.comment("A sample of " + texture_.file + " (content " + texture_.content_hash +
                  "). forward, the way the wave goes, and height in " + text_.unit() +
                  "; foam 0 to 1; slope of the surface in radians; wetness of the ground 0 to 1.");
    Parameters parameters = {text_.parameter(text_.d().vec4, "stored")};
    for (const Channel& c : channels()) parameters.push_back(text_.output("float", c.name));
    text_.begin("void", "_wave_decode", parameters);
    for (const Channel& c : channels())
      text_.line("  " + std::string(c.name) + " = " + text_.linear(texture_, c.index) + ";");
    text_.end();

    text_.line("");
    text_.comment("The same at uv of " + text_.name() +
                  "_wave_uv. u repeats and v clamps: the sampler repeats, v is kept off the edge "
                  "here.");
    parameters[0] = text_.d().map_parameters;
    parameters.insert(parameters.begin() + 1, text_.parameter(text_.d().vec2, "uv"));
    text_.begin("void", "_wave_sample", parameters);
    const std::string half = shader_number(0.5 / texture_.height);
    text_.line("  " + text_.parameter(text_.d().vec2, "at") + " = " +
               text_.vec2("uv.x", "clamp(uv.y, " + half + ", 1.0 - " + half + ")") + ";");
    text_.line("  " + text_.parameter(text_.d().vec4, "stored") + " = " + text_.lookup("at", "repeat") + ";");
    std::string arguments = "stored";
    for (const Channel& c : channels()) arguments += std::string(", ") + c.name;
    text_.line("  " + text_.name() + "_wave_decode(" + arguments + ");");
    text_.end();
  }

  void displacement() {
    text_.line("");
    text_.comment("Displacement of a point of the calm surface, in the target's axes and " + text_.unit() +
                  "; foam as read.");
    text_.begin(
        text_.d().vec3, "_wave",
        {text_.d().map_parameters, "float shore_distance", text_.parameter(text_.d().vec2, "shore_direction"),
         "float noise", "float time", text_.output("float", "foam")});
    std::string declared, arguments;
    for (const Channel& c : channels()) {
      arguments += std::string(", ") + c.name;
      if (std::string(c.name) != "foam") declared += std::string("float ") + c.name + "; ";
    }
    declared.pop_back();
    text_.line("  " + declared);
    text_.line("  " + text_.parameter(text_.d().vec2, "uv") + " = " + text_.name() +
               "_wave_uv(shore_distance, noise, time);");
    text_.line("  " + text_.name() + "_wave_sample(" + text_.d().map_arguments + ", uv" + arguments + ");");
    text_.line("  float fade = " + fade() + ";");
    text_.line("  float go = forward * fade * " + number("forward_scale") + ";");
    const std::string north =
        text_.target().horizontal_sign < 0 ? "-(go * shore_direction.y)" : "go * shore_direction.y";
    text_.line("  float east = go * shore_direction.x;");
    text_.line("  float north = " + north + ";");
    text_.line("  float up = height * fade * " + number("height_scale") + ";");
    text_.line("  return " + text_.in_target("east", "north", "up") + ";");
    text_.end();
  }

  std::string fade() const {
    if (!(of("fade_length_m") > 0)) return "1.0";
    return "clamp((shore_distance - " + length("fade_m") + ") / " + length("fade_length_m") + ", 0.0, 1.0)";
  }

  SnippetText& text_;
  const OutputRecord& texture_;
  const std::string& coordinates_;
};

}  // namespace

void write_surf_functions(SnippetText& text) {
  const TargetTraits& t = text.target();
  const std::string metres = t.unit_m == 1 ? "along" : "(along * " + shader_number(t.unit_m) + ")";
  text.line("");
  text.comment(
      "Bends the bands of waves; along: a coordinate along the coast, in " + text.unit() +
      ". Usual factors: " + shortest(kClassicNoiseU) + " for noise_u, " + shortest(kClassicNoiseV) +
      " for noise_v. sin and cos take radians: the Sine and Cosine nodes of material graphs may have a "
      "period of 1; there divide by 6.2831853 first.");
  text.begin("float", "_surf_noise", {"float along"});
  const SurfNoise n;
  text.line("  return " + shader_number(n.cosine) + " * cos(" + shader_number(n.cosine_k) + " * " + metres +
            ") " + (n.sine < 0 ? "- " : "+ ") + shader_number(n.sine < 0 ? -n.sine : n.sine) + " * sin(" +
            shader_number(n.sine_k) + " * " + metres + ");");
  text.end();
  text.line("");
  text.comment(
      "u: position across one wave, growing shoreward; v: life of the wave, 0 offshore to 1 up the "
      "beach. periods: time in wave periods; width: of one wave, in " +
      text.unit() +
      "; offset: widths by which the waves begin inland; life_speed: life per width. The animation texture "
      "repeats in u and clamps in v.");
  text.begin(text.d().vec2, "_surf_uv",
             {"float shore_distance", "float periods", "float width", "float offset", "float life_speed",
              "float noise_u", "float noise_v"});
  text.line("  float along = offset - shore_distance / width;");
  text.line("  float u = " + std::string(text.d().fract) + "(along - periods + noise_u);");
  text.line("  float v = clamp((along + noise_v - u) * life_speed, 0.0, 1.0);");
  text.line("  return " + text.vec2("u", "v") + ";");
  text.end();
}

std::string surf_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image) {
  const OutputRecord* texture = find_texture(manifest);
  const std::string place = place_of(manifest);
  if (texture == nullptr) throw Error(ErrorKind::input, place, "has no animation texture of surf");
  const TargetTraits& target = target_named(json_string(manifest.config, {"target"}, place), place);
  SnippetText text(manifest, target, dialect(language, target.target));
  text.comment(text.name() + ": how to read the surf of " + place + " (" + manifest.tool + " " +
               manifest.version + ", target " + std::string(target.name) +
               "): generate this anew after another bake.");
  text.comment(
      "Lengths are in " + text.unit() + ", directions in " + std::string(target.horizontal_axes) +
      ". Distance and direction to the shore: oceanbake snippet of the shore bake. The textures are data: "
      "no sRGB, no compression.");
  text.comment(text.d().note);
  if (image.empty() || image == texture->file) SurfSnippet(text, *texture).write();
  if ((image.empty() || image != texture->file) && !write_flipbook(text, image) && !image.empty())
    throw Error(ErrorKind::input, place,
                "has no image " + in_quotes(image) + " of surf; leave --image out, or name " + texture->file +
                    " or an atlas or frame");
  return text.take();
}

}  // namespace ocean
