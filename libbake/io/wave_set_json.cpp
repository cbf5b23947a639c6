// SPDX-License-Identifier: Apache-2.0
//
// Wave set files. k, omega, phase, amplitude and steepness are the wave; length_m and toward_deg are derived
// from k on writing and, where they stand, must agree with it on reading.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "libbake/core/error.h"
#include "libbake/core/json_writer.h"
#include "libbake/core/text.h"
#include "libbake/io/strict_json.h"
#include "libbake/io/wave_set.h"

namespace ocean {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kReadBy[] = "0.1";  // the first version that reads kWaveSetFormat
constexpr int64_t kMostWaves = 65536;
constexpr double kMostCell = 0x1p30 - 1, kMostCycles = 0x1p31 - 1;
// How far what is stated twice may differ, relative: texts of other programs have 7 digits or more.
constexpr double kAgreement = 1e-6;
// Snapped numbers follow from cell and cycles in a few operations.
constexpr double kSnapAgreement = 1e-12;

double toward_deg(double kx, double ky) {
  const double degrees = elem::atan2(kx, ky) * (360 / kTwoPi);
  return degrees < 0 ? degrees + 360 : degrees;
}

void write_span(JsonWriter& w, const char* key, double start, double end) {
  if (!std::isfinite(start)) return;
  w.key(key).list(std::vector<double>{start, end});
}

void write_wave(JsonWriter& w, const SetWave& wave, const WaveSet& set) {
  w.object();
  w.key("k").list(std::vector<double>{wave.kx, wave.ky});
  w.member("omega", wave.omega).member("phase", wave.phase).member("amplitude", wave.amplitude);
  w.member("steepness", wave.steepness).member("weight", wave.weight);
  if (wave.fade) {
    w.key("fade").object();
    write_span(w, "in_s", wave.fade->in_start_s, wave.fade->in_end_s);
    write_span(w, "out_s", wave.fade->out_start_s, wave.fade->out_end_s);
    w.end();
  }
  if (set.tile) w.key("cell").list(std::vector<int32_t>{wave.cell[0], wave.cell[1]});
  if (set.period_s) w.member("cycles", wave.cycles);
  w.member("length_m", wave.length()).member("toward_deg", toward_deg(wave.kx, wave.ky));
  w.end();
}

// A value of the file and where it lies, for messages.
class Node {
 public:
  Node(const Json& json, const std::string& path, std::string pointer)
      : json_(json), path_(path), pointer_(std::move(pointer)) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::input, path_ + ": " + (pointer_.empty() ? "/" : pointer_), what);
  }
  void only(const std::vector<std::string>& keys) const {
    if (!json_.is_object()) fail("must be an object");
    for (const auto& [key, value] : json_.items())
      if (std::find(keys.begin(), keys.end(), key) == keys.end())
        at(key.c_str()).fail("unknown key" + did_you_mean(key, keys) + "; known are " + join(keys, ", "));
  }
  bool has(const char* key) const { return json_.is_object() && json_.contains(key); }
  Node at(const char* key) const {
    if (!has(key)) fail("lacks the key '" + std::string(key) + "'; run the job that wrote the set again");
    return {json_.at(key), path_, pointer_ + "/" + key};
  }
  std::vector<Node> list() const {
    if (!json_.is_array()) fail("must be a list");
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < json_.size(); ++i)
      nodes.emplace_back(json_[i], path_, pointer_ + "/" + std::to_string(i));
    return nodes;
  }
  std::vector<Node> pair() const {
    std::vector<Node> nodes = list();
    if (nodes.size() != 2) fail("must have 2 numbers, has " + std::to_string(nodes.size()));
    return nodes;
  }
  double real() const {
    if (!json_.is_number()) fail(json_.dump() + " must be a number");
    return json_.get<double>();
  }
  double above_zero() const {
    const double x = real();
    if (!(x > 0)) fail(json_.dump() + " must be above 0");
    return x;
  }
  double within(double low, double high) const {
    const double x = real();
    if (!(x >= low && x <= high))
      fail(json_.dump() + " must lie in " + shortest(low) + "..." + shortest(high));
    return x;
  }
  double at_least_zero() const {
    const double x = real();
    if (!(x >= 0)) fail(json_.dump() + " must be at least 0");
    return x;
  }
  int64_t whole(double low, double high) const {
    if (!json_.is_number_integer()) fail(json_.dump() + " must be a whole number");
    return static_cast<int64_t>(within(low, high));
  }
  std::string dump() const { return json_.dump(); }
  bool is_null() const { return json_.is_null(); }
  bool is_text() const { return json_.is_string(); }
  std::string text() const { return json_.get<std::string>(); }

 private:
  const Json& json_;
  const std::string& path_;
  std::string pointer_;
};

