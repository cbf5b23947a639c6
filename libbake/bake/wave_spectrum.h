// SPDX-License-Identifier: Apache-2.0
//
// Frequency spectra of wind seas, one-sided in angular frequency: the variance of the surface is their
// integral over omega > 0.
//
// Pierson & Moskowitz 1964, A proposed spectral form for fully developed wind seas, JGR 69; Hasselmann et al.
// 1973, Measurements of wind-wave growth and swell decay during the Joint North Sea Wave Project (JONSWAP);
// Bouws, Guenther, Rosenthal & Vincent 1985, Similarity of the wind wave spectrum in finite depth water, JGR
// 90 (TMA), with Kitaigorodskii's depth function in its exact form.
#pragma once

#include "libbake/bake/waves_config.h"

namespace ocean {

struct Spectrum {
  double alpha = 0;  // Phillips' parameter
  double peak = 0;   // omega of the peak, rad/s
  double gamma = 1;  // peak enhancement
  double gravity = 9.81, depth = 0;
  bool shallow = false;  // TMA

  double operator()(double omega) const;  // m^2*s; 0 at omega <= 0
};

// config.spectrum is not none. wind_speed is that at 10 m; Pierson and Moskowitz's at 19.5 m is 1.026 times
// it.
Spectrum spectrum_of(const WavesConfig& config);

// Integral from omega a to b, 0 < a <= b, by Simpson's rule in log omega: relative error below 1e-6 for
// intervals of the shapes above.
double energy(const Spectrum& spectrum, double a, double b);
double total_energy(const Spectrum& spectrum);  // m0, m^2, of all frequencies

// Length of the wave of the peak's frequency, m, in the spectrum's water.
double peak_length(const Spectrum& spectrum, double depth);

}  // namespace ocean
