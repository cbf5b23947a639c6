// SPDX-License-Identifier: Apache-2.0
//
// .NAME.state, beside the manifest: what each output's bytes were when the job ended. No part of the product.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ocean {

struct FileState {
  std::string file;  // relative to the folder
  int64_t bytes = 0;
  std::string hash;  // of the bytes
};

// Throws Error{output} if the file is not there.
FileState file_state(const std::string& folder, const std::string& file);
void write_state(const std::string& folder, const std::string& name, const std::vector<FileState>& outputs,
                 const std::string& manifest_text);
// Are manifest and outputs as the run that wrote them left them? Then the same command would do nothing
// without --force. Never throws for missing or broken files.
bool is_as_left(const std::string& folder, const std::string& name);
// Removes the manifest, and with it the claim that the outputs are complete. Throws Error{output}.
void invalidate(const std::string& folder, const std::string& name);

}  // namespace ocean
