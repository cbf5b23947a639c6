// SPDX-License-Identifier: Apache-2.0
//
// A 5x7 bitmap font: printable ASCII and the degree sign.
#pragma once

#include <array>
#include <cstdint>

namespace ocean {

// Seven rows, top first; bit 4 is the left column. Characters that the font lacks give a box.
const std::array<uint8_t, 7>& glyph(unsigned char character);
inline constexpr unsigned char kDegree = 0xB0;  // as in Latin-1

}  // namespace ocean
