// SPDX-License-Identifier: Apache-2.0
//
// Constants and polynomials of elementary.h, printed by scripts/elementary_coefficients.py (Chebyshev
// interpolants). Relative error of each polynomial within its function: float < 2^-28, double < 2^-57.
#pragma once

#include <limits>

#include "kernels/exec.h"

namespace ocean::elem {

// c0 + z·(c1 + z·(…)), evaluated from the inside.
template <class T>
OCEAN_HD constexpr T horner(T, T c0) {
  return c0;
}
template <class T, class... Rest>
OCEAN_HD constexpr T horner(T z, T c0, Rest... rest) {
  return c0 + z * horner(z, rest...);
}

// sin r = r + r·z·sin_poly(z), z = r² ≤ 0.62
OCEAN_HD constexpr float sin_poly(float z) {
  return horner(z, -0x1.555556p-3f, 0x1.11110ep-7f, -0x1.a01396p-13f, 0x1.6db8acp-19f);
}
OCEAN_HD constexpr double sin_poly(double z) {
  return horner(z, -0x1.5555555555555p-3, 0x1.111111111111p-7, -0x1.a01a01a01990ap-13, 0x1.71de3a545b148p-19,
                -0x1.ae6454093c147p-26, 0x1.61217781a8ccdp-33, -0x1.ab13654fd392ap-41);
}
// cos r = 1 - z/2 + z²·cos_poly(z), z = r² ≤ 0.62
OCEAN_HD constexpr float cos_poly(float z) {
  return horner(z, 0x1.555554p-5f, -0x1.6c12c8p-10f, 0x1.9bd314p-16f);
}
OCEAN_HD constexpr double cos_poly(double z) {
  return horner(z, 0x1.5555555555555p-5, -0x1.6c16c16c16c16p-10, 0x1.a01a01a019cf6p-16,
                -0x1.27e4fb7710638p-22, 0x1.1eed8de759d0dp-29, -0x1.9394b3581cec8p-37, 0x1.ab746999271a1p-45);
}
// exp r = 1 + r + r²·exp_poly(r), |r| ≤ 0.35
OCEAN_HD constexpr float exp_poly(float r) {
  return horner(r, 0x1p-1f, 0x1.555556p-3f, 0x1.5554e4p-5f, 0x1.1110ep-7f, 0x1.6d491p-10f, 0x1.a12a34p-13f);
}
OCEAN_HD constexpr double exp_poly(double r) {
  return horner(r, 0x1p-1, 0x1.5555555555557p-3, 0x1.5555555555556p-5, 0x1.111111110ff8bp-7,
                0x1.6c16c16c16214p-10, 0x1.a01a01ac9de9ep-13, 0x1.a01a01a74077ap-16, 0x1.71ddfff6573d6p-19,
                0x1.27e4da1e12fb1p-22, 0x1.af5282aacdb2ep-26, 0x1.1f75a3caadff5p-29);
}
// log((1 + s)/(1 - s)) = 2s + s·z·log_poly(z), z = s² ≤ 0.0296
OCEAN_HD constexpr float log_poly(float z) {
  return horner(z, 0x1.555556p-1f, 0x1.9999ecp-2f, 0x1.245ba6p-2f, 0x1.ddf01ap-3f);
}
OCEAN_HD constexpr double log_poly(double z) {
  return horner(z, 0x1.5555555555555p-1, 0x1.9999999999a3ep-2, 0x1.2492492475dbcp-2, 0x1.c71c720302bd8p-3,
                0x1.745cf85360411p-3, 0x1.3b1c5ae500a38p-3, 0x1.0fbaab3c72fc6p-3, 0x1.0c2c748b6f13cp-3);
}
// atan t = t + t·z·atan_poly(z), z = t² ≤ 0.1732 (t ≤ tan π/8)
OCEAN_HD constexpr float atan_poly(float z) {
  return horner(z, -0x1.555556p-2f, 0x1.99997ap-3f, -0x1.2489cep-3f, 0x1.c57136p-4f, -0x1.60f69cp-4f,
                0x1.9bfc2ap-5f);
}
OCEAN_HD constexpr double atan_poly(double z) {
  return horner(z, -0x1.5555555555555p-2, 0x1.999999999994cp-3, -0x1.249249248d105p-3, 0x1.c71c71c2b0ea6p-4,
                -0x1.745d164dbe02ap-4, 0x1.3b1391076eea2p-4, -0x1.110e677821cbap-4, 0x1.e1972a44d9ad9p-5,
                -0x1.ac653b3a5af28p-5, 0x1.747cec614e3dap-5, -0x1.1a3bae5e1005cp-5, 0x1.08b03bd807b4ep-6);
}

// Heads of so few bits that n·head is exact for the n that occur, and tails. Limits: where exp leaves the
// type's range, and where tanh has become 1.
template <class T>
struct Constants;

template <>
struct Constants<float> {
  static constexpr float log2_e = 0x1.715476p+0f;
  static constexpr float ln2_head = 0x1.62e4p-1f, ln2_tail = 0x1.7f7d1cp-20f;
  static constexpr float pi4_head = 0x1.921fbp-1f, pi4_tail = 0x1.5110b4p-23f;
  static constexpr float round = 0x1.8p+23f;  // x + round - round is x rounded to an integer, ties to even
  static constexpr float infinity = std::numeric_limits<float>::infinity(), smallest_normal = 0x1p-126f;
  static constexpr int subnormal_shift = 25;
  static constexpr float exp_lowest = -104.0f, exp_highest = 89.0f, tanh_one = 10.0f;
};

template <>
struct Constants<double> {
  static constexpr double log2_e = 0x1.71547652b82fep+0;
  static constexpr double ln2_head = 0x1.62e42fefa38p-1, ln2_tail = 0x1.ef35793c7673p-45;
  static constexpr double pi4_head = 0x1.921fb54442d18p-1, pi4_tail = 0x1.1a62633145c07p-55;
  static constexpr double round = 0x1.8p+52;
  static constexpr double infinity = std::numeric_limits<double>::infinity(), smallest_normal = 0x1p-1022;
  static constexpr int subnormal_shift = 54;
  static constexpr double exp_lowest = -746.0, exp_highest = 710.0, tanh_one = 22.0;
};

inline constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
// π/2 = head + tail, head of 25 bits; and = head + middle + tail with 33, 33 and 53 bits.
inline constexpr double kHalfPiHead25 = 0x1.921fb5p+0, kHalfPiTail25 = 0x1.110b4611a6263p-26;
inline constexpr double kHalfPiHead33 = 0x1.921fb544p+0, kHalfPiMiddle33 = 0x1.0b4611a6p-34,
                        kHalfPiTail33 = 0x1.3198a2e037073p-69;

}  // namespace ocean::elem
