#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times what a script would do for a signed distance and a direction: two scipy.ndimage.distance_transform_edt calls with
indices, one for each side of the shore.

  scipy_distance.py MASK SIZE [REPETITIONS]

MASK: SIZE*SIZE bytes, non-zero = water. Prints the least time in milliseconds.
"""

import sys
import time

import numpy
from scipy import ndimage


def main():
    path, size = sys.argv[1], int(sys.argv[2])
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    water = numpy.fromfile(path, dtype=numpy.uint8).reshape(size, size) != 0
    land = ~water
    least = float('inf')
    for _ in range(repetitions):
        start = time.perf_counter()
        for side in (water, land):
            ndimage.distance_transform_edt(side, return_distances=True, return_indices=True)
        least = min(least, time.perf_counter() - start)
    print(f'{1000 * least:.1f}')


if __name__ == '__main__':
    main()
