// SPDX-License-Identifier: Apache-2.0
//
// The header of a PLY file (Turk 1994, "The PLY polygon file format").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ocean {

enum class PlyType : uint8_t { i8, u8, i16, u16, i32, u32, f32, f64 };
int ply_bytes(PlyType type);

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::f32;  // of the value, or of a list's items
  bool list = false;
  PlyType count_type = PlyType::u8;  // lists only
};

struct PlyElement {
  std::string name;
  int64_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  enum class Format : uint8_t { ascii, little, big } format = Format::ascii;
  std::vector<PlyElement> elements;
  int64_t bytes = 0;  // where the body begins
};

// Lines end with LF, CR LF or CR. name stands in messages. Throws Error{input} with name:line for anything
// that is no PLY header, also one that is cut off.
PlyHeader parse_ply_header(std::string_view file, const std::string& name);

}  // namespace ocean
