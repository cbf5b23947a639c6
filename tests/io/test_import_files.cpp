// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/import_files.h"

#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <set>

#include "libbake/io/outputs.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

OutputRecord image(const std::string& file, const std::string& role) {
  OutputRecord record;
  record.file = file;
  record.role = role;
  record.format = "exr-half";
  record.width = record.height = 8;
  return record;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

TEST(ImportFiles, EveryTargetHasAScriptThatNamesItsManifest) {
  for (const char* job : {"shore", "gerstner", "surf"})
    for (const TargetTraits& target : kTargets) {
      int scripts = 0;
      for (const ImportFile& file :
           import_files(job, target.target, "isle", {image("isle_shore.exr", "shore")})) {
        for (const char* key : {"@MANIFEST@", "@CLASS@", "@GUID@", "@WRAP", "@REPEAT@", "@COMMON@",
                                "@FLIPBOOK@", "@SHADERS@", "@WHAT@", "@SCENE@"})
          EXPECT_FALSE(has(file.text, key)) << file.file << ": " << key;
        if (file.kind != ImportFile::Kind::script) continue;
        ++scripts;
        EXPECT_TRUE(has(file.text, "\"isle.manifest.json\"")) << file.file;
        EXPECT_TRUE(file.file.starts_with("isle_import_")) << file.file;
        const bool is_run = has(file.file, "blender") || has(file.file, "godot3");
        EXPECT_EQ(has(file.text, "not run"), !is_run) << file.file;
      }
      EXPECT_EQ(scripts, target.target == Target::godot ? 2 : 1) << job << ", " << target.name;
    }
  EXPECT_TRUE(has_import_files("surf"));
  EXPECT_FALSE(has_import_files("terrain"));
}

TEST(ImportFiles, NamesStayInsideTheirTexts) {
  const std::string name = "a \"b\" 'c' é";
  const std::string text = import_files("shore", Target::blender, name, {}).front().text;
  EXPECT_TRUE(has(text, R"(MANIFEST = "a \"b\" 'c' é.manifest.json")")) << text.substr(0, 2000);
}

TEST(ImportFiles, SettingsLieBesideImagesOfData) {
  const std::vector<OutputRecord> outputs = {image("isle_shore.exr", "shore"),
                                             image("isle_preview.png", "preview")};
  const auto settings = [&](Target target) {
    std::vector<std::string> files;
    for (const ImportFile& f : import_files("shore", target, "isle", outputs))
      if (f.kind == ImportFile::Kind::settings) files.push_back(f.file);
    return files;
  };
  EXPECT_EQ(settings(Target::unity), std::vector<std::string>{"isle_shore.exr.meta"});
  EXPECT_EQ(settings(Target::godot), std::vector<std::string>{"isle_shore.exr.import"});
  EXPECT_TRUE(settings(Target::blender).empty());
}

TEST(ImportFiles, TilingMapsRepeat) {
  OutputRecord plain = image("a.exr", "waves"), tiling = plain;
  tiling.tiles_x = tiling.tiles_y = true;
  EXPECT_TRUE(has(import_files("shore", Target::unity, "a", {plain}).back().text, "wrapU: 1"));
  EXPECT_TRUE(has(import_files("shore", Target::unity, "a", {tiling}).back().text, "wrapU: 0"));
  EXPECT_TRUE(has(import_files("shore", Target::godot, "a", {plain}).back().text, "flags/repeat=0"));
  EXPECT_TRUE(has(import_files("shore", Target::godot, "a", {tiling}).back().text, "flags/repeat=1"));
  tiling.tiles_y = false;  // the animation texture of surf
  const std::string surf = import_files("surf", Target::unity, "a", {tiling}).back().text;
  EXPECT_TRUE(has(surf, "wrapU: 0") && has(surf, "wrapV: 1")) << surf;
}

TEST(ImportFiles, UnityKnowsAnImageAgain) {
  const auto guid = [](const std::string& name, const std::string& file) {
    const std::string text = import_files("shore", Target::unity, name, {image(file, "shore")}).back().text;
    const std::size_t at = text.find("guid: ") + 6;
    return text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_EQ(guid("a", "a_shore.exr").size(), 32U);
  EXPECT_EQ(guid("a", "a_shore.exr"), guid("a", "a_shore.exr"));
  EXPECT_NE(guid("a", "a_shore.exr"), guid("b", "b_shore.exr"));
  EXPECT_NE(guid("a", "a_shore.exr"), guid("a", "a_depth.exr"));
}

TEST(ImportFiles, CodeNamesAreIdentifiersAndStayApart) {
  EXPECT_EQ(code_name("island_2"), "island_2");
  std::set<std::string> names;
  for (const char* name : {"a b", "a-b", "a_b", "a__b", "2nd", "map2nd", "é", "ü", "_", "a_"}) {
    const std::string code = code_name(name);
    EXPECT_TRUE(names.insert(code).second) << name << " -> " << code;
    EXPECT_TRUE(std::isalpha(static_cast<unsigned char>(code.front()))) << code;
    EXPECT_EQ(code.find("__"), std::string::npos) << code;
    EXPECT_EQ(code.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"),
              std::string::npos);
  }
}

TEST(ImportFiles, ScriptsAreOutputsAndSettingsAreNot) {
  TempFolder folder;
  Manifest manifest;
  manifest.name = "isle";
  manifest.config = "{}";
  OutputSet outputs(folder.path(), manifest);
  OutputRecord record = image("isle_shore.exr", "shore");
  record.channels.resize(1);
  record.channels[0].name = "Y";
  const std::vector<uint16_t> samples(64);
  outputs.write_image(record, samples.data());
  EXPECT_TRUE(write_import_files("shore", Target::unity, outputs).empty());
  ASSERT_EQ(outputs.outputs().size(), 2U);
  EXPECT_EQ(outputs.outputs()[1].file, "isle_import_unity.cs");
  EXPECT_EQ(outputs.outputs()[1].role, "import script");
  EXPECT_EQ(outputs.outputs()[1].format, "cs");
  EXPECT_TRUE(has(text_of(folder.file("isle_shore.exr.meta")), "sRGBTexture: 0"));

  write(folder.file("isle_shore.exr.meta"), "the user's");
  OutputSet again(folder.path(), manifest);
  again.write_image(record, samples.data());
  EXPECT_EQ(write_import_files("shore", Target::unity, again),
            std::vector<std::string>{"isle_shore.exr.meta"});
  EXPECT_EQ(text_of(folder.file("isle_shore.exr.meta")), "the user's");
}

}  // namespace
}  // namespace ocean
