// SPDX-License-Identifier: Apache-2.0
#include "libbake/registry.h"

#include "libbake/bake/curves_job.h"
#include "libbake/bake/gerstner_job.h"
#include "libbake/bake/rocks_job.h"
#include "libbake/bake/shore_job.h"
#include "libbake/bake/surf_job.h"
#include "libbake/bake/terrain_job.h"
#include "libbake/bake/waves_job.h"

namespace ocean {
const std::vector<Job>& all_jobs() {
  static const std::vector<Job> jobs = {
      shore_job(), gerstner_job(), surf_job(), curves_job(), rocks_job(), terrain_job(), waves_job(),
  };
  return jobs;
}

const Job* find_job(const std::vector<Job>& jobs, std::string_view tool, std::string_view name) {
  for (const Job& job : jobs)
    if (job.tool == tool && job.name == name) return &job;
  return nullptr;
}

std::string field_owner(const std::vector<Job>& jobs, const Job& except, const std::string& field) {
  for (const Job& job : jobs) {
    if (job.tool == except.tool && job.name == except.name) continue;
    const auto config = job.make_config();
    Fields fields;
    config->describe(fields);
    if (fields.find(field) != nullptr) return job.tool + " " + job.name;
  }
  return {};
}

}  // namespace ocean
