// SPDX-License-Identifier: Apache-2.0
//
// Meshes through Assimp. Polygons are triangulated by our own code, so that quads split as in OBJ files; node
// transforms are multiplied in double.
#include <assimp/DefaultIOSystem.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

#include "libbake/core/error.h"
#include "libbake/io/mesh_file.h"
#include "libbake/io/only_errors.h"
#include "libbake/io/triangulate.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

// A file may name others. Those outside the file's own folder are not opened; all that are opened
// are listed.
class FolderIo : public Assimp::DefaultIOSystem {
 public:
  FolderIo(const std::string& path, std::vector<std::string>& opened)
      : folder_(fs::weakly_canonical(path).parent_path()), opened_(opened) {}
  bool Exists(const char* file) const override { return inside(file) && DefaultIOSystem::Exists(file); }
  Assimp::IOStream* Open(const char* file, const char* mode) override {
    if (!inside(file) || mode[0] != 'r') return nullptr;
    Assimp::IOStream* stream = DefaultIOSystem::Open(file, mode);
    if (stream != nullptr && std::find(opened_.begin(), opened_.end(), file) == opened_.end())
      opened_.emplace_back(file);
    return stream;
  }

 private:
  bool inside(const char* file) const {
    std::error_code error;
    const fs::path relative = fs::weakly_canonical(file, error).lexically_relative(folder_);
    return !error && !relative.empty() && *relative.begin() != "..";
  }
  fs::path folder_;
  std::vector<std::string>& opened_;
};

struct Affine {
  std::array<double, 12> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};  // rows
  Vec3d apply(const aiVector3D& v) const {
    const double x = v.x, y = v.y, z = v.z;
    return {m[0] * x + m[1] * y + m[2] * z + m[3], m[4] * x + m[5] * y + m[6] * z + m[7],
            m[8] * x + m[9] * y + m[10] * z + m[11]};
  }
};

Affine product(const Affine& a, const aiMatrix4x4& b) {
  const std::array<double, 12> n{b.a1, b.a2, b.a3, b.a4, b.b1, b.b2, b.b3, b.b4, b.c1, b.c2, b.c3, b.c4};
  Affine out;
  for (size_t r = 0; r < 3; ++r) {
    for (size_t c = 0; c < 4; ++c) {
      double sum = c == 3 ? a.m[r * 4 + 3] : 0;
      for (size_t k = 0; k < 3; ++k) sum += a.m[r * 4 + k] * n[k * 4 + c];
      out.m[r * 4 + c] = sum;
    }
  }
  return out;
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}
  MeshFile read();

 private:
  [[noreturn]] void fail(const std::string& what) const { throw Error(ErrorKind::input, path_, what); }
  void add_node(const aiScene& scene, const aiNode& node, const Affine& parent, int depth);
  void add_mesh(const aiMesh& mesh, const Affine& transform);
  void read_conventions(const aiScene& scene);

  const std::string path_;
  MeshFile file_;
  Triangulator triangulator_;
  int64_t meshes_ = 0, polygons_ = 0, skipped_ = 0;
};

MeshFile Reader::read() {
  file_.files.push_back(path_);
  file_.single_precision = true;
  Assimp::Importer importer;
  importer.SetIOHandler(new FolderIo(path_, file_.files));  // the importer owns it
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_MATERIALS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_TEXTURES, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
  const aiScene* scene = importer.ReadFile(path_, 0);
  if (scene == nullptr || scene->mRootNode == nullptr) {
    std::string why = importer.GetErrorString();
    if (why.find("No suitable reader") != std::string::npos) why = "its beginning is not that of its format";
    fail("cannot be read as a mesh: " + (why.empty() ? "it holds no scene" : why) +
         "; export the file again");
  }
  if ((scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE) != 0 && scene->mNumMeshes == 0) fail("holds no mesh");
  read_conventions(*scene);
  add_node(*scene, *scene->mRootNode, Affine{}, 0);
  if (file_.mesh.triangles.empty()) {
    fail("has no faces, only " + std::to_string(file_.mesh.positions.size()) +
         " vertices; export the surface as polygons");
  }
  file_.notes.push_back(std::to_string(meshes_) + (meshes_ == 1 ? " mesh, " : " meshes, ") +
                        std::to_string(polygons_) + " polygons");
  if (skipped_ > 0) file_.notes.push_back(std::to_string(skipped_) + " points and lines skipped");
  return std::move(file_);
}

