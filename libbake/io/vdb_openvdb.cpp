// SPDX-License-Identifier: Apache-2.0
//
// The VDB plug-in: OpenVDB behind vdb_plugin.h. This half makes, takes apart, reads and writes grids; the
// other half makes level sets of meshes. Museth 2013, "VDB: high-resolution sparse volumes with dynamic
// topology".
#include <openvdb/io/Compression.h>
#include <openvdb/io/File.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/SignedFloodFill.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <streambuf>

#include "libbake/core/error.h"
#include "libbake/io/only_errors.h"
#include "libbake/io/vdb_parts.h"

namespace ocean {
namespace {

namespace vdb = openvdb;

vdb::GridBase::Ptr base_of(const VdbGrid& grid) {
  return std::static_pointer_cast<vdb::GridBase>(static_cast<const VdbBaseGrid&>(grid).base);
}

template <class Grid>
typename Grid::Ptr typed(const VdbGrid& grid) {
  const auto base = base_of(grid);
  auto typed = vdb::gridPtrCast<Grid>(base);
  if (!typed) vdb_fail(base->getName(), "has type " + base->type() + ", not " + Grid::gridType());
  return typed;
}

// --- Values ------------------------------------------------------------------------------------------------

float to_vdb(float v) { return v; }
int32_t to_vdb(int32_t v) { return v; }
vdb::Vec3f to_vdb(const Vec3f& v) { return {v.x, v.y, v.z}; }
float from_vdb(float v) { return v; }
int32_t from_vdb(int32_t v) { return v; }
Vec3f from_vdb(const vdb::Vec3f& v) { return {v[0], v[1], v[2]}; }
bool finite(float v) { return std::isfinite(v); }
bool finite(int32_t) { return true; }
bool finite(const vdb::Vec3f& v) { return v.isFinite(); }
float inactive(float background, float value, bool level_set) {
  return level_set && value < 0 ? -std::abs(background) : background;
}
int32_t inactive(int32_t background, int32_t, bool) { return background; }
vdb::Vec3f inactive(const vdb::Vec3f& background, const vdb::Vec3f&, bool) { return background; }

template <class Leaf, class T, class V>
void fill_leaf(Leaf& leaf, const VdbBlock& block, const T* values, const V& background,
               const VdbGridInfo& info) {
  typename Leaf::NodeMaskType mask;
  for (vdb::Index n = 0; n < Leaf::SIZE; ++n) {
    V value = to_vdb(values[n]);
    if (info.half) value = vdb::io::truncateRealToHalf(value);
    const bool active = block.is_active(static_cast<int32_t>(n));
    if (active && !finite(value))
      vdb_fail(info.name,
               "holds a value that is no finite number" + std::string(info.half ? ", as half float" : ""));
    if (active) mask.setOn(n);
    leaf.setValueOnly(n, active ? value : inactive(background, value, info.kind == VdbClass::level_set));
  }
  leaf.setValueMask(mask);
}

template <class Grid, class T>
VdbGridPtr make_grid(const VdbGridInfo& info, const VdbBlocks<T>& blocks) {
  return only_errors(ErrorKind::usage, "grid '" + info.name + "'", "cannot be made", [&]() -> VdbGridPtr {
    start_vdb();
    using Leaf = typename Grid::TreeType::LeafNodeType;
    auto background = to_vdb(blocks.background);
    if (info.half) background = vdb::io::truncateRealToHalf(background);
    if (blocks.values.size() != blocks.blocks.size() * Leaf::SIZE || !blocks.tiles.empty())
      vdb_fail(info.name, "needs 512 values a block, and no tiles");
    const auto grid = Grid::create(background);
    for (size_t b = 0; b < blocks.blocks.size(); ++b) {
      const VdbBlock& block = blocks.blocks[b];
      const vdb::Coord at(block.x, block.y, block.z);
      if (((block.x | block.y | block.z) & 7) != 0 || grid->tree().probeConstLeaf(at) != nullptr)
        vdb_fail(info.name, "has a block twice, or one whose place is no multiple of 8");
      auto leaf = std::make_unique<Leaf>(at, background, false);
      fill_leaf(*leaf, block, blocks.values.data() + b * Leaf::SIZE, background, info);
      grid->tree().addLeaf(leaf.release());
    }
    if constexpr (std::is_same_v<T, float>) {
      if (info.kind == VdbClass::level_set) vdb::tools::signedFloodFill(grid->tree());
    }
    return dress_vdb_grid(grid, info);
  });
}

// Calls visit(coordinate, side, value, active) for every tile that is not background.
template <class Tree, class Visit>
void for_each_tile(const Tree& tree, const Visit& visit) {
  auto it = tree.cbeginValueAll();
  it.setMaxDepth(decltype(it)::LEAF_DEPTH - 1);
  for (; it; ++it) {
    if (!it.isValueOn() && it.getValue() == tree.background()) continue;
    vdb::CoordBBox box;
    it.getBoundingBox(box);
    visit(box.min(), box.dim().x(), it.getValue(), it.isValueOn());
  }
}

template <class Leaf>
VdbBlock block_of(const Leaf& leaf) {
  VdbBlock block{leaf.origin().x(), leaf.origin().y(), leaf.origin().z(), {}};
  for (vdb::Index w = 0; w < 8; ++w) block.active[w] = leaf.getValueMask().template getWord<vdb::Index64>(w);
  return block;
}

template <class Grid, class T>
VdbBlocks<T> take_apart(const VdbGrid& from) {
  const auto grid = typed<Grid>(from);
  VdbBlocks<T> out;
  out.background = from_vdb(grid->background());
  for (auto leaf = grid->tree().cbeginLeaf(); leaf; ++leaf) {
    out.blocks.push_back(block_of(*leaf));
    for (vdb::Index n = 0; n < leaf->SIZE; ++n) out.values.push_back(from_vdb(leaf->getValue(n)));
  }
  for_each_tile(grid->tree(), [&](const vdb::Coord& at, int32_t side, const auto& value, bool on) {
    out.tiles.push_back({at.x(), at.y(), at.z(), side, on, from_vdb(value)});
  });
  return out;
}

// --- Hashes and summaries ----------------------------------------------------------------------------------

void visit_header(const vdb::GridBase& grid, const VdbByteVisitor& visitor) {
  visit_text(visitor, grid.type());
  visit_text(visitor, vdb::GridBase::gridClassToString(grid.getGridClass()));
  visit_text(visitor, vdb::GridBase::vecTypeToString(grid.getVectorType()));
  visit_pod(visitor, static_cast<int32_t>(grid.saveFloatAsHalf()));
  if (!grid.transform().isLinear()) return visit_text(visitor, grid.transform().mapType());
  const vdb::Mat4d matrix = grid.transform().baseMap()->getAffineMap()->getMat4();
  visitor(matrix.asPointer(), 16 * sizeof(double));
}

template <class Tree>
void visit_values(const Tree& tree, const VdbByteVisitor& visitor) {
  visit_pod(visitor, tree.background());
  for_each_tile(tree, [&](const vdb::Coord& at, int32_t side, const auto& value, bool on) {
    for (const int32_t part : {at.x(), at.y(), at.z(), side, static_cast<int32_t>(on)})
      visit_pod(visitor, part);
    visit_pod(visitor, value);
  });
  for (auto leaf = tree.cbeginLeaf(); leaf; ++leaf) {
    const VdbBlock block = block_of(*leaf);  // in parts: its padding is not content
    for (const int32_t part : {block.x, block.y, block.z}) visit_pod(visitor, part);
    visit_pod(visitor, block.active);
    visitor(leaf->buffer().data(), static_cast<int64_t>(sizeof(typename Tree::ValueType)) * leaf->SIZE);
  }
}

bool visit(const VdbGrid& from, const VdbByteVisitor& visitor) {
  const auto base = base_of(from);
  visit_header(*base, visitor);
  if (is_point_grid(from)) return visit_points(from, visitor);
  if (const auto f = vdb::gridConstPtrCast<vdb::FloatGrid>(base)) visit_values(f->tree(), visitor);
  else if (const auto i = vdb::gridConstPtrCast<vdb::Int32Grid>(base)) visit_values(i->tree(), visitor);
  else if (const auto v = vdb::gridConstPtrCast<vdb::Vec3fGrid>(base)) visit_values(v->tree(), visitor);
  else return false;
  return true;
}

void summarise_place(const vdb::GridBase& grid, VdbSummary& out) {
  const auto& transform = grid.transform();
  const vdb::Vec3d origin = transform.indexToWorld(vdb::Vec3d(0)), size = transform.voxelSize();
  out.place = {size[0], {origin[0], origin[1], origin[2]}};
  out.uniform = transform.isLinear();
  for (int a = 0; a < 3 && out.uniform; ++a) {
    vdb::Vec3d step(0), expected = origin;
    step[a] = 1;
    expected[a] += size[0];
    out.uniform = (transform.indexToWorld(step) - expected).length() <= 1e-9 * (size[0] + origin.length());
  }
}

void summarise_bounds(const vdb::GridBase& grid, VdbSummary& out) {
  if (out.active_voxels == 0) return;
  const vdb::CoordBBox box = grid.evalActiveVoxelBoundingBox();
  const vdb::BBoxd world =
      grid.transform().indexToWorld(vdb::BBoxd(box.min().asVec3d(), box.max().asVec3d()));
  out.low = {box.min().x(), box.min().y(), box.min().z()};
  out.high = {box.max().x(), box.max().y(), box.max().z()};
  out.min = {world.min()[0], world.min()[1], world.min()[2]};
  out.max = {world.max()[0], world.max()[1], world.max()[2]};
}

VdbSummary summarise(const VdbGrid& from) {
  const auto grid = base_of(from);
  VdbSummary out;
  out.name = grid->getName();
  out.type_text = grid->type();
  out.creator = grid->getCreator();
  if (grid->isType<vdb::FloatGrid>()) out.type = VdbType::float32;
  if (grid->isType<vdb::Int32Grid>()) out.type = VdbType::int32;
  if (grid->isType<vdb::Vec3fGrid>()) out.type = VdbType::vec3f;
  if (is_point_grid(from)) {
    out.type = VdbType::points;
    summarise_points(from, out);
  }
  out.kind = static_cast<VdbClass>(grid->getGridClass());
  out.vector = static_cast<VdbVector>(grid->getVectorType());
  out.half = grid->saveFloatAsHalf();
  out.active_voxels = static_cast<int64_t>(grid->activeVoxelCount());
  out.blocks = static_cast<int64_t>(grid->constBaseTree().leafCount());
  out.memory_bytes = static_cast<int64_t>(grid->memUsage());
  summarise_place(*grid, out);
  summarise_bounds(*grid, out);
  for (auto meta = grid->beginMeta(); meta != grid->endMeta(); ++meta)
    if (meta->first != vdb::GridBase::META_FILE_DELAYED_LOAD && meta->second)
      out.metadata.emplace_back(meta->first, meta->second->str());
  return out;
}

// --- Files -------------------------------------------------------------------------------------------------

void insert_meta(vdb::MetaMap& map, const VdbMeta& meta) {
  if (const auto* text = std::get_if<std::string>(&meta.value)) {
    map.insertMeta(meta.name, vdb::StringMetadata(*text));
  } else if (const auto* number = std::get_if<int64_t>(&meta.value)) {
    if (*number == static_cast<int32_t>(*number))
      map.insertMeta(meta.name, vdb::Int32Metadata(static_cast<int32_t>(*number)));
    else map.insertMeta(meta.name, vdb::Int64Metadata(*number));
  } else {
    map.insertMeta(meta.name, vdb::DoubleMetadata(std::get<double>(meta.value)));
  }
}

// Bytes to the sink, a megabyte at a time; what the sink throws is kept for the end, since a stream may not.
class SinkBuffer final : public std::streambuf {
 public:
  explicit SinkBuffer(ByteSink& sink) : sink_(sink) {}
  void finish() {
    flush();
    if (error_) std::rethrow_exception(error_);
  }

