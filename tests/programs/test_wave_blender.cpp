// SPDX-License-Identifier: Apache-2.0
//
// Blender runs the import scripts of flipbooks and surf, and its evaluated meshes are the kernels' surface.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "kernels/wave/surf_texture.h"
#include "kernels/wave/surf_uv.h"
#include "libbake/io/manifest_facts.h"
#include "libbake/io/wave_set.h"
#include "tests/programs/programs.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

// Of the objects named in OCEAN_OBJECTS, at the frames in OCEAN_FRAMES: about a hundred points before and
// after the modifiers, in world space, and their attributes.
constexpr const char* kDump = R"py(
import bpy, json, os
def world(thing, co):  # in double: nothing here is turned or scaled
    return [a + b for a, b in zip(thing.location, co)]
scene = bpy.context.scene
answer = {'fps': scene.render.fps / scene.render.fps_base, 'range': [scene.frame_start, scene.frame_end]}
for name in os.environ['OCEAN_OBJECTS'].split():
    thing = bpy.data.objects[name]
    answer[name] = {'bounds': list(thing.get('culling_bounds_m', [])), 'frames': []}
    for frame in map(int, os.environ['OCEAN_FRAMES'].split()):
        scene.frame_set(frame)
        mesh = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
        base, count = thing.data.vertices, len(mesh.vertices)
        same = len(base) == count
        points = []
        for i in range(0, count, max(1, count // 100)):
            point = {'index': i, 'at': world(thing, mesh.vertices[i].co)}
            if same:
                point['from'] = world(thing, base[i].co)
            for key in ('wave_normal', 'wave_foam'):
                if key in mesh.attributes:
                    value = mesh.attributes[key].data[i]
                    point[key] = list(value.vector) if key == 'wave_normal' else value.value
            points.append(point)
        answer[name]['frames'].append({'frame': frame, 'count': count, 'points': points})
print('BEGIN' + json.dumps(answer) + 'END')
)py";

class WaveBlender : public testing::Test {
 protected:
  Json run(const std::string& blender, const std::string& scripts, const std::string& objects,
           const std::string& frames, const std::string& options) {
    write_text(scratch_ / "dump.py", kDump);
    const RunResult run =
        shell("OCEAN_OBJECTS='" + objects + "' OCEAN_FRAMES='" + frames + "' timeout 120 '" + blender +
                  "' -b --factory-startup " + scripts + " --python dump.py -- " + options + " 2>&1",
              scratch_.path());
    const std::size_t begin = run.out.find("BEGIN"), end = run.out.rfind("END");
    EXPECT_TRUE(begin != std::string::npos && end != std::string::npos) << run.out;
    return begin == std::string::npos ? Json() : Json::parse(run.out.substr(begin + 5, end - begin - 5));
  }
  ScratchFolder scratch_;
};

Vec3d vector_of(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

double distance(const Vec3d& a, const Vec3d& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

struct SeaRow {
  const char* name;
  std::vector<std::string> flags;
  const char* options;
  double bar_m;  // beside the stored step
};

TEST_F(WaveBlender, EvaluatedMeshIsTheSetsSurface) {
  OCEAN_NEED_PROGRAM(blender, "blender");
  const SeaRow rows[] = {
      {"half", {"--format", "exr-half", "--alpha", "foam"}, "--tiles 3", 1e-3},
      {"float", {"--format", "exr-float", "--target", "blender"}, "--save sea.blend", 1e-5},
      {"atlas",
       {"--format", "exr-float", "--grid", "3x2", "--gutter", "2", "--no-singles"},
       "--tiles 2",
       1e-5},
      {"codes", {"--format", "png16", "--grid", "2x3", "--no-singles", "--vdm", "tangent"}, "", 1e-3}};
  for (const SeaRow& row : rows) {
    std::vector<std::string> flags = {"--resolution",     "40x30", "--loop-frames", "6",
                                      "--foam-threshold", "0.9",   "--tile-origin", "-300,2000"};
    flags.insert(flags.end(), row.flags.begin(), row.flags.end());
    bake_waves(scratch_.path(), row.name, flags);
    const std::string name = row.name;
    const WaveSet set = read_wave_set(scratch_ / (name + ".waves.json"));
    const Json found =
        run(blender, "--python '" + name + "_import_blender.py'", name + "_sea", "0 1 5 9 -2", row.options);
    ASSERT_TRUE(found.contains(name + "_sea")) << found.dump();
    EXPECT_NEAR(found["fps"].get<double>(), 6.0 / 5, 1e-5);
    EXPECT_EQ(found["range"], (Json{0, 5}));
    double worst = 0, worst_normal = 0, foamy = 0, spread = 0;
    for (const Json& frame : found[name + "_sea"]["frames"]) {
      const double time = ((frame["frame"].get<int>() + 6) % 6) * 5.0 / 6;
      const std::vector<Wave> waves = waves_at(set, time);
      ASSERT_GE(frame["points"].size(), 100U);
      for (const Json& point : frame["points"]) {
        const Vec3d from = vector_of(point["from"]), at = vector_of(point["at"]);
        const SurfacePoint s =
            surface_point({waves.data(), static_cast<int64_t>(waves.size())}, from.x, from.y, time);
        worst = std::max(worst, distance(at, from + s.displacement));
        worst_normal = std::max(worst_normal, distance(vector_of(point["wave_normal"]), s.normal));
        foamy = std::max(foamy, point["wave_foam"].get<double>());
        spread = std::max(spread, std::abs(from.x + 280));
      }
    }
    EXPECT_LE(worst, row.bar_m) << name;
    EXPECT_LE(worst_normal, 1e-3) << name;
    EXPECT_GT(foamy, 0.1) << name;
    EXPECT_EQ(spread > 25, name == "half" || name == "atlas") << name << ", tiles: " << spread;
    const Json& bounds = found[name + "_sea"]["bounds"];
    ASSERT_EQ(bounds.size(), 2U);
    EXPECT_GT(bounds[1].get<double>(), 0.3);
    RecordProperty(name + "_worst_m", std::to_string(worst));
  }
  EXPECT_TRUE(std::filesystem::exists(scratch_ / "sea.blend"));
}

// --- Surf -------------------------------------------------------------------------------------------------

TEST_F(WaveBlender, SurfIsTheKernels) {
  OCEAN_NEED_PROGRAM(blender, "blender");
  const std::string folder = scratch_.path();
  bake(folder, "isle", {"--target", "blender"});
  const Manifest m = run_tool(folder, {"surf",
                                       "--name",
                                       "surf",
                                       "--shore",
                                       "isle.manifest.json",
                                       "--loop-frames",
                                       "4",
                                       "--columns",
                                       "128",
                                       "--rows",
                                       "96",
                                       "--format",
                                       "exr-float",
                                       "--mesh",
                                       "ply",
                                       "--target",
                                       "blender",
                                       "--scale",
                                       "0.9,1.2",
                                       "--no-preview",
                                       "--import-script",
                                       "--out",
                                       "."});
  const Json found = run(blender, "--python isle_import_blender.py --python surf_import_blender.py",
                         "surf_beach surf_frames surf_meshes", "0 1 3 6", "");
  ASSERT_TRUE(found.contains("surf_meshes")) << found.dump();
  EXPECT_NEAR(found["fps"].get<double>(), 0.4, 1e-5);  // four frames in ten seconds

  const OutputRecord& image = output(m, "surf");
  const std::string place = "the test", &coordinates = image.facts.at("coordinates");
  const auto of = [&](const char* key) { return json_number(coordinates, {key}, place); };
  const SurfUvSettings settings{
      of("width_m"), of("offset"), of("life_speed"), of("noise_u"), of("noise_v"), 0, 0};
  const double period = json_number(image.facts.at("period_s"), {}, place);
  const std::vector<float> rows = four_channels(decoded_texels(image, folder), image.channels.size());
  std::vector<SurfTexel> texels;  // v = 0 first
  for (int32_t j = image.height; j-- > 0;)
    for (int32_t i = 0; i < image.width; ++i) {
      const float* t = &rows[static_cast<std::size_t>(4 * (j * image.width + i))];
      texels.push_back({t[0], t[1], t[2], t[3], 0});
    }
  const View2D<const SurfTexel> texture = dense_view(std::as_const(texels).data(), image.width, image.height);
  double worst = 0, high = 0, worst_foam = 0;
  for (const Json& frame : found["surf_beach"]["frames"])
    for (const Json& point : frame["points"]) {
      const Vec3d from = vector_of(point["from"]), at = vector_of(point["at"]);
      const double scale = of("noise_scale"), time = frame["frame"].get<int>() * period / 4;
      const double noise = surf_noise_world({}, scale * from.x, scale * from.y, {1, 0});
      const SurfUv uv = surf_uv(settings, -from.x, noise, time / period);
      const SurfTexel s = sample_surf(texture, uv.u, uv.v);
      if (uv.u < 1e-4 || uv.u > 1 - 1e-4) continue;  // here it is the next wave's, or this one's
      worst = std::max(worst, distance(at, {from.x + 0.9 * static_cast<double>(s.forward), from.y,
                                            1.2 * static_cast<double>(s.height)}));
      worst_foam =
          std::max(worst_foam, std::abs(point["wave_foam"].get<double>() - static_cast<double>(s.foam)));
      high = std::max(high, at.z);
    }
  EXPECT_GT(high, 0.5);
  EXPECT_LE(worst, 2e-3 * high);
  EXPECT_LE(worst_foam, 2e-3);

  for (const char* thing : {"surf_frames", "surf_meshes"}) {
    double most = 0;
    for (const Json& frame : found[thing]["frames"]) {
      EXPECT_EQ(frame["count"], 1600);
      const OutputRecord& map = output(m, "displacement", frame["frame"].get<int>() % 4);
      const std::vector<float> d = decoded_texels(map, folder);
      for (const Json& point : frame["points"]) {
        const int index = point["index"].get<int>(), i = index % 40, j = index / 40;  // south first
        const float* v = &d[static_cast<std::size_t>(3 * ((39 - j) * 40 + i))];
        const double x = map.world->x0 + (i + 0.5) * map.world->texel_m,
                     y = map.world->y0 + (j + 0.5) * map.world->texel_m;
        most = std::max(most, distance(vector_of(point["at"]),
                                       {x + static_cast<double>(v[0]), y + static_cast<double>(v[1]),
                                        static_cast<double>(v[2])}));
      }
    }
    EXPECT_LE(most, 1e-3) << thing;  // metres of a map of two kilometres
  }

  // The same nodes on the water of the shore bake.
  const Json on_water = run(blender, "--python isle_import_blender.py --python surf_import_blender.py",
                            "isle_water", "0 1", "--on isle_water");
  double highest = 0;
  for (const Json& frame : on_water["isle_water"]["frames"])
    for (const Json& point : frame["points"]) highest = std::max(highest, point["at"][2].get<double>());
  EXPECT_GT(highest, 0.3);
  EXPECT_LT(highest, 1.3 * high + 0.1);
}

}  // namespace
}  // namespace ocean
