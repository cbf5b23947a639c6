// SPDX-License-Identifier: Apache-2.0
#include "libbake/config/common_options.h"

#include "kernels/host_pool.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

std::string name_rule(const std::string& name) {
  if (name.empty()) return {};
  for (const char c : name)
    if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20)
      return "must be a file name without folders; put the folder into --out";
  if (name.front() == '.' || name.front() == '-')
    return "must not begin with '.' or '-'; choose another name";
  if (!is_utf8(name)) return "is no UTF-8, which manifests are written in; choose another name";
  if (name.size() > 200) return "must be at most 200 bytes long; choose a shorter name";
  return {};
}

std::string frames_rule(const std::string& text) {
  if (text.empty() || parse_frames(text)) return {};
  return "must be A-B or A with 0 <= A <= B; for example 0-239";
}

}  // namespace

std::optional<FrameRange> parse_frames(const std::string& text) {
  const auto parts = split(text, '-');
  if (parts.size() > 2) return std::nullopt;
  const auto number = [](const std::string& s) {
    return s.empty() || s.find_first_not_of("0123456789") != std::string::npos ? std::nullopt
                                                                               : parse_integer(s);
  };
  const auto first = number(parts.front()), last = number(parts.back());
  if (!first || !last || *first > *last || *last > 99'999'999) return std::nullopt;
  return FrameRange{*first, *last};
}

std::optional<FrameRange> CommonOptions::frame_range() const { return parse_frames(frames); }

void CommonOptions::describe(Fields& f) {
  f.group("Outputs");
  f.path("out", out).syntax("DIR").execution().text("Folder of the outputs; made if it is missing.");
  f.text("name", name)
      .syntax("NAME")
      .rule(name_rule)
      .text(
          "First part of every output's file name. Without it, the first input's name, else the command's.");
  f.choice("target", target,
           {{"world", Target::world, "z up, metres"},
            {"unreal", Target::unreal, "(x, -y, z), centimetres"},
            {"unity", Target::unity, "(x, z, y), metres"},
            {"godot", Target::godot, "(x, z, -y), metres"},
            {"blender", Target::blender, "as world"},
            {"houdini", Target::houdini, "(x, z, -y), metres"}})
      .text("Program that the outputs are for: axes, unit and image conventions.");
  f.text("frames", frames)
      .syntax("A-B")
      .rule(frames_rule)
      .text("Frames to write, both included. Only for commands that write frames.");
  f.boolean("import_script", import_script)
      .text(
          "Also writes, beside the outputs, a script that builds them in the target's program (world: "
          "Blender), and its import settings where it keeps them beside images. Only for commands that "
          "write textures.");

  f.group("Running");
  f.path("config", config)
      .syntax("FILE")
      .flag_only()
      .text("Reads options from a JSON file; flags win over it. Paths in it are relative to its folder.");
  f.choice("backend", backend,
           {{"auto", BackendChoice::automatic, "CUDA if a device answers"},
            {"cpu", BackendChoice::cpu},
            {"cuda", BackendChoice::cuda, "exit 5 without a device"}})
      .execution()
      .text("Where to compute. The outputs are the same bits.");
  f.integer("device", device).range(0, 255).execution().text("Number of the CUDA device.");
  f.integer("threads", threads)
      .range(0, kMaxPoolThreads)
      .execution()
      .text("CPU threads, also of the host's steps of a CUDA run; 0 uses all.");
  f.boolean("dry_run", dry_run)
      .flag_only()
      .text("Prints what would be written and needed, and writes nothing.");
  f.boolean("force", force).flag_only().text("Runs even if the outputs are up to date.");
  f.choice("progress", progress,
           {{"auto", ProgressMode::automatic, "bar on a terminal, else plain"},
            {"bar", ProgressMode::bar},
            {"plain", ProgressMode::plain, "lines, at most one a second"},
            {"json", ProgressMode::json, "one JSON object a line on stderr"},
            {"none", ProgressMode::none}})
      .flag_only()
      .text("How to show progress.");
  f.choice("log_level", log_level,
           {{"error", LogLevel::error},
            {"warning", LogLevel::warning},
            {"info", LogLevel::info},
            {"debug", LogLevel::debug}})
      .flag_only()
      .text("How much to say on stderr.");
  f.path("report", report)
      .syntax("FILE")
      .flag_only()
      .text("Writes how the run went as JSON: back end, stage times, kernel launches, peak memory.");
  f.boolean("timings", timings)
      .flag_only()
      .text("Prints on stderr, at the end, how long each stage took, its share and its kernel launches.");
  f.boolean("print_config", print_config)
      .flag_only()
      .text("Prints the effective configuration, fit for --config, and does nothing else.");
  f.boolean("help", help).flag_only().text("Prints this text.");
  f.boolean("version", version).flag_only().text("Prints the version.");
}

}  // namespace ocean
