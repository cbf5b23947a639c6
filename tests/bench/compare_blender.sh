#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A flipbook of eight waves (1024 x 1024, displacement, normal, foam) against Blender's ocean modifier that bakes the same maps, on
# one machine in one run.
#
#   tests/bench/compare_blender.sh BIN_FOLDER [FRAMES]
set -euo pipefail
bin=$(realpath "$1") frames=${2:-8}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bin/oceanbake" waves --config "$here/../../configs/trade_wind.json" --name sea --out "$work" --log-level error >/dev/null
for compression in zip rle; do
  start=$(date +%s.%N)
  "$bin/oceanbake" gerstner "$work/sea.waves.json" --tile 256,256 --period 16 --resolution 1024 --loop-frames "$frames" --no-preview \
    --compression "$compression" --force --out "$work" --log-level error --progress none >/dev/null
  end=$(date +%s.%N)
  awk -v a="$start" -v b="$end" -v n="$frames" -v c="$compression" 'BEGIN { printf "oceanbake %s: %.4f s a frame\n", c, (b - a) / n }'
done
mkdir "$work/blender"
blender -b --factory-startup --python "$here/blender_ocean.py" -- "$work/blender/" "$frames" 2>&1 | grep '^BLENDER'
