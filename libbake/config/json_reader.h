// SPDX-License-Identifier: Apache-2.0
//
// JSON text into fields. The only file that includes nlohmann/json for configurations is json_reader.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "libbake/config/field.h"
#include "libbake/config/problems.h"

namespace ocean {

struct JsonSource {
  std::string place;   // "storm.json" or "--waves": the start of every message
  std::string folder;  // what relative paths are relative to; empty: as they are
  // What to say about a key that no field has, given the key; empty: the standard sentence.
  std::function<std::string(const std::string& key)> explain_unknown;
  // Called for every top-level key that is a field's, with whether its value was taken.
  std::function<void(const Field& field, bool taken)> seen;
  // Keys besides the fields, with their check: the text of the value's problem, or empty. Top level only.
  std::function<const std::string*(const std::string& key, const std::string* text_value)> extra;
};

// An object into fields; problems are collected with file and JSON pointer. Text that is no JSON gives one
// problem with line and column. Values are kind- and range-checked before they are stored; a refused value
// leaves its field as it was.
void read_json_object(const std::string& text, const std::vector<Field>& fields, const JsonSource& source,
                      Problems& problems);

// An array of objects into a field of kind records. Returns whether all of it was taken.
bool read_json_records(const std::string& text, const Field& field, const JsonSource& source,
                       Problems& problems);

// For tests and tools: is this text JSON? Empty if so, else the reason.
std::string json_problem(const std::string& text);

}  // namespace ocean
