// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/surf_mesh.h"

#include <array>
#include <bit>
#include <cstring>

#include "libbake/bake/text_lines.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

static_assert(std::endian::native == std::endian::little, "the PLY is written as it lies in memory");
constexpr int64_t kVertexLine = 2 + 3 * 18, kFaceLine = 1 + 3 * 21 + 1;

// Vertices in the target's axes; (x, y, z, foam) each, rows south first.
std::vector<std::array<float, 4>> vertices(const Grid& grid, double sea_level_m, const FrameMaps& maps,
                                           const TargetTraits& target) {
  const std::vector<float> d = maps.displacement.to_host("displacement"), foam = maps.foam.to_host("foam");
  std::vector<std::array<float, 4>> out(static_cast<std::size_t>(grid.size()));
  for (int32_t j = 0; j < grid.height; ++j)
    for (int32_t i = 0; i < grid.width; ++i) {
      const auto k = static_cast<std::size_t>(int64_t{j} * grid.width + i);
      const double world[3] = {grid.x0 + (i + 0.5) * grid.texel_m + static_cast<double>(d[3 * k]),
                               grid.y0 + (j + 0.5) * grid.texel_m + static_cast<double>(d[3 * k + 1]),
                               sea_level_m + static_cast<double>(d[3 * k + 2])};
      for (std::size_t c = 0; c < 3; ++c)
        out[k][c] = static_cast<float>(target.sign[c] * world[target.axis[c]] / target.unit_m);
      out[k][3] = foam[k];
    }
  return out;
}

// Do the target's axes turn a mesh inside out?
bool is_mirrored(const TargetTraits& t) {
  const bool odd = t.axis[1] == 2;  // y and z change places, or none does
  return (t.sign[0] * t.sign[1] * t.sign[2] < 0) != odd;
}

struct Faces {
  int32_t width;
  bool mirrored;
  std::array<int32_t, 3> operator()(int64_t face) const {
    const int64_t cell = face / 2, row = cell / (width - 1), column = cell % (width - 1);
    const auto a = static_cast<int32_t>(row * width + column), b = a + 1, c = a + width, d = c + 1;
    std::array<int32_t, 3> f = face % 2 == 0 ? std::array{a, b, d} : std::array{a, d, c};
    if (mirrored) std::swap(f[1], f[2]);
    return f;
  }
};

int64_t face_count(const Grid& grid) { return 2 * int64_t{grid.width - 1} * (grid.height - 1); }

void write_ply(const std::vector<std::array<float, 4>>& points, const Faces& faces, int64_t count,
               SafeFile& file) {
  file.write("ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(points.size()) +
             "\nproperty float x\nproperty float y\nproperty float z\nproperty float foam\nelement face " +
             std::to_string(count) + "\nproperty list uchar int vertex_indices\nend_header\n");
  file.write(points.data(), static_cast<int64_t>(points.size() * sizeof(points[0])));
  std::vector<char> bytes;
  constexpr std::size_t kFace = 1 + 3 * sizeof(int32_t);
  bytes.resize(static_cast<std::size_t>(count) * kFace);
  for (int64_t k = 0; k < count; ++k) {
    const std::array<int32_t, 3> f = faces(k);
    char* to = bytes.data() + static_cast<std::size_t>(k) * kFace;
    *to = 3;
    std::memcpy(to + 1, f.data(), sizeof(f));
  }
  file.write(bytes.data(), static_cast<int64_t>(bytes.size()));
}

void write_obj(const std::vector<std::array<float, 4>>& points, const Faces& faces, int64_t count,
               HostPool& pool, SafeFile& file) {
  write_lines(file, pool, static_cast<int64_t>(points.size()), kVertexLine, [&](char* out, int64_t k) {
    *out++ = 'v';
    for (std::size_t c = 0; c < 3; ++c) {
      *out++ = ' ';
      out = put_number(out, points[static_cast<std::size_t>(k)][c]);
    }
    *out++ = '\n';
    return out;
  });
  write_lines(file, pool, count, kFaceLine, [&](char* out, int64_t k) {
    *out++ = 'f';
    for (const int32_t v : faces(k)) {
      *out++ = ' ';
      out = put_number(out, int64_t{v} + 1);
    }
    *out++ = '\n';
    return out;
  });
}

const char* extension(MeshFormat format) { return format == MeshFormat::ply ? "ply" : "obj"; }

}  // namespace

std::string surf_mesh_file(MeshFormat format, const std::string& name, int64_t frame) {
  std::string number = std::to_string(frame);
  if (number.size() < 4) number.insert(0, 4 - number.size(), '0');
  return name + "_mesh." + number + "." + extension(format);
}

int64_t surf_mesh_bytes(MeshFormat format, const Grid& grid) {
  return format == MeshFormat::ply ? 512 + 16 * grid.size() + 13 * face_count(grid)
                                   : kVertexLine * grid.size() + 30 * face_count(grid);
}

void write_surf_mesh(MeshFormat format, const ShoreBakeMaps& shore, const FrameMaps& maps,
                     const TimeRecord& time, const TargetTraits& target, JobContext& job) {
  const Grid& grid = shore.grid;
  const std::vector<std::array<float, 4>> points = vertices(grid, shore.sea_level_m, maps, target);
  const Faces faces{grid.width, is_mirrored(target)};
  OutputRecord record;
  record.role = "mesh";
  record.file = surf_mesh_file(format, job.name(), time.frame);
  record.format = extension(format);
  record.time = time;
  record.facts["sea_level_m"] = shortest(shore.sea_level_m);
  record.facts["unit"] = json_quoted(target.unit);
  record.facts["vertices"] = std::to_string(points.size());
  record.facts["faces"] = std::to_string(face_count(grid));
  SafeFile file(job.outputs().path(record.file), surf_mesh_bytes(format, grid));
  if (format == MeshFormat::ply) write_ply(points, faces, face_count(grid), file);
  else write_obj(points, faces, face_count(grid), job.exec().pool(), file);
  file.commit();
  job.outputs().add(std::move(record));
}

}  // namespace ocean
