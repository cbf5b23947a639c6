#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Whole jobs on a GPU machine, from a bundle (scripts/bundle.sh): each is run on the CPU and on CUDA, and the two manifests, which
# hold the content hashes, must be equal byte for byte. Prints the stages' times.
#
#   scripts/gpu_jobs.sh BUNDLE [OUT]
#
# BUNDLE is the unpacked folder. OUT (default gpu_jobs_out) receives reports and manifests. Exit codes: 0 all equal; 1 not; 2 wrong use.
set -euo pipefail

[[ $# -ge 1 && -x "$1/bin/oceanbake" ]] || { echo "gpu_jobs: needs the folder of an unpacked bundle" >&2 && exit 2; }
bake=$(readlink -f "$1")/bin/oceanbake
out=${2:-gpu_jobs_out}
mkdir -p "$out"
out=$(readlink -f "$out")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

stages() {  # stages REPORT: "read 0.1 s, surface …; launches N"
  python3 - "$1" <<'PYTHON'
import json, sys
r = json.load(open(sys.argv[1]))
print(f"{r['backend']:>5}  " + ", ".join(f"{s['name']} {s['seconds']*1e3:.1f} ms" for s in r["stages"])
      + f"; {r['kernel_launches']} launches, {r['seconds']:.2f} s in all")
PYTHON
}

same() {  # same JOB NAME ARGUMENTS...
  local job=$1 name=$2 backend
  shift 2
  echo "-- $name: oceanbake $job $*"
  for backend in cpu cuda; do
    # The first CUDA run pays for the driver's start; the second is the one to read.
    for _ in 1 2; do
      "$bake" "$job" "$@" --name "$name" --backend "$backend" --out "$work/$backend" --force --log-level warning \
        --progress none --report "$out/$name.$backend.json" >/dev/null || { failed=1 && return; }
    done
    stages "$out/$name.$backend.json"
    cp "$work/$backend/$name.manifest.json" "$out/$name.$backend.manifest.json"
  done
  if cmp -s "$out/$name.cpu.manifest.json" "$out/$name.cuda.manifest.json"; then
    echo "   manifests equal"
  else
    echo "   MANIFESTS DIFFER" && failed=1
  fi
  rm -rf "$work/cpu" "$work/cuda"
}

"$bake" terrain --name mesh --resolution 708 --out "$work" --log-level warning --progress none >/dev/null
"$bake" terrain --name field --resolution 2048 --format exr-float --out "$work" --log-level warning --progress none >/dev/null
island=$work/mesh_mesh.obj
same shore mesh_4096 "$island" --resolution 4096
same shore mesh_lakes "$island" --resolution 1023 --lakes water --maps distance,direction,depth,mask --format png16 --target unreal
same shore mesh_edges "$island" --resolution 777 --edge land --bounds=-200,-300,450,420 --format tiff-float
same shore mesh_outside "$island" --resolution 900 --pad 150 --outside extend --sea-level 4
same shore field_4096 "$work/field_height.exr" --extent 1024,1024 --resolution 4096
same shore field_level "$work/field_height.exr" --extent 1024,1024 --resolution 640x480 --at-level water --sea-level -2.5 --format png8
same shore mesh_maps "$island" --resolution 1500 --direction-blur 40 --swell-dir 250 --swell-blend 300 --lakes water \
  --maps confidence,shore_length,shore_perimeter,slope,bodies --surface section --sea-level=-1,0.5 --tile 333 --format png16 --encode sqrt
same shore mesh_16384 "$island" --resolution 16384 --format exr-half --compression none --no-preview

quiet=(--out "$work" --log-level warning --progress none)
"$bake" waves --name swell --count 8 --seed 3 "${quiet[@]}" >/dev/null
"$bake" waves --name sea --spectrum jonswap --wind-speed 12 --fetch 100000 --count 2000 --seed 3 "${quiet[@]}" >/dev/null
same gerstner swell_2048 "$work/swell.waves.json" --tile 128,128 --period 8 --loop-frames 8 --resolution 2048 --target unreal \
  --maps displacement,normal,jacobian,foam,velocity,motion,height --foam-decay 2 --fit 0.1
same gerstner sea_1024 "$work/sea.waves.json" --tile 512,384 --period 20 --loop-frames 6 --resolution 1024x768 --format exr-float \
  --maps displacement,normal,foam,height --foam-space world --allow-loops
same gerstner sea_atlas "$work/sea.waves.json" --tile 300,300 --period 12 --loop-frames 16 --resolution 289 --grid 4x4 --gutter 3 \
  --format png16 --no-singles --allow-loops
"$bake" shore "$island" --name isle --resolution 600 --maps shore_length,shore_perimeter --no-preview "${quiet[@]}" >/dev/null
same surf surf_plunging --preset plunging --rows 512 --columns 1024 --format exr-float
same surf surf_shore --preset storm --shore "$work/isle.manifest.json" --loop-frames 4
same surf surf_arc --preset plunging --shore "$work/isle.manifest.json" --noise-space arc --loop-frames 4 --format png16 --frame-resolution 900
exit "$failed"
