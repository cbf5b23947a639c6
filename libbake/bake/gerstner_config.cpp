// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/gerstner_config.h"

#include <algorithm>

#include "libbake/bake/texture_options.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int32_t kMostFrames = 1 << 20;
constexpr int32_t kMostGutter = 4096;
constexpr double kMostTile_m = 1e6, kMostPeriod_s = 1e6;

std::string resolution_rule(const std::string& text) {
  if (parse_resolution(text)) return {};
  return "must be N (texels of the longer side) or WxH, each 1 to " + std::to_string(kMaxMapSide) +
         "; try 512 or 512x256";
}

std::string grid_rule(const std::string& text) {
  if (text.empty() || parse_cells(text)) return {};
  return "must be COLUMNSxROWS, each 1 to " + std::to_string(kMostAtlasCells) + "; try 8x8";
}

void describe_loop(GerstnerConfig& c, Fields& f) {
  f.group("Loop and tile");
  f.reals("tile", c.tile)
      .unit("m")
      .syntax("LX,LY")
      .above(0)
      .max(kMostTile_m)
      .text("Size of the tile: wave vectors are snapped so that the surface repeats over it.");
  f.reals("tile_origin", c.tile_origin)
      .unit("m")
      .syntax("X,Y")
      .range(-1e9, 1e9)
      .text("South-west corner of the tile in the world.");
  f.real("period", c.period)
      .unit("s")
      .above(0)
      .max(kMostPeriod_s)
      .text("Duration of the loop: frequencies are snapped so that the surface repeats after it.");
  f.integer("loop_frames", c.loop_frames)
      .range(1, kMostFrames)
      .text("Frames of one loop, at times i*period/loop_frames; the last one is one step before the first.");
  f.real("fit", c.fit)
      .range(0, 0.5)
      .text(
          "Search tile and period within this share of the wish for those that change the waves least; 0: "
          "take "
          "them as they are.");
  f.boolean("allow_loops", c.allow_loops).text("Bake a set so steep that its crests fold over themselves.");
}

void describe_foam(GerstnerConfig& c, Fields& f) {
  f.group("Foam");
  f.real("foam_threshold", c.foam_threshold)
      .range(-10, 2)
      .text("Jacobian below which foam begins: 1 is calm, 0 is where crests begin to fold.");
  f.real("foam_edge", c.foam_edge)
      .above(0)
      .max(10)
      .text("Fall of the Jacobian below the threshold over which foam becomes full.");
  f.real("foam_decay", c.foam_decay)
      .unit("s")
      .range(0, kMostPeriod_s)
      .text(
          "Time after which a share 1/e of the foam is left; it gathers over the loop, and the first frame "
          "carries on from the last. 0: foam of the moment.");
  f.real("foam_rate", c.foam_rate)
      .unit("1/s")
      .above(0)
      .max(1e6)
      .text("Foam that a second of full coverage adds where foam_decay gathers it; the map ends at 1.");
  f.choice("foam_space", c.foam_space,
           {{"material", FoamSpace::material, "at the undisplaced point, like the other maps"},
            {"world", FoamSpace::world, "resampled to where the displaced surface carries it"}})
      .text("Where a texel of the foam map lies.");
}

}  // namespace

std::optional<AtlasCells> parse_cells(const std::string& text) {
  const std::optional<Resolution> parsed = parse_resolution(text);
  if (!parsed || parsed->height == 0 || parsed->width > kMostAtlasCells || parsed->height > kMostAtlasCells)
    return std::nullopt;
  return AtlasCells{parsed->width, parsed->height};
}

const char* map_name(WaveMap map) {
  switch (map) {
    case WaveMap::displacement:
      return "displacement";
    case WaveMap::normal:
      return "normal";
    case WaveMap::jacobian:
      return "jacobian";
    case WaveMap::foam:
      return "foam";
    case WaveMap::velocity:
      return "velocity";
    case WaveMap::motion:
      return "motion";
    case WaveMap::height:
      return "height";
  }
  throw Error(ErrorKind::internal, "gerstner", "unknown map");
}

