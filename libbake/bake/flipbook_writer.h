// SPDX-License-Identifier: Apache-2.0
//
// Writes the frames of a flipbook as files, as an atlas, or both. Encoding goes on in the background, several
// frames at a time, while the next ones are computed; memory is bounded by kFramesInFlight an encoder.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "libbake/bake/flipbook_maps.h"
#include "libbake/bake/job.h"
#include "libbake/core/background.h"
#include "libbake/io/outputs.h"

namespace ocean {

inline constexpr std::size_t kFramesInFlight = 2;
inline constexpr int kMostEncoders = 8;

// Cells of width*height texels and a gutter on every side, row-major from the top left.
struct AtlasLayout {
  AtlasCells cells;
  int32_t width = 0, height = 0, gutter = 0;  // of a cell
  int32_t cell_width() const { return width + 2 * gutter; }
  int32_t cell_height() const { return height + 2 * gutter; }
  int64_t atlas_width() const { return int64_t{cells.columns} * cell_width(); }
  int64_t atlas_height() const { return int64_t{cells.rows} * cell_height(); }
};

// Copies a frame (north first, texel_bytes a texel) into column `column` of a row of cells
// (layout.atlas_width() texels a row, layout.cell_height() rows); the gutter repeats the frame's other side.
void place_cell(const AtlasLayout& layout, const uint8_t* frame, int32_t texel_bytes, int32_t column,
                uint8_t* cells);

struct FlipbookFormat {
  ImageFormat format;
  Compression compression;
  int32_t width, height;  // of a frame
  bool singles;
  std::optional<AtlasLayout> atlas;
  int32_t pad = 4;  // digits of frame numbers
};

// NAME_ROLE.####.ext
std::string frame_file(const std::string& name, const std::string& role, int64_t frame,
                       const FlipbookFormat& format);
std::string atlas_file(const std::string& name, const std::string& role, const FlipbookFormat& format);

class FlipbookWriter {
 public:
  // All images have the size of the frames. Throws Error{output}.
  FlipbookWriter(const FlipbookFormat& format, std::vector<WaveImage> images, const WorldRecord& world,
                 JobContext& job);
  ~FlipbookWriter();

  // Frames in order. Packs and measures on the job's back end, then encodes in the background, whose errors
  // come with a later call.
  void add(const FrameMaps& maps, const TimeRecord& time);
  // Completes all files. frames: of the atlas.
  void finish();

 private:
  struct Atlas;
  struct Pending;
  std::shared_ptr<std::vector<uint8_t>> pack(const WaveImage& image, const FrameMaps& maps,
                                             std::vector<ChannelMeasure>& measures);
  void write_single(std::size_t image, const TimeRecord& time, std::shared_ptr<std::vector<uint8_t>> samples,
                    const std::vector<ChannelMeasure>& measures);
  void write_cell(std::size_t image, const std::vector<uint8_t>& samples,
                  const std::vector<ChannelMeasure>& measures);
  void flush_cells(Atlas& atlas);
  void collect(std::size_t most);  // records what is written until at most that many are pending

  FlipbookFormat format_;
  std::vector<WaveImage> images_;
  WorldRecord world_;
  JobContext& job_;
  int64_t frames_ = 0;
  std::vector<std::unique_ptr<Atlas>> atlases_;
  std::vector<std::unique_ptr<Pending>> pending_;  // in order
  std::size_t next_ = 0;
  std::vector<std::unique_ptr<BackgroundQueue>> encoders_;  // goes first: its tasks use what stands above
};

}  // namespace ocean
