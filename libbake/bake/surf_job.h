// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake surf`: a breaking wave in, its displacement animation texture and frames over a shore out.
#pragma once

#include "libbake/bake/job.h"

namespace ocean {

const Job& surf_job();

}  // namespace ocean
