// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/obj_chunk.h"

#include <cstring>

#include "libbake/io/parse_number.h"

namespace ocean {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool ends_token(char c) { return is_blank(c) || c == '\n'; }

char* find(char* begin, char* end, char c) {
  return static_cast<char*>(std::memchr(begin, c, static_cast<size_t>(end - begin)));
}

// A lone CR ends a line; the CR of CR LF stays, as a blank.
void unify_line_ends(char* p, char* end) {
  for (; (p = find(p, end, '\r')) != nullptr; ++p) {
    if (p[1] != '\n') *p = '\n';
  }
}

bool is_comment(const char* line, const char* end) {
  while (line < end && is_blank(*line)) ++line;
  return line < end && *line == '#';
}

// Backslash and line end become blanks, except in comments.
void join_lines(char* const begin, char* const end) {
  const char* line = begin;
  char* seen = begin;
  for (char* p = begin; (p = find(p, end, '\\')) != nullptr; ++p) {
    if (void* last = memrchr(seen, '\n', static_cast<size_t>(p - seen))) line = static_cast<char*>(last) + 1;
    seen = p;
    char* const line_end = p[1] == '\r' ? p + 2 : p + 1;
    if (line_end >= end || *line_end != '\n' || is_comment(line, p)) continue;
    std::memset(p, ' ', static_cast<size_t>(line_end + 1 - p));
  }
}

bool is_vertex(const char* line) { return line[0] == 'v' && is_blank(line[1]); }
bool is_face(const char* line) { return line[0] == 'f' && is_blank(line[1]); }
const char* next_line(const char* p) { return static_cast<const char*>(rawmemchr(p, '\n')) + 1; }

class Parser {
 public:
  Parser(const char* text, int64_t size, const ObjCounts& counts, const ObjVertices& vertices,
         ObjChunk& chunk)
      : begin_(text), end_(text + size), room_(counts.vertices), vertices_(vertices), chunk_(chunk) {}
  void run() {
    const char* p = begin_;
    while (p != nullptr && p < end_) p = line(p);
    if (!chunk_.fault && own_ != room_) chunk_.changed = true;
  }

 private:
  const char* line(const char* p);
  const char* vertex(const char* p);
  const char* rest_of_vertex(const char* p);
  const char* face(const char* p, const char* line);
  const char* corner(const char* p, int64_t& index);
  const char* bad_index(const char* p, int64_t index);
  const char* other(const char* p);
  const char* name(const char* p, int64_t& count);
  const char* fail(const char* p, std::string what) {
    chunk_.fault = ObjFault{p - begin_, std::move(what)};
    return nullptr;
  }
  std::string token(const char* p) const { return quote_token(p, end_); }

