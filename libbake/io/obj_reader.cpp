// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/obj_reader.h"

#include <sys/mman.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "libbake/core/error.h"
#include "libbake/io/byte_source.h"
#include "libbake/io/obj_chunk.h"
#include "libbake/io/obj_lines.h"
#include "libbake/io/triangulate.h"

namespace ocean {

namespace {

constexpr int64_t kMaxLineBytes = int64_t{256} << 20;

// The first touch of memory costs more than parsing what goes there; large pages cost a fraction. Only a
// hint.
template <class T>
void resize_in_large_pages(std::vector<T>& v, int64_t n) {
  constexpr uintptr_t kPage = uintptr_t{2} << 20;
  v.reserve(static_cast<size_t>(n));
  const uintptr_t first = (reinterpret_cast<uintptr_t>(v.data()) + kPage - 1) & ~(kPage - 1);
  const uintptr_t last = reinterpret_cast<uintptr_t>(v.data() + n) & ~(kPage - 1);
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
  v.resize(static_cast<size_t>(n));
}

class Reader {
 public:
  Reader(HostPool& pool, const ByteSource& source, int64_t chunk_bytes)
      : pool_(pool), source_(source), chunk_bytes_(chunk_bytes), cuts_(line_cuts(source, chunk_bytes)) {}
  ObjFile run();

 private:
  template <class Body>
  void each_chunk(const Body& body) const {
    for_chunks(pool_, static_cast<int64_t>(cuts_.size()) - 1, 1, [&](int64_t begin, int64_t end) {
      for (int64_t k = begin; k < end; ++k) body(static_cast<size_t>(k));
    });
  }
  // Calls body(text, size) with chunk k's prepared text.
  template <class Body>
  void with_text(size_t k, const Body& body) const;
  void place_vertices();
  void place_triangles();
  void make_triangles(size_t k);
  void check_count(int64_t count, const char* what) const;

  HostPool& pool_;
  const ByteSource& source_;
  const int64_t chunk_bytes_;
  const std::vector<int64_t> cuts_;
  std::vector<ObjCounts> counts_;
  std::vector<ObjChunk> chunks_;
  std::vector<int64_t> first_vertex_, first_triangle_;  // of each chunk
  ObjFile file_;
};

ObjFile Reader::run() {
  counts_.resize(cuts_.size() - 1);
  chunks_.resize(cuts_.size() - 1);
  each_chunk([&](size_t k) {
    with_text(k, [&](const char* text, int64_t size) { counts_[k] = count_obj_chunk(text, size); });
  });
  place_vertices();
  each_chunk([&](size_t k) {
    with_text(k, [&](const char* text, int64_t size) {
      const ObjVertices vertices{file_.mesh.positions.data() + first_vertex_[k], first_vertex_[k],
                                 static_cast<int64_t>(file_.mesh.positions.size())};
      chunks_[k] = parse_obj_chunk(text, size, counts_[k], vertices);
    });
  });
  place_triangles();
  each_chunk([&](size_t k) { make_triangles(k); });
  return std::move(file_);
}

template <class Body>
void Reader::with_text(size_t k, const Body& body) const {
  const int64_t size = cuts_[k + 1] - cuts_[k];
  if (size > chunk_bytes_ + kMaxLineBytes) {
    throw Error(ErrorKind::input, source_.name(),
                "has no line end within 256 MiB; this is no text, so no OBJ file");
  }
  const std::unique_ptr<char[]> text(new char[static_cast<size_t>(size) + 1]);
  source_.read(cuts_[k], size, text.get());
  prepare_obj_text(text.get(), size);
  body(text.get(), size);
}

void Reader::check_count(int64_t count, const char* what) const {
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max() - 1;
  if (count <= kMax) return;
  throw Error(ErrorKind::input, source_.name(),
              "has " + std::to_string(count) + " " + what + ", more than the " + std::to_string(kMax) +
                  " that one mesh may have; split the terrain");
}

void Reader::place_vertices() {
  int64_t vertices = 0;
  for (const ObjCounts& counts : counts_) {
    first_vertex_.push_back(vertices);
    vertices += counts.vertices;
  }
  check_count(vertices, "vertices");
  resize_in_large_pages(file_.mesh.positions, vertices);
}

void Reader::place_triangles() {
  for (const ObjChunk& chunk : chunks_) {
    if (chunk.changed)
      throw Error(ErrorKind::input, source_.name(),
                  "changed while it was read; wait until it is written completely");
  }
  int64_t triangles = 0;
  for (size_t k = 0; k < chunks_.size(); ++k) {
    const ObjChunk& chunk = chunks_[k];
    if (chunk.fault) {
      const int64_t line = line_number(source_, cuts_[k] + chunk.fault->offset);
      throw Error(ErrorKind::input, source_.name() + ":" + std::to_string(line), chunk.fault->what);
    }
    first_triangle_.push_back(triangles);
    triangles += chunk.triangles;
    file_.faces += chunk.faces;
    file_.objects += chunk.objects;
    file_.groups += chunk.groups;
    file_.surfaces += chunk.surfaces;
    for (const std::string& name : chunk.names) {
      if (file_.names.size() < ObjChunk::kMaxNames) file_.names.push_back(name);
    }
  }
  if (file_.faces == 0) {
    const std::string surfaces =
        file_.surfaces == 0 ? "" : " and " + std::to_string(file_.surfaces) + " parametric surfaces";
    throw Error(ErrorKind::input, source_.name(),
                "has no face (f line), only " + std::to_string(file_.mesh.positions.size()) + " vertices" +
                    surfaces + "; export the surface as polygons, in OBJ format");
  }
  check_count(triangles, "triangles");
  file_.bytes = source_.size();
  resize_in_large_pages(file_.mesh.triangles, triangles);
}

void Reader::make_triangles(size_t k) {
  ObjChunk& chunk = chunks_[k];
  Triangulator triangulator;
  const Vec3d* const positions = file_.mesh.positions.data();
  const int32_t* corner = chunk.corners.data();
  Triangle* out = file_.mesh.triangles.data() + first_triangle_[k];
  for (const ObjChunk::Run& run : chunk.runs) {
    for (int64_t i = 0; i < run.faces; ++i) {
      triangulator.polygon(positions, corner, run.corners, out);
      corner += run.corners;
      out += run.corners - 2;
    }
  }
  std::vector<int32_t>().swap(chunk.corners);
}

}  // namespace

ObjFile read_obj(HostPool& pool, const ByteSource& source, int64_t chunk_bytes) {
  char head[2] = {0, 0};
  source.read(0, std::min<int64_t>(2, source.size()), head);
  if ((head[0] == '\xff' && head[1] == '\xfe') || (head[0] == '\xfe' && head[1] == '\xff')) {
    throw Error(ErrorKind::input, source.name() + ":1", "is UTF-16 text; save it as UTF-8 or ASCII");
  }
  return Reader(pool, source, chunk_bytes).run();
}

ObjFile read_obj(HostPool& pool, const std::string& path, int64_t chunk_bytes) {
  return read_obj(pool, ByteSource(path), chunk_bytes);
}

ObjFile parse_obj(HostPool& pool, std::string_view text, const std::string& name, int64_t chunk_bytes) {
  if (text.empty()) throw Error(ErrorKind::input, name, "is empty (0 bytes); write the file again");
  return read_obj(pool, ByteSource(text, name), chunk_bytes);
}

}  // namespace ocean