bool differ(double a, double b, double share) {
  return std::abs(a - b) > share * std::max(std::abs(a), std::abs(b));
}

void read_span(const Node& fade, const char* key, double& start, double& end) {
  if (!fade.has(key)) return;
  const Node node = fade.at(key);
  const std::vector<Node> span = node.pair();
  start = span[0].real();
  end = span[1].real();
  if (!(start <= end)) node.fail(node.dump() + " must be [start, end] with start <= end");
}

WaveFade read_fade(const Node& node) {
  node.only({"in_s", "out_s"});
  WaveFade fade;
  read_span(node, "in_s", fade.in_start_s, fade.in_end_s);
  read_span(node, "out_s", fade.out_start_s, fade.out_end_s);
  if (!(fade.in_end_s <= fade.out_start_s))
    node.fail("the wave fades out from " + shortest(fade.out_start_s) + " s, before it is in at " +
              shortest(fade.in_end_s) + " s; let out_s begin at the end of in_s or later");
  return fade;
}

// What a file may say twice.
void check_derived(const Node& node, const SetWave& w) {
  if (node.has("length_m") && differ(node.at("length_m").above_zero(), w.length(), kAgreement))
    node.at("length_m")
        .fail(node.at("length_m").dump() + " contradicts k, whose length is " + shortest(w.length()) +
              " m; change k, or leave length_m out");
  if (!node.has("toward_deg")) return;
  const double stated = node.at("toward_deg").within(-360, 360), real = toward_deg(w.kx, w.ky);
  const double gap = stated - real, off = gap - 360 * std::floor(gap / 360 + 0.5);
  if (std::abs(off) > 360 * kAgreement)
    node.at("toward_deg")
        .fail(node.at("toward_deg").dump() + " contradicts k, which points toward " + shortest(real) +
              " degrees; change k, or leave toward_deg out");
}

void read_cell(const Node& node, const WaveTile& tile, SetWave& w) {
  const std::vector<Node> cell = node.at("cell").pair();
  w.cell = {static_cast<int32_t>(cell[0].whole(-kMostCell, kMostCell)),
            static_cast<int32_t>(cell[1].whole(-kMostCell, kMostCell))};
  if (w.cell[0] == 0 && w.cell[1] == 0) node.at("cell").fail("[0,0] is no wave; remove it");
  const double kx = kTwoPi * (w.cell[0] / tile.length_x), ky = kTwoPi * (w.cell[1] / tile.length_y);
  if (differ(kx, w.kx, kSnapAgreement) || differ(ky, w.ky, kSnapAgreement))
    node.at("k").fail(node.at("k").dump() + " contradicts cell " + node.at("cell").dump() +
                      " of the tile, which is k = [" + shortest(kx) + "," + shortest(ky) +
                      "]; snap the set again with 'oceanbake gerstner'");
}

void read_cycles(const Node& node, double period_s, SetWave& w) {
  w.cycles = node.at("cycles").whole(1, kMostCycles);
  const double omega = kTwoPi * (static_cast<double>(w.cycles) / period_s);
  if (differ(omega, w.omega, kSnapAgreement))
    node.at("omega").fail(node.at("omega").dump() + " contradicts " + node.at("cycles").dump() +
                          " cycles in " + shortest(period_s) + " s, which is omega = " + shortest(omega) +
                          "; snap the set again with 'oceanbake gerstner'");
}

