#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Formats all C++ and CUDA sources by .clang-format, or checks that they are formatted.
#
#   scripts/format.sh [--check] [FILE...]
#
# Versions of clang-format differ, so this one is pinned. Exit: 0 good, 1 unformatted, 2 wrong use, 77 that version is absent.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

version=14
mode=(-i)
files=()
for argument in "$@"; do
  case "$argument" in
    --check) mode=(--dry-run -Werror) ;;
    -h | --help) usage && exit 0 ;;
    -*) wrong_use "$argument is no option; try --help" ;;
    *) files+=("$argument") ;;
  esac
done

tool=''
for candidate in "clang-format-$version" clang-format; do
  if "$candidate" --version 2>/dev/null | grep -q "version $version\."; then
    tool=$candidate
    break
  fi
done
if [[ -z "$tool" ]]; then
  echo "format: skipped, there is no clang-format $version" >&2
  exit 77
fi
if [[ ${#files[@]} -eq 0 ]]; then
  mapfile -t files < <(find apps kernels libbake tests -name '*.h' -o -name '*.cpp' -o -name '*.cu' | sort)
fi
"$tool" "${mode[@]}" "${files[@]}"
