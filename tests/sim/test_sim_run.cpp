// SPDX-License-Identifier: Apache-2.0
//
// The frame loop, with a small simulation whose state depends on all of its past: stopped, killed, damaged
// and resumed runs end with the files of an undisturbed one.
#include "libbake/sim/sim_run.h"

#include <csignal>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "libbake/bake/run_job.h"
#include "libbake/core/error.h"
#include "libbake/core/log.h"
#include "libbake/io/outputs.h"
#include "libbake/io/safe_file.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

// What befalls a run; the same process runs many.
struct Fate {
  int64_t throw_at = -1, kill_at = -1;
  int64_t bytes_of_frame = 0;  // padding of the files
  std::vector<int64_t> written;
} fate;

struct ToyConfig : Config {
  SimOptions sim;
  int64_t seed = 7;
  void describe(Fields& f) override {
    sim.describe(f);
    f.integer("seed", seed).range(0, 1000).text("Of the toy.");
  }
  void check(Problems& p) const override { sim.check(p); }
};

class Toy final : public Simulation {
 public:
  Toy(const ToyConfig& config, JobContext& job) : config_(config), job_(job) {}
  void start() override { state_.assign(100, config_.seed), step(); }
  void advance(int64_t frame) override {
    if (frame == fate.throw_at) throw Error(ErrorKind::internal, "toy", "stops here");
    step();
  }
  void save(Checkpoint& c) const override {
    c.put("state", state_);
    c.put_integer("steps", steps_);
  }
  void load(const Checkpoint& c) override {
    state_ = c.array<int64_t>("state");
    steps_ = c.integer("steps");
  }
  std::function<WrittenFrame()> snapshot(int64_t frame) override {
    const std::string file = job_.name() + "_toy." + frame_number(frame, config_.sim) + ".txt";
    return [path = job_.outputs().path(file), file, frame, sum = state_[5], steps = steps_] {
      if (frame == fate.kill_at) kill(getpid(), SIGKILL);
      std::string text = std::to_string(frame) + " " + std::to_string(sum);
      text.append(static_cast<std::size_t>(fate.bytes_of_frame), ' ');
      write_file(path, text);
      fate.written.push_back(frame);
      WrittenFrame w;
      w.files.emplace_back();
      w.files[0].file = file;
      w.files[0].role = "toy";
      w.files[0].format = "text";
      w.ledger = {{"steps", static_cast<double>(steps)}, {"a_tenth", static_cast<double>(frame) / 10}};
      return w;
    };
  }

 private:
  void step() {
    ++steps_;
    for (std::size_t i = 0; i < state_.size(); ++i)
      state_[i] = (state_[i] * 31 + static_cast<int64_t>(i) + state_[(i + 1) % state_.size()]) % 1000003;
  }
  const ToyConfig& config_;
  JobContext& job_;
  std::vector<int64_t> state_;
  int64_t steps_ = 0;
};

Plan plan_toy(const ToyConfig& config, const JobSettings& settings) {
  Plan plan;
  add_sim_needs(config.sim, settings, 1000, 1000, plan);
  return plan;
}
void run_toy(const ToyConfig& config, JobContext& job) {
  Toy toy(config, job);
  run_frames(toy, config.sim, job);
}
const Job& toy_job() {
  static const Job job = make_job<ToyConfig, plan_toy, run_toy>(
      {.tool = "oceansim", .name = "toy", .summary = "Of a test.", .frames = true});
  return job;
}

void run(const std::string& folder, std::vector<CommandLine::Flag> flags) {
  flags.push_back({"out", {folder}});
  flags.push_back({"progress", {"none"}});
  set_log_level(LogLevel::warning);
  ConfigSet set(toy_job().make_config(), ConfigSet::with_common, true);
  Problems problems;
  set.load(
      {std::move(flags), {}, {}}, "toy", [](const std::string&) { return std::string(); }, problems);
  problems.throw_if_any();
  run_job(toy_job(), set);
}

