// SPDX-License-Identifier: Apache-2.0
#include "tests/programs/webgl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/programs/programs.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

// Draws one pixel a point, once a result.
constexpr const char* kPage = R"page(<html><body></body><script>
const cases = CASES;
function run(c) {
  const canvas = document.createElement('canvas'), gl = canvas.getContext('webgl2');
  if (!gl || !gl.getExtension('EXT_color_buffer_float')) throw 'no WebGL 2 with float targets';
  if (!gl.getExtension('OES_texture_float_linear')) throw 'no linear filter of floats';
  const count = c.points.length / 4;
  const texture = (unit, width, height, data, linear, repeats) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const p of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, p, linear ? gl.LINEAR : gl.NEAREST);
    for (const p of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
      gl.texParameteri(gl.TEXTURE_2D, p, repeats ? gl.REPEAT : gl.CLAMP_TO_EDGE);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, data);
  };
  const shader = (kind, text) => {
    const s = gl.createShader(kind);
    gl.shaderSource(s, '#version 300 es\nprecision highp float;\nprecision highp sampler2D;\n' + text);
    gl.compileShader(s);
    if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw gl.getShaderInfoLog(s);
    return s;
  };
  texture(0, count, 1, new Float32Array(c.points));
  c.maps.forEach((m, i) => texture(2 + i, m.width, m.height, new Float32Array(m.texels), m.linear, m.repeats));
  texture(1, count, 1, null);
  const target = gl.getParameter(gl.TEXTURE_BINDING_2D);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
  gl.viewport(0, 0, count, 1);
  return c.results.map(statements => {
    const program = gl.createProgram();
    gl.attachShader(program, shader(gl.VERTEX_SHADER,
        'void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }'));
    gl.attachShader(program, shader(gl.FRAGMENT_SHADER, c.code + '\nuniform sampler2D points;\n' +
        c.maps.map(m => `uniform sampler2D ${m.name};\n`).join('') +
        `out vec4 result;\nvoid main() { vec4 point = texelFetch(points, ivec2(gl_FragCoord.xy), 0);\n${statements}\n}`));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw gl.getProgramInfoLog(program);
    gl.useProgram(program);
    gl.uniform1i(gl.getUniformLocation(program, 'points'), 0);
    c.maps.forEach((m, i) => gl.uniform1i(gl.getUniformLocation(program, m.name), 2 + i));
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    const pixels = new Float32Array(4 * count);
    gl.readPixels(0, 0, count, 1, gl.RGBA, gl.FLOAT, pixels);
    return Array.from(pixels);
  });
}
let text;
try { text = JSON.stringify(cases.map(run)); } catch (e) { text = JSON.stringify(String(e)); }
document.body.innerText = 'BEGIN' + text + 'END';
</script></html>)page";

Json page_case(const GlCase& c) {
  Json maps = Json::array(), points = Json::array();
  for (const GlMap& m : c.maps)
    maps.push_back({{"name", m.name},
                    {"width", m.width},
                    {"height", m.height},
                    {"texels", m.texels},
                    {"linear", m.linear},
                    {"repeats", m.repeats}});
  for (const auto& p : c.points)
    for (const double v : p) points.push_back(v);
  return {{"code", c.code}, {"maps", maps}, {"points", points}, {"results", c.results}};
}

}  // namespace

std::vector<float> turned_over(const std::vector<float>& rows, int32_t width) {
  std::vector<float> turned(rows.size());
  const std::size_t row = 4 * static_cast<std::size_t>(width);
  for (std::size_t at = 0; at < rows.size(); at += row)
    std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(at), row,
                turned.end() - static_cast<std::ptrdiff_t>(at + row));
  return turned;
}

GlAnswers evaluate_glsl(const std::string& browser, const std::string& folder,
                        const std::vector<GlCase>& cases) {
  Json pages = Json::array();
  for (const GlCase& c : cases) pages.push_back(page_case(c));
  std::string page = kPage;
  page.replace(page.find("CASES"), 5, pages.dump());
  write_text(folder + "/page.html", page);
  const RunResult run = shell("HOME=. timeout 120 '" + browser +
                                  "' --headless --no-sandbox --use-angle=swiftshader "
                                  "--enable-unsafe-swiftshader --user-data-dir=profile "
                                  "--virtual-time-budget=60000 --dump-dom page.html 2>browser.log",
                              folder);
  const std::size_t begin = run.out.find("BEGIN"), end = run.out.rfind("END");
  if (run.code != 0 || begin == std::string::npos || end < begin + 5) {
    ADD_FAILURE() << run.out.substr(0, 2000) << read_text(folder + "/browser.log");
    return {};
  }
  const Json answers = Json::parse(run.out.substr(begin + 5, end - begin - 5));
  if (!answers.is_array()) {
    ADD_FAILURE() << answers.dump(2);
    return {};
  }
  GlAnswers out;
  for (const Json& of_case : answers) {
    auto& results = out.emplace_back();
    for (const Json& values : of_case) {
      auto& points = results.emplace_back(values.size() / 4);
      for (std::size_t k = 0; k < values.size(); ++k) points[k / 4][k % 4] = values[k].get<double>();
    }
  }
  return out;
}

}  // namespace ocean
