// SPDX-License-Identifier: Apache-2.0
//
// The generated shader code in real compilers: HLSL through glslang, GLSL evaluated by a browser's WebGL 2 at
// known texels of real bakes, against our own reader.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "libbake/core/target.h"
#include "libbake/io/decode_snippet.h"
#include "tests/programs/programs.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

// What a shader is told and should answer.
struct Surf {
  double periods = 0.3, width = 7, offset = 1.5, life_speed = 0.4;
};

double surf_noise(double metres) {
  return -0.135 * std::sin(0.242 * metres) + 0.0375 * std::cos(0.752 * metres);
}

struct Case {
  std::string name, code;
  Json page;                                // what the page gets
  std::vector<std::array<double, 7>> want;  // distance, direction, depth, noise, u, v
};

constexpr std::size_t kStep = 37;  // every 37th texel

Case make_case(const std::string& title, const Manifest& manifest, const std::vector<float>& stored,
               const std::vector<std::array<double, 4>>& decoded) {
  const OutputRecord& map = packed_map(manifest);
  const TargetTraits* target = nullptr;
  for (const TargetTraits& t : kTargets)
    if (t.name == map.world->target) target = &t;
  Case made;
  made.name = title;
  made.code = decode_snippet(manifest, ShaderLanguage::glsl);
  std::vector<float> rows = stored;  // as a texture: its first row is V = 0
  const std::size_t row = 4 * static_cast<std::size_t>(map.width);
  if (target->v_up)
    for (int32_t y = 0; y < map.height; ++y)
      std::copy_n(stored.begin() + static_cast<std::ptrdiff_t>(row) * y, row,
                  rows.begin() + static_cast<std::ptrdiff_t>(row) * (map.height - 1 - y));
  std::vector<double> positions;
  const Surf surf;
  for (std::size_t k = 0; k < decoded.size(); k += kStep) {
    const auto i = static_cast<int32_t>(k) % map.width, j = static_cast<int32_t>(k) / map.width;
    const double x = map.world->x0 + (i + 0.5) * map.world->texel_m,
                 y = map.world->y1 - (j + 0.5) * map.world->texel_m;
    positions.push_back(x / target->unit_m);
    positions.push_back(target->horizontal_sign * y / target->unit_m);
    const auto& d = decoded[k];
    const double length = std::hypot(d[1], d[2]);
    const double noise = surf_noise(x), along = surf.offset - d[0] / (surf.width / target->unit_m);
    const double phase = along - surf.periods + 10 * noise, u = phase - std::floor(phase);
    made.want.push_back({d[0], d[1] / length, d[2] / length, d[3], noise, u,
                         std::clamp((along + 5 * noise - u) * surf.life_speed, 0.0, 1.0)});
  }
  made.page = {{"code", made.code},       {"name", manifest.name},
               {"width", map.width},      {"height", map.height},
               {"texels", rows},          {"positions", positions},
               {"periods", surf.periods}, {"wave", surf.width / target->unit_m},
               {"offset", surf.offset},   {"life", surf.life_speed}};
  return made;
}

std::vector<std::array<double, 4>> four_a_texel(const std::vector<float>& values) {
  std::vector<std::array<double, 4>> out(values.size() / 4);
  for (std::size_t k = 0; k < values.size(); ++k) out[k / 4][k % 4] = static_cast<double>(values[k]);
  return out;
}

// The same samples under other promises: channels in another order and companded.
Case companded_case(Manifest manifest, const std::vector<float>& stored) {
  auto& channels = const_cast<OutputRecord&>(packed_map(manifest)).channels;
  std::rotate(channels.begin(), channels.begin() + 1,
              channels.end());  // direction, direction, depth, distance
  for (ChannelRecord& c : channels) {
    const double small = c.unit.empty() ? 1 : 50;  // squares of hundreds of metres leave no digits for fract
    c.decode = {c.decode.scale / small, c.decode.offset / small, true};
  }
  std::vector<std::array<double, 4>> decoded(stored.size() / 4);
  for (std::size_t k = 0; k < stored.size(); ++k) {
    const double value = channels[k % 4].decode(std::round(static_cast<double>(stored[k]) * 65535));
    decoded[k / 4][(k + 1) % 4] = value;  // back to distance, direction, direction, depth
  }
  return make_case("companded", manifest, stored, decoded);
}

