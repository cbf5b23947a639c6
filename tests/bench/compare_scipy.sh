#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Distance and direction maps: bench_distance against two scipy.ndimage.distance_transform_edt calls with indices, one after the
# other on the same machine. Prints both times (the least of the repetitions) and the ratio, per coast.
#
#   tests/bench/compare_scipy.sh BENCH_DISTANCE [SIZE] [REPETITIONS]     default 4096 and 3
#
# $PYTHON names a Python that has SciPy (default /usr/bin/python3, Debian's python3-scipy).
# Exit codes: 0 at least 10 times as fast on the fractal coast and 4 times on the circle; 1 slower; 2 wrong use.
set -euo pipefail

if [[ $# -lt 1 || $# -gt 3 || ! -x "$1" ]]; then
  echo "usage: compare_scipy.sh BENCH_DISTANCE [SIZE] [REPETITIONS]" >&2
  exit 2
fi
bench=$1 size=${2:-4096} repetitions=${3:-3}
python=${PYTHON:-/usr/bin/python3}
"$python" -c 'import scipy.ndimage' || { echo "compare_scipy: $python has no SciPy" >&2 && exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"$bench" --write "$work" "$size"

failed=0
for row in "fractal 10" "circle 4"; do
  read -r coast bar <<<"$row"
  ours=$("$bench" --time "$coast" "$size" "$repetitions")
  scipy=$("$python" "$here/scipy_distance.py" "$work/$coast.mask" "$size" "$repetitions")
  ratio=$(awk "BEGIN { printf \"%.1f\", $scipy / $ours }")
  echo "$coast ${size}^2: distance + direction $ours ms, SciPy $scipy ms, ratio $ratio (bar $bar)"
  awk "BEGIN { exit !($ratio >= $bar) }" || failed=1
done
exit "$failed"
