// SPDX-License-Identifier: Apache-2.0
//
// Drawing on RGB8 pictures, for previews: anti-aliased lines, arrows, filled shapes, text in a 5x7 font,
// colour maps, legends. Pixel (0, 0) is the top left one, with its centre at (0.5, 0.5). Whatever lies
// outside the picture is cut off.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ocean {

struct Rgb {
  uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

struct Point {
  double x = 0, y = 0;  // pixels
};

struct Picture {
  int32_t width = 0, height = 0;
  std::vector<Rgb> pixels;  // rows top first

  Picture(int32_t w, int32_t h, Rgb fill = {});
  Rgb& at(int32_t x, int32_t y) { return pixels[static_cast<size_t>(int64_t{y} * width + x)]; }
  const Rgb& at(int32_t x, int32_t y) const { return pixels[static_cast<size_t>(int64_t{y} * width + x)]; }
  // Mixes colour in with weight alpha in [0, 1]; outside the picture nothing happens.
  void blend(int64_t x, int64_t y, Rgb colour, double alpha = 1);
};

void fill_rect(Picture& picture, int32_t x, int32_t y, int32_t width, int32_t height, Rgb colour,
               double alpha = 1);
void frame_rect(Picture& picture, int32_t x, int32_t y, int32_t width, int32_t height, Rgb colour);
void fill_circle(Picture& picture, Point centre, double radius, Rgb colour, double alpha = 1);

// Round-capped, thickness in pixels. A polyline is one shape: its joints are not darker. Points that are not
// finite break it.
void draw_line(Picture& picture, Point a, Point b, Rgb colour, double thickness = 1, double alpha = 1);
void draw_polyline(Picture& picture, std::span<const Point> points, bool closed, Rgb colour,
                   double thickness = 1, double alpha = 1);
// From tail to tip, with a head whose sides are head pixels long.
void draw_arrow(Picture& picture, Point tail, Point tip, Rgb colour, double thickness = 1, double head = 5);

// Text in ASCII and the degree sign; others show as a box. Cells are 6x8 pixels times scale. (x, y) is the
// top left corner;
// '\n' starts a new line.
inline constexpr int32_t kGlyphWidth = 6, kGlyphHeight = 8;
void draw_text(Picture& picture, int32_t x, int32_t y, std::string_view text, Rgb colour, int32_t scale = 1);
int32_t text_width(std::string_view text, int32_t scale = 1);  // of the longest line
// Text on a box that keeps it readable on any ground.
void draw_label(Picture& picture, int32_t x, int32_t y, std::string_view text, int32_t scale = 1);

// Colour maps of t in [0, 1]; t outside is an end's colour, NaN is magenta.
enum class ColourMap : uint8_t {
  sequential,  // dark violet to yellow, lightness rises evenly
  diverging,   // blue, white at 1/2, red
  shore,       // brown land, white at 1/2, blue water
  depth,       // 0: light shallow water, 1: dark deep
  land,        // 0: beach, then green, 1: bare rock
  grey
};
Rgb colour(ColourMap map, double t);
// Direction (x right, y up) as hue, length in [0, 1] as saturation on light grey.
Rgb direction_colour(double x, double y);

// A vertical scale with ticks at round numbers: top is high. (x, y) is its top left corner, labels to the
// right.
void draw_scale(Picture& picture, int32_t x, int32_t y, int32_t width, int32_t height, ColourMap map,
                double low, double high, const std::string& title, int32_t text_scale = 1);
// Round numbers in [low, high], at most about count.
std::vector<double> round_ticks(double low, double high, int32_t count);
std::string tick_text(double value);  // "0.5", "-1200", "2e-07"

// As PNG, safely. Throws Error{output}.
void write_png(const std::string& path, const Picture& picture);
// A GIF that repeats for ever, of 256 colours a frame. At least one frame, all of one size; frames_per_s in 1
// … 50 (GIF counts hundredths of a second, and programs slow shorter steps down). path: for messages. Throws
// Error{output}.
std::string gif_bytes(const std::string& path, std::span<const Picture> frames, int frames_per_s);

}  // namespace ocean
