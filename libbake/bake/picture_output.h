// SPDX-License-Identifier: Apache-2.0
//
// Pictures for people, beside the outputs that engines import.
#pragma once

#include <string>

#include "libbake/io/draw.h"
#include "libbake/io/outputs.h"

namespace ocean {

// As 8-bit PNG under the record's file name and with its facts; role, format, sizes and channels are set
// here. Throws Error{output}.
void write_picture(const Picture& picture, OutputRecord record, OutputSet& outputs);
// NAME_PART.png.
void write_picture(const Picture& picture, const std::string& part, OutputSet& outputs);

}  // namespace ocean
