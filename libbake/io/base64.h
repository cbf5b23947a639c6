// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ocean {

// RFC 4648, section 4, with or without the padding; unset if it is none.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace ocean
