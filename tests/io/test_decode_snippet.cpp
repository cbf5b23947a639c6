// SPDX-License-Identifier: Apache-2.0
//
// What the text says; that it computes right is tests/programs/test_snippet.cpp.
#include "libbake/io/decode_snippet.h"

#include <gtest/gtest.h>

#include "libbake/core/error.h"

namespace ocean {
namespace {

Manifest manifest(const std::string& target) {
  OutputRecord image;
  image.file = "isle_shore.png";
  image.role = "shore";
  image.format = "png16";
  image.width = image.height = 8;
  image.content_hash = "xxh3-128:0123";
  image.world = WorldRecord{100, 200, 180, 280, 10, target};
  const auto channel = [](const char* name, const char* key, Decode decode) {
    ChannelRecord c;
    c.name = name;
    c.key = key;
    c.meaning = key;
    c.decode = decode;
    return c;
  };
  image.channels = {channel("R", "depth", {0.5, -4, false}), channel("G", "direction_y", {}),
                    channel("B", "direction_x", {}), channel("A", "distance", {1, 0, true})};
  Manifest m;
  m.tool = "oceanbake";
  m.name = "isle";
  m.outputs = {image};
  return m;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(DecodeSnippet, FollowsOrderDecodeAndCompanding) {
  const std::string text = decode_snippet(manifest("world"), ShaderLanguage::glsl);
  EXPECT_TRUE(has(text, "shore_depth = stored.x * 32767.5 + (-4.0);")) << text;
  EXPECT_TRUE(has(text, "first = stored.z * 65535.0;")) << text;
  EXPECT_TRUE(has(text, "second = stored.y * 65535.0;")) << text;
  EXPECT_TRUE(has(
      text, "shore_distance = stored.w * 65535.0;\n  shore_distance = shore_distance * abs(shore_distance);"))
      << text;
  EXPECT_TRUE(has(text, "xxh3-128:0123")) << text;
}

TEST(DecodeSnippet, PlacesTheMapInTheTargetsAxes) {
  const auto uv = [](const char* target) {
    const std::string text = decode_snippet(manifest(target), ShaderLanguage::glsl);
    const std::size_t at = text.find("return ") + 7;
    return text.substr(at, text.find(';', at) - at);
  };
  EXPECT_EQ(uv("world"), "vec2((position.x - 100.0) / 80.0, (position.y - 200.0) / 80.0)");
  EXPECT_EQ(uv("unity"), "vec2((position.x - 100.0) / 80.0, (position.y - 200.0) / 80.0)");
  EXPECT_EQ(uv("unreal"), "vec2((position.x - 10000.0) / 8000.0, (position.y - (-28000.0)) / 8000.0)");
  EXPECT_EQ(uv("godot"), "vec2((position.x - 100.0) / 80.0, (position.y - (-280.0)) / 80.0)");
  EXPECT_EQ(uv("houdini"), "vec2((position.x - 100.0) / 80.0, (position.y - (-200.0)) / (-80.0))");
}

TEST(DecodeSnippet, SpeaksTheTargetsLanguage) {
  const auto text = [](const char* target) {
    return decode_snippet(manifest(target), ShaderLanguage::automatic);
  };
  EXPECT_TRUE(has(text("unreal"), "float2 isle_uv(float2 position)"));
  EXPECT_TRUE(has(text("unity"), "map.SampleLevel(map_state, uv, 0.0)"));
  EXPECT_TRUE(has(text("godot"), "Godot 3.2"));
  EXPECT_TRUE(has(text("houdini"), "function vector2 isle_uv(vector2 position)"));
  EXPECT_TRUE(has(text("blender"), "vec2 isle_uv(vec2 position)"));
}

TEST(DecodeSnippet, LeavesOutWhatTheImageLacks) {
  Manifest m = manifest("world");
  m.outputs[0].channels = {m.outputs[0].channels[3]};
  const std::string text = decode_snippet(m, ShaderLanguage::glsl);
  EXPECT_TRUE(has(text, "void isle_decode(vec4 stored, out float shore_distance) {")) << text;
  EXPECT_FALSE(has(text, "shore_depth =")) << text;
  m.outputs[0].channels[0].key = "slope";
  try {
    decode_snippet(m, ShaderLanguage::glsl);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::input);
    EXPECT_TRUE(has(e.what(), "--maps distance")) << e.what();
  }
}

TEST(DecodeSnippet, ReadsTheImageThatIsAskedFor) {
  Manifest m = manifest("world");
  m.outputs[0].file = "isle_tide1_shore.png";
  m.outputs.push_back(m.outputs[0]);
  m.outputs[1].file = "isle_tide2_shore.png";
  m.outputs[1].channels[0].decode = {0.25, -7, false};
  EXPECT_TRUE(has(decode_snippet(m, ShaderLanguage::glsl), "(-4.0)"));
  EXPECT_TRUE(has(decode_snippet(m, ShaderLanguage::glsl, "isle_tide2_shore.png"), "(-7.0)"));
  try {
    decode_snippet(m, ShaderLanguage::glsl, "isle_shore.png");
    FAIL();
  } catch (const Error& e) {
    EXPECT_TRUE(has(e.what(), "isle_tide1_shore.png, isle_tide2_shore.png")) << e.what();
  }
}

OutputRecord atlas() {
  OutputRecord image;
  image.file = "sea_displacement_atlas.png";
  image.role = "displacement_atlas";
  image.format = "png16";
  image.width = 40;
  image.height = 24;
  const auto channel = [](const char* key) {
    ChannelRecord c;
    c.key = key;
    c.decode = {0.5, -4, false};
    return c;
  };
  image.channels = {channel("displacement_tangent"), channel("displacement_normal"),
                    channel("displacement_bitangent"), channel("foam")};
  image.facts = {{"columns", "2"},
                 {"rows", "2"},
                 {"cell_width", "16"},
                 {"cell_height", "8"},
                 {"gutter", "2"},
                 {"frames", "3"},
                 {"first_frame", "0"},
                 {"step_s", "0.5"},
                 {"period_s", "1.5"},
                 {"cell_tiles", "true"},
                 {"cell_bounds", "[10, 20, 26, 28]"}};
  return image;
}

Manifest flipbook(const std::string& target) {
  Manifest m;
  m.tool = "oceanbake";
  m.kind = "gerstner";
  m.name = "sea";
  m.config = R"({"target": ")" + target + R"("})";
  m.outputs = {atlas()};
  return m;
}

TEST(DecodeSnippet, FlipbooksFindFrameAndCell) {
  const std::string up = decode_snippet(flipbook("unity"), ShaderLanguage::glsl);
  EXPECT_TRUE(has(up, "float frame = time * 2.0;\n  return frame - 3.0 * floor(frame / 3.0);")) << up;
  EXPECT_TRUE(has(up, "float x = column * 20.0 + 2.0 + 16.0 * fract(uv.x);")) << up;
  EXPECT_TRUE(has(up, "float y = 14.0 - row * 12.0 + 8.0 * fract(uv.y);")) << up;
  EXPECT_TRUE(has(up, "return vec2(x / 40.0, y / 24.0);")) << up;
  EXPECT_TRUE(has(up, "return vec3(a, c, b);")) << up;  // east, up, north
  EXPECT_TRUE(has(up, "return stored.w * 32767.5 + (-4.0);")) << up;
  EXPECT_TRUE(has(up, "period of 1")) << up;
  const std::string down = decode_snippet(flipbook("godot"), ShaderLanguage::glsl);
  EXPECT_TRUE(has(down, "float y = row * 12.0 + 2.0 + 8.0 * fract(uv.y);")) << down;
  EXPECT_TRUE(has(down, "return vec3(a, c, -b);")) << down;
  EXPECT_TRUE(has(decode_snippet(flipbook("unreal"), ShaderLanguage::hlsl), "return float3(a, -b, c);"));
}

TEST(DecodeSnippet, FlipbooksThatDoNotLoopStop) {
  Manifest m = flipbook("world");
  m.outputs[0].facts["period_s"] = "0";
  const std::string text = decode_snippet(m, ShaderLanguage::glsl);
  EXPECT_TRUE(has(text, "return clamp(frame, 0.0, 2.0);")) << text;
  EXPECT_TRUE(has(text, "These frames do not loop.")) << text;
}

TEST(DecodeSnippet, DamagedFlipbooksAreRefused) {
  const auto says = [](const Manifest& m, const std::string& part, const std::string& image = {}) {
    try {
      decode_snippet(m, ShaderLanguage::glsl, image);
      ADD_FAILURE() << part;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::input);
      EXPECT_TRUE(has(e.what(), part)) << e.what();
    }
  };
  Manifest m = flipbook("world");
  says(m, "has no image 'other.exr' of frames", "other.exr");
  m.outputs[0].facts.erase("gutter");
  says(m, "lacks the fact 'gutter'");
  m = flipbook("world");
  m.outputs[0].facts["columns"] = "\"two\"";
  says(m, "is no number, but \"two\"");
  m.outputs[0].facts["columns"] = "1e30";
  says(m, "columns is 1e+30, but must be 1 to 2147483647");
  m = flipbook("mars");
  says(m, "an unknown target, 'mars'");
  m = flipbook("world");
  m.outputs.clear();
  says(m, "has no frames");
  m.kind = "surf";
  says(m, "has no animation texture");
}

}  // namespace
}  // namespace ocean
