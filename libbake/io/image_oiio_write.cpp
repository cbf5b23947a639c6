// SPDX-License-Identifier: Apache-2.0
//
// The writing half of the image plug-in. Everything that would change values is switched off: alpha stays
// unassociated, no dither, no colour space. Where OpenImageIO lets us (EXR, PNG, TGA) the bytes go through a
// sink, so that every refused write is seen; TIFF goes by file name and is read back by image.cpp.
#include <OpenImageIO/filesystem.h>
#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <array>
#include <exception>

#include "libbake/core/error.h"
#include "libbake/io/image_format.h"
#include "libbake/io/image_oiio.h"

namespace ocean {
namespace {

// OpenImageIO may swallow errors and must not see exceptions: the first one is kept and thrown when its call
// returns.
class SinkProxy : public OIIO::Filesystem::IOProxy {
 public:
  explicit SinkProxy(ByteSink& sink) : IOProxy(sink.file(), Write), sink_(sink) {}
  const char* proxytype() const override { return "ocean"; }
  size_t read(void* data, size_t size) override {
    const size_t n = pread(data, size, m_pos);
    m_pos += static_cast<int64_t>(n);
    return n;
  }
  size_t write(const void* data, size_t size) override {
    const size_t n = pwrite(data, size, m_pos);
    m_pos += static_cast<int64_t>(n);
    return n;
  }
  size_t pread(void* data, size_t size, int64_t offset) override {
    size_t n = 0;
    guard([&] { n = static_cast<size_t>(sink_.read_at(data, static_cast<int64_t>(size), offset)); });
    return n;
  }
  size_t pwrite(const void* data, size_t size, int64_t offset) override {
    return guard([&] { sink_.write_at(data, static_cast<int64_t>(size), offset); })
               ? (grow(offset, size), size)
               : 0;
  }
  size_t size() const override { return size_; }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  template <class F>
  bool guard(F call) {
    if (failure_) return false;
    try {
      call();
      return true;
    } catch (...) {
      failure_ = std::current_exception();
      return false;
    }
  }
  void grow(int64_t offset, size_t size) { size_ = std::max(size_, static_cast<size_t>(offset) + size); }

  ByteSink& sink_;
  size_t size_ = 0;
  std::exception_ptr failure_;
};

void set_typed(OIIO::ImageSpec& to, const Attribute& attribute) {
  if (const auto* value = std::get_if<double>(&attribute.value)) {
    to.attribute(attribute.name, OIIO::TypeDesc::DOUBLE, value);
  } else {
    to.attribute(attribute.name, std::get<std::string>(attribute.value));
  }
}

OIIO::ImageSpec writing_spec(ImageFormat format, const ImageSpec& spec, Compression compression) {
  constexpr std::array<const char*, 6> kExr = {"zip", "zips", "piz", "rle", "dwaa", "none"};
  OIIO::ImageSpec to(spec.width, spec.height, static_cast<int>(spec.channels.size()), oiio_type(spec.type));
  to.channelnames = spec.channels;
  to.attribute("oiio:UnassociatedAlpha", 1);
  to.attribute("oiio:dither", 0);
  to.attribute("DateTime", "");  // otherwise the clock's
  switch (format) {
    case ImageFormat::exr_half:
    case ImageFormat::exr_float:
      to.attribute("compression", kExr[static_cast<size_t>(compression)]);
      break;
    case ImageFormat::tiff_float:
      to.alpha_channel = -1;  // the fourth is an unspecified extra sample: no reader multiplies by it
      to.attribute("compression", compression == Compression::none ? "none" : "zip");
      break;
    case ImageFormat::tga8:
      to.attribute("compression", "none");
      break;
    case ImageFormat::png8:
    case ImageFormat::png16:
      break;
  }
  for (const Attribute& a : spec.attributes) set_typed(to, a);
  return to;
}

class OiioWriter : public ImageFileWriter {
 public:
  OiioWriter(ByteSink& sink, ImageFormat format, const ImageSpec& spec, Compression compression)
      : sink_(sink), proxy_(sink), spec_(spec) {
    out_ = OIIO::ImageOutput::create(format_library(format));
    if (!out_) fail(OIIO::geterror());
    sees_every_write = out_->supports("ioproxy") && out_->set_ioproxy(&proxy_);
    check(out_->open(sink.file(), writing_spec(format, spec, compression)));
  }
  void rows(const void* samples, int32_t y, int32_t count) override {
    only_errors(ErrorKind::output, sink_.final_path(),
                [&] { check(out_->write_scanlines(y, y + count, 0, oiio_type(spec_.type), samples)); });
  }
  void close() override {
    only_errors(ErrorKind::output, sink_.final_path(), [&] {
      check(out_->close());
      out_.reset();
    });
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw Error(ErrorKind::output, sink_.final_path(),
                "cannot write: " + one_line(why, sink_.file()) + "; check that the disk has " +
                    std::to_string(spec_.bytes()) + " bytes free or choose another folder with --out");
  }
  void check(bool good) const {
    proxy_.rethrow();
    if (!good) fail(out_->geterror());
  }

  ByteSink& sink_;
  SinkProxy proxy_;
  ImageSpec spec_;
  std::unique_ptr<OIIO::ImageOutput> out_;  // destroyed before the proxy
};

}  // namespace

std::unique_ptr<ImageFileWriter> open_oiio_writer(ByteSink& sink, ImageFormat format, const ImageSpec& spec,
                                                  Compression compression) {
  return only_errors(ErrorKind::output, sink.final_path(), [&]() -> std::unique_ptr<ImageFileWriter> {
    return std::make_unique<OiioWriter>(sink, format, spec, compression);
  });
}

}  // namespace ocean
