// SPDX-License-Identifier: Apache-2.0
//
// Runs of `oceanbake surf` and an island to run it on.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "libbake/bake/run_job.h"
#include "libbake/bake/shore_job.h"
#include "libbake/bake/surf_frames.h"
#include "libbake/bake/surf_job.h"
#include "libbake/bake/terrain_job.h"
#include "libbake/core/error.h"
#include "libbake/io/outputs.h"
#include "tests/io/temp_folder.h"

namespace ocean {

namespace fs = std::filesystem;
using Flags = std::vector<CommandLine::Flag>;

inline std::string run(const Job& job, Flags flags, const std::string& out,
                       std::vector<std::string> positionals = {}) {
  flags.push_back({"out", {out}});
  flags.push_back({"progress", {"none"}});
  ConfigSet set(job.make_config(), ConfigSet::with_common, job.frames);
  Problems problems;
  set.load(
      {std::move(flags), std::move(positionals), {}}, job.name,
      [](const std::string&) { return std::string(); }, problems);
  check_job_options(job, set, problems);
  problems.throw_if_any();
  return run_job(job, set);
}

// What all problems of the run say.
inline std::string refusal(const Flags& flags, const std::string& out, ErrorKind kind) {
  try {
    run(surf_job(), flags, out);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), kind);
    std::string text;
    for (const Problem& p : e.problems()) text += p.where + ": " + p.what + "\n";
    return text;
  }
  ADD_FAILURE() << "was not refused";
  return {};
}

inline Manifest manifest_of(const std::string& folder, const std::string& name) {
  return read_manifest(manifest_path(folder, name));
}

inline const OutputRecord& record(const Manifest& m, const std::string& file) {
  for (const OutputRecord& o : m.outputs)
    if (o.file == file) return o;
  ADD_FAILURE() << file << " is not in the manifest";
  return m.outputs.front();
}

inline Flags small_sea(const std::string& name) {
  return {{"name", {name}},  {"height", {"0.8"}},  {"period", {"5"}},      {"slope", {"0.06"}},
          {"rows", {"128"}}, {"columns", {"256"}}, {"preview", {"false"}}, {"format", {"exr-float"}}};
}

// The frames of a run with these options, without its files.
struct Loop {
  SurfConfig config;
  SurfModel model;
  Exec exec = Exec::cpu();
  Buffer<SurfTexel> texture;
  std::optional<SurfFrames> frames;
  explicit Loop(const std::string& shore, double height = 0.8, double period = 5, double slope = 0.06) {
    config.shore = shore;
    config.height = height;
    config.period = period;
    config.slope = slope;
    config.rows = 128;
    config.columns = 256;
    model = config.model();
    texture = Buffer<SurfTexel>(exec, int64_t{config.columns} * config.rows);
    fill_surf_texture(exec, model, config.columns, config.rows, texture.view());
    frames.emplace(exec, config, model, read_shore_bake({shore}, false), texture);
  }
};

// South first, of a frame of the loop: none seaward of where waves break, much of it between there and the
// shore.
inline void expect_foam_where_it_breaks(const Loop& loop, const std::vector<float>& foam) {
  const SurfUvSettings uv = loop.config.uv(loop.model);
  const double breaks_m = loop.model.break_depth_m / loop.model.p.slope;
  double near = 0;
  int64_t far_foam = 0, far = 0, near_count = 0;
  for (std::size_t k = 0; k < foam.size(); ++k) {
    const double d = static_cast<double>(loop.frames->shore().distance_m[k]);
    ASSERT_TRUE(foam[k] >= 0 && foam[k] <= 1);
    // A wave's points lie up to a width from its crest, and noise moves the line by 0.17 of noise_v.
    if (d > breaks_m + (1 + 0.18 * uv.noise_v) * uv.width_m) far_foam += foam[k] > 0, ++far;
    if (d > 0 && d < 0.6 * breaks_m) near += static_cast<double>(foam[k]), ++near_count;
  }
  EXPECT_GT(far, 500);
  EXPECT_EQ(far_foam, 0);
  EXPECT_GT(near_count, 100);
  EXPECT_GT(near / static_cast<double>(near_count), 0.1);
}

class SurfJob : public testing::Test {
 protected:
  // An island of 400 m and its shore bake, once.
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    run(terrain_job(),
        {{"name", {"isle"}},
         {"extent", {"400"}},
         {"resolution", {"200"}},
         {"seed", {"7"}},
         {"format", {"exr-float"}}},
        folder_->path());
    run(shore_job(),
        {{"name", {"isle_shore"}},
         {"extent", {"400,400"}},
         {"resolution", {"160"}},
         {"maps", {"shore_length,shore_perimeter"}},
         {"preview", {"false"}}},
        folder_->path(), {folder_->file("isle_height.exr")});
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string shore() { return manifest_path(folder_->path(), "isle_shore"); }

  static inline TempFolder* folder_ = nullptr;
  TempFolder out_;
};

}  // namespace ocean
