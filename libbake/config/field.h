// SPDX-License-Identifier: Apache-2.0
//
// One declaration per option (docs/decisions/0003). A configuration is a struct with its defaults as member
// initialisers and one describe() that lists every field once. Flags, --help, JSON reading, checks,
// --print-config, JSON Schema, the reference page and the generic tests all follow from that list.
//
//   enum class Surface { top, section };
//
//   struct ShoreConfig : Config {
//     std::vector<std::string> terrain;
//     double sea_level = 0;
//     Surface surface = Surface::top;
//     int32_t smooth_passes = 0;
//     std::optional<double> texel_out;                     // unset: from the resolution
//     std::optional<std::array<double, 4>> bounds;         // unset: the input's
//     std::vector<Lake> lakes;                             // struct Lake : Config { ... }
//
//     void describe(Fields& f) override {
//       f.group("Input");
//       f.paths("terrain", terrain).text("Terrain files.").positional("TERRAIN").required();
//       f.real("sea_level", sea_level).unit("m").range(-1e5, 1e5).text("Height of the water surface.");
//       f.group("Output grid");
//       f.choice("surface", surface, {{"top", Surface::top, "the highest surface"},
//                                     {"section", Surface::section, "the section at sea level"}})
//           .text("Which surface meets the water.");
//       f.integer("smooth_passes", smooth_passes).range(0, 100).text("Passes of smoothing.");
//       f.real("texel_out", texel_out).unit("m").above(0).unset("auto", "from --resolution").text("Texel
//       size."); f.reals("bounds", bounds).unit("m").syntax("X0,Y0,X1,Y1").unset("auto", "the input's
//       bounds")
//           .text("Area of the map.");
//       f.records("lakes", lakes).count(0, 64).text("Lakes with a level of their own.");
//     }
//     void check(Problems& p) const override {             // rules between fields
//       if (bounds && (*bounds)[0] >= (*bounds)[2]) p.add("bounds", "x0 must be smaller than x1; swap them");
//     }
//   };
//
// Names are JSON keys in snake_case; the flag of `sea_level` is `--sea-level`. A bool has `--x` and `--no-x`.
// Sentences start with a capital and end with a full stop; units, ranges and defaults are added by the
// printers. Accepted member types: bool; int32_t, int64_t; double; std::string; enums; std::optional of
// int64_t, double and std::array<double, N>; std::array<double, N>; std::vector of int64_t, double,
// std::string, enums and of structs that derive from Config. A number is finite and inside its range before
// it is stored.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "libbake/config/problems.h"

namespace ocean {

class Fields;

// The base of every configuration struct. Must not be copied or moved between describe() and the use of the
// list that it filled: fields hold addresses of members.
struct Config {
  virtual ~Config() = default;
  virtual void describe(Fields& fields) = 0;
  // Rules between fields. Where a value was refused its default stands, and what is said about that field is
  // dropped. Ranges belong into describe().
  virtual void check(Problems&) const {}
};

// monostate: an optional field that is unset. A choice is its name. Records are not a Value.
using Value = std::variant<std::monostate, bool, int64_t, double, std::string, std::vector<int64_t>,
                           std::vector<double>, std::vector<std::string>>;

enum class FieldKind : uint8_t {
  boolean,
  integer,
  real,
  text,
  choice,
  path,  // one value
  integers,
  reals,
  texts,
  choices,
  paths,   // lists; flags take them comma separated (paths: several values); JSON takes one item as a list
  records  // list of structs; the flag takes a JSON array
};

struct FieldOption {  // of a choice
  std::string name, text;
};

struct RecordAccess {
  std::function<int64_t()> size;
  std::function<void(int64_t)> resize;  // new elements have their defaults
  std::function<Config&(int64_t)> at;
  std::function<std::unique_ptr<Config>()> make;  // one with its defaults
};

struct Field {
  std::string name;  // JSON key
  FieldKind kind = FieldKind::text;
  std::string text, unit, group;
  std::string syntax;  // placeholder in help; empty: from the kind
  // Numbers, and each number of a list.
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool low_open = false, high_open = false;
  int64_t int_low = std::numeric_limits<int64_t>::min(), int_high = std::numeric_limits<int64_t>::max();
  int64_t min_count = 0, max_count = std::numeric_limits<int64_t>::max();  // lists
  std::vector<FieldOption> options;
  bool optional = false;
  std::string unset_word = "auto", unset_text;
  std::string positional;            // name of the positional argument that also fills it; empty: none
  bool distinct = false;             // lists: no value twice
  bool required = false;             // must not be empty
  bool execution = false;            // says how to run, not what to make: never in the manifest
  bool flag_only = false;            // not a JSON key
  bool hidden = false;               // read, so that it can be refused with a reason, but shown nowhere
  bool or_number = false;            // a text that JSON may also hold as a number: "128" or 128
  std::vector<std::string> aliases;  // other accepted names, not shown
  // Empty if the text is good, else the rule and the remedy ("must be N or WxH; try 2048 or 1024x512").
  std::function<std::string(const std::string&)> rule;

