// SPDX-License-Identifier: Apache-2.0
//
// Collects what is wrong with a configuration, so that everything is listed at once.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "libbake/core/error.h"

namespace ocean {

class Problems {
 public:
  // Where the value of a field came from: "storm.json: /sea_level", "--sea-level"; given the JSON pointer.
  using Origin = std::function<std::string(const std::string& pointer)>;

  Problems() = default;
  explicit Problems(Origin origin) : origin_(std::move(origin)) {}

  // A rule that a field breaks: name the value, the rule and the remedy. `field` is the name in the struct
  // that is being checked, or a path below it ("waves/3/length").
  void add(std::string_view field, std::string what);
  void add_at(std::string where, std::string what) { list_.push_back({std::move(where), std::move(what)}); }

  // The pointer of the struct that is being checked: "" or "/waves/3".
  void enter(std::string prefix) { prefix_ = std::move(prefix); }
  void set_origin(Origin origin) { origin_ = std::move(origin); }

  bool empty() const { return list_.empty(); }
  const std::vector<Problem>& list() const { return list_; }
  void throw_if_any(ErrorKind kind = ErrorKind::usage) const {
    if (!list_.empty()) throw Error(kind, list_);
  }

 private:
  Origin origin_;
  std::string prefix_;
  std::vector<Problem> list_;
};

}  // namespace ocean