// What the formats say: COLLADA is brought to y up and metres by its importer; FBX says it in its settings.
void Reader::read_conventions(const aiScene& scene) {
  std::string extension = fs::path(path_).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (extension == ".dae") {
    file_.up = UpAxis::y;
    file_.unit_m = 1;
  }
  if (extension != ".fbx" || scene.mMetaData == nullptr) return;
  int32_t up = 1, sign = 1;
  if (scene.mMetaData->Get("UpAxis", up)) {
    scene.mMetaData->Get("UpAxisSign", sign);
    if ((up != 1 && up != 2) || sign != 1) {
      fail("says that its up axis is " + std::string(sign < 0 ? "-" : "+") + "xyz"[std::clamp(up, 0, 2)] +
           "; export it with y or z up");
    }
    file_.up = up == 1 ? UpAxis::y : UpAxis::z;
  }
  double centimetres = 1;
  float as_float = 1;
  if (scene.mMetaData->Get("UnitScaleFactor", centimetres)) file_.unit_m = centimetres / 100;
  else if (scene.mMetaData->Get("UnitScaleFactor", as_float))
    file_.unit_m = static_cast<double>(as_float) / 100;
  if (file_.unit_m && !(*file_.unit_m > 0 && std::isfinite(*file_.unit_m))) {
    fail("has a UnitScaleFactor that is not positive; export it again");
  }
}

void Reader::add_node(const aiScene& scene, const aiNode& node, const Affine& parent, int depth) {
  if (depth > 1000) fail("nests more than 1000 nodes; export a flat scene");
  const Affine transform = product(parent, node.mTransformation);
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    if (node.mMeshes[i] >= scene.mNumMeshes)
      fail("names a mesh that it does not hold; export the file again");
    add_mesh(*scene.mMeshes[node.mMeshes[i]], transform);
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) add_node(scene, *node.mChildren[i], transform, depth + 1);
}

void Reader::add_mesh(const aiMesh& mesh, const Affine& transform) {
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max() - 1;
  std::vector<Vec3d>& positions = file_.mesh.positions;
  std::vector<Triangle>& triangles = file_.mesh.triangles;
  const int64_t first = static_cast<int64_t>(positions.size());
  if (first + mesh.mNumVertices > kMax) fail("has more than 2147483646 vertices; split the terrain");
  ++meshes_;
  const std::string name = mesh.mName.length > 0 ? "mesh '" + std::string(mesh.mName.C_Str()) + "', " : "";
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const Vec3d p = transform.apply(mesh.mVertices[i]);
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
      fail(name + "vertex " + std::to_string(i) + " is not finite; repair the mesh before the export");
    }
    positions.push_back(p);
  }
  std::vector<int32_t> corners;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices < 3) {
      ++skipped_;
      continue;
    }
    corners.clear();
    for (unsigned c = 0; c < face.mNumIndices; ++c) {
      if (face.mIndices[c] >= mesh.mNumVertices) {
        fail(name + "face " + std::to_string(f) + ": vertex index " + std::to_string(face.mIndices[c]) +
             " is outside 0…" + std::to_string(mesh.mNumVertices - 1) + "; export the file again");
      }
      corners.push_back(static_cast<int32_t>(first + face.mIndices[c]));
    }
    ++polygons_;
    const size_t at = triangles.size();
    triangles.resize(at + corners.size() - 2);
    triangulator_.polygon(positions.data(), corners.data(), static_cast<int64_t>(corners.size()),
                          &triangles[at]);
  }
  if (static_cast<int64_t>(triangles.size()) > kMax)
    fail("has more than 2147483646 triangles; split the terrain");
}

MeshFile read_mesh(const std::string& path) {
  return only_errors(ErrorKind::input, path, "cannot be read as a mesh", [&] { return Reader(path).read(); });
}

}  // namespace
}  // namespace ocean

extern "C" const ocean::PluginTable* ocean_io_mesh() {
  static const ocean::MeshPlugin table{{}, ocean::read_mesh};
  return &table;
}
