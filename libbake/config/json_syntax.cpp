// SPDX-License-Identifier: Apache-2.0
#include "libbake/config/json_syntax.h"

#include <algorithm>

#include "libbake/core/json_nesting.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
         c == '+' || c == '-';
}

// The token whose last byte that was read is `last`: a text, a word or number, or one character.
std::string_view token_at(std::string_view text, std::size_t last) {
  std::size_t begin = last, end = last + 1;
  const auto escaped = [&](std::size_t i) {
    std::size_t slashes = 0;
    while (slashes < i && text[i - 1 - slashes] == '\\') ++slashes;
    return slashes % 2 == 1;
  };
  if (text[last] == '"') {
    while (begin > 0 && (text[begin - 1] != '"' || escaped(begin - 1))) --begin;
    if (begin > 0) --begin;
  } else if (is_word(text[last])) {
    while (begin > 0 && is_word(text[begin - 1])) --begin;
    while (end < text.size() && is_word(text[end])) ++end;
  }
  return text.substr(begin, end - begin);
}

struct Wanted {
  const char* context;  // as the library names it
  const char* what;
};
constexpr Wanted kWanted[] = {{"parsing object key", "a key in double quotes"},
                              {"parsing object separator", "':' after the key"},
                              {"parsing object", "',' or '}' after the value"},
                              {"parsing array", "',' or ']' after the value"}};

std::string wanted_text(const std::string& message) {
  if (message.find("; expected end of input") != std::string::npos) return "the end of the file";
  for (const Wanted& w : kWanted)
    if (message.find(w.context) != std::string::npos) return w.what;
  return "a value";
}

std::string remedy_text(std::string_view token, char before, std::string_view wanted) {
  const char first = token.front();
  if (first == '/' || first == '#') return "; JSON has no comments: remove it";
  if (first == '\'') return "; texts stand in double quotes";
  if (before == ',' && (first == '}' || first == ']')) return "; remove the comma before it";
  if (token == "True" || token == "False") return "; write it in small letters";
  if (token == "None") return "; leave the key out";
  if (wanted.starts_with("',' or") && (first == '"' || first == '[' || first == '{' || is_word(first)))
    return "; is a comma missing before it?";
  if (wanted == "a key in double quotes" && is_word(first)) return "; write \"" + std::string(token) + "\"";
  return {};
}

// A text value that does not end well. `last` is the byte at which the library gave up.
JsonFault text_fault(std::string_view text, std::size_t last, const std::string& message) {
  const auto about = [&](const char* words) { return message.find(words) != std::string::npos; };
  if (!about("control character") && (about("backslash") || about("\\u") || about("surrogate"))) {
    const std::size_t slash = text.rfind('\\', last);
    const std::size_t at = slash == std::string_view::npos ? last : slash;
    return {at, "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX, found " +
                    in_quotes(text.substr(at, std::max<std::size_t>(2, last - at + 1))) +
                    "; write \\\\ for a backslash, or / in paths"};
  }
  if (last >= text.size()) return {last, "expected the closing \" of a text, found the end of the file"};
  return {last, std::string("expected the closing \" of a text, found ") +
                    (text[last] == '\n' || text[last] == '\r' ? "the end of the line"
                                                              : in_quotes(text.substr(last, 1))) +
                    "; close it, or write \\n, \\t"};
}

}  // namespace

std::string line_and_column(std::string_view text, std::size_t at) {
  at = std::min(at, text.size());
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t newline = before.rfind('\n');
  return std::to_string(line) + ":" +
         std::to_string(newline == std::string_view::npos ? at + 1 : at - newline);
}

std::optional<JsonFault> encoding_fault(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") ||
      text.substr(0, 4).find('\0') != std::string_view::npos)
    return JsonFault{0, "is UTF-16 or UTF-32 text; save it as UTF-8"};
  if (trim(text).empty()) return JsonFault{0, "expected a JSON object, at least {}, found an empty file"};
  // The parser takes a zero byte for the end.
  if (const auto zero = text.find('\0'); zero != std::string_view::npos)
    return JsonFault{zero, "expected JSON, found a zero byte; the file is damaged: write it again"};
  if (const auto deep = too_deep_json(text))
    return JsonFault{*deep, "lists and objects lie in one another more than " +
                                std::to_string(kMaxJsonDepth) + " deep; the file is damaged"};
  if (is_utf8(text)) return std::nullopt;
  std::size_t at = 0;
  for (std::size_t bytes = 1; at < text.size(); at += bytes) {
    bytes = 1;
    while (bytes <= 4 && !is_utf8(text.substr(at, bytes))) ++bytes;
    if (bytes > 4) break;
  }
  return JsonFault{at, "expected UTF-8 text, found other bytes; save the file as UTF-8"};
}

JsonFault syntax_fault(std::string_view text, std::size_t bytes_read, const std::string& message) {
  const std::size_t last = bytes_read == 0 ? 0 : bytes_read - 1;
  if (message.find("invalid string") != std::string::npos) return text_fault(text, last, message);
  const std::string wanted = wanted_text(message);
  if (last >= text.size()) return {text.size(), "expected " + wanted + ", found the end of the file"};
  // A number that ends too early is noticed at the byte behind it.
  const bool behind =
      is_blank(text[last]) || (message.find("invalid number") != std::string::npos && !is_word(text[last]));
  const std::string_view token = token_at(text, behind && last > 0 ? last - 1 : last);
  const auto begin = static_cast<std::size_t>(token.data() - text.data());
  std::size_t previous = begin;
  while (previous > 0 && is_blank(text[previous - 1])) --previous;
  const char before = previous > 0 ? text[previous - 1] : ' ';
  return {begin, "expected " + wanted + ", found " + in_quotes(token) + remedy_text(token, before, wanted)};
}

}  // namespace ocean
