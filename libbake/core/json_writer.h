// SPDX-License-Identifier: Apache-2.0
//
// Writes JSON text, keys in the order of the calls, doubles in shortest round-trip form. No reading, no
// document tree.
//
//   JsonWriter w;                 // indented; JsonWriter w(0) writes one line
//   w.object().key("stages").array();
//   w.object().member("name", "read").member("seconds", 0.5).end();
//   w.end().end();
//   w.text();
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ocean {

class JsonWriter {
 public:
  explicit JsonWriter(int indent = 2) : indent_(indent) {}

  JsonWriter& object() { return open('{'); }
  JsonWriter& array() { return open('['); }
  JsonWriter& end();  // closes the innermost object or array
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);  // null where it is not finite
  template <std::same_as<bool> B>
  JsonWriter& value(B b) {
    return raw(b ? "true" : "false");
  }
  template <std::integral I>
  requires(!std::same_as<I, bool>) JsonWriter& value(I number) { return raw(std::to_string(number)); }
  JsonWriter& raw(std::string_view json);  // a complete JSON value, as it is
  JsonWriter& null() { return raw("null"); }
  template <class T>
  JsonWriter& member(std::string_view name, const T& v) {
    return key(name).value(v);
  }
  // Numbers or texts of a list on one line.
  template <class List>
  JsonWriter& list(const List& items) {
    const int indent = indent_;
    array();
    indent_ = 0;
    for (const auto& item : items) value(item);
    end();
    indent_ = indent;
    return *this;
  }

  const std::string& text() const { return text_; }

 private:
  JsonWriter& open(char bracket);
  void before_value();
  void line();

  int indent_;
  bool after_key_ = false;
  std::vector<std::pair<char, int>> open_;  // bracket, members so far
  std::string text_;
};

std::string json_quoted(std::string_view text);  // with quotes; bytes that are no UTF-8 become U+FFFD

}  // namespace ocean
