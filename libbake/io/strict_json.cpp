// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/strict_json.h"

#include <algorithm>
#include <set>
#include <vector>

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/core/json_nesting.h"
#include "libbake/core/read_file.h"
#include "libbake/core/text.h"

namespace ocean {

using Json = nlohmann::ordered_json;

namespace {

// The library's messages begin with "[json.exception.parse_error.101] ", which tells nobody anything.
std::string without_tag(const std::string& message) {
  const std::size_t end = message.find("] ");
  return message.starts_with("[") && end != std::string::npos ? message.substr(end + 2) : message;
}

}  // namespace

Json parse_strict_json(const std::string& text, const std::string& path) {
  const auto fail = [&](std::size_t byte, const std::string& what) {
    const auto at = static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    const auto line = 1 + std::count(text.begin(), text.begin() + at, '\n');
    throw Error(ErrorKind::input, path + ":" + std::to_string(line), what);
  };
  // The parser takes a zero byte for the end.
  if (const auto zero = text.find('\0'); zero != std::string::npos)
    fail(zero, "is no JSON: it holds a zero byte; the file is damaged");
  if (const auto deep = too_deep_json(text))
    fail(*deep, "is no JSON of any use: lists and objects lie in one another more than " +
                    std::to_string(kMaxJsonDepth) + " deep; the file is damaged");
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second)
      throw Error(ErrorKind::input, path,
                  "has the key " + in_quotes(parsed.get<std::string>()) + " twice in one object; remove one");
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::parse_error& e) {
    fail(e.byte, "is no JSON: " + without_tag(e.what()));
  } catch (const Json::exception& e) {
    fail(0, "is no JSON: " + without_tag(e.what()));
  }
  return {};
}

Json read_strict_json(const std::string& path, const char* what) {
  const SmallFile file = read_small_file(path);
  if (!file.problem.empty()) throw Error(ErrorKind::input, path, file.problem + "; " + what);
  return parse_strict_json(file.text, path);
}

}  // namespace ocean
