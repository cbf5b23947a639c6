#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the polynomials of kernels/math/elementary_constants.h (needs mpmath).

Each is the Chebyshev interpolant of its function, computed with 60 digits and rounded to the type, so it lies within a small
factor of the minimax polynomial. The printed error is that of the rounded polynomial, relative to the whole function.
"""
import struct

from mpmath import atan, atanh, chebyfit, cos, exp, expm1, log, mp, mpf, pi, polyval, sin, sqrt

mp.dps = 60


def sin_g(z):  # sin r = r + r z g(z), z = r^2
    if z < mpf(10) ** -12:
        return mpf(-1) / 6 + z / 120
    return (sin(sqrt(z)) / sqrt(z) - 1) / z


def cos_g(z):  # cos r = 1 - z/2 + z^2 g(z)
    if z < mpf(10) ** -12:
        return mpf(1) / 24 - z / 720
    return (cos(sqrt(z)) - 1 + z / 2) / z**2


def exp_g(r):  # exp r = 1 + r + r^2 g(r)
    if abs(r) < mpf(10) ** -15:
        return mpf(1) / 2 + r / 6
    return (expm1(r) - r) / r**2


def log_g(z):  # log((1+s)/(1-s)) = 2s + s z g(z), z = s^2
    if z < mpf(10) ** -15:
        return mpf(2) / 3 + z * 2 / 5
    return (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z


def atan_g(z):  # atan t = t + t z g(z), z = t^2
    if z < mpf(10) ** -12:
        return mpf(-1) / 3 + z / 5
    return (atan(sqrt(z)) / sqrt(z) - 1) / z


CASES = [
    # name, g, interval, coefficients (float, double), relative error of the whole function caused by an error e of g at z
    ("kSin", sin_g, [0, mpf("0.62")], (4, 7), lambda e, z: e * z),
    ("kCos", cos_g, [0, mpf("0.62")], (3, 7), lambda e, z: e * z * z / cos(sqrt(z))),
    ("kExp", exp_g, [mpf("-0.35"), mpf("0.35")], (6, 11), lambda e, r: e * r * r / exp(r)),
    ("kLog", log_g, [0, mpf("0.0296")], (4, 8), lambda e, z: e * z / 2),
    ("kAtan", atan_g, [0, mpf("0.1732")], (6, 12), lambda e, z: e * z),
]


def rounded(value, is_double):
    return mpf(struct.unpack("d", struct.pack("d", float(value)))[0]) if is_double else mpf(
        struct.unpack("f", struct.pack("f", float(value)))[0])


def literal(value, is_double):
    mantissa, exponent = float(value).hex().split("p")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}p{exponent}" + ("" if is_double else "f")


def head_and_tail(name, value, head_bits, is_double):
    """value = head + tail, the head of so few bits that its products with small integers are exact."""
    scale = mpf(2) ** (head_bits - 1 - int(mp.floor(log(value, 2))))
    head = mp.floor(value * scale) / scale
    tail = rounded(value - head, is_double)
    print(f"// {'double' if is_double else 'float'} {name}: {literal(head, is_double)}, {literal(tail, is_double)}")


def main():
    for name, g, interval, counts, error in CASES:
        for is_double, count in zip((False, True), counts):
            high_first = chebyfit(g, interval, count)
            poly = [rounded(c, is_double) for c in reversed(high_first)]
            worst = mpf(0)
            for i in range(401):
                z = interval[0] + (interval[1] - interval[0]) * i / 400
                worst = max(worst, abs(error(polyval(poly[::-1], z) - g(z), z)))
            kind = "double" if is_double else "float"
            print(f"// {kind} {name}: relative error {mp.nstr(worst, 2)} = 2^{mp.nstr(log(worst, 2), 3)}")
            print("{" + ", ".join(literal(c, is_double) for c in poly) + "};")


def two_over_pi(words=40):
    """The first words of 2/pi in binary, 32 bits each: the constant of Payne and Hanek's reduction."""
    mp.prec = 32 * words + 64
    fraction = 2 / pi
    digits = []
    for _ in range(words):
        fraction *= 2**32
        digits.append(int(fraction))
        fraction -= int(fraction)
    print("// 2/pi: " + ", ".join(f"0x{d:08x}u" for d in digits))


if __name__ == "__main__":
    main()
    head_and_tail("ln 2", log(2), 16, False)
    head_and_tail("ln 2", log(2), 42, True)
    head_and_tail("pi/4", pi / 4, 22, False)
    head_and_tail("pi/4", pi / 4, 51, True)
    head_and_tail("pi/2, one product", pi / 2, 25, True)
    head_and_tail("pi/2, 33 bits", pi / 2, 33, True)
    head_and_tail("pi/2, next 33 bits", pi / 2 - mpf(float.fromhex("0x1.921fb544p+0")), 33, True)
    two_over_pi()
