// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/curves_job.h"

#include <algorithm>
#include <utility>

#include "libbake/bake/consumer_models.h"
#include "libbake/bake/curve_errors.h"
#include "libbake/bake/curve_lut.h"
#include "libbake/bake/curve_sheets.h"
#include "libbake/bake/curves_preview.h"
#include "libbake/bake/picture_output.h"
#include "libbake/core/error.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/log.h"
#include "libbake/core/read_file.h"
#include "libbake/core/text.h"
#include "libbake/io/content_hash.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

constexpr int64_t kPreviewBytes = 1 << 20;

std::vector<CurveConsumer> consumers_of(CurveWriter writer) {
  using C = CurveConsumer;
  switch (writer) {
    case CurveWriter::unreal_curve:
      return {C::linear, C::gpu_table, C::gpu_table_optimised, C::material};
    case CurveWriter::unity:
      return {C::cubic};
    case CurveWriter::godot4:
      return {C::godot, C::godot4_baked};
    case CurveWriter::godot3:
      return {C::godot, C::godot3_baked};
    default:
      return {C::linear};
  }
}

// --- Plan --------------------------------------------------------------------------------------------------

Plan plan_curves(const CurvesConfig& config, const JobSettings& settings) {
  Plan plan;
  plan.inputs = {config.input};
  const std::vector<CurveWriter> writers = config.effective_writers(settings.target);
  const CurveSource source = read_curve_source(config, traits(settings.target), settings.name);
  for (const CurveSheet& sheet : source.sheets)
    for (const CurveWriter writer : writers) {
      for (const CurveTextFile& file : curve_text_files(sheet, writer, settings.name))
        plan.outputs.push_back({file.file, file.contents, static_cast<int64_t>(file.text.size())});
      if (is_lut_image(writer))
        plan.outputs.push_back(
            {lut_file(sheet, writer), "texel i of row r is key i of curve r",
             estimated_bytes(lut_format(writer), kCurveKeys, static_cast<int32_t>(sheet.set.curves.size()),
                             static_cast<int32_t>(sheet.set.curves[0].channels.size()))});
    }
  if (config.preview) plan.outputs.push_back({settings.name + "_preview.png", "preview", kPreviewBytes});
  return plan;
}

// --- Write and read back -----------------------------------------------------------------------------------

OutputRecord text_record(const CurveSheet& sheet, CurveWriter writer, const CurveTextFile& file,
                         const TargetTraits& target) {
  OutputRecord record;
  record.file = file.file;
  record.role = file.curves.empty() ? "import script" : "curves";
  record.format = file.format;
  record.facts["writer"] = json_quoted(writer_name(writer));
  if (file.curves.empty()) return record;
  std::vector<std::string> names;
  for (const std::size_t c : file.curves) {
    const Curve& curve = sheet.set.curves[c];
    for (std::size_t k = 0; k < curve.channels.size(); ++k)
      if (file.channel == CurveTextFile::kAllChannels || file.channel == k)
        names.push_back(channel_name(curve, curve.channels[k]));
  }
  JsonWriter list(0);
  list.list(names);
  record.facts["channels"] = list.text();
  record.facts["axes_of"] = json_quoted(target.name);
  return record;
}

// Channels as read from the files of one writer, dealt to the set's curves in order.
using ReadCurves = std::vector<std::vector<ReadChannel>>;
void deal(const CurveTextFile& file, std::vector<ReadChannel> channels, const CurveSheet& sheet,
          ReadCurves& out) {
  out.resize(sheet.set.curves.size());
  std::size_t next = 0;
  for (const std::size_t c : file.curves) {
    const std::size_t count =
        file.channel == CurveTextFile::kAllChannels ? sheet.set.curves[c].channels.size() : 1;
    for (std::size_t k = 0; k < count; ++k) out[c].push_back(std::move(channels.at(next++)));
  }
}

std::string written_text(const std::string& path) {
  const SmallFile file = read_small_file(path);
  if (!file.problem.empty()) throw Error(ErrorKind::output, path, file.problem + "; it was written just now");
  return file.text;
}

class CurveRun {
 public:
  CurveRun(const CurveSource& source, const TargetTraits& target, JobContext& job)
      : source_(source), target_(target), job_(job) {}

  void write(const CurveSheet& sheet, CurveWriter writer) {
    if (is_lut_image(writer)) return write_image(sheet, writer);
    struct Read {
      std::string label;
      ReadCurves curves;
    };
    std::vector<Read> read;  // of each file that holds all curves, or of all files together
    const std::vector<CurveTextFile> files = curve_text_files(sheet, writer, job_.name());
    for (const CurveTextFile& file : files) {
      job_.outputs().write_bytes(text_record(sheet, writer, file, target_), file.text);
      if (file.curves.empty()) continue;
      const bool is_whole = writer == CurveWriter::unreal_table;  // its CSV and its JSON
      if (read.empty() || is_whole)
        read.push_back({writer_name(writer) + (is_whole ? " " + file.format : std::string()), {}});
      deal(file, read_curve_file(writer, file, written_text(job_.outputs().path(file.file))), sheet,
           read.back().curves);
    }
    for (const Read& r : read) measure(sheet, writer, r.label, r.curves);
  }

  const std::vector<ConsumerError>& errors() const { return errors_; }

