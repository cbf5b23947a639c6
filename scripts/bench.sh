#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds and runs the benchmarks and writes their results: JSON as Google Benchmark prints it, and one Markdown table.
#
#   scripts/bench.sh [--filter REGEX] [--repetitions N] [--out DIR] [--preset NAME] [--no-setup]
#
# --filter picks benchmark programs (bench_...) by name. The machine should do nothing else meanwhile.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

preset=release filter=. repetitions=3 out=out/bench setup=true
options 'filter repetitions out preset' 'setup' 0 "$@"

find_real_data
if $setup; then phase "set-up" scripts/setup.sh build test; fi
phase "configure $preset" configure "$preset"
mapfile -t benches < <(cmake --build "build/$preset" --target help | sed -n 's/^\(bench_[A-Za-z0-9_]*\): phony$/\1/p' |
  grep -E -- "$filter")
[[ ${#benches[@]} -gt 0 ]] || wrong_use "no benchmark matches '$filter'"
phase "build" build "$preset" "${benches[@]}"

mkdir -p "$out"
for bench in "${benches[@]}"; do
  phase "$bench" "build/$preset/bin/$bench" --benchmark_repetitions="$repetitions" --benchmark_report_aggregates_only=true \
    --benchmark_out_format=json --benchmark_out="$out/$bench.json"
done

# The median of the repetitions; a program's own counters in one column.
python3 - "$out" "${benches[@]}" >"$out/results.md" <<'PYTHON'
import json
import sys

SKIPPED = {'name', 'family_index', 'per_family_instance_index', 'run_name', 'run_type', 'repetitions', 'repetition_index',
           'threads', 'aggregate_name', 'aggregate_unit', 'iterations', 'real_time', 'cpu_time', 'time_unit', 'label'}
folder, benches = sys.argv[1], sys.argv[2:]
print('| benchmark | time (median) | unit | rates and counters |')
print('|---|---|---|---|')
for bench in benches:
    with open(f'{folder}/{bench}.json', encoding='utf-8') as file:
        runs = json.load(file)['benchmarks']
    medians = [r for r in runs if r.get('aggregate_name') == 'median'] or [r for r in runs if r.get('run_type') == 'iteration']
    for run in medians:
        if run.get('error_occurred'):
            print(f'| {bench}: {run["run_name"]} | failed | | {run.get("error_message", "")} |')
            continue
        counters = [run['label']] if run.get('label') else []
        counters += [f'{key} {value:.4g}' for key, value in sorted(run.items())
                     if key not in SKIPPED and isinstance(value, (int, float))]
        print(f'| {bench}: {run["run_name"]} | {run["real_time"]:.4g} | {run["time_unit"]} | {"; ".join(counters)} |')
PYTHON
print_phases
echo
cat "$out/results.md"
