// SPDX-License-Identifier: Apache-2.0
//
// What can be said about a field's value without knowing its struct: reading it from flags, checking it,
// writing it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "libbake/config/field.h"
#include "libbake/core/json_writer.h"

namespace ocean {

// From the values that one flag was given, in order. Lists split at commas, paths do not. Unset, with
// *problem filled in, if the text is no value of the field's kind; ranges are value_problem()'s. Not for
// records.
std::optional<Value> parse_value(const Field& field, const std::vector<std::string>& given,
                                 std::string* problem);

// The rule that the value breaks, with value and remedy; empty if it is good. The value has the field's kind.
std::string value_problem(const Field& field, const Value& value);

void write_value(JsonWriter& writer, const Field& field, const Value& value);  // not for records
// As a flag takes it: "0.5", "1,2,3", "auto".
std::string value_text(const Field& field, const Value& value);
bool is_empty(const Value& value);  // unset, "" or an empty list
// Lists of texts, and of numbers where one is enough: JSON may hold one in place of a list of one.
bool takes_one_for_list(const Field& field);
// "needs a value: NUMBER, -100000 to 100000 m": for a flag that stands alone.
std::string missing_value_text(const Field& field);

std::string range_text(const Field& field);   // "-10 to 10 m", "> 0 m", ">= 1"; empty: any
std::string placeholder(const Field& field);  // "N", "NUMBER", "a|b|c", "FILE"; empty for a bool
std::string kind_text(const Field& field);    // "a number", "a list of whole numbers", ...
std::vector<std::string> option_names(const Field& field);

}  // namespace ocean
