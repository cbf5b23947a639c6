// SPDX-License-Identifier: Apache-2.0
//
// The files of import_scripts/, built into the program (scripts/cmake/OceanTexts.cmake).
#pragma once

#include <string_view>

namespace ocean {

// Of a file in import_scripts/, by its name. Throws Error{internal} where there is none.
std::string_view import_text(std::string_view name);

}  // namespace ocean
