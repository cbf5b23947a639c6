// SPDX-License-Identifier: Apache-2.0
//
// Generated shader code of flipbooks and of surf: evaluated by a browser's WebGL 2 against the kernels, and
// compiled as HLSL.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/wave/surf_frame.h"
#include "kernels/wave/surf_texture.h"
#include "kernels/wave/surf_uv.h"
#include "libbake/core/target.h"
#include "libbake/io/decode_snippet.h"
#include "libbake/io/import_files.h"
#include "libbake/io/manifest_facts.h"
#include "libbake/io/wave_set.h"
#include "tests/programs/programs.h"
#include "tests/programs/webgl.h"

namespace ocean {
namespace {

using Four = std::array<double, 4>;

const TargetTraits& target_of(const Manifest& manifest) {
  const std::string name = json_string(manifest.config, {"target"}, "the test");
  for (const TargetTraits& t : kTargets)
    if (t.name == name) return t;
  throw std::runtime_error(name);
}

GlMap gl_map(const std::string& name, const OutputRecord& image, const std::string& folder,
             const TargetTraits& t) {
  const std::vector<float> rows = four_channels(stored_texels(image, folder), image.channels.size());
  return {name, image.width, image.height, t.v_up ? turned_over(rows, image.width) : rows, false, false};
}

Four in_target(const TargetTraits& t, const Vec3d& world, double unit_m) {
  const double w[3] = {world.x, world.y, world.z};
  return {t.sign[0] * w[t.axis[0]] / unit_m, t.sign[1] * w[t.axis[1]] / unit_m,
          t.sign[2] * w[t.axis[2]] / unit_m, 0};
}

// A place and a time: a texel of the tile or of one of its copies, a frame or between two.
struct Probe {
  int32_t column, row;  // of texels, from the south-west, any
  double frame;
};

std::vector<Probe> probes(int32_t width, int32_t height, bool atlas) {
  std::vector<Probe> made;
  for (int32_t k = 0; k < 100; ++k)
    made.push_back({(k * 37) % (2 * width) - width / 2, (k * 23) % (2 * height) - height / 2,
                    atlas ? (k % 15) * 0.5 : 0});
  made.push_back({0, 0, atlas ? 5.75 : 0});  // from the last frame to the first
  made.push_back({-1, -1, 0});
  return made;
}

struct SeaCase {
  std::string name;
  Manifest manifest;
  GlCase page;
  std::vector<Four> displacement, normal;
  std::vector<double> foam;
  double slack_m = 0;
};

SeaCase sea_case(const std::string& folder, const char* target, const char* format, bool atlas,
                 const char* vdm) {
  SeaCase made;
  made.name = std::string(target) + "_" + vdm;
  std::vector<std::string> flags = {"--resolution", "40x30", "--loop-frames", "6", "--target",         target,
                                    "--format",     format,  "--vdm",         vdm, "--foam-threshold", "0.9"};
  if (atlas) flags.insert(flags.end(), {"--grid", "4x2", "--gutter", "2"});
  made.manifest = bake_waves(folder, made.name, flags);
  const Manifest& m = made.manifest;
  const TargetTraits& t = target_of(m);
  const std::string n = code_name(m.name), suffix = atlas ? "_atlas" : "";
  const WaveSet set = read_wave_set(folder + "/" + m.name + ".waves.json");
  const double step = 5.0 / 6;

  made.page.code = decode_snippet(m, ShaderLanguage::glsl);
  for (const char* map : {"displacement", "normal", "foam"}) {
    made.page.maps.push_back(gl_map(std::string("map_") + map, output(m, map + suffix), folder, t));
    made.page.maps.back().repeats = !atlas;
    const std::string call =
        n + "_" + map + "(map_" + map + ", " + n + "_uv(point.xy)" + (atlas ? ", point.z)" : ")");
    made.page.results.push_back(std::string("result = vec4(") + call +
                                (std::string(map) == "foam" ? ", 0.0, 0.0, 0.0);" : ", 0.0);"));
  }
  const OutputRecord& image = output(m, "displacement" + suffix);
  for (const ChannelRecord& c : image.channels)
    made.slack_m = std::max(made.slack_m, c.quantisation_error.value_or(0) * t.unit_m);

  std::vector<std::vector<float>> foam;
  for (int64_t f = 0; f < 6; ++f) foam.push_back(decoded_texels(output(m, "foam", f), folder));
  for (const Probe& p : probes(40, 30, atlas)) {
    const double x = set.tile->x0 + p.column + 0.5, y = set.tile->y0 + p.row + 0.5;
    made.page.points.push_back({x / t.unit_m, t.horizontal_sign * y / t.unit_m, p.frame * step, 0});
    const auto first = static_cast<int64_t>(std::floor(p.frame));
    const double part = p.frame - std::floor(p.frame);
    Vec3d displacement{}, normal{};
    double covered = 0;
    for (int64_t k : {0, 1}) {
      const double time = static_cast<double>(first + k) * step, weight = k == 1 ? part : 1 - part;
      const std::vector<Wave> waves = waves_at(set, time);
      const SurfacePoint s = surface_point({waves.data(), static_cast<int64_t>(waves.size())}, x, y, time);
      displacement = displacement + weight * s.displacement;
      normal = normal + weight * s.normal;
      const int32_t i = ((p.column % 40) + 40) % 40, j = 29 - ((p.row % 30) + 30) % 30;
      covered +=
          weight * static_cast<double>(
                       foam[static_cast<std::size_t>((first + k) % 6)][static_cast<std::size_t>(40 * j + i)]);
    }
    const double length = std::sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    made.displacement.push_back(in_target(t, displacement, t.unit_m));
    made.normal.push_back(in_target(t, (1 / length) * normal, 1));
    made.foam.push_back(covered);
  }
  return made;
}

TEST(WaveSnippet, GlslGivesTheKernelsSurface) {
  OCEAN_NEED_PROGRAM(browser, "chromium", "chromium-browser", "google-chrome");
  ScratchFolder scratch;
  std::vector<SeaCase> all;
  all.push_back(sea_case(scratch.path(), "world", "exr-float", true, "object"));
  all.push_back(sea_case(scratch.path(), "unreal", "png16", true, "object"));
  all.push_back(sea_case(scratch.path(), "godot", "exr-half", true, "object"));
  all.push_back(sea_case(scratch.path(), "blender", "tiff-float", true, "tangent"));
  all.push_back(sea_case(scratch.path(), "unity", "exr-half", false, "object"));
  all.push_back(sea_case(scratch.path(), "houdini", "exr-float", false, "tangent"));
  std::vector<GlCase> pages;
  for (const SeaCase& c : all) pages.push_back(c.page);
  const GlAnswers answers = evaluate_glsl(browser, scratch.path(), pages);
  ASSERT_EQ(answers.size(), all.size());
  for (std::size_t c = 0; c < all.size(); ++c) {
    const SeaCase& one = all[c];
    const TargetTraits& t = target_of(one.manifest);
    double foamy = 0;
    for (std::size_t k = 0; k < one.displacement.size(); ++k) {
      const std::string at = one.name + ", point " + std::to_string(k);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(answers[c][0][k][axis], one.displacement[k][axis], (one.slack_m + 1e-5) / t.unit_m) << at;
        EXPECT_NEAR(answers[c][1][k][axis], one.normal[k][axis], 1e-3) << at;
      }
      EXPECT_NEAR(answers[c][2][k][0], one.foam[k], 1e-5) << at;
      foamy = std::max(foamy, one.foam[k]);
    }
    EXPECT_GT(foamy, 0.1) << one.name;
  }
}

// --- Surf -------------------------------------------------------------------------------------------------

struct SurfCase {
  std::string name;
  GlCase page;
  std::vector<SurfUv> uv;
  std::vector<Four> wave;  // displacement, foam
  double slack = 0, high = 0;
};

// The texture as our reader gives it, metres, v = 0 first.
std::vector<SurfTexel> read_texture(const OutputRecord& image, const std::string& folder,
                                    const TargetTraits& t) {
  std::vector<float> rows = four_channels(decoded_texels(image, folder), image.channels.size());
  if (t.v_up) rows = turned_over(rows, image.width);
  std::vector<SurfTexel> texels;
  for (std::size_t k = 0; k < rows.size(); k += 4)
    texels.push_back({rows[k] * static_cast<float>(t.unit_m), rows[k + 1] * static_cast<float>(t.unit_m),
                      rows[k + 2], rows[k + 3], 0});
  return texels;
}

SurfCase surf_case(const std::string& folder, const char* target, const std::vector<std::string>& more) {
  std::vector<std::string> flags = {"surf", "--name",   target, "--columns",    "64",    "--rows",
                                    "48",   "--target", target, "--no-preview", "--out", "."};
  flags.insert(flags.end(), more.begin(), more.end());
  const Manifest m = run_tool(folder, flags);
  const TargetTraits& t = target_of(m);
  const OutputRecord& image = output(m, "surf");
  const std::string place = "the test", &coordinates = image.facts.at("coordinates"), n = code_name(m.name);
  const auto of = [&](const char* key) { return json_number(coordinates, {key}, place); };
  const SurfUvSettings settings{of("width_m"), of("offset"), of("life_speed"),   of("noise_u"),
                                of("noise_v"), of("fade_m"), of("fade_length_m")};
  const double period = json_number(image.facts.at("period_s"), {}, place);
  const std::vector<SurfTexel> texels = read_texture(image, folder, t);
  const View2D<const SurfTexel> texture = dense_view(texels.data(), image.width, image.height);

  SurfCase made;
  made.name = target;
  made.slack =
      5e-5 * (1 + std::max(std::abs(settings.noise_u), std::abs(settings.noise_v)));  // a shader's sine
  made.page.code = decode_snippet(m, ShaderLanguage::glsl);
  made.page.maps = {gl_map("surf", image, folder, t)};
  made.page.maps[0].linear = made.page.maps[0].repeats = true;
  // point: coordinate along the coast (metres east and south), turn of the direction, distance, time.
  const std::string sign = t.horizontal_sign < 0 ? "-" : "";
  const std::string unit = std::to_string(1 / t.unit_m);
  const std::string begin = "vec2 direction = vec2(cos(point.y), " + sign +
                            "sin(point.y));\nfloat noise = " + n + "_noise(vec2(point.x, " + sign +
                            "(-2.0 * point.x)) * " + unit + ", direction);\n";
  made.page.results = {
      begin + "result = vec4(noise, " + n + "_wave_uv(point.z * " + unit + ", noise, point.w), 0.0);",
      begin + "float foam; vec3 wave = " + n + "_wave(surf, point.z * " + unit +
          ", direction, noise, point.w, foam); result = vec4(wave, foam);"};
  for (int k = 0; k < 200; ++k) {
    const double x = (k * 61) % 300 - 150.0, turn = (k % 25) * 0.25, time = (k % 12) * period / 7,
                 distance = ((k * 29) % 200 - 20.0) / 100 * settings.width_m;
    made.page.points.push_back({x, turn, distance, time});
    const Vec2f direction{static_cast<float>(std::cos(turn)), static_cast<float>(std::sin(turn))};
    const double scale = of("noise_scale"),
                 noise = surf_noise_world({}, scale * x, scale * (-2 * x), direction);
    const SurfUv uv = surf_uv(settings, distance, noise, time / period);
    const SurfTexel s = sample_surf(texture, uv.u, uv.v);
    const double fade = surf_fade(settings, distance);
    const double forward = static_cast<double>(s.forward) * fade * of("forward_scale");
    const double up = static_cast<double>(s.height) * fade * of("height_scale");
    Four want = in_target(t, {std::cos(turn) * forward, std::sin(turn) * forward, up}, 1);  // metres
    want[3] = static_cast<double>(s.foam);
    made.uv.push_back(uv);
    made.wave.push_back(want);
    made.high = std::max(made.high, up);
  }
  return made;
}

TEST(WaveSnippet, GlslGivesTheKernelsSurf) {
  OCEAN_NEED_PROGRAM(browser, "chromium", "chromium-browser", "google-chrome");
  ScratchFolder scratch;
  bake(scratch.path(), "isle", {});
  const std::vector<std::string> frames = {"--shore", "isle.manifest.json", "--loop-frames", "1"};
  const auto with = [&](std::vector<std::string> flags) {
    flags.insert(flags.end(), frames.begin(), frames.end());
    return flags;
  };
  std::vector<SurfCase> all;
  all.push_back(surf_case(scratch.path(), "world", {"--format", "exr-float"}));
  all.push_back(surf_case(scratch.path(), "unreal", with({"--format", "png16", "--scale", "1.5,0.75"})));
  all.push_back(surf_case(scratch.path(), "godot",
                          with({"--format", "exr-half", "--preset", "plunging", "--coordinates", "classic",
                                "--noise-scale", "0.02"})));
  all.push_back(surf_case(scratch.path(), "houdini", {"--format", "tiff-float", "--alpha", "none"}));
  std::vector<GlCase> pages;
  for (const SurfCase& c : all) pages.push_back(c.page);
  const GlAnswers answers = evaluate_glsl(browser, scratch.path(), pages);
  ASSERT_EQ(answers.size(), all.size());
  for (std::size_t c = 0; c < all.size(); ++c) {
    const SurfCase& one = all[c];
    const double unit_m = traits(Target::unreal).name == one.name ? 0.01 : 1;
    int wraps = 0;
    ASSERT_GT(one.high, 0.5) << one.name;
    for (std::size_t k = 0; k < one.uv.size(); ++k) {
      const std::string at = one.name + ", point " + std::to_string(k);
      if (std::abs(answers[c][0][k][1] - one.uv[k].u) > 0.5) {  // u wraps: the wave is another
        ++wraps;
        continue;
      }
      EXPECT_NEAR(answers[c][0][k][1], one.uv[k].u, one.slack) << at;
      EXPECT_NEAR(answers[c][0][k][2], one.uv[k].v, one.slack) << at;
      for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(answers[c][1][k][axis] * unit_m, one.wave[k][axis], 0.01 * one.high) << at;
      EXPECT_NEAR(answers[c][1][k][3], one.wave[k][3], 0.01) << at;
    }
    EXPECT_LE(wraps, 2) << one.name;
  }
}

TEST(WaveSnippet, GlslGivesTheKernelsNoiseAlongTheArc) {
  OCEAN_NEED_PROGRAM(browser, "chromium", "chromium-browser", "google-chrome");
  ScratchFolder scratch;
  bake(scratch.path(), "isle", {"--maps", "shore_length,shore_perimeter", "--format", "exr-float"});
  std::vector<GlCase> pages;
  std::vector<std::vector<float>> want;
  for (const char* target : {"world", "unreal"}) {
    const Manifest m = run_tool(scratch.path(), {"surf",
                                                 "--name",
                                                 target,
                                                 "--shore",
                                                 "isle.manifest.json",
                                                 "--noise-space",
                                                 "arc",
                                                 "--loop-frames",
                                                 "1",
                                                 "--maps",
                                                 "foam",
                                                 "--columns",
                                                 "32",
                                                 "--rows",
                                                 "16",
                                                 "--target",
                                                 target,
                                                 "--no-preview",
                                                 "--out",
                                                 "."});
    const TargetTraits& t = target_of(m);
    GlCase page;
    page.code = decode_snippet(m, ShaderLanguage::glsl);
    page.results = {"result = vec4(" + code_name(m.name) + "_noise(point.x, point.y), 0.0, 0.0, 0.0);"};
    std::vector<float> arcs, lengths;
    for (const double length : {0.0, 3.0, 123.4, 5000.7})
      for (int k = 0; k < 25; ++k) {
        arcs.push_back(static_cast<float>(length * k / 24));
        lengths.push_back(static_cast<float>(length));
        page.points.push_back({length * k / 24 / t.unit_m, length / t.unit_m, 0, 0});
      }
    const Exec exec = Exec::cpu(1);
    const Buffer<float> arc(exec, "arc", arcs), length(exec, "length", lengths);
    Buffer<float> noise(exec, static_cast<int64_t>(arcs.size()));
    const double scale = json_number(output(m, "surf").facts.at("coordinates"), {"noise_scale"}, "the test");
    surf_noise_of_arc(exec, arc.view(), length.view(), scale, noise.view());
    want.push_back(noise.to_host("noise"));
    pages.push_back(page);
  }
  const GlAnswers answers = evaluate_glsl(browser, scratch.path(), pages);
  ASSERT_EQ(answers.size(), 2U);
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t k = 0; k < want[c].size(); ++k)
      EXPECT_NEAR(answers[c][0][k][0], static_cast<double>(want[c][k]), 3e-5) << c << ", " << k;
}

