// SPDX-License-Identifier: Apache-2.0
//
// Surf coordinates: D = offset - distance/width; u = frac(D - periods + noise_u), v = clamp((D + noise_v - u)
// * life_speed, 0, 1): u grows shoreward, v is constant within one wave and grows as that wave comes in.
#include "libbake/io/decode_snippet.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/wave/surf_uv.h"
#include "libbake/core/error.h"
#include "libbake/core/target.h"
#include "libbake/core/text.h"
#include "libbake/io/image_format.h"
#include "libbake/io/import_files.h"

namespace ocean {
namespace {

// How one language spells what the others spell otherwise.
struct Dialect {
  ShaderLanguage language;
  const char *vec2, *vec4, *fract, *inverse_sqrt;
  const char *map_parameters, *map_arguments, *lookup;
  const char* out;    // before the type of a parameter that is set
  const char* comma;  // between parameters
  const char* lead;   // before a function
  const char* make2;  // a vec2 of two numbers
  const char* note;   // about the lookup
};
constexpr Dialect kDialects[] = {
    {ShaderLanguage::hlsl, "float2", "float4", "frac", "rsqrt", "Texture2D map, SamplerState map_state",
     "map, map_state", "map.SampleLevel(map_state, uv, 0.0)", "out ", ", ", "", "float2",
     "The sampler is linear and clamps."},
    {ShaderLanguage::glsl, "vec2", "vec4", "fract", "inversesqrt", "sampler2D map", "map",
     "textureLod(map, uv, 0.0)", "out ", ", ", "", "vec2",
     "GLSL 3.30, GLSL ES 3.00 with highp. The sampler is linear and clamps."},
    {ShaderLanguage::gdshader, "vec2", "vec4", "fract", "inversesqrt", "sampler2D map", "map",
     "textureLod(map, uv, 0.0)", "out ", ", ", "", "vec2",
     "Godot 3.2 and later. The map is a uniform without a hint for colour; in Godot 4 add filter_linear, "
     "repeat_disable."},
    {ShaderLanguage::vex, "vector2", "vector4", "frac", "1.0 / sqrt", "string map", "map",
     "vector4(colormap(map, uv.x, uv.y, \"wrap\", \"clamp\", \"srccolorspace\", \"linear\"))", "", "; ",
     "function ", "set", "From Houdini's documentation, not run."},
};

const Dialect& dialect(ShaderLanguage language) {
  return *std::find_if(std::begin(kDialects), std::end(kDialects),
                       [&](const Dialect& d) { return d.language == language; });
}

std::string literal(double value) {
  std::string text = shortest(static_cast<float>(value));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return value < 0 ? "(" + text + ")" : text;
}

enum Quantity { kDistance, kDirectionFirst, kDirectionSecond, kDepth, kQuantities };

struct Map {
  const OutputRecord* image = nullptr;
  const TargetTraits* target = nullptr;
  std::optional<std::size_t> channel[kQuantities];
  bool has_direction() const { return channel[kDirectionFirst] && channel[kDirectionSecond]; }
};

ShaderLanguage language_of(Target target) {
  switch (target) {
    case Target::unreal:
    case Target::unity:
      return ShaderLanguage::hlsl;
    case Target::godot:
      return ShaderLanguage::gdshader;
    case Target::houdini:
      return ShaderLanguage::vex;
    case Target::world:
    case Target::blender:
      break;
  }
  return ShaderLanguage::glsl;
}

// Channels by their keys.
Map find_map(const Manifest& manifest, const std::string& file) {
  constexpr const char* kKeys[kQuantities] = {"distance", "direction_x", "direction_y", "depth"};
  std::string files;
  for (const OutputRecord& image : manifest.outputs) {
    if (!is_data_image(image) || !image.world) continue;
    Map map;
    map.image = &image;
    for (const TargetTraits& t : kTargets)
      if (t.name == image.world->target) map.target = &t;
    if (map.target == nullptr) continue;
    for (int q = 0; q < kQuantities; ++q)
      for (std::size_t c = image.channels.size(); c-- > 0;)
        if (image.channels[c].key == kKeys[q]) map.channel[q] = c;
    if (!map.channel[kDistance]) continue;
    if (file.empty() || image.file == file) return map;
    files += (files.empty() ? "" : ", ") + image.file;
  }
  const std::string place = manifest.name + ".manifest.json";
  if (!files.empty())
    throw Error(ErrorKind::input, place,
                "has no image " + in_quotes(file) + " with a distance to the shoreline, but " + files);
  throw Error(
      ErrorKind::input, place,
      "has no image with a distance to the shoreline; name the manifest of a shore bake with --packed "
      "or --maps distance");
}

double largest_code(const OutputRecord& image) {
  const std::optional<ImageFormat> format = parse_image_format(image.format);
  if (!format) throw Error(ErrorKind::input, image.file, "has an unknown format, " + image.format);
  const SampleType type = format_type(*format);
  return type == SampleType::u8 ? 255 : type == SampleType::u16 ? 65535 : 1;
}

class Writer {
 public:
  Writer(const Manifest& manifest, ShaderLanguage language, const std::string& image)
      : manifest_(manifest),
        map_(find_map(manifest, image)),
        d_(dialect(language == ShaderLanguage::automatic ? language_of(map_.target->target) : language)),
        name_(code_name(manifest.name)) {}

