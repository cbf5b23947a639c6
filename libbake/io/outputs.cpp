// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/outputs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"
#include "libbake/io/safe_file.h"
#include "libbake/io/up_to_date.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

ImageFormat image_format(const OutputRecord& record) {
  const std::optional<ImageFormat> format = parse_image_format(record.format);
  if (!format) throw Error(ErrorKind::internal, record.file, "has no image format, but " + record.format);
  return *format;
}

std::string numbers(std::initializer_list<double> values) {
  std::string text;
  for (const double value : values) {
    if (!text.empty()) text += ' ';
    text += number_text(value);
  }
  return text;
}

}  // namespace

std::vector<Attribute> attributes(const OutputRecord& record, const std::string& tool,
                                  const std::string& version) {
  std::vector<Attribute> out = {{"ocean:tool", tool + " " + version}, {"ocean:map", record.role}};
  if (record.world) {
    const WorldRecord& w = *record.world;
    out.push_back({"ocean:world_bounds_m", numbers({w.x0, w.y0, w.x1, w.y1})});
    out.push_back({"ocean:texel_m", w.texel_m});
    out.push_back({"ocean:target", w.target});
    out.push_back({"ocean:rows", "north first"});
  }
  if (record.time) out.push_back({"ocean:time_s", record.time->time_s});
  const std::vector<std::string> names = [&] {
    std::vector<std::string> list;
    for (const ChannelRecord& c : record.channels) list.push_back(c.name);
    return stored_channels(image_format(record), list);
  }();
  for (size_t i = 0; i < names.size(); ++i) {
    const ChannelRecord& c = record.channels[i];
    const std::string unit = c.unit.empty() ? "" : " [" + c.unit + "]";
    out.push_back({"ocean:channel." + names[i], c.meaning + unit + " = " + c.decode.formula()});
  }
  return out;
}

OutputSet::OutputSet(std::string folder, Manifest manifest)
    : folder_(folder.empty() ? "." : std::move(folder)), manifest_(std::move(manifest)) {}

std::vector<std::string> OutputSet::paths() const {
  std::vector<std::string> out;
  for (const OutputRecord& o : manifest_.outputs) out.push_back((fs::path(folder_) / o.file).string());
  out.push_back(manifest_path(folder_, name()));
  return out;
}

std::string OutputSet::path(const std::string& file) {
  const fs::path relative(file);
  if (relative.empty() || relative.is_absolute() ||
      std::find(relative.begin(), relative.end(), "..") != relative.end()) {
    throw Error(ErrorKind::usage, file,
                "an output's name must stay inside the output folder; choose another --name");
  }
  check_interrupt();
  if (!begun_) {
    invalidate(folder_, name());
    begun_ = true;
  }
  return (fs::path(folder_) / relative).string();
}

ImageWriter OutputSet::begin_image(const OutputRecord& record, Compression compression) {
  const ImageFormat format = image_format(record);
  ImageSpec spec{record.width, record.height, {}, format_type(format), {}};
  for (const ChannelRecord& c : record.channels) spec.channels.push_back(c.name);
  spec.attributes = attributes(record, manifest_.tool, manifest_.version);
  return ImageWriter(path(record.file), format, std::move(spec), compression);
}

void OutputSet::end_image(OutputRecord record, ImageWriter writer) {
  const WrittenImage written = writer.end();
  for (size_t i = 0; i < record.channels.size(); ++i) record.channels[i].name = written.channels[i];
  record.content_hash = written.content_hash;
  add(std::move(record));
}

void OutputSet::write_image(OutputRecord record, const void* samples, Compression compression) {
  ImageWriter writer = begin_image(record, compression);
  writer.rows(samples, record.height);
  end_image(std::move(record), std::move(writer));
}

void OutputSet::write_bytes(OutputRecord record, std::string_view bytes) {
  write_file(path(record.file), bytes);
  record.content_hash = hash_bytes(bytes);
  add(std::move(record));
}

void OutputSet::add(OutputRecord record) {
  check_interrupt();
  FileState state = file_state(folder_, record.file);
  add(std::move(record), std::move(state));
}

void OutputSet::add(OutputRecord record, FileState state) {
  for (const OutputRecord& other : manifest_.outputs) {
    if (other.file == record.file)
      throw Error(ErrorKind::internal, record.file, "is written twice by one job");
  }
  record.bytes = state.bytes;
  if (record.content_hash.empty()) record.content_hash = state.hash;
  states_.push_back(std::move(state));
  manifest_.outputs.push_back(std::move(record));
}

void OutputSet::fact(const std::string& key, const std::string& json) { manifest_.facts[key] = json; }

std::string OutputSet::commit() {
  const std::string target = manifest_path(folder_, name());
  const std::string text = manifest_text(manifest_);
  path(fs::path(target).filename().string());  // an earlier manifest goes, even if nothing was written
  write_state(folder_, name(), states_, text);
  check_interrupt();  // the last: a signal from here on comes too late to stop the set
  write_file(target, text);
  return target;
}

}  // namespace ocean
