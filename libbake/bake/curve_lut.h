// SPDX-License-Identifier: Apache-2.0
//
// LUT textures: texel i of row r is key i of curve r, rows from the top. Float EXR holds the values; PNG
// holds codes of one range a channel (kernels/math/convert.h), signed where a value is negative.
#pragma once

#include <vector>

#include "libbake/bake/curve_sheets.h"
#include "libbake/io/outputs.h"

namespace ocean {

std::string lut_file(const CurveSheet& sheet, CurveWriter writer);
ImageFormat lut_format(CurveWriter writer);

// Writes it, with the decode of each channel and the measured error.
void write_lut(const CurveSheet& sheet, CurveWriter writer, const TargetTraits& target, OutputSet& outputs);

// Reads it back and samples it linearly at u = (i + 1/2)/128: values a curve and a channel.
std::vector<std::vector<CurveValues>> read_lut(const CurveSheet& sheet, const OutputRecord& record,
                                               const std::string& path);

}  // namespace ocean
