// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "libbake/core/interrupt.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kBarPeriod_s = 0.1, kLinePeriod_s = 1.0;

int terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

double rate_of(int64_t done, double seconds) { return seconds > 0 ? static_cast<double>(done) / seconds : 0; }

std::string rate_text(double rate, const std::string& unit) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, rate < 10 ? "%.2f" : "%.0f", rate);
  return buffer + (unit.empty() ? std::string("/s") : " " + unit + "/s");
}

std::string count_text(int64_t done, int64_t total, const std::string& unit) {
  std::string text = std::to_string(done);
  if (total > 0) text += "/" + std::to_string(total);
  return unit.empty() ? text : unit + " " + text;
}

}  // namespace

Progress::Progress(ProgressMode mode) : mode_(mode) {
  if (mode_ == ProgressMode::automatic)
    mode_ = stderr_is_terminal() ? ProgressMode::bar : ProgressMode::plain;
}

Progress::~Progress() {
  if (mode_ == ProgressMode::bar) set_status_line({});
}

void Progress::begin(std::string stage, int64_t total, std::string unit) {
  check_interrupt();
  const std::lock_guard lock(mutex_);
  stage_ = std::move(stage);
  unit_ = std::move(unit);
  total_ = std::max<int64_t>(0, total);
  done_ = 0;
  shown_done_ = -1;
  start_ = shown_ = Clock::now();
  active_ = true;
  if (mode_ == ProgressMode::bar || mode_ == ProgressMode::json) show(false);
}

void Progress::advance(int64_t units) {
  check_interrupt();
  if (mode_ == ProgressMode::none) return;
  const std::lock_guard lock(mutex_);
  if (!active_) return;
  done_ += units;
  const double since = std::chrono::duration<double>(Clock::now() - shown_).count();
  if (since >= (mode_ == ProgressMode::bar ? kBarPeriod_s : kLinePeriod_s)) show(false);
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  if (!active_) return;
  show(true);
  active_ = false;
}

void Progress::show(bool last) {
  shown_ = Clock::now();
  const double seconds = std::chrono::duration<double>(shown_ - start_).count();
  const bool uncounted = done_ == 0 && total_ == 0;
  switch (mode_) {
    case ProgressMode::bar:
      set_status_line(last ? std::string()
                           : bar_text(stage_, done_, total_, unit_, seconds, terminal_width()));
      break;
    case ProgressMode::plain:
      // A stage that was over within a second is no news.
      if ((done_ != shown_done_ || uncounted) && (!last || seconds >= kLinePeriod_s))
        log_line(plain_text(stage_, done_, total_, unit_, seconds));
      break;
    case ProgressMode::json:
      if (done_ != shown_done_ || uncounted) log_line(json_text(stage_, done_, total_, unit_, seconds));
      break;
    case ProgressMode::none:
    case ProgressMode::automatic:
      break;
  }
  shown_done_ = done_;
}

std::string Progress::bar_text(const std::string& stage, int64_t done, int64_t total, const std::string& unit,
                               double seconds, int width) {
  const double rate = rate_of(done, seconds);
  std::string right = done == 0 && total == 0 ? std::string() : " " + count_text(done, total, unit);
  if (done > 0) right += "  " + rate_text(rate, unit);
  if (total > 0 && done > 0 && done < total)
    right += "  " + human_seconds(static_cast<double>(total - done) / rate) + " left";
  std::string line = stage + " ";
  const int room = width - 1 - static_cast<int>(columns(line) + columns(right)) - 2;
  if (total > 0 && room >= 8) {
    const int cells = std::min(room, 40);
    const int full = static_cast<int>(
        static_cast<double>(cells) * static_cast<double>(std::min(done, total)) / static_cast<double>(total));
    line += "[" + std::string(static_cast<std::size_t>(full), '#') +
            std::string(static_cast<std::size_t>(cells - full), '.') + "]";
  }
  line += right;
  // Never wrap: a wrapped line cannot be redrawn in place.
  if (const auto most = static_cast<std::size_t>(std::max(1, width - 1)); columns(line) > most)
    line = line.substr(0, most);
  return line;
}

std::string Progress::plain_text(const std::string& stage, int64_t done, int64_t total,
                                 const std::string& unit, double seconds) {
  if (done == 0 && total == 0) return stage + ": " + human_seconds(seconds);
  std::string text = stage + ": " + count_text(done, total, unit);
  const double rate = rate_of(done, seconds);
  if (done > 0) text += ", " + rate_text(rate, unit);
  if (total > 0 && done > 0 && done < total)
    text += ", " + human_seconds(static_cast<double>(total - done) / rate) + " left";
  return text;
}

std::string Progress::json_text(const std::string& stage, int64_t done, int64_t total,
                                const std::string& unit, double seconds) {
  JsonWriter w(0);
  w.object().member("event", "progress").member("stage", stage).member("done", done);
  if (total > 0) w.member("total", total);
  if (!unit.empty()) w.member("unit", unit);
  w.member("seconds", seconds);
  const double rate = rate_of(done, seconds);
  if (done > 0) w.member("rate", rate);
  if (total > 0 && done > 0)
    w.member("seconds_left", static_cast<double>(std::max<int64_t>(0, total - done)) / rate);
  w.end();
  return w.text();
}

}  // namespace ocean
