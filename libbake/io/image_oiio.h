// SPDX-License-Identifier: Apache-2.0
//
// Shared by the two halves of the image plug-in.
#pragma once

#include <OpenImageIO/typedesc.h>

#include <memory>
#include <string>

#include "libbake/io/image_plugin.h"

namespace ocean {

OIIO::TypeDesc oiio_type(SampleType type);
// A library's message in one line, without the (temporary) path that it may carry.
std::string one_line(std::string text, const std::string& path);

std::unique_ptr<ImageFileWriter> open_oiio_writer(ByteSink& sink, ImageFormat format, const ImageSpec& spec,
                                                  Compression compression);

}  // namespace ocean
