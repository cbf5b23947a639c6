// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/verify.h"

#include <gtest/gtest.h>

#include <cmath>

#include "libbake/core/error.h"
#include "tests/io/outputs_fixture.h"

namespace ocean {
namespace {

using VerifyTest = OutputSetTest;

TEST_F(VerifyTest, PassesOnWhatAJobWrote) {
  job_.run();
  EXPECT_EQ(failures(), Names{});
  EXPECT_GT(verify(out("isle.manifest.json")).size(), 10u);
}

TEST_F(VerifyTest, SeesOneChangedTexel) {
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

TEST_F(VerifyTest, AcceptsTheSameTexelsInAnotherFile) {
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

TEST_F(VerifyTest, FindsEachBrokenPromise) {
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

TEST_F(VerifyTest, SeesWhatIsNoNumber) {
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

TEST_F(VerifyTest, PromisesOfTheJobAreAsked) {
  job_.run();
  promise_calls = 0;
  const PromiseRow rows[] = {{"shore", promise}, {"waves", promise}};
  const std::vector<Check> checks = verify(out("isle.manifest.json"), rows);
  EXPECT_EQ(promise_calls, 1);
  EXPECT_EQ(checks.back().what, "sum of depths");
  EXPECT_TRUE(checks.back().ok) << checks.back().found;
}

// Each of these was once read as if nothing were wrong.
TEST_F(VerifyTest, ChangedManifestsAreRefusedWithAPlace) {
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

TEST_F(VerifyTest, FailedChecksSayWhetherAPlainRerunMendsThem) {
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

}  // namespace
}  // namespace ocean
