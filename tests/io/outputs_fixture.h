// SPDX-License-Identifier: Apache-2.0
//
// A job that writes one image and one text from one input, for the tests of outputs and of verify.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "libbake/io/outputs.h"
#include "libbake/io/verify.h"
#include "tests/io/temp_folder.h"

namespace ocean {

using Names = std::vector<std::string>;

inline constexpr int32_t kWidth = 8, kHeight = 6;

inline OutputRecord packed_record(const std::string& name) {
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

inline std::vector<uint16_t> packed_samples() {
  std::vector<uint16_t> samples;
  for (int i = 0; i < kWidth * kHeight; ++i) {
    for (const int code : {1 + i * 1300, i * 100, i % 2 * 65535})
      samples.push_back(static_cast<uint16_t>(code));
  }
  return samples;
}

struct SampleJob {
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
  SampleJob job_;
};

}  // namespace ocean