TEST(WaveSnippet, HlslAndGlslCompile) {
  OCEAN_NEED_PROGRAM(compiler, "glslangValidator");
  ScratchFolder scratch;
  bake(scratch.path(), "isle", {"--target", "unreal"});
  const auto compile = [&](const std::string& flags, const std::string& code) {
    write_text(scratch / "shader.frag", code);
    const RunResult run = shell("'" + compiler + "' " + flags + " shader.frag", scratch.path());
    EXPECT_EQ(run.code, 0) << run.out << code;
  };
  for (const char* target : {"unreal", "unity"}) {
    const Manifest sea =
        bake_waves(scratch.path(), std::string("sea_") + target,
                   {"--resolution", "40x30", "--loop-frames", "2", "--grid", "2x1", "--target", target});
    const Manifest surf = run_tool(
        scratch.path(), {"surf", "--name", std::string("surf_") + target, "--shore", "isle.manifest.json",
                         "--loop-frames", "2", "--atlas", "--target", target, "--no-preview", "--out", "."});
    const std::string a = sea.name, b = surf.name;
    compile("-D -V -S frag -e main -o shader.spv", decode_snippet(sea, ShaderLanguage::hlsl) +
                                                       decode_snippet(surf, ShaderLanguage::hlsl) + R"(
Texture2D map : register(t0);
SamplerState map_state : register(s0);
float4 main(float4 position : SV_Position) : SV_Target {
  float2 uv = )" + a + R"(_uv(position.xy);
  float3 d = )" + a + "_displacement(map, map_state, uv, position.z) + " +
                                                       a + "_normal(map, map_state, uv, position.z) + " + a +
                                                       R"(_foam(map, map_state, uv, position.z);
  float noise = )" + b + R"(_noise(position.xy, float2(0.0, 1.0)), foam;
  d += )" + b + R"(_wave(map, map_state, position.z, float2(1.0, 0.0), noise, position.w, foam);
  return float4(d + )" + b + "_displacement(map, map_state, " +
                                                       b + R"(_uv(position.xy), position.w), foam);
}
)");
    compile("-S frag", "#version 330 core\n" + decode_snippet(sea, ShaderLanguage::glsl) +
                           decode_snippet(surf, ShaderLanguage::glsl) + R"(
uniform sampler2D map;
out vec4 colour;
void main() { colour = vec4()" +
                           a + "_displacement(map, " + a + "_uv(gl_FragCoord.xy), 0.5), " + b +
                           "_foam(map, gl_FragCoord.xy, 0.5)); }\n");
  }
}

}  // namespace
}  // namespace ocean
