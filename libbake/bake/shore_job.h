// SPDX-License-Identifier: Apache-2.0
//
// `oceanbake shore`: terrain in, packed shoreline textures out.
#pragma once

#include "libbake/bake/job.h"

namespace ocean {

const Job& shore_job();

}  // namespace ocean