std::vector<Case> cases(const std::string& folder) {
  struct Row {
    const char *target, *format;
  };
  std::vector<Case> made;
  for (const Row& r :
       {Row{"world", "exr-float"}, Row{"unreal", "png16"}, Row{"unity", "exr-half"}, Row{"godot", "png8"},
        Row{"blender", "tiff-float"}, Row{"houdini", "tga8"}, Row{"godot", "png16"}}) {
    const std::string name = std::string(r.target) + "-" + r.format;
    const Manifest manifest = bake(folder, name, {"--target", r.target, "--format", r.format});
    const std::vector<float> stored = stored_texels(manifest, folder);
    made.push_back(make_case(name, manifest, stored, four_a_texel(decoded_texels(manifest, folder))));
    if (name == "godot-png16") made.push_back(companded_case(manifest, stored));
  }
  for (Case& c : made) c.page["name"] = c.code.substr(3, c.code.find(':') - 3);
  return made;
}

// Draws one pixel a position, twice: what the decode gives, then the surf coordinates.
constexpr const char* kPage = R"page(<html><body></body><script>
const cases = CASES;
function run(c) {
  const canvas = document.createElement('canvas'), gl = canvas.getContext('webgl2');
  if (!gl || !gl.getExtension('EXT_color_buffer_float')) throw 'no WebGL 2 with float targets';
  const count = c.positions.length / 2;
  const shader = (kind, text) => {
    const s = gl.createShader(kind);
    gl.shaderSource(s, '#version 300 es\nprecision highp float;\n' + text);
    gl.compileShader(s);
    if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw gl.getShaderInfoLog(s);
    return s;
  };
  const program = gl.createProgram();
  gl.attachShader(program, shader(gl.VERTEX_SHADER,
      'void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }'));
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, c.code + `
uniform sampler2D shore, places;
uniform int second;
uniform vec4 surf;
out vec4 result;
void main() {
  vec2 position = texelFetch(places, ivec2(gl_FragCoord.xy), 0).xy;
  float shore_distance, shore_depth; vec2 shore_direction;
  ${c.name}_sample(shore, ${c.name}_uv(position), shore_distance, shore_direction, shore_depth);
  float n = ${c.name}_surf_noise(position.x);
  vec2 wave = ${c.name}_surf_uv(shore_distance, surf.x, surf.y, surf.z, surf.w, 10.0 * n, 5.0 * n);
  result = second == 0 ? vec4(shore_distance, shore_direction, shore_depth) : vec4(n, wave, 0.0);
}`));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw gl.getProgramInfoLog(program);
  gl.useProgram(program);
  const texture = (unit, width, height, data) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const p of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, p, gl.NEAREST);
    for (const p of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, p, gl.CLAMP_TO_EDGE);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, data);
  };
  texture(0, c.width, c.height, new Float32Array(c.texels));
  const places = new Float32Array(4 * count);
  for (let i = 0; i < count; ++i) places.set([c.positions[2 * i], c.positions[2 * i + 1]], 4 * i);
  texture(1, count, 1, places);
  texture(2, count, 1, null);
  const at = name => gl.getUniformLocation(program, name);
  gl.uniform1i(at('shore'), 0);
  gl.uniform1i(at('places'), 1);
  gl.uniform4f(at('surf'), c.periods, c.wave, c.offset, c.life);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  const target = gl.getParameter(gl.TEXTURE_BINDING_2D);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
  gl.viewport(0, 0, count, 1);
  const answers = [];
  for (const second of [0, 1]) {
    gl.uniform1i(at('second'), second);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    const pixels = new Float32Array(4 * count);
    gl.readPixels(0, 0, count, 1, gl.RGBA, gl.FLOAT, pixels);
    answers.push(Array.from(pixels));
  }
  return answers;
}
let text;
try { text = JSON.stringify(cases.map(run)); } catch (e) { text = JSON.stringify(String(e)); }
document.body.innerText = 'BEGIN' + text + 'END';
</script></html>)page";

