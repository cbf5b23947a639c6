// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C, kill and hang-up. The first signal sets a flag: the job stops at its next check and cleans up. The
// second removes the registered temporary files and kills the process at once.
#pragma once

#include <exception>
#include <string>

namespace ocean {

// Not an Error: nobody did anything wrong. The tools exit with 128 + signal.
class Interrupted : public std::exception {
 public:
  explicit Interrupted(int signal) : signal_(signal) {}
  ~Interrupted() override;
  int signal() const { return signal_; }
  const char* what() const noexcept override { return "interrupted"; }

 private:
  int signal_;
};

// SIGINT, SIGTERM and SIGHUP; one that was ignored at start (nohup) stays ignored. SIGPIPE and SIGXFSZ are
// ignored, so that a reader that goes away, or a file beyond the limit of file sizes, is an error of the
// write, not a silent death.
void install_interrupt_handlers();
int interrupt_signal();                                           // 0: none so far
inline bool is_interrupted() { return interrupt_signal() != 0; }  // the query of kernels/cancel.h
void check_interrupt();  // throws Interrupted after a signal; cheap, call it once a row, frame or stage
void clear_interrupt();  // for tests

// Temporary files that a hard stop must remove. Safe from any thread; the removal is async-signal-safe. At
// most kMaxTempFiles at a time and paths below 4096 bytes: what does not fit is not registered (handle -1),
// never an error.
inline constexpr int kMaxTempFiles = 64;
int register_temp_file(const std::string& path);  // handle, or -1
void unregister_temp_file(int handle);            // when it was renamed or removed
void remove_temp_files() noexcept;                // unlinks all that are registered

}  // namespace ocean
