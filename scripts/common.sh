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

# options "NAME..." "SWITCH..." REST "$@": --NAME VALUE sets the variable NAME, --no-SWITCH sets SWITCH to false. At most REST
# other words go to the array `rest`. Anything else is wrong use.
options() {
  local names=" $1 " switches=" $2 " most=$3 name
  shift 3
  rest=()
  while [[ $# -gt 0 ]]; do
    name=${1#--}
    if [[ "$1" == -h || "$1" == --help ]]; then
      usage
      exit 0
    elif [[ "$1" == --* && "$names" == *" $name "* ]]; then
      [[ $# -ge 2 ]] || wrong_use "$1 needs a value"
      printf -v "$name" %s "$2"
      shift
    elif [[ "$1" == --no-* && "$switches" == *" ${name#no-} "* ]]; then
      printf -v "${name#no-}" false
    elif [[ "$1" == -* || ${#rest[@]} -ge $most ]]; then
      wrong_use "$1 is no option; try --help"
    else
      rest+=("$1")
    fi
    shift
  done
}

# Where the tests on real inputs look; they skip without it.
find_real_data() {
  if [[ -z "${OCEAN_REALDATA:-}" && -d ../shared/data ]]; then
    OCEAN_REALDATA=$(cd ../shared/data && pwd)
    export OCEAN_REALDATA
  fi
  [[ -n "${OCEAN_REALDATA:-}" ]] || echo "no real inputs (OCEAN_REALDATA is not set, ../shared/data is absent): their tests skip"
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
