// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/outputs.h"

#include <gtest/gtest.h>

#include <limits>

#include "libbake/core/error.h"
#include "tests/io/outputs_fixture.h"

namespace ocean {
namespace {

TEST_F(OutputSetTest, TheManifestReadsBackAsItWasWritten) {
  const std::string path = job_.run();
  EXPECT_EQ(path, out("isle.manifest.json"));
  const Manifest m = read_manifest(path);
  EXPECT_EQ(m.tool, "oceanbake");
  EXPECT_EQ(m.kind, "shore");
  EXPECT_EQ(m.name, "isle");
  EXPECT_EQ(m.config, R"({"resolution":8})");
  ASSERT_EQ(m.inputs.size(), 1u);
  EXPECT_EQ(m.inputs[0].path, "isle.obj");
  EXPECT_EQ(m.inputs[0].bytes, 8);
  EXPECT_EQ(m.facts.at("no_shoreline"), "false");
  ASSERT_EQ(m.outputs.size(), 2u);
  const OutputRecord& image = m.outputs[0];
  EXPECT_EQ(image.format, "png16");
  EXPECT_EQ(image.width, kWidth);
  ASSERT_EQ(image.channels.size(), 3u);
  EXPECT_EQ(image.channels[0].name, "R");  // what PNG stores
  EXPECT_EQ(image.channels[0].meaning, "signed distance, positive in water");
  EXPECT_EQ(image.channels[0].decode.scale, 100.0 / 32767);
  EXPECT_EQ(image.channels[0].max, 100);
  EXPECT_EQ(image.channels[0].quantisation_error, 0.0016);
  EXPECT_FALSE(image.channels[1].quantisation_error);
  EXPECT_EQ(image.world->y1, 16);
  EXPECT_EQ(image.bytes, static_cast<int64_t>(std::filesystem::file_size(out("isle_shore.png"))));
  // Reading and writing again gives the same text.
  EXPECT_EQ(manifest_text(m), read_text(path));
}

TEST_F(OutputSetTest, TwoRunsInDifferentPlacesGiveEqualManifests) {
  job_.run();
  const TempFolder elsewhere;
  std::filesystem::create_directories(elsewhere.file("deep/er"));
  std::filesystem::copy_file(job_.input, elsewhere.file("deep/er/isle.obj"));
  SampleJob other = job_;
  other.folder = elsewhere.file("results");
  other.input = elsewhere.file("deep/er/isle.obj");
  job_.config = R"({"terrain": [")" + job_.input + R"("]})";
  other.config = R"({"terrain": [")" + other.input + R"("]})";
  EXPECT_EQ(read_text(job_.run()), read_text(other.run()));
  EXPECT_EQ(read_text(out("isle.manifest.json")).find(folder_.path()), std::string::npos);
}

TEST_F(OutputSetTest, PatternsLoseTheFolderOfTheirInputsToo) {
  const std::vector<InputRecord> inputs = {{"/data/tiles/T_1_1.r16", 1, ""}};
  EXPECT_EQ(
      portable_config(R"({"a": "/data/tiles/T_{x}_{y}.r16", "b": "/data/other/x", "c": "plain"})", inputs),
      R"({"a":"T_{x}_{y}.r16","b":"/data/other/x","c":"plain"})");
}

TEST_F(OutputSetTest, UpToDateUntilAnythingChanges) {
  EXPECT_EQ(job_.why_not(), "there is no isle.manifest.json of an earlier run");
  job_.run();
  EXPECT_EQ(job_.why_not(), "");
  SampleJob changed = job_;
  changed.config = R"({"resolution": 16})";
  EXPECT_EQ(changed.why_not(), "the configuration differs at /resolution: 8 then, 16 now");
  changed = job_;
  changed.version = "1.1";
  EXPECT_EQ(changed.why_not(), "version 1.0 wrote it, this is 1.1");
  changed = job_;
  changed.input = folder_.file("other.obj");
  std::filesystem::copy_file(job_.input, changed.input);
  EXPECT_EQ(changed.why_not(), "input isle.obj became other.obj");
  write_text(job_.input, "v 1 0 0\n");
  EXPECT_EQ(job_.why_not(), "input isle.obj was changed since");
}

TEST_F(OutputSetTest, UpToDateSeesEveryOutput) {
  job_.run();
  std::string text = read_text(out("isle_shore.png"));
  text[text.size() / 2] ^= 1;
  write_text(out("isle_shore.png"), text);
  EXPECT_EQ(job_.why_not(), "isle_shore.png was changed since");
  job_.run();
  EXPECT_EQ(job_.why_not(), "");
  std::filesystem::remove(out("isle_coast.csv"));
  EXPECT_EQ(job_.why_not(), "isle_coast.csv is missing");
  job_.run();
  write_text(out("isle.manifest.json"), read_text(out("isle.manifest.json")) + " ");
  EXPECT_EQ(job_.why_not(), "isle.manifest.json was changed since");
  job_.run();
  std::filesystem::remove(out(".isle.state"));
  EXPECT_EQ(job_.why_not(), "there is no state file of the earlier run");
  job_.run();
  write_text(out(".isle.state"), "{ broken");
  EXPECT_NE(job_.why_not().find("cannot be judged"), std::string::npos);
}

TEST_F(OutputSetTest, ARunThatStopsInTheMiddleIsNotComplete) {
  job_.run();
  {
    OutputSet outputs(job_.folder, job_.manifest());
    EXPECT_EQ(job_.why_not(), "");  // nothing was touched yet
    outputs.write_image(packed_record("isle"), packed_samples().data());
  }
  EXPECT_FALSE(std::filesystem::exists(out("isle.manifest.json")));
  EXPECT_NE(job_.why_not(), "");
  job_.run();
  EXPECT_EQ(job_.why_not(), "");
}

TEST_F(OutputSetTest, OutputsStayInTheirFolderAndAreWrittenOnce) {
  OutputSet outputs(job_.folder, job_.manifest());
  EXPECT_THROW(outputs.path("../x"), Error);
  EXPECT_THROW(outputs.path("/elsewhere/x"), Error);
  EXPECT_THROW(outputs.path(""), Error);
  outputs.write_image(packed_record("isle"), packed_samples().data());
  EXPECT_THROW(outputs.write_image(packed_record("isle"), packed_samples().data()), Error);
  OutputRecord lost;
  lost.file = "never_written";
  EXPECT_THROW(outputs.add(lost), Error);
  EXPECT_EQ(outputs.paths(), (Names{out("isle_shore.png"), out("isle.manifest.json")}));
}

TEST_F(OutputSetTest, NumbersThatAreNoneDoNotReachTheManifest) {
  Manifest m = job_.manifest();
  m.outputs = {packed_record("isle")};
  m.outputs[0].world->x0 = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(manifest_text(m), Error);
  m.outputs.clear();
  m.config = "{";
  EXPECT_THROW(manifest_text(m), Error);
}

TEST_F(OutputSetTest, FilesCarryTheirMetadata) {
  job_.run();
  std::string bounds, distance;
  for (const Attribute& a : read_image(out("isle_shore.png")).spec.attributes) {
    if (a.name == "ocean:world_bounds_m") bounds = attribute_text(a);
    if (a.name == "ocean:channel.R") distance = attribute_text(a);
  }
  EXPECT_EQ(bounds, "-4.0 10.0 4.0 16.0");
  EXPECT_EQ(distance.rfind("signed distance, positive in water [m] = 0.00305", 0), 0u) << distance;
}

TEST(Manifest, BrokenFilesAreErrorsWithAPlace) {
  const TempFolder folder;
  const auto why = [&](const std::string& text) {
    write_text(folder.file("m.json"), text);
    try {
      read_manifest(folder.file("m.json"));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(why("{\n\"manifest\": 1,\n]").find("m.json:3"), std::string::npos);
  EXPECT_NE(why("{}").find("is no manifest"), std::string::npos);
  EXPECT_NE(why("[]").find("is no manifest"), std::string::npos);
  EXPECT_NE(why("").find("m.json:1"), std::string::npos);
  EXPECT_NE(why(R"({"manifest": 1, "tool": 5})").find("/tool"), std::string::npos);
  EXPECT_THROW(read_manifest(folder.file("none")), Error);
  EXPECT_THROW(read_manifest(folder.path()), Error);
}

TEST(Decode, LinearAndSquare) {
  EXPECT_EQ((Decode{2, -10, false})(3), -4);
  EXPECT_EQ((Decode{1, -3, true})(1), -4);
  EXPECT_EQ((Decode{}).formula(), "stored");
  EXPECT_EQ((Decode{0.5, -3, false}).formula(), "0.5 * stored - 3.0");
  EXPECT_EQ((Decode{0.5, 3, true}).formula(), "t * abs(t) with t = 0.5 * stored + 3.0");
}

}  // namespace
}  // namespace ocean
