// SPDX-License-Identifier: Apache-2.0
#include "tests/apps/sample_job.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <new>
#include <stdexcept>
#include <thread>

#include "kernels/host_pool.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"
#include "libbake/io/outputs.h"
#include "libbake/io/safe_file.h"
#include "libbake/io/verify.h"

namespace ocean {

void SampleWave::describe(Fields& f) {
  f.real("length", length).unit("m").above(0).text("Length of the wave.");
  f.integer("seed", seed).text("Seed of the wave.");
}

void SampleWave::check(Problems& p) const {
  if (length == 13) p.add("length", "13 brings bad luck; choose another");
}

void SampleConfig::describe(Fields& f) {
  f.group("Input");
  f.paths("terrain", terrain).positional("TERRAIN").required().text("Terrain files.");
  f.real("sea_level", sea_level).unit("m").range(-1e5, 1e5).text("Height of the water.");
  f.group("Everything else");
  f.real("texel", texel)
      .unit("m")
      .above(0)
      .below(100)
      .unset("auto", "from the resolution")
      .text("Texel size.");
  f.integer("passes", passes).range(0, 100).text("Passes of smoothing.");
  f.integer("seed", seed).text("Seed.");
  f.integer("limit", limit).min(1).unset("none", "no limit").text("A limit.");
  f.boolean("smooth", smooth).text("Smooths.");
  f.boolean("arch", arch).text("Adds an arch.");
  f.choice("surface", surface, {{"top", SampleSurface::top, "highest"}, {"section", SampleSurface::section}})
      .alias("sheet")
      .text("Which surface.");
  f.choices("pack", pack, {{"top", SampleSurface::top}, {"section", SampleSurface::section}})
      .count(1, 4)
      .text("Order.");
  f.reals("bounds", bounds).unit("m").syntax("X0,Y0,X1,Y1").text("Area.");
  f.reals("swell", swell).range(-1, 1).text("Direction.");
  f.reals("levels", levels).count(1, 8).text("Levels.");
  f.integers("counts", counts).range(0, 9).text("Counts.");
  f.texts("labels", labels).text("Labels.");
  f.text("note", note).text("A note.");
  f.path("mask", mask).text("A mask.");
  f.text("resolution", resolution)
      .syntax("N|WxH")
      .rule([](const std::string& text) {
        for (const std::string& part : split(text, 'x'))
          if (const auto n = parse_integer(part); !n || *n < 1)
            return std::string("must be N or WxH; try 64 or 64x32");
        return std::string();
      })
      .text("Texels.");
  f.records("waves", waves).count(0, 3).text("Waves.");
  f.group("Behaviour");
  f.choice("end", end,
           {{"good", SampleEnd::good},
            {"internal", SampleEnd::internal},
            {"device", SampleEnd::device},
            {"memory", SampleEnd::memory},
            {"input", SampleEnd::input},
            {"loop", SampleEnd::loop},
            {"stuck", SampleEnd::stuck, "deaf to the first signal"},
            {"chunks", SampleEnd::chunks, "minutes of kernels between two outputs"},
            {"late", SampleEnd::late, "interrupts itself after its last output"}})
      .text("How the run ends.");
  f.integer("fake_disk", fake_disk).min(0).execution().text("Bytes of disk that the plan claims.");
  f.integer("fake_memory", fake_memory).min(0).execution().text("Bytes of memory that the plan claims.");
}

void SampleConfig::check(Problems& p) const {
  if (bounds && (*bounds)[0] >= (*bounds)[2]) p.add("bounds", "x0 must be smaller than x1; swap them");
  if (swell[0] == 0 && swell[1] == 0) p.add("swell", "must have a length; choose a direction");
}

namespace {

Plan plan_sample(const SampleConfig& c, const JobSettings& s) {
  Plan plan;
  plan.inputs = c.terrain;
  plan.outputs = {{s.name + "_map.txt", "text", std::max<int64_t>(c.fake_disk, 100)}};
  plan.host_bytes = c.fake_memory;
  plan.remedy = "lower --resolution";
  plan.notes = {"sample note"};
  return plan;
}

OutputRecord record(const JobContext& job, const char* role) {
  OutputRecord r;
  r.file = job.name() + "_" + role + ".txt";
  r.role = role;
  r.format = "text";
  return r;
}

void sleep_in_chunks(HostPool& pool, int64_t chunks, std::chrono::milliseconds each) {
  for_chunks(pool, chunks, 1, [&](int64_t begin, int64_t) {
    if (begin == 0) log_info("asleep");
    std::this_thread::sleep_for(each);
  });
}

void run_sample(const SampleConfig& c, JobContext& job) {
  {
    auto stage = job.report().stage("read");
    if (c.end == SampleEnd::input)
      throw Error(ErrorKind::input, c.terrain.front() + ":1", "is not to my taste");
  }
  auto stage = job.report().stage("compute");
  job.report().add("backend_was_cuda", static_cast<int>(job.exec().is_cuda()));
  if (c.end == SampleEnd::internal) throw std::runtime_error("a bug");
  if (c.end == SampleEnd::device) throw DeviceError("device lost");
  if (c.end == SampleEnd::memory) throw std::bad_alloc();
  const int64_t steps = c.end == SampleEnd::loop ? 100000 : 3;
  std::optional<SafeFile> half;  // not complete when the signals come
  if (c.end == SampleEnd::stuck) half.emplace(job.outputs().path(job.name() + "_half.txt")).write("half");
  job.outputs().write_bytes(record(job, "first"), "first\n");
  if (c.end == SampleEnd::stuck) sleep_in_chunks(job.exec().pool(), 1, std::chrono::seconds(60));
  if (c.end == SampleEnd::chunks) sleep_in_chunks(job.exec().pool(), 60000, std::chrono::milliseconds(5));
  job.progress().begin("step", steps, "frame");
  for (int64_t i = 0; i < steps; ++i) {
    if (c.end == SampleEnd::loop) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    job.progress().advance();
  }
  job.outputs().write_bytes(record(job, "map"), "level " + shortest(c.sea_level) + "\n");
  if (c.end == SampleEnd::late) std::raise(SIGINT);
}

// The map says "level".
void check_sample(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks) {
  for (const OutputRecord& o : manifest.outputs) {
    if (o.role != "map") continue;
    std::string word;
    std::ifstream(folder + "/" + o.file) >> word;
    checks.push_back({o.file, "first word", word == "level", "level", word});
  }
}

}  // namespace

const Job& sample_job() {
  static const Job job = [] {
    Job sample = make_job<SampleConfig, plan_sample, run_sample>(
        {.tool = "oceanbake", .name = "sample", .summary = "Does what it is told."});
    sample.promises = check_sample;
    return sample;
  }();
  return job;
}

}  // namespace ocean
