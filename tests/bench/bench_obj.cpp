// SPDX-License-Identifier: Apache-2.0
//
// Reading a large OBJ: ours against tinyobjloader (triangulating, without materials), same file, same run,
// hot page cache. Two files of at least OCEAN_BENCH_OBJ_MB (default 128) megabytes in the temporary folder:
// positions and quads alone, and as a DCC program exports them with texture coordinates and normals. Prints
// MB/s of each and, at the end, the ratios.
#include <benchmark/benchmark.h>
#include <tiny_obj_loader.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <thread>

#include "libbake/io/obj_reader.h"

namespace {

int64_t wanted_bytes() {
  const char* mb = std::getenv("OCEAN_BENCH_OBJ_MB");
  return (mb != nullptr ? std::atoll(mb) : 128) * 1000000;
}

std::map<std::string, double> best_seconds;

// A square of n × n samples of waves, written until it has the wanted size.
void write_obj(const std::string& path, bool full) {
  const int n = static_cast<int>(std::sqrt(static_cast<double>(wanted_bytes()) / (full ? 125 : 60)));
  std::FILE* file = std::fopen(path.c_str(), "w");
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double x = i * .37 - n * .185, y = j * .37 - n * .185;
      std::fprintf(file, "v %.6f %.6f %.6f\n", x, 8 * std::sin(x * .05) * std::cos(y * .06), -y);
      if (full) {
        std::fprintf(file, "vt %.6f %.6f\nvn %.4f %.4f %.4f\n", double(i) / n, double(j) / n,
                     std::sin(x) * .3, .9, std::cos(y) * .3);
      }
    }
  }
  for (int j = 0; j + 1 < n; ++j) {
    for (int i = 0; i + 1 < n; ++i) {
      const int a = j * n + i + 1, b = a + 1, c = b + n, d = a + n;
      if (full)
        std::fprintf(file, "f %d/%d/%d %d/%d/%d %d/%d/%d %d/%d/%d\n", a, a, a, b, b, b, c, c, c, d, d, d);
      else std::fprintf(file, "f %d %d %d %d\n", a, b, c, d);
    }
  }
  std::fclose(file);
}

std::string path_of(bool full) {
  return (std::filesystem::temp_directory_path() / (full ? "bench_obj_full.obj" : "bench_obj_plain.obj"))
      .string();
}

template <class Read>
void measure(benchmark::State& state, const std::string& name, bool full, const Read& read) {
  const std::string path = path_of(full);
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(read(path));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    double& best = best_seconds[name];
    if (best == 0 || seconds < best) best = seconds;
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(std::filesystem::file_size(path)));
}

void ours(benchmark::State& state, bool full) {
  ocean::HostPool pool(static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  measure(state, full ? "ours full" : "ours plain", full,
          [&](const std::string& path) { return ocean::read_obj(pool, path).mesh.triangles.size(); });
}

void tinyobjloader(benchmark::State& state, bool full) {
  measure(state, full ? "tinyobjloader full" : "tinyobjloader plain", full, [](const std::string& path) {
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    std::string warning, error;
    tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, path.c_str());
    return shapes.size();
  });
}

}  // namespace

int main(int argc, char** argv) {
  for (const bool full : {false, true}) {
    write_obj(path_of(full), full);
    const std::string suffix = full ? "/v_vt_vn_f" : "/v_f";
    benchmark::RegisterBenchmark(("ours" + suffix).c_str(), ours, full)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->Iterations(5);
    benchmark::RegisterBenchmark(("tinyobjloader" + suffix).c_str(), tinyobjloader, full)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->Iterations(2);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  for (const std::string file : {"plain", "full"}) {
    const double a = best_seconds["ours " + file], b = best_seconds["tinyobjloader " + file];
    const double mb = static_cast<double>(std::filesystem::file_size(path_of(file == "full"))) / 1e6;
    if (a > 0 && b > 0) {
      std::printf("%s, %.0f MB: ours %.0f MB/s, tinyobjloader %.0f MB/s, ratio %.2f\n", file.c_str(), mb,
                  mb / a, mb / b, b / a);
    }
    std::filesystem::remove(path_of(file == "full"));
  }
}
