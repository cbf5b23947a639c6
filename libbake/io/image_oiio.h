// SPDX-License-Identifier: Apache-2.0
//
// Shared by the two halves of the image plug-in.
#pragma once

#include <OpenImageIO/typedesc.h>

#include <exception>
#include <memory>
#include <new>
#include <string>

#include "libbake/core/error.h"
#include "libbake/io/image_plugin.h"

namespace ocean {

OIIO::TypeDesc oiio_type(SampleType type);
// A library's message in one line, without the (temporary) path that it may carry.
std::string one_line(std::string text, const std::string& path);

// What call() returns; whatever else it throws becomes an Error that names the file.
template <class Call>
auto only_errors(ErrorKind kind, const std::string& path, const Call& call) {
  const std::string what = kind == ErrorKind::output ? "cannot be written: " : "cannot be read as an image: ";
  try {
    return call();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw Error(kind, path, what + "it takes more memory than there is");
  } catch (const std::exception& error) {
    throw Error(kind, path, what + error.what());
  }
}

std::unique_ptr<ImageFileWriter> open_oiio_writer(ByteSink& sink, ImageFormat format, const ImageSpec& spec,
                                                  Compression compression);

}  // namespace ocean
