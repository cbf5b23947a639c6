// SPDX-License-Identifier: Apache-2.0
//
// Start-up of the real tool: the bar is 15 ms for `oceanbake --help`.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <string>
#include <vector>

namespace {

void run_tool(benchmark::State& state, std::vector<std::string> arguments) {
  std::string program = OCEAN_BIN_DIR "/oceanbake";
  std::vector<char*> argv{program.data()};
  for (std::string& a : arguments) argv.push_back(a.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  for (auto _ : state) {
    pid_t child = 0;
    int status = 1;
    if (posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0) {
      state.SkipWithError("oceanbake failed");
      break;
    }
  }
  posix_spawn_file_actions_destroy(&actions);
}

}  // namespace

BENCHMARK_CAPTURE(run_tool, help, {"--help"})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(run_tool, job_help, {"shore", "--help"})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(run_tool, schema, {"schema", "shore"})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_MAIN();
