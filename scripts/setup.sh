#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs what building, testing and bundling need, on Debian 12, where it is missing. The only list of packages.
#
#   scripts/setup.sh                     the groups `build` and `test`
#   scripts/setup.sh build test ...      these groups
#   scripts/setup.sh --list [GROUP...]   print the package names and stop
#
# CUDA is used where nvcc is found, and not installed here. Exit: 0 done, 2 another system, wrong use or no right to install.
set -euo pipefail

declare -A groups=(
  # Compile and link: threads, options, JSON, hashes, images, meshes, rasters; the build describes the tests too. OpenImageIO's
  # CMake package needs its tools.
  [build]="g++ cmake ninja-build git ccache libtbb-dev libcli11-dev nlohmann-json3-dev libxxhash-dev libopenimageio-dev
           openimageio-tools libopenexr-dev libassimp-dev libgdal-dev libgtest-dev libopenvdb-dev
           libboost-iostreams-dev libblosc-dev"
  # What tests and benchmarks run and compare with.
  [test]="libbenchmark-dev python3 python3-numpy python3-scipy libtinyobjloader-dev openexr gdal-bin libopenvdb-tools clang-format-14"
  # What tests/programs run: other programs that read the outputs, a display and a renderer for them, shader compilers. About
  # 210 MB to download, 45 s to install.
  [programs]="blender godot3 godot3-server xvfb xauth libgl1-mesa-dri chromium glslang-tools"
  # scripts/bundle.sh.
  [bundle]="patchelf xz-utils"
  # scripts/fuzz.sh: libFuzzer.
  [fuzz]="clang libclang-rt-14-dev"
)
order=(build test programs bundle fuzz)

list_only=false
chosen=()
for argument in "$@"; do
  case "$argument" in
    --list) list_only=true ;;
    -h | --help) sed -n '4,10s/^# \{0,1\}//p' "$0" && exit 0 ;;
    *)
      if [[ -z "${groups[$argument]:-}" ]]; then
        echo "setup: $argument is no group of packages; use ${order[*]}" >&2
        exit 2
      fi
      chosen+=("$argument")
      ;;
  esac
done
[[ ${#chosen[@]} -gt 0 ]] || chosen=(build test)

packages=()
for group in "${chosen[@]}"; do
  # shellcheck disable=SC2206
  packages+=(${groups[$group]})
done

if $list_only; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi

system=$(. "${OCEAN_OS_RELEASE:-/etc/os-release}" 2>/dev/null && echo "${ID:-unknown} ${VERSION_ID:-}") || system="unknown"
if [[ "$system" != "debian 12" ]]; then
  {
    echo "setup: this is ${system% }, and packages are installed on Debian 12 alone."
    echo "Install these yourself (Debian's names), then run the script again with --no-setup:"
    printf '  %s\n' "${packages[@]}"
  } >&2
  exit 2
fi

installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null |
  awk '$2 == "installed" { print $1 }' || true)
missing=()
for package in "${packages[@]}"; do
  grep -qxF -- "$package" <<<"$installed" || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  echo "setup: nothing is missing"
  exit 0
fi

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: installing needs root and there is no sudo; run as root: apt-get install ${missing[*]}" >&2
    exit 2
  fi
  as_root=(sudo)
fi
# Unsafe I/O: no flush for each of 100,000 files, which takes minutes; a crash of the machine meanwhile means running this again.
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600
  -o Dpkg::Options::=--force-unsafe-io)
echo "setup: installing ${missing[*]}"
"${as_root[@]}" dpkg --configure -a  # an installation that was interrupted
"${apt[@]}" update
"${apt[@]}" install -y --no-install-recommends "${missing[@]}"
