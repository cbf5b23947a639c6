// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/file_kind.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>

#include "libbake/core/error.h"
#include "libbake/core/text.h"
#include "libbake/io/asc_reader.h"
#include "libbake/io/byte_source.h"

namespace ocean {

namespace {

using namespace std::string_view_literals;

struct Row {
  std::string_view key;
  FileKind kind;
};

constexpr Row kSignatures[] = {{"\x89PNG\r\n\x1a\n"sv, FileKind::image},
                               {"\x76\x2f\x31\x01"sv, FileKind::image},
                               {"#?RADIANCE"sv, FileKind::image},
                               {"#?RGBE"sv, FileKind::image},
                               {"\xff\xd8\xff"sv, FileKind::image},
                               {"II*\0"sv, FileKind::raster},
                               {"MM\0*"sv, FileKind::raster},
                               {"II+\0"sv, FileKind::raster},
                               {"MM\0+"sv, FileKind::raster},
                               {"glTF"sv, FileKind::gltf},
                               {"Kaydara FBX Binary"sv, FileKind::mesh},
                               {"ply\n"sv, FileKind::ply},
                               {"ply\r"sv, FileKind::ply}};

constexpr Row kExtensions[] = {
    {".obj", FileKind::obj},    {".ply", FileKind::ply},     {".stl", FileKind::stl},
    {".gltf", FileKind::gltf},  {".glb", FileKind::gltf},    {".fbx", FileKind::mesh},
    {".dae", FileKind::mesh},   {".asc", FileKind::raster},  {".hgt", FileKind::raster},
    {".tif", FileKind::raster}, {".tiff", FileKind::raster}, {".dem", FileKind::raster},
    {".dt0", FileKind::raster}, {".dt1", FileKind::raster},  {".dt2", FileKind::raster},
    {".bil", FileKind::raster}, {".flt", FileKind::raster},  {".img", FileKind::raster},
    {".grd", FileKind::raster}, {".xyz", FileKind::raster},  {".nc", FileKind::raster},
    {".bt", FileKind::raster},  {".ter", FileKind::raster},  {".png", FileKind::image},
    {".exr", FileKind::image},  {".hdr", FileKind::image},   {".tga", FileKind::image},
    {".jpg", FileKind::image},  {".jpeg", FileKind::image},  {".bmp", FileKind::image},
    {".pfm", FileKind::image},  {".dpx", FileKind::image},   {".raw", FileKind::raw},
    {".r16", FileKind::raw},    {".r32", FileKind::raw},     {".r8", FileKind::raw},
    {".bin", FileKind::raw}};

std::optional<FileKind> by_signature(const ByteSource& source) {
  std::array<char, 32> head{};
  const int64_t n = std::min<int64_t>(source.size(), static_cast<int64_t>(head.size()));
  source.read(0, n, head.data());
  const std::string_view text(head.data(), static_cast<size_t>(n));
  for (const Row& row : kSignatures) {
    if (text.substr(0, row.key.size()) == row.key) return row.kind;
  }
  if (is_asc_head(text)) return FileKind::asc;
  return std::nullopt;
}

[[noreturn]] void ask_for_raw(const std::string& path, const std::string& extension, int64_t bytes) {
  const bool words = extension != ".r8";
  const int64_t side = std::llround(std::sqrt(static_cast<double>(bytes / (words ? 2 : 1))));
  std::string what = "says nothing of its size and samples; pass --raw WxH:TYPE";
  if (side * side * (words ? 2 : 1) == bytes) {
    const std::string n = std::to_string(side);
    what += ", perhaps --raw " + n + "x" + n + (words ? ":u16le" : ":u8");
  }
  throw Error(ErrorKind::usage, path, what);
}

}  // namespace

FileKind find_file_kind(const std::string& path, bool raw_given) {
  if (path.find("://") != std::string::npos || path.rfind("/vsi", 0) == 0) {
    throw Error(ErrorKind::input, path,
                "is no local file; download it first (nothing is fetched from the network)");
  }
  const ByteSource source(path);
  if (raw_given) return FileKind::raw;
  if (const std::optional<FileKind> kind = by_signature(source)) return *kind;
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::string known;
  for (const Row& row : kExtensions) {
    known += (known.empty() ? "" : " ") + std::string(row.key);
    if (row.key != extension) continue;
    if (row.kind == FileKind::raw) ask_for_raw(path, extension, source.size());
    return row.kind;
  }
  throw Error(ErrorKind::input, path,
              "is of no known kind" + (extension.empty() ? "" : " (" + in_quotes(extension) + ")") +
                  "; known are " + known);
}

}  // namespace ocean
