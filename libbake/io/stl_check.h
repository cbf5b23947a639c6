// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ocean {

// Assimp reads an STL text that is cut off between two facets without a word. Throws Error{input} for a text
// (a file that begins with "solid" and has not the size that a binary file of its facet count has) without
// "endsolid" near its end.
void check_stl_is_whole(const std::string& path);

}  // namespace ocean
