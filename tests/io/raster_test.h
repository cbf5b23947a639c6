// SPDX-License-Identifier: Apache-2.0
//
// What the tests of height rasters share.
#pragma once

#include <string>
#include <vector>

#include "libbake/io/load_terrain.h"
#include "tests/io/io_test.h"

namespace ocean::test {

inline InputOptions at(const std::string& path) {
  InputOptions options;
  options.paths = {path};
  return options;
}
inline Terrain load(const InputOptions& options) { return load_terrain(pool(), options); }
inline Terrain load(const std::string& path) { return load(at(path)); }
inline HeightRaster raster(const Terrain& t) { return std::get<HeightRaster>(t.shape); }
inline std::string notes(const Terrain& t) {
  std::string text;
  for (const std::string& note : t.notes) text += note + "\n";
  return text;
}
inline std::string usage_error(const InputOptions& options) {
  try {
    load(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage) << error.what();
    return error.what();
  }
  return "";
}

}  // namespace ocean::test
