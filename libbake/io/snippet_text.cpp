// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/snippet_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/image_format.h"
#include "libbake/io/import_files.h"

namespace ocean {
namespace {

constexpr Dialect kDialects[] = {
    {ShaderLanguage::hlsl, "float2", "float3", "float4", "float2", "float3", "frac", "lerp", "rsqrt",
     "Texture2D map, SamplerState map_state", "map, map_state", "map.SampleLevel(map_state, UV, 0.0)", "out ",
     ", ", "", "The sampler is linear."},
    {ShaderLanguage::glsl, "vec2", "vec3", "vec4", "vec2", "vec3", "fract", "mix", "inversesqrt",
     "sampler2D map", "map", "textureLod(map, UV, 0.0)", "out ", ", ", "",
     "GLSL 3.30, GLSL ES 3.00 with highp. The sampler is linear."},
    {ShaderLanguage::gdshader, "vec2", "vec3", "vec4", "vec2", "vec3", "fract", "mix", "inversesqrt",
     "sampler2D map", "map", "textureLod(map, UV, 0.0)", "out ", ", ", "",
     "Godot 3.2 and later. The map is a uniform without a hint for colour, not itself named map; in Godot 4 "
     "add filter_linear."},
    {ShaderLanguage::vex, "vector2", "vector", "vector4", "set", "set", "frac", "lerp", "1.0 / sqrt",
     "string map", "map",
     "vector4(colormap(map, UV.x, UV.y, \"wrap\", \"WRAP\", \"srccolorspace\", \"linear\"))", "", "; ",
     "function ", "From Houdini's documentation, not run."},
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

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

}  // namespace

const Dialect& dialect(ShaderLanguage language, Target target) {
  if (language == ShaderLanguage::automatic) language = language_of(target);
  return *std::find_if(std::begin(kDialects), std::end(kDialects),
                       [&](const Dialect& d) { return d.language == language; });
}

std::string shader_number(double value) {
  if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max())))
    throw Error(ErrorKind::input, "the manifest",
                "has the number " + std::to_string(value) +
                    ", which no shader holds; the manifest is damaged: run the job again");
  std::string text = shortest(static_cast<float>(value));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return value < 0 ? "(" + text + ")" : text;
}

double largest_code(const OutputRecord& image) {
  const std::optional<ImageFormat> format = parse_image_format(image.format);
  if (!format) throw Error(ErrorKind::input, image.file, "has an unknown format, " + image.format);
  const SampleType type = format_type(*format);
  return type == SampleType::u8 ? 255 : type == SampleType::u16 ? 65535 : 1;
}

const TargetTraits& target_named(const std::string& name, const std::string& place) {
  const auto at =
      std::find_if(kTargets.begin(), kTargets.end(), [&](const TargetTraits& t) { return t.name == name; });
  if (at == kTargets.end())
    throw Error(ErrorKind::input, place, "was baked for an unknown target, " + in_quotes(name));
  return *at;
}

SnippetText::SnippetText(const Manifest& manifest, const TargetTraits& target, const Dialect& d)
    : manifest_(manifest), target_(target), d_(d), name_(code_name(manifest.name)) {}

void SnippetText::comment(const std::string& text) {
  std::string row = "//";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t space = std::min(text.find(' ', at), text.size());
    if (row.size() + 1 + space - at > kSnippetWidth) {
      line(row);
      row = "//";
    }
    row += " " + text.substr(at, space - at);
    at = space + 1;
  }
  line(row);
}

void SnippetText::begin(const std::string& type, const std::string& name, const Parameters& parameters) {
  std::string list;
  for (const std::string& p : parameters) list += (list.empty() ? "" : d_.comma) + p;
  line(std::string(d_.lead) + type + " " + name_ + name + "(" + list + ") {");
}

std::string SnippetText::vec2(const std::string& a, const std::string& b) const {
  return std::string(d_.make2) + "(" + a + ", " + b + ")";
}

std::string SnippetText::vec3(const std::string& a, const std::string& b, const std::string& c) const {
  return std::string(d_.make3) + "(" + a + ", " + b + ", " + c + ")";
}

std::string SnippetText::in_target(const std::string& east, const std::string& north,
                                   const std::string& up) const {
  const std::array<std::string, 3> world{east, north, up};
  std::array<std::string, 3> out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = (target_.sign[k] < 0 ? "-" : "") + world[target_.axis[k]];
  return vec3(out[0], out[1], out[2]);
}

std::string SnippetText::lookup(const std::string& uv, const char* wrap) const {
  std::string text = d_.lookup;
  replace_all(text, "UV", uv);
  replace_all(text, "WRAP", wrap);
  return text;
}

std::string SnippetText::linear(const OutputRecord& image, std::size_t c) const {
  const Decode& decode = image.channels[c].decode;
  const double scale = decode.scale * largest_code(image);
  std::string text = "stored." + std::string(1, "xyzw"[c]);
  if (scale != 1) text += " * " + shader_number(scale);
  if (decode.offset != 0) text += " + " + shader_number(decode.offset);
  return text;
}

void write_map_uv(SnippetText& text, const MapBounds& b) {
  const TargetTraits& t = text.target();
  const double sign = t.horizontal_sign, height = (b.y1 - b.y0) / t.unit_m;
  const std::string x = shader_number(b.x0 / t.unit_m),
                    y = shader_number(sign * (t.v_up ? b.y0 : b.y1) / t.unit_m);
  const std::string sx = shader_number((b.x1 - b.x0) / t.unit_m),
                    sy = shader_number(sign * (t.v_up ? height : -height));
  text.line("");
  text.comment("position: " + std::string(t.horizontal_axes) + " of a point in the world, in " + text.unit() +
               ".");
  text.begin(text.d().vec2, "_uv", {text.parameter(text.d().vec2, "position")});
  text.line("  return " + text.vec2("(position.x - " + x + ") / " + sx, "(position.y - " + y + ") / " + sy) +
            ";");
  text.end();
}

}  // namespace ocean