  const char *const begin_, *const end_;
  const int64_t room_;  // vertices
  const ObjVertices vertices_;
  ObjChunk& chunk_;
  int64_t own_ = 0;  // vertices read so far
};

// Reads one line; returns the next one's start, or null after a fault.
const char* Parser::line(const char* p) {
  while (is_blank(*p)) ++p;
  if (is_vertex(p)) return vertex(p + 2);
  if (is_face(p)) return face(p + 2, p);
  if (*p == '\n') return p + 1;
  return other(p);
}

const char* Parser::vertex(const char* p) {
  double xyz[3];
  for (double& value : xyz) {
    while (is_blank(*p)) ++p;
    const NumberResult r = parse_double(p, value);
    if (r.status == NumberStatus::ok && ends_token(*r.end)) {
      p = r.end;
      continue;
    }
    if (*p == '\n')
      return fail(p, "a vertex needs three numbers; the line is incomplete: export the file again");
    if (r.status == NumberStatus::overflow) {
      return fail(p, "vertex coordinate " + token(p) +
                         " is beyond the range of double; remove the vertex or export it again");
    }
    const char* q = p + (*p == '-' || *p == '+' ? 1 : 0);
    const char letter = static_cast<char>(*q | 0x20);
    if (letter == 'n' || letter == 'i' || (is_digit(*q) && q[1] == '.' && q[2] == '#')) {
      return fail(p, "vertex coordinate " + token(p) + " is not finite; repair the mesh before the export");
    }
    return fail(p, "vertex coordinate " + token(p) +
                       " is not a number (digits with a decimal point, as in -12.5e-3)");
  }
  if (own_ == room_) {
    chunk_.changed = true;
    return nullptr;
  }
  vertices_.to[own_++] = {xyz[0], xyz[1], xyz[2]};
  return *p == '\n' ? p + 1 : rest_of_vertex(p);
}

// A weight, a colour or both may follow. They do not move the vertex of a polygon, but they must be numbers,
// so that two lines run into one are noticed.
const char* Parser::rest_of_vertex(const char* p) {
  for (;;) {
    while (is_blank(*p)) ++p;
    if (*p == '\n') return p + 1;
    if (*p == '#') return next_line(p);
    double value;
    const NumberResult r = parse_double(p, value);
    const char letter = static_cast<char>(p[*p == '-' || *p == '+' ? 1 : 0] | 0x20);
    if ((r.status == NumberStatus::malformed || !ends_token(*r.end)) && letter != 'n' && letter != 'i') {
      return fail(p, token(p) +
                         " after the three coordinates is not a number; a vertex line holds x y z, a weight "
                         "and a colour");
    }
    while (!ends_token(*p)) ++p;
  }
}

// One corner: v, v/t, v//n or v/t/n. Texture and normal numbers must be numbers; their values do not matter
// here.
const char* Parser::corner(const char* p, int64_t& index) {
  const char* const begin = p;
  NumberResult r = parse_integer(p, index);
  p = r.end;
  for (int slashes = 0; r.status == NumberStatus::ok && *p == '/' && slashes < 2; ++slashes) {
    int64_t unused;
    ++p;
    if (*p == '/' || ends_token(*p)) continue;
    r = parse_integer(p, unused);
    p = r.end;
  }
  if (r.status != NumberStatus::ok || !ends_token(*p)) {
    return fail(begin, "face corner " + token(begin) +
                           " is not of the form v, v/t, v//n or v/t/n with whole numbers");
  }
  return p;
}

// index: as written, not in 1…vertices.
const char* Parser::bad_index(const char* p, int64_t index) {
  const std::string vertices =
      std::to_string(vertices_.in_file) + (vertices_.in_file == 1 ? " vertex" : " vertices");
  std::string why = "is outside 1…" + std::to_string(vertices_.in_file) + " (the file has " + vertices + ")";
  if (index == 0) why = "does not exist; OBJ counts from 1, or from -1 backwards";
  if (index < 0) {
    why = "counts back beyond the first vertex (" + std::to_string(vertices_.before + own_) +
          " above this line)";
  }
  return fail(p, "face corner " + token(p) + ": vertex index " + std::to_string(index) + " " + why +
                     "; export the file again, or remove the face");
}

const char* Parser::face(const char* p, const char* line) {
  const size_t first = chunk_.corners.size();
  for (;;) {
    while (is_blank(*p)) ++p;
    if (*p == '\n' || *p == '#') break;
    int64_t index;
    const char* const begin = p;
    p = corner(p, index);
    if (p == nullptr) return nullptr;
    const int64_t vertex = index > 0 ? index - 1 : vertices_.before + own_ + index;
    if (index == 0 || vertex < 0 || vertex >= vertices_.in_file) return bad_index(begin, index);
    chunk_.corners.push_back(static_cast<int32_t>(vertex));
  }
  const size_t n = chunk_.corners.size() - first;
  if (n < 3) {
    return fail(line, "a face of " + std::to_string(n) + (n == 1 ? " corner" : " corners") +
                          "; it needs at least 3: export the file again, or remove the line");
  }
  if (chunk_.runs.empty() || chunk_.runs.back().corners != static_cast<int32_t>(n)) {
    chunk_.runs.push_back({static_cast<int32_t>(n), 0});
  }
  ++chunk_.runs.back().faces;
  ++chunk_.faces;
  chunk_.triangles += static_cast<int64_t>(n) - 2;
  return *p == '\n' ? p + 1 : next_line(p);
}

const char* Parser::name(const char* p, int64_t& count) {
  const char* const end = next_line(p);
  ++count;
  if (chunk_.names.size() < ObjChunk::kMaxNames) {
    const char* last = end - 1;
    while (is_blank(*p)) ++p;
    while (last > p && is_blank(last[-1])) --last;
    if (last > p) chunk_.names.emplace_back(p, static_cast<size_t>(last - p));
  }
  return end;
}

// All that gives no triangles: comments, texture coordinates, normals, names, materials, and whatever keyword
// a program added. Bytes that no text file holds are an error.
const char* Parser::other(const char* p) {
  const unsigned char c = static_cast<unsigned char>(*p);
  if (c == '#' || (c == 'v' && p[1] != '\n')) return next_line(p);
  if (c == 'o' && is_blank(p[1])) return name(p + 1, chunk_.objects);
  if (c == 'g' && is_blank(p[1])) return name(p + 1, chunk_.groups);
  if (c == 'f' || c == 'v')
    return p[1] == '\n' ? fail(p, token(p) + " without numbers; the line is incomplete") : next_line(p);
  if (c < 0x20 || c >= 0x7f) {
    return fail(p, "byte " + token(p) +
                       " begins a line; this is no text, so no OBJ file (or the file is damaged here)");
  }
  if (std::strncmp(p, "surf", 4) == 0 && ends_token(p[4])) ++chunk_.surfaces;
  return next_line(p);
}

}  // namespace

void prepare_obj_text(char* text, int64_t size) {
  text[size] = ' ';  // no line end, so that a CR as the last byte is a lone one
  unify_line_ends(text, text + size);
  text[size] = '\n';
  join_lines(text, text + size);
}

ObjCounts count_obj_chunk(const char* text, int64_t size) {
  ObjCounts counts;
  for (const char *p = text, *const end = text + size; p < end;) {
    const char* const line = p;
    while (is_blank(*p)) ++p;
    const char* const begin = p;
    p = next_line(p);
    if (is_vertex(begin)) ++counts.vertices;
    else if (is_face(begin)) counts.face_bytes += p - line;
  }
  return counts;
}

ObjChunk parse_obj_chunk(const char* text, int64_t size, const ObjCounts& counts,
                         const ObjVertices& vertices) {
  ObjChunk chunk;
  // A corner takes at least two bytes. Room that is not used is never touched.
  chunk.corners.reserve(static_cast<size_t>(counts.face_bytes / 2));
  Parser(text, size, counts, vertices, chunk).run();
  return chunk;
}

std::string quote_token(const char* p, const char* end) {
  constexpr size_t kMax = 40;
  std::string out = "\"";
  for (size_t n = 0; p < end && !ends_token(*p); ++p, ++n) {
    if (n == kMax) {
      out += "…";
      break;
    }
    const unsigned char c = static_cast<unsigned char>(*p);
    if (c >= 0x20 && c < 0x7f) {
      out += *p;
    } else {
      constexpr char kHex[] = "0123456789abcdef";
      out += {'\\', 'x', kHex[c >> 4], kHex[c & 15]};
    }
  }
  return out + "\"";
}

}  // namespace ocean
