// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/json_writer.h"

#include <cmath>
#include <cstdio>

#include "libbake/core/text.h"

namespace ocean {
namespace {

// Length of the well-formed UTF-8 sequence at the front of s, 0 if there is none.
std::size_t utf8_length(std::string_view s) {
  const auto byte = [&](std::size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u; };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
  const unsigned c = byte(0);
  if (c < 0x80) return 1;
  if (c >= 0xc2 && c <= 0xdf) return tail(1) ? 2 : 0;
  if (c >= 0xe0 && c <= 0xef) {
    if (!tail(1) || !tail(2)) return 0;
    if ((c == 0xe0 && byte(1) < 0xa0) || (c == 0xed && byte(1) > 0x9f)) return 0;  // overlong, surrogates
    return 3;
  }
  if (c >= 0xf0 && c <= 0xf4) {
    if (!tail(1) || !tail(2) || !tail(3)) return 0;
    if ((c == 0xf0 && byte(1) < 0x90) || (c == 0xf4 && byte(1) > 0x8f)) return 0;
    return 4;
  }
  return 0;
}

}  // namespace

std::string json_quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const unsigned char c = static_cast<unsigned char>(text.front());
    std::size_t n = 1;
    if (c == '"' || c == '\\') {
      out += '\\', out += text.front();
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c < 0x20) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\u%04x", static_cast<unsigned>(c));
      out += buffer;
    } else if (const std::size_t length = utf8_length(text); length > 0) {
      out += text.substr(0, length);
      n = length;
    } else {
      out += "\xef\xbf\xbd";
    }
    text.remove_prefix(n);
  }
  return out + '"';
}

void JsonWriter::line() {
  if (indent_ == 0) return;
  text_ += '\n';
  text_.append(open_.size() * static_cast<std::size_t>(indent_), ' ');
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (open_.empty()) return;
  if (open_.back().second++ > 0) text_ += indent_ == 0 ? ", " : ",";
  line();
}

JsonWriter& JsonWriter::open(char bracket) {
  before_value();
  text_ += bracket;
  open_.emplace_back(bracket, 0);
  return *this;
}

JsonWriter& JsonWriter::end() {
  const auto [bracket, members] = open_.back();
  open_.pop_back();
  if (members > 0) line();
  text_ += bracket == '{' ? '}' : ']';
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_value();
  text_ += json_quoted(name);
  text_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) { return raw(json_quoted(text)); }

JsonWriter& JsonWriter::value(double number) {
  return raw(std::isfinite(number) ? shortest(number) : "null");
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  before_value();
  text_ += json;
  return *this;
}

}  // namespace ocean
