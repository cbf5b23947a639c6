// SPDX-License-Identifier: Apache-2.0
//
// Godot 3 loads the curves as resources, and Blender makes F-curves of them: the same numbers, and what the
// model of Godot's baking predicts.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "libbake/bake/consumer_models.h"
#include "tests/programs/programs.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

constexpr const char* kReadCurve = R"gd(extends SceneTree
func _init():
	var curve = load("res://lut_rate_godot3.tres")
	var keys = []
	var baked = []
	for i in range(128):
		keys.append(curve.interpolate(i / 127.0))
		baked.append(curve.interpolate_baked(i / 127.0))
	print("BEGIN", to_json({"points": curve.get_point_count(), "keys": keys, "baked": baked}), "END")
	quit()
)gd";

constexpr const char* kReadAction = R"py(
import bpy, json
action = bpy.data.actions['lut']
answer = {}
for fcurve in action.fcurves:
    answer[fcurve.data_path[2:-2]] = {
        'keys': [list(p.co) for p in fcurve.keyframe_points],
        'linear': all(p.interpolation == 'LINEAR' for p in fcurve.keyframe_points),
        'half': fcurve.evaluate(40.5)}
print('BEGIN' + json.dumps(answer) + 'END')
)py";

class CurvePrograms : public testing::Test {
 protected:
  void make(const std::string& target) {
    std::string table = "time,rate,size\n";
    for (int i = 0; i < 128; ++i)
      table += std::to_string(i) + "," + std::to_string((i * 37) % 23 * 0.5 - 3) + "," +
               std::to_string(i * i) + "\n";
    write_text(scratch_ / "table.csv", table);
    const RunResult run =
        Program(std::string(OCEAN_BIN_DIR) + "/oceanbake")
            .in(scratch_.path())
            .run({"curves", "table.csv", "--name", "lut", "--target", target, "--out", "."});
    ASSERT_EQ(run.code, 0) << run.err;
  }
  static float rate(int i) { return static_cast<float>((i * 37) % 23 * 0.5 - 3); }
  static Json answer(const RunResult& run) {
    const std::size_t begin = run.out.find("BEGIN"), end = run.out.rfind("END");
    EXPECT_TRUE(begin != std::string::npos && end != std::string::npos) << run.out << run.err;
    return begin == std::string::npos ? Json() : Json::parse(run.out.substr(begin + 5, end - begin - 5));
  }
  ScratchFolder scratch_;
};

TEST_F(CurvePrograms, GodotReadsTheSameNumbersAndBakesAsModelled) {
  OCEAN_NEED_PROGRAM(program, "godot3-server");
  make("godot");
  write_text(scratch_ / "project.godot", "config_version=4\n[application]\nconfig/name=\"test\"\n");
  write_text(scratch_ / "read.gd", kReadCurve);
  const Json read =
      answer(shell("HOME=$PWD LC_ALL=C.UTF-8 timeout 120 " + program + " --path . --script read.gd 2>&1",
                   scratch_.path()));
  ASSERT_EQ(read["points"], 128);
  const CurveValues model =
      consume(CurveConsumer::godot3_baked, {read_godot_curve(read_text(scratch_ / "lut_rate_godot3.tres"))})
          .values[0];
  double worst = 0;
  for (int i = 0; i < 128; ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_NEAR(read["keys"][k].get<double>(), static_cast<double>(rate(i)), 1e-5) << i;
    EXPECT_NEAR(read["baked"][k].get<double>(), static_cast<double>(model[k]), 2e-3) << i;
    worst = std::max(worst, std::abs(read["baked"][k].get<double>() - static_cast<double>(rate(i))));
  }
  EXPECT_GT(worst, 0.5) << "baked off the keys";
}

TEST_F(CurvePrograms, BlenderMakesLinearFCurvesOf128Keys) {
  OCEAN_NEED_PROGRAM(program, "blender");
  make("blender");
  write_text(scratch_ / "read.py", kReadAction);
  const Json read = answer(shell(
      "timeout 120 " + program + " -b --factory-startup --python lut_curves_blender.py --python read.py 2>&1",
      scratch_.path()));
  ASSERT_EQ(read.size(), 2U);
  ASSERT_EQ(read["rate"]["keys"].size(), 128U);
  EXPECT_TRUE(read["rate"]["linear"].get<bool>());
  for (int i = 0; i < 128; ++i) {
    EXPECT_EQ(read["rate"]["keys"][static_cast<std::size_t>(i)][0].get<float>(), static_cast<float>(i));
    EXPECT_EQ(read["rate"]["keys"][static_cast<std::size_t>(i)][1].get<float>(), rate(i));
    EXPECT_EQ(read["size"]["keys"][static_cast<std::size_t>(i)][1].get<float>(), static_cast<float>(i * i));
  }
  EXPECT_NEAR(read["rate"]["half"].get<double>(), 0.5 * static_cast<double>(rate(40) + rate(41)), 1e-5);
}

}  // namespace
}  // namespace ocean
