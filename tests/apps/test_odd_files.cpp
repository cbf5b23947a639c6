// SPDX-License-Identifier: Apache-2.0
//
// Devices, pipes, sockets and links in the place of files, as programs: nothing may hang, and nothing that is
// no file may be replaced.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "libbake/config/json_reader.h"
#include "tests/apps/run_program.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << text

class OddFiles : public testing::Test {
 protected:
  OddFiles() {
    write_text(scratch_ / "a.obj", "v 0 0 0\n");
    if (mkfifo((scratch_ / "pipe.obj").c_str(), 0600) != 0) ADD_FAILURE() << "no pipe could be made";
  }
  Program program(const std::string& name = "ocean_sample_tool") {
    return Program(std::string(OCEAN_BIN_DIR) + "/" + name).in(scratch_.path());
  }
  RunResult sample(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "sample");
    return program().run(arguments);
  }
  // By a shell, which alone makes pipes between processes.
  RunResult shell(const std::string& line) {
    return Program("/bin/bash")
        .in(scratch_.path())
        .env("TOOL", std::string(OCEAN_BIN_DIR) + "/ocean_sample_tool")
        .run({"-c", line});
  }
  ScratchFolder scratch_;
};

TEST_F(OddFiles, AsInputsAreRefusedAtOnce) {
  for (const std::string path : {"pipe.obj", "/dev/zero", "/dev/null", "."}) {
    const RunResult terrain = sample({path, "--name", "x"});
    EXPECT_EQ(terrain.code, 3) << path << terrain.err;
    EXPECT_SAYS(terrain.err, path + ": is a ");
    for (const char* command : {"inspect", "preview", "verify"})
      EXPECT_EQ(program("oceanbake").run({command, path}).code, 3) << command << path;
    const RunResult config = sample({"a.obj", "--config", path});
    EXPECT_EQ(config.code, 2) << path;
    EXPECT_SAYS(config.err, "--config: '" + path + "' is a ");
  }
  EXPECT_EQ(program("oceanbake").run({"shore", "pipe.obj", "--up", "z"}).code, 3);
}

TEST_F(OddFiles, AConfigurationMayComeThroughAPipe) {
  for (const char* line :
       {"\"$TOOL\" sample a.obj --config <(echo '{\"sea_level\": 7}') --print-config",
        "echo '{\"sea_level\": 7}' | \"$TOOL\" sample a.obj --config /dev/stdin --print-config"}) {
    const RunResult run = shell(line);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_SAYS(run.out, "\"sea_level\": 7");
  }
}

TEST_F(OddFiles, AZeroByteEndsNoJson) {
  write_text(scratch_ / "c.json", std::string("{\"seed\": 1}\n\0 garbage", 21));
  const RunResult run = sample({"a.obj", "--config", "c.json"});
  EXPECT_EQ(run.code, 2);
  EXPECT_SAYS(run.err, "c.json:2:1");
}

TEST_F(OddFiles, ReportsGoWhereStreamsLead) {
  const RunResult out = sample({"a.obj", "--report", "/dev/stdout"});
  EXPECT_EQ(out.code, 0) << out.err;
  EXPECT_SAYS(out.out, "\"backend\"");
  EXPECT_SAYS(out.out, "a.manifest.json\n") << "the path on stdout was lost";
  EXPECT_EQ(sample({"a.obj", "--force", "--report", "/dev/null"}).code, 0);
  struct stat null {};
  ASSERT_EQ(stat("/dev/null", &null), 0);
  EXPECT_TRUE(S_ISCHR(null.st_mode));
  const RunResult third = shell("\"$TOOL\" sample a.obj --force --report /dev/fd/3 3> third.json");
  EXPECT_EQ(third.code, 0) << third.err;
  EXPECT_EQ(json_problem(read_text(scratch_ / "third.json")), "");
  EXPECT_EQ(sample({"a.obj", "--force", "--report", "/dev/fd/99"}).code, 4);
}

