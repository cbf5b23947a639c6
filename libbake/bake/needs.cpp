// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/needs.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "kernels/device.h"
#include "libbake/core/error.h"
#include "libbake/core/text.h"

namespace ocean {

namespace {

std::filesystem::path nearest_existing(const std::string& folder) {
  std::error_code error;
  std::filesystem::path path = std::filesystem::absolute(folder, error);
  while (!std::filesystem::exists(path, error) && path.has_relative_path()) path = path.parent_path();
  return path;
}

}  // namespace

void check_folder(const std::string& folder) {
  const std::filesystem::path path = nearest_existing(folder);
  std::error_code error;
  if (!std::filesystem::is_directory(path, error))
    throw Error(ErrorKind::output, folder,
                "a file is in the place of the folder " + path.string() + "; choose another with --out");
  if (access(path.c_str(), W_OK | X_OK) == 0) return;
  throw Error(ErrorKind::output, path.string(),
              "cannot be written into: " + std::generic_category().message(errno) +
                  "; choose another folder with --out, or change its permissions");
}

int64_t free_disk_bytes(const std::string& folder) {
  const std::filesystem::path path = nearest_existing(folder);
  struct statvfs info {};
  if (statvfs(path.c_str(), &info) != 0) return -1;
  return static_cast<int64_t>(info.f_bavail) * static_cast<int64_t>(info.f_frsize);
}

Needs needs_of(const Plan& plan, const std::string& folder) {
  Needs needs;
  for (const PlannedOutput& o : plan.outputs) needs.disk_bytes += o.bytes;
  needs.disk_free = free_disk_bytes(folder);
  needs.memory_bytes = plan.host_bytes;
  needs.memory_free = available_memory(Exec::cpu(1));
  return needs;
}

void check_needs(const Needs& needs, const Plan& plan, const std::string& folder) {
  const std::string remedy = plan.remedy.empty() ? std::string() : ", or " + plan.remedy;
  if (needs.disk_free >= 0 && needs.disk_bytes > needs.disk_free)
    throw Error(ErrorKind::output, folder,
                "the outputs need up to " + human_bytes(needs.disk_bytes) + ", but " +
                    human_bytes(needs.disk_free) + " are free; make room, choose another --out" + remedy);
  if (needs.memory_bytes > needs.memory_free)
    throw Error(ErrorKind::usage, "",
                "the job needs about " + human_bytes(needs.memory_bytes) + " of memory, but " +
                    human_bytes(needs.memory_free) + " are available; close other programs" + remedy);
}

std::string plan_text(const Plan& plan, const Needs& needs, const std::string& folder,
                      const std::string& name) {
  std::string text = "would read:\n";
  for (const std::string& input : plan.inputs) text += "  " + input + "\n";
  if (plan.inputs.empty()) text += "  nothing\n";
  text += "would write to " + folder + ":\n";
  std::vector<PlannedOutput> files = plan.outputs;
  files.push_back({name + ".manifest.json", "what is in the files", 0});
  std::size_t width = 0;
  for (const PlannedOutput& o : files) width = std::max(width, columns(o.file));
  for (const PlannedOutput& o : files) {
    text += "  " + o.file + std::string(width - columns(o.file) + 2, ' ') + o.contents;
    if (o.bytes > 0) text += ", up to " + human_bytes(o.bytes);
    text += "\n";
  }
  const bool unknown = !plan.inexact.empty() && plan.host_bytes == 0;
  text += unknown ? "disk: unknown" : "disk: up to " + human_bytes(needs.disk_bytes) + " needed";
  if (needs.disk_free >= 0) text += ", " + human_bytes(needs.disk_free) + " free";
  text += unknown                ? "\nmemory: unknown, "
          : plan.inexact.empty() ? "\nmemory: about " + human_bytes(needs.memory_bytes) + " needed, "
                                 : "\nmemory: up to " + human_bytes(needs.memory_bytes) + " needed, ";
  text += human_bytes(needs.memory_free) + " available\n";
  if (plan.device_bytes > 0)
    text += "device memory (CUDA): about " + human_bytes(plan.device_bytes) + " needed\n";
  if (!plan.inexact.empty()) text += "note: " + plan.inexact + "\n";
  for (const std::string& note : plan.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace ocean
