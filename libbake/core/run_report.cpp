// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/run_report.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>

#include "libbake/core/interrupt.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/core/progress.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<LaunchCount> difference(const std::vector<LaunchCount>& after,
                                    const std::vector<LaunchCount>& before) {
  std::vector<LaunchCount> out;
  for (LaunchCount c : after) {
    const auto old =
        std::find_if(before.begin(), before.end(), [&](const LaunchCount& b) { return b.name == c.name; });
    if (old != before.end()) c.launches -= old->launches, c.bytes -= old->bytes;
    if (c.launches != 0 || c.bytes != 0) out.push_back(std::move(c));
  }
  return out;
}

void add_counts(std::vector<LaunchCount>& to, const std::vector<LaunchCount>& from) {
  for (const LaunchCount& c : from) {
    const auto it =
        std::find_if(to.begin(), to.end(), [&](const LaunchCount& b) { return b.name == c.name; });
    if (it == to.end()) to.push_back(c);
    else it->launches += c.launches, it->bytes += c.bytes;
  }
}

void write_counts(JsonWriter& w, const std::vector<LaunchCount>& counts) {
  w.array();
  for (const LaunchCount& c : counts) {
    w.object().member("name", c.name).member("count", c.launches);
    if (c.bytes != 0) w.member("bytes", c.bytes);
    w.end();
  }
  w.end();
}

// Transfers carry bytes, kernels none.
int64_t kernel_launches(const std::vector<LaunchCount>& counts) {
  int64_t sum = 0;
  for (const LaunchCount& c : counts)
    if (c.bytes == 0) sum += c.launches;
  return sum;
}

}  // namespace

int64_t peak_memory_bytes() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? int64_t{usage.ru_maxrss} * 1024 : 0;
}

RunReport::RunReport() : start_(std::chrono::steady_clock::now()) {}

RunReport::Stage::Stage(RunReport& report, std::string name)
    : report_(&report), name_(std::move(name)), exceptions_(std::uncaught_exceptions()) {
  check_interrupt();
  log_debug(name_ + " ...");
  if (report.progress_ != nullptr) report.progress_->begin(name_, 0);
  if (report.counts_) before_ = report.counts_();
  start_ = std::chrono::steady_clock::now();
}

RunReport::Stage::~Stage() noexcept(false) {
  if (std::uncaught_exceptions() == exceptions_) end();
}

void RunReport::Stage::end() {
  if (report_ == nullptr) return;
  RunReport& r = *std::exchange(report_, nullptr);
  if (r.synchronize_) r.synchronize_();
  if (r.progress_ != nullptr) r.progress_->finish();
  StageTime time{name_, seconds_since(start_),
                 r.counts_ ? difference(r.counts_(), before_) : std::vector<LaunchCount>{}};
  log_debug(name_ + ": " + human_seconds(time.seconds));
  const auto it =
      std::find_if(r.stages_.begin(), r.stages_.end(), [&](const StageTime& s) { return s.name == name_; });
  if (it == r.stages_.end()) {
    r.stages_.push_back(std::move(time));
  } else {
    it->seconds += time.seconds;
    add_counts(it->launches, time.launches);
  }
}

void RunReport::set_backend(std::string backend, std::string device, int threads,
                            std::function<std::vector<LaunchCount>()> counts,
                            std::function<void()> synchronize) {
  backend_ = std::move(backend);
  device_ = std::move(device);
  threads_ = threads;
  counts_ = std::move(counts);
  synchronize_ = std::move(synchronize);
}

void RunReport::add_json(const std::string& fact, std::string json) {
  const std::string name = scope_ + fact;
  const auto it = std::find_if(facts_.begin(), facts_.end(), [&](const auto& f) { return f.first == name; });
  if (it == facts_.end()) facts_.emplace_back(name, std::move(json));
  else it->second = std::move(json);
}

