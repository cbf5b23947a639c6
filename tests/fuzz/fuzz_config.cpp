// SPDX-License-Identifier: Apache-2.0
//
// Configurations of every job: the input is the file. One that is accepted can be printed, and the print
// reads back as the same configuration.
#include "libbake/config/config_set.h"
#include "libbake/config/config_text.h"
#include "libbake/registry.h"
#include "tests/fuzz/harness.h"

namespace ocean::fuzz {

namespace {

bool apply(ConfigSet& set, const std::string& text, const Job& job) {
  const auto other = [&](const std::string& field) { return field_owner(all_jobs(), job, field); };
  Problems problems;
  set.apply_json(text, "a.json", "/folder", job.name, other, problems);
  set.check(problems);
  for (const Problem& p : problems.list())
    check(!p.where.empty() && !p.what.empty(), "a problem has a place and a text");
  return problems.empty();
}

}  // namespace

OCEAN_FUZZ_TARGET(config) {
  const std::string text(text_of(data, size));
  for (const Job& job : all_jobs()) {
    ConfigSet set(job.make_config());
    if (!apply(set, text, job)) continue;
    const std::string printed = config_json(set.fields(), job.name, ConfigForm::full);
    ConfigSet again(job.make_config());
    check(apply(again, printed, job), "the printed configuration is accepted");
    check(config_json(again.fields(), job.name, ConfigForm::full) == printed,
          "the printed configuration is the same when read again");
    config_json(set.fields(), job.name, ConfigForm::manifest);
  }
}

}  // namespace ocean::fuzz