  std::function<Value()> get;
  std::function<void(const Value&)> set;  // the value has the field's kind and was checked
  RecordAccess records;

  std::string flag() const;  // "--sea-level"
  bool is_list() const { return kind >= FieldKind::integers; }
};

class FieldBuilder {
 public:
  explicit FieldBuilder(Field& field) : f_(&field) {}
  FieldBuilder& text(std::string sentence) { return f_->text = std::move(sentence), *this; }
  FieldBuilder& unit(std::string unit) { return f_->unit = std::move(unit), *this; }
  FieldBuilder& syntax(std::string placeholder) { return f_->syntax = std::move(placeholder), *this; }
  // Inclusive bounds; above() and below() exclude them. Numbers only.
  FieldBuilder& range(double low, double high) { return min(low).max(high); }
  FieldBuilder& min(double low);
  FieldBuilder& max(double high);
  FieldBuilder& above(double low);
  FieldBuilder& below(double high);
  FieldBuilder& count(int64_t min, int64_t max) { return f_->min_count = min, f_->max_count = max, *this; }
  FieldBuilder& unset(std::string word, std::string meaning) {
    return f_->unset_word = std::move(word), f_->unset_text = std::move(meaning), *this;
  }
  FieldBuilder& rule(std::function<std::string(const std::string&)> rule) {
    return f_->rule = std::move(rule), *this;
  }
  FieldBuilder& positional(std::string name) { return f_->positional = std::move(name), *this; }
  FieldBuilder& distinct() { return f_->distinct = true, *this; }
  FieldBuilder& required() { return f_->required = true, *this; }
  FieldBuilder& execution() { return f_->execution = true, *this; }
  FieldBuilder& or_number() { return f_->or_number = true, *this; }
  FieldBuilder& flag_only() { return f_->flag_only = f_->execution = true, *this; }
  FieldBuilder& alias(std::string name) { return f_->aliases.push_back(std::move(name)), *this; }

 private:
  Field* f_;
};

template <class E>
struct ChoiceOption {
  const char* name;
  E value;
  const char* text = "";
};

// The list that describe() fills.
class Fields {
 public:
  void group(std::string title) { group_ = std::move(title); }

  FieldBuilder boolean(std::string name, bool& member);
  FieldBuilder integer(std::string name, int32_t& member);
  FieldBuilder integer(std::string name, int64_t& member);
  FieldBuilder integer(std::string name, std::optional<int64_t>& member);
  FieldBuilder real(std::string name, double& member);
  FieldBuilder real(std::string name, std::optional<double>& member);
  FieldBuilder text(std::string name, std::string& member);  // empty: unset
  FieldBuilder path(std::string name,
                    std::string& member);  // empty: unset; relative to the config file or folder
  FieldBuilder integers(std::string name, std::vector<int64_t>& member);
  FieldBuilder reals(std::string name, std::vector<double>& member);
  FieldBuilder texts(std::string name, std::vector<std::string>& member);
  FieldBuilder paths(std::string name, std::vector<std::string>& member);

