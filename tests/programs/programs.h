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

// The same of any image, its channels as they are; and of those 4 a texel, blue 0 and alpha 1 where absent.
std::vector<float> decoded_texels(const OutputRecord& image, const std::string& folder);
std::vector<float> stored_texels(const OutputRecord& image, const std::string& folder);
std::vector<float> four_channels(const std::vector<float>& values, std::size_t channels);

// The output of that role, and where it has frames of that one.
const OutputRecord& output(const Manifest& manifest, const std::string& role, int64_t frame = 0);

// Runs oceanbake in folder and reads the manifest whose path it prints.
Manifest run_tool(const std::string& folder, const std::vector<std::string>& arguments);

// A sea of 8 waves on a tile of 40 x 30 m, baked into folder as NAME with --import-script. The set before
// snapping is sea.waves.json.
Manifest bake_waves(const std::string& folder, const std::string& name,
                    const std::vector<std::string>& flags);

const OutputRecord& packed_map(const Manifest& manifest);

}  // namespace ocean
