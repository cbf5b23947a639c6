// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

#include "libbake/core/error.h"
#include "libbake/io/image_format.h"
#include "libbake/io/inspect.h"
#include "libbake/io/manifest.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

constexpr int32_t kPanelSide = 440;  // pixels of a map's longer side
constexpr int32_t kMargin = 12, kTitle = 26, kScaleWidth = 14, kScaleText = 66, kFooter = 16;
constexpr Rgb kPaper{250, 250, 248}, kInk{20, 20, 20};
constexpr double kCutOff = 0.005;    // of the values at each end, so that one outlier does not grey the rest
constexpr double kUnitSlack = 1.01;  // a direction's length after rounding to 8 bits
constexpr size_t kMostPanels = 16;

// Mean values on a smaller (or repeated, larger) grid; NaN where no number fell.
struct Reduced {
  int32_t width = 0, height = 0;
  size_t channels = 0;
  std::vector<double> values;
  double at(int32_t x, int32_t y, size_t c) const {
    return values[(static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)) * channels +
                  c];
  }
};

struct Channel {
  std::string title;
  Decode decode;
  double least = std::numeric_limits<double>::infinity(), largest = -least, sum = 0;
  int64_t count = 0;
};

// What a manifest in the same folder says about the file.
std::optional<OutputRecord> record_beside(const fs::path& path) {
  const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (!it->path().string().ends_with(".manifest.json")) continue;
    try {
      for (const OutputRecord& o : read_manifest(it->path().string()).outputs) {
        if (o.file == path.filename().string()) return o;
      }
    } catch (const Error&) {  // a broken neighbour does not matter here
    }
  }
  return std::nullopt;
}

std::vector<Channel> channels_of(const ImageSpec& spec, const std::optional<OutputRecord>& record) {
  std::vector<Channel> channels;
  for (const std::string& name : spec.channels) {
    Channel channel;
    channel.title = name;
    for (const ChannelRecord& r : record ? record->channels : std::vector<ChannelRecord>{}) {
      if (r.name != name) continue;
      channel.title += ": " + r.meaning + (r.unit.empty() ? "" : " [" + r.unit + "]");
      channel.decode = r.decode;
    }
    channels.push_back(std::move(channel));
  }
  return channels;
}

Reduced reduce(ImageReader& reader, std::vector<Channel>& channels) {
  const ImageSpec& spec = reader.spec();
  const double factor = static_cast<double>(kPanelSide) / std::max(spec.width, spec.height);
  Reduced out;
  out.width = std::max(1, static_cast<int32_t>(spec.width * factor));
  out.height = std::max(1, static_cast<int32_t>(spec.height * factor));
  out.channels = channels.size();
  const size_t row_size = static_cast<size_t>(out.width) * out.channels;
  out.values.assign(row_size * static_cast<size_t>(out.height), std::nan(""));
  std::vector<std::byte> row(static_cast<size_t>(spec.row_bytes()));
  std::vector<float> stored;
  std::vector<double> sums(row_size);
  std::vector<int64_t> counts(row_size);
  const auto rows_for = [&](int32_t y) {  // target rows [first, last) that source row y feeds
    const auto first = static_cast<int32_t>(int64_t{y} * out.height / spec.height);
    const auto last = static_cast<int32_t>((int64_t{y} + 1) * out.height / spec.height);
    return std::pair{first, last};
  };
  for (int32_t y = 0; y < spec.height; ++y) {
    reader.rows(row.data(), 1);
    stored_values(row.data(), spec.type, out.channels * static_cast<size_t>(spec.width), stored);
    for (int32_t x = 0; x < spec.width; ++x) {
      const auto x0 = static_cast<int32_t>(int64_t{x} * out.width / spec.width);
      const auto x1 = std::max(x0 + 1, static_cast<int32_t>((int64_t{x} + 1) * out.width / spec.width));
      for (size_t c = 0; c < out.channels; ++c) {
        Channel& channel = channels[c];
        const double value = channel.decode(stored[static_cast<size_t>(x) * out.channels + c]);
        if (!std::isfinite(value)) continue;
        channel.least = std::min(channel.least, value);
        channel.largest = std::max(channel.largest, value);
        channel.sum += value;
        ++channel.count;
        for (int32_t i = x0; i < x1; ++i) {
          sums[static_cast<size_t>(i) * out.channels + c] += value;
          ++counts[static_cast<size_t>(i) * out.channels + c];
        }
      }
    }
    const auto [first, last] = rows_for(y);
    if (last == first && y + 1 < spec.height) continue;  // the target row goes on
    for (int32_t j = first; j < std::min(std::max(last, first + 1), out.height); ++j) {
      for (size_t i = 0; i < row_size; ++i) {
        if (counts[i] > 0)
          out.values[static_cast<size_t>(j) * row_size + i] = sums[i] / static_cast<double>(counts[i]);
      }
    }
    std::fill(sums.begin(), sums.end(), 0.0);
    std::fill(counts.begin(), counts.end(), 0);
  }
  return out;
}