  std::string text() {
    head();
    uv();
    decode();
    sample();
    surf();
    return std::move(out_);
  }

 private:
  using Parameters = std::vector<std::string>;

  void line(const std::string& text) { out_ += text + "\n"; }
  void function(const std::string& type, const std::string& name, const Parameters& parameters) {
    std::string list;
    for (const std::string& p : parameters) list += (list.empty() ? "" : d_.comma) + p;
    line(std::string(d_.lead) + type + " " + name_ + name + "(" + list + ") {");
  }
  std::string output(const std::string& type, const std::string& name) { return d_.out + type + " " + name; }

  void head() {
    const OutputRecord& image = *map_.image;
    const std::string unit(map_.target->unit);
    line("// " + name_ + ": how to read " + image.file + ", from " + manifest_.name + ".manifest.json (" +
         manifest_.tool + " " + manifest_.version + ", target " + std::string(map_.target->name) + ").");
    line("// Content " + image.content_hash + ": generate this anew after another bake.");
    line("// Lengths are in " + unit + ", directions in " + std::string(map_.target->horizontal_axes) +
         ". The first row of the image is V = " + (map_.target->v_up ? "1" : "0") +
         ". The texture is data: no sRGB, no compression.");
    line("// " + std::string(d_.note));
  }

  void uv() {
    const WorldRecord& w = *map_.image->world;
    const TargetTraits& t = *map_.target;
    const double sign = t.horizontal_sign, height = (w.y1 - w.y0) / t.unit_m;
    const std::string x = literal(w.x0 / t.unit_m), y = literal(sign * (t.v_up ? w.y0 : w.y1) / t.unit_m);
    const std::string sx = literal((w.x1 - w.x0) / t.unit_m),
                      sy = literal(sign * (t.v_up ? height : -height));
    const std::string axes(t.horizontal_axes);
    line("\n// position: " + axes + " of a point in the world, in " + std::string(t.unit) + ".");
    function(d_.vec2, "_uv", {std::string(d_.vec2) + " position"});
    line("  return " + two("(position.x - " + x + ") / " + sx, "(position.y - " + y + ") / " + sy) + ";");
    line("}");
  }

  std::string two(const std::string& a, const std::string& b) const {
    return std::string(d_.make2) + "(" + a + ", " + b + ")";
  }

  Parameters outputs() {
    Parameters out = {output("float", "shore_distance")};
    if (map_.has_direction()) out.push_back(output(d_.vec2, "shore_direction"));
    if (map_.channel[kDepth]) out.push_back(output("float", "shore_depth"));
    return out;
  }

