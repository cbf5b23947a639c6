# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the other scripts: the repository's root, timed phases, set-up and builds.
# shellcheck shell=bash

script=$(readlink -f "$0")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
jobs=${OCEAN_JOBS:-$(nproc)}
phase_times=()

usage() {  # the comment block at the head of the calling script
  awk 'NR > 3 && !/^#/ { exit } NR > 3 { sub(/^# ?/, ""); print }' "$script"
}

wrong_use() {
  echo "$(basename "$0"): $1" >&2
  exit 2
}

phase() {  # phase NAME COMMAND...: runs it, notes its time, fails with its exit code
  local name=$1 start=$SECONDS rc=0
  shift
  echo "== $name"
  "$@" || rc=$?
  phase_times+=("$(printf '%5d s  %s' $((SECONDS - start)) "$name")")
  if [[ $rc -ne 0 ]]; then
    echo "$(basename "$0"): $name failed with exit code $rc" >&2
    print_phases >&2
    exit "$rc"
  fi
}

print_phases() {
  printf '%s\n' "${phase_times[@]}"
}

configure() {  # configure PRESET: quiet, unless it fails
  local log="build/$1/configure.log"
  mkdir -p "build/$1"
  if ! cmake --preset "$1" >"$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
  grep -E '^-- (CUDA back end|Host pool)' "$log" || true
}

build() {  # build PRESET [TARGET...]
  local preset=$1
  shift
  cmake --build "build/$preset" -j "$jobs" ${1+--target "$@"}
}