 protected:
  int_type overflow(int_type c) override {
    const char byte = traits_type::to_char_type(c);
    return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* data, std::streamsize count) override {
    buffer_.insert(buffer_.end(), data, data + count);
    if (buffer_.size() >= kBytes) flush();
    return error_ ? 0 : count;
  }
  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) override {
    const off_type here = start_ + static_cast<off_type>(buffer_.size());
    if (from == std::ios_base::cur && offset == 0) return here;
    return seekpos(from == std::ios_base::beg   ? offset
                   : from == std::ios_base::cur ? here + offset
                                                : std::max(end_, here) + offset,
                   std::ios_base::out);
  }
  pos_type seekpos(pos_type place, std::ios_base::openmode) override {
    flush();
    start_ = place;
    return place;
  }
  int sync() override { return 0; }

 private:
  static constexpr size_t kBytes = size_t{1} << 20;
  void flush() {
    try {
      if (!error_ && !buffer_.empty())
        sink_.write_at(buffer_.data(), static_cast<int64_t>(buffer_.size()), start_);
    } catch (...) {
      error_ = std::current_exception();
    }
    start_ += static_cast<off_type>(buffer_.size());
    end_ = std::max(end_, start_);
    buffer_.clear();
  }

  ByteSink& sink_;
  std::vector<char> buffer_;
  off_type start_ = 0, end_ = 0;  // of the buffer in the file; of the file
  std::exception_ptr error_;
};

// io::File writes to a file name alone; this writes the same bytes to a stream that can seek.
class SeekableArchive final : public vdb::io::Archive {
 public:
  using vdb::io::Archive::write;
  vdb::io::Archive::Ptr copy() const override { return vdb::io::Archive::Ptr(new SeekableArchive(*this)); }
};

// Of a copy that shares its tree: the statistics that OpenVDB writes, without INT_MAX boxes for empty grids.
vdb::GridBase::ConstPtr with_statistics(const VdbGrid& grid) {
  const vdb::GridBase::Ptr base = base_of(grid), copy = base->copyGrid();
  copy->setTransform(
      base->transformPtr());  // OpenVDB 10.0 rounds a voxel of 0.05 otherwise when it copies it
  copy->addStatsMetadata();
  if (copy->activeVoxelCount() == 0) {
    copy->insertMeta(vdb::GridBase::META_FILE_BBOX_MIN, vdb::Vec3IMetadata(vdb::Vec3i(0)));
    copy->insertMeta(vdb::GridBase::META_FILE_BBOX_MAX, vdb::Vec3IMetadata(vdb::Vec3i(0)));
  }
  return copy;
}

void write_grids(ByteSink& sink, const std::vector<VdbGridPtr>& grids, VdbCompression compression,
                 const std::vector<VdbMeta>& metadata) {
  only_errors(ErrorKind::output, sink.final_path(), "cannot be written", [&] {
    start_vdb();
    SeekableArchive archive;
    archive.setGridStatsMetadataEnabled(false);
    archive.setCompression(compression == VdbCompression::none ? vdb::io::COMPRESS_NONE
                           : compression == VdbCompression::zip
                               ? vdb::io::COMPRESS_ZIP | vdb::io::COMPRESS_ACTIVE_MASK
                               : vdb::io::COMPRESS_BLOSC | vdb::io::COMPRESS_ACTIVE_MASK);
    vdb::GridCPtrVec list;
    for (const VdbGridPtr& grid : grids) list.push_back(with_statistics(*grid));
    vdb::MetaMap file;
    for (const VdbMeta& meta : metadata) insert_meta(file, meta);
    SinkBuffer buffer(sink);
    std::ostream stream(&buffer);
    archive.write(stream, list, true, file);
    buffer.finish();
    if (!stream)
      throw Error(ErrorKind::output, sink.final_path(), "was not written whole: the stream failed");
  });
}

std::vector<VdbGridPtr> read_grids(const std::string& path) {
  return only_errors(ErrorKind::input, path, "cannot be read as a VDB file", [&] {
    start_vdb();
    vdb::io::File file(path);
    file.open(false);
    std::vector<VdbGridPtr> out;
    const vdb::GridPtrVecPtr grids = file.getGrids();
    for (const vdb::GridBase::Ptr& grid : *grids) out.push_back(std::make_shared<VdbBaseGrid>(grid));
    // A file that ends in its header reads as one without grids.
    if (out.empty())
      throw Error(ErrorKind::input, path, "holds no grid: it is cut off, or another kind of file");
    return out;
  });
}

}  // namespace

