// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake waves`: a wave set from a median, a spectrum, given waves or a timeline of sets.
#pragma once

#include "libbake/bake/job.h"
#include "libbake/bake/waves_config.h"

namespace ocean {

const Job& waves_job();

}  // namespace ocean