void GerstnerConfig::describe(Fields& f) {
  f.group("Input");
  f.path("waves", waves)
      .positional("WAVES")
      .required()
      .text("The wave set: NAME.waves.json, as oceanbake waves writes it.");
  describe_loop(*this, f);
  f.group("Maps");
  f.text("resolution", resolution)
      .syntax("N|WxH")
      .or_number()
      .rule(resolution_rule)
      .text("Texels of a frame: of the longer side, or both; texels are square.");
  f.choices(
       "maps", maps,
       {{"displacement", WaveMap::displacement, "where the surface point over each texel goes"},
        {"normal", WaveMap::normal, "tangent-space normal of the displaced surface"},
        {"jacobian", WaveMap::jacobian, "area of the displaced surface: 1 calm, below 0 folded over"},
        {"foam", WaveMap::foam, "0 to 1, where the Jacobian is low"},
        {"velocity", WaveMap::velocity, "of the surface point, a second"},
        {"motion", WaveMap::motion, "displacement to the next frame, in texture coordinates of the tile"},
        {"height", WaveMap::height, "of the water at the texel's own place in the world"}})
      .distinct()
      .text("Maps to write.");
  f.choice("alpha", alpha,
           {{"none", AlphaChoice::none, "three channels"},
            {"foam", AlphaChoice::foam},
            {"jacobian", AlphaChoice::jacobian},
            {"one", AlphaChoice::one, "for programs that want four channels"}})
      .text("Fourth channel of the displacement map.");
  f.choice("vdm", vdm,
           {{"object", VdmSpace::object, "the target's X, Y, Z"},
            {"tangent", VdmSpace::tangent, "tangent, normal, bitangent: Blender's tangent space"}})
      .text("Order of the displacement's channels.");
  describe_texture(f, format, compression);
  describe_foam(*this, f);
  f.group("Flipbook");
  f.boolean("singles", singles).text("Write each frame as a file NAME_MAP.####.");
  f.text("grid", grid)
      .syntax("COLUMNSxROWS")
      .unset("none", "no atlas")
      .rule(grid_rule)
      .text(
          "Also write an atlas NAME_MAP_atlas of all frames, from left to right and top to bottom. Cells "
          "beyond "
          "the last frame are 0.");
  f.integer("gutter", gutter)
      .unit("texels")
      .range(0, kMostGutter)
      .text(
          "Border around each cell of the atlas that repeats the tile's other side; G texels serve mip "
          "levels "
          "up to log2(G).");
  f.boolean("preview", preview)
      .text(
          "Write NAME_preview.png, the surface, its normals and foam, loop and tile at a glance, and "
          "NAME_preview.gif, the loop.");
}

bool GerstnerConfig::wants(WaveMap map) const {
  return std::find(maps.begin(), maps.end(), map) != maps.end();
}

void GerstnerConfig::check(Problems& problems) const {
  check_texture(format, compression, problems);
  if (maps.empty() && !preview)
    problems.add("maps", "asks for nothing and preview is off; turn one of them on");
  if (alpha != AlphaChoice::none && !wants(WaveMap::displacement))
    problems.add("alpha", "is a channel of the displacement map, which maps does not hold; add it");
  if (!singles && !cells()) problems.add("singles", "is off and grid asks for no atlas; turn one of them on");
  if (gutter > 0 && !cells()) problems.add("gutter", "is a border of the atlas; pass grid too");
  if (const auto c = cells(); c && int64_t{c->columns} * c->rows < loop_frames)
    problems.add("grid", "has " + std::to_string(int64_t{c->columns} * c->rows) + " cells for " +
                             std::to_string(loop_frames) +
                             " frames; pass a larger grid or fewer loop_frames");
}

}  // namespace ocean
