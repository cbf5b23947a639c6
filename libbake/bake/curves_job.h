// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake curves`: a wave set or a table in, 128-key LUT curves in each program's own syntax out.
#pragma once

#include "libbake/bake/job.h"

namespace ocean {

const Job& curves_job();

}  // namespace ocean
