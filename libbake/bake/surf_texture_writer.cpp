// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/surf_texture_writer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "kernels/pack/pack.h"
#include "libbake/bake/texture_options.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"
#include "libbake/io/outputs.h"

namespace ocean {
namespace {

struct TextureChannel {
  std::size_t member;  // float of a SurfTexel
  double scale;
  bool is_signed;
  std::string key, meaning, unit;
};

std::vector<TextureChannel> channels_of(const SurfConfig& config, const TargetTraits& target) {
  const std::string unit(target.unit);
  const double scale = 1 / target.unit_m;
  std::vector<TextureChannel> all{
      {offsetof(SurfTexel, forward), scale, true, "surf_forward",
       "forward displacement, the way the wave goes", unit},
      {offsetof(SurfTexel, height), scale, false, "surf_height", "height above the troughs' level", unit},
      {offsetof(SurfTexel, foam), 1, false, "surf_foam", "foam, 0 none to 1 full", ""}};
  if (config.alpha == SurfAlpha::slope)
    all.push_back({offsetof(SurfTexel, slope), 1, true, "surf_slope",
                   "angle of the surface's tangent above the level, the way the wave goes; beyond a quarter "
                   "turn it overhangs",
                   "rad"});
  if (config.alpha == SurfAlpha::wetness)
    all.push_back(
        {offsetof(SurfTexel, wetness), 1, false, "surf_wetness", "wetness of the ground, 0 dry to 1", ""});
  return all;
}

// South first is v = 0 first; pack_rows() turns it over. Targets whose V grows downward want v = 0 on top.
void turn_over(std::vector<SurfTexel>& texels, int32_t width, int32_t height) {
  for (int32_t low = 0, high = height - 1; low < high; ++low, --high)
    std::swap_ranges(texels.begin() + int64_t{low} * width, texels.begin() + int64_t{low + 1} * width,
                     texels.begin() + int64_t{high} * width);
}

}  // namespace

std::string surf_texture_file(const SurfConfig& config, const std::string& name) {
  return name + "_surf" + format_extension(config.format);
}

std::map<std::string, std::string> surf_texture_facts(const SurfConfig& config, const SurfModel& m,
                                                      const TargetTraits& target) {
  const SurfUvSettings uv = config.uv(m);
  std::map<std::string, std::string> facts;
  const auto real = [&](const char* key, double value) { facts[key] = shortest(value); };
  facts["sampler"] = R"({"filter": "linear", "u": "repeat", "v": "clamp"})";
  facts["u"] = json_quoted("position across one wave, growing shoreward");
  facts["v"] = json_quoted("life of the wave: 0 born offshore, 1 gone");
  facts["row_0"] = json_quoted(target.v_up ? "v = 1" : "v = 0");
  facts["breaker"] = json_quoted(m.p.plunging ? "plunging" : "spilling");
  real("iribarren", m.iribarren);
  real("period_s", m.p.period_s);
  real("birth_depth_m", m.p.birth_depth_m);
  real("break_depth_m", m.break_depth_m);
  real("break_height_m", m.break_height_m);
  real("runup_m", m.runup_m);
  real("v_break", m.v_break);
  real("v_swash", m.v_swash);
  real("crest_u", m.crest_u);
  JsonWriter w(0);
  w.object();
  const auto field = [&](const char* key, double value) { w.key(key).raw(shortest(value)); };
  field("width_m", uv.width_m);
  field("offset", uv.offset);
  field("life_speed", uv.life_speed);
  field("noise_u", uv.noise_u);
  field("noise_v", uv.noise_v);
  field("noise_scale", config.noise_factor(m));
  field("fade_m", uv.fade_m);
  field("fade_length_m", uv.fade_length_m);
  field("forward_scale", config.scale[0]);
  field("height_scale", config.scale[1]);
  const SurfNoise n;
  w.key("noise_terms").object();
  field("sine", n.sine);
  field("sine_k", n.sine_k);
  field("cosine", n.cosine);
  field("cosine_k", n.cosine_k);
  w.end();
  w.key("noise").raw(json_quoted("n = " + shortest(n.sine) + "*sin(" + shortest(n.sine_k) + "*p) + " +
                                 shortest(n.cosine) + "*cos(" + shortest(n.cosine_k) +
                                 "*p), p = noise_scale * metres along the coast"));
  w.key("formula").raw(
      json_quoted("D = offset - distance/width; u = frac(D - periods + noise_u*n); v = clamp((D + noise_v*n "
                  "- u)*life_speed, 0, 1)"));
  facts["coordinates"] = w.end().text();
  return facts;
}

void write_surf_texture(const SurfConfig& config, const SurfModel& model, Buffer<SurfTexel>& texture,
                        JobContext& job) {
  const TargetTraits& target = traits(job.settings().target);
  const Exec& exec = job.exec();
  std::optional<Buffer<SurfTexel>> turned;
  if (!target.v_up) {
    std::vector<SurfTexel> host = texture.to_host("surf texture");
    turn_over(host, config.columns, config.rows);
    turned.emplace(exec, "surf texture", host);
  }
  const Buffer<SurfTexel>& source = turned ? *turned : texture;
  const std::vector<TextureChannel> channels = channels_of(config, target);
  PackSpec spec;
  spec.type = SampleType::float32;
  spec.channels = static_cast<int32_t>(channels.size());
  spec.width = config.columns;
  spec.height = config.rows;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    PackChannel& to = spec.channel[c];
    to.source = reinterpret_cast<const float*>(source.data()) + channels[c].member / sizeof(float);
    to.stride = kSurfTexelFloats;
    to.scale = static_cast<float>(channels[c].scale);
    to.is_signed = channels[c].is_signed;
  }
  const std::vector<ChannelMeasure> extremes = measure_channels(exec, spec);
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const float most = std::max(std::abs(extremes[c].min), std::abs(extremes[c].max));
    spec.channel[c].range = channels[c].unit.empty() || !(most > 0) ? 1 : most;
  }
  spec.type = format_type(config.format);
  const std::vector<ChannelMeasure> measures = measure_channels(exec, spec);

  OutputRecord record;
  record.role = "surf";
  record.file = surf_texture_file(config, job.name());
  record.format = format_name(config.format);
  record.width = config.columns;
  record.height = config.rows;
  record.tiles_x = true;
  record.facts = surf_texture_facts(config, model, target);
  static constexpr const char* kNames[] = {"R", "G", "B", "A"};
  for (std::size_t c = 0; c < channels.size(); ++c) {
    ChannelRecord channel{kNames[c], channels[c].meaning, channels[c].unit, {}, {}, {}, {}};
    channel.key = channels[c].key;
    const CodeScale code =
        code_scale(config.format, static_cast<double>(spec.channel[c].range), channels[c].is_signed);
    channel.decode = {code.scale, code.offset};
    channel.min = static_cast<double>(measures[c].stored_min);
    channel.max = static_cast<double>(measures[c].stored_max);
    channel.quantisation_error = static_cast<double>(measures[c].max_error);
    record.channels.push_back(std::move(channel));
  }
  const int64_t bytes = int64_t{spec.width} * spec.height * spec.channels * sample_bytes(spec.type);
  Buffer<uint8_t> packed(exec, bytes);
  pack_rows(exec, spec, 0, spec.height, packed.view());
  job.outputs().write_image(std::move(record), packed.to_host("packed surf").data(), config.compression);
}

}  // namespace ocean
