// SPDX-License-Identifier: Apache-2.0
//
// A file that appears whole or not at all (safe_file.h) as a plug-in's sink.
#pragma once

#include <string>

#include "libbake/io/image_plugin.h"
#include "libbake/io/safe_file.h"

namespace ocean {

class SafeSink : public ByteSink {
 public:
  SafeSink(const std::string& path, int64_t expected_bytes) : file_(path, expected_bytes) {}
  void write_at(const void* data, int64_t bytes, int64_t offset) override {
    file_.write_at(data, bytes, offset);
  }
  int64_t read_at(void* data, int64_t bytes, int64_t offset) override {
    return file_.read_at(data, bytes, offset);
  }
  const std::string& file() const override { return file_.temporary(); }
  const std::string& final_path() const override { return file_.path(); }
  // Returns the file's size.
  int64_t commit() {
    const int64_t bytes = file_.size();
    file_.commit();
    return bytes;
  }

 private:
  SafeFile file_;
};

}  // namespace ocean
