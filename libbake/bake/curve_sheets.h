// SPDX-License-Identifier: Apache-2.0
//
// The input of `oceanbake curves` as sheets of curves, and the text files of a sheet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "libbake/bake/curve_layouts.h"
#include "libbake/bake/curve_table.h"
#include "libbake/bake/curves_config.h"
#include "libbake/io/curve_writers/curve_readers.h"

namespace ocean {

struct CurveSheet {
  std::string prefix;  // of its files
  CurveSet set;
  bool is_waves = false;
  KeyTimes times;                        // of tables and fades
  std::vector<double> resampling_error;  // a curve; tables and fades
};

struct CurveSource {
  std::optional<WaveSet> waves;
  CurveLayout layout = CurveLayout::automatic;  // resolved, of waves
  std::vector<WaveNumbers> numbers;             // of waves, in the target's plane and unit
  std::vector<CurveSheet> sheets;               // waves and then their fades, or the table
};

// Throws Error{input} or {usage}: what the readers and choose_layout() refuse, and options of the other kind
// of input.
CurveSource read_curve_source(const CurvesConfig& config, const TargetTraits& target,
                              const std::string& name);

struct CurveTextFile {
  std::string file, format, contents, text;
  // Channels that it holds, as indices into set.curves; scripts hold none.
  std::vector<std::size_t> curves;
  std::size_t channel = kAllChannels;
  static constexpr std::size_t kAllChannels = 99;
};

// name: of the outputs, for classes and actions in scripts.
std::vector<CurveTextFile> curve_text_files(const CurveSheet& sheet, CurveWriter writer,
                                            const std::string& name);

// The file's channels as its consumer gets them, in the order of the set; scripts give none.
std::vector<ReadChannel> read_curve_file(CurveWriter writer, const CurveTextFile& file,
                                         const std::string& text);

bool is_lut_image(CurveWriter writer);
const char* writer_name(CurveWriter writer);

}  // namespace ocean
