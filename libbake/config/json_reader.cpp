// SPDX-License-Identifier: Apache-2.0
#include "libbake/config/json_reader.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "libbake/config/json_syntax.h"
#include "libbake/config/values.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

using Json = nlohmann::json;

// "a~b/c" as a part of a JSON pointer (RFC 6901).
std::string pointer_part(const std::string& key) {
  std::string out;
  for (const char c : key) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return out;
}

// Follows the parser's events to know where it is, and notes keys that an object has twice: JSON leaves open
// which one counts.
class DuplicateKeys {
 public:
  bool operator()(int, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    switch (event) {
      case Event::object_start:
        frames_.push_back({true});
        break;
      case Event::array_start:
        frames_.push_back({false});
        break;
      case Event::key: {
        Frame& frame = frames_.back();
        frame.key = parsed.get<std::string>();
        if (!frame.keys.insert(frame.key).second) found_.push_back(pointer());
        break;
      }
      case Event::object_end:
      case Event::array_end:
        frames_.pop_back();
        [[fallthrough]];
      case Event::value:
        if (!frames_.empty() && !frames_.back().object) ++frames_.back().index;
        break;
    }
    return true;
  }
  const std::vector<std::string>& found() const { return found_; }

 private:
  struct Frame {
    bool object = false;
    std::set<std::string> keys = {};
    std::string key = {};
    int64_t index = 0;
  };
  std::string pointer() const {
    std::string text;
    for (const Frame& f : frames_) text += "/" + (f.object ? pointer_part(f.key) : std::to_string(f.index));
    return text;
  }
  std::vector<Frame> frames_;
  std::vector<std::string> found_;
};

std::optional<Json> parse(const std::string& file, const std::string& place, Problems& problems) {
  const std::string mark = "\xef\xbb\xbf";
  const std::string text = file.starts_with(mark) ? file.substr(mark.size()) : file;
  const auto fault = [&](const JsonFault& f) {
    problems.add_at(place + ":" + line_and_column(text, f.at), f.what);
  };
  if (const auto f = encoding_fault(text)) return fault(*f), std::nullopt;
  DuplicateKeys keys;
  try {
    Json json = Json::parse(text, std::ref(keys));
    for (const std::string& pointer : keys.found())
      problems.add_at(place + ": " + pointer, "the key is given twice; remove one of the two");
    return json;
  } catch (const Json::parse_error& e) {
    fault(syntax_fault(text, e.byte, e.what()));
  } catch (const Json::exception& e) {  // "number overflow parsing '1e999'"
    const std::string message = e.what();
    const std::size_t from = message.find('\'') + 1;
    const std::string number = message.substr(from, message.rfind('\'') - from);
    fault(
        {text.find(number), "expected a number, found " + in_quotes(number) + "; numbers must fit a double"});
  }
  return std::nullopt;
}

std::string shown(const Json& json) {
  switch (json.type()) {
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::string:
      return in_quotes(json.get_ref<const std::string&>());
    default:
      return json.dump();
  }
}

std::optional<int64_t> as_integer(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto n = json.get<uint64_t>();
    return n <= static_cast<uint64_t>(INT64_MAX) ? std::optional(static_cast<int64_t>(n)) : std::nullopt;
  }
  if (json.is_number_integer()) return json.get<int64_t>();
  if (json.is_number_float()) {  // 1e6 is a whole number too
    const double x = json.get<double>();
    constexpr double kExact = 9007199254740992;  // 2^53
    if (x == std::floor(x) && std::abs(x) <= kExact) return static_cast<int64_t>(x);
  }
  return std::nullopt;
}

std::optional<double> as_real(const Json& json) {
  return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
}

std::optional<std::string> as_text(const Json& json) {
  return json.is_string() ? std::optional(json.get<std::string>()) : std::nullopt;
}

template <class T, class Read>
std::optional<Value> as_list(const Json& json, const Read& read) {
  if (!json.is_array()) return std::nullopt;
  std::vector<T> list;
  for (const Json& item : json) {
    const auto value = read(item);
    if (!value) return std::nullopt;
    list.push_back(*value);
  }
  return Value(std::move(list));
}

// A single text is a list of one.
std::optional<Value> as_texts(const Json& json) {
  if (auto one = as_text(json)) return Value(std::vector<std::string>{*one});
  return as_list<std::string>(json, as_text);
}

template <class T>
std::optional<Value> as_value(const std::optional<T>& x) {
  return x ? std::optional<Value>(Value(*x)) : std::nullopt;
}

std::optional<Value> read_value(const Field& f, const Json& json) {
  if (f.optional && json.is_string() && json.get_ref<const std::string&>() == f.unset_word) return Value();
  switch (f.kind) {
    case FieldKind::boolean:
      return json.is_boolean() ? std::optional<Value>(Value(json.get<bool>())) : std::nullopt;
    case FieldKind::integer:
      return as_value(as_integer(json));
    case FieldKind::real:
      return as_value(as_real(json));
    case FieldKind::text:
      if (f.or_number && json.is_number())
        return Value(json.is_number_float() ? shortest(json.get<double>()) : json.dump());
      return as_value(as_text(json));
    case FieldKind::choice:
    case FieldKind::path:
      return as_value(as_text(json));
    case FieldKind::integers:
      if (const auto one = as_integer(json); one && takes_one_for_list(f))
        return Value(std::vector<int64_t>{*one});
      return as_list<int64_t>(json, as_integer);
    case FieldKind::reals:
      if (const auto one = as_real(json); one && takes_one_for_list(f))
        return Value(std::vector<double>{*one});
      return as_list<double>(json, as_real);
    case FieldKind::texts:
    case FieldKind::choices:
    case FieldKind::paths:
      return as_texts(json);
    case FieldKind::records:
      break;
  }
  return std::nullopt;
}

