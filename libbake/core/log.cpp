// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/log.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <string>

#include "libbake/core/json_writer.h"

namespace ocean {
namespace {

std::atomic<LogLevel> g_level{LogLevel::info};
std::atomic<bool> g_json{false};
std::mutex g_mutex;  // keeps lines whole; guards g_status
std::string g_status;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;  // nobody listens
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

void write_line(std::string text) {
  const std::lock_guard lock(g_mutex);
  if (!g_status.empty()) text = "\r\033[K" + text;
  text += '\n';
  text += g_status;
  write_all(text);
}

bool coloured() {
  static const bool on = stderr_is_terminal() && std::getenv("NO_COLOR") == nullptr;
  return on;
}

constexpr std::string_view kNames[] = {"error", "warning", "info", "debug"};
constexpr std::string_view kColours[] = {"\033[1;31m", "\033[1;33m", "", "\033[2m"};

}  // namespace

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void set_log_level(LogLevel level) { g_level = level; }
LogLevel log_level() { return g_level; }
void set_log_json(bool json) { g_json = json; }
bool log_json() { return g_json; }

void log(LogLevel level, std::string_view message) {
  if (level > g_level) return;
  const auto index = static_cast<std::size_t>(level);
  if (g_json) {
    JsonWriter w(0);
    w.object().member("event", "log").member("level", kNames[index]).member("text", message).end();
    write_line(w.text());
    return;
  }
  std::string line;
  if (level != LogLevel::info) {
    if (coloured()) line += kColours[index];
    line += kNames[index];
    line += ": ";
    if (coloured()) line += "\033[0m";
  }
  line += message;
  write_line(std::move(line));
}

void log_line(std::string_view line) { write_line(std::string(line)); }

void set_status_line(std::string_view line) {
  const std::lock_guard lock(g_mutex);
  if (line == g_status) return;
  std::string text = g_status.empty() ? "" : "\r\033[K";
  g_status = line;
  write_all(text + g_status);
}

}  // namespace ocean