void RunReport::add(const std::string& name, int64_t value) { add_json(name, std::to_string(value)); }
void RunReport::add(const std::string& name, double value) {
  JsonWriter w(0);
  add_json(name, w.value(value).text());
}
void RunReport::add(const std::string& name, const std::string& value) { add_json(name, json_quoted(value)); }

void RunReport::warn(std::string message) {
  message = message_scope_ + message;
  log_warning(message);
  warnings_.push_back(std::move(message));
}

double RunReport::seconds() const { return seconds_since(start_); }

int64_t RunReport::launches() const { return counts_ ? kernel_launches(counts_()) : 0; }

std::string RunReport::json(const std::string& tool, const std::string& job,
                            const std::vector<std::string>& outputs) const {
  JsonWriter w;
  w.object().member("tool", tool).member("version", OCEAN_VERSION).member("job", job);
  w.member("backend", backend_.empty() ? "none" : backend_);
  if (!device_.empty()) w.member("device", device_);
  w.member("threads", threads_).member("seconds", seconds()).member("peak_memory_bytes", peak_memory_bytes());
  w.member("kernel_launches", launches());
  w.key("stages").array();
  for (const StageTime& s : stages_) {
    w.object().member("name", s.name).member("seconds", s.seconds).key("launches");
    write_counts(w, s.launches);
    w.end();
  }
  w.end().key("facts").object();
  for (const auto& [name, value] : facts_) w.key(name).raw(value);
  w.end();
  w.key("warnings").array();
  for (const std::string& text : warnings_) w.value(text);
  w.end().key("outputs").array();
  for (const std::string& file : outputs) w.value(file);
  w.end().end();
  return w.text() + "\n";
}

std::string RunReport::timings() const {
  const double total = seconds();
  std::vector<std::array<std::string, 4>> rows{{"stage", "time", "share", "launches"}};
  const auto add = [&](const std::string& name, double time, int64_t launched) {
    const double share = total > 0 ? 100 * time / total : 0;
    rows.push_back(
        {name, human_seconds(time), std::to_string(std::llround(share)) + " %", std::to_string(launched)});
  };
  for (const StageTime& s : stages_) add(s.name, s.seconds, kernel_launches(s.launches));
  add("whole run", total, launches());
  std::array<std::size_t, 4> width{};
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], columns(row[k]));
  std::string text;
  for (const auto& row : rows) {
    if (!text.empty()) text += "\n";
    text += row[0] + std::string(width[0] - columns(row[0]), ' ');
    for (std::size_t k = 1; k < row.size(); ++k)
      text += std::string(2 + width[k] - columns(row[k]), ' ') + row[k];
  }
  return text;
}

std::string RunReport::timings_json() const {
  std::string text;
  for (const StageTime& s : stages_) {
    JsonWriter w(0);
    w.object().member("event", "stage").member("name", s.name).member("seconds", s.seconds);
    text +=
        (text.empty() ? "" : "\n") + w.member("kernel_launches", kernel_launches(s.launches)).end().text();
  }
  return text;
}

std::string RunReport::summary(const std::string& job, const std::vector<std::string>& outputs) const {
  std::string text = job + ": done in " + human_seconds(seconds());
  if (!backend_.empty()) {
    text += " on " + (device_.empty() ? backend_ : backend_ + " (" + device_ + ")");
    text += ", " + std::to_string(threads_) + (threads_ == 1 ? " thread" : " threads");
  }
  text += ", peak memory " + human_bytes(peak_memory_bytes());
  if (!stages_.empty()) {
    std::vector<std::string> parts;
    for (const StageTime& s : stages_) parts.push_back(s.name + " " + human_seconds(s.seconds));
    text += "\n  stages: " + join(parts, ", ");
  }
  constexpr std::size_t kMost = 12;
  for (std::size_t i = 0; i < outputs.size() && i < kMost; ++i) text += "\n  wrote " + outputs[i];
  if (outputs.size() > kMost) text += "\n  and " + std::to_string(outputs.size() - kMost) + " more files";
  return text;
}

}  // namespace ocean
