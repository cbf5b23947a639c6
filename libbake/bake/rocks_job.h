// SPDX-License-Identifier: Apache-2.0
//
// oceanbake rocks: meshes → a level set with ids, slices, a picture.
#pragma once

#include "libbake/bake/job.h"

namespace ocean {

const Job& rocks_job();

}  // namespace ocean
