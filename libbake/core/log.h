// SPDX-License-Identifier: Apache-2.0
//
// Talk: everything a tool says that is no result goes to stderr through here, one call a message, whole lines
// only, from any thread. Colour only on a terminal (and not with NO_COLOR). The status line of a progress bar
// stays below the messages.
#pragma once

#include <cstdint>
#include <string_view>

namespace ocean {

enum class LogLevel : uint8_t { error, warning, info, debug };

void set_log_level(LogLevel level);
LogLevel log_level();
// One JSON object a line ({"event": "log", "level": "warning", "text": ...}) instead of text, for --progress
// json.
void set_log_json(bool json);
bool log_json();

void log(LogLevel level, std::string_view message);
inline void log_error(std::string_view message) { log(LogLevel::error, message); }
inline void log_warning(std::string_view message) { log(LogLevel::warning, message); }
inline void log_info(std::string_view message) { log(LogLevel::info, message); }
inline void log_debug(std::string_view message) { log(LogLevel::debug, message); }

// A whole line to stderr whatever the level (progress lines, summaries).
void log_line(std::string_view line);
// The terminal's last line, redrawn after every message; empty removes it. Used by Progress.
void set_status_line(std::string_view line);
bool stderr_is_terminal();

}  // namespace ocean
