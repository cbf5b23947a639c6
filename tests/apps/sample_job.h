// SPDX-License-Identifier: Apache-2.0
//
// A job that has every kind of field and does what its configuration says, for tests of what all jobs share.
#pragma once

#include "libbake/bake/job.h"
#include "libbake/config/field.h"

namespace ocean {

struct SampleWave : Config {
  double length = 10;
  int64_t seed = 0;
  void describe(Fields& f) override;
  void check(Problems& p) const override;
};

enum class SampleSurface { top, section };
enum class SampleEnd { good, internal, device, memory, input, loop, stuck, chunks, late };

struct SampleConfig : Config {
  std::vector<std::string> terrain;
  double sea_level = 0.5;
  std::optional<double> texel;
  int32_t passes = 3;
  int64_t seed = 1;
  std::optional<int64_t> limit;
  bool smooth = false, arch = true;
  SampleSurface surface = SampleSurface::top;
  std::vector<SampleSurface> pack = {SampleSurface::top, SampleSurface::section};
  std::optional<std::array<double, 4>> bounds;
  std::array<double, 2> swell = {1, 0};
  std::vector<double> levels = {0.25};
  std::vector<int64_t> counts;
  std::vector<std::string> labels;
  std::string note, mask, resolution = "64";
  std::vector<SampleWave> waves;
  SampleEnd end = SampleEnd::good;
  int64_t fake_disk = 0, fake_memory = 0;  // bytes that the plan claims

  void describe(Fields& f) override;
  void check(Problems& p) const override;
};

const Job& sample_job();

}  // namespace ocean
