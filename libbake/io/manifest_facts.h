// SPDX-License-Identifier: Apache-2.0
//
// Values in the JSON texts that a manifest carries: its configuration and facts.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace ocean {

using JsonKeys = std::initializer_list<const char*>;  // from the outside in; {} is the text itself

// place names the text in messages. All throw Error{input} where the text is no JSON, a key is absent or the
// value is of another kind.
double json_number(const std::string& json, JsonKeys keys, const std::string& place);
std::vector<double> json_numbers(const std::string& json, JsonKeys keys, const std::string& place);
std::string json_string(const std::string& json, JsonKeys keys, const std::string& place);
bool json_boolean(const std::string& json, JsonKeys keys, const std::string& place);

// The JSON text of a fact. Throws Error{input} where there is none.
const std::string& fact_text(const std::map<std::string, std::string>& facts, const std::string& key,
                             const std::string& place);

}  // namespace ocean
