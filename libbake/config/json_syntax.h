// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with a text that is no JSON, in our words: place, what was expected, what was found, what to
// do.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ocean {

struct JsonFault {
  std::size_t at = 0;  // byte
  std::string what;    // "expected a value, found '}'; remove the comma before it"
};

// A text that need not be parsed to see that it is none: empty, UTF-16, UTF-32, no UTF-8, with a zero byte,
// nested deeper than kMaxJsonDepth.
std::optional<JsonFault> encoding_fault(std::string_view text);

// From nlohmann/json's parse error: its message, and the number of bytes that it had read.
JsonFault syntax_fault(std::string_view text, std::size_t bytes_read, const std::string& message);

// "3:12", both counted from 1, columns in bytes.
std::string line_and_column(std::string_view text, std::size_t at);

}  // namespace ocean
