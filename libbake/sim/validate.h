// SPDX-License-Identifier: Apache-2.0
//
// The field's reference cases: ours against the reference, with a bar. Numbers come from the literature named
// with each case; what is exact is computed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/exec.h"

namespace ocean {

// One quantity: passes if |ours - reference| <= bar, or, with `limit`, if ours <= bar.
struct ValidateRow {
  std::string quantity, unit;
  double ours = 0, reference = 0, bar = 0;
  enum Kind { within, at_most, at_least } kind = within;
  bool passes() const {
    if (kind == at_most) return ours <= bar;
    if (kind == at_least) return ours >= bar;
    return ours >= reference - bar && ours <= reference + bar;
  }
};

struct ValidateCase {
  std::string name, source;
  // full: at the resolution of the accuracy bars, minutes; otherwise seconds.
  std::vector<ValidateRow> (*run)(const Exec& exec, bool full);
};

const std::vector<ValidateCase>& validate_cases();
// The table of one case's rows as text.
std::string validate_table(const ValidateCase& c, const std::vector<ValidateRow>& rows, double seconds);

// The cases by file.
std::vector<ValidateRow> validate_projection(const Exec& exec, bool full);
std::vector<ValidateRow> validate_taylor_green(const Exec& exec, bool full);
std::vector<ValidateRow> validate_rest(const Exec& exec, bool full);
std::vector<ValidateRow> validate_creek(const Exec& exec, bool full);
std::vector<ValidateRow> validate_zalesak(const Exec& exec, bool full);
std::vector<ValidateRow> validate_cavity(const Exec& exec, bool full);
std::vector<ValidateRow> validate_heated_cavity(const Exec& exec, bool full);
std::vector<ValidateRow> validate_cylinder(const Exec& exec, bool full);

}  // namespace ocean
