// SPDX-License-Identifier: Apache-2.0
//
// Snippets of flipbooks: frames as files, or all of them in one atlas.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/import_files.h"
#include "libbake/io/manifest_facts.h"
#include "libbake/io/snippet_text.h"

namespace ocean {
namespace {

std::string place_of(const Manifest& manifest) { return manifest.name + ".manifest.json"; }

// first (0) to last are the loop, or what there is of it.
struct Frames {
  double step_s = 0;
  int64_t first = 0, last = 0;
  bool loops = false;
};

struct AtlasCell {
  double columns, rows, width, height, gutter;  // texels
};

// The images of one map: an atlas, or its frames, of which `image` is the first.
struct FrameImage {
  const OutputRecord* image = nullptr;
  std::optional<AtlasCell> atlas;
  MapBounds bounds{};
  bool tiles = false;
  Frames frames;
};

constexpr double kMost = 2147483647;

// Frames of a period; 0 where there is no whole number of them.
int64_t frames_of(double period_s, double step_s) {
  const double frames = step_s > 0 ? period_s / step_s : 0;
  return frames >= 0.5 && frames <= kMost ? std::llround(frames) : 0;
}

FrameImage read_atlas(const OutputRecord& image, const std::string& place) {
  const auto number = [&](const char* key) {
    return json_number(fact_text(image.facts, key, place), {}, place);
  };
  const auto count = [&](const char* key, double least) {
    const double value = number(key);
    if (!(value >= least && value <= kMost))
      throw Error(ErrorKind::input, place,
                  std::string(key) + " is " + shortest(value) + ", but must be " + shortest(least) +
                      " to 2147483647; the manifest is damaged: run the job again");
    return std::floor(value);
  };
  FrameImage made;
  made.image = &image;
  made.atlas = {count("columns", 1), count("rows", 1), count("cell_width", 1), count("cell_height", 1),
                count("gutter", 0)};
  const std::vector<double> b = json_numbers(fact_text(image.facts, "cell_bounds", place), {}, place);
  if (b.size() != 4)
    throw Error(ErrorKind::input, place, "cell_bounds of " + image.file + " are no 4 numbers");
  made.bounds = {b[0], b[1], b[2], b[3]};
  made.tiles = json_boolean(fact_text(image.facts, "cell_tiles", place), {}, place);
  Frames& f = made.frames;
  f.step_s = number("step_s");
  f.first = static_cast<int64_t>(count("first_frame", 0));
  f.last = f.first + static_cast<int64_t>(count("frames", 1)) - 1;
  f.loops = f.first == 0 && frames_of(number("period_s"), f.step_s) == f.last + 1;
  return made;
}

FrameImage read_single(const OutputRecord& image, const Manifest& manifest) {
  FrameImage made;
  made.image = &image;
  const WorldRecord& w = *image.world;
  made.bounds = {w.x0, w.y0, w.x1, w.y1};
  made.tiles = image.tiles_x && image.tiles_y;
  const TimeRecord& t = *image.time;
  made.frames = {t.step_s, t.frame, t.frame};
  for (const OutputRecord& other : manifest.outputs)
    if (other.role == image.role && other.time) {
      made.frames.first = std::min(made.frames.first, other.time->frame);
      made.frames.last = std::max(made.frames.last, other.time->frame);
    }
  const int64_t loop = frames_of(t.period_s, t.step_s);
  made.frames.loops = loop > 0;
  if (loop > 0) {
    made.frames.first = 0;
    made.frames.last = loop - 1;
  }
  return made;
}

// Atlases where there are any, else the first frame of each map; or the one of that name.
std::vector<FrameImage> find_images(const Manifest& manifest, const std::string& file) {
  std::vector<FrameImage> atlases, singles;
  std::vector<std::string> roles;
  for (const OutputRecord& image : manifest.outputs) {
    if (!is_data_image(image) || (!file.empty() && image.file != file)) continue;
    if (image.facts.contains("cell_width")) {
      atlases.push_back(read_atlas(image, place_of(manifest)));
    } else if (image.world && image.time &&
               std::find(roles.begin(), roles.end(), image.role) == roles.end()) {
      roles.push_back(image.role);
      singles.push_back(read_single(image, manifest));
    }
  }
  return atlases.empty() ? singles : atlases;
}

struct VectorQuantity {
  const char* name;
  std::array<const char*, 3> keys;  // east, north, up; or the target's x, y, z
  bool target_axes;
  const char* about;
};
constexpr VectorQuantity kVectors[] = {
    {"displacement",
     {"displacement_x", "displacement_y", "displacement_z"},
     true,
     "displacement of the point of the calm surface"},
    {"displacement",
     {"displacement_tangent", "displacement_bitangent", "displacement_normal"},
     false,
     "displacement of the point of the calm surface"},
    {"velocity", {"velocity_x", "velocity_y", "velocity_z"}, true, "velocity of the water, a second"},
    {"velocity",
     {"velocity_tangent", "velocity_bitangent", "velocity_normal"},
     false,
     "velocity of the water, a second"},
    {"normal", {"normal_right", "normal_green", "normal_out"}, false, "unit normal of the displaced surface"},
};
struct ScalarQuantity {
  const char *name, *about;
};
constexpr ScalarQuantity kScalars[] = {{"foam", "foam, 0 none to 1 full"},
                                       {"jacobian", "Jacobian: 1 calm, below 0 folded over"},
                                       {"height", "height of the water"}};

std::optional<std::size_t> channel_of(const OutputRecord& image, const std::string& key) {
  for (std::size_t c = 0; c < image.channels.size(); ++c)
    if (image.channels[c].key == key) return c;
  return std::nullopt;
}

class FlipbookSnippet {
 public:
  FlipbookSnippet(SnippetText& text, std::vector<FrameImage> images)
      : text_(text), images_(std::move(images)) {}

