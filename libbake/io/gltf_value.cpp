// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/io/gltf_data.h"

namespace ocean {

using Json = nlohmann::ordered_json;

void GltfValue::fail(const std::string& what) const {
  throw Error(ErrorKind::input, *path_ + ": " + (pointer_.empty() ? "/" : pointer_),
              what + "; export the file again");
}

bool GltfValue::has(const char* key) const {
  if (!json_->is_object()) fail("is no object");
  return json_->contains(key);
}

GltfValue GltfValue::at(const char* key) const {
  if (!has(key)) fail("lacks the key '" + std::string(key) + "'");
  return {json_->at(key), *path_, pointer_ + "/" + key};
}

int64_t GltfValue::size() const {
  if (!json_->is_array()) fail("is no list");
  return static_cast<int64_t>(json_->size());
}

GltfValue GltfValue::at(int64_t index) const {
  if (index >= size()) fail("has no entry " + std::to_string(index));
  return {(*json_)[static_cast<std::size_t>(index)], *path_, pointer_ + "/" + std::to_string(index)};
}

std::string GltfValue::text() const {
  if (!json_->is_string()) fail("is no text");
  return json_->get<std::string>();
}

bool GltfValue::boolean() const {
  if (!json_->is_boolean()) fail("is neither true nor false");
  return json_->get<bool>();
}

double GltfValue::real() const {
  if (!json_->is_number()) fail("is no number");
  return json_->get<double>();
}

// Some exporters write 3.0 for 3.
int64_t GltfValue::whole(int64_t low, int64_t high) const {
  const double value = real();
  if (value != std::floor(value) || value < static_cast<double>(low) || value > static_cast<double>(high))
    fail(json_->dump() + " is no whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return static_cast<int64_t>(value);
}

int64_t GltfValue::whole_or(const char* key, int64_t otherwise, int64_t low, int64_t high) const {
  return has(key) ? at(key).whole(low, high) : otherwise;
}

std::vector<double> GltfValue::reals(int64_t count) const {
  if (size() != count) fail("must have " + std::to_string(count) + " numbers");
  std::vector<double> list;
  for (int64_t i = 0; i < count; ++i) list.push_back(at(i).real());
  return list;
}

GltfValue GltfValue::named_by(const GltfValue& root, const char* list) const {
  const int64_t entries = root.has(list) ? root.at(list).size() : 0;
  const double index = real();
  if (!(index >= 0 && index < static_cast<double>(entries)) || index != std::floor(index))
    fail(json_->dump() + " is none of the " + std::to_string(entries) + " entries of '" + list + "'");
  return root.at(list).at(static_cast<int64_t>(index));
}

}  // namespace ocean
