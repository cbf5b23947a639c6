// SPDX-License-Identifier: Apache-2.0
//
// What must hold for every job: for each row of the registry, and for a sample job that has every kind of
// field.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "apps/cli/cli.h"
#include "apps/cli/commands.h"
#include "libbake/config/config_text.h"
#include "libbake/config/json_reader.h"
#include "libbake/config/values.h"
#include "libbake/core/text.h"
#include "libbake/registry.h"
#include "tests/apps/sample_job.h"

namespace ocean {

void PrintTo(const Job& job, std::ostream* os) { *os << job.tool << " " << job.name; }

namespace {

std::vector<Job> tested_jobs() {
  std::vector<Job> jobs = all_jobs();
  jobs.push_back(sample_job());
  return jobs;
}

class EveryJob : public testing::TestWithParam<Job> {
 protected:
  ConfigSet fresh() const { return ConfigSet(GetParam().make_config()); }
};

// A good value that differs from the default, as a flag's text; empty if none was found.
std::string other_value(const Field& f) {
  const std::string now = f.kind == FieldKind::records ? "" : value_text(f, f.get());
  std::vector<std::string> candidates;
  if (f.kind == FieldKind::records) return "[{}]";
  for (const FieldOption& o : f.options) candidates.push_back(o.name);
  for (const char* text : {"true",    "false",
                           "0",       "1",
                           "2",       "3",
                           "7",       "0.125",
                           "0.3",     "12.5",
                           "100",     "0.99",
                           "1000",    "-1",
                           "64x32",   "0-3",
                           "ab",      "64x64:u16le",
                           "x,y",     "water",
                           "m",       "z",
                           "0,0",     "1,2",
                           "0,0,1,1", "0.1,0.2,0.3,0.4",
                           "0,0,0"})
    candidates.push_back(text);
  for (const FieldOption& a : f.options)
    for (const FieldOption& b : f.options)
      for (const FieldOption& c : f.options)
        for (const FieldOption& d : f.options)
          candidates.push_back(a.name + "," + b.name + "," + c.name + "," + d.name);
  for (const std::string& text : candidates) {
    std::string problem;
    if (text == now) continue;
    const auto value = parse_value(f, {text}, &problem);
    if (value && value_problem(f, *value).empty()) return text;
  }
  return {};
}

TEST_P(EveryJob, HasAGoodDescription) {
  ConfigSet set = fresh();
  std::set<std::string> names;
  for (const Field& f : set.fields()) {
    EXPECT_TRUE(names.insert(f.name).second) << f.name << " is declared twice";
    EXPECT_EQ(f.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos) << f.name;
    EXPECT_FALSE(f.name.starts_with("no_")) << f.name << " collides with a negation";
    EXPECT_FALSE(f.text.empty()) << f.name;
    EXPECT_TRUE(f.text.empty() || f.text.back() == '.') << f.name << ": " << f.text;
  }
  const Job& job = GetParam();
  EXPECT_FALSE(job.summary.empty());
  EXPECT_TRUE(job.tool == "oceanbake" || job.tool == "oceansim");
  EXPECT_EQ(find_command(job.name), nullptr) << "a built-in command has this name";
  EXPECT_TRUE(job.plan != nullptr && job.run != nullptr);
}

TEST_P(EveryJob, DefaultsAreGood) {
  ConfigSet set = fresh();
  for (const Field& f : set.fields())
    if (f.kind != FieldKind::records && !f.required) {
      EXPECT_EQ(value_problem(f, f.get()), "") << f.name;
    }
  Problems problems;
  CommandLine line;
  for (const Field& f : set.fields())
    if (f.required || !f.positional.empty())
      (f.positional.empty() ? (void)line.flags.push_back({f.name, {other_value(f)}})
                            : (void)(line.positionals = {"a.obj"}));
  set.load(line, GetParam().name, {}, problems);
  for (const Problem& p : problems.list()) ADD_FAILURE() << p.where << ": " << p.what;
}

TEST_P(EveryJob, EveryFieldGoesFromFlagToJsonAndBack) {
  const ConfigSet defaults = fresh();
  for (const Field& f : defaults.fields()) {
    const std::string text = other_value(f);
    ASSERT_FALSE(text.empty()) << f.name << ": no second good value found; add one to other_value()";
    // Flag in.
    ConfigSet by_flag = fresh();
    Problems problems;
    const std::vector<std::string> arguments =
        f.kind == FieldKind::boolean
            ? std::vector<std::string>{(text == "true" ? "--" : "--no-") + f.flag().substr(2)}
            : std::vector<std::string>{f.flag(), text};
    by_flag.apply_flags(split_command_line(by_flag.fields(), arguments), {}, problems);
    ASSERT_TRUE(problems.empty()) << problems.list().front().where << ": " << problems.list().front().what;
    const Field* set = by_flag.list().find(f.name);
    if (f.kind != FieldKind::records && f.kind != FieldKind::path && f.kind != FieldKind::paths) {
      EXPECT_EQ(value_text(*set, set->get()), text) << f.name;
    }
    if (f.flag_only) continue;
    // Printed, and read again.
    const std::string printed = config_json(by_flag.fields(), GetParam().name, ConfigForm::full);
    EXPECT_NE(printed, config_json(defaults.fields(), GetParam().name, ConfigForm::full)) << f.name;
    ConfigSet by_json = fresh();
    by_json.apply_json(printed, "printed.json", "", GetParam().name, {}, problems);
    for (const Problem& p : problems.list()) ADD_FAILURE() << p.where << ": " << p.what;
    EXPECT_EQ(config_json(by_json.fields(), GetParam().name, ConfigForm::full), printed) << f.name;
    // Only what changes the outputs enters the manifest.
    const bool differs = config_json(by_flag.fields(), GetParam().name, ConfigForm::manifest) !=
                         config_json(defaults.fields(), GetParam().name, ConfigForm::manifest);
    EXPECT_EQ(differs, !f.execution) << f.name;
  }
}

TEST_P(EveryJob, OutOfRangeIsRefusedAndChangesNothing) {
  const ConfigSet defaults = fresh();
  for (const Field& f : defaults.fields()) {
    std::vector<std::string> bad;
    if (f.kind == FieldKind::integer) {
      if (f.int_low != std::numeric_limits<int64_t>::min()) bad.push_back(std::to_string(f.int_low - 1));
      if (f.int_high != std::numeric_limits<int64_t>::max()) bad.push_back(std::to_string(f.int_high + 1));
      bad.insert(bad.end(), {"1.5", "", "9223372036854775808", "x"});
    } else if (f.kind == FieldKind::real) {
      if (std::isfinite(f.low))
        bad.push_back(shortest(f.low_open ? f.low : f.low - std::max(1.0, std::abs(f.low))));
      if (std::isfinite(f.high))
        bad.push_back(shortest(f.high_open ? f.high : f.high + std::max(1.0, std::abs(f.high))));
      bad.insert(bad.end(), {"nan", "inf", "1e999", "", "1,2"});
    } else if (f.kind == FieldKind::choice) {
      bad = {"", "no-such-choice"};
    }
    for (const std::string& text : bad) {
      ConfigSet set = fresh();
      const std::string before = config_json(set.fields(), GetParam().name, ConfigForm::full);
      Problems problems;
      CommandLine line;
      line.flags = {{f.name, {text}}};
      set.apply_flags(line, {}, problems);
      ASSERT_EQ(problems.list().size(), 1u) << f.name << " took '" << text << "'";
      EXPECT_EQ(problems.list().front().where, f.flag());
      EXPECT_EQ(config_json(set.fields(), GetParam().name, ConfigForm::full), before);
    }
  }
}

TEST_P(EveryJob, WrongTypesAndUnknownKeysAreRefused) {
  const ConfigSet defaults = fresh();
  for (const Field& f : defaults.fields()) {
    ConfigSet set = fresh();
    Problems problems;
    const std::string wrong = f.flag_only ? "1" : f.is_list() ? "{}" : "[]";
    set.apply_json("{\"" + f.name + "\": " + wrong + "}", "bad.json", "", GetParam().name, {}, problems);
    ASSERT_EQ(problems.list().size(), 1u) << f.name;
    EXPECT_EQ(problems.list().front().where, "bad.json: /" + f.name);
    ConfigSet misspelt = fresh();
    Problems unknown;
    misspelt.apply_json("{\"" + f.name + "q\": 1}", "bad.json", "", GetParam().name, {}, unknown);
    ASSERT_EQ(unknown.list().size(), 1u) << f.name;
    if (!f.flag_only && f.name.size() > 2) {
      EXPECT_NE(unknown.list().front().what.find("did you mean"), std::string::npos) << f.name;
    }
  }
}

TEST_P(EveryJob, SchemaHelpAndReferenceNameEveryField) {
  const ConfigSet set = fresh();
  const CommandText text = command_text(GetParam());
  const std::string schema = schema_json(set.fields(), text), help = help_text(set.fields(), text),
                    reference = reference_markdown(set.fields(), text);
  EXPECT_EQ(json_problem(schema), "");
  for (const Field& f : set.fields()) {
    if (!f.flag_only) {
      EXPECT_NE(schema.find("\"" + f.name + "\": {"), std::string::npos) << f.name;
    }
    EXPECT_NE(help.find(f.positional.empty() ? f.flag().substr(2) : f.positional), std::string::npos)
        << f.name;
    EXPECT_NE(reference.find(f.flag().substr(2)), std::string::npos) << f.name;
  }
  for (const std::string& line : split(help, '\n'))
    if (!line.starts_with("  " + GetParam().tool)) {
      EXPECT_LE(columns(line), 100u) << line;
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryJob, testing::ValuesIn(tested_jobs()),
                         [](const auto& row) { return row.param.tool + "_" + row.param.name; });

TEST(Registry, NamesAreUnique) {
  std::set<std::string> names;
  for (const Job& job : all_jobs())
    EXPECT_TRUE(names.insert(job.name).second) << job.name << " exists twice; schema/ needs one name each";
}

TEST(Registry, KnowsWhoOwnsAField) {
  const std::vector<Job> jobs{sample_job()};
  Job other = sample_job();
  other.name = "other";
  EXPECT_EQ(field_owner(jobs, other, "sea_level"), "oceanbake sample");
  EXPECT_EQ(field_owner(jobs, sample_job(), "sea_level"), "");
  EXPECT_EQ(field_owner(jobs, other, "nothing"), "");
}

}  // namespace
}  // namespace ocean
