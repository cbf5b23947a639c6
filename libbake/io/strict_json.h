// SPDX-License-Identifier: Apache-2.0
//
// JSON files that a tool wrote, and that somebody may have changed.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace ocean {

// The whole text, or Error{input} with path and line: no JSON, a zero byte, a key that an object has twice, a
// number beyond double, more than kMaxJsonDepth lists and objects in one another.
nlohmann::ordered_json parse_strict_json(const std::string& text, const std::string& path);

// The file's, of read_small_file(). Throws Error{input}; what: "name a NAME.manifest.json".
nlohmann::ordered_json read_strict_json(const std::string& path, const char* what);

}  // namespace ocean
