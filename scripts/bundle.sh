#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Packs the tools with every library and data file they need: unpacks anywhere and runs on any Linux of the same processor whose
# C library is not older (Debian 12's bundle: Ubuntu 24.04, Fedora 37, ...).
#
#   scripts/bundle.sh [--out DIR] [--no-archive] [--no-setup]
#
# Layout: bin/TOOL (a launcher that sets the data folders), libexec/TOOL, lib/ (libraries and plug-ins), share/{gdal,proj}.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

out=out archive=true setup=true
options 'out' 'archive setup' 0 "$@"

# Parts of the C library and of the driver must be the machine's own.
readonly machine_owned='^(linux-vdso|ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|anl|mvec|nss_.*|BrokenLocale)|libcuda|libnvidia-.*)\.so'

needed_libraries() {  # the paths of all shared libraries that the given files need, once each
  local text missing
  text=$(ldd "$@" 2>/dev/null)
  missing=$(grep 'not found' <<<"$text" || true)
  if [[ -n "$missing" ]]; then
    echo "bundle: libraries are missing:" "$missing" >&2
    return 1
  fi
  awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' <<<"$text" | sort -u |
    grep -Ev "$machine_owned" | awk '{ print $2 }' | sort -u
}

collect() {
  rm -rf "$bundle"
  mkdir -p "$bundle"/{bin,lib,libexec,share}
  local tool
  for tool in "${tools[@]}"; do
    cp "build/release/bin/$tool" "$bundle/libexec/"
    cat >"$bundle/bin/$tool" <<'LAUNCHER'
#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
top=$(dirname "$(dirname "$(readlink -f "$0")")")
export GDAL_DATA="$top/share/gdal" PROJ_DATA="$top/share/proj" PROJ_LIB="$top/share/proj" GDAL_DRIVER_PATH=disable
exec "$top/libexec/$(basename "$0")" "$@"
LAUNCHER
    chmod +x "$bundle/bin/$tool"
  done
  cp build/release/lib/*.so "$bundle/lib/"
  local library
  needed_libraries "$bundle"/libexec/* "$bundle"/lib/*.so >"$bundle.libraries"
  while read -r library; do
    [[ -e "$bundle/lib/$(basename "$library")" ]] || cp -L "$library" "$bundle/lib/"
  done <"$bundle.libraries"
  rm "$bundle.libraries"
  cp -rL "$(gdal_data)" "$bundle/share/gdal"
  cp -rL "$(proj_data)" "$bundle/share/proj"
  cp LICENSE "$bundle/"
  for library in "$bundle"/lib/*; do
    chmod u+w "$library"
    # shellcheck disable=SC2016
    patchelf --set-rpath '$ORIGIN' "$library"
  done
  for tool in "${tools[@]}"; do
    # shellcheck disable=SC2016
    patchelf --set-rpath '$ORIGIN/../lib' "$bundle/libexec/$tool"
  done
  strip --strip-unneeded "$bundle"/libexec/* "$bundle"/lib/*
}

data_folder() {  # data_folder FILE FOLDER...: the first folder that holds the file
  local file=$1 folder
  shift
  for folder in "$@"; do
    [[ -z "$folder" || ! -e "$folder/$file" ]] || { echo "$folder"; return; }
  done
  echo "bundle: $file is in none of: $*" >&2
  return 1
}
gdal_data() { data_folder gcs.csv "${GDAL_DATA:-}" /usr/share/gdal /usr/local/share/gdal; }
proj_data() { data_folder proj.db "${PROJ_DATA:-}" /usr/share/proj /usr/local/share/proj; }

# The bundle must work alone: no library outside it but the machine's own, and a bake from start to end.
check() {
  local outside work
  outside=$(env -u LD_LIBRARY_PATH ldd "$bundle"/libexec/* "$bundle"/lib/*.so* | awk '$2 == "=>" { print $1, $3 }' |
    grep -Ev "$machine_owned" | grep -vF " $(readlink -f "$bundle")/" | grep -vF " $bundle/" | sort -u || true)
  if [[ -n "$outside" ]]; then
    echo "bundle: these come from outside the bundle:" >&2
    echo "$outside" >&2
    return 1
  fi
  work=$(mktemp -d)
  "$bundle/bin/oceanbake" terrain --name island --resolution 256 --out "$work/terrain" &&
    "$bundle/bin/oceanbake" shore "$work/terrain/island_mesh.obj" --name island --resolution 256 --out "$work/shore" &&
    "$bundle/bin/oceanbake" verify "$work/shore/island.manifest.json" || { rm -rf "$work"; return 1; }
  rm -rf "$work"
}

pack() {
  XZ_OPT="-6 -T$jobs" tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cJf "$bundle.tar.xz.part" \
    "$(basename "$bundle")"
  mv "$bundle.tar.xz.part" "$bundle.tar.xz"
}

if $setup; then phase "set-up" scripts/setup.sh build bundle; fi
phase "configure" configure release
tools=(oceanbake)
if cmake --build build/release --target help | grep -q '^oceansim: phony'; then tools+=(oceansim); fi
phase "build" build release "${tools[@]}"
version=$(sed -n 's/^project(oceanbake VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
mkdir -p "$out"
bundle=$(readlink -f "$out")/oceanbake-$version-linux-$(uname -m)
phase "collect" collect
phase "check" check
if $archive; then phase "archive" pack; fi
print_phases
echo
du -sh "$bundle" "$bundle.tar.xz" 2>/dev/null || true
