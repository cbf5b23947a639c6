// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/outputs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "libbake/core/error.h"
#include "libbake/io/verify.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

using Names = std::vector<std::string>;

constexpr int32_t kWidth = 8, kHeight = 6;

OutputRecord packed_record(const std::string& name) {
  OutputRecord record;
  record.file = name + "_shore.png";
  record.role = "shore";
  record.format = "png16";
  record.width = kWidth;
  record.height = kHeight;
  const Decode decode{100.0 / 32767, -100.0 * 32768 / 32767, false};
  record.channels = {{"distance", "signed distance, positive in water", "m", decode, -100, 100, 0.0016},
                     {"depth", "depth", "m", {0.001, 0, false}, 0, 66, std::nullopt},
                     {"mask", "water", "", {1.0 / 65535, 0, false}, 0, 1, std::nullopt}};
  record.world = WorldRecord{-4, 10, 4, 16, 1, "world"};
  return record;
}

std::vector<uint16_t> packed_samples() {
  std::vector<uint16_t> samples;
  for (int i = 0; i < kWidth * kHeight; ++i) {
    for (const int code : {1 + i * 1300, i * 100, i % 2 * 65535})
      samples.push_back(static_cast<uint16_t>(code));
  }
  return samples;
}

// A job: one image and one text, from one input.
struct Job {
  std::string folder, input, config = R"({"resolution": 8})", version = "1.0", name = "isle";

  Manifest manifest() const {
    return {"oceanbake", version, "shore", name, config, {input_record(input)}, {}, {}};
  }
  std::string run() const {
    OutputSet outputs(folder, manifest());
    outputs.write_image(packed_record(name), packed_samples().data());
    OutputRecord text;
    text.file = name + "_coast.csv";
    text.role = "curves";
    text.format = "csv";
    outputs.write_bytes(text, "x,y\n1,2\n");
    outputs.fact("no_shoreline", "false");
    return outputs.commit();
  }
  std::string why_not() const {
    std::string why;
    const bool same = up_to_date(folder, name, config, {input_record(input)}, version, &why);
    EXPECT_EQ(same, why.empty());
    return why;
  }
};

class OutputSetTest : public testing::Test {
 protected:
  OutputSetTest() {
    write_text(folder_.file("isle.obj"), "v 0 0 0\n");
    job_ = {folder_.file("out"), folder_.file("isle.obj")};
  }
  std::string out(const std::string& name) const { return folder_.file("out/" + name); }
  // The checks of verify that failed, as "file what".
  Names failures() const {
    Names out_names;
    for (const Check& c : verify(out("isle.manifest.json"))) {
      if (!c.ok) out_names.push_back(c.file + " " + c.what);
    }
    return out_names;
  }

  TempFolder folder_;
  Job job_;
};

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
  Job other = job_;
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
  Job changed = job_;
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

TEST_F(OutputSetTest, VerifyPassesOnWhatAJobWrote) {
  job_.run();
  EXPECT_EQ(failures(), Names{});
  EXPECT_GT(verify(out("isle.manifest.json")).size(), 10u);
}

TEST_F(OutputSetTest, VerifySeesOneChangedTexel) {
  job_.run();
  Image image = read_image(out("isle_shore.png"));
  image.samples[60] ^= std::byte{1};
  write_image(out("isle_shore.png"), ImageFormat::png16, image.spec, image.samples.data());
  const Names failed = failures();
  ASSERT_FALSE(failed.empty());
  EXPECT_NE(std::find(failed.begin(), failed.end(), "isle_shore.png content hash"), failed.end());
  try {
    require(verify(out("isle.manifest.json")), "m");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::verify);
  }
}

TEST_F(OutputSetTest, VerifyAcceptsTheSameTexelsInAnotherFile) {
  // Another compressor, the same content: only the size in bytes tells.
  OutputSet outputs(job_.folder, job_.manifest());
  OutputRecord record = packed_record("isle");
  record.format = "exr-float";
  record.file = "isle.exr";
  for (ChannelRecord& c : record.channels) c = {c.name, c.meaning, c.unit, {}, {}, {}, {}};
  const std::vector<float> samples(kWidth * kHeight * 3, 0.5f);
  outputs.write_image(record, samples.data());
  outputs.commit();
  EXPECT_EQ(failures(), Names{});
  Image image = read_image(out("isle.exr"));
  EXPECT_EQ(image.spec.channels,
            (Names{"depth", "distance", "mask"}));  // EXR sorts names: verify goes by name
  write_image(out("isle.exr"), ImageFormat::exr_float, image.spec, image.samples.data(), Compression::none);
  EXPECT_EQ(failures(), Names{"isle.exr size"});
}

