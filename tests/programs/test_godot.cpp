// SPDX-License-Identifier: Apache-2.0
//
// Godot 3 imports a baked map by the written settings, runs the import script, and evaluates the generated
// shader code.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "libbake/io/decode_snippet.h"
#include "tests/programs/programs.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

constexpr const char* kProject = "config_version=4\n[application]\nconfig/name=\"test\"\n";
constexpr int kSide = 40, kStep = 37;
constexpr float kSmallestHalf = 6.2e-5F;  // Godot drops what is below

// Prints the texels of the imported image.
constexpr const char* kReadTexels = R"gd(extends SceneTree
func _init():
	var image = load("res://MAP").get_data()
	image.lock()
	var values = []
	for k in range(0, image.get_width() * image.get_height(), 37):
		var c = image.get_pixel(k % image.get_width(), k / image.get_width())
		values.append([c.r, c.g, c.b, c.a])
	print("BEGIN", to_json({"width": image.get_width(), "format": image.get_format(), "values": values}), "END")
	quit()
)gd";

// Draws the decoded map into a float viewport, one texel a pixel, and prints it.
constexpr const char* kEvaluate = R"gd(extends SceneTree
func _init():
	call_deferred("draw")
func draw():
	var results = []
	for part in PARTS:
		var viewport = Viewport.new()
		viewport.size = Vector2(40, 40)
		viewport.hdr = true
		viewport.usage = Viewport.USAGE_3D
		viewport.disable_3d = true
		viewport.render_target_v_flip = true
		viewport.render_target_update_mode = Viewport.UPDATE_ALWAYS
		var rectangle = ColorRect.new()
		rectangle.rect_size = Vector2(40, 40)
		rectangle.material = ShaderMaterial.new()
		rectangle.material.shader = Shader.new()
		var file = File.new()
		file.open("res://code.txt", File.READ)
		rectangle.material.shader.code = file.get_as_text().replace("RESULT", part)
		for map in MAPS:
			rectangle.material.set_shader_param(map, load("res://" + MAPS[map]))
		viewport.add_child(rectangle)
		root.add_child(viewport)
		for i in range(3):
			yield(self, "idle_frame")
		var image = viewport.get_texture().get_data()
		image.lock()
		var values = []
		for k in range(0, 1600, 37):
			var c = image.get_pixel(k % 40, k / 40)
			values.append([c.r, c.g, c.b])
		results.append(values)
	print("BEGIN", to_json(results), "END")
	quit()
)gd";

class Godot : public testing::Test {
 protected:
  Godot() { write_text(scratch_ / "project.godot", kProject); }

  RunResult godot(const std::string& program, const std::string& arguments) {
    return shell("HOME=$PWD LC_ALL=C.UTF-8 timeout 120 " + program + " --path . " + arguments + " 2>&1",
                 scratch_.path());
  }
  // What a script printed between BEGIN and END.
  static Json answer(const RunResult& run) {
    const std::size_t begin = run.out.find("BEGIN"), end = run.out.rfind("END");
    EXPECT_TRUE(begin != std::string::npos && end != std::string::npos) << run.out;
    return begin == std::string::npos ? Json() : Json::parse(run.out.substr(begin + 5, end - begin - 5));
  }
  // The editor imports in the background, and --quit may come first.
  void import_images(const std::string& program) {
    shell("HOME=$PWD timeout 120 " + program +
              " --path . --editor >/dev/null 2>&1 & editor=$!; for i in $(seq 1000); do sleep 0.1; missing=; "
              "for f in *.exr; do grep -q dest_files $f.import && ls .import/$f-*.md5 || missing=1; done; "
              "[ $missing ] || break; done >/dev/null 2>&1; sleep 0.5; kill $editor; wait",
          scratch_.path());
  }
  Manifest bake_and_import(const std::string& program) {
    const Manifest manifest = bake(scratch_.path(), "isle", {"--target", "godot", "--format", "exr-half"});
    import_images(program);
    return manifest;
  }
  // What a script gives whose capital words are replaced.
  Json run_script(const std::string& program, std::string script,
                  const std::map<std::string, std::string>& words) {
    for (const auto& [word, by] : words) script.replace(script.find(word), word.size(), by);
    write_text(scratch_ / "script.gd", script);
    const RunResult run = godot(program, "--script script.gd");
    EXPECT_EQ(run.out.find("SHADER ERROR"), std::string::npos) << run.out;
    return answer(run);
  }
  // The stored texels of an image against our reader's.
  void compare_texels(const std::string& program, const OutputRecord& image) {
    const Json read = run_script(program, kReadTexels, {{"MAP", image.file}});
    const std::size_t channels = image.channels.size();
    const std::vector<float> ours = decoded_texels(image, scratch_.path());
    ASSERT_EQ(read["width"], image.width) << image.file;
    ASSERT_EQ(read["values"].size(), (ours.size() / channels + kStep - 1) / kStep) << image.file;
    for (std::size_t k = 0; k < read["values"].size(); ++k)
      for (std::size_t c = 0; c < channels; ++c) {
        const float want = ours[channels * kStep * k + c];
        EXPECT_NEAR(read["values"][k][c].get<float>(), want, kSmallestHalf + 1e-5F * std::abs(want))
            << image.file << ", " << k << ", channel " << c;
      }
  }
  ScratchFolder scratch_;
};

