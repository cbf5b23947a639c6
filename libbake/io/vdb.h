// SPDX-License-Identifier: Apache-2.0
//
// Volumes and points as .vdb files, without any type of OpenVDB, which does the work in a plug-in that the
// first call opens. A grid is sparse: blocks of 8x8x8 voxels, tiles of one value, and a background value
// everywhere else.
//
// Place: the sample of voxel (i, j, k) lies at origin + voxel_m * (i, j, k); cell_centred() puts it at the
// middle of the cell [i, i + 1] * voxel_m, where readers expect samples of one grid to lie together.
//
// Written grids hold the metadata that OpenVDB itself writes (class, creator, is_saved_as_half_float,
// file_bbox_min and _max, file_voxel_count, …), and what the caller adds: "frame", "fps", "time_s". An empty
// grid keeps its type, its attributes and a bounding box of zeros. File version 224.
//
// Content hash: of type, class, vector kind, half flag, transform, background, tiles, masks and values (of
// points: positions and attributes), in the tree's order; not of the file, whose header holds a random UUID.
// It does not depend on compression, threads or the library's version. The name is part of it, other metadata
// are not.
//
// Errors: Error{input} for files that cannot be read, Error{output} for files that cannot be written,
// Error{internal} for blocks that break the rules below, Error{usage} where memory does not suffice.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "kernels/math/vec.h"

namespace ocean {

enum class VdbType : uint8_t { float32, int32, vec3f, points, other };  // other: read from foreign files
enum class VdbClass : uint8_t { unknown, level_set, fog, staggered };
enum class VdbVector : uint8_t {
  invariant,
  covariant,
  covariant_normalize,
  contravariant_relative,  // velocities
  contravariant_absolute   // positions
};
enum class VdbCompression : uint8_t { blosc, zip, none };

const char* vdb_type_name(VdbType type);     // "float", "int32", "vec3f", "points", "other"
const char* vdb_class_name(VdbClass value);  // "unknown", "level set", "fog volume", "staggered"

struct VdbPlace {
  double voxel_m = 1;     // > 0
  Vec3d origin{0, 0, 0};  // metres: the sample of voxel (0, 0, 0)
  static VdbPlace cell_centred(double voxel_m) {
    return {voxel_m, {0.5 * voxel_m, 0.5 * voxel_m, 0.5 * voxel_m}};
  }
  Vec3d world(double i, double j, double k) const {
    return {origin.x + voxel_m * i, origin.y + voxel_m * j, origin.z + voxel_m * k};
  }
};

struct VdbMeta {
  std::string name;
  std::variant<std::string, int64_t, double> value;  // int64: a 32-bit integer where it fits, as readers want
};

struct VdbGridInfo {
  std::string name;
  VdbClass kind = VdbClass::unknown;
  VdbVector vector = VdbVector::invariant;
  bool half = false;  // float and vec3f: values are rounded to half floats and stored so
  VdbPlace place;
  std::vector<VdbMeta> metadata;
};

inline constexpr int32_t kVdbBlockSide = 8, kVdbBlockVoxels = 512;

struct VdbBlock {
  int32_t x = 0, y = 0, z = 0;       // of its first voxel: multiples of 8
  std::array<uint64_t, 8> active{};  // bit n%64 of word n/64; voxel n = (x*8 + y)*8 + z inside the block
  bool is_active(int32_t n) const { return (active[static_cast<size_t>(n >> 6)] >> (n & 63)) & 1; }
  void set_active(int32_t n) { active[static_cast<size_t>(n >> 6)] |= uint64_t{1} << (n & 63); }
};

template <class T>
struct VdbTile {
  int32_t x = 0, y = 0, z = 0, side = 8;  // 8, 128 or 4096 voxels
  bool active = false;
  T value{};
};

// T: float, int32_t, Vec3f. Values are finite. On the way in, blocks come in any order, each once, without
// tiles; voxels that are not active take the background's value (of a level set: its size with their own
// value's sign, and the space between blocks is filled with the sign around it). On the way out they have the
// tree's order, which depends on their places alone.
template <class T>
struct VdbBlocks {
  T background{};
  std::vector<VdbBlock> blocks;
  std::vector<T> values;  // 512 a block
  std::vector<VdbTile<T>> tiles;
};

struct VdbAttribute {
  enum class Type : uint8_t { float32, int32, int64, vec3f };
  std::string name;
  Type type = Type::float32;
  bool half = false;            // float32, vec3f: stored as half floats
  std::vector<std::byte> data;  // tight, one element a point
  template <class T>
  static VdbAttribute of(std::string name, Type type, const std::vector<T>& values, bool half = false) {
    const auto* from = reinterpret_cast<const std::byte*>(values.data());
    return {std::move(name), type, half, {from, from + values.size() * sizeof(T)}};
  }
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(data.data());
  }
};

// The attribute "P" is the position; it is stored as floats relative to the voxel's sample. points_of() gives
// them by blocks in the tree's order, then voxels, then as they were given; attributes by name.
struct VdbPoints {
  std::vector<Vec3d> positions;  // metres
  std::vector<VdbAttribute> attributes;
};

class VdbGrid {
 public:
  virtual ~VdbGrid() = default;
};
using VdbGridPtr = std::shared_ptr<const VdbGrid>;

template <class T>
VdbGridPtr make_vdb_grid(const VdbGridInfo& info, const VdbBlocks<T>& blocks);
VdbGridPtr make_vdb_points(const VdbGridInfo& info, const VdbPoints& points);
// Of a grid of that type; Error{internal} for another.
template <class T>
VdbBlocks<T> blocks_of(const VdbGridPtr& grid);
VdbPoints points_of(const VdbGridPtr& grid);

struct VdbSummary {
  std::string name, type_text, creator;  // type_text: OpenVDB's own, "Tree_float_5_4_3"
  VdbType type = VdbType::other;
  VdbClass kind = VdbClass::unknown;
  VdbVector vector = VdbVector::invariant;
  bool half = false;
  bool uniform = true;  // the transform is what place says; else place means nothing
  VdbPlace place;
  int64_t active_voxels = 0, blocks = 0, points = 0, memory_bytes = 0;
  std::array<int32_t, 3> low{0, 0, 0}, high{0, 0, 0};           // of active voxels, inclusive; zeros: none
  Vec3d min{0, 0, 0}, max{0, 0, 0};                             // metres: of the samples of active voxels
  std::vector<std::pair<std::string, std::string>> attributes;  // of points: name, type
  std::vector<std::pair<std::string, std::string>> metadata;    // as text
  std::string content_hash;                                     // "": the type is another than those above
};
VdbSummary summary_of(const VdbGridPtr& grid);

// Of a file's grids: of their content hashes, ascending. "" if one has none.
std::string vdb_content_hash(const std::vector<VdbSummary>& grids);

struct WrittenVdb {
  int64_t file_bytes = 0;
  std::vector<VdbSummary> grids;
  std::string content_hash;
};

// Appears whole or not at all (safe_file.h). Names differ.
WrittenVdb write_vdb(const std::string& path, const std::vector<VdbGridPtr>& grids,
                     VdbCompression compression = VdbCompression::blosc,
                     const std::vector<VdbMeta>& file_metadata = {});

// At least one grid.
std::vector<VdbGridPtr> read_vdb(const std::string& path);

// By the first bytes; false also for what cannot be opened.
bool is_vdb_file(const std::string& path);

std::string vdb_library_version();  // "10.0.1"

}  // namespace ocean
