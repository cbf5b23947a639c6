// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake gerstner`: a wave set to looping, tiling frames and atlases.
#pragma once

#include "libbake/bake/job.h"

namespace ocean {

const Job& gerstner_job();

}  // namespace ocean
