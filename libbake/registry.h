// SPDX-License-Identifier: Apache-2.0
//
// The jobs of both tools, one row each in registry.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "libbake/bake/job.h"

namespace ocean {

const std::vector<Job>& all_jobs();

// Of one tool; null if there is none of that name.
const Job* find_job(const std::vector<Job>& jobs, std::string_view tool, std::string_view name);
// "oceanbake terrain" if another job has a field of that name; empty otherwise.
std::string field_owner(const std::vector<Job>& jobs, const Job& except, const std::string& field);

}  // namespace ocean
