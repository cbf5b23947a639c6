// SPDX-License-Identifier: Apache-2.0
#include "tests/programs/programs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "libbake/io/image.h"
#include "libbake/io/verify.h"

namespace ocean {

std::string find_program(const std::vector<std::string>& names) {
  const char* path = std::getenv("PATH");
  for (const std::string& name : names) {
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
      if (access((folder + "/" + name).c_str(), X_OK) == 0) return folder + "/" + name;
  }
  return {};
}

RunResult shell(const std::string& command, const std::string& folder) {
  return Program("/bin/sh").in(folder).run({"-c", command});
}

Manifest bake(const std::string& folder, const std::string& name, const std::vector<std::string>& flags) {
  const std::string tool = std::string(OCEAN_BIN_DIR) + "/oceanbake";
  const std::string island = folder + "/island_mesh.obj";
  if (!std::filesystem::exists(island)) {
    const RunResult made = Program(tool).in(folder).run({"terrain", "--name", "island", "--resolution", "48",
                                                         "--seed", "3", "--format", "obj", "--out", folder});
    EXPECT_EQ(made.code, 0) << made.err;
  }
  std::vector<std::string> arguments = {"shore",  island, "--up",         "z",
                                        "--unit", "m",    "--resolution", "40",
                                        "--name", name,   "--no-preview", "--import-script",
                                        "--out",  folder};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  const RunResult run = Program(tool).in(folder).run(arguments);
  EXPECT_EQ(run.code, 0) << run.err;
  return read_manifest(folder + "/" + name + ".manifest.json");
}

const OutputRecord& packed_map(const Manifest& manifest) {
  for (const OutputRecord& output : manifest.outputs)
    if (output.role == "shore") return output;
  throw std::runtime_error(manifest.name + " has no packed map");
}

std::vector<float> decoded_texels(const OutputRecord& image, const std::string& folder) {
  std::vector<float> all;
  for_each_decoded_row(image, folder, [&](int32_t, std::span<const float> row) {
    all.insert(all.end(), row.begin(), row.end());
  });
  return all;
}

std::vector<float> decoded_texels(const Manifest& manifest, const std::string& folder) {
  return decoded_texels(packed_map(manifest), folder);
}

std::vector<float> stored_texels(const OutputRecord& image, const std::string& folder) {
  ImageReader reader(folder + "/" + image.file);
  const ImageSpec& spec = reader.spec();
  std::vector<std::byte> samples(static_cast<std::size_t>(spec.row_bytes() * spec.height));
  reader.rows(samples.data(), spec.height);
  std::vector<float> values;
  stored_values(
      samples.data(), spec.type,
      spec.channels.size() * static_cast<std::size_t>(spec.width) * static_cast<std::size_t>(spec.height),
      values);
  const float largest = spec.type == SampleType::u8 ? 255.F : spec.type == SampleType::u16 ? 65535.F : 1.F;
  for (float& v : values) v /= largest;
  return values;
}

std::vector<float> stored_texels(const Manifest& manifest, const std::string& folder) {
  return stored_texels(packed_map(manifest), folder);
}

std::vector<float> four_channels(const std::vector<float>& values, std::size_t channels) {
  std::vector<float> four;
  for (std::size_t k = 0; k < values.size(); k += channels)
    for (std::size_t c = 0; c < 4; ++c) four.push_back(c < channels ? values[k + c] : c == 3 ? 1.F : 0.F);
  return four;
}

const OutputRecord& output(const Manifest& manifest, const std::string& role, int64_t frame) {
  for (const OutputRecord& o : manifest.outputs)
    if (o.role == role && (!o.time || o.time->frame == frame)) return o;
  throw std::runtime_error(manifest.name + " has no " + role);
}

Manifest run_tool(const std::string& folder, const std::vector<std::string>& arguments) {
  const RunResult run = Program(std::string(OCEAN_BIN_DIR) + "/oceanbake").in(folder).run(arguments);
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string path = run.out.substr(0, run.out.find('\n'));
  return read_manifest(path.starts_with('/') ? path : folder + "/" + path);
}

Manifest bake_waves(const std::string& folder, const std::string& name,
                    const std::vector<std::string>& flags) {
  if (!std::filesystem::exists(folder + "/sea.waves.json"))
    run_tool(folder, {"waves", "--name", "sea", "--count", "8", "--length-median", "8", "--steepness", "0.6",
                      "--phases", "random", "--seed", "4", "--no-preview", "--out", "."});
  std::vector<std::string> arguments = {"gerstner",     "sea.waves.json",  "--name",   name,
                                        "--tile",       "40,30",           "--period", "5",
                                        "--no-preview", "--import-script", "--out",    "."};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  return run_tool(folder, arguments);
}

}  // namespace ocean
