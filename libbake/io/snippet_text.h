// SPDX-License-Identifier: Apache-2.0
//
// What snippets of shader code are written with: how each language spells things, and a text of functions
// under construction. For decode_snippet.h alone.
#pragma once

#include <string>
#include <vector>

#include "libbake/core/target.h"
#include "libbake/io/decode_snippet.h"
#include "libbake/io/manifest.h"

namespace ocean {

// How one language spells what the others spell otherwise.
struct Dialect {
  ShaderLanguage language;
  const char *vec2, *vec3, *vec4, *make2, *make3, *fract, *mix, *inverse_sqrt;
  const char *map_parameters, *map_arguments;
  const char* lookup;  // UV and WRAP ("clamp", "repeat") are to be filled in
  const char* out;     // before the type of a parameter that is set
  const char* comma;   // between parameters
  const char* lead;    // before a function
  const char* note;    // about the lookup
};
// automatic: that of the target's program.
const Dialect& dialect(ShaderLanguage language, Target target);

// A literal, in parentheses where negative.
std::string shader_number(double value);

// Largest code of the format of an image, which a sampler gives as 1; 1 for formats of values. Throws
// Error{input} for an unknown format.
double largest_code(const OutputRecord& image);

// By name. Throws Error{input}.
const TargetTraits& target_named(const std::string& name, const std::string& place);

// A text of functions whose names begin with the set's name.
class SnippetText {
 public:
  using Parameters = std::vector<std::string>;

  SnippetText(const Manifest& manifest, const TargetTraits& target, const Dialect& d);

  const Manifest& manifest() const { return manifest_; }
  const TargetTraits& target() const { return target_; }
  const Dialect& d() const { return d_; }
  const std::string& name() const { return name_; }
  std::string unit() const { return std::string(target_.unit); }
  std::string take() { return std::move(out_); }

  void line(const std::string& text) { out_ += text + "\n"; }
  void comment(const std::string& text);  // wrapped at kSnippetWidth
  void begin(const std::string& type, const std::string& name, const Parameters& parameters);
  void end() { line("}"); }

  std::string parameter(const char* type, const char* name) const { return std::string(type) + " " + name; }
  std::string output(const char* type, const char* name) const { return d_.out + parameter(type, name); }
  std::string vec2(const std::string& a, const std::string& b) const;
  std::string vec3(const std::string& a, const std::string& b, const std::string& c) const;
  // A vector of world axes given by its components along east, north and up, in the target's axes.
  std::string in_target(const std::string& east, const std::string& north, const std::string& up) const;
  std::string lookup(const std::string& uv, const char* wrap) const;
  // What a channel's stored value, component c of `stored`, stands for before companding.
  std::string linear(const OutputRecord& image, std::size_t c) const;

 private:
  const Manifest& manifest_;
  const TargetTraits& target_;
  const Dialect& d_;
  const std::string name_;
  std::string out_;
};

inline constexpr std::size_t kSnippetWidth = 118;

// The parts of a snippet. `horizontal` of bounds: metres of the world.
struct MapBounds {
  double x0, y0, x1, y1;
};
// NAME_uv(position): horizontal components of a position in the target's axes and unit -> UV.
void write_map_uv(SnippetText& text, const MapBounds& bounds);
// NAME_surf_noise(along) and NAME_surf_uv(…), of surf_uv.h.
void write_surf_functions(SnippetText& text);

std::string shore_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image);
std::string flipbook_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image);
// Of the animation texture, and where the manifest has frames of those too.
std::string surf_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image);

// The part of a flipbook alone, without head. False where the manifest has no frames of that image.
bool write_flipbook(SnippetText& text, const std::string& image);

}  // namespace ocean
