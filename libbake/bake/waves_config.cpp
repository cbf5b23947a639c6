// SPDX-License-Identifier: Apache-2.0
#include "libbake/bake/waves_config.h"

#include "libbake/core/text.h"

namespace ocean {
namespace {

constexpr double kMostLength_m = 1e5, kMostAmplitude_m = 1e4;
constexpr int64_t kDefaultCount = 8;
constexpr double kDefaultToward_deg = 90;

void describe_drawn(WavesConfig& c, Fields& f) {
  f.group("Waves from a median");
  f.integer("count", c.count)
      .range(1, kMostWaves)
      .unset("auto", "8, or as many as --length-multipliers has")
      .text(
          "Number of waves. More of them leave length and direction of the first ones as they are, except of "
          "a "
          "spectrum, which is cut into more pieces.");
  f.integer("seed", c.seed).range(0, 4294967295.0).text("Chooses the set; equal seeds give equal sets.");
  f.real("length_median", c.length_median)
      .unit("m")
      .range(0.01, kMostLength_m)
      .text("Wavelength about which the set is drawn.");
  f.reals("length_range", c.length_range)
      .syntax("LOW,HIGH")
      .range(0.001, 1000)
      .unset("auto", "0.5,2; of a spectrum 0.03,3")
      .text(
          "Shortest and longest wave as multiples of the median (log-uniform between), or of the spectrum's "
          "peak length.");
  f.reals("length_multipliers", c.length_multipliers)
      .range(0.001, 1000)
      .count(0, kMostWaves)
      .text("Wavelengths as multiples of the median, one a wave, in place of drawn ones.");
  f.real("amplitude_median", c.amplitude_median)
      .unit("m")
      .range(0, kMostAmplitude_m)
      .unset("auto", "from --amplitude-ratio")
      .text("Amplitude of a wave of median length; longer ones are higher in proportion.");
  f.real("amplitude_ratio", c.amplitude_ratio)
      .range(0, 1)
      .unset("auto", "0.012, or from --amplitude-median")
      .text("Amplitude divided by wavelength, the same for the whole set.");
  f.choice("phases", c.phases,
           {{"auto", PhaseChoice::automatic, "random for a spectrum, zero else"},
            {"zero", PhaseChoice::zero, "what curves of four floats a wave can carry"},
            {"random", PhaseChoice::random, "uniform"}})
      .text("Phase of each wave at the origin at time 0.");
}

void describe_direction(WavesConfig& c, Fields& f) {
  f.group("Direction");
  f.real("direction_deg", c.direction_deg)
      .unit("degrees")
      .range(-360, 360)
      .unset("auto", "90, toward east")
      .text("Where the sea goes, clockwise from north.");
  f.real("direction_from_deg", c.direction_from_deg)
      .unit("degrees")
      .range(-360, 360)
      .unset("auto", "from --direction-deg")
      .text("Where the sea comes from, clockwise from north, as winds are reported.");
  f.real("direction_spread_deg", c.direction_spread_deg)
      .unit("degrees")
      .range(0, 180)
      .text("Directions are uniform within this angle to either side; of a spectrum see --spreading.");
}

void describe_steepness(WavesConfig& c, Fields& f) {
  f.group("Steepness");
  f.real("steepness", c.steepness).range(0, 100).text("How sharp crests are, by the convention below.");
  f.reals("steepness_range", c.steepness_range)
      .syntax("LOW,HIGH")
      .range(0, 100)
      .unset("auto", "--steepness for every wave")
      .text("Steepness drawn a wave, uniform.");
  f.choice("steepness_convention", c.steepness_convention,
           {{"auto", SteepnessConvention::automatic,
             "share for waves from a median, total for a spectrum, plain for given waves"},
            {"share", SteepnessConvention::share, "Q = S/(k*A*N): 1 for the whole set is as sharp as can be"},
            {"stiffness", SteepnessConvention::stiffness, "Q = s/(k*A): 1 a wave is as sharp as can be"},
            {"total", SteepnessConvention::total, "Q = S/sum of k*A, one for all: 1 is as sharp as can be"},
            {"plain", SteepnessConvention::plain, "Q itself; 1 makes circular orbits"}})
      .text("What steepness means; k = 2*pi/length, A amplitude, N number of waves.");
  f.boolean("allow_loops", c.allow_loops).text("Make a set so steep that its crests fold over themselves.");
}

void describe_water(WavesConfig& c, Fields& f) {
  f.group("Water");
  f.real("gravity", c.gravity).unit("m/s^2").above(0).max(1000).text("Acceleration of gravity.");
  f.real("depth", c.depth)
      .unit("m")
      .range(0.01, 20000)
      .unset("deep", "deep water")
      .text("Depth of the water, which slows long waves.");
  f.real("wind_speed_scale", c.wind_speed_scale)
      .above(0)
      .max(100)
      .text("Factor of every wave's frequency: how fast the sea runs against nature.");
}

void describe_spectrum(WavesConfig& c, Fields& f) {
  f.group("Spectrum");
  f.choice("spectrum", c.spectrum,
           {{"none", SeaSpectrum::none, "waves from a median"},
            {"pierson-moskowitz", SeaSpectrum::pierson_moskowitz, "full-grown sea of a wind"},
            {"jonswap", SeaSpectrum::jonswap, "sea of a wind over a fetch"},
            {"tma", SeaSpectrum::tma, "the same in water of --depth"}})
      .text("Where amplitudes come from.");
  f.real("wind_speed", c.wind_speed).unit("m/s").range(0.5, 100).text("Wind 10 m above the water.");
  f.real("fetch", c.fetch).unit("m").range(100, 1e7).text("Length of water that the wind blew over.");
  f.real("peak_enhancement", c.peak_enhancement)
      .range(1, 20)
      .text("Height of the peak over Pierson and Moskowitz's (gamma of jonswap and tma).");
  f.real("spreading", c.spreading)
      .range(0, 1000)
      .text(
          "Exponent s of the directions' distribution cos^2s of half the angle: 0 all round, 10 wind sea, 50 "
          "swell.");
}

void describe_given(WavesConfig& c, Fields& f) {
  f.group("Given waves");
  f.records("waves", c.waves).count(0, kMostWaves).text("Waves one by one, in place of drawn ones.");
  f.records("timeline", c.timeline)
      .count(0, 64)
      .text(
          "Sets that come and go. Living waves keep their length and direction; a change of weather fades "
          "one "
          "set out and another in.");
}

}  // namespace

void WaveEntry::describe(Fields& f) {
  f.real("length", length)
      .unit("m")
      .range(0.001, kMostLength_m)
      .unset("none", "must be given")
      .text("Wavelength.");
  f.real("amplitude", amplitude)
      .unit("m")
      .range(0, kMostAmplitude_m)
      .text("Half the height from trough to crest.");
  f.real("direction_deg", direction_deg)
      .unit("degrees")
      .range(-360, 360)
      .unset("auto", "the set's")
      .text("Where it goes, clockwise from north.");
  f.real("direction_from_deg", direction_from_deg)
      .unit("degrees")
      .range(-360, 360)
      .unset("auto", "the set's")
      .text("Where it comes from, clockwise from north.");
  f.real("turn", turn)
      .range(-1, 1)
      .unset("auto", "the set's")
      .text("Where it goes, as half turns counterclockwise from east: (cos pi*turn, sin pi*turn).");
  f.real("steepness", steepness).range(0, 100).text("By the set's convention.");
  f.real("phase", phase).unit("turns").range(-1, 1).text("Phase at the origin at time 0.");
}

void TimelineEntry::describe(Fields& f) {
  f.path("set", set).required().text("A wave set, NAME.waves.json.");
  f.reals("fade_in_s", fade_in_s)
      .unit("s")
      .syntax("START,END")
      .unset("always", "there from the start")
      .text("When it comes.");
  f.reals("fade_out_s", fade_out_s)
      .unit("s")
      .syntax("START,END")
      .unset("never", "it stays")
      .text("When it goes.");
}

void WavesConfig::describe(Fields& f) {
  describe_drawn(*this, f);
  describe_direction(*this, f);
  describe_steepness(*this, f);
  describe_water(*this, f);
  describe_spectrum(*this, f);
  describe_given(*this, f);
  f.group("Output");
  f.boolean("csv", csv).text("Write the table of the waves too, NAME_waves.csv.");
  f.boolean("preview", preview).text("Write a picture of the sea, NAME_preview.png.");
  f.real("preview_time", preview_time).unit("s").range(-1e7, 1e7).text("The time that the picture shows.");
}

int64_t WavesConfig::wave_count() const {
  if (count) return *count;
  return length_multipliers.empty() ? kDefaultCount : static_cast<int64_t>(length_multipliers.size());
}

std::array<double, 2> WavesConfig::lengths() const {
  if (length_range) return *length_range;
  if (spectrum == SeaSpectrum::none) return {0.5, 2};
  return {0.03, 3};
}

double WavesConfig::toward_deg() const {
  if (direction_from_deg) return *direction_from_deg + 180;
  return direction_deg.value_or(kDefaultToward_deg);
}

SteepnessConvention WavesConfig::convention() const {
  if (steepness_convention != SteepnessConvention::automatic) return steepness_convention;
  if (spectrum != SeaSpectrum::none) return SteepnessConvention::total;
  return is_drawn() ? SteepnessConvention::share : SteepnessConvention::plain;
}

bool WavesConfig::random_phases() const {
  if (phases == PhaseChoice::automatic) return spectrum != SeaSpectrum::none;
  return phases == PhaseChoice::random;
}

}  // namespace ocean
