// SPDX-License-Identifier: Apache-2.0
//
// What the tests of other programs share: finding them, baking something for them.
#pragma once

#include <string>
#include <vector>

#include "libbake/io/manifest.h"
#include "tests/apps/run_program.h"

namespace ocean {

// The first of the names that is on PATH, or "".
std::string find_program(const std::vector<std::string>& names);

#define OCEAN_NEED_PROGRAM(variable, ...)                                           \
  const std::string variable = find_program({__VA_ARGS__});                         \
  if (variable.empty())                                                             \
  GTEST_SKIP() << "there is no " << std::vector<std::string>({__VA_ARGS__}).front() \
               << " here; scripts/setup.sh programs installs it"

RunResult shell(const std::string& command, const std::string& folder);

// A small island that is like none of its mirror images, baked into folder as NAME with --import-script.
Manifest bake(const std::string& folder, const std::string& name, const std::vector<std::string>& flags);

// Decoded values of the packed map as our own reader gives them: top row first, 4 a texel.
std::vector<float> decoded_texels(const Manifest& manifest, const std::string& folder);
// The stored ones: integer formats 0 to 1.
std::vector<float> stored_texels(const Manifest& manifest, const std::string& folder);

const OutputRecord& packed_map(const Manifest& manifest);

}  // namespace ocean
