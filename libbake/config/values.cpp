// SPDX-License-Identifier: Apache-2.0
#include "libbake/config/values.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "libbake/core/text.h"

namespace ocean {
namespace {

using Limits = std::numeric_limits<int64_t>;

std::string with_unit(std::string text, const Field& f) {
  return f.unit.empty() ? text : text + " " + f.unit;
}

std::string options_remedy(const Field& f, const std::string& word) {
  const auto names = option_names(f);
  return "must be " + join(names, ", ") + did_you_mean(word, names);
}

template <class T, class Parse>
std::optional<Value> parse_list(const std::vector<std::string>& parts, const Parse& parse, const char* what,
                                std::string* problem) {
  std::vector<T> list;
  for (const std::string& part : parts) {
    const auto value = parse(trim(part));
    if (!value) {
      *problem = in_quotes(part) + " is not " + what;
      return std::nullopt;
    }
    list.push_back(*value);
  }
  return Value(std::move(list));
}

std::string number_problem(const Field& f, double x) {
  const bool low = f.low_open ? x > f.low : x >= f.low;
  const bool high = f.high_open ? x < f.high : x <= f.high;
  if (std::isfinite(x) && low && high) return {};
  if (!std::isfinite(x)) return "must be a finite number";
  return with_unit(shortest(x), f) + " is out of range; must be " + range_text(f);
}

std::string number_problem(const Field& f, int64_t n) {
  if (n >= f.int_low && n <= f.int_high) return {};
  const std::string range = range_text(f);  // says nothing about the limits of 32 bits
  return with_unit(std::to_string(n), f) + " is out of range; must be " +
         (range.empty() ? std::to_string(f.int_low) + " to " + std::to_string(f.int_high) : range);
}

std::string option_problem(const Field& f, const std::string& word) {
  for (const FieldOption& o : f.options)
    if (o.name == word) return {};
  return in_quotes(word) + " is unknown; " + options_remedy(f, word);
}

std::string text_problem(const Field& f, const std::string& text) {
  if (text.empty() && f.kind == FieldKind::paths) return "'' is no path; name a file, or leave it out";
  if (text.find('\0') != std::string::npos) return "must not hold a zero byte";
  if (!f.rule) return {};
  const std::string rule = f.rule(text);
  return rule.empty() ? rule : in_quotes(text) + ": " + rule;
}

std::string count_problem(const Field& f, std::size_t size) {
  const auto n = static_cast<int64_t>(size);
  if (n >= f.min_count && n <= f.max_count) return {};
  const std::string have = std::to_string(n) + (n == 1 ? " value was" : " values were") + " given; must be ";
  if (f.min_count == f.max_count) return have + "exactly " + std::to_string(f.min_count);
  return have + (n < f.min_count ? "at least " + std::to_string(f.min_count)
                                 : "at most " + std::to_string(f.max_count));
}

template <class T, class Check>
std::string list_problem(const Field& f, const std::vector<T>& list, const Check& check) {
  for (const T& item : list)
    if (std::string p = check(item); !p.empty()) return p;
  if constexpr (std::is_same_v<T, std::string>)
    for (auto item = list.begin(); f.distinct && item != list.end(); ++item)
      if (std::find(list.begin(), item, *item) != item)
        return in_quotes(*item) + " is given twice; remove one of the two";
  return count_problem(f, list.size());
}

template <class... F>
struct Overload : F... {
  using F::operator()...;
};
template <class... F>
Overload(F...) -> Overload<F...>;

}  // namespace

std::vector<std::string> option_names(const Field& f) {
  std::vector<std::string> names;
  for (const FieldOption& o : f.options) names.push_back(o.name);
  return names;
}

std::optional<Value> parse_value(const Field& f, const std::vector<std::string>& given,
                                 std::string* problem) {
  if (!f.is_list() && given.size() != 1) {
    *problem = f.positional.empty() ? "was given " + std::to_string(given.size()) + " times; give it once"
                                    : "is one, but " + std::to_string(given.size()) + " were given (" +
                                          join(given, ", ") + "); run the command for each";
    return std::nullopt;
  }
  if (f.optional && given.size() == 1 && given.front() == f.unset_word) return Value();
  const bool is_text = f.kind == FieldKind::text || f.kind == FieldKind::path || f.kind == FieldKind::paths;
  if (is_text && std::find(given.begin(), given.end(), "") != given.end()) {
    *problem = "'' is empty; pass " + placeholder(f) + ", or leave it out";
    return std::nullopt;
  }
  const auto bad = [&](const std::string& text) {
    *problem = in_quotes(text) + " is not " + kind_text(f) + (f.optional ? " or '" + f.unset_word + "'" : "");
    return std::nullopt;
  };
  std::vector<std::string> parts;
  if (f.is_list())
    for (const std::string& text : given)
      for (std::string& part : split(text, ','))
        if (!text.empty()) parts.push_back(std::move(part));
  switch (f.kind) {
    case FieldKind::boolean:
      if (given.front() == "true") return Value(true);
      if (given.front() == "false") return Value(false);
      return bad(given.front());
    case FieldKind::integer:
      if (const auto n = parse_integer(given.front())) return Value(*n);
      return bad(given.front());
    case FieldKind::real:
      if (const auto x = parse_real(given.front())) return Value(*x);
      return bad(given.front());
    case FieldKind::text:
    case FieldKind::choice:
    case FieldKind::path:
      return Value(given.front());
    case FieldKind::integers:
      return parse_list<int64_t>(parts, parse_integer, "a whole number", problem);
    case FieldKind::reals:
      return parse_list<double>(parts, parse_real, "a number", problem);
    case FieldKind::texts:
    case FieldKind::choices:
      return Value(parts);
    case FieldKind::paths:
      return Value(given);
    case FieldKind::records:
      break;
  }
  return std::nullopt;
}

std::string value_problem(const Field& f, const Value& value) {
  const auto one = [&](const std::string& text) {
    return f.kind == FieldKind::choice || f.kind == FieldKind::choices ? option_problem(f, text)
                                                                       : text_problem(f, text);
  };
  return std::visit(
      Overload{[](std::monostate) { return std::string(); }, [](bool) { return std::string(); },
               [&](int64_t n) { return number_problem(f, n); },
               [&](double x) { return number_problem(f, x); },
               [&](const std::string& text) { return one(text); },
               [&](const std::vector<int64_t>& list) {
                 return list_problem(f, list, [&](int64_t n) { return number_problem(f, n); });
               },
               [&](const std::vector<double>& list) {
                 return list_problem(f, list, [&](double x) { return number_problem(f, x); });
               },
               [&](const std::vector<std::string>& list) { return list_problem(f, list, one); }},
      value);
}

void write_value(JsonWriter& w, const Field& f, const Value& value) {
  std::visit(
      Overload{[&](std::monostate) { w.value(f.unset_word); }, [&](bool b) { w.value(b); },
               [&](int64_t n) { w.value(n); }, [&](double x) { w.value(x); },
               [&](const std::string& text) { w.value(text); }, [&](const auto& list) { w.list(list); }},
      value);
}

std::string value_text(const Field& f, const Value& value) {
  const auto numbers = [](const auto& list, const auto& text) {
    std::vector<std::string> parts;
    for (const auto& x : list) parts.push_back(text(x));
    return join(parts, ",");
  };
  return std::visit(
      Overload{[&](std::monostate) { return f.unset_word; },
               [](bool b) { return std::string(b ? "true" : "false"); },
               [](int64_t n) { return std::to_string(n); }, [](double x) { return shortest(x); },
               [](const std::string& text) { return text; },
               [&](const std::vector<int64_t>& list) {
                 return numbers(list, [](int64_t n) { return std::to_string(n); });
               },
               [&](const std::vector<double>& list) {
                 return numbers(list, [](double x) { return shortest(x); });
               },
               [](const std::vector<std::string>& list) { return join(list, ","); }},
      value);
}

bool is_empty(const Value& value) {
  return std::visit(
      Overload{[](std::monostate) { return true; }, [](bool) { return false; }, [](int64_t) { return false; },
               [](double) { return false; }, [](const auto& sized) { return sized.empty(); }},
      value);
}

bool takes_one_for_list(const Field& f) {
  const bool numbers = f.kind == FieldKind::integers || f.kind == FieldKind::reals;
  if (numbers) return f.min_count <= 1 && f.max_count > 1;
  return f.kind == FieldKind::texts || f.kind == FieldKind::choices || f.kind == FieldKind::paths;
}

std::string missing_value_text(const Field& f) {
  const std::string range = range_text(f);
  return "needs a value after it: " + placeholder(f) + (range.empty() ? "" : ", " + range) +
         (f.optional ? ", or " + f.unset_word : "");
}

std::string range_text(const Field& f) {
  if (f.kind == FieldKind::integer || f.kind == FieldKind::integers) {
    using Small = std::numeric_limits<int32_t>;
    const bool low = f.int_low != Limits::min() && f.int_low != Small::min();
    const bool high = f.int_high != Limits::max() && f.int_high != Small::max();
    if (low && high) return with_unit(std::to_string(f.int_low) + " to " + std::to_string(f.int_high), f);
    if (low) return with_unit(">= " + std::to_string(f.int_low), f);
    if (high) return with_unit("<= " + std::to_string(f.int_high), f);
    return {};
  }
  if (f.kind != FieldKind::real && f.kind != FieldKind::reals) return {};
  const bool low = std::isfinite(f.low), high = std::isfinite(f.high);
  if (low && high && !f.low_open && !f.high_open)
    return with_unit(shortest(f.low) + " to " + shortest(f.high), f);
  std::string text;
  if (low) text = (f.low_open ? "> " : ">= ") + shortest(f.low);
  if (high)
    text += (text.empty() ? "" : " and ") + std::string(f.high_open ? "< " : "<= ") + shortest(f.high);
  return text.empty() ? text : with_unit(text, f);
}

std::string placeholder(const Field& f) {
  if (!f.syntax.empty()) return f.syntax;
  switch (f.kind) {
    case FieldKind::boolean:
      return "";
    case FieldKind::integer:
      return "N";
    case FieldKind::real:
      return "NUMBER";
    case FieldKind::text:
      return "TEXT";
    case FieldKind::choice:
      return join(option_names(f), "|");
    case FieldKind::path:
    case FieldKind::paths:
      return "FILE";
    case FieldKind::integers:
      return "N,...";
    case FieldKind::reals:
      return "NUMBER,...";
    case FieldKind::texts:
      return "TEXT,...";
    case FieldKind::choices:
      return "NAME,...";
    case FieldKind::records:
      return "JSON";
  }
  return {};
}

std::string kind_text(const Field& f) {
  switch (f.kind) {
    case FieldKind::boolean:
      return "true or false";
    case FieldKind::integer:
      return "a whole number";
    case FieldKind::real:
      return "a number";
    case FieldKind::text:
      return f.or_number ? "a text or a number" : "a text";
    case FieldKind::choice:
      return "a text";
    case FieldKind::path:
      return "a path";
    case FieldKind::integers:
      return "a list of whole numbers";
    case FieldKind::reals:
      return "a list of numbers";
    case FieldKind::texts:
    case FieldKind::choices:
      return "a list of texts";
    case FieldKind::paths:
      return "a list of paths";
    case FieldKind::records:
      return "a list of objects";
  }
  return {};
}

}  // namespace ocean