SetWave read_wave(const Node& node, const WaveSet& set) {
  std::vector<std::string> keys{"k",      "omega", "phase",    "amplitude", "steepness",
                                "weight", "fade",  "length_m", "toward_deg"};
  if (set.tile) keys.push_back("cell");
  if (set.period_s) keys.push_back("cycles");
  node.only(keys);
  SetWave w;
  const std::vector<Node> k = node.at("k").pair();
  w.kx = k[0].real();
  w.ky = k[1].real();
  if (!(w.k() > 0 && std::isfinite(w.k()) && std::isfinite(w.length())))
    node.at("k").fail(node.at("k").dump() +
                      " has no length and direction; must not be [0,0], nor too large to square");
  w.omega = node.at("omega").above_zero();
  w.phase = node.at("phase").real();
  if (!(w.phase >= 0 && w.phase < 1))
    node.at("phase").fail(node.at("phase").dump() +
                          " must be turns from 0 to below 1; take away whole turns");
  w.amplitude = node.at("amplitude").at_least_zero();
  w.steepness = node.at("steepness").at_least_zero();
  if (node.has("weight")) w.weight = node.at("weight").within(0, 1);
  if (node.has("fade")) w.fade = read_fade(node.at("fade"));
  if (set.tile) read_cell(node, *set.tile, w);
  if (set.period_s) read_cycles(node, *set.period_s, w);
  check_derived(node, w);
  return w;
}

WaveTile read_tile(const Node& node) {
  node.only({"origin_m", "size_m"});
  const std::vector<Node> origin = node.at("origin_m").pair(), size = node.at("size_m").pair();
  return {origin[0].real(), origin[1].real(), size[0].above_zero(), size[1].above_zero()};
}

void check_format(const Json& json, const std::string& path) {
  const char* remedy = "; name a NAME.waves.json that 'oceanbake waves' or 'oceanbake gerstner' wrote";
  if (!json.is_object() || !json.contains("wave_set"))
    throw Error(ErrorKind::input, path, std::string("is no wave set: it lacks the key 'wave_set'") + remedy);
  const Json& format = json.at("wave_set");
  if (!format.is_number_integer() || format.get<double>() < 1)
    throw Error(ErrorKind::input, path + ": /wave_set", format.dump() + " is no format's number" + remedy);
  if (format.get<double>() <= kWaveSetFormat) return;
  const bool says = json.contains("read_by") && json.at("read_by").is_string();
  throw Error(ErrorKind::input, path + ": /wave_set",
              "format " + format.dump() + " is newer than this program's, which reads " +
                  std::to_string(kWaveSetFormat) + "; use oceanbake " +
                  (says ? in_quotes(json.at("read_by").get<std::string>()) + " or later"
                        : "of the version that wrote it") +
                  ", or make the set again with this one");
}

}  // namespace

std::string wave_set_text(const WaveSet& set) {
  JsonWriter w;
  w.object().member("wave_set", kWaveSetFormat).member("read_by", kReadBy).member("gravity", set.gravity);
  if (std::isfinite(set.depth)) w.member("depth", set.depth);
  w.member("time_scale", set.time_scale);
  if (set.tile) {
    w.key("tile").object();
    w.key("origin_m").list(std::vector<double>{set.tile->x0, set.tile->y0});
    w.key("size_m").list(std::vector<double>{set.tile->length_x, set.tile->length_y}).end();
  }
  if (set.period_s) w.member("period_s", *set.period_s);
  w.key("waves").array();
  for (const SetWave& wave : set.waves) write_wave(w, wave, set);
  w.end().end();
  return w.text() + "\n";
}

WaveSet read_wave_set(const std::string& path) {
  const Json json = read_strict_json(path, "name a NAME.waves.json");
  check_format(json, path);
  const Node node(json, path, "");
  node.only({"wave_set", "read_by", "gravity", "depth", "time_scale", "tile", "period_s", "waves"});
  WaveSet set;
  set.gravity = node.at("gravity").above_zero();
  if (node.has("depth")) set.depth = node.at("depth").above_zero();
  if (node.has("time_scale")) set.time_scale = node.at("time_scale").above_zero();
  if (node.has("tile")) set.tile = read_tile(node.at("tile"));
  if (node.has("period_s")) set.period_s = node.at("period_s").above_zero();
  const std::vector<Node> waves = node.at("waves").list();
  if (static_cast<int64_t>(waves.size()) > kMostWaves)
    node.at("waves").fail(std::to_string(waves.size()) + " waves are more than " +
                          std::to_string(kMostWaves) + "; make a set of fewer");
  for (const Node& wave : waves) set.waves.push_back(read_wave(wave, set));
  return set;
}

}  // namespace ocean
