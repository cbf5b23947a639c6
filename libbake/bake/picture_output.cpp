// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/picture_output.h"

#include <utility>

namespace ocean {

void write_picture(const Picture& picture, OutputRecord record, OutputSet& outputs) {
  record.role = "preview";
  record.format = format_name(ImageFormat::png8);
  record.width = picture.width;
  record.height = picture.height;
  for (const char* name : {"R", "G", "B"}) {
    ChannelRecord channel;
    channel.name = name;
    channel.meaning = "picture for people";
    record.channels.push_back(channel);
  }
  outputs.write_image(std::move(record), picture.pixels.data());
}

void write_picture(const Picture& picture, const std::string& part, OutputSet& outputs) {
  OutputRecord record;
  record.file = outputs.name() + "_" + part + ".png";
  write_picture(picture, std::move(record), outputs);
}

}  // namespace ocean
