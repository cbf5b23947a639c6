// SPDX-License-Identifier: Apache-2.0
//
// What the fuzzers share. A file fuzz_x.cpp holds one
//     OCEAN_FUZZ_TARGET(x) { … data, size … }
// which is libFuzzer's entry point where OCEAN_LIBFUZZER is set, and else a row of the table that
// fuzz_replay walks. A target may throw ocean::Error of any kind but internal; whatever else leaves it, and a
// promise of a header that check() finds broken, ends the process with a message: a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/host_pool.h"
#include "libbake/io/file_kind.h"
#include "libbake/io/input_options.h"
#include "libbake/io/terrain.h"

namespace ocean::fuzz {

using Target = void (*)(const uint8_t* data, size_t size);

struct TargetRow {
  const char* name;
  Target run;
};
std::vector<TargetRow>& targets();  // of this program
struct AddTarget {
  AddTarget(const char* name, Target run) { targets().push_back({name, run}); }
};

// Runs the target on one input as described above; more than 5 s of processor time are a finding too.
void run_target(Target target, const uint8_t* data, size_t size);

// The process ends with the message, as after a crash, unless ok.
void check(bool ok, std::string_view promise);
// Likewise unless the two texts are equal; shows both.
void check_same(const std::string& a, const std::string& b, std::string_view promise);

// One thread, so that a run is the same each time.
HostPool& pool();

// The path of a file that holds these bytes, in a folder in memory that goes with the process. Every name has
// one file: writing again replaces its content. Nothing else lies in the folder.
std::string scratch_file(const std::string& name, std::string_view bytes);

inline std::string_view text_of(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// What call() throws, as text: "" if nothing. Errors only.
std::string error_of(const std::function<void()>& call);

// What terrain.h promises of any mesh or terrain.
void check_mesh(const Mesh& mesh);
void check_terrain(const Terrain& terrain);
// Loads the one file as users do, unless its first bytes make it one of another kind.
void load_and_check(const InputOptions& options, FileKind kind);

}  // namespace ocean::fuzz

#if OCEAN_LIBFUZZER
#define OCEAN_FUZZ_ENTRY(name)                                              \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { \
    ocean::fuzz::run_target(target_##name, data, size);                     \
    return 0;                                                               \
  }
#else
#define OCEAN_FUZZ_ENTRY(name) static const ocean::fuzz::AddTarget add_##name(#name, target_##name);
#endif

#define OCEAN_FUZZ_TARGET(name)                                \
  static void target_##name(const uint8_t* data, size_t size); \
  OCEAN_FUZZ_ENTRY(name)                                       \
  static void target_##name(const uint8_t* data, size_t size)