 private:
  void add(ConsumerError error, std::string label, std::string consumer, int samples) {
    error.writer = std::move(label);
    error.consumer = std::move(consumer);
    error.samples = samples;
    if (error.passes()) log_info(error.text());
    else
      job_.report().warn(error.text() + "; more than the bar of " + shortest(kCurveBar_m) + " m" +
                         remedy(error));
    errors_.push_back(std::move(error));
  }

  std::string remedy(const ConsumerError& error) const {
    if (error.writer == "png8" || error.writer == "png16") return ": codes are too coarse; use the EXR";
    if (error.consumer == consumer_name(CurveConsumer::material)) return ": sample the EXR in materials";
    if (source_.layout == CurveLayout::packed) return ": use --layout held or exact";
    if (error.consumer == consumer_name(CurveConsumer::gpu_table_optimised))
      return ": switch the optimiser off";
    return "";
  }

  void measure(const CurveSheet& sheet, CurveWriter writer, const std::string& label,
               const ReadCurves& curves) {
    for (const CurveConsumer consumer : consumers_of(writer)) {
      std::vector<std::vector<CurveValues>> values;
      int samples = 0;
      for (const std::vector<ReadChannel>& channels : curves) {
        Consumed consumed = consume(consumer, channels);
        samples = samples == 0 ? consumed.samples : std::min(samples, consumed.samples);
        values.push_back(std::move(consumed.values));
      }
      add(measure_consumer(source_, sheet, target_, values), label, consumer_name(consumer), samples);
    }
  }

  void write_image(const CurveSheet& sheet, CurveWriter writer) {
    write_lut(sheet, writer, target_, job_.outputs());
    const OutputRecord& record = job_.outputs().outputs().back();
    add(measure_consumer(source_, sheet, target_, read_lut(sheet, record, job_.outputs().path(record.file))),
        writer_name(writer), "linear sampler at texel centres", 0);
  }

  const CurveSource& source_;
  const TargetTraits& target_;
  JobContext& job_;
  std::vector<ConsumerError> errors_;
};

void record_source(const CurveSource& source, const TargetTraits& target, OutputSet& outputs) {
  if (source.waves) {
    constexpr const char* kNames[] = {"auto", "packed", "held", "exact"};
    outputs.fact("layout", json_quoted(kNames[static_cast<std::size_t>(source.layout)]));
    outputs.fact("waves", std::to_string(source.numbers.size()));
    outputs.fact("gravity", shortest(source.waves->gravity / target.unit_m));
    outputs.fact("time_scale", shortest(source.waves->time_scale));
    outputs.fact("unit", json_quoted(target.unit));
  }
  for (const CurveSheet& sheet : source.sheets) {
    if (sheet.is_waves) continue;
    JsonWriter w(0);
    w.object().member("first_s", sheet.times.first_s).member("last_s", sheet.times.last_s);
    w.member("resampling", "straight lines between rows, held beyond the ends")
        .key("resampling_error")
        .object();
    for (std::size_t c = 0; c < sheet.set.curves.size(); ++c)
      w.member(sheet.set.curves[c].name, sheet.resampling_error[c]);
    outputs.fact(source.waves ? "fade_keys" : "table_keys", w.end().end().text());
  }
}

void run_curves(const CurvesConfig& config, JobContext& job) {
  const TargetTraits& target = traits(job.settings().target);
  const CurveSource source = [&] {
    const auto stage = job.report().stage("read");
    return read_curve_source(config, target, job.name());
  }();
  if (source.waves && config.layout == CurveLayout::automatic)
    log_info(source.layout == CurveLayout::held ? "layout held: four numbers hold every wave of the set"
                                                : "layout exact: " + needs_exact(*source.waves));
  CurveRun run(source, target, job);
  {
    const auto stage = job.report().stage("write and read back");
    for (const CurveSheet& sheet : source.sheets)
      for (const CurveWriter writer : config.effective_writers(target.target)) run.write(sheet, writer);
  }
  record_source(source, target, job.outputs());
  job.outputs().fact("consumers", consumers_json(run.errors()));
  job.report().add_json("consumers", consumers_json(run.errors()));
  if (config.preview) {
    const auto stage = job.report().stage("preview");
    write_picture(draw_curves(source.sheets, job.name(), run.errors()), "preview", job.outputs());
  }
}

}  // namespace

const Job& curves_job() {
  static const Job job = make_job<CurvesConfig, plan_curves, run_curves>(
      {.tool = "oceanbake",
       .name = "curves",
       .summary = "Writes a wave set, or any table over time, as LUT curves of 128 keys for each program.",
       .details = "Keys lie at the whole times 0 to 127, where a GPU particle system samples a curve. A wave "
                  "is its turn, "
                  "wavelength, amplitude and Q (layouts packed and held), or also omega, phase and weight "
                  "(exact); fades "
                  "become curves of weights. Every file is read back as its program does, and the error of "
                  "the decoded "
                  "numbers and of the water is said.",
       .examples = {"oceanbake curves calm.waves.json --target unreal --out curves",
                    "oceanbake curves calm.waves.json --layout exact --writers exr,json --out curves",
                    "oceanbake curves emission.csv --columns rate,speed --target godot --out curves"}});
  return job;
}

}  // namespace ocean
