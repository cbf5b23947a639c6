// SPDX-License-Identifier: Apache-2.0
#include "libbake/config/config_set.h"

#include <gtest/gtest.h>

#include "libbake/config/config_text.h"
#include "libbake/config/json_reader.h"

using namespace ocean;

namespace {

struct Layer : Config {
  double depth = 1;
  std::vector<int64_t> ids;
  void describe(Fields& f) override {
    f.real("depth", depth).above(0).text("Depth.");
    f.integers("ids", ids).range(0, 9).text("Numbers.");
  }
};

struct Scene : Config {
  double low = 0, high = 1;
  std::vector<Layer> layers;
  std::string picture;
  void describe(Fields& f) override {
    f.real("low", low).range(-10, 10).text("Low end.");
    f.real("high", high).range(-10, 10).text("High end.");
    f.records("layers", layers).count(0, 2).text("Layers.");
    f.path("picture", picture).text("A picture.");
  }
  void check(Problems& p) const override {
    if (low >= high) p.add("low", "must be below high");
  }
};

struct Loaded {
  ConfigSet set{std::make_unique<Scene>()};
  Problems problems;
  const Scene& scene() const { return static_cast<const Scene&>(set.config()); }
  std::string text() const { return problems.empty() ? "" : Error(ErrorKind::usage, problems.list()).what(); }
};

void read(Loaded& l, const std::string& json, const std::string& folder = "") {
  l.set.apply_json(json, "s.json", folder, "scene", {}, l.problems);
  l.set.check(l.problems);
}

TEST(ConfigSet, TakesGoodValues) {
  Loaded l;
  read(
      l,
      R"({"low": -1, "layers": [{"ids": [1, 2]}, {"depth": 2.5}], "job": "scene", "version": ")" OCEAN_VERSION
      R"(", "$schema": "x"})");
  EXPECT_EQ(l.text(), "");
  EXPECT_EQ(l.scene().low, -1);
  ASSERT_EQ(l.scene().layers.size(), 2u);
  EXPECT_EQ(l.scene().layers[0].ids, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(l.scene().layers[1].depth, 2.5);
}

TEST(ConfigSet, EmptyObjectIsTheDefaults) {
  Loaded l;
  const std::string before = config_json(l.set.fields(), "scene", ConfigForm::full);
  read(l, "{}");
  EXPECT_EQ(l.text(), "");
  EXPECT_EQ(config_json(l.set.fields(), "scene", ConfigForm::full), before);
}

TEST(ConfigSet, RulesSayNothingAboutRefusedFields) {
  Loaded l;  // low was refused and holds its default 0, which is not below high = -5: that is no news
  read(l, R"({"low": -99, "high": -5})");
  EXPECT_EQ(l.text(), "s.json: /low: -99 is out of range; must be -10 to 10");
}

TEST(ConfigSet, RulesAndRecordsAreListedTogether) {
  Loaded l;
  read(l, R"({"low": 2, "layers": [{"depth": 0}, {"ids": [10], "id": 1}], "name": 3})");
  EXPECT_EQ(l.text(),
            "s.json: /layers/0/depth: 0 is out of range; must be > 0\n"
            "s.json: /layers/1/id: unknown key; did you mean 'ids'?\n"
            "s.json: /layers/1/ids: 10 is out of range; must be 0 to 9\n"
            "s.json: /name: 3 is not a text\n"
            "s.json: /low: must be below high");
}

TEST(ConfigSet, RecordsAreCountedBeforeTheyAreRead) {
  Loaded l;
  read(l, R"({"layers": [{}, {}, {}]})");
  EXPECT_EQ(l.text(), "s.json: /layers: 3 entries; must be 0 to 2");
  EXPECT_TRUE(l.scene().layers.empty());
}

TEST(ConfigSet, KeysGivenTwiceAreFoundAtAnyDepth) {
  Loaded l;
  read(l, R"({"layers": [{}, {"ids": [1], "depth": 1, "depth": 2}], "a/b": 1})");
  EXPECT_EQ(
      l.text(),
      "s.json: /layers/1/depth: the key is given twice; remove one of the two\ns.json: /a~1b: unknown key");
}

TEST(ConfigSet, SyntaxErrorsHaveLineAndColumn) {
  Loaded l;
  read(l, "{\n  \"low\": 1,\n  \"high\": }\n");
  EXPECT_TRUE(l.text().starts_with("s.json:3:11: no JSON: ")) << l.text();
}

TEST(ConfigSet, DeepNestingIsNoCrash) {
  Loaded l;
  read(l, std::string(200000, '[') + std::string(200000, ']'));
  EXPECT_NE(l.text(), "");
}

TEST(ConfigSet, PathsFollowTheFile) {
  Loaded l;
  read(l, R"({"picture": "p/x.png"})", "scenes");
  EXPECT_EQ(l.scene().picture, "scenes/p/x.png");
  EXPECT_NE(config_json(l.set.fields(), "scene", ConfigForm::manifest).find("\"picture\": \"x.png\""),
            std::string::npos);
  Loaded absolute;
  read(absolute, R"({"picture": "/x.png"})", "scenes");
  EXPECT_EQ(absolute.scene().picture, "/x.png");
}

TEST(ConfigSet, AFlagReplacesTheFilesRecords) {
  Loaded l;
  read(l, R"({"layers": [{"depth": 5}, {}]})");
  CommandLine line;
  line.flags = {{"layers", {R"([{"depth": 7}])"}}};
  l.set.apply_flags(line, {}, l.problems);
  EXPECT_EQ(l.text(), "");
  ASSERT_EQ(l.scene().layers.size(), 1u);
  EXPECT_EQ(l.scene().layers[0].depth, 7);
  EXPECT_EQ(l.set.origin("/layers/0/depth"), "--layers: /0/depth");
  EXPECT_EQ(l.set.origin("/low"), "--low");
}

TEST(ConfigSet, ExecutionOptionsStayOutOfTheManifest) {
  Loaded l;
  read(l, R"({"threads": 3, "out": "there"})");
  EXPECT_EQ(l.text(), "");
  const std::string manifest = config_json(l.set.fields(), "scene", ConfigForm::manifest);
  EXPECT_EQ(manifest.find("threads"), std::string::npos);
  EXPECT_EQ(manifest.find("there"), std::string::npos);
  EXPECT_EQ(json_problem(manifest), "");
}

TEST(CommonOptions, FrameRanges) {
  EXPECT_EQ(parse_frames("7")->first, 7);
  EXPECT_EQ(parse_frames("7")->last, 7);
  EXPECT_EQ(parse_frames("0-239")->last, 239);
  for (const char* bad : {"", "-", "5-", "-5", "9-3", "1-2-3", "a", "1.5", "+1", "1 -2", "99999999999"})
    EXPECT_FALSE(parse_frames(bad).has_value()) << bad;
}

}  // namespace
