// SPDX-License-Identifier: Apache-2.0
//
// oceanbake with the sample job and one of oceansim beside it: a real program for tests/apps/test_cli.cpp.
#include "apps/cli/cli.h"
#include "tests/apps/sample_job.h"

namespace {

struct StormConfig : ocean::Config {
  double wind_speed = 10;
  void describe(ocean::Fields& f) override {
    f.real("wind_speed", wind_speed).unit("m/s").min(0).text("Wind.");
  }
};
ocean::Plan plan_storm(const StormConfig&, const ocean::JobSettings&) { return {}; }
void run_storm(const StormConfig&, ocean::JobContext&) {}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<ocean::Job> jobs{
      ocean::sample_job(), ocean::make_job<StormConfig, plan_storm, run_storm>({.tool = "oceansim",
                                                                                .name = "storm",
                                                                                .summary = "Storms.",
                                                                                .details = "",
                                                                                .frames = true,
                                                                                .examples = {}})};
  return ocean::run_tool({"oceanbake", "Test tool.", &jobs}, std::vector<std::string>(argv + 1, argv + argc));
}
