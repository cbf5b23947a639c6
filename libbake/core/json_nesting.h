// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace ocean {

// Lists and objects in one another; programs write some ten. Printing and comparing JSON takes stack by
// depth.
inline constexpr int kMaxJsonDepth = 256;

// The byte of the first bracket that opens a level beyond kMaxJsonDepth; unset if there is none. text may be
// no JSON.
std::optional<std::size_t> too_deep_json(std::string_view text);

}  // namespace ocean