  template <std::size_t N>
  FieldBuilder reals(std::string name, std::array<double, N>& member) {
    return add(
               std::move(name), FieldKind::reals,
               [&member] { return Value(std::vector<double>(member.begin(), member.end())); },
               [&member](const Value& v) { copy_numbers(std::get<std::vector<double>>(v), member); })
        .count(N, N);
  }

  template <std::size_t N>
  FieldBuilder reals(std::string name, std::optional<std::array<double, N>>& member) {
    FieldBuilder b = add(
        std::move(name), FieldKind::reals,
        [&member] { return member ? Value(std::vector<double>(member->begin(), member->end())) : Value(); },
        [&member](const Value& v) {
          member.reset();
          if (auto* list = std::get_if<std::vector<double>>(&v)) copy_numbers(*list, member.emplace());
        });
    all_.back().optional = true;
    return b.count(N, N);
  }

  template <class E>
  FieldBuilder choice(std::string name, E& member,
                      std::initializer_list<ChoiceOption<std::type_identity_t<E>>> options) {
    std::vector<ChoiceOption<E>> list(options);
    FieldBuilder b = add(
        std::move(name), FieldKind::choice, [&member, list] { return Value(choice_name(list, member)); },
        [&member, list](const Value& v) { member = choice_value(list, std::get<std::string>(v)); });
    for (const auto& o : list) all_.back().options.push_back({o.name, o.text});
    return b;
  }

  template <class E>
  FieldBuilder choices(std::string name, std::vector<E>& member,
                       std::initializer_list<ChoiceOption<std::type_identity_t<E>>> options) {
    std::vector<ChoiceOption<E>> list(options);
    FieldBuilder b = add(
        std::move(name), FieldKind::choices,
        [&member, list] {
          std::vector<std::string> names;
          for (const E& e : member) names.push_back(choice_name(list, e));
          return Value(std::move(names));
        },
        [&member, list](const Value& v) {
          member.clear();
          for (const std::string& n : std::get<std::vector<std::string>>(v))
            member.push_back(choice_value(list, n));
        });
    for (const auto& o : list) all_.back().options.push_back({o.name, o.text});
    return b;
  }

  template <class T>
  FieldBuilder records(std::string name, std::vector<T>& member) {
    static_assert(std::is_base_of_v<Config, T>);
    FieldBuilder b = add(std::move(name), FieldKind::records, nullptr, nullptr);
    all_.back().records = {[&member] { return static_cast<int64_t>(member.size()); },
                           [&member](int64_t n) { member.resize(static_cast<std::size_t>(n)); },
                           [&member](int64_t i) -> Config& { return member.at(static_cast<std::size_t>(i)); },
                           [] { return std::make_unique<T>(); }};
    return b;
  }

  std::vector<Field>& all() { return all_; }
  const std::vector<Field>& all() const { return all_; }
  // By name or alias; null if there is none.
  const Field* find(std::string_view name) const;

 private:
  FieldBuilder add(std::string name, FieldKind kind, std::function<Value()> get,
                   std::function<void(const Value&)> set);

  template <std::size_t N>
  static void copy_numbers(const std::vector<double>& from, std::array<double, N>& to) {
    for (std::size_t i = 0; i < N; ++i) to[i] = from.at(i);
  }
  template <class E>
  static std::string choice_name(const std::vector<ChoiceOption<E>>& list, E value) {
    for (const auto& o : list)
      if (o.value == value) return o.name;
    return {};
  }
  template <class E>
  static E choice_value(const std::vector<ChoiceOption<E>>& list, const std::string& name) {
    for (const auto& o : list)
      if (o.name == name) return o.value;
    return list.front().value;  // not reached: the name was checked
  }

  std::string group_ = "Options";
  std::vector<Field> all_;
};

}  // namespace ocean
