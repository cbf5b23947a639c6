// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/std_out.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "libbake/core/error.h"

namespace ocean {

void write_stdout(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EPIPE) throw StdoutClosed();
    if (n < 0)
      throw Error(ErrorKind::output, "stdout", std::string("cannot be written: ") + std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace ocean
