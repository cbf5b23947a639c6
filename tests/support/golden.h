// SPDX-License-Identifier: Apache-2.0
//
// Golden hashes: tests/golden/hashes.json holds { "case name": "hex digits" }, one line a case, sorted by
// name. Names are printable ASCII without quotes and backslashes, e.g. "math/philox".
//
// A hash that differs fails the test, and so does a name that the file does not hold. With
// OCEAN_UPDATE_GOLDEN=1 in the environment the entry is written instead (a change needs a line in
// docs/decisions that names the cause). OCEAN_GOLDEN_FILE=PATH names another file than the source tree's, for
// test binaries that were carried to another machine.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "kernels/hash.h"

namespace ocean {

// Call from a test's body; failures are GoogleTest's non-fatal failures.
void expect_golden(const std::string& name, Hash128 hash);
void expect_golden(const std::string& name, uint64_t hash);
void expect_golden_hex(const std::string& name, const std::string& hex);

// The flat JSON object of strings. Throws std::runtime_error with the line for anything else.
std::map<std::string, std::string> parse_flat_json(const std::string& text);
std::string print_flat_json(const std::map<std::string, std::string>& entries);

}  // namespace ocean
