// SPDX-License-Identifier: Apache-2.0
//
// The VDB plug-in's points: PointDataGrids whose order depends on the points alone. Leaves are filled here,
// since OpenVDB's own partitioner leaves the order of points in a voxel open.
#include <openvdb/openvdb.h>
#include <openvdb/points/PointDataGrid.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "libbake/io/only_errors.h"
#include "libbake/io/vdb_parts.h"

namespace ocean {
namespace {

namespace vdb = openvdb;
using PointTree = vdb::points::PointDataTree;
using PointLeaf = PointTree::LeafNodeType;

vdb::points::PointDataGrid::Ptr point_grid(const VdbGrid& grid) {
  const auto base = std::static_pointer_cast<vdb::GridBase>(static_cast<const VdbBaseGrid&>(grid).base);
  auto points = vdb::gridPtrCast<vdb::points::PointDataGrid>(base);
  if (!points) vdb_fail(base->getName(), "has type " + base->type() + " and holds no points");
  return points;
}

using vdb::points::NullCodec;
using vdb::points::TruncateCodec;
using vdb::points::TypedAttributeArray;
template <class V, class Codec = NullCodec>
vdb::NamePair attribute_type() {
  return TypedAttributeArray<V, Codec>::attributeType();
}

vdb::NamePair type_of(const VdbAttribute& a) {
  switch (a.type) {
    case VdbAttribute::Type::int32:
      return attribute_type<int32_t>();
    case VdbAttribute::Type::int64:
      return attribute_type<int64_t>();
    case VdbAttribute::Type::vec3f:
      return a.half ? attribute_type<vdb::Vec3f, TruncateCodec>() : attribute_type<vdb::Vec3f>();
    case VdbAttribute::Type::float32:
      break;
  }
  return a.half ? attribute_type<float, TruncateCodec>() : attribute_type<float>();
}

size_t element_bytes(VdbAttribute::Type type) {
  return type == VdbAttribute::Type::vec3f ? 12 : type == VdbAttribute::Type::int64 ? 8 : 4;
}

// Calls call(V{}) with the attribute's type of value.
template <class Call>
void with_type(VdbAttribute::Type type, const Call& call) {
  switch (type) {
    case VdbAttribute::Type::float32:
      return call(float{});
    case VdbAttribute::Type::int32:
      return call(int32_t{});
    case VdbAttribute::Type::int64:
      return call(int64_t{});
    case VdbAttribute::Type::vec3f:
      return call(vdb::Vec3f{});
  }
}

struct PlacedPoint {
  vdb::Coord leaf;
  uint32_t voxel = 0, index = 0;
  bool operator<(const PlacedPoint& b) const {
    if (leaf != b.leaf) return leaf < b.leaf;
    return voxel != b.voxel ? voxel < b.voxel : index < b.index;
  }
};

vdb::Vec3d index_place(const VdbPlace& place, const Vec3d& p) {
  return {(p.x - place.origin.x) / place.voxel_m, (p.y - place.origin.y) / place.voxel_m,
          (p.z - place.origin.z) / place.voxel_m};
}

std::vector<PlacedPoint> place_points(const VdbGridInfo& info, const VdbPoints& points) {
  constexpr double kFarthest = 1 << 30;  // voxels
  std::vector<PlacedPoint> placed(points.positions.size());
  for (size_t i = 0; i < placed.size(); ++i) {
    const vdb::Vec3d p = index_place(info.place, points.positions[i]);
    if (!(std::abs(p[0]) < kFarthest && std::abs(p[1]) < kFarthest && std::abs(p[2]) < kFarthest))
      vdb_fail(info.name, "holds a point that is not finite, or too far away for its voxels");
    const vdb::Coord voxel = vdb::Coord::round(p);
    placed[i] = {voxel & ~7, PointLeaf::coordToOffset(voxel), static_cast<uint32_t>(i)};
  }
  std::sort(placed.begin(), placed.end());
  return placed;
}

void fill_point_leaf(PointLeaf& leaf, const PlacedPoint* placed, size_t count, const VdbGridInfo& info,
                     const VdbPoints& points) {
  std::vector<PointLeaf::ValueType> offsets(PointLeaf::SIZE, 0);
  for (size_t n = 0, end = 0; n < offsets.size(); ++n) {
    while (end < count && placed[end].voxel <= n) ++end;
    offsets[n] = static_cast<vdb::Index32>(end);
  }
  leaf.setOffsets(offsets);
  vdb::points::AttributeWriteHandle<vdb::Vec3f> position(leaf.attributeArray("P"));
  for (size_t k = 0; k < count; ++k) {
    const vdb::Vec3d p = index_place(info.place, points.positions[placed[k].index]);
    position.set(static_cast<vdb::Index>(k), vdb::Vec3f(p - vdb::Coord::round(p).asVec3d()));
  }
  for (const VdbAttribute& a : points.attributes)
    with_type(a.type, [&]<class V>(V) {
      vdb::points::AttributeWriteHandle<V> handle(leaf.attributeArray(a.name));
      for (size_t k = 0; k < count; ++k) {
        V value;
        std::memcpy(&value, a.data.data() + placed[k].index * sizeof(V), sizeof(V));
        handle.set(static_cast<vdb::Index>(k), value);
      }
    });
}

// The attributes that vdb.h knows, by name; all: there are no others.
std::vector<VdbAttribute> known_attributes(const PointTree& tree, bool* all) {
  std::vector<VdbAttribute> out;
  *all = true;
  const auto leaf = tree.cbeginLeaf();
  if (!leaf) return out;
  const auto& descriptor = leaf->attributeSet().descriptor();
  for (const auto& [name, position] : descriptor.map()) {
    if (name == "P") continue;
    const auto& [value, codec] = descriptor.type(position);
    VdbAttribute a{name, VdbAttribute::Type::float32, codec == "trnc", {}};
    if (value == "int32") a.type = VdbAttribute::Type::int32;
    else if (value == "int64") a.type = VdbAttribute::Type::int64;
    else if (value == "vec3s") a.type = VdbAttribute::Type::vec3f;
    else if (value != "float") {
      *all = false;
      continue;
    }
    out.push_back(std::move(a));
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

}  // namespace

bool is_point_grid(const VdbGrid& grid) {
  const auto base = std::static_pointer_cast<vdb::GridBase>(static_cast<const VdbBaseGrid&>(grid).base);
  return base->isType<vdb::points::PointDataGrid>();
}

VdbGridPtr make_point_grid(const VdbGridInfo& info, const VdbPoints& points) {
  return only_errors(ErrorKind::usage, "grid '" + info.name + "'", "cannot be made", [&]() -> VdbGridPtr {
    start_vdb();
    const auto positions = vdb::points::AttributeSet::Descriptor::create(attribute_type<vdb::Vec3f>());
    auto descriptor = positions;
    for (const VdbAttribute& a : points.attributes) {
      if (a.data.size() != points.positions.size() * element_bytes(a.type))
        vdb_fail(info.name,
                 "attribute '" + a.name + "' has another number of elements than there are points");
      descriptor = descriptor->duplicateAppend(a.name, type_of(a));
    }
    const auto grid = vdb::points::PointDataGrid::create();
    const std::vector<PlacedPoint> placed = place_points(info, points);
    const auto add = [&](const vdb::Coord& at, size_t first, size_t count) {
      auto* leaf = grid->tree().touchLeaf(at);
      leaf->initializeAttributes(positions, static_cast<vdb::Index>(count));
      leaf->replaceAttributeSet(new vdb::points::AttributeSet(descriptor, static_cast<vdb::Index>(count)),
                                true);
      fill_point_leaf(*leaf, placed.data() + first, count, info, points);
    };
    if (placed.empty()) add(vdb::Coord(0, 0, 0), 0, 0);  // attributes belong to leaves
    for (size_t first = 0, end = 0; first < placed.size(); first = end) {
      while (end < placed.size() && placed[end].leaf == placed[first].leaf) ++end;
      add(placed[first].leaf, first, end - first);
    }
    return dress_vdb_grid(grid, info);
  });
}

VdbPoints points_of_grid(const VdbGrid& from) {
  const auto grid = point_grid(from);
  VdbPoints out;
  bool all = true;
  out.attributes = known_attributes(grid->tree(), &all);
  for (auto leaf = grid->tree().cbeginLeaf(); leaf; ++leaf) {
    const vdb::points::AttributeHandle<vdb::Vec3f> position(leaf->constAttributeArray("P"));
    vdb::Index count = 0;
    for (auto point = leaf->beginIndexAll(); point; ++point, ++count) {
      const vdb::Vec3d at = point.getCoord().asVec3d() + vdb::Vec3d(position.get(*point));
      const vdb::Vec3d world = grid->indexToWorld(at);
      out.positions.push_back({world[0], world[1], world[2]});
    }
    for (VdbAttribute& a : out.attributes)
      with_type(a.type, [&]<class V>(V) {
        const vdb::points::AttributeHandle<V> handle(leaf->constAttributeArray(a.name));
        for (vdb::Index k = 0; k < count; ++k) {
          const V value = handle.get(k);
          const auto* bytes = reinterpret_cast<const std::byte*>(&value);
          a.data.insert(a.data.end(), bytes, bytes + sizeof(V));
        }
      });
  }
  return out;
}

bool visit_points(const VdbGrid& from, const VdbByteVisitor& visitor) {
  bool all = true;
  known_attributes(point_grid(from)->tree(), &all);
  if (!all) return false;
  const VdbPoints points = points_of_grid(from);
  visit_pod(visitor, static_cast<int64_t>(points.positions.size()));
  visitor(points.positions.data(), static_cast<int64_t>(points.positions.size() * sizeof(Vec3d)));
  for (const VdbAttribute& a : points.attributes) {
    visit_text(visitor, a.name);
    visit_pod(visitor, static_cast<int32_t>(a.type) * 2 + (a.half ? 1 : 0));
    visitor(a.data.data(), static_cast<int64_t>(a.data.size()));
  }
  return true;
}

void summarise_points(const VdbGrid& from, VdbSummary& out) {
  const auto grid = point_grid(from);
  const PointTree& tree = grid->tree();
  for (auto leaf = tree.cbeginLeaf(); leaf; ++leaf) out.points += static_cast<int64_t>(leaf->pointCount());
  if (const auto leaf = tree.cbeginLeaf()) {
    const auto& descriptor = leaf->attributeSet().descriptor();
    for (const auto& [name, position] : descriptor.map()) {
      const auto& [value, codec] = descriptor.type(position);
      out.attributes.emplace_back(name, codec == "trnc"   ? value + ", half"
                                        : codec == "null" ? value
                                                          : value + ", " + codec);
    }
    std::sort(out.attributes.begin(), out.attributes.end());
  }
}

}  // namespace ocean
