// SPDX-License-Identifier: Apache-2.0
//
// Runs `oceanbake gerstner` in a folder of its own.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "libbake/bake/gerstner_job.h"
#include "libbake/bake/run_job.h"
#include "libbake/core/error.h"
#include "libbake/io/manifest.h"
#include "libbake/io/wave_set.h"

namespace ocean {

inline SetWave wave(double length, double toward_deg, double amplitude, double steepness, double phase) {
  SetWave w;
  const double k = kTwoPi / length, a = toward_deg * kTwoPi / 360;
  w.kx = k * elem::sin(a);
  w.ky = k * elem::cos(a);
  w.omega = dispersion(w.k(), 9.81, std::numeric_limits<double>::infinity());
  w.amplitude = amplitude;
  w.steepness = steepness;
  w.phase = phase;
  return w;
}

inline WaveSet small_sea() {
  WaveSet set;
  set.waves = {wave(21, 60, 0.45, 0.9, 0.1), wave(13, 100, 0.3, 0.8, 0.6), wave(8.1, 30, 0.16, 0.9, 0.35),
               wave(5.2, 75, 0.08, 1, 0.9), wave(3.9, 140, 0.05, 1, 0.05)};
  return set;
}

class Gerstner : public testing::Test {
 protected:
  Gerstner() {
    folder_ = std::filesystem::temp_directory_path() / ("ocean_gerstner_" + std::to_string(getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    write("sea.waves.json", wave_set_text(small_sea()));
  }
  ~Gerstner() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& file, const std::string& text) { std::ofstream(path(file)) << text; }
  std::string path(const std::string& file) const { return (folder_ / file).string(); }

  Manifest bake(std::vector<CommandLine::Flag> flags, const std::string& set = "sea.waves.json") {
    flags.push_back({"waves", {path(set)}});
    flags.push_back({"out", {folder_.string()}});
    flags.push_back({"progress", {"none"}});
    if (std::none_of(flags.begin(), flags.end(), [](const auto& f) { return f.name == "backend"; }))
      flags.push_back({"backend", {"cpu"}});
    ConfigSet config(gerstner_job().make_config(), ConfigSet::with_common, gerstner_job().frames);
    Problems problems;
    config.load(
        {std::move(flags), {}, {}}, "gerstner", [](const std::string&) { return std::string(); }, problems);
    problems.throw_if_any();
    std::string file = run_job(gerstner_job(), config);
    file.pop_back();
    return read_manifest(file);
  }
  std::string refusal(std::vector<CommandLine::Flag> flags, const std::string& set = "sea.waves.json") {
    try {
      bake(std::move(flags), set);
    } catch (const Error& e) {
      return e.what();
    }
    return "nothing was refused";
  }
  static const OutputRecord& output(const Manifest& manifest, const std::string& file) {
    for (const OutputRecord& o : manifest.outputs)
      if (o.file == file) return o;
    throw std::runtime_error(file + " is not in the manifest");
  }

  std::filesystem::path folder_;
};

inline const std::vector<CommandLine::Flag> kSmall = {{"tile", {"32,32"}},
                                                      {"period", {"6"}},
                                                      {"loop_frames", {"6"}},
                                                      {"resolution", {"32"}},
                                                      {"name", {"small"}}};

inline std::vector<CommandLine::Flag> with(std::vector<CommandLine::Flag> more) {
  more.insert(more.end(), kSmall.begin(), kSmall.end());
  return more;
}

}  // namespace ocean
