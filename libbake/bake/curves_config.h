// SPDX-License-Identifier: Apache-2.0
//
// The options of `oceanbake curves`, each declared once in describe().
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libbake/config/field.h"
#include "libbake/core/target.h"

namespace ocean {

enum class CurveLayout : uint8_t { automatic, packed, held, exact };
enum class CurveWriter : uint8_t {
  unreal_curve,
  unreal_table,
  unity,
  godot4,
  godot3,
  houdini_chan,
  houdini_ramp,
  blender,
  csv,
  json,
  exr,
  png16,
  png8
};

struct CurvesConfig : Config {
  std::string input;
  CurveLayout layout = CurveLayout::automatic;
  std::vector<std::string> columns;  // of a table; empty: all
  std::optional<std::array<double, 2>> time_range;
  std::vector<CurveWriter> writers;  // empty: the target's
  bool preview = true;

  void describe(Fields& f) override;

  // Those that are written: with what they need beside them. Throws Error{usage} for a writer of another
  // program than the target.
  std::vector<CurveWriter> effective_writers(Target target) const;
};

}  // namespace ocean
