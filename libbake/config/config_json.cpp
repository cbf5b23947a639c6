// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <filesystem>

#include "libbake/config/config_text.h"
#include "libbake/config/values.h"
#include "libbake/core/json_writer.h"

namespace ocean {
namespace {

std::string path_text(const std::string& path, ConfigForm form) {
  if (path.empty()) return path;
  const std::filesystem::path p(path);
  return form == ConfigForm::manifest ? p.filename().string()
                                      : std::filesystem::absolute(p).lexically_normal().string();
}

// The folder that the program runs in. Written down it would be another one: that of the file.
bool is_here(const Value& value) {
  const auto* path = std::get_if<std::string>(&value);
  return path != nullptr && *path == ".";
}

Value with_paths(const Field& f, Value value, ConfigForm form) {
  if (f.kind == FieldKind::path) value = path_text(std::get<std::string>(value), form);
  if (f.kind == FieldKind::paths)
    for (std::string& path : std::get<std::vector<std::string>>(value)) path = path_text(path, form);
  return value;
}

void write_fields(JsonWriter& w, const std::vector<Field>& fields, ConfigForm form) {
  for (const Field& f : fields) {
    if (f.flag_only || f.hidden || (form == ConfigForm::manifest && f.execution)) continue;
    const Value value = f.kind == FieldKind::records ? Value() : f.get();
    if (f.execution && is_here(value)) continue;
    w.key(f.name);
    if (f.kind != FieldKind::records) {
      write_value(w, f, with_paths(f, value, form));
      continue;
    }
    w.array();
    for (int64_t i = 0; i < f.records.size(); ++i) {
      Fields sub;
      f.records.at(i).describe(sub);
      w.object();
      write_fields(w, sub.all(), form);
      w.end();
    }
    w.end();
  }
}

// --- JSON Schema

void write_bound(JsonWriter& w, const char* closed, const char* open, double bound, bool is_open) {
  if (std::isfinite(bound)) w.member(is_open ? open : closed, bound);
}

void write_number(JsonWriter& w, const Field& f) {
  if (f.kind == FieldKind::integer || f.kind == FieldKind::integers) {
    w.member("type", "integer");
    if (f.int_low != std::numeric_limits<int64_t>::min()) w.member("minimum", f.int_low);
    if (f.int_high != std::numeric_limits<int64_t>::max()) w.member("maximum", f.int_high);
  } else {
    w.member("type", "number");
    write_bound(w, "minimum", "exclusiveMinimum", f.low, f.low_open);
    write_bound(w, "maximum", "exclusiveMaximum", f.high, f.high_open);
  }
}

void write_choice(JsonWriter& w, const Field& f) { w.key("enum").list(option_names(f)); }

void write_struct(JsonWriter& w, const std::vector<Field>& fields, bool top, const std::string& job);

void write_type(JsonWriter& w, const Field& f) {
  switch (f.kind) {
    case FieldKind::boolean:
      w.member("type", "boolean");
      return;
    case FieldKind::integer:
    case FieldKind::real:
      write_number(w, f);
      return;
    case FieldKind::text:
      if (f.or_number) w.key("type").list(std::vector<std::string>{"string", "number"});
      else w.member("type", "string");
      return;
    case FieldKind::path:
      w.member("type", "string");
      return;
    case FieldKind::choice:
      write_choice(w, f);
      return;
    default:
      break;
  }
  w.member("type", "array");
  if (f.min_count > 0) w.member("minItems", f.min_count);
  if (f.max_count != std::numeric_limits<int64_t>::max()) w.member("maxItems", f.max_count);
  if (f.distinct) w.member("uniqueItems", true);
  w.key("items").object();
  if (f.kind == FieldKind::integers || f.kind == FieldKind::reals) {
    write_number(w, f);
  } else if (f.kind == FieldKind::choices) {
    write_choice(w, f);
  } else if (f.kind == FieldKind::records) {
    const auto one = f.records.make();
    Fields sub;
    one->describe(sub);
    write_struct(w, sub.all(), false, {});
  } else {
    w.member("type", "string");
  }
  w.end();
}

void write_field(JsonWriter& w, const Field& f) {
  w.key(f.name).object();
  w.member("description", f.text + (f.unit.empty() ? "" : " Unit: " + f.unit + "."));
  const bool one_for_list = takes_one_for_list(f);
  if (f.optional || one_for_list) {
    w.key("anyOf").array().object();
    write_type(w, f);
    w.end();
    if (one_for_list) {
      w.object();
      if (f.kind == FieldKind::choices) write_choice(w, f);
      else if (f.kind == FieldKind::integers || f.kind == FieldKind::reals) write_number(w, f);
      else w.member("type", "string");
      w.end();
    }
    if (f.optional) w.object().member("const", f.unset_word).end();
    w.end();
  } else {
    write_type(w, f);
  }
  if (f.kind != FieldKind::records) {
    w.key("default");
    write_value(w, f, f.get());
  }
  w.end();
}

void write_struct(JsonWriter& w, const std::vector<Field>& fields, bool top, const std::string& job) {
  w.member("type", "object").member("additionalProperties", false).key("properties").object();
  if (top) {
    w.key("$schema").object().member("type", "string").end();
    w.key("job")
        .object()
        .member("description", "The command that this file is for.")
        .member("const", job)
        .end();
    w.key("version").object().member("description", "The version of the tool that wrote this file.");
    w.member("type", "string").end();
  }
  for (const Field& f : fields)
    if (!f.flag_only && !f.hidden) write_field(w, f);
  w.end();
}

}  // namespace

std::string config_json(const std::vector<Field>& fields, const std::string& job, ConfigForm form) {
  JsonWriter w;
  w.object();
  if (form == ConfigForm::full) w.member("job", job).member("version", OCEAN_VERSION);
  write_fields(w, fields, form);
  w.end();
  return w.text() + "\n";
}

std::string schema_json(const std::vector<Field>& fields, const CommandText& text) {
  JsonWriter w;
  w.object().member("$schema", "https://json-schema.org/draft/2020-12/schema");
  w.member("title", text.tool + " " + text.name).member("description", text.summary);
  write_struct(w, fields, true, text.name);
  w.end();
  return w.text() + "\n";
}

}  // namespace ocean
