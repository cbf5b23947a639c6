#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the fuzzers (clang, libFuzzer, address and undefined-behaviour sanitizers) and runs each for a time, as many at once as
# there are jobs (OCEAN_JOBS, or the processors).
#
#   scripts/fuzz.sh [SECONDS [TARGET...]] [--no-setup]
#
# SECONDS: of each target, 600 without. TARGET: asc config gltf manifest obj ply raw stl; all without. The committed corpora are
# in tests/fuzz/corpus; what is found goes to build/fuzz/work (inputs that reached new code) and build/fuzz/findings (inputs that
# crash, break a promise, take more than 2 GB, 5 s of processor time or 2 minutes). Exit: 0 no finding, 1 findings, 2 wrong use.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

setup=true
options '' 'setup' 99 "$@"
seconds=${rest[0]:-600}
[[ "$seconds" =~ ^[1-9][0-9]*$ ]] || wrong_use "$seconds is no number of seconds; try scripts/fuzz.sh 600"
targets=("${rest[@]:1}")
if [[ ${#targets[@]} -eq 0 ]]; then
  for folder in tests/fuzz/corpus/*/; do targets+=("$(basename "$folder")"); done
fi
for target in "${targets[@]}"; do
  [[ -f "tests/fuzz/fuzz_$target.cpp" ]] || wrong_use "$target is no target; there are $(echo tests/fuzz/corpus/*/ | sed 's|tests/fuzz/corpus/||g; s|/||g')"
done

# These two are also what a finding is looked at with: build/fuzz/bin/fuzz_NAME FILE.
export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$root/scripts/lsan.supp:print_suppressions=0}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}

run_target() {
  local work="build/fuzz/work/$1" log="build/fuzz/$1.log"
  mkdir -p "$work" build/fuzz/findings
  rm -f "build/fuzz/findings/$1-"*
  "build/fuzz/bin/fuzz_$1" "$work" "tests/fuzz/corpus/$1" -max_total_time="$seconds" -timeout=120 \
    -report_slow_units=120 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 -dict="tests/fuzz/dict/$1.dict" -artifact_prefix="build/fuzz/findings/$1-" \
    >"$log" 2>&1 || true
}

run_all() {
  local target
  for target in "${targets[@]}"; do
    while [[ $(jobs -rp | wc -l) -ge $jobs ]]; do wait -n; done
    run_target "$target" &
  done
  wait
}

# From a target's log: "#4096 NEW cov: 512 ft: 900 …", "stat::number_of_executed_units: 4096".
last_value() { sed -n "s/.*$2 *\([0-9][0-9]*\).*/\1/p" "build/fuzz/$1.log" | tail -1; }

table() {
  local target count total=0
  printf '%-10s %12s %10s %10s %10s %9s\n' target executions 'new units' edges features findings
  for target in "${targets[@]}"; do
    count=$(find build/fuzz/findings -name "$target-*" | wc -l)
    # A program that ended otherwise than by its time is a finding too.
    if [[ $count -eq 0 ]] && ! grep -q '^Done ' "build/fuzz/$target.log"; then count=1; fi
    total=$((total + count))
    printf '%-10s %12s %10s %10s %10s %9s\n' "$target" "$(last_value "$target" number_of_executed_units:)" \
      "$(last_value "$target" new_units_added:)" "$(last_value "$target" ' cov:')" "$(last_value "$target" ' ft:')" "$count"
  done
  [[ $total -eq 0 ]] || echo "findings: build/fuzz/findings, logs: build/fuzz/TARGET.log"
  [[ $total -eq 0 ]]
}

if $setup; then phase "set-up" scripts/setup.sh build fuzz; fi
phase "configure fuzz" configure fuzz
phase "build fuzz" build fuzz "${targets[@]/#/fuzz_}"
phase "fuzz, $seconds s each" run_all
table || exit 1
