// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/manifest_facts.h"

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/io/strict_json.h"

namespace ocean {
namespace {

constexpr const char* kRemedy = "; the manifest is damaged or of another version: run the job again";

template <class T, class Is>
T value_at(const std::string& json, JsonKeys keys, const std::string& place, const char* kind, Is is) {
  nlohmann::ordered_json value = parse_strict_json(json, place);
  std::string pointer;
  for (const char* key : keys) {
    pointer += std::string("/") + key;
    if (!value.is_object() || !value.contains(key))
      throw Error(ErrorKind::input, place, "lacks " + pointer + kRemedy);
    nlohmann::ordered_json inner = std::move(value[key]);
    value = std::move(inner);
  }
  if (!is(value))
    throw Error(ErrorKind::input, place, pointer + " is no " + kind + ", but " + value.dump() + kRemedy);
  return value.get<T>();
}

}  // namespace

double json_number(const std::string& json, JsonKeys keys, const std::string& place) {
  return value_at<double>(json, keys, place, "number", [](const auto& v) { return v.is_number(); });
}

std::vector<double> json_numbers(const std::string& json, JsonKeys keys, const std::string& place) {
  return value_at<std::vector<double>>(json, keys, place, "list of numbers", [](const auto& v) {
    if (!v.is_array()) return false;
    for (const auto& item : v)
      if (!item.is_number()) return false;
    return true;
  });
}

std::string json_string(const std::string& json, JsonKeys keys, const std::string& place) {
  return value_at<std::string>(json, keys, place, "text", [](const auto& v) { return v.is_string(); });
}

bool json_boolean(const std::string& json, JsonKeys keys, const std::string& place) {
  return value_at<bool>(json, keys, place, "true or false", [](const auto& v) { return v.is_boolean(); });
}

const std::string& fact_text(const std::map<std::string, std::string>& facts, const std::string& key,
                             const std::string& place) {
  const auto at = facts.find(key);
  if (at == facts.end()) throw Error(ErrorKind::input, place, "lacks the fact '" + key + "'" + kRemedy);
  return at->second;
}

}  // namespace ocean
