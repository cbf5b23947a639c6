// SPDX-License-Identifier: Apache-2.0
//
// The tools end to end, as programs: exit codes, messages, what is written and what is not.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "libbake/config/json_reader.h"
#include "libbake/core/text.h"
#include "tests/apps/run_program.h"

namespace ocean {
namespace {

const std::string kBin = OCEAN_BIN_DIR;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << text

class Cli : public testing::Test {
 protected:
  Cli() { write_text(scratch_ / "a.obj", "v 0 0 0\n"); }
  RunResult sample(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "sample");
    return Program(kBin + "/ocean_sample_tool").in(scratch_.path()).run(arguments);
  }
  RunResult tool(const std::string& name, const std::vector<std::string>& arguments) {
    return Program(kBin + "/" + name).in(scratch_.path()).run(arguments);
  }
  ScratchFolder scratch_;
};

TEST_F(Cli, HelpAndVersionGoToStdout) {
  for (const char* name : {"oceanbake", "oceansim"}) {
    const RunResult help = tool(name, {"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_SAYS(help.out, "Usage: " + std::string(name) + " COMMAND");
    EXPECT_EQ(help.err, "");
    EXPECT_EQ(tool(name, {"help"}).out, help.out);
    EXPECT_EQ(tool(name, {"--version"}).out, std::string(name) + " " OCEAN_VERSION "\n");
    EXPECT_EQ(tool(name, {"verify", "--help"}).code, 0);
    EXPECT_EQ(tool(name, {"list"}).code, 0);
  }
  // Even when the rest of the line is wrong.
  EXPECT_EQ(sample({"--no-such", "-h"}).code, 0);
  EXPECT_EQ(sample({"--help"}).out, tool("ocean_sample_tool", {"help", "sample"}).out);
}

TEST_F(Cli, ValidateRunsReferenceCases) {
  const RunResult rest = tool("oceansim", {"validate", "rest", "--backend", "cpu"});
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_SAYS(rest.out, "most speed in 100 steps");
  EXPECT_SAYS(rest.out, " ok\n");
  const RunResult unknown = tool("oceansim", {"validate", "cavitty"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_SAYS(unknown.err, "did you mean 'cavity'?");
  const RunResult other = tool("oceanbake", {"validate"});
  EXPECT_EQ(other.code, 2);
  EXPECT_SAYS(other.err, "run 'oceansim validate'");
}

TEST_F(Cli, UnknownCommandsAreUsageErrors) {
  EXPECT_EQ(tool("oceanbake", {}).code, 2);
  const RunResult near = tool("ocean_sample_tool", {"sampel"});
  EXPECT_EQ(near.code, 2);
  EXPECT_SAYS(near.err, "did you mean 'sample'?");
  EXPECT_SAYS(tool("ocean_sample_tool", {"storm"}).err, "is a command of oceansim: run 'oceansim storm'");
  EXPECT_SAYS(tool("ocean_sample_tool", {"strom"}).err, "did you mean 'oceansim storm'?");
  EXPECT_SAYS(tool("ocean_sample_tool", {"--threads", "2", "sample"}).err, "options come after the command");
  EXPECT_EQ(tool("oceansim", {"no-such-job"}).code, 2);
}

TEST_F(Cli, WritesOutputsManifestAndPrintsItsPath) {
  const RunResult run = sample({"a.obj", "--out", "out", "--sea-level", "-3"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "out/a.manifest.json\n");
  EXPECT_EQ(read_text(scratch_ / "out/a_map.txt"), "level -3\n");
  EXPECT_SAYS(run.err, "sample: done in");
  EXPECT_SAYS(run.err, "peak memory");
  EXPECT_SAYS(run.err, "sample note");
  const RunResult foreign = tool("oceansim", {"verify", "out/a.manifest.json"});
  EXPECT_EQ(foreign.code, 3);
  EXPECT_SAYS(foreign.err, "was made by 'oceanbake sample', a job that this version does not know");
  const RunResult own = tool("ocean_sample_tool", {"verify", "out/a.manifest.json"});
  EXPECT_EQ(own.code, 0) << own.err;
  EXPECT_SAYS(own.out, "7 checks passed");  // 3 of each file, 1 of the job's own promises
  write_text(scratch_ / "out/a_map.txt", "level -4\n");
  const RunResult changed = tool("ocean_sample_tool", {"verify", "out/a.manifest.json"});
  EXPECT_EQ(changed.code, 6);
  EXPECT_SAYS(changed.err, "checks failed; run the job again\n");
  EXPECT_EQ(sample({"a.obj", "--out", "out", "--sea-level", "-3"}).code, 0) << "the advice is wrong";
  EXPECT_EQ(tool("ocean_sample_tool", {"verify", "out/a.manifest.json"}).code, 0);
}

TEST_F(Cli, RunsOnlyWhatIsNotUpToDate) {
  ASSERT_EQ(sample({"a.obj"}).code, 0);
  const auto stamp = std::filesystem::last_write_time(scratch_ / "a_map.txt");
  const auto again = [&] { return std::filesystem::last_write_time(scratch_ / "a_map.txt") != stamp; };
  const RunResult second = sample({"a.obj", "--threads", "1", "--backend", "cpu"});
  EXPECT_EQ(second.code, 0);
  EXPECT_EQ(second.out, "./a.manifest.json\n");
  EXPECT_SAYS(second.err, "up to date");
  EXPECT_FALSE(again());
  EXPECT_SAYS(sample({"a.obj", "--dry-run"}).out, "up to date: a run would do nothing without --force");
  EXPECT_SAYS(sample({"a.obj", "--dry-run", "--force"}).out, "to do: --force was passed");
  EXPECT_EQ(sample({"a.obj", "--sea-level", "1"}).code, 0);
  EXPECT_EQ(read_text(scratch_ / "a_map.txt"), "level 1\n");
  write_text(scratch_ / "a_map.txt", "spoilt\n");
  EXPECT_EQ(sample({"a.obj", "--sea-level", "1"}).code, 0);
  EXPECT_EQ(read_text(scratch_ / "a_map.txt"), "level 1\n");
  write_text(scratch_ / "a.obj", "v 1 1 1\n");
  EXPECT_EQ(sample({"a.obj", "--sea-level", "1"}).err.find("up to date"), std::string::npos);
  EXPECT_EQ(sample({"a.obj", "--sea-level", "1", "--force"}).err.find("up to date"), std::string::npos);
}

TEST_F(Cli, ManifestDependsOnNothingThatIsNotTheResult) {
  std::filesystem::create_directories(scratch_ / "deep/er");
  ASSERT_EQ(sample({"a.obj", "--out", "one", "--threads", "1"}).code, 0);
  const RunResult other =
      Program(kBin + "/ocean_sample_tool")
          .in(scratch_ / "deep/er")
          .run({"sample", scratch_ / "a.obj", "--out", "two", "--threads", "2", "--progress", "none"});
  ASSERT_EQ(other.code, 0) << other.err;
  const std::string manifest = read_text(scratch_ / "one/a.manifest.json");
  EXPECT_EQ(manifest, read_text(scratch_ / "deep/er/two/a.manifest.json"));
  EXPECT_EQ(manifest.find(scratch_.path()), std::string::npos);
  EXPECT_EQ(manifest.find("threads"), std::string::npos);
  EXPECT_SAYS(manifest, "\"sea_level\": 0.5");
}

TEST_F(Cli, DryRunWritesNothing) {
  const auto before = scratch_.files();
  const RunResult run = sample({"a.obj", "--out", "new", "--dry-run"});
  EXPECT_EQ(run.code, 0);
  EXPECT_SAYS(run.out, "a_map.txt");
  EXPECT_SAYS(run.out, "up to 100 bytes");
  EXPECT_SAYS(run.out, "memory: about");
  EXPECT_SAYS(run.out, "disk: up to");
  EXPECT_SAYS(run.out, "sample note");
  EXPECT_EQ(scratch_.files(), before);
}

TEST_F(Cli, WhatDoesNotFitIsRefusedWithTheNumbers) {
  const std::string exabyte = "1152921504606846976";
  for (const bool dry : {false, true}) {
    std::vector<std::string> arguments{"a.obj", "--fake-disk", exabyte};
    if (dry) arguments.push_back("--dry-run");
    const RunResult disk = sample(arguments);
    EXPECT_EQ(disk.code, 4);
    EXPECT_SAYS(disk.err, "need up to 1.0 EB");
    EXPECT_SAYS(disk.err, "lower --resolution");
    arguments[1] = "--fake-memory";
    const RunResult memory = sample(arguments);
    EXPECT_EQ(memory.code, 2);
    EXPECT_SAYS(memory.err, "about 1.0 EB of memory");
  }
  EXPECT_EQ(scratch_.files(), (std::vector<std::string>{"a.obj"}));
}

TEST_F(Cli, AllProblemsAreListedAtOnce) {
  write_text(scratch_ / "bad.json",
             R"({"passes": 101, "surfcae": "top", "surface": "side", "seed": "x", "dry_run": true,
    "wind_speed": 3, "waves": [{"length": 10}, {"length": -1, "lenght": 2}, {"length": 13}], "seed": 1})");
  const RunResult run =
      sample({"a.obj", "--config", "bad.json", "--sea-level", "2e5", "--sea-levle", "2", "--texel", "nan",
              "--bounds", "5,0,1,1", "--frames", "1-2", "--levels", "1,x"});
  EXPECT_EQ(run.code, 2);
  for (const char* part : {"bad.json: /passes: 101 is out of range; must be 0 to 100",
                           "bad.json: /surfcae: unknown key; did you mean 'surface'?",
                           "bad.json: /surface: 'side' is unknown; must be top, section",
                           "bad.json: /seed: the key is given twice",
                           "bad.json: /dry_run: is no configuration key; pass the flag --dry-run",
                           "bad.json: /wind_speed: is a key of 'oceansim storm', not of 'sample'",
                           "bad.json: /waves/1/length: -1 m is out of range",
                           "bad.json: /waves/1/lenght: unknown key; did you mean 'length'?",
                           "--sea-level: 200000 m is out of range; must be -100000 to 100000 m",
                           "--sea-levle: unknown option; did you mean '--sea-level'?",
                           "--texel: 'nan' is not a number or 'auto'", "--bounds: x0 must be smaller than x1",
                           "--frames: 'sample' writes no frames", "--levels: 'x' is not a number"})
    EXPECT_SAYS(run.err, part);
  EXPECT_EQ(count(run.err, "error: "), count(run.err, "\n"));
  EXPECT_EQ(scratch_.files(), (std::vector<std::string>{"a.obj", "bad.json"}));
}

TEST_F(Cli, RulesBetweenFieldsNameTheirSource) {
  write_text(scratch_ / "c.json", R"({"swell": [0, 0], "waves": [{}, {"length": 13}]})");
  const RunResult run = sample({"a.obj", "--config", "c.json"});
  EXPECT_EQ(run.code, 2);
  EXPECT_SAYS(run.err, "c.json: /swell: must have a length");
  EXPECT_SAYS(run.err, "c.json: /waves/1/length: 13 brings bad luck");
  EXPECT_SAYS(sample({"a.obj", "--swell", "0,0"}).err, "--swell: must have a length");
  EXPECT_SAYS(sample({"a.obj", "--waves", "[{\"length\": 13}]"}).err,
              "--waves: /0/length: 13 brings bad luck");
}

TEST_F(Cli, BrokenConfigurationFiles) {
  const auto says = [&](const std::string& text, const std::string& part) {
    write_text(scratch_ / "c.json", text);
    const RunResult run = sample({"a.obj", "--config", "c.json"});
    EXPECT_EQ(run.code, 2) << text;
    EXPECT_SAYS(run.err, part);
  };
  says("", "c.json:1:1: expected a JSON object");
  says("{\n  \"passes\": 3,\n  \"seed\" 4\n}", "c.json:3:");
  says("[1]", "c.json: /: a list is not an object");
  says("{\"sea_level\": 1e999}", "numbers must fit a double");
  says("{\"sea_level\": NaN}", "c.json:1:15: expected a value, found 'NaN'");
  says("{\"sea_level\": null}", "/sea_level: null is not a number");
  says("{\"seed\": 1.5}", "/seed: 1.5 is not a whole number");
  says("{\"seed\": 9223372036854775808}", "/seed: 9223372036854775808 is not a whole number");
  says("{\"passes\": 4294967299}", "/passes: 4294967299 is out of range");  // 3 after a careless narrowing
  says("{\"job\": \"storm\"}", "this file configures 'storm', not 'sample'");
  says("{\"version\": \"99.0.0\"}", "written for version 99.0.0");
  says("{\"version\": 1}", "/version: must be a text");
  says("{\"bounds\": [1, 2]}", "2 values were given; must be exactly 4");
  says("{\"note\": \"\xff\"}", "c.json:1:11: expected UTF-8 text");
  EXPECT_EQ(sample({"a.obj", "--config", "missing.json"}).code, 2);
  EXPECT_SAYS(sample({"a.obj", "--config", "."}).err, "is a folder");
}

TEST_F(Cli, FlagsWinOverTheFileAndTheFileOverDefaults) {
  write_text(
      scratch_ / "c.json",
      R"({"terrain": ["b.obj"], "sea_level": 7, "seed": 5, "arch": false, "texel": "auto", "sheet": "section"})");
  const RunResult run = sample({"a.obj", "--config", "c.json", "--sea-level", "8", "--print-config"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_SAYS(run.out, "\"sea_level\": 8");
  EXPECT_SAYS(run.out, "\"seed\": 5");
  EXPECT_SAYS(run.out, "\"arch\": false");
  EXPECT_SAYS(run.out, "\"surface\": \"section\"");  // by its alias
  EXPECT_SAYS(run.out, "\"passes\": 3");
  EXPECT_EQ(run.out.find("b.obj"), std::string::npos);
}

TEST_F(Cli, PrintedConfigurationWorksFromAnyFolder) {
  const std::vector<std::string> arguments{
      "a.obj",    "--sea-level",    "0.1",     "--waves", "[{\"length\": 3}, {}]",
      "--bounds", "-1e-7,0,1e20,1", "--limit", "9",       "--labels",
      "a,b",      "--mask",         "m.png"};
  std::vector<std::string> print = arguments;
  print.push_back("--print-config");
  const RunResult first = sample(print);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(json_problem(first.out), "");
  std::filesystem::create_directory(scratch_ / "sub");
  write_text(scratch_ / "sub/c.json", first.out);
  const RunResult second = sample({"--config", "sub/c.json", "--print-config"});
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(second.out, first.out);
}

TEST_F(Cli, PathsInAFileAreRelativeToIt) {
  std::filesystem::create_directory(scratch_ / "scene");
  write_text(scratch_ / "scene/b.obj", "v 0 0 0\n");
  write_text(scratch_ / "scene/c.json", R"({"terrain": ["b.obj"], "out": "result"})");
  const RunResult run = sample({"--config", "scene/c.json"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "scene/result/b.manifest.json\n");
}

TEST_F(Cli, ArgumentsThatLookLikeSomethingElse) {
  write_text(scratch_ / "-odd.obj", "v 0 0 0\n");
  write_text(scratch_ / "[a,b].obj", "v 0 0 0\n");
  EXPECT_EQ(sample({"--name", "x", "--", "-odd.obj"}).code, 0);
  const RunResult brackets = sample({"[a,b].obj"});
  EXPECT_EQ(brackets.code, 0) << brackets.err;
  EXPECT_EQ(sample({"a.obj", "[a,b].obj", "--name", "two"}).code, 0);
  EXPECT_SAYS(sample({}).err, "TERRAIN: is missing");
  EXPECT_EQ(sample({"--print-config"}).code, 0);
  EXPECT_SAYS(sample({"a.obj", "--terrain", "a.obj"}).err, "use one of the two");
  EXPECT_SAYS(sample({"a.obj", "--seed", "1", "--seed", "2"}).err, "was given 2 times");
  const RunResult no_value = sample({"a.obj", "--seed"});
  EXPECT_EQ(no_value.code, 2);
  EXPECT_SAYS(no_value.err, "--seed: needs a value after it: N\n");
  EXPECT_EQ(sample({"a.obj", "--arch=banana"}).code, 2);
  EXPECT_SAYS(sample({"a.obj", "--arch=false", "--print-config"}).out, "\"arch\": false");
  EXPECT_SAYS(sample({"a.obj", "--name", "../up"}).err, "--name: '../up': must be a file name");
  EXPECT_SAYS(sample({"a.obj", "--levels", "-1,-2.5", "--print-config"}).out, "\"levels\": [-1, -2.5]");
  EXPECT_SAYS(sample({"a.obj", "--note", "-3", "--print-config"}).out, "\"note\": \"-3\"");
}

TEST_F(Cli, ExitCodesOfFailures) {
  EXPECT_EQ(sample({"missing.obj"}).code, 3);
  const RunResult input = sample({"a.obj", "--end", "input"});
  EXPECT_EQ(input.code, 3);
  EXPECT_EQ(input.err.find("error: a.obj:1: is not to my taste"), input.err.find("error:"));
  EXPECT_EQ(sample({"a.obj", "--end", "device"}).code, 5);
  EXPECT_EQ(sample({"a.obj", "--end", "memory"}).code, 2);
  const RunResult bug = sample({"a.obj", "--end", "internal"});
  EXPECT_EQ(bug.code, 70);
  EXPECT_SAYS(bug.err, "a bug");
  // Whatever its environment is, no device has this number.
  EXPECT_EQ(sample({"a.obj", "--backend", "cuda", "--device", "255"}).code, 5);
  write_text(scratch_ / "file", "");
  EXPECT_EQ(sample({"a.obj", "--out", "file/folder"}).code, 4);
  EXPECT_EQ(tool("oceanbake", {"verify", "missing.manifest.json"}).code, 3);
  EXPECT_EQ(tool("oceanbake", {"inspect", "missing.exr"}).code, 3);
  EXPECT_EQ(tool("oceanbake", {"inspect"}).code, 2);
  // No failure left a manifest.
  for (const std::string& name : scratch_.files())
    EXPECT_EQ(name.find("manifest"), std::string::npos) << name;
}

TEST_F(Cli, FullStdoutIsAnOutputError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "/dev/full is missing";
  EXPECT_EQ(Program(kBin + "/oceanbake").stdout_to("/dev/full").run({"list"}).code, 4);
}

TEST_F(Cli, ReportAndProgressForFarms) {
  const RunResult run = sample({"a.obj", "--report", "r.json", "--progress", "json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string report = read_text(scratch_ / "r.json");
  EXPECT_EQ(json_problem(report), "");
  for (const char* part : {"\"backend\":", "\"peak_memory_bytes\":", "\"name\": \"compute\"",
                           "\"backend_was_cuda\":", "a_map.txt"})
    EXPECT_SAYS(report, part);
  for (const std::string& line : split(trim(run.err), '\n')) EXPECT_EQ(json_problem(line), "") << line;
  EXPECT_SAYS(run.err, "\"event\": \"progress\"");
  EXPECT_SAYS(run.err, "\"event\": \"done\"");
  const RunResult quiet = sample({"a.obj", "--force", "--progress", "none", "--log-level", "error"});
  EXPECT_EQ(quiet.err, "");
}

TEST_F(Cli, SignalsStopCleanly) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const RunResult run = Program(kBin + "/ocean_sample_tool")
                              .in(scratch_.path())
                              .run_and_signal({"sample", "a.obj", "--end", "loop", "--out", "o"},
                                              scratch_ / "o/a_first.txt", {signal});
    EXPECT_EQ(run.code, 128 + signal) << run.err;
    EXPECT_SAYS(run.err, "stopped by signal");
    EXPECT_FALSE(std::filesystem::exists(scratch_ / "o/a.manifest.json"));
    for (const auto& entry : std::filesystem::directory_iterator(scratch_ / "o"))
      EXPECT_EQ(entry.path().filename().string(), "a_first.txt");
    std::filesystem::remove_all(scratch_ / "o");
  }
}

TEST_F(Cli, ASecondSignalKillsAtOnceAndLeavesNoTemporaryFile) {
  const RunResult run =
      Program(kBin + "/ocean_sample_tool")
          .in(scratch_.path())
          .run_and_signal_when({"sample", "a.obj", "--end", "stuck"}, "asleep", {SIGINT, SIGINT});
  EXPECT_TRUE(run.signalled);
  EXPECT_EQ(run.code, 128 + SIGINT);
  EXPECT_EQ(scratch_.files(), (std::vector<std::string>{"a.obj", "a_first.txt"}));
}

TEST_F(Cli, KilledRunCompletesNextTime) {
  Program(kBin + "/ocean_sample_tool")
      .in(scratch_.path())
      .run_and_signal({"sample", "a.obj", "--end", "loop"}, scratch_ / "a_first.txt", {SIGKILL});
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "a.manifest.json"));
  EXPECT_EQ(sample({"a.obj"}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(scratch_ / "a.manifest.json"));
}

TEST_F(Cli, SchemaAndListWork) {
  const RunResult schema = tool("ocean_sample_tool", {"schema", "sample"});
  EXPECT_EQ(schema.code, 0);
  EXPECT_EQ(json_problem(schema.out), "");
  EXPECT_SAYS(schema.out, "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(tool("ocean_sample_tool", {"schema", "nothing"}).code, 2);
  EXPECT_SAYS(tool("ocean_sample_tool", {"list"}).out, "oceansim storm");
}

// The loader tells which libraries a program really opens, those opened later too.
TEST_F(Cli, LightCommandsMapNoHeavyLibrary) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--help"}, {"list"}, {"no-such-command"}}) {
    const RunResult run = Program(kBin + "/oceanbake").env("LD_DEBUG", "files").run(arguments);
    ASSERT_NE(run.err.find("libocean_core"), std::string::npos)
        << "LD_DEBUG says nothing: the test proves nothing";
    for (const char* library : {"OpenImageIO", "openvdb", "gdal", "assimp", "OpenEXR", "libcuda.so"})
      EXPECT_EQ(run.err.find(library), std::string::npos) << library;
  }
  const RunResult dry = Program(kBin + "/ocean_sample_tool")
                            .in(scratch_.path())
                            .env("LD_DEBUG", "files")
                            .run({"sample", "a.obj", "--dry-run"});
  EXPECT_EQ(dry.code, 0);
  EXPECT_EQ(dry.err.find("OpenImageIO"), std::string::npos);
}

}  // namespace
}  // namespace ocean
