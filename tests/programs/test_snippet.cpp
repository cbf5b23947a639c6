// SPDX-License-Identifier: Apache-2.0
//
// The generated shader code in real compilers: HLSL through glslang, GLSL evaluated by a browser's WebGL 2 at
// known texels of real bakes, against our own reader.
#include <gtest/gtest.h>

#include <cmath>

#include "libbake/core/target.h"
#include "libbake/io/decode_snippet.h"
#include "tests/programs/programs.h"
#include "tests/programs/webgl.h"

namespace ocean {
namespace {

// What a shader is told and should answer.
struct Surf {
  double periods = 0.3, width = 7, offset = 1.5, life_speed = 0.4;
};

double surf_noise(double metres) {
  return -0.135 * std::sin(0.242 * metres) + 0.0375 * std::cos(0.752 * metres);
}

struct Case {
  std::string name;
  GlCase page;
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
  const std::string code = decode_snippet(manifest, ShaderLanguage::glsl),
                    name = code.substr(3, code.find(':') - 3);
  made.page.code = code;
  // As a texture: its first row is V = 0.
  made.page.maps = {{"shore", map.width, map.height, target->v_up ? turned_over(stored, map.width) : stored}};
  const Surf surf;
  for (std::size_t k = 0; k < decoded.size(); k += kStep) {
    const auto i = static_cast<int32_t>(k) % map.width, j = static_cast<int32_t>(k) / map.width;
    const double x = map.world->x0 + (i + 0.5) * map.world->texel_m,
                 y = map.world->y1 - (j + 0.5) * map.world->texel_m;
    made.page.points.push_back({x / target->unit_m, target->horizontal_sign * y / target->unit_m, 0, 0});
    const auto& d = decoded[k];
    const double length = std::hypot(d[1], d[2]);
    const double noise = surf_noise(x), along = surf.offset - d[0] / (surf.width / target->unit_m);
    const double phase = along - surf.periods + 10 * noise, u = phase - std::floor(phase);
    made.want.push_back({d[0], d[1] / length, d[2] / length, d[3], noise, u,
                         std::clamp((along + 5 * noise - u) * surf.life_speed, 0.0, 1.0)});
  }
  const std::string sample = "float shore_distance, shore_depth; vec2 shore_direction;\n" + name +
                             "_sample(shore, " + name +
                             "_uv(point.xy), shore_distance, shore_direction, shore_depth);\n";
  const auto number = [](double value) { return std::to_string(value); };
  made.page.results = {sample + "result = vec4(shore_distance, shore_direction, shore_depth);",
                       sample + "float n = " + name + "_surf_noise(point.x);\nresult = vec4(n, " + name +
                           "_surf_uv(shore_distance, " + number(surf.periods) + ", " +
                           number(surf.width / target->unit_m) + ", " + number(surf.offset) + ", " +
                           number(surf.life_speed) + ", 10.0 * n, 5.0 * n), 0.0);"};
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
  return made;
}

TEST(Snippet, GlslGivesWhatTheReaderGives) {
  OCEAN_NEED_PROGRAM(browser, "chromium", "chromium-browser", "google-chrome");
  ScratchFolder scratch;
  const std::vector<Case> all = cases(scratch.path());
  std::vector<GlCase> pages;
  for (const Case& c : all) pages.push_back(c.page);
  const GlAnswers answers = evaluate_glsl(browser, scratch.path(), pages);
  ASSERT_EQ(answers.size(), all.size());
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Case& one = all[c];
    ASSERT_GE(one.want.size(), 40U);
    double largest = 1;
    for (const auto& w : one.want) largest = std::max({largest, std::abs(w[0]), std::abs(w[3])});
    int wraps = 0;
    for (std::size_t k = 0; k < one.want.size(); ++k) {
      const auto got = [&](std::size_t pass, std::size_t part) { return answers[c][pass][k][part]; };
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