  void write() {
    const FrameImage& first = images_.front();
    if (first.tiles) {
      text_.line("");
      text_.comment("The tile repeats in the world: any position is good.");
    }
    write_map_uv(text_, first.bounds);
    frame();
    if (first.atlas) frame_uv(first);
    std::vector<std::string> known;
    for (const FrameImage& image : images_) {
      for (const VectorQuantity& q : kVectors) {
        std::array<std::size_t, 3> c{};
        bool all = std::find(known.begin(), known.end(), q.name) == known.end();
        for (std::size_t k = 0; k < 3 && all; ++k) {
          const auto at = channel_of(*image.image, q.keys[k]);
          all = at.has_value();
          if (all) c[k] = *at;
        }
        if (!all) continue;
        known.push_back(q.name);
        write_vector(image, q, c);
      }
      for (const ScalarQuantity& q : kScalars) {
        const auto at = channel_of(*image.image, q.name);
        if (!at || std::find(known.begin(), known.end(), q.name) != known.end()) continue;
        known.push_back(q.name);
        head(image, q.about, std::string(image.image->channels[*at].unit));
        text_.begin("float", std::string("_") + q.name + "_of", {text_.parameter(text_.d().vec4, "stored")});
        text_.line("  return " + text_.linear(*image.image, *at) + ";");
        text_.end();
        sample(image, "float", q.name);
      }
    }
  }

 private:
  void frame() {
    const Frames& f = images_.front().frames;
    text_.line("");
    text_.comment(std::string("time: seconds; frame 0 is time 0. ") +
                  (f.loops ? "The loop is " + shader_number(f.step_s * static_cast<double>(f.last + 1)) +
                                 " s: take a large time modulo that before it becomes a float."
                           : "These frames do not loop."));
    if (!images_.front().atlas)
      text_.comment("Frames are files: the whole part of the frame is the number in the name.");
    const std::string fps = f.step_s > 0 ? shader_number(1 / f.step_s) : "0.0";
    text_.begin("float", "_frame", {"float time"});
    text_.line("  float frame = time * " + fps + ";");
    if (f.loops) {
      const std::string n = shader_number(static_cast<double>(f.last + 1));
      text_.line("  return frame - " + n + " * floor(frame / " + n + ");");
    } else {
      text_.line("  return clamp(frame, " + shader_number(static_cast<double>(f.first)) + ", " +
                 shader_number(static_cast<double>(f.last)) + ");");
    }
    text_.end();
  }

  void frame_uv(const FrameImage& first) {
    const AtlasCell& a = *first.atlas;
    const double w = a.width + 2 * a.gutter, h = a.height + 2 * a.gutter;
    const double all_w = w * a.columns, all_h = h * a.rows;
    const bool v_up = text_.target().v_up;
    text_.line("");
    text_.comment(
        "The place of uv in the cell of a whole frame: cells go left to right, top to bottom. " +
        std::string(
            a.gutter > 0 ? "A gutter of " + shortest(a.gutter) +
                               " texels around each cell repeats its other side, for filters and mipmaps."
            : first.tiles ? "There is no gutter: filters mix neighbouring cells at the tile's edge; bake "
                            "with --gutter 4, or filter nearest."
                          : "uv is kept half a texel inside the cell."));
    text_.begin(text_.d().vec2, "_frame_uv", {text_.parameter(text_.d().vec2, "uv"), "float frame"});
    const std::string n = shader_number(static_cast<double>(first.frames.last + 1));
    if (first.frames.loops)
      text_.line("  float cell = frame - " + n + " * floor((frame + 0.5) / " + n + ");");
    else
      text_.line("  float cell = clamp(frame, " + shader_number(static_cast<double>(first.frames.first)) +
                 ", " + shader_number(static_cast<double>(first.frames.last)) + ") - " +
                 shader_number(static_cast<double>(first.frames.first)) + ";");
    text_.line("  float row = floor((cell + 0.5) / " + shader_number(a.columns) + ");");
    text_.line("  float column = cell - row * " + shader_number(a.columns) + ";");
    const auto inside = [&](const char* part, double texels) {
      if (first.tiles) return std::string(text_.d().fract) + "(uv." + part + ")";
      const std::string half = shader_number(0.5 / texels);
      return std::string("clamp(uv.") + part + ", " + half + ", 1.0 - " + half + ")";
    };
    text_.line("  float x = column * " + shader_number(w) + " + " + shader_number(a.gutter) + " + " +
               shader_number(a.width) + " * " + inside("x", a.width) + ";");
    const std::string y = inside("y", a.height);
    if (v_up)
      text_.line("  float y = " + shader_number(all_h - a.gutter - a.height) + " - row * " +
                 shader_number(h) + " + " + shader_number(a.height) + " * " + y + ";");
    else
      text_.line("  float y = row * " + shader_number(h) + " + " + shader_number(a.gutter) + " + " +
                 shader_number(a.height) + " * " + y + ";");
    text_.line("  return " + text_.vec2("x / " + shader_number(all_w), "y / " + shader_number(all_h)) + ";");
    text_.end();
  }

