// SPDX-License-Identifier: Apache-2.0
//
// Runs of `oceanbake rocks` on meshes that the tests write.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "libbake/bake/rocks_job.h"
#include "libbake/bake/run_job.h"
#include "libbake/core/error.h"
#include "libbake/io/outputs.h"
#include "libbake/io/vdb.h"
#include "libbake/io/verify.h"
#include "tests/io/temp_folder.h"

namespace ocean {

using Flags = std::vector<CommandLine::Flag>;

inline void run_rocks_job(const std::vector<std::string>& meshes, Flags flags, const std::string& out) {
  flags.push_back({"out", {out}});
  flags.push_back({"progress", {"none"}});
  flags.push_back({"log_level", {"error"}});
  ConfigSet set(rocks_job().make_config(), ConfigSet::with_common, false);
  Problems problems;
  set.load(
      {std::move(flags), meshes, {}}, "rocks", [](const std::string& path) { return read_text(path); },
      problems);
  check_job_options(rocks_job(), set, problems);
  problems.throw_if_any();
  run_job(rocks_job(), set);
}

inline std::string rocks_refusal(const std::vector<std::string>& meshes, const Flags& flags,
                                 const std::string& out, ErrorKind kind) {
  try {
    run_rocks_job(meshes, flags, out);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), kind) << e.what();
    return e.what();
  }
  ADD_FAILURE() << "was not refused";
  return {};
}

// A ball's triangles, rows [from, to) of 96 from the south pole. flip: every third is wound the other way.
inline std::string ball_obj(double radius, int from = 0, int to = 96, bool flip = false) {
  const int n = 192, m = 96;
  const double pi = 3.14159265358979323846;
  std::string text;
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i < n; ++i) {
      const double a = 2 * pi * i / n, b = pi * j / m, r = j == 0 || j == m ? 0 : radius * std::sin(b);
      text += "v " + std::to_string(r * std::cos(a)) + " " + std::to_string(r * std::sin(a)) + " " +
              std::to_string(-radius * std::cos(b)) + "\n";
    }
  int count = 0;
  const auto face = [&](int a, int b, int c) {
    if (flip && ++count % 3 == 0) std::swap(b, c);
    text += "f " + std::to_string(a + 1) + " " + std::to_string(b + 1) + " " + std::to_string(c + 1) + "\n";
  };
  for (int j = from; j < to; ++j)
    for (int i = 0; i < n; ++i) {
      const int a = j * n + i, b = j * n + (i + 1) % n;
      face(a, b, b + n);
      face(a, b + n, a + n);
    }
  return text;
}

// A box as OBJ: half sizes.
inline std::string box_obj(double x, double y, double z) {
  std::string text;
  for (int c = 0; c < 8; ++c)
    text += "v " + std::to_string(c & 1 ? x : -x) + " " + std::to_string(c & 2 ? y : -y) + " " +
            std::to_string(c & 4 ? z : -z) + "\n";
  return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

// Calls visit(place in metres, value) for each active voxel.
template <class T>
void for_each_active(const std::string& file, const std::string& grid,
                     const std::function<void(const Vec3d&, T)>& visit) {
  for (const VdbGridPtr& g : read_vdb(file)) {
    const VdbSummary s = summary_of(g);
    if (s.name != grid) continue;
    const VdbBlocks<T> blocks = blocks_of<T>(g);
    for (size_t b = 0; b < blocks.blocks.size(); ++b)
      for (int32_t n = 0; n < kVdbBlockVoxels; ++n)
        if (blocks.blocks[b].is_active(n))
          visit(s.place.world(blocks.blocks[b].x + (n >> 6), blocks.blocks[b].y + ((n >> 3) & 7),
                              blocks.blocks[b].z + (n & 7)),
                blocks.values[b * kVdbBlockVoxels + static_cast<size_t>(n)]);
  }
}

class RocksJob : public testing::Test {
 protected:
  std::string mesh(const std::string& name, const std::string& text) {
    write_text(folder_.file(name), text);
    return folder_.file(name);
  }
  void run(const std::vector<std::string>& meshes, Flags flags, const std::string& name = "r",
           const std::string& preview = "false") {
    flags.push_back({"name", {name}});
    flags.push_back({"preview", {preview}});
    run_rocks_job(meshes, std::move(flags), folder_.path());
    require(
        verify(manifest_path(folder_.path(), name), std::vector<PromiseRow>{{"rocks", rocks_job().promises}}),
        name);
  }
  Manifest manifest(const std::string& name = "r") {
    return read_manifest(manifest_path(folder_.path(), name));
  }
  std::string hash(const std::string& name = "r") { return manifest(name).outputs.front().content_hash; }
  std::string vdb(const std::string& name = "r") { return folder_.file(name + ".vdb"); }

  TempFolder folder_;
};

}  // namespace ocean
