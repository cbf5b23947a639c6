// SPDX-License-Identifier: Apache-2.0
//
// --import-script and snippet, as programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/apps/run_program.h"

namespace ocean {
namespace {

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << text

class ImportTool : public testing::Test {
 protected:
  ImportTool() {
    write_text(scratch_ / "tent.obj",
               "v 0 0 -1\nv 4 0 1\nv 8 0 -1\nv 0 8 -1\nv 4 8 1\nv 8 8 -1\nf 1 2 5 4\nf 2 3 6 5\n");
  }
  RunResult tool(const std::vector<std::string>& arguments) {
    return Program(std::string(OCEAN_BIN_DIR) + "/oceanbake").in(scratch_.path()).run(arguments);
  }
  RunResult bake(const std::string& out, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"shore", "tent.obj",     "--up",  "z", "--resolution",
                                          "16",    "--no-preview", "--out", out, "--import-script"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return tool(arguments);
  }
  ScratchFolder scratch_;
};

TEST_F(ImportTool, ScriptsAreOutputsTheSameEachRun) {
  for (const char* target : {"blender", "godot", "unreal", "unity", "houdini"}) {
    const std::string a = std::string("a_") + target, b = std::string("b_") + target;
    ASSERT_EQ(bake(a, {"--target", target}).code, 0);
    ASSERT_EQ(bake(b, {"--target", target, "--threads", "1"}).code, 0);
    const std::string manifest = read_text(scratch_ / (a + "/tent.manifest.json"));
    EXPECT_SAYS(manifest, "\"role\": \"import script\"");
    EXPECT_EQ(manifest, read_text(scratch_ / (b + "/tent.manifest.json")));
    EXPECT_SAYS(bake(a, {"--target", target}).err, "up to date");
    EXPECT_EQ(tool({"verify", a + "/tent.manifest.json"}).code, 0);
  }
  EXPECT_TRUE(std::filesystem::exists(scratch_ / "a_godot/tent_shore.exr.import"));
  EXPECT_TRUE(std::filesystem::exists(scratch_ / "a_unity/tent_shore.exr.meta"));
}

// The program writes its settings anew at the first import.
TEST_F(ImportTool, ChangedSettingsAreNoReasonToBake) {
  ASSERT_EQ(bake("out", {"--target", "godot"}).code, 0);
  write_text(scratch_ / "out/tent_shore.exr.import", "godot's own");
  EXPECT_SAYS(bake("out", {"--target", "godot"}).err, "up to date");
  EXPECT_SAYS(bake("out", {"--target", "godot", "--force"}).err, "tent_shore.exr.import: is there already");
  EXPECT_EQ(read_text(scratch_ / "out/tent_shore.exr.import"), "godot's own");
}

TEST_F(ImportTool, WavesAndSurfHaveScripts) {
  ASSERT_EQ(tool({"waves", "--name", "sea", "--no-preview", "--out", "."}).code, 0);
  for (const char* target : {"world", "godot", "unreal", "unity", "houdini"}) {
    const std::vector<std::string> common = {"--target",     target,  "--import-script",
                                             "--no-preview", "--out", target};
    std::vector<std::string> waves = {"gerstner", "sea.waves.json", "--resolution", "64",     "--loop-frames",
                                      "2",        "--grid",         "2x1",          "--name", "flip"},
                             surf = {"surf", "--columns", "32", "--rows", "16", "--name", "surf"};
    for (auto* arguments : {&waves, &surf}) {
      arguments->insert(arguments->end(), common.begin(), common.end());
      const RunResult run = tool(*arguments);
      EXPECT_EQ(run.code, 0) << run.err;
    }
    for (const char* name : {"flip", "surf"}) {
      const std::string path = std::string(target) + "/" + name + ".manifest.json";
      EXPECT_SAYS(read_text(scratch_ / path), std::string("\"file\": \"") + name + "_import_");
      EXPECT_EQ(tool({"verify", path}).code, 0);
      EXPECT_EQ(tool({"snippet", path}).code, 0);
    }
  }
  EXPECT_SAYS(read_text(scratch_ / "unity/surf_surf.exr.meta"), "wrapU: 0\n    wrapV: 1");
}

TEST_F(ImportTool, ThePlanNamesTheScript) {
  EXPECT_SAYS(bake("out", {"--target", "unreal", "--dry-run"}).out, "tent_import_unreal.py");
}

TEST_F(ImportTool, JobsWithoutTexturesRefuse) {
  const RunResult run = tool({"terrain", "--import-script"});
  EXPECT_EQ(run.code, 2);
  EXPECT_SAYS(run.err, "writes no textures");
}

TEST_F(ImportTool, SnippetGoesToStdoutOrAFile) {
  ASSERT_EQ(bake("out", {"--target", "unity"}).code, 0);
  const RunResult printed = tool({"snippet", "out/tent.manifest.json"});
  EXPECT_EQ(printed.code, 0);
  EXPECT_SAYS(printed.out, "float2 tent_uv(float2 position)");
  EXPECT_EQ(tool({"snippet", "out/tent.manifest.json", "--language", "hlsl", "--out", "out/tent.hlsl"}).code,
            0);
  EXPECT_EQ(read_text(scratch_ / "out/tent.hlsl"), printed.out);
  EXPECT_EQ(tool({"snippet", "out/tent.manifest.json", "--language", "cobol"}).code, 2);
  EXPECT_EQ(tool({"snippet", "absent.manifest.json"}).code, 3);
}

}  // namespace
}  // namespace ocean
