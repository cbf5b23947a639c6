// SPDX-License-Identifier: Apache-2.0
//
// Shared by the two halves of the image plug-in.
#pragma once

#include <OpenImageIO/typedesc.h>

#include <memory>
#include <string>

#include "libbake/io/image_plugin.h"
#include "libbake/io/only_errors.h"

namespace ocean {

OIIO::TypeDesc oiio_type(SampleType type);
// A library's message in one line, without the (temporary) path that it may carry.
std::string one_line(std::string text, const std::string& path);

template <class Call>
auto only_errors(ErrorKind kind, const std::string& path, const Call& call) {
  return only_errors(kind, path,
                     kind == ErrorKind::output ? "cannot be written" : "cannot be read as an image", call);
}

std::unique_ptr<ImageFileWriter> open_oiio_writer(ByteSink& sink, ImageFormat format, const ImageSpec& spec,
                                                  Compression compression);
std::vector<unsigned char> encode_oiio_gif(const std::string& path, const Animation& animation);

}  // namespace ocean