void start_vdb() {
  static std::once_flag once;
  std::call_once(once, [] { vdb::initialize(); });
}

void vdb_fail(const std::string& grid, const std::string& what) {
  throw Error(ErrorKind::internal, "grid '" + grid + "'", what);
}

VdbGridPtr dress_vdb_grid(std::shared_ptr<void> base, const VdbGridInfo& info) {
  static_assert(static_cast<int>(VdbClass::staggered) == vdb::GRID_STAGGERED &&
                static_cast<int>(VdbClass::level_set) == vdb::GRID_LEVEL_SET &&
                static_cast<int>(VdbVector::contravariant_absolute) == vdb::VEC_CONTRAVARIANT_ABSOLUTE);
  const auto grid = std::static_pointer_cast<vdb::GridBase>(base);
  if (!(info.place.voxel_m > 0) || !std::isfinite(info.place.voxel_m))
    vdb_fail(info.name, "has no voxel size");
  grid->setName(info.name);
  grid->setCreator(std::string("oceanbake ") + OCEAN_VERSION);
  grid->setGridClass(static_cast<vdb::GridClass>(info.kind));
  if (info.vector != VdbVector::invariant) grid->setVectorType(static_cast<vdb::VecType>(info.vector));
  grid->setSaveFloatAsHalf(info.half);
  const auto transform = vdb::math::Transform::createLinearTransform(info.place.voxel_m);
  transform->postTranslate(vdb::Vec3d(info.place.origin.x, info.place.origin.y, info.place.origin.z));
  grid->setTransform(transform);
  for (const VdbMeta& meta : info.metadata) insert_meta(*grid, meta);
  return std::make_shared<VdbBaseGrid>(std::move(base));
}

}  // namespace ocean

extern "C" const ocean::PluginTable* ocean_io_vdb() {
  using namespace ocean;
  static const VdbPlugin table{{},
                               make_grid<vdb::FloatGrid, float>,
                               make_grid<vdb::Int32Grid, int32_t>,
                               make_grid<vdb::Vec3fGrid, Vec3f>,
                               make_point_grid,
                               take_apart<vdb::FloatGrid, float>,
                               take_apart<vdb::Int32Grid, int32_t>,
                               take_apart<vdb::Vec3fGrid, Vec3f>,
                               points_of_grid,
                               summarise,
                               visit,
                               write_grids,
                               read_grids,
                               OPENVDB_LIBRARY_VERSION_STRING,
                               level_set_of_mesh,
                               level_set_union};
  return &table;
}