  std::string linear(Quantity q) {
    const std::size_t c = *map_.channel[q];
    const Decode& decode = map_.image->channels[c].decode;
    const double scale = decode.scale * largest_code(*map_.image);
    std::string text = "stored." + std::string(1, "xyzw"[c]);
    if (scale != 1) text += " * " + literal(scale);
    if (decode.offset != 0) text += " + " + literal(decode.offset);
    return text;
  }

  void set(Quantity q, const std::string& name) {
    line("  " + name + " = " + linear(q) + ";");
    if (map_.image->channels[*map_.channel[q]].decode.square)
      line("  " + name + " = " + name + " * abs(" + name + ");");
  }

  void decode() {
    line(
        "\n// shore_distance: to the shoreline, positive in water. shore_direction: of the waves, toward the "
        "shore, unit "
        "length, 0 where");
    line("// the map has no shore. shore_depth: of the water, negative on land.");
    Parameters parameters = {std::string(d_.vec4) + " stored"};
    for (const std::string& p : outputs()) parameters.push_back(p);
    function("void", "_decode", parameters);
    set(kDistance, "shore_distance");
    if (map_.has_direction()) {
      line("  float first; float second;");
      set(kDirectionFirst, "first");
      set(kDirectionSecond, "second");
      line("  float squares = first * first + second * second;");
      line("  float unit = " + std::string(d_.inverse_sqrt) + "(max(squares, 0.00000001));");
      line("  shore_direction = " + two("first * unit", "second * unit") + ";");
    }
    if (map_.channel[kDepth]) set(kDepth, "shore_depth");
    line("}");
  }

  void sample() {
    Parameters parameters = {d_.map_parameters, std::string(d_.vec2) + " uv"};
    std::string arguments = "stored, shore_distance";
    if (map_.has_direction()) arguments += ", shore_direction";
    if (map_.channel[kDepth]) arguments += ", shore_depth";
    for (const std::string& p : outputs()) parameters.push_back(p);
    line("");
    function("void", "_sample", parameters);
    line("  " + std::string(d_.vec4) + " stored = " + d_.lookup + ";");
    line("  " + name_ + "_decode(" + arguments + ");");
    line("}");
  }

  void surf() {
    const std::string unit(map_.target->unit);
    const std::string metres =
        map_.target->unit_m == 1 ? "along" : "(along * " + literal(map_.target->unit_m) + ")";
    line("\n// Bends the bands of waves; along: a coordinate along the coast, in " + unit +
         ". Usual factors: " + shortest(kClassicNoiseU) + " for noise_u, " + shortest(kClassicNoiseV) +
         " for noise_v.");
    function("float", "_surf_noise", {"float along"});
    const SurfNoise n;
    line("  return " + literal(n.cosine) + " * cos(" + literal(n.cosine_k) + " * " + metres + ") " +
         (n.sine < 0 ? "- " : "+ ") + literal(n.sine < 0 ? -n.sine : n.sine) + " * sin(" + literal(n.sine_k) +
         " * " + metres + ");");
    line("}");
    line(
        "\n// u: position across one wave, growing shoreward; v: life of the wave, 0 offshore to 1 up the "
        "beach. periods: "
        "time in wave");
    line("// periods; width: of one wave, in " + unit +
         "; offset: widths by which the waves begin inland; life_speed: life per width.");
    line("// The animation texture repeats in u and clamps in v.");
    function(d_.vec2, "_surf_uv",
             {"float shore_distance", "float periods", "float width", "float offset", "float life_speed",
              "float noise_u", "float noise_v"});
    line("  float along = offset - shore_distance / width;");
    line("  float u = " + std::string(d_.fract) + "(along - periods + noise_u);");
    line("  float v = clamp((along + noise_v - u) * life_speed, 0.0, 1.0);");
    line("  return " + two("u", "v") + ";");
    line("}");
  }

  const Manifest& manifest_;
  const Map map_;
  const Dialect& d_;
  const std::string name_;
  std::string out_;
};

}  // namespace

std::string decode_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image) {
  return Writer(manifest, language, image).text();
}

}  // namespace ocean