TEST_F(OutputSetTest, VerifyFindsEachBrokenPromise) {
  job_.run();
  const std::string text = read_text(out("isle.manifest.json"));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    write_text(out("isle.manifest.json"), changed.replace(at, from.size(), to));
    return failures();
  };
  const auto has = [](const Names& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  EXPECT_TRUE(has(with("\"width\": 8", "\"width\": 9"), "isle_shore.png texels"));
  EXPECT_TRUE(has(with("\"width\": 8", "\"width\": 9"), "isle_shore.png bounds = texels * texel size"));
  EXPECT_TRUE(has(with("png16", "tga8"), "isle_shore.png format"));
  EXPECT_TRUE(has(with("\"name\": \"R\"", "\"name\": \"X\""), "isle_shore.png channels"));
  EXPECT_TRUE(has(with("66.0", "1.0"), "isle_shore.png G in range"));
  EXPECT_TRUE(has(with("-4.0", "-5.0"), "isle_shore.png bounds = texels * texel size"));
  EXPECT_TRUE(has(with("-4.0", "-5.0"), "isle_shore.png metadata ocean:world_bounds_m"));
  EXPECT_TRUE(has(with("isle_coast.csv", "gone.csv"), "gone.csv exists"));
  write_text(out("isle_coast.csv"), "x,y\n1,3\n");
  write_text(out("isle.manifest.json"), text);
  EXPECT_EQ(failures(), Names{"isle_coast.csv content hash"});
  write_text(out("isle_shore.png"), "no picture");
  EXPECT_TRUE(has(failures(), "isle_shore.png readable"));
}

TEST_F(OutputSetTest, VerifySeesWhatIsNoNumber) {
  OutputSet outputs(job_.folder, job_.manifest());
  OutputRecord record = packed_record("isle");
  record.format = "exr-half";
  record.file = "isle.exr";
  record.channels = {{"Y", "height", "m", {}, {}, {}, {}}};
  std::vector<uint16_t> samples(kWidth * kHeight, 0x3c00);
  samples[11] = 0x7e00;
  outputs.write_image(record, samples.data());
  outputs.commit();
  EXPECT_EQ(failures(), Names{"isle.exr Y finite"});
}

int promise_calls = 0;
void promise(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks) {
  ++promise_calls;
  double sum = 0;
  for_each_decoded_row(manifest.outputs[0], folder, [&](int32_t, std::span<const float> row) {
    for (size_t i = 1; i < row.size(); i += 3) sum += row[i];
  });
  checks.push_back(
      {manifest.outputs[0].file, "sum of depths", std::fabs(sum - 112.8) < 1e-4, "112.8", number_text(sum)});
}

TEST_F(OutputSetTest, PromisesOfTheJobAreAsked) {
  job_.run();
  promise_calls = 0;
  const PromiseRow rows[] = {{"shore", promise}, {"waves", promise}};
  const std::vector<Check> checks = verify(out("isle.manifest.json"), rows);
  EXPECT_EQ(promise_calls, 1);
  EXPECT_EQ(checks.back().what, "sum of depths");
  EXPECT_TRUE(checks.back().ok) << checks.back().found;
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

// Each of these was once read as if nothing were wrong.
TEST_F(OutputSetTest, ChangedManifestsAreRefusedWithAPlace) {
  job_.run();
  const std::string text = read_text(out("isle.manifest.json"));
  const auto why = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    write_text(out("isle.manifest.json"), changed.replace(at, from.size(), to));
    try {
      verify(out("isle.manifest.json"));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  const auto expect = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const std::string file = "\"file\": \"isle_shore.png\"";
  expect(why(file, "\"file\": \"/etc/passwd\""), "/outputs/0/file: '/etc/passwd' is no path below");
  expect(why(file, "\"file\": \"../isle_shore.png\""), "is no path below the manifest's folder");
  expect(why(file, "\"file\": \"a/../../b.png\""), "is no path below the manifest's folder");
  expect(why(file, "\"file\": \"\""), "is no path below the manifest's folder");
  expect(why(file, "\"file\": \"isle_coast.csv\""), "is listed twice");
  for (const char* width : {"8.5", "8.0", "0", "-8", "4294967304", "1e3", "\"8\""})
    expect(why("\"width\": 8", std::string("\"width\": ") + width), "/outputs/0/width: ");
  expect(why("\"bytes\": ", "\"bytes\": -"), "is no whole number from 0");
  expect(why("\"bytes\": ", "\"bytes\": 1e400"), "is no JSON");
  expect(why(file, file + ", " + file), "has the key 'file' twice");
  // Took all of the stack.
  const std::string brackets(200000, '['), closing(200000, ']');
  expect(why("\"job\": \"shore\"", "\"job\": " + brackets + closing), "more than 256 deep");
  expect(why("\"job\": \"shore\"", "\"job\": 3"), "/job: 3 is no text");
  write_text(out("isle.manifest.json"), text + '\0' + "garbage");
  EXPECT_THROW(verify(out("isle.manifest.json")), Error);
}

TEST_F(OutputSetTest, FailedChecksSayWhetherAPlainRerunMendsThem) {
  job_.run();
  const auto advice = [&] {
    try {
      require({{"isle_shore.png", "promise", false, "a", "b"}}, out("isle.manifest.json"));
    } catch (const Error& error) {
      return error.problems().back().what;
    }
    return std::string();
  };
  EXPECT_NE(advice().find("run the job again with --force"), std::string::npos) << advice();
  write_text(out("isle_coast.csv"), "x,y\n1,3\n");
  EXPECT_NE(advice().find("run the job again"), std::string::npos);
  EXPECT_EQ(advice().find("--force"), std::string::npos) << advice();
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
