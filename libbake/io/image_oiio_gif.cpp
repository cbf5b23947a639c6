// SPDX-License-Identifier: Apache-2.0
//
// Animations of the image plug-in: looping GIF, in memory.
#include <OpenImageIO/filesystem.h>
#include <OpenImageIO/imageio.h>

#include <cmath>
#include <numeric>

#include "libbake/core/error.h"
#include "libbake/io/image_oiio.h"

namespace ocean {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::output, path, "cannot be made as a GIF: " + one_line(why, path));
}

}  // namespace

std::vector<unsigned char> encode_oiio_gif(const std::string& path, const Animation& animation) {
  return only_errors(ErrorKind::output, path, [&] {
    std::vector<unsigned char> bytes;
    OIIO::Filesystem::IOVecOutput memory(bytes);
    const auto out = OIIO::ImageOutput::create("gif");
    if (!out) fail(path, OIIO::geterror());
    if (!out->supports("multiimage") || !out->set_ioproxy(&memory))
      fail(path, "this library writes no animation");
    OIIO::ImageSpec spec(animation.width, animation.height, 3, OIIO::TypeDesc::UINT8);
    const int rate[2] = {animation.frames_per_s, 1};
    spec.attribute("FramesPerSecond",
                   OIIO::TypeDesc(OIIO::TypeDesc::INT, OIIO::TypeDesc::VEC2, OIIO::TypeDesc::RATIONAL), rate);
    const std::vector<OIIO::ImageSpec> specs(animation.frames.size(), spec);
    for (std::size_t k = 0; k < animation.frames.size(); ++k) {
      const bool opened = k == 0 ? out->open(path, static_cast<int>(specs.size()), specs.data())
                                 : out->open(path, spec, OIIO::ImageOutput::AppendSubimage);
      if (!opened || !out->write_image(OIIO::TypeDesc::UINT8, animation.frames[k]))
        fail(path, out->geterror());
    }
    if (!out->close()) fail(path, out->geterror());
    return bytes;
  });
}

}  // namespace ocean