  void head(const FrameImage& image, const std::string& about, const std::string& unit) {
    text_.line("");
    text_.comment("Of " + image.image->file + (image.atlas ? "" : " and the other frames") + " (content " +
                  image.image->content_hash + "): " + about + (unit.empty() ? "" : ", " + unit) + ".");
  }

  void write_vector(const FrameImage& image, const VectorQuantity& q, const std::array<std::size_t, 3>& c) {
    const bool is_normal = q.name == std::string("normal");
    head(image, std::string(q.about) + ", in the target's axes", image.image->channels[c[0]].unit);
    text_.begin(text_.d().vec3, std::string("_") + q.name + "_of",
                {text_.parameter(text_.d().vec4, "stored")});
    static constexpr const char* kNames[] = {"a", "b", "c"};
    for (std::size_t k = 0; k < 3; ++k)
      text_.line("  float " + std::string(kNames[k]) + " = " + text_.linear(*image.image, c[k]) + ";");
    const bool flips = is_normal && !text_.target().green_up;
    const std::string value =
        q.target_axes ? text_.vec3("a", "b", "c") : text_.in_target("a", flips ? "(-b)" : "b", "c");
    text_.line("  return " + (is_normal ? "normalize(" + value + ")" : value) + ";");
    text_.end();
    sample(image, text_.d().vec3, q.name);
  }

  // Atlas: between the two frames. Files: of the one that is bound.
  void sample(const FrameImage& image, const char* type, const std::string& quantity) {
    SnippetText::Parameters parameters = {text_.d().map_parameters, text_.parameter(text_.d().vec2, "uv")};
    if (image.atlas) parameters.push_back("float time");
    text_.begin(type, "_" + quantity, parameters);
    const std::string stored = "  " + text_.parameter(text_.d().vec4, "stored") + " = ";
    if (image.atlas) {
      text_.line("  float frame = " + text_.name() + "_frame(time);");
      for (const char* part : {"0", "1"})
        text_.line("  " + std::string(text_.d().vec2) + " at" + part + " = " + text_.name() +
                   "_frame_uv(uv, floor(frame) + " + part + ".0);");
      text_.line(stored + text_.d().mix + "(" + text_.lookup("at0", "clamp") + ", " +
                 text_.lookup("at1", "clamp") + ", frame - floor(frame));");
    } else {
      text_.line(stored + text_.lookup("uv", image.tiles ? "repeat" : "clamp") + ";");
    }
    text_.line("  return " + text_.name() + "_" + quantity + "_of(stored);");
    text_.end();
  }

  SnippetText& text_;
  const std::vector<FrameImage> images_;
};

}  // namespace

bool write_flipbook(SnippetText& text, const std::string& image) {
  std::vector<FrameImage> images = find_images(text.manifest(), image);
  if (images.empty()) return false;
  FlipbookSnippet(text, std::move(images)).write();
  return true;
}

std::string flipbook_snippet(const Manifest& manifest, ShaderLanguage language, const std::string& image) {
  const std::string place = place_of(manifest);
  const TargetTraits& target = target_named(json_string(manifest.config, {"target"}, place), place);
  SnippetText text(manifest, target, dialect(language, target.target));
  text.comment(text.name() + ": how to read the flipbook of " + place + " (" + manifest.tool + " " +
               manifest.version + ", target " + std::string(target.name) +
               "): generate this anew after another bake.");
  text.comment("Lengths are in " + text.unit() +
               ", vectors in the target's axes. The first row of an image is V = " +
               (target.v_up ? "1" : "0") + ". The textures are data: no sRGB, no compression.");
  text.comment(std::string(text.d().note) +
               " It repeats for single frames and clamps for an atlas. Whoever evaluates the "
               "waves of " +
               manifest.name +
               ".waves.json in a material graph instead: phases are radians, and a Sine node "
               "may have a period of 1; there divide them by 6.2831853.");
  if (!write_flipbook(text, image))
    throw Error(ErrorKind::input, place,
                image.empty() ? "has no frames: bake with --maps displacement,normal,foam"
                              : "has no image " + in_quotes(image) + " of frames; leave --image out for all");
  return text.take();
}

}  // namespace ocean
