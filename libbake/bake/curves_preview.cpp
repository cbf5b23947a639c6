// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/curves_preview.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ocean {
namespace {

constexpr int32_t kWidth = 1100, kPanel = 150, kGap = 26, kLeft = 78, kRight = 176, kTop = 34, kLine = 13;
constexpr std::size_t kMostPanels = 12, kMostErrors = 24;
constexpr Rgb kPaper{250, 250, 247}, kInk{32, 36, 40}, kRule{218, 218, 212}, kBad{176, 32, 16};
constexpr Rgb kColours[] = {{31, 119, 180}, {214, 96, 32}, {44, 140, 60},  {190, 40, 50},
                            {128, 80, 170}, {130, 84, 70}, {200, 90, 160}, {90, 90, 90}};

struct PanelLine {
  std::string name;
  const CurveValues* values;
};
struct Panel {
  std::string title;
  std::vector<PanelLine> lines;
};

// Channels of one name share a panel; scalar curves of tables, which have units of their own, do not.
std::vector<Panel> panels_of(const std::vector<CurveSheet>& sheets) {
  std::vector<Panel> panels;
  for (const CurveSheet& sheet : sheets) {
    const std::size_t first = panels.size();
    for (const Curve& curve : sheet.set.curves)
      for (const CurveChannel& channel : curve.channels) {
        if (channel.name == "zero") continue;
        const bool is_shared = curve.channels.size() > 1 || channel.name == "weight";
        const std::string unit = channel.unit.empty() ? "" : ", " + channel.unit;
        const std::string title = is_shared ? channel.name + unit : curve.name;
        const auto own = std::find_if(panels.begin() + static_cast<std::ptrdiff_t>(first), panels.end(),
                                      [&](const Panel& p) { return p.title == title; });
        if (own == panels.end()) panels.push_back({title, {{curve.name, &channel.values}}});
        else own->lines.push_back({curve.name, &channel.values});
      }
  }
  if (panels.size() > kMostPanels) panels.resize(kMostPanels);
  return panels;
}

void draw_panel(Picture& picture, const Panel& panel, int32_t top) {
  double low = 1e300, high = -1e300;
  for (const PanelLine& line : panel.lines)
    for (const float v : *line.values)
      low = std::min(low, static_cast<double>(v)), high = std::max(high, static_cast<double>(v));
  const double pad = high > low ? 0.06 * (high - low) : std::max(0.5, 0.1 * std::max(high, -high));
  low -= pad, high += pad;
  const double width = kWidth - kLeft - kRight;
  const auto x_of = [&](double key) { return kLeft + width * key / (kCurveKeys - 1); };
  const auto y_of = [&](double v) { return top + kPanel * (high - v) / (high - low); };
  for (const double tick : round_ticks(low, high, 5)) {
    draw_line(picture, {x_of(0), y_of(tick)}, {x_of(kCurveKeys - 1), y_of(tick)}, kRule);
    const std::string text = tick_text(tick);
    draw_text(picture, kLeft - 6 - text_width(text), static_cast<int32_t>(y_of(tick)) - 4, text, kInk);
  }
  for (int key = 0; key < kCurveKeys; key += 16) {
    draw_line(picture, {x_of(key), double(top)}, {x_of(key), double(top + kPanel)}, kRule);
    draw_text(picture, static_cast<int32_t>(x_of(key)) - 6, top + kPanel + 4, std::to_string(key), kInk);
  }
  frame_rect(picture, kLeft, top, static_cast<int32_t>(width) + 1, kPanel + 1, kInk);
  for (std::size_t l = 0; l < panel.lines.size(); ++l) {
    const Rgb ink = kColours[l % std::size(kColours)];
    std::vector<Point> points;
    for (std::size_t key = 0; key < kCurveKeys; ++key)
      points.push_back(
          {x_of(static_cast<double>(key)), y_of(static_cast<double>((*panel.lines[l].values)[key]))});
    draw_polyline(picture, points, false, ink, 1.2);
    for (const Point& p : points) fill_circle(picture, p, 1.9, ink);
    if (l < 9)
      draw_text(picture, kWidth - kRight + 12, top + 18 + static_cast<int32_t>(l) * kLine,
                panel.lines[l].name, ink);
    else if (l == 9)
      draw_text(picture, kWidth - kRight + 12, top + 18 + 9 * kLine,
                "and " + std::to_string(panel.lines.size() - 9) + " more", kInk);
  }
  draw_text(picture, kWidth - kRight + 12, top + 2, panel.title, kInk);
}

}  // namespace

namespace {

// Lines that fit the picture, broken at spaces; those that go on are set in.
std::vector<std::string> wrapped(const std::string& text) {
  std::vector<std::string> lines{""};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::string& line = lines.back();
    if (line.empty() || text_width(line + " " + word) <= kWidth - 24)
      line += (line.empty() ? "" : " ") + word;
    else lines.push_back("    " + word);
  }
  return lines;
}

}  // namespace

Picture draw_curves(const std::vector<CurveSheet>& sheets, const std::string& title,
                    const std::vector<ConsumerError>& errors) {
  const std::vector<Panel> panels = panels_of(sheets);
  std::vector<std::pair<std::string, Rgb>> lines;
  for (std::size_t e = 0; e < std::min(errors.size(), kMostErrors); ++e)
    for (const std::string& line : wrapped(errors[e].text()))
      lines.emplace_back(line, errors[e].passes() ? kInk : kBad);
  const int32_t below = kTop + static_cast<int32_t>(panels.size()) * (kPanel + kGap) + 6;
  Picture picture(kWidth, below + static_cast<int32_t>(lines.size()) * kLine + 12, kPaper);
  draw_text(picture, 12, 10, title, kInk, 2);
  for (std::size_t p = 0; p < panels.size(); ++p)
    draw_panel(picture, panels[p], kTop + static_cast<int32_t>(p) * (kPanel + kGap));
  for (std::size_t l = 0; l < lines.size(); ++l)
    draw_text(picture, 12, below + static_cast<int32_t>(l) * kLine, lines[l].first, lines[l].second);
  return picture;
}

}  // namespace ocean
