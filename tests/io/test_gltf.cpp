// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/gltf_reader.h"

#include <bit>
#include <cstdint>

#include "libbake/io/base64.h"
#include "tests/io/io_test.h"

namespace ocean {
namespace {

using test::ScratchFile;

std::string little(uint32_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}
std::string floats(const std::vector<float>& values) {
  std::string out;
  for (const float v : values) out += little(std::bit_cast<uint32_t>(v), 4);
  return out;
}
std::string u16s(const std::vector<uint32_t>& values) {
  std::string out;
  for (const uint32_t v : values) out += little(v, 2);
  return out;
}

// Four corners of a square, then 0 1 2 0 2 3 as u16: 48 + 12 bytes.
const std::string kSquare = floats({0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1}) + u16s({0, 1, 2, 0, 2, 3});

// What differs from a square of two triangles.
struct Parts {
  std::string primitive = R"("indices":1)";
  std::string positions = R"("bufferView":0,"componentType":5126,"count":4,"type":"VEC3")";
  std::string corners = R"("bufferView":1,"componentType":5123,"count":6,"type":"SCALAR")";
  std::string view0 = R"("buffer":0,"byteLength":48)",
              view1 = R"("buffer":0,"byteOffset":48,"byteLength":12)";
  std::string nodes = R"({"mesh":0})";
  std::string more;
  std::string uri;
  std::string buffer = kSquare;

  std::string json() const {
    return R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[)" + nodes +
           R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},)" + primitive +
           R"(}]}],"accessors":[{)" + positions + "},{" + corners + R"(}],"bufferViews":[{)" + view0 + "},{" +
           view1 + R"(}],"buffers":[{"byteLength":)" + std::to_string(buffer.size()) + uri + "}]" + more +
           "}";
  }
  std::string glb() const {
    std::string text = json();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const auto size = [](const std::string& s) { return little(static_cast<uint32_t>(s.size()), 4); };
    const std::string chunks = size(text) + "JSON" + text + size(buffer) + std::string("BIN\0", 4) + buffer;
    return "glTF" + little(2, 4) + little(static_cast<uint32_t>(12 + chunks.size()), 4) + chunks;
  }
};

MeshFile read_text(const std::string& bytes) {
  const ScratchFile file("a.glb", bytes);
  return read_gltf(file.path());
}
MeshFile read(const Parts& parts) { return read_text(parts.glb()); }
std::vector<int32_t> indices(const MeshFile& file) {
  std::vector<int32_t> out;
  for (const Triangle& t : file.mesh.triangles) out.insert(out.end(), {t.a, t.b, t.c});
  return out;
}
std::string why(const Parts& parts) {
  return test::input_error([&] { read(parts); });
}
#define EXPECT_WHY(parts, text) EXPECT_NE(why(parts).find(text), std::string::npos) << why(parts)

using Indices = std::vector<int32_t>;

