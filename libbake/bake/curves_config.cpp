// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/curves_config.h"

#include <algorithm>

#include "libbake/core/error.h"

namespace ocean {
namespace {

std::vector<CurveWriter> writers_of(Target target) {
  using W = CurveWriter;
  switch (target) {
    case Target::unreal:
      return {W::unreal_curve, W::unreal_table, W::exr};
    case Target::unity:
      return {W::unity, W::exr};
    case Target::godot:
      return {W::godot4, W::godot3, W::exr};
    case Target::blender:
      return {W::blender, W::exr};
    case Target::houdini:
      return {W::houdini_chan, W::houdini_ramp, W::exr};
    case Target::world:
      break;
  }
  return {W::csv, W::json, W::exr};
}

// Whose axes and units a writer's numbers must have; world: any.
Target program_of(CurveWriter writer) {
  if (writer == CurveWriter::csv || writer == CurveWriter::json || writer >= CurveWriter::exr)
    return Target::world;
  for (const TargetTraits& t : kTargets) {
    const std::vector<CurveWriter> own = writers_of(t.target);
    if (std::find(own.begin(), own.end(), writer) != own.end()) return t.target;
  }
  return Target::world;
}

}  // namespace

void CurvesConfig::describe(Fields& f) {
  f.group("Input");
  f.path("input", input)
      .positional("INPUT")
      .required()
      .text(
          "A wave set (NAME.waves.json of waves or gerstner), or a table of columns over time (CSV with a "
          "header, or "
          "JSON).");
  f.choice(
       "layout", layout,
       {{"auto", CurveLayout::automatic, "held where it holds the set exactly, else exact"},
        {"packed", CurveLayout::packed, "one curve per 8 waves: turn, L, A, Q of wave w at keys 4w to 4w+3"},
        {"held", CurveLayout::held,
         "one colour curve per 8 waves: wave w over keys 16w to 16w+15, read at 16w+8"},
        {"exact", CurveLayout::exact,
         "two colour curves a wave, constant: turn, L, A, Q and omega, phase, weight, 0"}})
      .text("How waves lie on the keys.");
  f.texts("columns", columns).distinct().text("Columns of a table to write; none: all.");
  f.reals("time_range", time_range)
      .unit("s")
      .syntax("FIRST,LAST")
      .range(-1e9, 1e9)
      .unset("auto", "the table's own, or the set's fades")
      .text("Times that key 0 and key 127 of a table or of fade weights stand for.");
  f.group("Output");
  f.choices("writers", writers,
            {{"unreal-curve", CurveWriter::unreal_curve, "CSV of a CurveFloat or CurveLinearColor"},
             {"unreal-table", CurveWriter::unreal_table, "CurveTable as CSV and JSON"},
             {"unity", CurveWriter::unity, "JSON and a C# script that imports it"},
             {"godot4", CurveWriter::godot4, ".tres with domain 0 to 127 (Godot 4.4)"},
             {"godot3", CurveWriter::godot3, ".tres over 0 to 1 (Godot 3, CurveTexture)"},
             {"houdini-chan", CurveWriter::houdini_chan, ".chan"},
             {"houdini-ramp", CurveWriter::houdini_ramp, "Python script of ramps, and its JSON"},
             {"blender", CurveWriter::blender, "Python script of F-curves, and its JSON"},
             {"csv", CurveWriter::csv, "plain CSV"},
             {"json", CurveWriter::json, "plain JSON"},
             {"exr", CurveWriter::exr, "float LUT texture, 128 texels a row, a row a curve"},
             {"png16", CurveWriter::png16, "16-bit LUT texture"},
             {"png8", CurveWriter::png8, "8-bit LUT texture"}})
      .distinct()
      .text("What to write; none: what the target reads.");
  f.boolean("preview", preview).text("Write NAME_preview.png, the curves with their keys.");
}

std::vector<CurveWriter> CurvesConfig::effective_writers(Target target) const {
  std::vector<CurveWriter> all = writers.empty() ? writers_of(target) : writers;
  for (const CurveWriter w : all) {
    const Target program = program_of(w);
    const bool same_axes = program == Target::world || program == target ||
                           (program == Target::blender && target == Target::world);
    if (!same_axes)
      throw Error(ErrorKind::usage, "--writers",
                  "names a file of " + std::string(traits(program).name) +
                      ", but the numbers would be those of --target " + std::string(traits(target).name) +
                      "; pass --target " + std::string(traits(program).name));
  }
  const auto has = [&](CurveWriter w) { return std::find(all.begin(), all.end(), w) != all.end(); };
  if ((has(CurveWriter::blender) || has(CurveWriter::houdini_ramp)) && !has(CurveWriter::json))
    all.push_back(CurveWriter::json);  // the scripts read it
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace ocean
