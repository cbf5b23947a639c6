// SPDX-License-Identifier: Apache-2.0
//
// Results go to stdout, whole or with an error.
#pragma once

#include <exception>
#include <string_view>

namespace ocean {

// The reader of a pipe went away (head, less): no error worth a message.
struct StdoutClosed : std::exception {
  const char* what() const noexcept override { return "stdout was closed"; }
};

// Throws StdoutClosed, or Error{output} for a full disk.
void write_stdout(std::string_view text);

}  // namespace ocean
