// SPDX-License-Identifier: Apache-2.0
//
// Every file of malformed/ gives its stated geometry, or an error that names the file and, for text, the
// line. Where tinyobjloader reads a file, the counts must be its own.
#include <algorithm>
#include <map>

#include "libbake/io/load_terrain.h"
#include "libbake/io/obj_reader.h"
#include "tests/io/io_test.h"

#if OCEAN_HAS_TINYOBJLOADER
#include <tiny_obj_loader.h>
#endif

namespace ocean {
namespace {

using test::pool;

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(test::real_data(folder)))
    out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

// The file's name → the line of its error (0: an error without a line).
const std::map<std::string, int> kBrokenObj = {{"invalid-face-definition.obj", 15},
                                               {"invalid-relative-texture-index.obj", 2},
                                               {"invalid-relative-vertex-index.obj", 1},
                                               {"issue-140-zero-face-idx.obj", 16},
                                               {"issue-356-leading-spaces-newmtl.obj", 0},
                                               {"line-prim.obj", 0},
                                               {"points-prim.obj", 0},
                                               {"test-nan.obj", 12},
                                               {"talos_relative_oob.obj", 2},
                                               {"zero_index.obj", 7},
                                               {"long_number_no_newline.obj", 6}};

TEST(MalformedRealData, ObjReadsRightOrNamesTheLine) {
  OCEAN_NEED_REAL_DATA();
  int read = 0, compared = 0;
  std::vector<std::string> files = files_in("malformed/obj");
  for (const std::string& path : files_in("malformed/other")) {
    if (path.ends_with(".obj")) files.push_back(path);
  }
  for (const std::string& path : files) {
    SCOPED_TRACE(path);
    ObjFile file;
    const std::string error = test::input_error([&] { file = read_obj(pool(), path); });
    const auto broken = kBrokenObj.find(std::filesystem::path(path).filename());
    if (broken != kBrokenObj.end()) {
      const std::string place =
          path + (broken->second > 0 ? ":" + std::to_string(broken->second) : "") + ": ";
      EXPECT_EQ(error.substr(0, place.size()), place);
      continue;
    }
    EXPECT_EQ(error, "");
    ++read;
    for (const int64_t chunk : {1, 7, 64}) {
      EXPECT_EQ(read_obj(pool(), path, chunk).mesh.positions, file.mesh.positions);
    }
#if OCEAN_HAS_TINYOBJLOADER
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    std::string warning, failure;
    if (!tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &failure, path.c_str())) continue;
    // Not of its dialect: it knows no continued lines.
    if (path.find("continuation") != std::string::npos) continue;
    size_t triangles = 0;
    for (const tinyobj::shape_t& shape : shapes) triangles += shape.mesh.indices.size() / 3;
    EXPECT_EQ(attributes.vertices.size() / 3, file.mesh.positions.size());
    // It drops some ears of polygons that touch themselves.
    if (path.find("issue-319") == std::string::npos) {
      EXPECT_EQ(triangles, file.mesh.triangles.size());
    }
    ++compared;
#endif
  }
  EXPECT_GE(read, 38);
#if OCEAN_HAS_TINYOBJLOADER
  EXPECT_GE(compared, 35);
#endif
}

TEST(MalformedRealData, StatedGeometry) {
  OCEAN_NEED_REAL_DATA();
  const auto read = [](const std::string& name) {
    return read_obj(pool(), test::real_data("malformed/other/" + name)).mesh;
  };
  EXPECT_EQ(read("line_continuation.obj").triangles.size(), 2u);
  const Mesh continued = read("vertex_continuation.obj");
  EXPECT_EQ(continued.positions, (std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(continued.triangles.size(), 2u);
  EXPECT_EQ(read("backslash_in_comment.obj").positions.size(), 4u);
  EXPECT_EQ(read("utf8_bom_crlf.obj").positions[0], (Vec3d{.68564, 5.56783, -1.39027}));
  // Three tetrahedra, each of its own four vertices.
  const Mesh tetrahedra = read("interleaved_negative.obj");
  ASSERT_EQ(tetrahedra.triangles.size(), 12u);
  for (size_t i = 0; i < 12; ++i) {
    for (const int32_t v :
         {tetrahedra.triangles[i].a, tetrahedra.triangles[i].b, tetrahedra.triangles[i].c}) {
      EXPECT_EQ(static_cast<size_t>(v) / 4, i / 4);
    }
  }
  const test::ScratchFile long_number("a.obj",
                                      "v 123456789012345678901234567890123 0 0\nv 0 0 0\nv 1 0 0\nf 1 2 3");
  EXPECT_EQ(read_obj(pool(), long_number.path()).mesh.positions[0].x, 1.2345678901234568e32);
}

TEST(MalformedRealData, MeshFilesRead) {
  OCEAN_NEED_REAL_DATA();
  for (const char* name : {"ply_binary_crlf.ply", "ply_extra_elements.ply", "binary_solid_header.stl"}) {
    InputOptions options;
    options.paths = {test::real_data(std::string("malformed/other/") + name)};
    options.up = UpAxis::z;
    const Terrain t = load_terrain(pool(), options);
    const Mesh& mesh = std::get<Mesh>(t.shape);
    EXPECT_EQ(mesh.positions, (std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})) << name;
    EXPECT_EQ(mesh.triangles.size(), 1u) << name;
  }
}

// Small files cut at every byte, larger ones at some: geometry or an error, within the test's time limit.
TEST(MalformedRealData, CutAnywhereNothingCrashes) {
  OCEAN_NEED_REAL_DATA();
  std::vector<std::string> files = files_in("malformed/obj");
  const std::vector<std::string> others = files_in("malformed/other");
  files.insert(files.end(), others.begin(), others.end());
  int refused = 0;
  for (const std::string& path : files) {
    const std::string bytes = test::read_bytes(path);
    const size_t step = path.ends_with(".obj") ? std::max<size_t>(3, bytes.size() / 40) : 11;
    for (size_t n = 0; n < bytes.size(); n += step) {
      const test::ScratchFile cut(std::filesystem::path(path).filename(), bytes.substr(0, n));
      InputOptions options;
      options.paths = {cut.path()};
      refused += test::input_error([&] { load_terrain(pool(), options); }).empty() ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace ocean
