// SPDX-License-Identifier: Apache-2.0
//
// The border of a plug-in: only Error leaves it.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "kernels/cancel.h"
#include "libbake/core/error.h"
#include "libbake/core/interrupt.h"

namespace ocean {

// What call() returns. Error, Interrupted and Cancelled pass; lack of memory and whatever else is thrown
// become an Error of this kind that names the file: "cannot be read as a mesh: why".
template <class Call>
auto only_errors(ErrorKind kind, const std::string& path, const std::string& what, const Call& call) {
  try {
    return call();
  } catch (const Error&) {
    throw;
  } catch (const Interrupted&) {
    throw;
  } catch (const Cancelled&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw Error(kind, path,
                what + ": it takes more memory than there is" +
                    (kind == ErrorKind::input ? "; the file is damaged or too large" : ""));
  } catch (const std::exception& error) {
    throw Error(kind, path, what + ": " + error.what());
  }
}

}  // namespace ocean
