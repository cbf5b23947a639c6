// SPDX-License-Identifier: Apache-2.0
//
// Snippets of shoreline maps.
#include <optional>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/import_files.h"
#include "libbake/io/snippet_text.h"

namespace ocean {
namespace {

enum Quantity { kDistance, kDirectionFirst, kDirectionSecond, kDepth, kQuantities };

struct Map {
  const OutputRecord* image = nullptr;
  const TargetTraits* target = nullptr;
  std::optional<std::size_t> channel[kQuantities];
  bool has_direction() const { return channel[kDirectionFirst] && channel[kDirectionSecond]; }
};

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
      "or --maps distance, or one of gerstner or surf");
}

class ShoreSnippet {
 public:
  ShoreSnippet(SnippetText& text, const Map& map) : text_(text), map_(map) {}

  void write() {
    head();
    const WorldRecord& w = *map_.image->world;
    write_map_uv(text_, {w.x0, w.y0, w.x1, w.y1});
    decode();
    sample();
    write_surf_functions(text_);
  }

 private:
  using Parameters = SnippetText::Parameters;

  void head() {
    const OutputRecord& image = *map_.image;
    const TargetTraits& t = text_.target();
    const Manifest& m = text_.manifest();
    text_.comment(text_.name() + ": how to read " + image.file + ", from " + m.name + ".manifest.json (" +
                  m.tool + " " + m.version + ", target " + std::string(t.name) + ").");
    text_.comment("Content " + image.content_hash + ": generate this anew after another bake.");
    text_.comment("Lengths are in " + text_.unit() + ", directions in " + std::string(t.horizontal_axes) +
                  ". The first row of the image is V = " + (t.v_up ? "1" : "0") +
                  ". The texture is data: no sRGB, no compression.");
    text_.comment(std::string(text_.d().note) + " It clamps.");
  }

  Parameters outputs() {
    Parameters out = {text_.output("float", "shore_distance")};
    if (map_.has_direction()) out.push_back(text_.output(text_.d().vec2, "shore_direction"));
    if (map_.channel[kDepth]) out.push_back(text_.output("float", "shore_depth"));
    return out;
  }

  void set(Quantity q, const std::string& name) {
    text_.line("  " + name + " = " + text_.linear(*map_.image, *map_.channel[q]) + ";");
    if (map_.image->channels[*map_.channel[q]].decode.square)
      text_.line("  " + name + " = " + name + " * abs(" + name + ");");
  }

  void decode() {
    text_.line("");
    text_.comment(
        "shore_distance: to the shoreline, positive in water. shore_direction: of the waves, toward the "
        "shore, unit length, 0 where the map has no shore. shore_depth: of the water, negative on land.");
    Parameters parameters = {text_.parameter(text_.d().vec4, "stored")};
    for (const std::string& p : outputs()) parameters.push_back(p);
    text_.begin("void", "_decode", parameters);
    set(kDistance, "shore_distance");
    if (map_.has_direction()) {
      text_.line("  float first; float second;");
      set(kDirectionFirst, "first");
      set(kDirectionSecond, "second");
      text_.line("  float squares = first * first + second * second;");
      text_.line("  float unit = " + std::string(text_.d().inverse_sqrt) + "(max(squares, 0.00000001));");
      text_.line("  shore_direction = " + text_.vec2("first * unit", "second * unit") + ";");
    }
    if (map_.channel[kDepth]) set(kDepth, "shore_depth");
    text_.end();
  }

  void sample() {
    Parameters parameters = {text_.d().map_parameters, text_.parameter(text_.d().vec2, "uv")};
    std::string arguments = "stored, shore_distance";
    if (map_.has_direction()) arguments += ", shore_direction";
    if (map_.channel[kDepth]) arguments += ", shore_depth";
    for (const std::string& p : outputs()) parameters.push_back(p);
    text_.line("");
    text_.begin("void", "_sample", parameters);
    text_.line("  " + text_.parameter(text_.d().vec4, "stored") + " = " + text_.lookup("uv", "clamp") + ";");
    text_.line("  " + text_.name() + "_decode(" + arguments + ");");
    text_.end();
  }

  SnippetText& text_;
  const Map& map_;
};

}  // namespace

std::string shore_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image) {
  const Map map = find_map(manifest, image);
  SnippetText text(manifest, *map.target, dialect(language, map.target->target));
  ShoreSnippet(text, map).write();
  return text.take();
}

}  // namespace ocean