class SimRun : public testing::Test {
 protected:
  SimRun() {
    fate = {};
    run(reference_.path(), flags());
    fate = {};
  }
  static std::vector<CommandLine::Flag> flags(std::vector<CommandLine::Flag> more = {}) {
    more.push_back({"frame_count", {"30"}});
    more.push_back({"checkpoint_every", {"4"}});
    more.push_back({"keep_checkpoints", {"3"}});
    return more;
  }
  // All files but those of the run's own folder, with their bytes.
  static std::map<std::string, std::string> files(const TempFolder& folder) {
    std::map<std::string, std::string> out;
    for (const std::string& name : folder.names())
      if (fs::is_regular_file(folder.file(name))) out[name] = read_text(folder.file(name));
    return out;
  }
  void expect_the_reference() {
    const auto ours = files(folder_), theirs = files(reference_);
    for (const auto& [name, text] : theirs) {
      ASSERT_TRUE(ours.contains(name)) << name;
      EXPECT_EQ(ours.at(name), text) << name;
    }
    EXPECT_EQ(ours.size(), theirs.size());
  }
  std::string error(std::vector<CommandLine::Flag> more, ErrorKind kind) {
    try {
      run(folder_.path(), flags(std::move(more)));
    } catch (const Error& e) {
      EXPECT_EQ(static_cast<int>(e.kind()), static_cast<int>(kind)) << e.what();
      return e.what();
    }
    ADD_FAILURE() << "no error";
    return {};
  }
  // In a process of its own; returns its wait status.
  template <class F>
  static int in_a_child(const F& body) {
    const pid_t child = fork();
    if (child == 0) {
      int code = 0;
      try {
        body();
      } catch (const Error& e) {
        code = static_cast<int>(e.kind());
      } catch (...) {
        code = 99;
      }
      _exit(code);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }

  TempFolder reference_, folder_;
  const CommandLine::Flag resume_{"resume", {"true"}}, repair_{"repair", {"true"}};
};

TEST_F(SimRun, WritesFramesAndLedger) {
  const Manifest m = read_manifest(reference_.file("toy.manifest.json"));
  ASSERT_EQ(m.outputs.size(), 31u);
  EXPECT_EQ(m.outputs[0].role, "ledger");
  EXPECT_EQ(m.outputs[1].file, "toy_toy.0000.txt");
  EXPECT_EQ(m.outputs[30].file, "toy_toy.0029.txt");
  const std::string ledger = read_text(reference_.file("toy_ledger.jsonl"));
  EXPECT_TRUE(ledger.starts_with("{\"frame\": 0, \"time_s\": 0, \"steps\": 1, \"a_tenth\": 0}\n")) << ledger;
  EXPECT_NE(ledger.find("\"steps\": 24, \"a_tenth\": 2.3}"), std::string::npos);
}

TEST_F(SimRun, ResumesAfterAnErrorAtAnyFrame) {
  for (const int64_t at : {1, 3, 4, 5, 17, 29}) {
    fate.throw_at = at;
    EXPECT_NE(error({}, ErrorKind::internal).find("stops here"), std::string::npos);
    EXPECT_FALSE(fs::exists(folder_.file("toy.manifest.json")));
    fate = {};
    run(folder_.path(), flags({resume_}));
    expect_the_reference();
    for (const int64_t f : fate.written)
      EXPECT_GE(f, at - 4) << "frames that were whole are not written again";
    fs::remove(folder_.file("toy.manifest.json"));
  }
}

TEST_F(SimRun, SurvivesKillNine) {
  for (const int64_t at : {0, 7, 8, 21}) {
    const int status = in_a_child([&] {
      fate.kill_at = at;
      run(folder_.path(), flags(at == 0 ? std::vector<CommandLine::Flag>{} : std::vector{resume_}));
    });
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_TRUE(fs::exists(folder_.file("toy_toy.0006.txt")) == (at > 6));
  }
  run(folder_.path(), flags({resume_}));
  expect_the_reference();
}

// The file system refuses to go on at frame 20 (a limit of file sizes stands for the full disk).
TEST_F(SimRun, FullDiskLeavesEarlierFrames) {
  const int status = in_a_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    fate.throw_at = 21;
    try {
      run(folder_.path(), flags());
    } catch (const Error&) {
    }
    fate = {};
    const rlimit limit{16, 16};
    setrlimit(RLIMIT_FSIZE, &limit);
    run(folder_.path(), flags({resume_}));
  });
  EXPECT_EQ(WEXITSTATUS(status), static_cast<int>(ErrorKind::output));
  for (int64_t f = 0; f < 18; ++f) {  // those that no longer waited when the first run stopped
    const std::string name = "toy_toy." + frame_number(f, SimOptions{}) + ".txt";
    EXPECT_EQ(read_text(folder_.file(name)), read_text(reference_.file(name))) << name;
  }
  run(folder_.path(), flags({resume_}));
  expect_the_reference();
}

TEST_F(SimRun, RepairsOnlyWhatIsBad) {
  run(folder_.path(), flags());
  write_text(folder_.file("toy_toy.0011.txt"), "spoilt");
  fs::remove(folder_.file("toy_toy.0026.txt"));
  fate = {};
  run(folder_.path(), flags({repair_}));
  EXPECT_EQ(fate.written, (std::vector<int64_t>{11, 26}));
  expect_the_reference();
}

TEST_F(SimRun, DamagedCheckpointFallsBack) {
  fate.throw_at = 25;
  error({}, ErrorKind::internal);
  fate = {};
  const std::string last = folder_.file(".toy.run/checkpoint.000023");
  std::string bytes = read_text(last);
  ASSERT_GT(bytes.size(), 100u);
  bytes[90] ^= 4;
  write_text(last, bytes);
  testing::internal::CaptureStderr();
  run(folder_.path(), flags({resume_}));
  EXPECT_NE(testing::internal::GetCapturedStderr().find("frame 19"), std::string::npos);
  expect_the_reference();
  EXPECT_TRUE(fs::exists(last)) << "it is made again";
}

TEST_F(SimRun, RefusesToResumeAnotherRun) {
  fate.throw_at = 12;
  error({}, ErrorKind::internal);
  fate = {};
  const std::string text = error({resume_, {"seed", {"8"}}}, ErrorKind::usage);
  EXPECT_NE(text.find("another configuration"), std::string::npos) << text;
  EXPECT_NE(error({resume_, repair_}, ErrorKind::usage).find("pass one of them"), std::string::npos);
  run(folder_.path(), flags({resume_}));  // the refusal harmed nothing
  expect_the_reference();
}

TEST_F(SimRun, PartOfTheFramesEqualsTheWhole) {
  run(folder_.path(), flags({{"frames", {"7-9"}}}));
  EXPECT_FALSE(fs::exists(folder_.file("toy_toy.0006.txt")));
  EXPECT_EQ(read_text(folder_.file("toy_toy.0009.txt")), read_text(reference_.file("toy_toy.0009.txt")));
  EXPECT_NE(error({{"frames", {"7-30"}}}, ErrorKind::usage).find("--frame-count"), std::string::npos);
}

TEST_F(SimRun, NothingToDoTwice) {
  run(folder_.path(), flags());
  fate = {};
  run(folder_.path(), flags({resume_}));
  run(folder_.path(), flags());
  EXPECT_TRUE(fate.written.empty());
}

}  // namespace
}  // namespace ocean
