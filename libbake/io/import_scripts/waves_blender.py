# SPDX-License-Identifier: Apache-2.0
"""Builds a flipbook of oceanbake as a Blender sea. Run with Blender 3.4; written for 3.3 and later.

    blender -b --python THIS_FILE -- [--save SCENE.blend] [--faces N] [--tiles N]

or open it in the text editor and press Run. It reads @MANIFEST@ in its own folder and makes the collection NAME with

    NAME_sea      a grid of the tile's place and size whose points lie on the texels, displaced frame by frame

It carries the attributes wave_normal and wave_foam, which its material uses, and the property culling_bounds_m (largest
horizontal and vertical displacement). The scene gets the bake's frames a second and its range; frame 0 is time 0 and the
loop repeats beyond the range. Single frames are read where there are any, else the atlas.

--faces N     faces along the tile's longest side (default: one a texel, at most 1024)
--tiles N     tiles a side
"""

import argparse
import json
import os
import sys

import bpy

MANIFEST = "@MANIFEST@"
MOST_FACES = 1024

# @COMMON@


# @FLIPBOOK@


def build(folder, faces=0, tiles=1):
    flipbook = Flipbook(folder, read_manifest(folder))
    if 'z' not in flipbook.channels:
        raise SystemExit('%s has no displacement; bake with --maps displacement,normal,foam' % MANIFEST)
    remove_earlier(flipbook.name, ('sea',))
    made = add_flipbook(flipbook, new_collection(flipbook.name), 'sea', faces, tiles)
    set_time(flipbook.step, flipbook.first, flipbook.last)
    return [made]


def main():
    chosen = options(__doc__.splitlines()[0], {'faces': 0, 'tiles': 1})
    finish(build(own_folder(), chosen.faces, chosen.tiles), chosen.save)


if __name__ == '__main__':
    main()