TEST_F(OddFiles, AReportElsewhereIsRefusedBeforeTheRun) {
  for (const std::string path : {"pipe.obj", "/dev/full"}) {
    const RunResult run = sample({"a.obj", "--report", path});
    EXPECT_EQ(run.code, 4) << run.err;
    EXPECT_SAYS(run.err, "/dev/stdout, /dev/fd/N or /dev/null");
    EXPECT_FALSE(fs::exists(scratch_ / "a.manifest.json"));
  }
}

TEST_F(OddFiles, OutputsReplaceFilesAlone) {
  fs::remove(scratch_ / "pipe.obj");
  ASSERT_EQ(mkfifo((scratch_ / "a_map.txt").c_str(), 0600), 0);
  const RunResult run = sample({"a.obj"});
  EXPECT_EQ(run.code, 4) << run.err;
  EXPECT_SAYS(run.err, "a_map.txt: is a pipe, which a file must not replace");
  EXPECT_TRUE(fs::is_fifo(scratch_ / "a_map.txt"));
}

TEST_F(OddFiles, APreviewReplacesNeitherItsInputNorADevice) {
  ASSERT_EQ(program("oceanbake").run({"terrain", "--resolution", "32", "--out", "t"}).code, 0);
  std::string image;
  for (const auto& entry : fs::directory_iterator(scratch_ / "t"))
    if (entry.path().extension() != ".json" && entry.path().filename().string().front() != '.')
      image = entry.path().string();
  ASSERT_FALSE(image.empty());
  write_text(scratch_ / "p.tga", "");
  const auto preview = [&](const std::string& file, const std::string& out) {
    return program("oceanbake").run({"preview", file, "--out", out}).code;
  };
  for (const std::string out : {"/dev/full", "/dev/null", "/dev/stdout"})
    EXPECT_EQ(preview("p.tga", out), 4) << out;
  fs::create_symlink("p.tga", scratch_ / "link.tga");
  EXPECT_EQ(preview("p.tga", "p.tga"), 2);
  EXPECT_EQ(preview("p.tga", "link.tga"), 2);
}

TEST_F(OddFiles, ALinkStaysAndItsTargetIsReplaced) {
  fs::create_directory(scratch_ / "disk");
  fs::create_symlink("disk/map.txt", scratch_ / "a_map.txt");  // dangling at first
  for (const char* level : {"1", "2"}) {
    const RunResult run = sample({"a.obj", "--sea-level", level});
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(fs::is_symlink(scratch_ / "a_map.txt"));
    EXPECT_EQ(read_text(scratch_ / "disk/map.txt"), "level " + std::string(level) + "\n");
  }
  for (const auto& entry : fs::directory_iterator(scratch_ / "disk"))
    EXPECT_EQ(entry.path().filename(), "map.txt") << "a temporary was left";
  EXPECT_EQ(program().run({"verify", "./a.manifest.json"}).code, 0);
}

// Two threads' stacks fit, hundreds do not.
TEST_F(OddFiles, ALimitOfMemoryIsAMessageNotAnAbort) {
  const RunResult run = program("oceanbake")
                            .memory_limit(500000l * 1024)
                            .run({"terrain", "--resolution", "256", "--out", "t", "--threads", "400"});
  EXPECT_FALSE(run.signalled) << run.err;
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_SAYS(run.err, "--threads");
  for (const auto& entry : fs::recursive_directory_iterator(scratch_.path()))
    EXPECT_EQ(entry.path().string().find("oceantmp"), std::string::npos) << entry.path();
}

TEST_F(OddFiles, ALimitOfFileSizesIsAnOutputError) {
  const RunResult run = program("oceanbake")
                            .file_limit(20000)
                            .run({"terrain", "--resolution", "256", "--out", "t", "--name", "i"});
  EXPECT_EQ(run.code, 4) << run.err;
  EXPECT_SAYS(run.err, "ulimit -f");
  EXPECT_FALSE(fs::exists(scratch_ / "t/i.manifest.json"));
  for (const auto& entry : fs::recursive_directory_iterator(scratch_.path()))
    EXPECT_EQ(entry.path().string().find("oceantmp"), std::string::npos) << entry.path();
}

}  // namespace
}  // namespace ocean
