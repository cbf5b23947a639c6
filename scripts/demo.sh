#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# From nothing to a baked island: installs what is missing (Debian 12), builds, makes a sample island, bakes it and says where
# the results are. The second run takes seconds.
#
#   scripts/demo.sh [--out DIR] [--resolution N] [--seed S] [--no-setup]
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

out=out/demo resolution=1024 seed=1 setup=true
options 'out resolution seed' 'setup' 0 "$@"

if $setup; then phase "set-up" scripts/setup.sh build; fi
phase "configure" configure release
phase "build" build release oceanbake oceansim
tool=build/release/bin/oceanbake
phase "sample island" "$tool" terrain --name island --resolution "$resolution" --seed "$seed" --format obj --out "$out/terrain"
phase "shore" "$tool" shore "$out/terrain/island_mesh.obj" --name island --up z --unit m \
  --resolution "$resolution" --out "$out/shore"

print_phases
for file in island_shore.exr island_preview.png island.manifest.json; do
  [[ -s "$out/shore/$file" ]] || { echo "demo: $out/shore/$file is missing" >&2; exit 1; }
done
cat <<TEXT

The island:          $out/terrain/island_mesh.obj
The packed texture:  $out/shore/island_shore.exr      (distance, direction x, direction y, depth)
The preview picture: $out/shore/island_preview.png
The manifest:        $out/shore/island.manifest.json
TEXT
