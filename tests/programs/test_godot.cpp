// SPDX-License-Identifier: Apache-2.0
//
// Godot 3 imports a baked map by the written settings, runs the import script, and evaluates the generated
// shader code.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "libbake/io/decode_snippet.h"
#include "tests/programs/programs.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

constexpr const char* kProject = "config_version=4\n[application]\nconfig/name=\"test\"\n";
constexpr int kSide = 40, kStep = 37;

// Prints the texels of the imported image.
constexpr const char* kReadTexels = R"gd(extends SceneTree
func _init():
	var image = load("res://isle_shore.exr").get_data()
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
	for part in ["vec4(shore_distance, shore_direction, 1.0)", "vec4(shore_depth, wave, 1.0)"]:
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
		rectangle.material.set_shader_param("shore", load("res://isle_shore.exr"))
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
  Manifest bake_and_import(const std::string& program) {
    const Manifest manifest = bake(scratch_.path(), "isle", {"--target", "godot", "--format", "exr-half"});
    // The editor imports in the background, and --quit may come first.
    shell("HOME=$PWD timeout 120 " + program +
              " --path . --editor >/dev/null 2>&1 & editor=$!; for i in $(seq 1000); do sleep 0.1; "
              "grep -q dest_files isle_shore.exr.import && ls .import/isle_shore.exr-*.md5 && break; done; "
              "sleep 0.5; kill $editor; wait",
          scratch_.path());
    return manifest;
  }
  ScratchFolder scratch_;
};

TEST_F(Godot, ImportKeepsEveryValue) {
  OCEAN_NEED_PROGRAM(program, "godot3-server");
  const Manifest manifest = bake_and_import(program);
  EXPECT_NE(read_text(scratch_ / "isle_shore.exr.import").find("dest_files"), std::string::npos)
      << "Godot did not take the settings over";
  write_text(scratch_ / "read.gd", kReadTexels);
  const Json read = answer(godot(program, "--script read.gd"));
  EXPECT_EQ(read["width"], kSide);
  EXPECT_EQ(read["format"], 15);  // RGBA, half floats
  const std::vector<float> ours = decoded_texels(manifest, scratch_.path());
  ASSERT_EQ(read["values"].size(), (kSide * kSide + kStep - 1) / kStep);
  for (std::size_t k = 0; k < read["values"].size(); ++k)
    for (std::size_t c = 0; c < 4; ++c) {
      const float want = ours[4 * kStep * k + c];
      EXPECT_NEAR(read["values"][k][c].get<float>(), want, 1e-6F + 1e-5F * std::abs(want))
          << k << ", channel " << c;
    }
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
  write_text(scratch_ / "draw.gd", kEvaluate);
  const RunResult run = godot(display + " -a " + program, "--script draw.gd");
  ASSERT_EQ(run.out.find("SHADER ERROR"), std::string::npos) << run.out;
  const Json drawn = answer(run);
  const std::vector<float> ours = decoded_texels(manifest, scratch_.path());
  ASSERT_EQ(drawn.size(), 2U);
  for (std::size_t k = 0; k < drawn[0].size(); ++k) {
    const float* want = &ours[4 * kStep * k];
    const auto near = [&](std::size_t part, std::size_t c, double value) {  // the viewport holds half floats
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

}  // namespace
}  // namespace ocean
