// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/harness.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <variant>

#include "libbake/core/error.h"
#include "libbake/io/load_terrain.h"

namespace ocean::fuzz {

namespace {

constexpr double kMost_s = 5;  // of processor time, so that other programs do not count

namespace fs = std::filesystem;

[[noreturn]] void finding(std::string_view what) {
  std::fprintf(stderr, "FINDING: %.*s\n", static_cast<int>(what.size()), what.data());
  std::fflush(stderr);
  std::abort();
}

class ScratchFolder {
 public:
  ScratchFolder() {
    const fs::path memory = "/dev/shm";
    std::error_code error;
    const fs::path base = fs::is_directory(memory, error) ? memory : fs::temp_directory_path();
    std::string pattern = (base / "ocean_fuzz_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) finding("no scratch folder can be made in " + base.string());
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

bool finite(const Vec3d& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

}  // namespace

std::vector<TargetRow>& targets() {
  static std::vector<TargetRow> rows;
  return rows;
}

void run_target(Target target, const uint8_t* data, size_t size) {
  const std::clock_t start = std::clock();
  try {
    target(data, size);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::internal) finding(std::string("an internal error: ") + error.what());
  } catch (const std::exception& error) {
    finding(std::string("another exception than Error: ") + error.what());
  } catch (...) {
    finding("something was thrown that is no exception");
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (seconds > kMost_s) finding("it took " + std::to_string(seconds) + " s");
}

void check(bool ok, std::string_view promise) {
  if (!ok) finding("a broken promise: " + std::string(promise));
}

void check_same(const std::string& a, const std::string& b, std::string_view promise) {
  if (a != b) finding("a broken promise: " + std::string(promise) + "\n  " + a + "\n  " + b);
}

HostPool& pool() {
  static HostPool one(1);
  return one;
}

std::string scratch_file(const std::string& name, std::string_view bytes) {
  static const ScratchFolder folder;
  const std::string path = (folder.path() / name).string();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  check(file.good(), "the scratch file can be written");
  return path;
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

void check_mesh(const Mesh& mesh) {
  const auto n = static_cast<int64_t>(mesh.positions.size());
  check(!mesh.triangles.empty(), "a mesh has triangles");
  for (const Vec3d& p : mesh.positions) check(finite(p), "positions are finite");
  for (const Triangle& t : mesh.triangles)
    for (const int32_t v : {t.a, t.b, t.c}) check(v >= 0 && v < n, "indices are in range");
}

void check_terrain(const Terrain& terrain) {
  const Box& b = terrain.bounds;
  check(finite(b.min) && finite(b.max), "bounds are finite");
  check(b.min.x <= b.max.x && b.min.y <= b.max.y && b.min.z <= b.max.z, "bounds are in order");
  check(!terrain.files.empty(), "the opened files are listed");
  if (const Mesh* mesh = std::get_if<Mesh>(&terrain.shape)) return check_mesh(*mesh);
  const auto& raster = std::get<HeightRaster>(terrain.shape);
  const auto samples = static_cast<size_t>(int64_t{raster.width} * raster.height);
  check(raster.width >= 1 && raster.height >= 1 && raster.heights.size() == samples, "one height a sample");
  check(raster.valid.empty() || raster.valid.size() == samples, "one flag a sample");
  check(raster.dx > 0 && raster.dy > 0 && std::isfinite(raster.x0) && std::isfinite(raster.y0),
        "the raster is placed");
  for (size_t i = 0; i < samples; ++i)
    check((!raster.valid.empty() && raster.valid[i] == 0) || std::isfinite(raster.heights[i]),
          "heights are finite");
}

void load_and_check(const InputOptions& options, FileKind kind) {
  if (find_file_kind(options.paths.front(), options.raw.has_value()) == kind)
    check_terrain(load_terrain(pool(), options));
}

}  // namespace ocean::fuzz
