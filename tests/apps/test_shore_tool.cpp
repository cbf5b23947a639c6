// SPDX-License-Identifier: Apache-2.0
//
// oceanbake shore as a program: what is refused before the bake, what a plan says, what the manifest knows.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/apps/run_program.h"

namespace ocean {
namespace {

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << text

// A tent over [0, 8] x [0, 8] whose ridge is above the water.
constexpr const char* kTent =
    "v 0 0 -1\nv 4 0 1\nv 8 0 -1\nv 0 8 -1\nv 4 8 1\nv 8 8 -1\nf 1 2 5 4\nf 2 3 6 5\n";

class ShoreTool : public testing::Test {
 protected:
  ShoreTool() { write_text(scratch_ / "tent.obj", kTent); }
  RunResult tool(const std::vector<std::string>& arguments) {
    return Program(std::string(OCEAN_BIN_DIR) + "/oceanbake").in(scratch_.path()).run(arguments);
  }
  // The content hash that follows a file's name in a manifest.
  static std::string hashes(const std::string& manifest, const std::string& file) {
    const std::size_t at = manifest.find("content_hash", manifest.find(file));
    return manifest.substr(at, manifest.find('\n', at) - at);
  }
  ScratchFolder scratch_;
};

TEST_F(ShoreTool, WhatCannotBeIsRefusedBeforeTheBake) {
  struct Case {
    std::vector<std::string> flags;
    const char* says;
  };
  for (const Case& c :
       {Case{{"--resolution", "131073x1"}, "must be N"},
        Case{{"--bounds", "0,0,9e5,9e5", "--texel-out", "1"}, "a side of 900000 texels"},
        Case{{"--memory", "0.01", "--resolution", "512x512"}, "it needs at least"},
        Case{{"--memory", "1", "--tile", "5"}, "give one"},
        Case{{"--target", "unreal", "--resolution", "8193"}, "the 8192 texels a side"},
        Case{{"--format", "tga8", "--resolution", "65536x1"}, "65535"},
        Case{{"--format", "tiff-float", "--compression", "piz"}, "does not exist in TIFF"},
        Case{{"--format", "png16", "--compression", "dwaa"}, "has no effect on PNG"},
        Case{{"--maps", "mask,mask"}, "--maps: 'mask' is given twice"},
        Case{{"--pack", "distanc,depth"}, "did you mean 'distance'?"},
        Case{{"--pack", "depth,depth"}, "holds depth twice"},
        Case{{"--pack", "depth,mask,zero,one,slope"}, "--pack"},
        Case{{"--pack", "depth,mask", "--format", "tga8"}, "TGA cannot hold"},
        Case{{"--pack", "depth", "--no-packed", "--maps", "mask"}, "has no effect with --no-packed"},
        Case{{"--swell-dir", "40"}, "--swell-blend: is missing"},
        Case{{"--swell-blend", "40"}, "has no effect without a direction"},
        Case{{"--swell-dir", "4", "--swell-from-deg", "4", "--swell-blend", "4"}, "give one of them"},
        Case{{"--direction-blur", "9000", "--bounds", "0,0,8,8"}, "at most 4096"},
        Case{{"--terrain", "t_{x}.r16"}, "needs {y} once"},
        Case{{"--terrain", "t_{x}_{y}.r16", "--terrain", "tent.obj"}, "stands alone"},
        Case{{"--sea-level", "0,1,-0"}, "holds 0 m twice"},
        Case{{"--sea-level", "2e5"}, "out of range"},
        Case{{"--curves", "geojson,dxf"}, "'dxf' is unknown"},
        Case{{"--curve-tolerance", "1"}, "has no effect without curves"},
        Case{{"--curves", "svg,svg"}, "--curves: 'svg' is given twice"},
        Case{{"--max-distance", "1e-300"}, "--max-distance: 1e-300 m is out of range"},
        Case{{"--depth-range", "1e-300"}, "--depth-range: 1e-300 m is out of range"},
        Case{{"--distance-range", "1e-7"}, "must be 1e-06 to 1000000000 m"},
        Case{{"--swell-dir", "4", "--swell-blend", "1e-50"}, "--swell-blend: 1e-50 m is out of range"},
        Case{{"--terrain", "t_{x.r16"}, "is no file"},
        Case{{"--threads", "1025"}, "must be 0 to 1024"}}) {
    std::vector<std::string> arguments{"shore", "--up", "z", "--dry-run"};
    if (c.flags.front() != "--terrain") arguments.insert(arguments.begin() + 1, "tent.obj");
    arguments.insert(arguments.end(), c.flags.begin(), c.flags.end());
    const RunResult run = tool(arguments);
    EXPECT_EQ(run.code, 2) << c.says;
    EXPECT_SAYS(run.err, c.says);
  }
}

TEST_F(ShoreTool, TheLeastLengthsBake) {
  const RunResult run =
      tool({"shore", "tent.obj", "--up", "z", "--resolution", "32", "--format", "png16", "--max-distance",
            "1e-6", "--depth-range", "1e-6", "--swell-dir", "4", "--swell-blend", "1e-6"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(tool({"verify", "tent.manifest.json"}).code, 0);
}

TEST_F(ShoreTool, DroppedIslandsKeepThePromises) {
  write_text(scratch_ / "rock.obj",
             "v 0 0 -1\nv 8 0 -1\nv 8 8 -1\nv 0 8 -1\nv 4 4 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n");
  for (const char* area : {"15", "17"}) {  // the coast encloses 16
    EXPECT_EQ(tool({"shore", "rock.obj", "--up", "z", "--resolution", "32", "--min-island", area}).code, 0);
    EXPECT_EQ(tool({"verify", "rock.manifest.json"}).code, 0) << area;
  }
  EXPECT_SAYS(read_text(scratch_ / "rock.manifest.json"), "\"islands_dropped\": 1");
}

TEST_F(ShoreTool, WhatHasNoEffectIsSaid) {
  const RunResult run = tool({"shore", "tent.obj", "--up", "z", "--resolution", "16", "--format", "exr-float",
                              "--distance-range", "5", "--depth-range", "5", "--encode", "sqrt"});
  EXPECT_EQ(run.code, 0);
  for (const char* option : {"--distance-range", "--depth-range", "--encode sqrt"})
    EXPECT_SAYS(run.err, std::string(option) + " has no effect on exr-float");
}

// Before the work, which may take hours.
TEST_F(ShoreTool, AFolderThatCannotBeIsSaidFirst) {
  for (const bool dry : {false, true}) {
    std::vector<std::string> arguments{"shore", "tent.obj", "--up", "z", "--out", "tent.obj/bakes"};
    if (dry) arguments.push_back("--dry-run");
    const RunResult run = tool(arguments);
    EXPECT_EQ(run.code, 4) << run.err;
    EXPECT_SAYS(run.err, "a file is in the place of the folder");
    EXPECT_EQ(run.err.find("vertices"), std::string::npos) << run.err;
  }
  EXPECT_EQ(tool({"shore", "tent.obj", "--up", "z", "--ocean-seed", "4,4"}).code, 2);
  EXPECT_SAYS(tool({"shore", "tent.obj", "--up", "z", "--ocean-seed", "4,4"}).err, "4,4 lies on land");
}

TEST_F(ShoreTool, APatternWithoutTilesIsAnInputError) {
  const RunResult run = tool({"shore", "t_{x}_{y}.r16", "--dry-run"});
  EXPECT_EQ(run.code, 3);
  EXPECT_SAYS(run.err, "no file fits it");
}

TEST_F(ShoreTool, ATideSetIsOneManifest) {
  write_text(scratch_ / "tides.json",
             R"({"terrain": "tent.obj", "up": "z", "resolution": 32, "sea_level": [-0.5, 0.25, 7],
                 "curves": "geojson"})");
  const RunResult run = tool({"shore", "--config", "tides.json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_SAYS(run.err, "sea level 7 m lies above the terrain's heights of -1 to 1 m");
  const std::string manifest = read_text(scratch_ / "tent.manifest.json");
  for (const char* file : {"tent_tide1_shore.exr", "tent_tide2_preview.png", "tent_tide3_shoreline.geojson"})
    EXPECT_SAYS(manifest, file);
  EXPECT_SAYS(manifest, "\"prefix\": \"tide2_\"");
  EXPECT_SAYS(manifest, "\"sea_level_m\": 0.25");
  EXPECT_EQ(tool({"verify", "tent.manifest.json"}).code, 0);
  EXPECT_SAYS(tool({"shore", "--config", "tides.json"}).err, "up to date");
  // Each level is what it is alone.
  EXPECT_EQ(tool({"shore", "tent.obj", "--up", "z", "--resolution", "32", "--sea-level", "0.25", "--name",
                  "one", "--no-preview"})
                .code,
            0);
  EXPECT_EQ(hashes(read_text(scratch_ / "one.manifest.json"), "shore.exr"),
            hashes(manifest, "tide2_shore.exr"));
}

TEST_F(ShoreTool, GdalReadsTheCurves) {
  if (!std::filesystem::exists("/usr/bin/ogrinfo")) GTEST_SKIP() << "ogrinfo (gdal-bin) is not installed";
  EXPECT_EQ(tool({"shore", "tent.obj", "--up", "z", "--resolution", "32", "--curves", "geojson,csv"}).code,
            0);
  const RunResult run =
      Program("/usr/bin/ogrinfo").in(scratch_.path()).run({"-ro", "-al", "-so", "tent_shoreline.geojson"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_SAYS(run.out, "Geometry: Line String");
  EXPECT_SAYS(run.out, "Feature Count: 2");
  EXPECT_SAYS(run.out, "is_ocean: Integer(Boolean)");
}

TEST_F(ShoreTool, StepsAreSaidWithWhatCuresThem) {
  const RunResult plan = tool({"shore", "tent.obj", "--up", "z", "--dry-run", "--format", "png8", "--bounds",
                               "0,0,8,8", "--resolution", "64", "--distance-range", "40"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_SAYS(plan.out, "distance: -40 to 40 m in png8, steps of 0.315 m; a tenth of a texel is 0.0125 m");
  const RunResult run = tool({"shore", "tent.obj", "--up", "z", "--resolution", "64", "--format", "png8",
                              "--encode", "sqrt", "--pack", "distance,zero,zero,depth", "--no-preview"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_SAYS(run.err, "one texel from the shore and 0.0304 m at 1.94 m; a tenth of a texel is 0.0125 m");
  EXPECT_SAYS(run.err, "or --format png16 or --format exr-float keeps the steps within it");
  EXPECT_SAYS(run.err, "depth: -0.96");
  const RunResult checked = tool({"verify", "tent.manifest.json"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_SAYS(tool({"inspect", "tent.manifest.json"}).out, "t * abs(t)");
  const RunResult half = tool({"shore", "tent.obj", "--up", "z", "--resolution", "16", "--encode", "sqrt",
                               "--format", "exr-half", "--no-preview", "--force"});
  EXPECT_EQ(half.code, 0) << half.err;
  EXPECT_SAYS(half.err, "--encode sqrt has no effect on exr-half");
}

TEST_F(ShoreTool, LackOfMemoryForAPlugInIsSaid) {
  const std::string command = "ulimit -v 120000; exec " + std::string(OCEAN_BIN_DIR) +
                              "/oceanbake shore tent.obj --up z --resolution 64 --threads 1 --no-preview";
  const RunResult run = Program("/bin/sh").in(scratch_.path()).run({"-c", command});
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_SAYS(run.err, "memory");
}

TEST_F(ShoreTool, AConfigurationToStartFromNeedsNoTerrain) {
  const RunResult run = tool({"shore", "--print-config"});
  EXPECT_EQ(run.code, 0) << run.err;
  write_text(scratch_ / "start.json", run.out);
  EXPECT_EQ(tool({"shore", "tent.obj", "--config", "start.json", "--dry-run"}).code, 0);
  EXPECT_SAYS(tool({"shore", "--config", "start.json", "--dry-run"}).err, "TERRAIN: is missing");
  write_text(scratch_ / "short.json", R"({"terrain": "tent.obj", "resolution": 128, "unit": 0.01})");
  const RunResult plan = tool({"shore", "--config", "short.json", "--print-config"});
  EXPECT_SAYS(plan.out, "\"resolution\": \"128\"");
  EXPECT_SAYS(plan.out, "\"unit\": \"0.01\"");
}

TEST_F(ShoreTool, APlanSaysWhatItDoesNotKnow) {
  const RunResult unknown = tool({"shore", "tent.obj", "--texel-out", "0.5", "--dry-run"});
  EXPECT_EQ(unknown.code, 0);
  EXPECT_SAYS(unknown.out, "memory: unknown");
  EXPECT_EQ(unknown.out.find("up to"), std::string::npos) << unknown.out;
  const RunResult pow2 = tool({"shore", "tent.obj", "--resolution", "1025", "--pow2", "--dry-run"});
  EXPECT_SAYS(pow2.out, "up to 64.1 MB");  // 2048 x 2048 x 16 bytes
}

// A square of 100,000 texels would not fit; the strip that the terrain is does.
TEST_F(ShoreTool, AStripIsNotRefusedForTheSquareAroundIt) {
  write_text(scratch_ / "strip.obj", "v 0 0 -1\nv 100000 0 1\nv 100000 1 1\nv 0 1 -1\nf 1 2 3 4\n");
  const RunResult run =
      tool({"shore", "strip.obj", "--up", "z", "--resolution", "100000", "--no-preview", "--maps", "mask"});
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST_F(ShoreTool, ThePlanComesBeforeItsRefusal) {
  const RunResult run = tool({"shore", "tent.obj", "--resolution", "46340x46340", "--dry-run", "--maps",
                              "distance,direction,depth,mask"});
  EXPECT_SAYS(run.out, "would write");
}

TEST_F(ShoreTool, StagesAreShown) {
  const RunResult run = tool({"shore", "tent.obj", "--up", "z", "--resolution", "64", "--progress", "json"});
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* stage :
       {"read", "surface", "coast", "water bodies", "distance", "encode and write", "write"})
    EXPECT_SAYS(run.err, "\"stage\": \"" + std::string(stage) + "\"");
}

TEST_F(ShoreTool, NeitherInputsNorAnotherJobsOutputsAreReplaced) {
  std::filesystem::rename(scratch_ / "tent.obj", scratch_ / "x_preview.png");
  const RunResult over = tool({"shore", "x_preview.png", "--name", "x"});
  EXPECT_EQ(over.code, 2);
  EXPECT_SAYS(over.err, "is an input of this run");
  EXPECT_EQ(read_text(scratch_ / "x_preview.png"), kTent);

  write_text(scratch_ / "tent.obj", kTent);
  ASSERT_EQ(tool({"terrain", "--resolution", "9", "--name", "isle"}).code, 0);
  const std::vector<std::string> second{"shore",        "tent.obj", "--up",   "z",
                                        "--resolution", "64",       "--name", "isle"};
  const RunResult other = tool(second);
  EXPECT_EQ(other.code, 2);
  EXPECT_SAYS(other.err, "belongs to the outputs of 'oceanbake terrain'");
  std::vector<std::string> forced = second;
  forced.emplace_back("--force");
  EXPECT_EQ(tool(forced).code, 0);
}

TEST_F(ShoreTool, NamesAreUtf8) {
  write_text(scratch_ / "\xff.obj", kTent);
  const RunResult run = tool({"shore", "\xff.obj", "--up", "z", "--resolution", "64"});
  EXPECT_EQ(run.code, 2);
  EXPECT_SAYS(run.err, "--name");
  EXPECT_EQ(tool({"shore", "\xff.obj", "--up", "z", "--resolution", "64", "--name", "\xfe"}).code, 2);
  EXPECT_EQ(tool({"shore", "\xff.obj", "--up", "z", "--resolution", "64", "--name", "ö"}).code, 0);
}

// The buffer that a glTF file names is an input like the file itself.
TEST_F(ShoreTool, FilesThatInputsNameAreInputs) {
  const float positions[12] = {0, -1, 0, 8, 1, 0, 8, 1, -8, 0, -1, -8};  // y up
  const uint16_t corners[6] = {0, 1, 2, 0, 2, 3};
  const auto write_buffer = [&](float left) {
    float p[12];
    std::copy(positions, positions + 12, p);
    p[1] = p[10] = left;
    std::ofstream out(scratch_ / "a.bin", std::ios::binary);
    out.write(reinterpret_cast<const char*>(p), sizeof p);
    out.write(reinterpret_cast<const char*>(corners), sizeof corners);
  };
  write_text(scratch_ / "a.gltf",
             R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[
    {"bufferView":0,"componentType":5126,"count":4,"max":[8,1,0],"min":[0,-3,-8],"type":"VEC3"},
    {"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":48},
    {"buffer":0,"byteOffset":48,"byteLength":12}],"buffers":[{"byteLength":60,"uri":"a.bin"}]})");
  write_buffer(-1);
  const std::vector<std::string> bake{"shore", "a.gltf", "--resolution", "64", "--out", "out"};
  const RunResult first = tool(bake);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_SAYS(read_text(scratch_ / "out/a.manifest.json"), "\"a.bin\"");
  EXPECT_SAYS(tool(bake).err, "up to date");
  write_buffer(-3);
  const RunResult changed = tool(bake);
  EXPECT_EQ(changed.err.find("up to date"), std::string::npos) << changed.err;
}

TEST_F(ShoreTool, ManifestSpellsOutConventionsAndGuesses) {
  const RunResult run = tool({"shore", "tent.obj", "--up", "z", "--resolution", "64", "--pad", "1",
                              "--target", "unreal", "--nodata", "land"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_SAYS(run.err, "--nodata has no effect");
  const std::string manifest = read_text(scratch_ / "tent.manifest.json");
  for (const char* part : {"\"-y\"", "\"unit\": \"cm\"", "\"v\": \"down\"", "\"hole_texels\": 0",
                           "\"outside_texels\": ", "\"nodata_samples\": 0"})
    EXPECT_SAYS(manifest, part);
  EXPECT_EQ(manifest.find("\"outside_texels\": 0"), std::string::npos);
}

}  // namespace
}  // namespace ocean
