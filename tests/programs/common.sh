# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the tests of other programs. $1 of each: the oceanbake to test.
# shellcheck shell=bash
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
oceanbake=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

skip() {
  echo "skipped: $1"
  exit 77
}

need_program() {  # need_program NAME...: the first that is there becomes $program
  for program in "$@"; do
    if command -v "$program" >/dev/null; then return; fi
  done
  skip "there is no $* here; scripts/setup.sh programs installs it"
}

need_data() {
  [[ -n "${OCEAN_REALDATA:-}" && -d "$OCEAN_REALDATA" ]] || skip "OCEAN_REALDATA does not name the folder of the real inputs"
}
