// SPDX-License-Identifier: Apache-2.0
//
// Shader code evaluated by a browser's WebGL 2.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ocean {

// A texture of 4 floats a texel, as `uniform sampler2D NAME`.
struct GlMap {
  std::string name;
  int32_t width = 0, height = 0;
  std::vector<float> texels;  // the first row is V = 0
  bool linear = false, repeats = false;
};

struct GlCase {
  std::string code;  // functions
  std::vector<GlMap> maps;
  std::vector<std::array<double, 4>> points;
  std::vector<std::string> results;  // statements that set `vec4 result` from `vec4 point`
};

// Values of result number r of case c at point p: [c][r][p]. Empty with a failed expectation where the
// browser, the compiler or the linker says no. folder: for the page and the browser's files.
using GlAnswers = std::vector<std::vector<std::vector<std::array<double, 4>>>>;
GlAnswers evaluate_glsl(const std::string& browser, const std::string& folder,
                        const std::vector<GlCase>& cases);

// Rows of 4 a texel turned over: images are top first, a texture's first row is V = 0.
std::vector<float> turned_over(const std::vector<float>& rows, int32_t width);

}  // namespace ocean
