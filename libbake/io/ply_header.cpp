// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/ply_header.h"

#include <optional>

#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {

namespace {

std::optional<PlyType> find_type(std::string_view name) {
  struct Row {
    std::string_view name;
    PlyType type;
  };
  constexpr Row kRows[] = {{"char", PlyType::i8},    {"int8", PlyType::i8},     {"uchar", PlyType::u8},
                           {"uint8", PlyType::u8},   {"short", PlyType::i16},   {"int16", PlyType::i16},
                           {"ushort", PlyType::u16}, {"uint16", PlyType::u16},  {"int", PlyType::i32},
                           {"int32", PlyType::i32},  {"uint", PlyType::u32},    {"uint32", PlyType::u32},
                           {"float", PlyType::f32},  {"float32", PlyType::f32}, {"double", PlyType::f64},
                           {"float64", PlyType::f64}};
  for (const Row& row : kRows) {
    if (row.name == name) return row.type;
  }
  return std::nullopt;
}

class HeaderParser {
 public:
  HeaderParser(std::string_view file, const std::string& name) : file_(file), name_(name) {}
  PlyHeader run();

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::input, name_ + ":" + std::to_string(line_), what);
  }
  std::vector<std::string_view> next_line();
  void add_property(const std::vector<std::string_view>& words);
  PlyType type(std::string_view word) const;

  const std::string_view file_;
  const std::string& name_;
  size_t at_ = 0;
  int64_t line_ = 0;
  PlyHeader header_;
};

// The words of the next line; empty lines have none.
std::vector<std::string_view> HeaderParser::next_line() {
  ++line_;
  const size_t end = file_.find_first_of("\r\n", at_);
  if (end == std::string_view::npos || end - at_ > 4096) {
    fail("the header of the PLY file is cut off before end_header; export the file again");
  }
  const std::string_view text = file_.substr(at_, end - at_);
  at_ = end + (file_.substr(end, 2) == "\r\n" ? 2 : 1);
  std::vector<std::string_view> words;
  for (size_t p = 0; (p = text.find_first_not_of(" \t", p)) != std::string_view::npos;) {
    const size_t q = std::min(text.find_first_of(" \t", p), text.size());
    words.push_back(text.substr(p, q - p));
    p = q;
  }
  return words;
}

PlyType HeaderParser::type(std::string_view word) const {
  if (const std::optional<PlyType> found = find_type(word)) return *found;
  fail(in_quotes(word) + " is no type of PLY (char uchar short ushort int uint float double)");
}

void HeaderParser::add_property(const std::vector<std::string_view>& words) {
  if (header_.elements.empty()) fail("a property stands before the first element; export the file again");
  PlyProperty property;
  property.list = words.size() == 5 && words[1] == "list";
  if (!property.list && words.size() != 3)
    fail("is not of the form 'property TYPE NAME' or 'property list TYPE TYPE NAME'");
  if (property.list) property.count_type = type(words[2]);
  if (property.list && (property.count_type == PlyType::f32 || property.count_type == PlyType::f64)) {
    fail("a list's length cannot be of type " + in_quotes(words[2]));
  }
  property.type = type(words[words.size() - 2]);
  property.name = words.back();
  header_.elements.back().properties.push_back(std::move(property));
}

PlyHeader HeaderParser::run() {
  std::vector<std::string_view> words = next_line();
  if (words.size() != 1 || words[0] != "ply")
    fail("does not begin with the line 'ply', so it is no PLY file");
  bool has_format = false;
  for (;;) {
    words = next_line();
    if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
    if (words[0] == "end_header") break;
    if (words[0] == "format") {
      has_format = words.size() == 3 && words[2] == "1.0";
      if (has_format && words[1] == "ascii") header_.format = PlyHeader::Format::ascii;
      else if (has_format && words[1] == "binary_little_endian") header_.format = PlyHeader::Format::little;
      else if (has_format && words[1] == "binary_big_endian") header_.format = PlyHeader::Format::big;
      else fail("is not 'format ascii|binary_little_endian|binary_big_endian 1.0'");
    } else if (words[0] == "element") {
      const std::optional<int64_t> count = words.size() == 3 ? parse_integer(words[2]) : std::nullopt;
      if (!count || *count < 0) fail("is not of the form 'element NAME COUNT'");
      header_.elements.push_back({std::string(words[1]), *count, {}});
    } else if (words[0] == "property") {
      add_property(words);
    } else {
      fail(in_quotes(words[0]) + " is no keyword of a PLY header");
    }
  }
  if (!has_format) fail("the header has no format line; export the file again");
  header_.bytes = static_cast<int64_t>(at_);
  return std::move(header_);
}

}  // namespace

int ply_bytes(PlyType type) {
  switch (type) {
    case PlyType::i8:
    case PlyType::u8:
      return 1;
    case PlyType::i16:
    case PlyType::u16:
      return 2;
    case PlyType::i32:
    case PlyType::u32:
    case PlyType::f32:
      return 4;
    case PlyType::f64:
      return 8;
  }
  return 0;
}

PlyHeader parse_ply_header(std::string_view file, const std::string& name) {
  return HeaderParser(file, name).run();
}

}  // namespace ocean
