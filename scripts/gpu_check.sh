#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds floor 0 on a GPU machine and runs its tests on the device (golden hashes, CPU and CUDA bit for bit) and its benchmarks.
#
#   scripts/gpu_check.sh [--bin DIR] [--tests REGEX] [--benches REGEX] [OUT]
#
# Needs nvcc, CMake, Ninja, a C++20 compiler, and GoogleTest installed or as source in /usr/src/googletest or in $GTEST_ROOT_SRC.
# --bin DIR builds nothing and runs the programs in DIR (a copy of build/kernels/bin; shared libraries they need in DIR/lib).
# --tests and --benches pick programs by name ('^$' for none). Logs go to OUT (default gpu_check_out); a table comes last.
# Exit codes: 0 all passed; 1 something failed; 2 wrong use or a missing tool.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

bin='' tests=. benches=. out=''
options 'bin tests benches' '' 1 "$@"
out=${rest[0]:-}
out=${out:-gpu_check_out}
mkdir -p "$out"
out=$(cd "$out" && pwd)

check_tools() {
  local tool
  for tool in cmake ninja; do
    command -v "$tool" >/dev/null || wrong_use "$tool is missing"
  done
  command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]] || wrong_use "nvcc is missing: install the CUDA toolkit"
}

build_here() {
  cmake --preset kernels -DOCEAN_CUDA=ON >"$out/configure.log" 2>&1 || { cat "$out/configure.log" && return 1; }
  grep -E '^-- (CUDA back end|Host pool)' "$out/configure.log"
  local targets=(all)
  mapfile -t -O 1 targets < <(cmake --build build/kernels --target help |
    sed -n 's/^\(\(gpu_\)\{0,1\}bench_[A-Za-z0-9_]*\): phony$/\1/p')
  cmake --build build/kernels -j "$jobs" --target "${targets[@]}" >"$out/build.log" 2>&1 || { tail -60 "$out/build.log" && return 1; }
}

if [[ -z "$bin" ]]; then
  check_tools
  phase "build" build_here
  bin=build/kernels/bin
fi
[[ -d "$bin" ]] || wrong_use "no folder $bin"
bin=$(cd "$bin" && pwd)
export LD_LIBRARY_PATH="$bin/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export OCEAN_REQUIRE_CUDA=1 OCEAN_GOLDEN_FILE="$root/tests/golden/hashes.json"
find_real_data

rows=() bench_names=() failed=0
row() { rows+=("$(printf '%-28s %-10s %5s s  %s' "$@")"); }

# run_one PROGRAM LIMIT_S: its output goes to a log named after it; the result stands in `rows`.
run_one() {
  local name start=$SECONDS rc=0 note=''
  name=$(basename "$1")
  if ldd "$1" 2>/dev/null | grep -q 'not found'; then
    failed=1
    row "$name" "left out" 0 "needs $(ldd "$1" | sed -n 's/^[[:space:]]*\(.*\) => not found/\1/p' | tr '\n' ' ')"
    return
  fi
  timeout "$2" "$1" >"$out/$name.log" 2>&1 || rc=$?
  [[ "$name" == test_* ]] || bench_names+=("$name")
  if [[ "$name" == test_* ]]; then
    note=$(sed -n 's/^\[==========\] \([0-9]* tests\{0,1\}\) from .* ran.*/\1/p; s/^\[  \(SKIPPED\|FAILED\) *\] \([0-9]*\) tests\{0,1\}, .*/, \2 \1/p' \
      "$out/$name.log" | tr -d '\n')
  fi
  if [[ $rc -ne 0 ]]; then
    failed=1
    grep -E -A6 'Failure$|error|what\(\)|^\[  FAILED' "$out/$name.log" | head -60 || tail -20 "$out/$name.log"
    row "$name" "FAILED $rc" $((SECONDS - start)) "$note"
  else
    row "$name" passed $((SECONDS - start)) "$note"
  fi
}

run_all() {  # run_all PATTERN LIMIT_S GLOB...
  local pattern=$1 limit=$2 found=0 program
  shift 2
  for program in "$@"; do
    [[ -f "$program" && -x "$program" ]] || continue
    basename "$program" | grep -qE -- "$pattern" || continue
    found=1
    run_one "$program" "$limit"
  done
  [[ $found -eq 1 || "$pattern" == '^$' ]] && return
  failed=1
  row "($(basename "$1"))" "none" 0 "no program matches '$pattern'"
}

device=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -1 || true)
run_all "$tests" 600 "$bin"/test_*
run_all "$benches" 600 "$bin"/gpu_bench_* "$bin"/bench_*

{
  for name in ${bench_names[@]+"${bench_names[@]}"}; do
    echo "-- $name"
    cat "$out/$name.log"
  done
  echo "-- device: ${device:-unknown}"
  printf '%s\n' "${rows[@]}"
} | tee "$out/table.txt"
exit "$failed"