TEST(Snippet, GlslGivesWhatTheReaderGives) {
  OCEAN_NEED_PROGRAM(browser, "chromium", "chromium-browser", "google-chrome");
  ScratchFolder scratch;
  const std::vector<Case> all = cases(scratch.path());
  Json pages = Json::array();
  for (const Case& c : all) pages.push_back(c.page);
  std::string page = kPage;
  page.replace(page.find("CASES"), 5, pages.dump());
  write_text(scratch / "page.html", page);
  const RunResult run = shell("HOME=. timeout 120 '" + browser +
                                  "' --headless --no-sandbox --use-angle=swiftshader "
                                  "--enable-unsafe-swiftshader --user-data-dir=profile "
                                  "--virtual-time-budget=60000 --dump-dom page.html 2>browser.log",
                              scratch.path());
  const std::size_t begin = run.out.find("BEGIN"), end = run.out.rfind("END");
  ASSERT_TRUE(run.code == 0 && begin != std::string::npos && end > begin)
      << run.out.substr(0, 2000) << read_text(scratch / "browser.log");
  const Json answers = Json::parse(run.out.substr(begin + 5, end - begin - 5));
  ASSERT_TRUE(answers.is_array()) << answers.dump(2);
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Case& one = all[c];
    ASSERT_GE(one.want.size(), 40U);
    double largest = 1;
    for (const auto& w : one.want) largest = std::max({largest, std::abs(w[0]), std::abs(w[3])});
    int wraps = 0;
    for (std::size_t k = 0; k < one.want.size(); ++k) {
      const auto got = [&](int pass, std::size_t part) {
        return answers[c][static_cast<std::size_t>(pass)][4 * k + part].get<double>();
      };
      const auto& want = one.want[k];
      const std::string at = one.name + ", texel " + std::to_string(kStep * k);
      EXPECT_NEAR(got(0, 0), want[0], 1e-6 * largest) << at;
      EXPECT_NEAR(got(0, 1), want[1], 2e-5) << at;
      EXPECT_NEAR(got(0, 2), want[2], 2e-5) << at;
      EXPECT_NEAR(got(0, 3), want[3], 1e-6 * largest) << at;
      EXPECT_NEAR(got(1, 0), want[4], 1e-4) << at;  // a shader's sine
      if (std::abs(got(1, 1) - want[5]) > 0.5) {    // u wraps: 0 and 1 are one place, and the wave another
        ++wraps;
        continue;
      }
      EXPECT_NEAR(got(1, 1), want[5], 1e-3) << at;
      EXPECT_NEAR(got(1, 2), want[6], 1e-3) << at;
    }
    EXPECT_LE(wraps, 1) << one.name;
  }
}

TEST(Snippet, HlslCompiles) {
  OCEAN_NEED_PROGRAM(compiler, "glslangValidator");
  ScratchFolder scratch;
  for (const char* target : {"unreal", "unity"}) {
    const Manifest manifest = bake(scratch.path(), target, {"--target", target, "--format", "png16"});
    const std::string name = target;
    const std::string code = decode_snippet(manifest, ShaderLanguage::automatic) + R"(
Texture2D shore : register(t0);
SamplerState shore_state : register(s0);
float4 main(float4 position : SV_Position) : SV_Target {
  float distance_to_shore, depth;
  float2 direction;
  NAME_sample(shore, shore_state, NAME_uv(position.xy), distance_to_shore, direction, depth);
  float n = NAME_surf_noise(position.x);
  return float4(direction, NAME_surf_uv(distance_to_shore, 0.5, 9.0, 1.5, 0.4, 10.0 * n, 5.0 * n) + depth);
}
)";
    std::string whole;
    for (std::size_t at = 0, next; at < code.size(); at = next + 4) {
      next = std::min(code.find("NAME_", at), code.size());
      whole += code.substr(at, next - at) + (next < code.size() ? name : "");
    }
    write_text(scratch / "shader.hlsl", whole);
    const RunResult run =
        shell("'" + compiler + "' -D -V -S frag -e main -o shader.spv shader.hlsl", scratch.path());
    EXPECT_EQ(run.code, 0) << run.out << whole;
  }
}

// The compiler finds mistakes: the test above can fail.
TEST(Snippet, BrokenHlslDoesNotCompile) {
  OCEAN_NEED_PROGRAM(compiler, "glslangValidator");
  ScratchFolder scratch;
  write_text(scratch / "shader.hlsl", "float4 main() : SV_Target { return vec4(1.0); }\n");
  EXPECT_NE(shell("'" + compiler + "' -D -V -S frag -e main -o shader.spv shader.hlsl", scratch.path()).code,
            0);
}

}  // namespace
}  // namespace ocean
