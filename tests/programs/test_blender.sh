#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Blender runs the import script of a real bake, and the scene is compared with the terrain: check_blender.py. Once as floats,
# once as 16-bit codes. OCEAN_PICTURE=FILE.jpg renders the first scene.
# shellcheck source=tests/programs/common.sh
source "$(dirname "$0")/common.sh"
need_data
need_program blender

export OCEAN_TERRAIN="$OCEAN_REALDATA/terrain/island0_yup_quads.obj"
export OCEAN_NAME
bake_and_check() {  # bake_and_check NAME FLAGS...
  OCEAN_NAME=$1
  shift
  "$oceanbake" shore "$OCEAN_TERRAIN" --up y --resolution 512 --target blender --import-script --name "$OCEAN_NAME" \
    --out "$scratch" --log-level warning "$@"
  blender -b --factory-startup --python "$scratch/${OCEAN_NAME}_import_blender.py" --python "$here/check_blender.py" \
    -- --arrows 32 --save "$scratch/$OCEAN_NAME.blend" | grep -v '^Fra:'
  [[ -s "$scratch/$OCEAN_NAME.blend" ]]
}
bake_and_check floats --format exr-float
unset OCEAN_PICTURE
bake_and_check "sixteen 'bits'" --format png16 --no-preview
"$oceanbake" verify "$scratch/floats.manifest.json"
