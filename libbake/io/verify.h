// SPDX-License-Identifier: Apache-2.0
//
// Does a set of outputs keep the promises of its manifest?
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "libbake/io/manifest.h"

namespace ocean {

struct Check {
  std::string file;  // relative to the manifest
  std::string what;  // "content hash", "R in range", …
  bool ok = false;
  std::string expected, found;
};

// More promises of one job, e.g. the shore's: directions of length 1, signs that agree with the mask.
struct PromiseRow {
  const char* kind;  // Manifest::kind
  void (*check)(const Manifest& manifest, const std::string& folder, std::vector<Check>& checks);
};

// For every output: it exists and has its size; images: format, sizes, channels, content hash, finite values
// in the declared ranges (a step of rounding more is allowed: the measured quantisation error), bounds = size
// * texel, and the metadata in the file agree; VDB: the content hash of the grids (vdb.h); others: the hash
// of the bytes, unless the writer hashed their decoded content. Then the promises of the rows with the
// manifest's kind. Throws Error{input} if the manifest itself cannot be read.
std::vector<Check> verify(const std::string& manifest_path, std::span<const PromiseRow> promises = {});

// The checks of one output; folder: the manifest's.
std::vector<Check> verify_output(const Manifest& manifest, const OutputRecord& record,
                                 const std::string& folder);

// Throws Error{verify} with one problem a failed check, nothing if all are good.
void require(const std::vector<Check>& checks, const std::string& manifest_path);

// Decoded values of an image, a row at a time, top first: width * channels floats in the record's channel
// order. For promises. Throws Error{input}.
void for_each_decoded_row(const OutputRecord& record, const std::string& folder,
                          const std::function<void(int32_t y, std::span<const float> row)>& visit);

}  // namespace ocean
