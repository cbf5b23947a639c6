// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "libbake/config/config_text.h"
#include "libbake/config/values.h"
#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr std::size_t kColumn = 30;         // where descriptions begin
constexpr std::size_t kInlineChoices = 26;  // longer lists of choices are spelt out below the description

std::string help_placeholder(const Field& f) {
  const std::string text = placeholder(f);
  if (f.kind == FieldKind::choice && f.syntax.empty() && columns(f.flag() + " " + text) > kInlineChoices)
    return "NAME";
  return text;
}

std::string flag_column(const Field& f) {
  std::string text = f.flag();
  if (f.kind == FieldKind::boolean) {
    if (std::get<bool>(f.get())) text = "--[no-]" + text.substr(2);
    return text;
  }
  text += " " + help_placeholder(f);
  return text;
}

void add_entry(std::string& out, const std::string& left, const std::string& right, std::size_t width) {
  std::string line = "  " + left;
  const auto lines = wrap(right, width - kColumn);
  std::size_t first = 0;
  if (columns(line) + 2 <= kColumn) {
    line.append(kColumn - columns(line), ' ');
    line += lines.front();
    first = 1;
  }
  out += line + "\n";
  for (std::size_t i = first; i < lines.size(); ++i) out += std::string(kColumn, ' ') + lines[i] + "\n";
}

bool options_have_text(const Field& f) {
  return std::any_of(f.options.begin(), f.options.end(),
                     [](const FieldOption& o) { return !o.text.empty(); });
}

// The choices, where the flag's column does not show them all already or they have texts.
std::string options_text(const Field& f) {
  std::vector<std::string> parts;
  for (const FieldOption& o : f.options)
    parts.push_back(o.text.empty() ? o.name : o.name + " (" + o.text + ")");
  return join(parts, ", ");
}

std::string description(const Field& f) {
  std::string text = f.text;
  const bool inline_names = f.kind == FieldKind::choice && help_placeholder(f) != "NAME";
  if (!f.options.empty() && (!inline_names || options_have_text(f)))
    text += " One of: " + options_text(f) + ".";
  if (const auto facts = value_facts(f); !facts.empty()) text += " [" + join(facts, "; ") + "]";
  return text;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

// Distinct groups in order of first use.
std::vector<std::string> groups(const std::vector<Field>& fields) {
  std::vector<std::string> names;
  for (const Field& f : fields)
    if (std::find(names.begin(), names.end(), f.group) == names.end()) names.push_back(f.group);
  return names;
}

std::string markdown_cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string sentence_of_facts(const Field& f) {
  std::string text = join(value_facts(f, "`"), "; ");
  if (text.empty()) return text;
  return " " + upper(text.substr(0, 1)) + text.substr(1) + ".";
}

void add_table(std::string& out, const std::vector<Field>& fields, const std::string& group, bool flags) {
  out += flags ? "| flag | key | meaning |\n|---|---|---|\n" : "| key | meaning |\n|---|---|\n";
  for (const Field& f : fields) {
    if (f.group != group || f.hidden) continue;
    out += "| ";
    if (flags) out += "`" + markdown_cell(flag_column(f)) + "` | ";
    if (!f.flag_only) out += "`" + f.name + "`";
    out += " | " + markdown_cell(f.text + (f.options.empty() ? "" : " One of: " + options_text(f) + ".") +
                                 sentence_of_facts(f));
    out += " |\n";
  }
}

}  // namespace

std::vector<std::string> value_facts(const Field& f, const std::string& quote) {
  std::vector<std::string> facts;
  const bool numbers = f.kind == FieldKind::integer || f.kind == FieldKind::real ||
                       f.kind == FieldKind::integers || f.kind == FieldKind::reals;
  if (const std::string range = range_text(f); !range.empty()) facts.push_back(range);
  else if (numbers && !f.unit.empty()) facts.push_back("in " + f.unit);
  if (f.kind == FieldKind::records) return facts;
  const Value value = f.get();
  if (f.optional && std::holds_alternative<std::monostate>(value))
    facts.push_back("default " + quote + f.unset_word + quote +
                    (f.unset_text.empty() ? "" : ": " + f.unset_text));
  else if (f.kind != FieldKind::boolean && !is_empty(value))
    facts.push_back("default " + quote + value_text(f, value) + quote);
  else if (f.kind == FieldKind::boolean && std::get<bool>(value)) facts.push_back("default on");
  if (f.required) facts.push_back("required");
  return facts;
}

std::string usage_line(const std::vector<Field>& fields, const CommandText& text) {
  std::string line = text.tool + " " + text.name;
  for (const Field& f : fields)
    if (!f.positional.empty())
      line += " " + (f.required ? f.positional + "..." : "[" + f.positional + "...]");
  return line + " [options]";
}

std::string help_text(const std::vector<Field>& fields, const CommandText& text, int width) {
  const auto w = static_cast<std::size_t>(std::max(60, width));
  std::string out = "Usage: " + usage_line(fields, text) + "\n\n";
  for (const std::string& line : wrap(text.summary, w)) out += line + "\n";
  if (!text.details.empty()) {
    out += "\n";
    for (const std::string& line : wrap(text.details, w)) out += line + "\n";
  }
  for (const std::string& group : groups(fields)) {
    out += "\n" + group + ":\n";
    for (const Field& f : fields)
      if (f.group == group && !f.hidden)
        add_entry(out, f.positional.empty() ? flag_column(f) : f.positional + "...", description(f), w);
  }
  if (!text.examples.empty()) {
    out += "\nExamples:\n";
    for (const std::string& line : text.examples) out += "  " + line + "\n";
  }
  return out;
}

std::string reference_markdown(const std::vector<Field>& fields, const CommandText& text) {
  std::string out = "# " + text.tool + " " + text.name + "\n\n" + text.summary + "\n\n```\n" +
                    usage_line(fields, text) + "\n```\n";
  if (!text.details.empty()) out += "\n" + text.details + "\n";
  if (!text.examples.empty()) {
    out += "\n```\n";
    for (const std::string& line : text.examples) out += line + "\n";
    out += "```\n";
  }
  for (const std::string& group : groups(fields)) {
    out += "\n## " + group + "\n\n";
    add_table(out, fields, group, true);
  }
  for (const Field& f : fields) {
    if (f.kind != FieldKind::records) continue;
    const auto one = f.records.make();
    Fields sub;
    one->describe(sub);
    out += "\n## Each of `" + f.name + "`\n\n";
    for (const std::string& group : groups(sub.all())) add_table(out, sub.all(), group, false);
  }
  return out;
}

}  // namespace ocean
