// SPDX-License-Identifier: Apache-2.0
//
// A flipbook as a job against its frames merely encoded and written, on the same encoders: what computing
// adds. Eight waves, displacement, normal and foam, half EXR.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "libbake/bake/flipbook_sea.h"
#include "libbake/bake/flipbook_writer.h"
#include "libbake/bake/gerstner_job.h"
#include "libbake/bake/run_job.h"
#include "libbake/bake/wave_snap.h"
#include "libbake/io/wave_set.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr int32_t kSide = 1024;

WaveSet sea() {
  WaveSet set;
  for (int i = 0; i < 8; ++i) {
    SetWave w;
    const double k = kTwoPi / (31 / (1 + 0.45 * i)), a = 0.3 * (i % 5) - 0.5;
    w.kx = k * elem::cos(a);
    w.ky = k * elem::sin(a);
    w.omega = dispersion(w.k(), set.gravity, set.depth);
    w.phase = 0.13 * i;
    w.amplitude = 0.6 / (1 + 0.7 * i);
    w.steepness = 0.8 / (k * w.amplitude * 8);
    set.waves.push_back(w);
  }
  return set;
}

fs::path folder() { return fs::temp_directory_path() / "ocean_bench_flipbook"; }

const char* const kCompressions[] = {"zip", "rle", "none"};

void job(benchmark::State& state) {
  fs::create_directories(folder());
  const std::string set_file = (folder() / "sea.waves.json").string();
  std::ofstream(set_file) << wave_set_text(sea());
  const std::string frames = std::to_string(state.range(0));
  for (auto _ : state) {
    ConfigSet config(gerstner_job().make_config(), ConfigSet::with_common, true);
    Problems problems;
    config.load(
        {{{"waves", {set_file}},
          {"out", {folder().string()}},
          {"name", {"bench"}},
          {"resolution", {std::to_string(kSide)}},
          {"loop_frames", {frames}},
          {"compression", {kCompressions[state.range(1)]}},
          {"preview", {"false"}},
          {"progress", {"none"}},
          {"log_level", {"error"}},
          {"force", {"true"}}},
         {},
         {}},
        "gerstner", [](const std::string&) { return std::string(); }, problems);
    problems.throw_if_any();
    run_job(gerstner_job(), config);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// The files of job(), from samples in memory, by as many encoders.
void encode_alone(benchmark::State& state) {
  std::vector<Image> images;
  for (const char* map : {"displacement", "normal", "foam"})
    for (const char* frame : {"0000", "0003"})
      images.push_back(
          read_image((folder() / ("bench_" + std::string(map) + "." + frame + ".exr")).string()));
  const auto compression = static_cast<Compression>(std::array{
      Compression::zip, Compression::rle, Compression::none}[static_cast<std::size_t>(state.range(1))]);
  const auto encoders = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostEncoders);
  for (auto _ : state) {
    std::vector<std::unique_ptr<BackgroundQueue>> queues;
    for (std::size_t q = 0; q < encoders; ++q)
      queues.push_back(std::make_unique<BackgroundQueue>(kFramesInFlight));
    std::size_t next = 0;
    for (int64_t f = 0; f < state.range(0); ++f)
      for (std::size_t map = 0; map < 3; ++map, ++next) {
        const Image* image = &images[2 * map + static_cast<std::size_t>(f % 2)];
        const std::string path = (folder() / ("alone." + std::to_string(next) + ".exr")).string();
        queues[next % encoders]->push([image, path, compression] {
          write_image(path, ImageFormat::exr_half, image->spec, image->samples.data(), compression);
        });
      }
    for (const auto& queue : queues) queue->finish();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  for (const auto& entry : fs::directory_iterator(folder()))
    if (entry.path().filename().string().starts_with("alone.")) fs::remove(entry.path());
}

// Computing alone, without packing.
void compute(benchmark::State& state) {
  const SnappedSet snapped = snap_waves(sea(), {0, 0, 64, 64}, 8);
  const Exec exec = Exec::cpu();
  FlipbookSea flipbook(exec, snapped.set, {kSide, kSide, 64, 64, 64, 8});
  GerstnerConfig config;
  for (auto _ : state)
    for_frames(flipbook, config, 0, state.range(0) - 1,
               [](const FrameMaps& maps, int64_t) { benchmark::DoNotOptimize(maps.displacement.data()); });
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void arguments(benchmark::internal::Benchmark* b) {
  for (const int64_t compression : {0, 1, 2}) b->Args({16, compression});
  b->ArgNames({"frames", "zip_rle_none"})->UseRealTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK(job)->Apply(arguments);
BENCHMARK(encode_alone)->Apply(arguments);
BENCHMARK(compute)->Arg(64)->ArgName("frames")->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ocean

BENCHMARK_MAIN();