std::string resolved(const std::string& path, const std::string& folder) {
  if (path.empty() || folder.empty() || path.front() == '/') return path;
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

void resolve_paths(const Field& f, Value& value, const std::string& folder) {
  if (f.kind == FieldKind::path) value = resolved(std::get<std::string>(value), folder);
  if (f.kind == FieldKind::paths)
    for (std::string& path : std::get<std::vector<std::string>>(value)) path = resolved(path, folder);
}

class Reader {
 public:
  Reader(const JsonSource& source, Problems& problems) : source_(source), problems_(problems) {}

  void object(const Json& json, const std::vector<Field>& fields, const std::string& pointer) {
    if (!json.is_object())
      return bad(pointer, shown(json) + " is not an object; write { \"key\": value, ... }");
    for (const auto& [key, value] : json.items()) {
      const std::string at = pointer + "/" + pointer_part(key);
      const Field* field = find(fields, key);
      if (field == nullptr) {
        unknown(key, value, fields, at, pointer.empty());
        continue;
      }
      const bool taken = one(*field, value, at);
      if (pointer.empty() && source_.seen) source_.seen(*field, taken);
    }
  }

  bool records(const Json& json, const Field& f, const std::string& pointer) {
    if (!json.is_array())
      return bad(pointer, shown(json) + " is not a list of objects; write [ { ... }, ... ]"), false;
    const auto n = static_cast<int64_t>(json.size());
    if (n < f.min_count || n > f.max_count)
      return bad(pointer, std::to_string(n) + " entries; must be " + std::to_string(f.min_count) + " to " +
                              std::to_string(f.max_count)),
             false;
    const std::size_t before = problems_.list().size();
    f.records.resize(0);
    f.records.resize(n);
    for (int64_t i = 0; i < n; ++i) {
      Fields fields;
      f.records.at(i).describe(fields);
      object(json[static_cast<std::size_t>(i)], fields.all(), pointer + "/" + std::to_string(i));
    }
    return problems_.list().size() == before;
  }

 private:
  static const Field* find(const std::vector<Field>& fields, const std::string& key) {
    for (const Field& f : fields)
      if (!f.flag_only &&
          (f.name == key || std::find(f.aliases.begin(), f.aliases.end(), key) != f.aliases.end()))
        return &f;
    return nullptr;
  }

  bool one(const Field& f, const Json& json, const std::string& at) {
    if (f.kind == FieldKind::records) return records(json, f, at);
    std::optional<Value> value = read_value(f, json);
    if (!value) {
      bad(at, shown(json) + " is not " + kind_text(f) + (f.optional ? " or \"" + f.unset_word + "\"" : ""));
      return false;
    }
    if (std::string problem = value_problem(f, *value); !problem.empty())
      return bad(at, std::move(problem)), false;
    // Only where no path is the default.
    if (f.kind == FieldKind::path && is_empty(*value) && !is_empty(f.get()))
      return bad(at, "'' is no path; name one, or remove the key"), false;
    resolve_paths(f, *value, source_.folder);
    f.set(*value);
    return true;
  }

  void unknown(const std::string& key, const Json& value, const std::vector<Field>& fields,
               const std::string& at, bool top) {
    if (top && source_.extra) {
      const std::string* text = value.is_string() ? value.get_ptr<const Json::string_t*>() : nullptr;
      if (const std::string* problem = source_.extra(key, text)) {
        if (!problem->empty()) bad(at, *problem);
        return;
      }
    }
    std::vector<std::string> names;
    for (const Field& f : fields) {
      if (!f.flag_only) {
        names.push_back(f.name);
      } else if (f.name == key) {
        return bad(at, "is no configuration key; pass the flag " + f.flag());
      }
    }
    if (top && source_.explain_unknown)
      if (std::string text = source_.explain_unknown(key); !text.empty()) return bad(at, std::move(text));
    bad(at, "unknown key" + did_you_mean(key, names));
  }

  void bad(const std::string& pointer, std::string what) {
    problems_.add_at(source_.place + ": " + (pointer.empty() ? "/" : pointer), std::move(what));
  }

  const JsonSource& source_;
  Problems& problems_;
};

}  // namespace

void read_json_object(const std::string& text, const std::vector<Field>& fields, const JsonSource& source,
                      Problems& problems) {
  if (const auto json = parse(text, source.place, problems))
    Reader(source, problems).object(*json, fields, "");
}

bool read_json_records(const std::string& text, const Field& field, const JsonSource& source,
                       Problems& problems) {
  const auto json = parse(text, source.place, problems);
  return json && Reader(source, problems).records(*json, field, "");
}

std::string json_problem(const std::string& text) {
  Problems problems;
  parse(text, "text", problems);
  return problems.empty() ? std::string()
                          : problems.list().front().where + ": " + problems.list().front().what;
}

}  // namespace ocean
