// SPDX-License-Identifier: Apache-2.0
//
// Writing one image of a shore bake by bands: rows go out as they are packed, and what the format loses is
// measured on the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "libbake/bake/shore_images.h"
#include "libbake/core/background.h"
#include "libbake/core/progress.h"
#include "libbake/io/draw.h"
#include "libbake/io/outputs.h"

namespace ocean {

class ShoreImageWriter {
 public:
  // extremes: of the image's channels. Throws Error{usage} where half cannot hold a value.
  ShoreImageWriter(const Exec& exec, const Shore& shore, const ShoreImage& image, const ShoreConfig& config,
                   ImageFormat format, const TargetTraits& target, const ShoreExtremes& extremes,
                   OutputSet& outputs);

  // Bands from the NORTH: maps.window begins where the last one ended. Throws Error{output}, and Interrupted
  // between parts of a band. Rows are counted in progress.
  // Encoding goes on in the background; its errors come with a later call.
  void write(const ShoreMaps& maps, Progress& progress);
  // Does end() wait for compare() of every band, from the north? For formats that lose on the way to the
  // file.
  bool is_lossy() const { return lossy_; }
  // After the last band; and for lossy formats with each band again in between.
  void close();
  void compare(const ShoreMaps& maps);
  // Records the image; quantisation and saturation are recorded, and warned about in the report. Of a lossy
  // file (dwaa) range and error are those of the values that come back.
  void end(RunReport& report);

 private:
  PackSpec spec_of(const ShoreMaps& maps) const;
  void add_measures(const std::vector<ChannelMeasure>& band);

  const Exec& exec_;
  const Shore& shore_;
  const ShoreImage& image_;
  const ShoreConfig& config_;
  const TargetTraits& target_;
  OutputSet& outputs_;
  SampleType type_;
  bool lossy_;
  std::vector<ChannelForm> forms_;
  std::vector<ChannelMeasure> measures_;  // so far
  OutputRecord record_;
  std::optional<ImageWriter> writer_;
  std::optional<ImageReader> reader_;
  std::optional<BackgroundQueue> encoder_;  // goes first: it uses writer_
};

// NAME_preview.png, of a tide set NAME_tideK_preview.png.
void write_preview(const Picture& picture, const ShoreLevel& level, OutputSet& outputs);

}  // namespace ocean
