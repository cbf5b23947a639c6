// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake curves`: files of every target, what is said of their consumers, tables, fades, textures.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "libbake/bake/curve_layouts.h"
#include "libbake/bake/curves_job.h"
#include "libbake/bake/run_job.h"
#include "libbake/core/error.h"
#include "libbake/core/read_file.h"
#include "libbake/io/content_hash.h"
#include "libbake/io/image.h"
#include "libbake/io/manifest.h"
#include "libbake/io/verify.h"
#include "tests/bake/curves_fixture.h"
#include "tests/io/temp_folder.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

class CurvesJob : public testing::Test {
 protected:
  std::string run(std::vector<CommandLine::Flag> flags, const std::string& input,
                  const std::string& sub = "a") {
    flags.push_back({"input", {input}});
    flags.push_back({"out", {folder_.file(sub)}});
    flags.push_back({"progress", {"none"}});
    ConfigSet set(curves_job().make_config());
    Problems problems;
    set.load(
        {std::move(flags), {}, {}}, "curves", [](const std::string&) { return std::string(); }, problems);
    problems.throw_if_any();
    return run_job(curves_job(), set);
  }
  std::string save(const WaveSet& set) {
    write_text(folder_.file("sea.waves.json"), wave_set_text(set));
    return folder_.file("sea.waves.json");
  }
  std::string save(const std::string& name, const std::string& text) {
    write_text(folder_.file(name), text);
    return folder_.file(name);
  }
  Manifest manifest(const std::string& sub, const std::string& name) const {
    return read_manifest(folder_.file(sub + "/" + name + ".manifest.json"));
  }
  // What the manifest says of one consumer.
  static Json consumer(const Manifest& m, const std::string& writer, const std::string& part) {
    for (const Json& c : Json::parse(m.facts.at("consumers")))
      if (c["writer"] == writer && c["consumer"].get<std::string>().find(part) != std::string::npos) return c;
    ADD_FAILURE() << "no consumer " << part << " of " << writer;
    return {};
  }
  TempFolder folder_;
};

TEST_F(CurvesJob, EveryTargetsFilesKeepTheSea) {
  const std::string input = save(sea(9));
  for (const TargetTraits& target : kTargets) {
    const std::string sub(target.name);
    run({{"target", {sub}}, {"name", {"sea"}}}, input, sub);
    const Manifest manifest = read_manifest(folder_.file(sub + "/sea.manifest.json"));
    EXPECT_EQ(manifest.facts.at("layout"), "\"held\"");
    const std::string& consumers = manifest.facts.at("consumers");
    EXPECT_NE(consumers.find("\"passes\":true"), std::string::npos) << consumers;
    // Half floats of Unreal's material exposure are too coarse; all else keeps the bar.
    const std::size_t fails = consumers.find("\"passes\":false");
    EXPECT_EQ(fails != std::string::npos, target.target == Target::unreal) << consumers;
    if (fails != std::string::npos) {
      EXPECT_EQ(consumers.find("\"passes\":false", fails + 1), std::string::npos) << consumers;
    }
    std::size_t curves = 0;
    for (const OutputRecord& output : manifest.outputs)
      curves += output.role == "curves" || output.role == "lut";
    EXPECT_GE(curves, 2U) << target.name;
  }
}

TEST_F(CurvesJob, GoldenHash) {
  run({{"layout", {"exact"}}, {"writers", {"csv"}}, {"name", {"sea"}}}, save(sea(5, false)));
  expect_golden_hex("curves/exact", hash_file(folder_.file("a/sea_keys.csv")).substr(9));
}

TEST_F(CurvesJob, RefusesAWriterOfAnotherTarget) {
  try {
    run({{"writers", {"unity"}}}, save(sea(2)));
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("pass --target unity"), std::string::npos) << e.what();
  }
}

// Waves of centimetres: their values lie so near to each other that the optimiser keeps 127 samples.
TEST_F(CurvesJob, PackedUnderTheOptimiserFailsItsBarAndSaysSo) {
  WaveSet small = sea(8);
  for (SetWave& w : small.waves) {
    const double scale = 0.022 / w.length();
    w.kx /= scale, w.ky /= scale, w.amplitude *= scale;
    w.omega = dispersion(w.k(), small.gravity, small.depth);
  }
  const std::string input = save(small);
  run({{"target", {"unreal"}}, {"layout", {"packed"}}, {"name", {"p"}}}, input);
  run({{"target", {"unreal"}}, {"layout", {"held"}}, {"name", {"h"}}}, input);
  const Json spoilt = consumer(manifest("a", "p"), "unreal-curve", "optimiser at 0.01");
  EXPECT_EQ(spoilt["samples"], 127);
  EXPECT_FALSE(spoilt["passes"].get<bool>());
  EXPECT_GT(spoilt["height_error_m"].get<double>(), 1e-3);
  EXPECT_TRUE(consumer(manifest("a", "p"), "unreal-curve", "optimiser off")["passes"].get<bool>());
  EXPECT_TRUE(consumer(manifest("a", "h"), "unreal-curve", "optimiser at 0.01")["passes"].get<bool>());
}

TEST_F(CurvesJob, ThirtyTwoWavesTakeSeveralCurves) {
  const std::string input = save(sea(32));
  for (const auto& [layout, curves] :
       {std::pair<std::string, int>{"packed", 4}, {"held", 4}, {"exact", 64}}) {
    run({{"layout", {layout}}, {"writers", {"csv,exr"}}, {"name", {layout}}}, input);
    const Manifest m = manifest("a", layout);
    EXPECT_TRUE(consumer(m, "csv", "straight")["passes"].get<bool>()) << layout;
    for (const OutputRecord& o : m.outputs)
      if (o.role == "lut") {
        EXPECT_EQ(o.height, curves) << layout;
        EXPECT_EQ(o.width, 128);
      }
    require(verify(folder_.file("a/" + layout + ".manifest.json"), {}), layout);
  }
}

