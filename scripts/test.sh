#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs what is missing (Debian 12), builds everything and runs all tests.
#
#   scripts/test.sh [--preset NAME] [--filter REGEX] [--label REGEX] [--no-setup]
#
# --filter picks tests by name, --label by label, and only their targets are built. Tests on real inputs look where
# OCEAN_REALDATA points (default ../shared/data where that is a folder) and skip without it.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

preset=release filter='' label='' setup=true
options 'preset filter label' 'setup' 0 "$@"

find_real_data
if [[ "$preset" == asan ]]; then
  export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$root/scripts/lsan.supp:print_suppressions=0}
  export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
fi
pick=()
[[ -z "$filter" ]] || pick+=(-R "$filter")
[[ -z "$label" ]] || pick+=(-L "$label")

build_tests() {
  if [[ ${#pick[@]} -eq 0 ]]; then
    build "$preset"
    return
  fi
  # Tests that ocean_test() made have the name of their target; the others need the whole build.
  local name names targets=()
  names=$(ctest --test-dir "build/$preset" "${pick[@]}" -N | sed -n 's/^ *Test *#[0-9]*: //p')
  [[ -n "$names" ]] || wrong_use "no test of preset $preset matches"
  local known
  known=$(cmake --build "build/$preset" --target help | sed -n 's/: phony$//p')
  while read -r name; do
    if ! grep -qxF -- "$name" <<<"$known"; then
      build "$preset"
      return
    fi
    targets+=("$name")
  done <<<"$names"
  build "$preset" "${targets[@]}"
}

if $setup; then phase "set-up" scripts/setup.sh build test; fi
phase "configure $preset" configure "$preset"
phase "build $preset" build_tests
phase "tests $preset" ctest --test-dir "build/$preset" "${pick[@]}" -j "$jobs" --output-on-failure --no-tests=error
print_phases
