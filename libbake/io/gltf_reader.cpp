// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/gltf_reader.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "libbake/core/error.h"
#include "libbake/io/gltf_data.h"

namespace ocean {

namespace {

constexpr int64_t kMaxItems = std::numeric_limits<int32_t>::max() - 1;
constexpr int64_t kMaxIndex = int64_t{1} << 52;

struct Affine {
  std::array<double, 12> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};  // rows
  Vec3d apply(const Vec3d& v) const {
    return {m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3], m[4] * v.x + m[5] * v.y + m[6] * v.z + m[7],
            m[8] * v.x + m[9] * v.y + m[10] * v.z + m[11]};
  }
};

Affine operator*(const Affine& a, const Affine& b) {
  Affine out;
  for (size_t r = 0; r < 3; ++r) {
    for (size_t c = 0; c < 4; ++c) {
      double sum = c == 3 ? a.m[r * 4 + 3] : 0;
      for (size_t k = 0; k < 3; ++k) sum += a.m[r * 4 + k] * b.m[k * 4 + c];
      out.m[r * 4 + c] = sum;
    }
  }
  return out;
}

Affine transform_of(const GltfValue& node) {
  Affine out;
  if (node.has("matrix")) {
    const std::vector<double> m = node.at("matrix").reals(16);  // by columns
    for (size_t r = 0; r < 3; ++r)
      for (size_t c = 0; c < 4; ++c) out.m[r * 4 + c] = m[c * 4 + r];
    return out;
  }
  const auto part = [&](const char* key, std::vector<double> otherwise) {
    return node.has(key) ? node.at(key).reals(static_cast<int64_t>(otherwise.size())) : otherwise;
  };
  const std::vector<double> t = part("translation", {0, 0, 0}), s = part("scale", {1, 1, 1}),
                            q = part("rotation", {0, 0, 0, 1});
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  const double rotation[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                              2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                              2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
  for (size_t r = 0; r < 3; ++r) {
    for (size_t c = 0; c < 3; ++c) out.m[r * 4 + c] = rotation[r * 3 + c] * s[c];
    out.m[r * 4 + 3] = t[r];
  }
  return out;
}

class Reader {
 public:
  explicit Reader(const std::string& path) : data_(path), root_(data_.root()) {}
  MeshFile run();

 private:
  void add_node(const GltfValue& index, const Affine& parent, int depth);
  void add_primitive(const GltfValue& primitive, const Affine& transform);
  void add_triangles(const GltfValue& place, int64_t mode, const std::vector<uint32_t>& corners,
                     int64_t first, int64_t vertices);

  GltfData data_;
  const GltfValue root_;
  std::vector<bool> seen_;  // nodes
  int64_t meshes_ = 0, skipped_ = 0;
  MeshFile out_;
};

MeshFile Reader::run() {
  if (!root_.has("scenes") || root_.at("scenes").size() == 0) root_.fail("holds no scene");
  const GltfValue scene =
      root_.has("scene") ? root_.at("scene").named_by(root_, "scenes") : root_.at("scenes").at(int64_t{0});
  seen_.resize(root_.has("nodes") ? static_cast<size_t>(root_.at("nodes").size()) : 0);
  if (scene.has("nodes"))
    for (int64_t i = 0; i < scene.at("nodes").size(); ++i) add_node(scene.at("nodes").at(i), Affine{}, 0);
  if (out_.mesh.triangles.empty()) {
    throw Error(ErrorKind::input, data_.path(),
                "has no faces, only " + std::to_string(out_.mesh.positions.size()) +
                    " vertices; export the surface as polygons");
  }
  out_.up = UpAxis::y;
  out_.unit_m = 1;
  out_.single_precision = true;
  out_.files = data_.files();
  out_.notes.push_back(std::to_string(meshes_) + (meshes_ == 1 ? " mesh, " : " meshes, ") +
                       std::to_string(out_.mesh.triangles.size()) + " triangles");
  if (skipped_ > 0) out_.notes.push_back(std::to_string(skipped_) + " sets of points or lines skipped");
  return std::move(out_);
}

void Reader::add_node(const GltfValue& index, const Affine& parent, int depth) {
  const GltfValue node = index.named_by(root_, "nodes");
  const auto number = static_cast<size_t>(index.whole(0, kMaxIndex));
  if (seen_[number]) index.fail("names node " + std::to_string(number) + ", which has a parent already");
  seen_[number] = true;
  if (depth > 1000) index.fail("nests more than 1000 nodes");
  const Affine transform = parent * transform_of(node);
  if (node.has("mesh")) {
    const GltfValue primitives = node.at("mesh").named_by(root_, "meshes").at("primitives");
    for (int64_t i = 0; i < primitives.size(); ++i) add_primitive(primitives.at(i), transform);
  }
  if (!node.has("children")) return;
  const GltfValue children = node.at("children");
  for (int64_t i = 0; i < children.size(); ++i) add_node(children.at(i), transform, depth + 1);
}

void Reader::add_primitive(const GltfValue& primitive, const Affine& transform) {
  const int64_t mode = primitive.whole_or("mode", 4, 0, 6);
  const GltfValue attributes = primitive.at("attributes");
  if (mode < 4 || !attributes.has("POSITION")) {
    ++skipped_;
    return;
  }
  if (primitive.has("extensions") && primitive.at("extensions").has("KHR_draco_mesh_compression"))
    primitive.fail("is compressed (KHR_draco_mesh_compression), which is not read; export it without");
  const GltfValue accessor = attributes.at("POSITION");
  const std::vector<Vec3d> local = data_.positions(accessor);
  const auto first = static_cast<int64_t>(out_.mesh.positions.size()),
             vertices = static_cast<int64_t>(local.size());
  if (first + vertices > kMaxItems) primitive.fail("has more than 2147483646 vertices; split the terrain");
  for (const Vec3d& p : local) {
    out_.mesh.positions.push_back(transform.apply(p));
    const Vec3d& q = out_.mesh.positions.back();
    if (!std::isfinite(q.x) || !std::isfinite(q.y) || !std::isfinite(q.z))
      accessor.fail("vertex " + std::to_string(&p - local.data()) + " is not finite; repair the mesh");
  }
  ++meshes_;
  if (primitive.has("indices"))
    return add_triangles(primitive.at("indices"), mode, data_.corners(primitive.at("indices")), first,
                         vertices);
  std::vector<uint32_t> all(local.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint32_t>(i);
  add_triangles(primitive, mode, all, first, vertices);
}

void Reader::add_triangles(const GltfValue& place, int64_t mode, const std::vector<uint32_t>& corners,
                           int64_t first, int64_t vertices) {
  const size_t n = corners.size();
  if (n < 3 || (mode == 4 && n % 3 != 0))
    place.fail(std::to_string(n) + " corners are no whole number of triangles");
  for (size_t i = 0; i < n; ++i) {
    if (corners[i] >= vertices)
      place.fail("vertex index " + std::to_string(corners[i]) + " is outside 0…" +
                 std::to_string(vertices - 1));
  }
  const auto corner = [&](size_t i) { return static_cast<int32_t>(first + corners[i]); };
  const size_t count = mode == 4 ? n / 3 : n - 2;
  if (static_cast<int64_t>(out_.mesh.triangles.size() + count) > kMaxItems)
    place.fail("has more than 2147483646 triangles; split the terrain");
  for (size_t i = 0; i < count; ++i) {
    if (mode == 4) out_.mesh.triangles.push_back({corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)});
    else if (mode == 5)  // every other triangle of a strip is turned over
      out_.mesh.triangles.push_back({corner(i), corner(i + 1 + i % 2), corner(i + 2 - i % 2)});
    else out_.mesh.triangles.push_back({corner(0), corner(i + 1), corner(i + 2)});
  }
}

}  // namespace

MeshFile read_gltf(const std::string& path) { return Reader(path).run(); }

}  // namespace ocean
