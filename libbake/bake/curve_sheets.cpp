// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/curve_sheets.h"

#include <numeric>

#include "libbake/core/error.h"
#include "libbake/core/json_writer.h"
#include "libbake/io/curve_writers/column_table.h"
#include "libbake/io/curve_writers/curve_writers.h"
#include "libbake/io/import_files.h"
#include "libbake/io/import_texts.h"

namespace ocean {
namespace {

void refuse_idle(const char* option, bool is_given, const char* why) {
  if (is_given)
    throw Error(ErrorKind::usage, option, std::string("has no effect: ") + why + "; leave it out");
}

std::string filled(std::string text, const std::string& key, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(key, at)) != std::string::npos; at += value.size())
    text.replace(at, key.size(), value);
  return text;
}

std::string script(const char* file, const CurveSheet& sheet, const std::string& keys) {
  const std::string quoted = json_quoted(keys), name = json_quoted(sheet.prefix);
  std::string text = filled(std::string(import_text(file)), "@KEYS@", quoted.substr(1, quoted.size() - 2));
  text = filled(std::move(text), "@NAME@", name.substr(1, name.size() - 2));
  return filled(std::move(text), "@CLASS@", code_name(sheet.prefix + "_curves"));
}

std::vector<CurveTextFile> godot_files(const CurveSheet& sheet, bool is_godot3) {
  std::vector<CurveTextFile> files;
  for (std::size_t c = 0; c < sheet.set.curves.size(); ++c) {
    const Curve& curve = sheet.set.curves[c];
    for (std::size_t k = 0; k < curve.channels.size(); ++k) {
      const CurveChannel& channel = curve.channels[k];
      files.push_back(
          {sheet.prefix + "_" + channel_name(curve, channel) + (is_godot3 ? "_godot3.tres" : ".tres"),
           "tres",
           channel.meaning,
           is_godot3 ? godot3_curve(channel) : godot4_curve(channel),
           {c},
           k});
    }
  }
  return files;
}

}  // namespace

CurveSource read_curve_source(const CurvesConfig& config, const TargetTraits& target,
                              const std::string& name) {
  CurveSource source;
  if (!is_wave_set_file(config.input)) {
    refuse_idle("--layout", config.layout != CurveLayout::automatic, "the input is a table, no wave set");
    ColumnCurves table =
        table_curves(read_column_table(config.input), config.columns, config.time_range, config.input);
    source.sheets.push_back(
        {name, std::move(table.set), false, table.times, std::move(table.resampling_error)});
    return source;
  }
  refuse_idle("--columns", !config.columns.empty(), "the input is a wave set, no table");
  source.waves = read_wave_set(config.input);
  refuse_idle("--time-range", config.time_range && !source.waves->fades(), "no wave of the set fades");
  source.layout = choose_layout(config.layout, *source.waves, config.input);
  source.numbers = wave_numbers(*source.waves, target);
  source.sheets.push_back({name, layout_curves(source.layout, source.numbers, target), true, {}, {}});
  ColumnCurves fades = fade_curves(*source.waves, config.time_range);
  if (!fades.set.curves.empty())
    source.sheets.push_back(
        {name + "_fades", std::move(fades.set), false, fades.times, std::move(fades.resampling_error)});
  return source;
}

std::vector<CurveTextFile> curve_text_files(const CurveSheet& sheet, CurveWriter writer, const std::string&) {
  const CurveSet& set = sheet.set;
  std::vector<std::size_t> all(set.curves.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::string& p = sheet.prefix;
  const std::string keys = p + "_keys.json";
  std::vector<CurveTextFile> files;
  switch (writer) {
    case CurveWriter::unreal_curve:
      for (const std::size_t c : all)
        files.push_back({p + "_" + set.curves[c].name + "_curve.csv",
                         "csv",
                         set.curves[c].channels.size() == 1 ? "CurveFloat" : "CurveLinearColor",
                         unreal_curve_csv(set.curves[c]),
                         {c}});
      break;
    case CurveWriter::unreal_table:
      files.push_back({p + "_table.csv", "csv", "CurveTable", unreal_table_csv(set), all});
      files.push_back({p + "_table.json", "json", "CurveTable", unreal_table_json(set), all});
      break;
    case CurveWriter::unity: {
      const std::string name = code_name(p + "_curves");
      files.push_back({p + "_unity.json", "json", "keys with slopes", unity_json(set), all});
      files.push_back(
          {name + ".cs", "cs", "import script", script("curves_unity.cs", sheet, p + "_unity.json"), {}});
      break;
    }
    case CurveWriter::godot4:
    case CurveWriter::godot3:
      return godot_files(sheet, writer == CurveWriter::godot3);
    case CurveWriter::houdini_chan:
      files.push_back({p + "_channels.chan", "chan", "a column a channel", houdini_chan(set), all});
      break;
    case CurveWriter::houdini_ramp:
      files.push_back(
          {p + "_ramps_houdini.py", "py", "import script", script("curves_houdini.py", sheet, keys), {}});
      break;
    case CurveWriter::blender:
      files.push_back(
          {p + "_curves_blender.py", "py", "import script", script("curves_blender.py", sheet, keys), {}});
      break;
    case CurveWriter::csv:
      files.push_back({p + "_keys.csv", "csv", "a column a channel", plain_csv(set), all});
      break;
    case CurveWriter::json:
      files.push_back({keys, "json", "a list a channel", plain_json(set), all});
      break;
    default:
      break;  // images
  }
  return files;
}

std::vector<ReadChannel> read_curve_file(CurveWriter writer, const CurveTextFile& file,
                                         const std::string& text) {
  if (file.curves.empty()) return {};
  switch (writer) {
    case CurveWriter::unreal_curve:
      return read_unreal_curve(text);
    case CurveWriter::unreal_table:
      return file.format == "csv" ? read_unreal_table_csv(text) : read_unreal_table_json(text);
    case CurveWriter::unity:
      return read_unity_json(text);
    case CurveWriter::godot4:
    case CurveWriter::godot3:
      return {read_godot_curve(text)};
    case CurveWriter::houdini_chan:
      return read_houdini_chan(text);
    case CurveWriter::csv:
      return read_plain_csv(text);
    case CurveWriter::json:
      return read_plain_json(text);
    default:
      return {};
  }
}

bool is_lut_image(CurveWriter writer) { return writer >= CurveWriter::exr; }

const char* writer_name(CurveWriter writer) {
  constexpr const char* kNames[] = {"unreal-curve", "unreal-table", "unity",   "godot4", "godot3",
                                    "houdini-chan", "houdini-ramp", "blender", "csv",    "json",
                                    "exr",          "png16",        "png8"};
  return kNames[static_cast<std::size_t>(writer)];
}

}  // namespace ocean
