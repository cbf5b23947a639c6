// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/terrain_obj.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/terrain/arch.h"
#include "libbake/bake/text_lines.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr int64_t kBandSamples = int64_t{1} << 20;
constexpr int64_t kMaxVertexLine = 2 + 3 * 17 + 1;
constexpr int64_t kMaxFaceLine = 1 + 4 * 21 + 1;

// World (x, y, z) as the file's three numbers. y up: a turn about x, so faces keep their sense.
struct VertexLine {
  bool y_up;
  char* operator()(char* out, const std::string& x, float y, float z) const {
    *out++ = 'v';
    *out++ = ' ';
    std::memcpy(out, x.data(), x.size());
    out += x.size();
    *out++ = ' ';
    out = put_number(out, y_up ? z : y);
    *out++ = ' ';
    out = put_number(out, y_up ? (y == 0 ? 0.0f : -y) : z);
    *out++ = '\n';
    return out;
  }
};

char* put_corner(char* out, int64_t vertex) {
  *out++ = ' ';
  return put_number(out, vertex + 1);
}

// The faces of one cell of a grid that is `side` vertices wide.
struct CellLines {
  int64_t side;
  bool quads;
  char* operator()(char* out, int64_t cell) const {
    const int64_t row = cell / (side - 1), column = cell - row * (side - 1);
    const int64_t a = row * side + column, b = a + 1, c = a + side, d = c + 1;
    out = face(out, a, b, d);
    if (quads) {
      out = put_corner(out, c);
    } else {
      *out++ = '\n';
      out = face(out, a, d, c);
    }
    *out++ = '\n';
    return out;
  }
  static char* face(char* out, int64_t a, int64_t b, int64_t c) {
    *out++ = 'f';
    return put_corner(put_corner(put_corner(out, a), b), c);
  }
};

void write_ground_vertices(const Exec& exec, const TerrainConfig& config, const IslandLayout& layout,
                           SafeFile& file, Progress& progress) {
  const int32_t side = config.resolution;
  const double step = config.extent / (side - 1);
  const Grid grid{-0.5 * config.extent - 0.5 * step, -0.5 * config.extent - 0.5 * step, step, side, side};
  const auto at = [&](int64_t k) {
    return static_cast<float>(-0.5 * config.extent + static_cast<double>(k) * step);
  };
  std::vector<std::string> columns;
  for (int32_t i = 0; i < side; ++i) columns.push_back(shortest(at(i)));

  const auto band = static_cast<int32_t>(std::clamp<int64_t>(kBandSamples / side, 1, side));
  progress.begin("vertices", side, "rows");
  for (int32_t row = 0; row < side; row += band) {
    const int32_t rows = std::min(band, side - row);
    Buffer<float> buffer(exec, int64_t{rows} * side);
    fill_island(exec, layout, grid, row, buffer.view());
    const std::vector<float> heights = buffer.to_host("terrain heights");
    write_lines(file, exec.pool(), buffer.size(), kMaxVertexLine,
                [&, line = VertexLine{config.up == TerrainUp::y}](char* out, int64_t k) {
                  const int64_t j = k / side;
                  return line(out, columns[static_cast<size_t>(k - j * side)], at(row + j),
                              heights[static_cast<size_t>(k)]);
                });
    progress.advance(rows);
  }
  progress.finish();
}

WrittenObjCounts write_arch(const TerrainConfig& config, const IslandLayout& layout, SafeFile& file,
                            int64_t first_vertex) {
  const ArchMesh arch = arch_mesh(layout);
  const VertexLine line{config.up == TerrainUp::y};
  std::string text = "o arch\n";
  char buffer[kMaxVertexLine + kMaxFaceLine];
  for (const Vec3d& p : arch.positions)
    text.append(buffer, line(buffer, shortest(static_cast<float>(p.x)), static_cast<float>(p.y),
                             static_cast<float>(p.z)));
  for (const Triangle& t : arch.triangles) {
    char* end = CellLines::face(buffer, first_vertex + t.a, first_vertex + t.b, first_vertex + t.c);
    *end++ = '\n';
    text.append(buffer, end);
  }
  file.write(text);
  return {static_cast<int64_t>(arch.positions.size()), static_cast<int64_t>(arch.triangles.size())};
}

}  // namespace

WrittenObjCounts write_terrain_obj(const Exec& exec, const TerrainConfig& config, const IslandLayout& layout,
                                   SafeFile& file, Progress& progress) {
  const int64_t side = config.resolution, cells = (side - 1) * (side - 1);
  const bool quads = config.faces == TerrainFaces::quads;
  file.write("# Sample island, seed " + std::to_string(config.seed) + "; metres, " +
             (config.up == TerrainUp::y ? "y up, x east, z south" : "z up, x east, y north") +
             "\no ground\n");
  write_ground_vertices(exec, config, layout, file, progress);
  write_lines(file, exec.pool(), cells, 2 * kMaxFaceLine, CellLines{side, quads});
  WrittenObjCounts counts{side * side, quads ? cells : 2 * cells};
  if (config.arch) {
    const WrittenObjCounts arch = write_arch(config, layout, file, counts.vertices);
    counts.vertices += arch.vertices;
    counts.faces += arch.faces;
  }
  return counts;
}

int64_t estimated_obj_bytes(const TerrainConfig& config) {
  const int64_t side = config.resolution;
  const auto digits = static_cast<int64_t>(std::to_string(side * side).size());
  const int64_t corners = config.faces == TerrainFaces::quads ? 4 : 6,
                faces = config.faces == TerrainFaces::quads ? 1 : 2;
  return side * side * (2 + 3 * 12 + corners * (digits + 1) + 2 * faces) + (config.arch ? 150'000 : 0) + 100;
}

}  // namespace ocean