TEST_F(CurvesJob, TexturesHoldTheKeysWithinTheirStatedError) {
  const WaveSet set = sea(11);
  run({{"writers", {"exr,png16,png8"}}, {"name", {"lut"}}}, save(set));
  const TargetTraits& world = traits(Target::world);
  const CurveSet curves = layout_curves(CurveLayout::held, wave_numbers(set, world), world);
  int images = 0;
  for (const OutputRecord& o : manifest("a", "lut").outputs) {
    if (o.role != "lut") continue;
    ++images;
    for_each_decoded_row(o, folder_.file("a"), [&](int32_t row, std::span<const float> texels) {
      for (std::size_t key = 0; key < kCurveKeys; ++key)
        for (std::size_t c = 0; c < 4; ++c) {
          const float wanted = curves.curves[static_cast<std::size_t>(row)].channels[c].values[key];
          const double error = o.channels[c].quantisation_error.value_or(0);
          ASSERT_NEAR(texels[4 * key + c], wanted,
                      error * 1.001 + 1e-6 * std::abs(static_cast<double>(wanted)))
              << o.file;
        }
    });
  }
  EXPECT_EQ(images, 3);
}

TEST_F(CurvesJob, TablesOfCsvAndJsonGiveTheSameFiles) {
  const std::string csv = save("t.csv", "time,rate,size\n0,1,5\n10,3,-2\n40,2,0.5\n"),
                    json =
                        save("t.json", R"({"time": [0, 10, 40], "rate": [1, 3, 2], "size": [5, -2, 0.5]})"),
                    rows = save("r.json",
                                R"([{"time": 0, "rate": 1, "size": 5}, {"time": 10, "rate": 3, "size": -2},
                                              {"time": 40, "rate": 2, "size": 0.5}])");
  for (const TargetTraits& target : kTargets) {
    const std::string name(target.name);
    std::vector<std::string> hashes;
    for (const std::string& input : {csv, json, rows}) {
      run({{"target", {name}},
           {"name", {"t"}},
           {"columns", {"size,rate"}},
           {"preview", {"false"}},
           {"force", {"true"}}},
          input, name);
      std::string all;
      for (const OutputRecord& o : manifest(name, "t").outputs) all += o.file + " " + o.content_hash + "\n";
      hashes.push_back(all);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
  }
  // The columns asked for, in that order; key k is time 40*k/127.
  const std::string text = read_small_file(folder_.file("world/t_keys.csv")).text;
  EXPECT_TRUE(text.starts_with("time,size,rate\n0,5,1\n")) << text.substr(0, 60);
  EXPECT_TRUE(text.ends_with("\n127,0.5,2\n"));
  const std::string keys = manifest("world", "t").facts.at("table_keys");
  EXPECT_DOUBLE_EQ(Json::parse(keys)["last_s"].get<double>(), 40);
  EXPECT_GT(Json::parse(keys)["resampling_error"]["size"].get<double>(), 0) << "10 s is no key";
}

TEST_F(CurvesJob, FadesBecomeCurvesOfWeights) {
  WaveSet set = sea(3);
  set.waves[0].fade = WaveFade{-1e9, -1e9, 20, 30};
  set.waves[0].fade->in_start_s = set.waves[0].fade->in_end_s = -std::numeric_limits<double>::infinity();
  set.waves[1].fade =
      WaveFade{20, 30, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  run({{"name", {"f"}}, {"writers", {"csv"}}, {"time_range", {"0,63.5"}}}, save(set));
  const auto at = [&](int key) {
    std::string text = read_small_file(folder_.file("a/f_fades_keys.csv")).text;
    for (int k = 0; k <= key; ++k) text.erase(0, text.find('\n') + 1);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(at(0), "0,1,0,1");
  EXPECT_EQ(at(127), "127,0,1,1");
  EXPECT_EQ(at(50), "50,0.5,0.5,1") << "25 s, the middle of the fade";
  EXPECT_EQ(Json::parse(manifest("a", "f").facts.at("fade_keys"))["last_s"], 63.5);
}

TEST_F(CurvesJob, OptionsWithoutEffectAreRefused) {
  const auto says = [&](std::vector<CommandLine::Flag> flags, const std::string& input,
                        const std::string& part) {
    try {
      run(std::move(flags), input);
      ADD_FAILURE() << "was not refused: " << part;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
      EXPECT_FALSE(std::filesystem::exists(folder_.file("a"))) << "nothing is written";
    }
  };
  const std::string table = save("t.csv", "time,rate\n0,1\n"), waves = save(sea(2));
  says({{"layout", {"held"}}}, table, "the input is a table");
  says({{"columns", {"rat"}}}, table, "did you mean 'rate'");
  says({{"time_range", {"3,1"}}}, table, "the first time must be the smaller one");
  says({{"columns", {"rate"}}}, waves, "the input is a wave set");
  says({{"time_range", {"0,1"}}}, waves, "no wave of the set fades");
  says({}, save("s.csv", "time;rate\n0;1\n"), "separate the columns by commas");
  says({}, save("c.json", "{\"time\": [0"), "c.json:1: is no JSON: parse error");
  says({{"layout", {"packed"}}}, save(sea(2, false)), "use --layout exact");
  says({}, save(sea(33)), "33 waves; curves carry at most 32");
}

}  // namespace
}  // namespace ocean
