// SPDX-License-Identifier: Apache-2.0
//
// How far a job is. On a terminal a bar with count, rate and time left; in a pipe plain lines at most once a
// second; json: one JSON object a line; none: nothing. advance() may be called from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace ocean {

enum class ProgressMode : uint8_t { automatic, bar, plain, json, none };

class Progress {
 public:
  explicit Progress(ProgressMode mode = ProgressMode::none);
  ~Progress();  // removes the bar
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Starts a stage of `total` units (0: unknown; one that never advances shows its time alone). Both throw
  // Interrupted after Ctrl-C (libbake/core/interrupt.h).
  void begin(std::string stage, int64_t total, std::string unit = {});
  void advance(int64_t units = 1);
  // Ends the stage; its last state is always reported by plain and json.
  void finish();

  ProgressMode mode() const { return mode_; }  // resolved: never automatic

  // What the bar and the plain line say, for tests.
  static std::string bar_text(const std::string& stage, int64_t done, int64_t total, const std::string& unit,
                              double seconds, int width);
  static std::string plain_text(const std::string& stage, int64_t done, int64_t total,
                                const std::string& unit, double seconds);
  static std::string json_text(const std::string& stage, int64_t done, int64_t total, const std::string& unit,
                               double seconds);

 private:
  using Clock = std::chrono::steady_clock;
  void show(bool last);

  ProgressMode mode_;
  std::mutex mutex_;
  bool active_ = false;
  std::string stage_, unit_;
  int64_t total_ = 0, done_ = 0;
  int64_t shown_done_ = -1;
  Clock::time_point start_, shown_;
};

}  // namespace ocean
