#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Bakes every terrain of a folder: oceanbake shore, once a file, one manifest each.
#
#   scripts/batch_shore.sh DIR [--out DIR] [--pattern GLOB] [-- FLAGS OF oceanbake shore...]
#
# Terrains are the files of DIR itself, not of its subfolders, whose ending oceanbake knows; --pattern picks among them
# ('*.obj'). Each is named after its file without the ending; files that share that name keep the ending (isle_obj, isle_ply).
# Outputs go to --out (default DIR/shore). A rerun does nothing for terrains that are up to date. A terrain that fails does
# not stop the others; the failures are listed at the end, and the exit code is the first one's (2 configuration, 3 input,
# 4 output, ...). A signal stops the batch. The program is $OCEANBAKE, else build/release/bin/oceanbake, else that on PATH.
set -uo pipefail

wrong_use() {
  echo "batch_shore: $1; try --help" >&2
  exit 2
}

folder='' out='' pattern='*' flags=()
while [[ $# -gt 0 ]]; do
  case "$1" in
    -h | --help)
      awk 'NR > 3 && !/^#/ { exit } NR > 3 { sub(/^# ?/, ""); print }' "$0"
      exit 0
      ;;
    --out | --pattern)
      [[ $# -ge 2 ]] || wrong_use "$1 needs a value"
      printf -v "${1#--}" %s "$2"
      shift
      ;;
    --)
      shift
      flags=("$@")
      break
      ;;
    -*) wrong_use "$1 is no option (flags of oceanbake follow --)" ;;
    *)
      [[ -z "$folder" ]] || wrong_use "$1 is a second folder"
      folder=$1
      ;;
  esac
  shift
done
[[ -n "$folder" ]] || wrong_use "the folder of the terrains is missing"
[[ -d "$folder" ]] || wrong_use "$folder is no folder"
for flag in ${flags[@]+"${flags[@]}"}; do
  case "$flag" in --name | --name=* | --out | --out=*) wrong_use "$flag is set for each terrain" ;; esac
done
folder=${folder%/}
out=${out:-$folder/shore}

built=$(dirname "${BASH_SOURCE[0]}")/../build/release/bin/oceanbake
tool=${OCEANBAKE:-}
[[ -n "$tool" || ! -x "$built" ]] || tool=$built
tool=${tool:-oceanbake}
command -v "$tool" >/dev/null || wrong_use "there is no program $tool: build it (scripts/demo.sh) or set OCEANBAKE"

shopt -s nullglob nocaseglob
is_terrain() { [[ -f "$1" && "${1,,}" =~ \.(obj|ply|stl|gltf|glb|fbx|dae|png|tif|tiff|exr|hdr|raw|r16|asc|hgt)$ ]]; }
declare -A sharing=()  # how many terrains of the folder have this name
for file in "$folder"/*; do
  stem=$(basename "${file%.*}")
  if is_terrain "$file"; then sharing[$stem]=$((${sharing[$stem]:-0} + 1)); fi
done
terrains=()
IFS=  # a pattern may hold blanks
for file in "$folder"/$pattern; do
  if is_terrain "$file"; then terrains+=("$file"); fi
done
[[ ${#terrains[@]} -gt 0 ]] || wrong_use "$folder has no terrain that matches $pattern"

baked=0 current=0 first=0 failures=()
for file in "${terrains[@]}"; do
  name=$(basename "${file%.*}")
  [[ ${sharing[$name]} -eq 1 ]] || name+=_${file##*.}
  manifest=$out/$name.manifest.json
  before=$(stat -c %i:%Y "$manifest" 2>/dev/null || true)
  rc=0
  "$tool" shore "$file" --name "$name" --out "$out" ${flags[@]+"${flags[@]}"} >/dev/null || rc=$?
  if [[ $rc -ne 0 ]]; then
    failures+=("exit $rc: $file")
    [[ $first -ne 0 ]] || first=$rc
    [[ $rc -lt 128 ]] || break
  elif [[ -n "$before" && "$before" == "$(stat -c %i:%Y "$manifest")" ]]; then
    current=$((current + 1))
    echo "up to date  $manifest"
  else
    baked=$((baked + 1))
    echo "baked       $manifest"
  fi
done

echo "$baked baked, $current up to date, ${#failures[@]} failed of ${#terrains[@]}"
[[ ${#failures[@]} -eq 0 ]] || printf 'failed, %s\n' "${failures[@]}" >&2
exit "$first"
