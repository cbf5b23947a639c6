// SPDX-License-Identifier: Apache-2.0
#include "libbake/sim/validate.h"

#include <cstdio>

namespace ocean {

const std::vector<ValidateCase>& validate_cases() {
  static const std::vector<ValidateCase> cases = {
      {"projection", "a stirred box with discs, odd sizes, in 2-D and 3-D: what is left of the divergence",
       validate_projection},
      {"taylor-green", "Taylor & Green 1937: decaying vortices, exact", validate_taylor_green},
      {"rest", "hydrostatic rest over a bed: exact", validate_rest},
      {"creek", "a plane of 10 degrees with drag: g tan(10 deg) = drag, exact", validate_creek},
      {"zalesak", "Zalesak 1979: a slotted disc after one turn", validate_zalesak},
      {"cavity", "lid-driven cavity; extrema by Botella & Peyret 1998 and Marchi et al. 2009",
       validate_cavity},
      {"heated-cavity", "a square heated from the side, Pr .71; de Vahl Davis 1983", validate_heated_cavity},
      {"cylinder", "DFG benchmark 2D-2, Schaefer & Turek 1996: vortex shedding at Re 100", validate_cylinder},
  };
  return cases;
}

std::string validate_table(const ValidateCase& c, const std::vector<ValidateRow>& rows, double seconds) {
  char line[256];
  std::snprintf(line, sizeof line, "%s (%s), %.1f s\n", c.name.c_str(), c.source.c_str(), seconds);
  std::string out = line;
  for (const ValidateRow& r : rows) {
    const char* const rule = r.kind == ValidateRow::at_most    ? "<="
                             : r.kind == ValidateRow::at_least ? ">="
                                                               : "+-";
    char reference[40] = "";
    if (r.kind == ValidateRow::within) std::snprintf(reference, sizeof reference, "%.6g", r.reference);
    std::snprintf(line, sizeof line, "  %-44s %14.6g %14s  %s %-10.4g %-5s %s\n", r.quantity.c_str(), r.ours,
                  reference, rule, r.bar, r.unit.c_str(), r.passes() ? "ok" : "MISSED");
    out += line;
  }
  return out;
}

}  // namespace ocean
