// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/ply_reader.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "libbake/core/error.h"
#include "libbake/io/byte_source.h"
#include "libbake/io/obj_chunk.h"
#include "libbake/io/parse_number.h"
#include "libbake/io/ply_header.h"
#include "libbake/io/triangulate.h"

namespace ocean {

namespace {

constexpr int64_t kMaxItems = std::numeric_limits<int32_t>::max() - 1;

class PlyParser {
 public:
  // file: its last byte must be followed by a line end.
  PlyParser(std::string_view file, const std::string& name)
      : file_(file),
        name_(name),
        header_(parse_ply_header(file, name)),
        at_(static_cast<size_t>(header_.bytes)) {}
  MeshFile run();

 private:
  [[noreturn]] void fail(const std::string& what) const;
  double value(PlyType type);
  double ascii_value();
  template <class T>
  double binary_value();
  int64_t list_length(const PlyProperty& property);
  void check_size(const PlyElement& element) const;
  void skip(const PlyElement& element);
  void read_vertices(const PlyElement& element);
  void read_faces(const PlyElement& element);
  void add_face(int64_t face, const std::vector<double>& indices);

  const std::string_view file_;
  const std::string& name_;
  const PlyHeader header_;
  size_t at_, token_ = 0;
  int64_t vertices_in_file_ = 0, faces_ = 0;
  // Faces may stand before the vertices, so they are triangulated at the end.
  std::vector<int32_t> corners_;
  std::vector<int32_t> sizes_;
  MeshFile out_;
};

void PlyParser::fail(const std::string& what) const {
  if (header_.format != PlyHeader::Format::ascii) {
    throw Error(ErrorKind::input, name_, "at byte " + std::to_string(token_) + ": " + what);
  }
  const auto lines = 1 + std::count(file_.begin(), file_.begin() + static_cast<ptrdiff_t>(token_), '\n');
  throw Error(ErrorKind::input, name_ + ":" + std::to_string(lines), what);
}

double PlyParser::ascii_value() {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (at_ < file_.size() && blank(file_[at_])) ++at_;
  token_ = at_;
  if (at_ == file_.size())
    fail("the file is cut off: more numbers are announced in its header; export it again");
  double number = 0;
  const NumberResult r = parse_double(file_.data() + at_, number);
  if (r.status != NumberStatus::ok || !blank(*r.end)) {
    const char* const token = file_.data() + at_;
    const char letter = static_cast<char>(token[*token == '-' || *token == '+' ? 1 : 0] | 0x20);
    if (letter != 'n' && letter != 'i') {
      fail(quote_token(token, file_.data() + file_.size()) + " is not a number");
    }
    while (at_ < file_.size() && !blank(file_[at_])) ++at_;
    return std::numeric_limits<double>::quiet_NaN();  // refused where it matters: as a coordinate or an index
  }
  at_ = static_cast<size_t>(r.end - file_.data());
  return number;
}

template <class T>
double PlyParser::binary_value() {
  token_ = at_;
  if (file_.size() - at_ < sizeof(T))
    fail("the file is cut off: its header announces more data; export it again");
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, file_.data() + at_, sizeof(T));
  at_ += sizeof(T);
  if ((header_.format == PlyHeader::Format::big) != (std::endian::native == std::endian::big)) {
    std::reverse(bytes, bytes + sizeof(T));
  }
  T number;
  std::memcpy(&number, bytes, sizeof(T));
  return static_cast<double>(number);
}

double PlyParser::value(PlyType type) {
  if (header_.format == PlyHeader::Format::ascii) return ascii_value();
  switch (type) {
    case PlyType::i8:
      return binary_value<int8_t>();
    case PlyType::u8:
      return binary_value<uint8_t>();
    case PlyType::i16:
      return binary_value<int16_t>();
    case PlyType::u16:
      return binary_value<uint16_t>();
    case PlyType::i32:
      return binary_value<int32_t>();
    case PlyType::u32:
      return binary_value<uint32_t>();
    case PlyType::f32:
      return binary_value<float>();
    case PlyType::f64:
      return binary_value<double>();
  }
  return 0;
}

int64_t PlyParser::list_length(const PlyProperty& property) {
  const double length = value(property.count_type);
  if (!(length >= 0 && length <= static_cast<double>(kMaxItems)) || length != std::floor(length)) {
    fail("a list's length is " + std::to_string(length) + "; the file is damaged");
  }
  const int64_t least = header_.format == PlyHeader::Format::ascii ? 2 : ply_bytes(property.type);
  if (static_cast<int64_t>(length) * least > static_cast<int64_t>(file_.size() - at_) + 1) {
    fail("a list of " + std::to_string(static_cast<int64_t>(length)) +
         " items is longer than the rest of the file; it is cut off");
  }
  return static_cast<int64_t>(length);
}

// An announced count that the file cannot hold is refused before memory is taken for it.
void PlyParser::check_size(const PlyElement& element) const {
  int64_t least = 0;
  for (const PlyProperty& p : element.properties) {
    least += header_.format == PlyHeader::Format::ascii ? 2 : ply_bytes(p.list ? p.count_type : p.type);
  }
  const int64_t rest = static_cast<int64_t>(file_.size() - at_) + 1;
  if (element.count > kMaxItems || (least > 0 && element.count > rest / least)) {
    throw Error(ErrorKind::input, name_,
                "announces " + std::to_string(element.count) + " of element '" + element.name +
                    "', but only " + std::to_string(rest - 1) +
                    " bytes follow; the file is cut off: export it again");
  }
}

void PlyParser::skip(const PlyElement& element) {
  if (element.properties.empty()) return;
  for (int64_t i = 0; i < element.count; ++i) {
    for (const PlyProperty& p : element.properties) {
      for (int64_t n = p.list ? list_length(p) : 1; n > 0; --n) value(p.type);
    }
  }
}

void PlyParser::read_vertices(const PlyElement& element) {
  std::vector<int> axis;  // per property: 0, 1, 2 or -1
  int found = 0;
  for (const PlyProperty& p : element.properties) {
    axis.push_back(p.list || p.name.size() != 1 || p.name[0] < 'x' || p.name[0] > 'z' ? -1 : p.name[0] - 'x');
    found |= axis.back() >= 0 ? 1 << axis.back() : 0;
  }
  if (found != 7) throw Error(ErrorKind::input, name_, "has vertices without x, y and z");
  out_.mesh.positions.reserve(static_cast<size_t>(element.count));
  for (int64_t i = 0; i < element.count; ++i) {
    double xyz[3] = {0, 0, 0};
    for (size_t k = 0; k < axis.size(); ++k) {
      const PlyProperty& p = element.properties[k];
      for (int64_t n = p.list ? list_length(p) : 1; n > 0; --n) {
        const double number = value(p.type);
        if (axis[k] < 0) continue;
        if (!std::isfinite(number))
          fail("vertex " + std::to_string(i) + " is not finite; repair the mesh before the export");
        xyz[axis[k]] = number;
      }
    }
    out_.mesh.positions.push_back({xyz[0], xyz[1], xyz[2]});
  }
}

void PlyParser::read_faces(const PlyElement& element) {
  std::vector<double> indices;
  for (int64_t face = 0; face < element.count; ++face) {
    for (const PlyProperty& p : element.properties) {
      const bool wanted = p.list && (p.name == "vertex_indices" || p.name == "vertex_index");
      indices.clear();
      for (int64_t n = p.list ? list_length(p) : 1; n > 0; --n) {
        const double number = value(p.type);
        if (wanted) indices.push_back(number);
      }
      if (wanted) add_face(face, indices);
    }
  }
}

void PlyParser::add_face(int64_t face, const std::vector<double>& indices) {
  const std::string which = "face " + std::to_string(face);
  if (indices.size() < 3) {
    fail(which + " has " + std::to_string(indices.size()) +
         " corners; it needs at least 3: export the file again");
  }
  for (const double index : indices) {
    if (!(index >= 0 && index < static_cast<double>(vertices_in_file_)) || index != std::floor(index)) {
      fail(which + ": vertex index " + std::to_string(index) + " is outside 0…" +
           std::to_string(vertices_in_file_ - 1) + "; export the file again");
    }
    corners_.push_back(static_cast<int32_t>(index));
  }
  sizes_.push_back(static_cast<int32_t>(indices.size()));
  ++faces_;
}

MeshFile PlyParser::run() {
  for (const PlyElement& element : header_.elements) {
    if (element.name == "vertex") vertices_in_file_ = element.count;
  }
  for (const PlyElement& element : header_.elements) {
    check_size(element);
    if (element.name == "vertex") read_vertices(element);
    else if (element.name == "face") read_faces(element);
    else skip(element);
  }
  if (faces_ == 0) {
    throw Error(ErrorKind::input, name_,
                "has no faces, only " + std::to_string(vertices_in_file_) +
                    " vertices; export the surface as polygons (not as points or strips)");
  }
  const size_t triangles = corners_.size() - 2 * sizes_.size();
  if (triangles > static_cast<size_t>(kMaxItems)) {
    throw Error(ErrorKind::input, name_, "has more than 2147483646 triangles; split the terrain");
  }
  out_.mesh.triangles.resize(triangles);
  Triangulator triangulator;
  const int32_t* corner = corners_.data();
  Triangle* to = out_.mesh.triangles.data();
  for (const int32_t n : sizes_) {
    triangulator.polygon(out_.mesh.positions.data(), corner, n, to);
    corner += n;
    to += n - 2;
  }
  out_.files = {name_};
  out_.notes.push_back(std::to_string(faces_) + " faces");
  return std::move(out_);
}

}  // namespace

MeshFile parse_ply(std::string_view file, const std::string& name) {
  const std::string ended = std::string(file) + '\n';
  return PlyParser(std::string_view(ended).substr(0, file.size()), name).run();
}

MeshFile read_ply(const std::string& path) {
  const ByteSource source(path);
  std::string text(static_cast<size_t>(source.size()) + 1, '\n');
  source.read(0, source.size(), text.data());
  return PlyParser(std::string_view(text).substr(0, text.size() - 1), path).run();
}

}  // namespace ocean
