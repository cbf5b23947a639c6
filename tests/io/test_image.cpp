// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/image.h"

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "libbake/core/error.h"
#include "tests/io/temp_folder.h"

namespace ocean {
namespace {

// Every sample tells its place, so that a swapped row or channel cannot go unnoticed; floats and halves are
// signed.
std::vector<std::byte> pattern(const ImageSpec& spec) {
  std::vector<std::byte> out(static_cast<size_t>(spec.bytes()));
  size_t at = 0;
  for (int32_t y = 0; y < spec.height; ++y) {
    for (int32_t x = 0; x < spec.width; ++x) {
      for (size_t c = 0; c < spec.channels.size(); ++c) {
        const auto code = static_cast<uint32_t>(y * 131 + x * 7) + static_cast<uint32_t>(c) * 61;
        uint32_t bits = code;
        if (spec.type == SampleType::u16) bits = code * 257 + 3;
        if (spec.type == SampleType::half) bits = (code * 37 & 0x7bff) | (code & 1) << 15;  // never infinite
        if (spec.type == SampleType::float32)
          bits = std::bit_cast<uint32_t>(static_cast<float>(code) * -0.37f + 500.f);
        const auto size = static_cast<size_t>(sample_bytes(spec.type));
        std::memcpy(&out[at], &bits, size);
        at += size;
      }
    }
  }
  return out;
}

ImageSpec spec_of(ImageFormat format, int32_t width, int32_t height, size_t channels) {
  const std::vector<std::string> names = {"R", "G", "B", "A"};
  return {width,
          height,
          {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(channels)},
          format_type(format),
          {}};
}

std::string file_of(const TempFolder& folder, ImageFormat format) {
  return folder.file(std::string(format_name(format)) + format_extension(format));
}

template <class F>
std::string error_of(ErrorKind kind, F call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "";
}

class EachFormat : public testing::TestWithParam<ImageFormat> {};
INSTANTIATE_TEST_SUITE_P(Image, EachFormat, testing::ValuesIn(kImageFormats), [](const auto& test) {
  std::string name = format_name(test.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST_P(EachFormat, EveryBitRowAndChannelComesBack) {
  const TempFolder folder;
  for (const size_t channels : {1u, 2u, 3u, 4u}) {
    if (GetParam() == ImageFormat::tga8 && channels == 2) continue;
    const ImageSpec spec = spec_of(GetParam(), 37, 23, channels);
    const std::vector<std::byte> samples = pattern(spec);
    const WrittenImage written = write_image(file_of(folder, GetParam()), GetParam(), spec, samples.data());
    const Image back = read_image(file_of(folder, GetParam()));
    EXPECT_EQ(back.spec.width, 37);
    EXPECT_EQ(back.spec.height, 23);
    EXPECT_EQ(back.spec.type, spec.type);
    EXPECT_EQ(back.spec.channels, stored_channels(GetParam(), spec.channels));
    EXPECT_EQ(written.channels, back.spec.channels);
    EXPECT_TRUE(back.samples == samples) << channels << " channels";
    EXPECT_EQ(written.file_bytes,
              static_cast<int64_t>(std::filesystem::file_size(file_of(folder, GetParam()))));
  }
}

TEST_P(EachFormat, AlphaZeroKeepsItsColour) {
  const TempFolder folder;
  const ImageSpec spec = spec_of(GetParam(), 4, 3, 4);
  std::vector<std::byte> samples = pattern(spec);
  const auto size = static_cast<size_t>(sample_bytes(spec.type));
  for (size_t texel = 0; texel < 12; ++texel)
    std::fill_n(&samples[(texel * 4 + 3) * size], size, std::byte{0});
  write_image(file_of(folder, GetParam()), GetParam(), spec, samples.data());
  EXPECT_TRUE(read_image(file_of(folder, GetParam())).samples == samples);
}

TEST_P(EachFormat, BandsGiveTheSameFileAsOneWrite) {
  const TempFolder folder;
  const ImageSpec spec = spec_of(GetParam(), 61, 50, 4);
  const std::vector<std::byte> samples = pattern(spec);
  const WrittenImage whole = write_image(folder.file("whole"), GetParam(), spec, samples.data());
  ImageWriter writer(folder.file("bands"), GetParam(), spec);
  for (int32_t y = 0; y < spec.height; y += 13) {
    writer.rows(&samples[static_cast<size_t>(y * spec.row_bytes())], std::min(13, spec.height - y));
  }
  const WrittenImage bands = writer.end();
  EXPECT_EQ(whole.content_hash, bands.content_hash);
  EXPECT_EQ(read_text(folder.file("whole")),
            read_text(folder.file("bands")));  // no time of day inside either
}

TEST_P(EachFormat, MetadataComesBackWhereTheFormatCarriesIt) {
  const TempFolder folder;
  ImageSpec spec = spec_of(GetParam(), 2, 2, 3);
  spec.attributes = {{"ocean:texel_m", 0.1}, {"ocean:world_bounds_m", "-1.5 0 10 1e-07"}};
  const std::vector<std::byte> samples = pattern(spec);
  write_image(file_of(folder, GetParam()), GetParam(), spec, samples.data());
  std::map<std::string, std::string> found;
  for (const Attribute& a : read_image(file_of(folder, GetParam())).spec.attributes)
    found[a.name] = attribute_text(a);
  if (GetParam() == ImageFormat::tga8) {
    EXPECT_FALSE(found.contains("ocean:texel_m"));
  } else {
    EXPECT_EQ(found["ocean:texel_m"], "0.1");
    EXPECT_EQ(found["ocean:world_bounds_m"], "-1.5 0 10 1e-07");
  }
  EXPECT_EQ(read_text(file_of(folder, GetParam())).find("gAMA"), std::string::npos);
  EXPECT_EQ(read_text(file_of(folder, GetParam())).find("sRGB"), std::string::npos);
}

TEST_P(EachFormat, CutFilesAreErrorsThatNameTheFile) {
  const TempFolder folder;
  const ImageSpec spec = spec_of(GetParam(), 100, 80, 4);
  const std::vector<std::byte> samples = pattern(spec);
  const std::string path = file_of(folder, GetParam());
  write_image(path, GetParam(), spec, samples.data());
  const auto whole = std::filesystem::file_size(path);
  for (const auto bytes : {whole / 2, whole / 4, whole / 20, uintmax_t{3}}) {
    std::filesystem::resize_file(path, bytes);
    const std::string message = error_of(ErrorKind::input, [&] { read_image(path); });
    EXPECT_EQ(message.rfind(path, 0), 0u) << bytes << " of " << whole << ": " << message;
  }
}

TEST_P(EachFormat, AFullDiskIsAnErrorAndLeavesNothing) {
  const TempFolder folder;
  if (mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=128k") != 0) {
    GTEST_SKIP() << "mounting a small disk needs root";
  }
  const ImageSpec spec = spec_of(GetParam(), 400, 400, 4);
  std::vector<std::byte> noise(static_cast<size_t>(spec.bytes()));
  uint32_t seed = 1;
  for (std::byte& b : noise) b = static_cast<std::byte>((seed = seed * 1664525 + 1013904223) >> 24 & 0x3f);
  const std::string path = file_of(folder, GetParam());
  const std::string message =
      error_of(ErrorKind::output, [&] { write_image(path, GetParam(), spec, noise.data()); });
  const auto names = folder.names();
  umount(folder.path().c_str());
  EXPECT_EQ(message.rfind(path, 0), 0u) << message;
  EXPECT_NE(message.find("--out"), std::string::npos) << message;
  EXPECT_TRUE(names.empty());
}

TEST_P(EachFormat, SmallestImage) {
  const TempFolder folder;
  const ImageSpec spec = spec_of(GetParam(), 1, 1, 1);
  const std::vector<std::byte> samples = pattern(spec);
  write_image(file_of(folder, GetParam()), GetParam(), spec, samples.data());
  EXPECT_TRUE(read_image(file_of(folder, GetParam())).samples == samples);
}

TEST(Image, ExrKeepsAnyChannelNames) {
  const TempFolder folder;
  ImageSpec spec{5, 4, {"distance", "toward.x", "toward.y"}, SampleType::float32, {}};
  const std::vector<std::byte> samples = pattern(spec);
  write_image(folder.file("m.exr"), ImageFormat::exr_float, spec, samples.data());
  const Image back = read_image(folder.file("m.exr"));
  EXPECT_EQ(back.spec.channels, spec.channels);
  EXPECT_TRUE(back.samples == samples);
}

// Readers multiply or divide colours by what a file calls alpha.
TEST(Image, TheFourthChannelOfATiffIsNoAlpha) {
  const TempFolder folder;
  const ImageSpec spec{5, 4, {"R", "G", "B", "A"}, SampleType::float32, {}};
  const std::vector<std::byte> samples = pattern(spec);
  write_image(folder.file("m.tif"), ImageFormat::tiff_float, spec, samples.data());
  const std::string file = read_text(folder.file("m.tif"));
  ASSERT_EQ(file.substr(0, 4), std::string("II*\0", 4));
  const auto number = [&](size_t at, size_t bytes) {
    uint32_t value = 0;
    std::memcpy(&value, file.data() + at, bytes);
    return value;
  };
  constexpr uint32_t kExtraSamples = 338, kUnspecified = 0;
  const size_t directory = number(4, 4);
  int found = 0;
  for (size_t i = 0; i < number(directory, 2); ++i) {
    const size_t entry = directory + 2 + 12 * i;
    if (number(entry, 2) != kExtraSamples) continue;
    ++found;
    EXPECT_EQ(number(entry + 4, 4), 1u);
    EXPECT_EQ(number(entry + 8, 2), kUnspecified);
  }
  EXPECT_EQ(found, 1);
}

TEST(Image, ChannelsComeInTheOrderAskedFor) {
  const TempFolder folder;
  const ImageSpec spec{50, 150, {"zebra", "ant", "cow"}, SampleType::half, {}};
  const std::vector<std::byte> samples = pattern(spec);
  write_image(folder.file("m.exr"), ImageFormat::exr_half, spec, samples.data());
  EXPECT_EQ(ImageReader(folder.file("m.exr")).spec().channels,
            (std::vector<std::string>{"ant", "cow", "zebra"}));
  for (const int32_t step : {1, 7, 64, 150}) {
    ImageReader reader(folder.file("m.exr"), spec.channels);
    std::vector<std::byte> back(samples.size());
    for (int32_t y = 0; y < 150; y += step) {
      reader.rows(&back[static_cast<size_t>(y * spec.row_bytes())], std::min(step, 150 - y));
    }
    EXPECT_TRUE(back == samples) << step;
  }
  EXPECT_NE(error_of(ErrorKind::input, [&] { ImageReader(folder.file("m.exr"), {"ant", "cow"}); }), "");
  EXPECT_NE(error_of(ErrorKind::input,
                     [&] {
                       ImageReader(folder.file("m.exr"), {"ant", "cow", "dog"});
                     }),
            "");
}

TEST(Image, TheHashOfALossyFileIsThatOfWhatComesBack) {
  const TempFolder folder;
  const ImageSpec spec = spec_of(ImageFormat::exr_half, 64, 70, 4);
  const std::vector<std::byte> samples = pattern(spec);
  const std::string path = folder.file("l.exr");
  const WrittenImage written =
      write_image(path, ImageFormat::exr_half, spec, samples.data(), Compression::dwaa);
  const Image back = read_image(path);
  ContentHash hash(64, 70, spec.channels, SampleType::half);
  hash.update(back.samples.data(), spec.bytes());
  EXPECT_FALSE(back.samples == samples);
  EXPECT_EQ(written.content_hash, hash.text());
}

TEST(Image, EveryExrCompressionWrites) {
  const TempFolder folder;
  const ImageSpec spec = spec_of(ImageFormat::exr_half, 64, 70, 4);
  const std::vector<std::byte> samples = pattern(spec);
  for (const char* name : {"zip", "zips", "piz", "rle", "none", "dwaa"}) {
    write_image(folder.file("c.exr"), ImageFormat::exr_half, spec, samples.data(), *parse_compression(name));
    const bool same = read_image(folder.file("c.exr")).samples == samples;
    EXPECT_EQ(same, std::string(name) != "dwaa") << name;
  }
  EXPECT_FALSE(parse_compression("lzma"));
}

TEST(Image, UnfinishedWritersLeaveNothing) {
  const TempFolder folder;
  const ImageSpec spec = spec_of(ImageFormat::exr_half, 64, 64, 4);
  const std::vector<std::byte> samples = pattern(spec);
  {
    ImageWriter writer(folder.file("u.exr"), ImageFormat::exr_half, spec);
    writer.rows(samples.data(), 20);
  }
  EXPECT_TRUE(folder.names().empty());
  ImageWriter writer(folder.file("u.exr"), ImageFormat::exr_half, spec);
  EXPECT_NE(error_of(ErrorKind::internal, [&] { writer.end(); }), "");
  EXPECT_NE(error_of(ErrorKind::internal, [&] { writer.rows(samples.data(), 65); }), "");
}

TEST(Image, WhatAFormatCannotHoldIsRefused) {
  const TempFolder folder;
  const auto refuse = [&](ImageFormat format, ImageSpec spec) {
    spec.type = format_type(format);
    return error_of(ErrorKind::usage, [&] { ImageWriter writer(folder.file("x"), format, spec); });
  };
  EXPECT_NE(refuse(ImageFormat::tga8, spec_of(ImageFormat::tga8, 65536, 1, 3)).find("65536x1"),
            std::string::npos);
  EXPECT_NE(refuse(ImageFormat::tga8, spec_of(ImageFormat::tga8, 4, 4, 2)), "");
  EXPECT_NE(refuse(ImageFormat::png8, {4, 4, {"a", "b", "c", "d", "e"}, SampleType::u8, {}}), "");
  EXPECT_NE(refuse(ImageFormat::exr_half, {4, 4, {"a", "a"}, SampleType::half, {}}), "");
  EXPECT_NE(refuse(ImageFormat::exr_half, {4, 4, {}, SampleType::half, {}}), "");
  EXPECT_NE(refuse(ImageFormat::exr_half, spec_of(ImageFormat::exr_half, 0, 4, 1)), "");
  EXPECT_TRUE(folder.names().empty());
}

TEST(Image, ReadsAsFloat) {
  const TempFolder folder;
  const uint8_t codes[3] = {0, 51, 255};
  write_image(folder.file("a.png"), ImageFormat::png8, spec_of(ImageFormat::png8, 1, 1, 3), codes);
  EXPECT_EQ(read_image_float(folder.file("a.png")).samples, (std::vector<float>{0, 0.2f, 1}));
  const uint16_t words[3] = {0, 13107, 65535};
  write_image(folder.file("b.png"), ImageFormat::png16, spec_of(ImageFormat::png16, 3, 1, 1), words);
  EXPECT_EQ(read_image_float(folder.file("b.png")).samples, (std::vector<float>{0, 0.2f, 1}));
  EXPECT_TRUE(ImageReader(folder.file("b.png")).integer_codes());
}

TEST(Image, StoredValuesKeepCodesAndHalves) {
  const uint16_t halves[4] = {0x3c00, 0xc000, 0x0001, 0x7bff};
  std::vector<float> out;
  stored_values(halves, SampleType::half, 4, out);
  EXPECT_EQ(out, (std::vector<float>{1, -2, 0x1p-24f, 65504}));
  stored_values(halves, SampleType::u16, 2, out);
  EXPECT_EQ(out, (std::vector<float>{0x3c00, 0xc000}));
}

TEST(Image, WhatIsNoPictureIsAnError) {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("folder.png"));
  write_text(folder.file("empty.exr"), "");
  write_text(folder.file("text.png"), "this is no picture\n");
  write_text(folder.file("text"), "this is no picture\n");
  write_text(folder.file("text.null"), "x");
  const auto why = [&](const std::string& name) {
    const std::string message = error_of(ErrorKind::input, [&] { read_image(folder.file(name)); });
    EXPECT_EQ(message.rfind(folder.file(name), 0), 0u) << message;
    return message;
  };
  EXPECT_NE(why("folder.png").find("is a folder"), std::string::npos);
  EXPECT_NE(why("empty.exr").find("is empty"), std::string::npos);
  EXPECT_NE(why("missing.exr").find("no such file"), std::string::npos);
  EXPECT_NE(why("text.png"), "");
  EXPECT_NE(why("text"), "");
  EXPECT_NE(why("text.null"), "");
}

TEST(Image, AHeaderThatClaimsTooMuchIsRefusedBeforeMemoryIsTaken) {
  const TempFolder folder;
  // A TGA header of 65535 x 65535 RGBA, run-length coded, and no texels.
  const unsigned char header[18] = {0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 32, 8};
  write_text(folder.file("huge.tga"), {reinterpret_cast<const char*>(header), 18});
  EXPECT_NE(error_of(ErrorKind::input, [&] { read_image(folder.file("huge.tga")); }), "");
}

TEST(Image, EstimatesAreUpperBoundsOfNoise) {
  const TempFolder folder;
  for (const ImageFormat format : kImageFormats) {
    const ImageSpec spec = spec_of(format, 300, 200, 4);
    std::vector<std::byte> noise(static_cast<size_t>(spec.bytes()));
    uint32_t seed = 7;
    for (std::byte& b : noise) b = static_cast<std::byte>((seed = seed * 1664525 + 1013904223) >> 24 & 0x3f);
    const WrittenImage written = write_image(file_of(folder, format), format, spec, noise.data());
    EXPECT_LE(written.file_bytes, estimated_bytes(format, 300, 200, 4)) << format_name(format);
  }
}

}  // namespace
}  // namespace ocean