TEST_F(Godot, ImportKeepsEveryValue) {
  OCEAN_NEED_PROGRAM(program, "godot3-server");
  const Manifest manifest = bake_and_import(program);
  EXPECT_NE(read_text(scratch_ / "isle_shore.exr.import").find("dest_files"), std::string::npos)
      << "Godot did not take the settings over";
  compare_texels(program, packed_map(manifest));
  // Godot has rewritten its settings: they are its own now, and the bake is still up to date.
  const RunResult again = Program(std::string(OCEAN_BIN_DIR) + "/oceanbake")
                              .in(scratch_.path())
                              .run({"verify", "isle.manifest.json"});
  EXPECT_EQ(again.code, 0) << again.err;
  const std::string settings = read_text(scratch_ / "isle_shore.exr.import");
  bake(scratch_.path(), "isle", {"--target", "godot", "--format", "exr-half", "--force"});
  EXPECT_EQ(read_text(scratch_ / "isle_shore.exr.import"), settings);
}

TEST_F(Godot, ImportScriptSavesAScene) {
  OCEAN_NEED_PROGRAM(display, "xvfb-run");
  OCEAN_NEED_PROGRAM(program, "godot3");
  OCEAN_NEED_PROGRAM(server, "godot3-server");
  bake_and_import(server);
  const RunResult run = godot(display + " -a " + program, "--script isle_import_godot3.gd");
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_EQ(run.out.find("SHADER ERROR"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("saved res://isle_shore.tscn"), std::string::npos) << run.out;
  const std::string scene = read_text(scratch_ / "isle_shore.tscn");
  for (const char* part : {"name=\"Ground\"", "name=\"Water\"", "shader_param/decode", "isle_shore.exr"})
    EXPECT_NE(scene.find(part), std::string::npos) << part << "\n" << scene;
  // Without a display there are no shaders; that is said.
  const RunResult refused = godot(server, "--script isle_import_godot3.gd");
  EXPECT_EQ(refused.code, 1) << refused.out;
}

TEST_F(Godot, ShaderCodeGivesWhatTheReaderGives) {
  OCEAN_NEED_PROGRAM(display, "xvfb-run");
  OCEAN_NEED_PROGRAM(program, "godot3");
  OCEAN_NEED_PROGRAM(server, "godot3-server");
  const Manifest manifest = bake_and_import(server);
  write_text(scratch_ / "code.txt",
             "shader_type canvas_item;\nrender_mode blend_disabled;\nuniform sampler2D shore;\n" +
                 decode_snippet(manifest, ShaderLanguage::automatic) + R"(
void fragment() {
  float shore_distance; vec2 shore_direction; float shore_depth;
  isle_sample(shore, UV, shore_distance, shore_direction, shore_depth);
  vec2 wave = isle_surf_uv(shore_distance, 0.3, 7.0, 1.5, 0.4, 10.0 * isle_surf_noise(0.0), 0.0);
  COLOR = RESULT;
}
)");
  const Json drawn = run_script(
      display + " -a " + program, kEvaluate,
      {{"PARTS", R"gd(["vec4(shore_distance, shore_direction, 1.0)", "vec4(shore_depth, wave, 1.0)"])gd"},
       {"for map in MAPS", R"(var MAPS = {"shore": "isle_shore.exr"}
		for map in MAPS)"}});
  const std::vector<float> ours = decoded_texels(manifest, scratch_.path());
  ASSERT_EQ(drawn.size(), 2U);
  for (std::size_t k = 0; k < drawn[0].size(); ++k) {
    const float* want = &ours[4 * kStep * k];
    const auto near = [&](std::size_t part, std::size_t c,
                          double value) {  // the viewport holds half floats
      EXPECT_NEAR(drawn[part][k][c].get<double>(), value, 1e-3 * std::max(1.0, std::abs(value)))
          << k << ": " << part << c;
    };
    near(0, 0, want[0]);
    near(0, 1, want[1]);
    near(0, 2, want[2]);
    near(1, 0, want[3]);
    const double along = 1.5 - want[0] / 7.0, phase = along - 0.3 + 0.375, u = phase - std::floor(phase);
    near(1, 1, u);
    near(1, 2, std::clamp((along - u) * 0.4, 0.0, 1.0));
  }
}

// Flipbook and surf in one project: its import takes most of the time.
class GodotWaves : public Godot {
 protected:
  void bake_all(const std::string& server) {
    sea_ = bake_waves(scratch_.path(), "flip",
                      {"--target", "godot", "--format", "exr-half", "--resolution", "40x30", "--loop-frames",
                       "6", "--grid", "3x2", "--gutter", "2", "--no-singles", "--foam-threshold", "0.9"});
    surf_ = run_tool(scratch_.path(),
                     {"surf", "--name", "surf", "--target", "godot", "--preset", "plunging", "--columns",
                      "64", "--rows", "32", "--no-preview", "--import-script", "--out", "."});
    import_images(server);
  }
  Manifest sea_, surf_;
};

TEST_F(GodotWaves, ImportKeepsEveryValue) {
  OCEAN_NEED_PROGRAM(server, "godot3-server");
  bake_all(server);
  for (const char* map : {"displacement_atlas", "normal_atlas", "foam_atlas"})
    compare_texels(server, output(sea_, map));
  compare_texels(server, output(surf_, "surf"));
  EXPECT_NE(read_text(scratch_ / "surf_surf.exr.import").find("flags/repeat=1"), std::string::npos);
  EXPECT_NE(read_text(scratch_ / "flip_displacement_atlas.exr.import").find("flags/repeat=0"),
            std::string::npos);
}

TEST_F(GodotWaves, ScenesAndShaderCode) {
  OCEAN_NEED_PROGRAM(display, "xvfb-run");
  OCEAN_NEED_PROGRAM(program, "godot3");
  OCEAN_NEED_PROGRAM(server, "godot3-server");
  bake_all(server);
  const std::string godot_here = display + " -a " + program;
  for (const auto& [script, saved, part] :
       {std::tuple{"flip_import_godot3.gd", "flip_waves.tscn", "name=\"Frames\""},
        std::tuple{"surf_import_godot3.gd", "surf_surf.tscn", "name=\"Beach\""}}) {
    const RunResult run = godot(godot_here, std::string("--script ") + script);
    EXPECT_EQ(run.code, 0) << run.out;
    EXPECT_EQ(run.out.find("SHADER ERROR"), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("SCRIPT ERROR"), std::string::npos) << run.out;
    EXPECT_NE(read_text(scratch_ / saved).find(part), std::string::npos) << run.out;
  }
  // Frames 5 and 0, half way between; and the animation texture where u and v are said.
  write_text(scratch_ / "code.txt",
             "shader_type canvas_item;\nrender_mode blend_disabled;\nuniform sampler2D sea_map;\n"
             "uniform sampler2D surf;\n" +
                 decode_snippet(sea_, ShaderLanguage::automatic) +
                 decode_snippet(surf_, ShaderLanguage::automatic) + R"(
void fragment() {
  float foam;
  vec3 wave = surf_wave(surf, UV.x * 200.0, vec2(0.0, 1.0), 0.0, 3.0, foam);
  COLOR = RESULT;
}
)");
  const Json drawn = run_script(
      godot_here, kEvaluate,
      {{"PARTS", R"gd(["vec4(flip_displacement(sea_map, UV, 55.0 / 12.0), 1.0)", "vec4(wave, 1.0)"])gd"},
       {"for map in MAPS", R"(var MAPS = {"sea_map": "flip_displacement_atlas.exr", "surf": "surf_surf.exr"}
		for map in MAPS)"}});
  ASSERT_EQ(drawn.size(), 2U);
  const OutputRecord& atlas = output(sea_, "displacement_atlas");
  const std::vector<float> texels = decoded_texels(atlas, scratch_.path());
  // Bilinear at a place of the viewport's pixel (40 x 40) in the tile's 40 x 30 texels.
  const auto at = [&](int cell, int i, int j, std::size_t c) {
    const int x = 44 * (cell % 3) + 2 + i, y = 34 * (cell / 3) + 2 + j;
    return static_cast<double>(texels[3 * static_cast<std::size_t>(y * 132 + x) + c]);
  };
  double high = 0;
  for (std::size_t k = 0; k < drawn[0].size(); ++k) {
    const int pixel = static_cast<int>(kStep * k), i = pixel % kSide, j = pixel / kSide;
    const double y = (j + 0.5) * 30 / 40 - 0.5, low = std::floor(y);
    for (std::size_t c = 0; c < 3; ++c) {
      double want = 0;
      for (const int cell : {5, 0})
        want += 0.5 * ((1 - (y - low)) * at(cell, i, static_cast<int>(low), c) +
                       (y - low) * at(cell, i, static_cast<int>(low) + 1, c));
      EXPECT_NEAR(drawn[0][k][c].get<double>(), want, 3e-3) << k << ", " << c;
    }
    EXPECT_EQ(drawn[1][k][0].get<double>(), 0) << "waves go south";
    high = std::max(high, drawn[1][k][1].get<double>());
  }
  EXPECT_GT(high, 0.3);
}

}  // namespace
}  // namespace ocean
