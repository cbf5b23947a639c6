// SPDX-License-Identifier: Apache-2.0
#include "libbake/core/error.h"

namespace ocean {

Error::Error(ErrorKind kind, std::string where, std::string what)
    : Error(kind, std::vector<Problem>{{std::move(where), std::move(what)}}) {}

Error::Error(ErrorKind kind, std::vector<Problem> problems) : kind_(kind), problems_(std::move(problems)) {
  for (const Problem& p : problems_) {
    if (!text_.empty()) text_ += '\n';
    if (!p.where.empty()) text_ += p.where + ": ";
    text_ += p.what;
  }
}

Error::~Error() = default;

}  // namespace ocean
