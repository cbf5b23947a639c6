#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# scripts/batch_shore.sh on folders of terrains. test_batch.sh SOURCE_DIR OCEANBAKE
set -uo pipefail
cd "$1" || exit 1
export OCEANBAKE=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

expect() {  # expect NAME EXIT_CODE TEXT ARGUMENTS...: of the batch
  local name=$1 code=$2 text=$3 output rc=0
  shift 3
  output=$(scripts/batch_shore.sh "$@" 2>&1 </dev/null) || rc=$?
  if [[ $rc -ne $code || "$output" != *"$text"* ]]; then
    echo "FAILED $name: exit code $rc, wanted $code; output, wanted '$text' in it: $output"
    failures=$((failures + 1))
  fi
}

expect 'it explains itself' 0 'scripts/batch_shore.sh DIR' --help
expect 'a folder is needed' 2 'folder of the terrains is missing'
expect 'what it does not know' 2 '--nonsense' "$scratch" --nonsense
expect 'no folder' 2 'is no folder' "$scratch/absent"
expect 'no terrain' 2 'has no terrain' "$scratch"

terrains="$scratch/my terrains"
mkdir "$terrains"
tent='v 0 0 -1\nv 4 0 1\nv 8 0 -1\nv 0 8 -1\nv 4 8 1\nv 8 8 -1\nf 1 2 5 4\nf 2 3 6 5\n'
printf "$tent" >"$terrains/tent.obj"
printf "$tent" >"$terrains/a wide tent.OBJ"
printf 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 4\n-1 1\n1 2\n' >"$terrains/tent.asc"
echo 'no terrain' >"$terrains/notes.txt"
flags=(--resolution 16 --no-preview --log-level error)
expect 'every terrain is baked' 0 '3 baked, 0 up to date, 0 failed of 3' "$terrains" -- "${flags[@]}"
for name in tent_obj tent_asc 'a wide tent'; do
  "$OCEANBAKE" verify "$terrains/shore/$name.manifest.json" >/dev/null || { echo "FAILED: $name"; failures=$((failures + 1)); }
done
expect 'a rerun does nothing' 0 '0 baked, 3 up to date, 0 failed of 3' "$terrains" -- "${flags[@]}"
expect 'another flag bakes again' 0 '3 baked' "$terrains" -- "${flags[@]}" --sea-level 0.25
expect 'a pattern picks' 0 '0 baked, 1 up to date, 0 failed of 1' "$terrains" --pattern '*.asc' -- "${flags[@]}" --sea-level 0.25
expect 'names are its own' 2 '--name is set' "$terrains" -- --name other

# The bad one comes second of three and does not stop the third.
printf 'v 0 0 zero\n' >"$terrains/broken.obj"
expect 'a bad terrain' 3 '3 baked, 0 up to date, 1 failed of 4' "$terrains" --out "$scratch/out" -- "${flags[@]}"
expect 'it is named' 3 "failed, exit 3: $terrains/broken.obj" "$terrains" --out "$scratch/out" -- "${flags[@]}"
expect 'the others are up to date then' 3 '0 baked, 3 up to date, 1 failed of 4' "$terrains" --out "$scratch/out" -- "${flags[@]}"
expect 'a bad flag fails each' 2 '0 baked, 0 up to date, 4 failed of 4' "$terrains" -- --resolution none

if [[ -n "${OCEAN_REALDATA:-}" && -d "$OCEAN_REALDATA" ]]; then
  count=$(find "$OCEAN_REALDATA/terrain" -maxdepth 1 -type f -regex '.*\.\(obj\|ply\|stl\|glb\|fbx\)' | wc -l)
  flags=(--resolution 64 --no-preview --log-level error)
  expect 'real terrains' 0 "$count baked, 0 up to date, 0 failed of $count" "$OCEAN_REALDATA/terrain" --out "$scratch/real" -- "${flags[@]}"
  expect 'real terrains again' 0 "0 baked, $count up to date" "$OCEAN_REALDATA/terrain" --out "$scratch/real" -- "${flags[@]}"
else
  echo 'OCEAN_REALDATA does not name the folder of the real inputs: they are left out'
fi

[[ $failures -eq 0 ]] && echo 'the batch behaves'
exit $((failures > 0))