std::pair<double, double> shown_range(const Reduced& image, size_t c) {
  std::vector<double> sorted;
  for (size_t i = c; i < image.values.size(); i += image.channels) {
    if (!std::isnan(image.values[i])) sorted.push_back(image.values[i]);
  }
  if (sorted.empty()) return {0, 0};
  std::sort(sorted.begin(), sorted.end());
  const auto cut = static_cast<size_t>(kCutOff * static_cast<double>(sorted.size()));
  double low = sorted[cut], high = sorted[sorted.size() - 1 - cut];
  if (low < 0 && high > 0) {
    high = std::max(-low, high);
    low = -high;
  }
  return {low, high};
}

// Channels c and c + 1 are a direction: never longer than 1, of length 1 nearly everywhere, and of both
// signs.
bool is_direction(const Reduced& image, size_t c) {
  int64_t unit = 0, all = 0, negative = 0;
  for (size_t i = c; i + 1 < image.values.size(); i += image.channels) {
    const double length = std::hypot(image.values[i], image.values[i + 1]);
    if (!(length <= kUnitSlack)) return false;
    ++all;
    unit += length > 0.9;
    negative += image.values[i] < 0 || image.values[i + 1] < 0;
  }
  return unit * 10 > all * 7 && negative > 0;
}

std::string statistics(const Channel& c) {
  if (c.count == 0) return "no numbers";
  return "min " + tick_text(c.least) + "  max " + tick_text(c.largest) + "  mean " +
         tick_text(c.sum / static_cast<double>(c.count));
}

struct Panel {
  std::string title, footer;
  ColourMap map = ColourMap::sequential;
  double low = 0, high = 0;
  bool scale = false;
  std::vector<Rgb> pixels;
};

Panel channel_panel(const Reduced& image, const Channel& channel, size_t c) {
  Panel panel{channel.title, statistics(channel), {}, 0, 0, true, {}};
  std::tie(panel.low, panel.high) = shown_range(image, c);
  const bool of_water = channel.title.find("water") != std::string::npos;
  panel.map = !(panel.low < 0 && panel.high > 0) ? ColourMap::sequential
              : of_water                         ? ColourMap::shore
                                                 : ColourMap::diverging;
  const double span = panel.high - panel.low;
  for (size_t i = c; i < image.values.size(); i += image.channels) {
    panel.pixels.push_back(
        colour(panel.map, span > 0 ? (image.values[i] - panel.low) / span : 0.5 + 0 * image.values[i]));
  }
  return panel;
}

Panel direction_panel(const Reduced& image, const std::vector<Channel>& channels, size_t c) {
  Panel panel;
  const auto name = [&](size_t i) { return channels[i].title.substr(0, channels[i].title.find(':')); };
  panel.title = name(c) + ", " + name(c + 1) + " as direction";
  panel.footer = "hue: where it points";
  for (size_t i = c; i < image.values.size(); i += image.channels) {
    panel.pixels.push_back(direction_colour(image.values[i], image.values[i + 1]));
  }
  return panel;
}

Panel colour_panel(const Reduced& image) {
  Panel panel;
  panel.title = "R, G, B as colour";
  const auto byte = [](double v) {
    return static_cast<uint8_t>(std::lround(std::clamp(std::isnan(v) ? 0 : v, 0.0, 255.0)));
  };
  for (size_t i = 0; i < image.values.size(); i += image.channels) {
    panel.pixels.push_back({byte(image.values[i]), byte(image.values[i + 1]), byte(image.values[i + 2])});
  }
  return panel;
}

