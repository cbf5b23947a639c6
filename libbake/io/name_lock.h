// SPDX-License-Identifier: Apache-2.0
//
// One run a name and folder at a time: two that write the same files at once would leave a set of both.
#pragma once

#include <string>

namespace ocean {

class NameLock {
 public:
  // Makes missing folders and holds a lock on ".NAME.lock" there until it is destroyed; while another process
  // holds it, says so once and waits. The lock ends with its process, however that ends. Where the folder or
  // the file system allows no lock the run goes on without. Throws Interrupted while it waits.
  NameLock(const std::string& folder, const std::string& name);
  // Removes the lock file, and the folders that it made if they are still empty.
  ~NameLock();
  NameLock(const NameLock&) = delete;
  NameLock& operator=(const NameLock&) = delete;

  bool held() const { return fd_ >= 0; }

 private:
  enum class Try { held, busy, again, impossible };
  Try try_lock();

  std::string path_, made_below_;  // made_below_: the deepest folder that was there before
  std::string folder_;
  int fd_ = -1, slot_ = -1;
};

}  // namespace ocean
