// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/input_options.h"

#include <limits>

#include "libbake/core/text.h"

namespace ocean {

namespace {

bool read_type(std::string_view name, RawSpec& spec) {
  using Type = RawSpec::Type;
  struct Row {
    std::string_view name;
    Type type;
  };
  constexpr Row kRows[] = {{"u8", Type::u8},   {"i8", Type::i8},   {"u16", Type::u16}, {"i16", Type::i16},
                           {"u32", Type::u32}, {"i32", Type::i32}, {"f32", Type::f32}, {"f64", Type::f64}};
  for (const Row& row : kRows) {
    if (name.substr(0, row.name.size()) != row.name) continue;
    const std::string_view order = name.substr(row.name.size());
    spec.type = row.type;
    spec.big_endian = order == "be";
    return spec.sample_bytes() == 1 ? order.empty() : order == "le" || order == "be";
  }
  return false;
}

}  // namespace

int64_t RawSpec::sample_bytes() const {
  switch (type) {
    case Type::u8:
    case Type::i8:
      return 1;
    case Type::u16:
    case Type::i16:
      return 2;
    case Type::u32:
    case Type::i32:
    case Type::f32:
      return 4;
    case Type::f64:
      return 8;
  }
  return 0;
}

std::optional<UpAxis> parse_up_axis(std::string_view text) {
  if (text == "y") return UpAxis::y;
  if (text == "z") return UpAxis::z;
  return std::nullopt;
}

std::optional<double> parse_unit(std::string_view text) {
  if (text == "m") return 1;
  if (text == "cm") return .01;
  if (text == "mm") return .001;
  if (text == "km") return 1000;
  if (text == "in") return .0254;
  if (text == "ft") return .3048;
  const std::optional<double> number = parse_real(text);
  return number && *number > 0 ? number : std::nullopt;
}

std::optional<RawSpec> parse_raw_spec(std::string_view text, std::string* why) {
  const auto refuse = [&](const std::string& reason) {
    if (why != nullptr) *why = reason;
    return std::nullopt;
  };
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() < 2) return refuse("is not of the form WxH:TYPE, as in 1025x1025:u16le");
  RawSpec spec;
  const std::vector<std::string> sizes = split(parts[0], 'x');
  for (size_t i = 0; i < 2; ++i) {
    const std::optional<int64_t> size =
        sizes.size() == 2 ? parse_integer(std::string_view(sizes[i])) : std::nullopt;
    if (!size || *size < 2 || *size > std::numeric_limits<int32_t>::max()) {
      return refuse("needs a width and a height of at least 2 samples, as in 1025x1025:u16le");
    }
    (i == 0 ? spec.width : spec.height) = static_cast<int32_t>(*size);
  }
  if (!read_type(parts[1], spec)) {
    return refuse("has the sample type " + in_quotes(parts[1]) +
                  "; it is u8, i8, or one of u16 i16 u32 i32 f32 f64 followed by le or be");
  }
  for (size_t i = 2; i < parts.size(); ++i) {
    if (parts[i] == "south") spec.south_first = true;
    else if (parts[i] == "corners") spec.corners = true;
    else return refuse("has the word " + in_quotes(parts[i]) + "; known are south and corners");
  }
  return spec;
}

}  // namespace ocean