TEST(Gltf, ReadsBinaryTextAndBuffersBeside) {
  const MeshFile binary = read({});
  EXPECT_EQ(binary.mesh.positions, (std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}}));
  EXPECT_EQ(indices(binary), (Indices{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(binary.up, UpAxis::y);
  EXPECT_EQ(binary.unit_m, 1);
  EXPECT_EQ(binary.files.size(), 1u);

  Parts beside;
  beside.uri = R"(,"uri":"my%20buffer.bin")";
  const ScratchFile file("a.gltf", beside.json());
  std::ofstream(file.folder() / "my buffer.bin", std::ios::binary) << kSquare;
  const MeshFile text = read_gltf(file.path());
  EXPECT_EQ(text.mesh.positions, binary.mesh.positions);
  EXPECT_EQ(indices(text), indices(binary));
  EXPECT_EQ(text.files, (std::vector<std::string>{file.path(), (file.folder() / "my buffer.bin").string()}));

  Parts inside;  // nine zeros, as three corners
  inside.buffer = std::string(36, '\0');
  inside.uri = R"(,"uri":"data:application/octet-stream;base64,)" + std::string(48, 'A') + "\"";
  inside.positions = R"("bufferView":0,"componentType":5126,"count":3,"type":"VEC3")";
  inside.view0 = R"("buffer":0,"byteLength":36)";
  inside.primitive = R"("mode":4)";
  EXPECT_EQ(indices(read_text(inside.json())), (Indices{0, 1, 2}));
}

TEST(Gltf, StripsFansAndCornersWithoutIndices) {
  Parts parts;
  parts.primitive = R"("mode":5)";
  EXPECT_EQ(indices(read(parts)), (Indices{0, 1, 2, 1, 3, 2}));
  parts.primitive = R"("mode":6)";
  EXPECT_EQ(indices(read(parts)), (Indices{0, 1, 2, 0, 2, 3}));
  parts.primitive = R"("mode":4)";
  EXPECT_WHY(parts, "4 corners are no whole number of triangles");
  parts.primitive = R"("mode":1)";
  EXPECT_WHY(parts, "has no faces");
}

TEST(Gltf, StridesWholeNumbersAndSparseValues) {
  Parts stride;  // every other corner of four: 24 bytes from one to the next
  stride.view0 = R"("buffer":0,"byteLength":48,"byteStride":24)";
  stride.positions = R"("bufferView":0,"componentType":5126,"count":2,"type":"VEC3")";
  stride.primitive = R"("indices":1,"mode":4)";
  stride.buffer = floats({0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1}) + u16s({0, 1, 1, 0, 0, 1});
  EXPECT_EQ(read(stride).mesh.positions, (std::vector<Vec3d>{{0, 0, 0}, {1, 0, 1}}));

  Parts quantised;
  quantised.positions = R"("bufferView":0,"componentType":5122,"normalized":true,"count":4,"type":"VEC3")";
  quantised.view0 = R"("buffer":0,"byteLength":48,"byteStride":8)";
  quantised.more = R"(,"extensionsRequired":["KHR_mesh_quantization"])";
  quantised.buffer = u16s({32767, 0x8000, 0, 0}) + std::string(40, '\0') + u16s({0, 1, 2, 0, 2, 3});
  EXPECT_EQ(read(quantised).mesh.positions[0], (Vec3d{1, -1, 0}));

  Parts sparse;  // value 3 becomes that of the buffer's first 12 bytes
  sparse.positions +=
      R"(,"sparse":{"count":1,"indices":{"bufferView":1,"byteOffset":10,"componentType":5123},"values":{"bufferView":0}})";
  EXPECT_EQ(read(sparse).mesh.positions[3], (Vec3d{0, 0, 0}));
  sparse.positions.replace(sparse.positions.find("\"count\":4"), 9, "\"count\":3");
  EXPECT_WHY(sparse, "replaces value 3 of 3");
}

TEST(Gltf, NodesMoveTheirMeshes) {
  Parts parts;
  parts.nodes =
      R"({"children":[1],"matrix":[2,0,0,0, 0,2,0,0, 0,0,2,0, 5,6,7,1]},{"mesh":0,"scale":[1,1,3]})";
  EXPECT_EQ(read(parts).mesh.positions[2], (Vec3d{7, 6, 13}));
  parts.nodes = R"({"children":[1],"mesh":0},{"children":[0]})";
  EXPECT_WHY(parts, "/nodes/1/children/0: names node 0, which has a parent already");
  parts.nodes = R"({"mesh":0,"scale":[1,1]})";
  EXPECT_WHY(parts, "/nodes/0/scale: must have 3 numbers");
  parts.nodes = R"({"mesh":0,"scale":[1e300,1,1]},{})";
  EXPECT_EQ(read(parts).mesh.positions[1].x, 1e300);
  parts.nodes = R"({"children":[1],"scale":[1e300,1,1]},{"mesh":0,"scale":[1e300,1,1]})";
  EXPECT_WHY(parts, "vertex 0 is not finite");  // 0 × ∞
}

TEST(Gltf, WhatIsWrongIsNamed) {
  const auto with = [](std::string Parts::*part, const std::string& text) {
    Parts parts;
    parts.*part = text;
    return parts;
  };
  EXPECT_WHY(with(&Parts::primitive, R"("indices":2)"),
             "/meshes/0/primitives/0/indices: 2 is none of the 2 entries");
  EXPECT_WHY(with(&Parts::primitive, R"("indices":-1)"), "-1 is none of");
  EXPECT_WHY(with(&Parts::primitive, R"("indices":0)"), "is no type of indices");
  EXPECT_WHY(with(&Parts::positions, R"("bufferView":0,"componentType":5126,"count":4,"type":"VEC2")"),
             "is not VEC3");
  EXPECT_WHY(with(&Parts::view0, R"("buffer":0,"byteLength":47)"),
             "4 values reach beyond their buffer view of 47 bytes");
  EXPECT_WHY(with(&Parts::view1, R"("buffer":0,"byteOffset":49,"byteLength":12)"),
             "/bufferViews/1: reaches beyond");
  EXPECT_WHY(with(&Parts::view0, R"("buffer":0,"byteLength":48,"byteStride":0)"),
             "0 is no whole number from 12");
  EXPECT_WHY(with(&Parts::positions, R"("componentType":5126,"count":4,"type":"VEC3")"), "has no bufferView");
  EXPECT_WHY(
      with(&Parts::positions, R"("bufferView":0,"componentType":5126,"count":4000000000,"type":"VEC3")"),
      "4000000000 is no whole number");
  EXPECT_WHY(with(&Parts::corners, R"("bufferView":1,"componentType":5124,"count":3,"type":"SCALAR")"),
             "is no type of indices");
  EXPECT_WHY(with(&Parts::buffer, kSquare.substr(0, 58) + u16s({4})), "vertex index 4 is outside 0…3");
  EXPECT_WHY(with(&Parts::more, R"(,"extensionsRequired":["EXT_meshopt_compression"])"),
             "EXT_meshopt_compression");
  EXPECT_WHY(with(&Parts::uri, R"(,"uri":"../a.bin")"), "is no file in the folder");
  EXPECT_WHY(with(&Parts::uri, R"(,"uri":"none.bin")"), "none.bin: cannot be opened");
  EXPECT_WHY(with(&Parts::uri, R"(,"uri":"data:,abc")"), "is no data in base64");
  EXPECT_WHY(with(&Parts::more, R"(,"scene":1)"), "/scene: 1 is none of the 1 entries");
}

TEST(Gltf, CutAnywhereOrWithWrongSizesItIsRefused) {
  const std::string whole = Parts{}.glb();
  for (size_t n = 1; n < whole.size(); n += 3)
    EXPECT_NE(test::input_error([&] { read_text(whole.substr(0, n)); }), "") << n;
  // Once 3.8 GB were taken for such a chunk.
  std::string chunk = whole;
  chunk.replace(12, 4, little(0xe50001b8, 4));
  EXPECT_NE(test::input_error([&] { read_text(chunk); }).find("a JSON chunk that is longer than the file"),
            std::string::npos);
  std::string one = Parts{}.json();
  one.replace(one.find("2.0"), 3, "1.0");
  EXPECT_NE(test::input_error([&] { read_text(one); }).find("/asset/version: is '1.0', not 2.0"),
            std::string::npos);
}

TEST(Gltf, Base64) {
  EXPECT_EQ(decode_base64(""), "");
  EXPECT_EQ(decode_base64("Zg=="), "f");
  EXPECT_EQ(decode_base64("Zm8"), "fo");
  EXPECT_EQ(decode_base64("Zm9vYmFy"), "foobar");
  EXPECT_EQ(decode_base64("/+8="), "\xff\xef");
  for (const char* wrong : {"Z", "Zm9vY", "Zm9v Zm9v", "Zm=v", "Zm9v===="})
    EXPECT_FALSE(decode_base64(wrong)) << wrong;
}

}  // namespace
}  // namespace ocean
