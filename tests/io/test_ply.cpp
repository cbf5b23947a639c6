// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "libbake/io/ply_reader.h"
#include "tests/io/io_test.h"

namespace ocean {
namespace {

std::string error_of(const std::string& text) {
  return test::input_error([&] { parse_ply(text, "a.ply"); });
}

std::string header(const std::string& format, const std::string& number = "float") {
  return "ply\nformat " + format + " 1.0\ncomment by hand\nelement vertex 4\nproperty " + number +
         " x\nproperty uchar red\n" + "property " + number + " y\nproperty " + number +
         " z\nelement face 1\nproperty list uchar int vertex_indices\n" +
         "property list uchar float texcoord\nelement edge 1\nproperty int vertex1\nproperty int "
         "vertex2\nend_header\n";
}

template <class T>
void put(std::string& out, T value, bool big) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  for (size_t i = 0; i < sizeof(T); ++i) out += bytes[big ? sizeof(T) - 1 - i : i];
}

std::string binary(bool big) {
  std::string out = header(big ? "binary_big_endian" : "binary_little_endian", "double");
  const double xyz[4][3] = {{0, 0, 500000.125}, {1, 0, 2}, {1, 1, -3}, {0, 1, 4}};
  for (const auto& p : xyz) {
    put(out, p[0], big);
    out += '\7';
    put(out, p[1], big);
    put(out, p[2], big);
  }
  out += '\4';
  for (int i = 0; i < 4; ++i) put(out, i, big);
  out += '\2';
  put(out, .5f, big);
  put(out, .5f, big);
  put(out, 0, big);
  put(out, 1, big);
  return out;
}

const std::string kAscii =
    header("ascii") + "0 7 0 500000.125\n1 7 0 2\r\n1 7 1 -3\n0 7 1 4\n4 0 1 2 3 2 .5 nan\n0 1\n";

TEST(Ply, ReadsAsciiAndBothByteOrders) {
  for (const std::string& text : {kAscii, binary(false), binary(true)}) {
    const MeshFile file = parse_ply(text, "a.ply");
    EXPECT_EQ(file.mesh.positions,
              (std::vector<Vec3d>{{0, 0, 500000.125}, {1, 0, 2}, {1, 1, -3}, {0, 1, 4}}));
    ASSERT_EQ(file.mesh.triangles.size(), 2u);
    EXPECT_EQ(file.mesh.triangles[1].b, 2);
    EXPECT_FALSE(file.up.has_value());
  }
}

TEST(Ply, ErrorsNameThePlace) {
  const auto starts = [](const std::string& text, const std::string& head) {
    EXPECT_EQ(error_of(text).substr(0, head.size()), head);
  };
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = kAscii;
    return text.replace(text.find(from), from.size(), to);
  };
  starts("plyx\n", "a.ply:1: does not begin with the line 'ply'");
  starts("ply\nformat ascii 2.0\n", "a.ply:2: is not 'format");
  starts("ply\nelement", "a.ply:2: the header of the PLY file is cut off");
  starts("ply\nelement vertex x\n", "a.ply:2: is not of the form 'element");
  starts("ply\nproperty float x\n", "a.ply:2: a property stands before");
  starts(with("property uchar red", "property colour red"), "a.ply:6: 'colour' is no type");
  starts(with("property float z", "property float w"), "a.ply: has vertices without x, y and z");
  starts(with("4 0 1 2 3", "4 0 1 2 4"), "a.ply:20: face 0: vertex index 4.0");
  starts(with("4 0 1 2 3", "4 0 1 2 1.5"), "a.ply:20: face 0: vertex index 1.5");
  starts(with("4 0 1 2 3", "2 0 1"), "a.ply:20: face 0 has 2 corners");
  starts(with("4 0 1 2 3", "-1 0 1 2"), "a.ply:20: a list's length is -1");
  starts(with("4 0 1 2 3", "900 0 1 2"), "a.ply:20: a list of 900 items is longer");
  starts(with("1 7 1 -3", "1 7 inf -3"), "a.ply:18: vertex 2 is not finite");
  starts(with("1 7 1 -3", "1 7 1 -3x"), "a.ply:18: \"-3x\" is not a number");
  starts(with("element vertex 4", "element vertex 400000000"),
         "a.ply: announces 400000000 of element 'vertex'");
  starts(with("element face 1", "element strips 1"), "a.ply: has no faces, only 4 vertices");
}

TEST(Ply, CutAnywhereItThrows) {
  for (const std::string& text : {kAscii, binary(false), binary(true)}) {
    // Without its last line end the ASCII file is whole.
    for (size_t n = 0; n + 2 < text.size(); ++n) EXPECT_NE(error_of(text.substr(0, n)), "") << n;
  }
}

}  // namespace
}  // namespace ocean
