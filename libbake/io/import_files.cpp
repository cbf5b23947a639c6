// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/import_files.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "libbake/core/json_writer.h"
#include "libbake/io/content_hash.h"
#include "libbake/io/import_texts.h"
#include "libbake/io/outputs.h"
#include "libbake/io/safe_file.h"

namespace ocean {
namespace {

using Replacements = std::vector<std::pair<std::string_view, std::string>>;

std::string filled(std::string_view text, const Replacements& replacements) {
  std::string out(text);
  for (const auto& [key, value] : replacements)
    for (std::size_t at = 0; (at = out.find(key, at)) != std::string::npos; at += value.size())
      out.replace(at, key.size(), value);
  return out;
}

// The inside of a string literal of JSON, Python, GDScript and C# alike.
std::string literal(const std::string& text) {
  const std::string quoted = json_quoted(text);
  return quoted.substr(1, quoted.size() - 2);
}

std::string hex_digits(const std::string& text) {
  const std::string hash = hash_bytes(text);  // "xxh3-128:…"
  return hash.substr(hash.find(':') + 1);
}

// A script of waves serves surf too.
Replacements names(const std::string& job, const std::string& name) {
  const bool is_surf = job == "surf";
  return {{"@MANIFEST@", literal(name + ".manifest.json")},
          {"@CLASS@", code_name(name)},
          {"@WHAT@", is_surf ? "surf" : "a flipbook"},
          {"@SCENE@", is_surf ? "surf" : "waves"}};
}

// TextureWrapMode of Unity.
std::string wrap(bool tiles) { return tiles ? "0" : "1"; }

ImportFile unity_settings(const std::string& name, const OutputRecord& image) {
  // The same after each bake, so that references to the texture survive.
  const std::string guid = hex_digits("unity " + name + "/" + image.file);
  return {image.file + ".meta", ImportFile::Kind::settings,
          filled(import_text("unity.meta"),
                 {{"@GUID@", guid}, {"@WRAP_U@", wrap(image.tiles_x)}, {"@WRAP_V@", wrap(image.tiles_y)}})};
}

ImportFile godot_settings(const OutputRecord& image) {
  const bool repeats = image.tiles_x;  // one flag for both: surf repeats in u, and its shaders clamp v
  return {image.file + ".import", ImportFile::Kind::settings,
          filled(import_text("godot.import"), {{"@REPEAT@", repeats ? "1" : "0"}})};
}

struct ScriptRow {
  std::string_view job;
  Target target;
  std::string_view text;    // of import_scripts/
  std::string_view suffix;  // of the file
};
constexpr ScriptRow kScripts[] = {
    {"shore", Target::world, "blender.py", "_import_blender.py"},
    {"shore", Target::blender, "blender.py", "_import_blender.py"},
    {"shore", Target::godot, "godot3.gd", "_import_godot3.gd"},
    {"shore", Target::godot, "godot4.gd", "_import_godot4.gd"},
    {"shore", Target::unreal, "unreal.py", "_import_unreal.py"},
    {"shore", Target::unity, "unity.cs", "_import_unity.cs"},
    {"shore", Target::houdini, "houdini.py", "_import_houdini.py"},
    {"gerstner", Target::world, "waves_blender.py", "_import_blender.py"},
    {"gerstner", Target::blender, "waves_blender.py", "_import_blender.py"},
    {"gerstner", Target::godot, "waves_godot3.gd", "_import_godot3.gd"},
    {"gerstner", Target::godot, "waves_godot4.gd", "_import_godot4.gd"},
    {"gerstner", Target::unreal, "waves_unreal.py", "_import_unreal.py"},
    {"gerstner", Target::unity, "waves_unity.cs", "_import_unity.cs"},
    {"gerstner", Target::houdini, "waves_houdini.py", "_import_houdini.py"},
    {"surf", Target::world, "surf_blender.py", "_import_blender.py"},
    {"surf", Target::blender, "surf_blender.py", "_import_blender.py"},
    {"surf", Target::godot, "waves_godot3.gd", "_import_godot3.gd"},
    {"surf", Target::godot, "waves_godot4.gd", "_import_godot4.gd"},
    {"surf", Target::unreal, "waves_unreal.py", "_import_unreal.py"},
    {"surf", Target::unity, "waves_unity.cs", "_import_unity.cs"},
    {"surf", Target::houdini, "waves_houdini.py", "_import_houdini.py"},
};

// Texts that scripts share: the line "# @KEY@" stands for them, without their head.
struct Part {
  const char *line, *text;
};
constexpr Part kParts[] = {{"# @COMMON@\n", "blender_common.py"},
                           {"# @FLIPBOOK@\n", "blender_flipbook.py"},
                           {"# @SHADERS@\n", "godot_shaders.gd"}};

std::string script_text(std::string_view name, const Replacements& replacements) {
  std::string text(import_text(name));
  for (const Part& part : kParts) {
    const std::size_t at = text.find(part.line);
    if (at == std::string::npos) continue;
    const std::string_view whole = import_text(part.text);
    text.replace(at, std::string_view(part.line).size(), whole.substr(whole.find("\n\n") + 2));
  }
  return filled(text, replacements);
}

}  // namespace

std::string code_name(const std::string& name) {
  const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  std::string out;
  for (const char c : name) {
    const bool keeps = is_letter(c) || (c >= '0' && c <= '9');
    if (keeps) out += c;
    else if (!out.ends_with('_')) out += '_';
  }
  if (out.empty() || !is_letter(out.front())) out = "map" + out;
  return out == name ? out : out + (out.ends_with('_') ? "" : "_") + hex_digits(name).substr(0, 8);
}

bool is_data_image(const OutputRecord& record) { return record.width > 0 && record.role != "preview"; }

bool has_import_files(const std::string& job) {
  return std::any_of(std::begin(kScripts), std::end(kScripts),
                     [&](const ScriptRow& row) { return row.job == job; });
}

std::vector<ImportFile> import_files(const std::string& job, Target target, const std::string& name,
                                     const std::vector<OutputRecord>& outputs) {
  std::vector<ImportFile> files;
  for (const ScriptRow& row : kScripts)
    if (row.job == job && row.target == target)
      files.push_back({name + std::string(row.suffix), ImportFile::Kind::script,
                       script_text(row.text, names(job, name))});
  for (const OutputRecord& output : outputs) {
    if (!is_data_image(output)) continue;
    if (target == Target::unity) files.push_back(unity_settings(name, output));
    if (target == Target::godot) files.push_back(godot_settings(output));
  }
  return files;
}

std::vector<std::string> write_import_files(const std::string& job, Target target, OutputSet& outputs) {
  std::vector<std::string> kept;
  for (const ImportFile& file : import_files(job, target, outputs.name(), outputs.outputs())) {
    if (file.kind == ImportFile::Kind::script) {
      OutputRecord record;
      record.file = file.file;
      record.role = "import script";
      record.format = std::filesystem::path(file.file).extension().string().substr(1);
      outputs.write_bytes(std::move(record), file.text);
      continue;
    }
    const std::string path = outputs.path(file.file);
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) kept.push_back(file.file);
    else write_file(path, file.text);
  }
  return kept;
}

}  // namespace ocean
