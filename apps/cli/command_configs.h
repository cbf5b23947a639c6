// SPDX-License-Identifier: Apache-2.0
//
// Options of the built-in commands, declared like those of the jobs.
#pragma once

#include <string>
#include <vector>

#include "kernels/host_pool.h"
#include "kernels/wave/water_height.h"
#include "libbake/config/common_options.h"
#include "libbake/config/field.h"
#include "libbake/io/decode_snippet.h"

namespace ocean {

struct HelpFlag : Config {
  bool help = false;
  void describe(Fields& f) override {
    f.group("Other");
    f.boolean("help", help).flag_only().text("Prints this text.");
  }
};

// One file in.
struct FileCommand : HelpFlag {
  std::string file;
  void describe(Fields& f) override {
    f.group("Input");
    f.path("file", file)
        .positional("FILE")
        .required()
        .text("The file: an image, a mesh, a height raster, or a manifest that a job wrote.");
    HelpFlag::describe(f);
  }
};

struct ManifestCommand : HelpFlag {
  std::string manifest;
  void describe(Fields& f) override {
    f.group("Input");
    f.path("manifest", manifest)
        .positional("MANIFEST")
        .required()
        .text("NAME.manifest.json, as a job wrote it.");
    HelpFlag::describe(f);
  }
};

struct SnippetCommand : ManifestCommand {
  std::string image, out;
  ShaderLanguage language = ShaderLanguage::automatic;
  void describe(Fields& f) override {
    ManifestCommand::describe(f);
    f.group("Output");
    f.choice("language", language,
             {{"auto", ShaderLanguage::automatic, "that of the target's program; glsl for world and blender"},
              {"hlsl", ShaderLanguage::hlsl},
              {"glsl", ShaderLanguage::glsl},
              {"gdshader", ShaderLanguage::gdshader},
              {"vex", ShaderLanguage::vex}})
        .text("Language of the code.");
    f.text("image", image)
        .syntax("FILE")
        .unset("auto", "the first with a distance to the shoreline; of waves and surf all, atlases first")
        .text(
            "Which of the manifest's images the code reads: of a tide set NAME_tide2_shore.exr, for "
            "example.");
    f.path("out", out).syntax("FILE").text("Where to. Without it, the standard output.");
  }
};

struct PreviewCommand : HelpFlag {
  std::string file, out;
  void describe(Fields& f) override {
    f.group("Input");
    f.path("file", file)
        .positional("FILE")
        .required()
        .text("The file: an image, or a manifest that a job wrote, of which the first image is shown.");
    HelpFlag::describe(f);
    f.group("Output");
    f.path("out", out).syntax("PNG").text("The picture. Without it, FILE with the ending .preview.png.");
  }
};

// A command's name in.
struct NameCommand : HelpFlag {
  std::string command;
  void describe(Fields& f) override {
    f.group("Input");
    f.text("command", command).positional("COMMAND").text("The name of a command.");
    HelpFlag::describe(f);
  }
};

struct ProbeCommand : HelpFlag {
  std::string set;
  std::vector<double> at{0, 0};
  double time = 0;
  bool json = false;
  void describe(Fields& f) override {
    f.group("Input");
    f.path("set", set).positional("SET").required().text("A wave set, NAME.waves.json.");
    f.reals("at", at)
        .unit("m")
        .syntax("X,Y[,X,Y...]")
        .range(-kMostWaterDistance_m, kMostWaterDistance_m)
        .count(2, 200000)
        .text("Points, x east and y north, one after the other.");
    f.real("time", time).unit("s").range(-1e7, 1e7).text("The time.");
    f.group("Output");
    f.boolean("json", json).text("Print JSON with all digits.");
    HelpFlag::describe(f);
  }
  void check(Problems& problems) const override {
    if (at.size() % 2 != 0)
      problems.add("at", "has " + std::to_string(at.size()) + " numbers; give an x and a y for each point");
  }
};

struct ValidateCommand : HelpFlag {
  std::string name;
  bool full = false;
  BackendChoice backend = BackendChoice::automatic;
  int32_t device = 0, threads = 0;
  void describe(Fields& f) override {
    f.group("Cases");
    f.text("case", name)
        .positional("CASE")
        .unset("all", "every case")
        .text(
            "Which case: projection, taylor-green, rest, creek, zalesak, cavity, heated-cavity "
            "or cylinder.");
    f.boolean("full", full)
        .text("At the resolutions of the accuracy bars: minutes a case instead of seconds.");
    f.group("Running");
    f.choice("backend", backend,
             {{"auto", BackendChoice::automatic, "cuda if a device answers, else cpu"},
              {"cpu", BackendChoice::cpu},
              {"cuda", BackendChoice::cuda}})
        .text("What computes; both give the same numbers.");
    f.integer("device", device).range(0, 1023).text("CUDA device.");
    f.integer("threads", threads).range(0, kMaxPoolThreads).text("Host threads; 0: one per hardware thread.");
    HelpFlag::describe(f);
  }
};

struct ReferenceCommand : HelpFlag {
  std::string out = "docs/reference", schemas = "schema";
  void describe(Fields& f) override {
    f.group("Output");
    f.path("out", out).syntax("DIR").text("Folder of the reference pages.");
    f.path("schemas", schemas).syntax("DIR").text("Folder of the JSON Schemas.");
    HelpFlag::describe(f);
  }
};

}  // namespace ocean
