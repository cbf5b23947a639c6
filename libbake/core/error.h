// SPDX-License-Identifier: Apache-2.0
//
// The one exception of the libraries. Every problem names the place (file:line, JSON pointer or flag), the
// value, the rule and the remedy; cli.cpp prints them and turns the kind into the exit code.
#pragma once

#include <exception>
#include <string>
#include <vector>

namespace ocean {

// The values are the exit codes.
enum class ErrorKind : int { usage = 2, input = 3, output = 4, device = 5, verify = 6, internal = 70 };

struct Problem {
  std::string where;  // "island.obj:12", "/waves/3/length", "--resolution"; may be empty
  std::string what;   // "vertex index 9 is outside 1…8; check the export or remove the face"
};

class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string where, std::string what);
  Error(ErrorKind kind, std::vector<Problem> problems);  // at least one
  ~Error() override;

  ErrorKind kind() const { return kind_; }
  const std::vector<Problem>& problems() const { return problems_; }
  const char* what() const noexcept override { return text_.c_str(); }  // "where: what", one line a problem

 private:
  ErrorKind kind_;
  std::vector<Problem> problems_;
  std::string text_;
};

}  // namespace ocean
