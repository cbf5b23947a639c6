// SPDX-License-Identifier: Apache-2.0
//
// Runs of `oceanbake surf` and an island to run it on.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
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
