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
  std::string picture, size = "64";
  std::vector<std::string> files;
  void describe(Fields& f) override {
    f.real("low", low).range(-10, 10).text("Low end.");
    f.real("high", high).range(-10, 10).text("High end.");
    f.records("layers", layers).count(0, 2).text("Layers.");
    f.path("picture", picture).text("A picture.");
    f.text("size", size).or_number().text("Size.");
    f.paths("files", files).positional("FILES").required().text("Files.");
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
  l.set.common().print_config = true;  // needs no FILES
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

TEST(ConfigSet, OneNumberIsAListOfOne) {
  Loaded l;
  read(l, R"({"layers": [{"ids": 7}]})");
  EXPECT_EQ(l.text(), "");
  EXPECT_EQ(l.scene().layers[0].ids, (std::vector<int64_t>{7}));
  Loaded bad;
  read(bad, R"({"layers": [{"ids": 10}]})");
  EXPECT_EQ(bad.text(), "s.json: /layers/0/ids: 10 is out of range; must be 0 to 9");
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
  EXPECT_EQ(l.text(), "s.json:3:11: expected a value, found '}'");
}

TEST(ConfigSet, TextsThatAreNoJsonSayWhatIsExpected) {
  const auto says = [](const std::string& json, const std::string& message) {
    Loaded l;
    read(l, json);
    EXPECT_EQ(l.text(), "s.json:" + message) << json;
  };
  says("", "1:1: expected a JSON object, at least {}, found an empty file");
  says("\xef\xbb\xbf \n", "1:1: expected a JSON object, at least {}, found an empty file");
  says("{\"low\": 1,\n}", "2:1: expected a key in double quotes, found '}'; remove the comma before it");
  says("{\"low\" 1}", "1:8: expected ':' after the key, found '1'");
  says("{\"low\": 1\n \"high\": 2}",
       "2:2: expected ',' or '}' after the value, found '\"high\"'; is a comma missing before it?");
  says("{\"files\": [\"a\" \"b\"]}",
       "1:16: expected ',' or ']' after the value, found '\"b\"'; is a comma missing before it?");
  says("{\"low\": 1} {}", "1:12: expected the end of the file, found '{'");
  says("{\"low\": 1", "1:10: expected ',' or '}' after the value, found the end of the file");
  says("{low: 1}", "1:2: expected a key in double quotes, found 'low'; write \"low\"");
  says("{'low': 1}", "1:2: expected a key in double quotes, found '''; texts stand in double quotes");
  says("{\"low\": NaN}", "1:9: expected a value, found 'NaN'");
  says("{\"low\": 1.}", "1:9: expected a value, found '1.'");
  says("{\"low\": True}", "1:9: expected a value, found 'True'; write it in small letters");
  says("{ // low\n}", "1:3: expected a key in double quotes, found '/'; JSON has no comments: remove it");
  says("{\"picture\": \"C:\\pictures\"}",
       "1:16: expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX, found '\\p'; write \\\\ for a "
       "backslash, or / in paths");
  says("{\"picture\": \"a\n\"}",
       "1:15: expected the closing \" of a text, found the end of the line; close it, or write \\n, \\t");
  says("{\"picture\": \"a", "1:15: expected the closing \" of a text, found the end of the file");
  says("{\n\"picture\": \"\xc3\xa4\xe4\"}",
       "2:15: expected UTF-8 text, found other bytes; save the file as UTF-8");
  says(std::string("\xff\xfe{\0}\0", 6), "1:1: is UTF-16 or UTF-32 text; save it as UTF-8");
  says(std::string("{\0}\0", 4), "1:1: is UTF-16 or UTF-32 text; save it as UTF-8");
  says("{\n\"low\": " + std::string(100000, '['),
       "2:263: lists and objects lie in one another more than 256 deep; the file is damaged");
  says("{\"low\": 1e999}", "1:9: expected a number, found '1e999'; numbers must fit a double");
}

TEST(ConfigSet, AByteOrderMarkIsNoMatter) {
  Loaded l;
  read(l, "\xef\xbb\xbf{\"low\": -2}");
  EXPECT_EQ(l.text(), "");
  EXPECT_EQ(l.scene().low, -2);
}

TEST(ConfigSet, ANumberWhereATextMayHoldOne) {
  for (const auto& [json, text] : std::vector<std::pair<std::string, std::string>>{
           {"128", "128"}, {"\"128\"", "128"}, {"0.25", "0.25"}, {"1e3", "1000"}}) {
    Loaded l;
    read(l, "{\"size\": " + json + "}");
    EXPECT_EQ(l.text(), "");
    EXPECT_EQ(l.scene().size, text);
  }
  Loaded l;
  read(l, R"({"size": true, "picture": 3})");
  EXPECT_EQ(l.text(), "s.json: /picture: 3 is not a path\ns.json: /size: true is not a text or a number");
  EXPECT_NE(schema_json(l.set.fields(), {}).find("\"type\": [\"string\", \"number\"]"), std::string::npos);
}

TEST(ConfigSet, OneTextIsAListOfOne) {
  Loaded l;
  read(l, R"({"files": "x.obj"})", "scenes");
  EXPECT_EQ(l.text(), "");
  EXPECT_EQ(l.scene().files, (std::vector<std::string>{"scenes/x.obj"}));
  EXPECT_NE(schema_json(l.set.fields(), {}).find("anyOf"), std::string::npos);
}

TEST(ConfigSet, EmptyTextsAreRefused) {
  Loaded l;
  read(l, R"({"files": "", "out": "", "picture": "", "name": ""})");  // the last two are the defaults
  EXPECT_EQ(l.text(),
            "s.json: /files: '' is no path; name a file, or leave it out\n"
            "s.json: /out: '' is no path; name one, or remove the key");
  Loaded flags;
  CommandLine line;
  line.flags = {{"out", {""}}, {"name", {""}}, {"size", {""}}};
  line.positionals = {"a.obj", ""};
  flags.set.apply_flags(line, {}, flags.problems);
  EXPECT_EQ(flags.text(),
            "--out: '' is empty; pass DIR, or leave it out\n"
            "--name: '' is empty; pass NAME, or leave it out\n"
            "--size: '' is empty; pass TEXT, or leave it out\n"
            "FILES: '' is empty; pass FILE, or leave it out");
}

TEST(ConfigSet, WhatIsOnlyPrintedNeedsNothing) {
  Loaded l;
  CommandLine line;
  line.flags = {{"print_config", {"true"}}};
  l.set.load(line, "scene", {}, l.problems);
  EXPECT_EQ(l.text(), "");
  Loaded run;
  run.set.load({}, "scene", {}, run.problems);
  EXPECT_NE(run.text().find("FILES: is missing"), std::string::npos);
}

TEST(ConfigSet, APrintedConfigurationDoesNotNameTheFolderOfTheRun) {
  const auto printed = [](const std::string& out) {
    ConfigSet set(std::make_unique<Scene>(), ConfigSet::with_common, false);
    set.common().out = out;
    return config_json(set.fields(), "scene", ConfigForm::full);
  };
  EXPECT_EQ(printed(".").find("\"out\""), std::string::npos) << "in a file it would be the file's folder";
  EXPECT_NE(printed("there").find("/there\""), std::string::npos);
}

TEST(ConfigSet, FramesAreShownWhereTheyAreWritten) {
  const auto shown = [](bool frames) {
    const ConfigSet set(std::make_unique<Scene>(), ConfigSet::with_common, frames);
    const std::vector<Field>& f = set.fields();
    std::string all = help_text(f, {}) + reference_markdown(f, {}) + schema_json(f, {});
    for (const ConfigForm form : {ConfigForm::full, ConfigForm::manifest})
      all += config_json(f, "scene", form);
    return all.find("frames") != std::string::npos || all.find("Frames") != std::string::npos;
  };
  EXPECT_TRUE(shown(true));
  EXPECT_FALSE(shown(false));
  EXPECT_NE(reference_markdown(ConfigSet(std::make_unique<Scene>()).fields(), {}).find("Default `.`."),
            std::string::npos);
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
