#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What the scripts do with wrong use, on other systems and with unformatted files. test_scripts.sh SOURCE_DIR
set -uo pipefail
cd "$1" || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

expect() {  # expect NAME EXIT_CODE TEXT COMMAND...
  local name=$1 code=$2 text=$3 output rc=0
  shift 3
  output=$("$@" 2>&1 </dev/null) || rc=$?
  if [[ $rc -ne $code || "$output" != *"$text"* ]]; then
    echo "FAILED $name: exit code $rc, wanted $code; output, wanted '$text' in it: $output"
    failures=$((failures + 1))
  fi
}

for script in demo batch_shore test bundle bench format setup fuzz; do
  expect "$script is valid bash" 0 '' bash -n "scripts/$script.sh"
  expect "$script explains itself" 0 "scripts/$script.sh" "scripts/$script.sh" --help
  expect "$script refuses what it does not know" 2 'nonsense' "scripts/$script.sh" --nonsense
done
expect 'CI is valid bash' 0 '' bash -n .ci/run
expect 'a missing value is refused' 2 '--preset' scripts/test.sh --preset
expect 'a word too many is refused' 2 'island is no option' scripts/demo.sh island
expect 'packages are listed' 0 'python3-numpy' scripts/setup.sh --list test
expect 'an unknown group is refused' 2 'nonsense' scripts/setup.sh nonsense

# Another system: the packages are named, nothing is installed.
printf 'ID=fedora\nVERSION_ID=40\n' >"$scratch/os-release"
expect 'another system stops set-up' 2 'libopenimageio-dev' env OCEAN_OS_RELEASE="$scratch/os-release" scripts/setup.sh
expect 'another system stops the demo' 2 'fedora 40' env OCEAN_OS_RELEASE="$scratch/os-release" scripts/demo.sh
expect 'another system stops the tests' 2 'fedora 40' env OCEAN_OS_RELEASE="$scratch/os-release" scripts/test.sh

printf '// SPDX-License-Identifier: Apache-2.0\nint  x ;\n' >"$scratch/bad.cpp"
printf '// SPDX-License-Identifier: Apache-2.0\nint x;\n' >"$scratch/good.cpp"
if scripts/format.sh --check "$scratch/good.cpp" >/dev/null 2>&1; then
  expect 'an unformatted file is found' 1 'bad.cpp' scripts/format.sh --check "$scratch/bad.cpp"
fi

[[ $failures -eq 0 ]] && echo 'the scripts behave'
exit $((failures > 0))
