// SPDX-License-Identifier: Apache-2.0
#include "libbake/config/problems.h"

namespace ocean {

void Problems::add(std::string_view field, std::string what) {
  const std::string pointer = prefix_ + "/" + std::string(field);
  list_.push_back({origin_ ? origin_(pointer) : pointer, std::move(what)});
}

}  // namespace ocean