void draw_wheel(Picture& picture, int32_t x, int32_t y, int32_t side) {
  const double r = side / 2.0;
  for (int32_t j = 0; j < side; ++j) {
    for (int32_t i = 0; i < side; ++i) {
      const double u = (i + 0.5 - r) / r, v = (r - j - 0.5) / r;
      if (std::hypot(u, v) <= 1) picture.blend(x + i, y + j, direction_colour(u, v));
    }
  }
}

Picture compose(const Reduced& image, const std::vector<Panel>& panels, const std::string& heading) {
  const auto count = static_cast<int32_t>(panels.size());
  const int32_t columns = count == 1 ? 1 : count <= 4 ? 2 : 3, rows = (count + columns - 1) / columns;
  const int32_t cell_width = image.width + kScaleWidth + kScaleText + 2 * kMargin;
  const int32_t cell_height = image.height + kTitle + kFooter + kMargin;
  Picture picture(std::max(columns * cell_width, text_width(heading) + 2 * kMargin),
                  rows * cell_height + kTitle, kPaper);
  draw_text(picture, kMargin, kMargin, heading, kInk);
  for (int32_t p = 0; p < count; ++p) {
    const Panel& panel = panels[static_cast<size_t>(p)];
    const int32_t x = p % columns * cell_width + kMargin, y = p / columns * cell_height + kTitle + kTitle;
    const auto fit = static_cast<size_t>((cell_width - kMargin) / kGlyphWidth);
    draw_text(picture, x, y - kGlyphHeight - 5, panel.title.substr(0, fit), kInk);
    for (int32_t j = 0; j < image.height; ++j) {
      for (int32_t i = 0; i < image.width; ++i) {
        picture.blend(x + i, y + j, panel.pixels[static_cast<size_t>(j * image.width + i)]);
      }
    }
    frame_rect(picture, x - 1, y - 1, image.width + 2, image.height + 2, kInk);
    draw_text(picture, x, y + image.height + 5, panel.footer, kInk);
    const int32_t scale_x = x + image.width + kMargin;
    if (panel.scale) {
      draw_scale(picture, scale_x, y, kScaleWidth, image.height, panel.map, panel.low, panel.high, "");
    } else if (panel.title.ends_with("direction")) {
      draw_wheel(picture, scale_x, y, kScaleWidth + kScaleText - kMargin);
    }
  }
  return picture;
}

std::string first_image(const std::string& manifest) {
  for (const OutputRecord& o : read_manifest(manifest).outputs) {
    if (o.width > 0) return (fs::path(manifest).parent_path() / o.file).string();
  }
  throw Error(ErrorKind::input, manifest, "lists no image to show");
}

}  // namespace

std::string previewed_file(const std::string& path) {
  return path.ends_with(".manifest.json") ? first_image(path) : path;
}

Picture preview(const std::string& named) {
  const std::string path = previewed_file(named);
  ImageReader reader(path);
  const ImageSpec spec = reader.spec();
  const std::optional<OutputRecord> record = record_beside(path);
  std::vector<Channel> channels = channels_of(spec, record);
  const Reduced image = reduce(reader, channels);
  std::vector<Panel> panels;
  const bool coloured =
      spec.type == SampleType::u8 && channels.size() >= 3 && (!record || record->role == "preview");
  if (coloured) {
    panels.push_back(colour_panel(image));
  } else {
    for (size_t c = 0; c < std::min(channels.size(), kMostPanels); ++c)
      panels.push_back(channel_panel(image, channels[c], c));
    for (size_t c = 0; c + 1 < channels.size(); ++c) {
      if (is_direction(image, c)) panels.push_back(direction_panel(image, channels, c));
    }
  }
  const std::string heading = fs::path(path).filename().string() + "  " + std::to_string(spec.width) + "x" +
                              std::to_string(spec.height) + "  " + sample_type_name(spec.type);
  return compose(image, panels, heading);
}

}  // namespace ocean
