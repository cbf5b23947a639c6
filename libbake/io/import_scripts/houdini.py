# SPDX-License-Identifier: Apache-2.0
"""Builds a bake of oceanbake in Houdini 19.5 or later. From Houdini's documentation; not run.

    hython THIS_FILE [SCENE.hip]

or in the Python Source Editor / Python Shell: exec(open(r'THIS_FILE').read(), {'__file__': r'THIS_FILE'})

It reads @MANIFEST@ in its own folder and makes the object NAME with the nodes

    map       a grid of the map's size and place at sea level, one point a texel (at most 1024 a side)
    shore     an attribute wrangle: f@shore_distance, v@shore_direction (x, 0, z), f@shore_depth of each point
    ground    the grid lowered by the depth

The numbers of the decode are spare parameters of the wrangle.
"""

import json
import os
import sys

import hou

MANIFEST = "@MANIFEST@"
MOST_POINTS = 1024
LARGEST_CODE = {'png8': 255, 'tga8': 255, 'png16': 65535}  # others hold values
MEANINGS = {  # what a channel's meaning begins with
    'distance': 'signed distance to the shoreline',
    'direction_x': 'wave direction, toward the shore, X',
    'direction_z': 'wave direction, toward the shore, Z',
    'depth': 'depth',
}

# Row 0 of the image is V = 1 and the smallest Z. The map is data: "srccolorspace" keeps it from being converted.
WRANGLE = '''function float decoded(vector4 stored; int channel; vector decode) {
    float t = decode.x * stored[channel] + decode.y;
    return decode.z > 0.5 ? t * abs(t) : t;
}
vector2 size = chu("size"), middle = chu("middle");
float u = (@P.x - middle.x) / size.x + 0.5, v = 0.5 - (@P.z - middle.y) / size.y;
'''
SAMPLE = '''vector4 map%(n)d = colormap(chs("map%(n)d"), u, v, "wrap", "clamp", "srccolorspace", "linear");
'''


def read_maps(folder):
    """The manifest, an output with the place, its images, and quantity -> (image number, channel, decode)."""
    with open(os.path.join(folder, MANIFEST), encoding='utf-8') as file:
        manifest = json.load(file)
    images, maps, place = [], {}, None
    for output in manifest['outputs']:
        if 'channels' not in output or output.get('world', {}).get('target') != 'houdini':
            continue
        for index, channel in enumerate(output['channels']):
            for quantity, meaning in MEANINGS.items():
                if quantity in maps or not channel['meaning'].startswith(meaning):
                    continue
                path = os.path.join(folder, output['file']).replace(os.sep, '/')
                if path not in images:
                    images.append(path)
                decode = channel['decode']
                scale = decode['scale'] * LARGEST_CODE.get(output['format'], 1)
                maps[quantity] = (images.index(path), index, (scale, decode['offset'], float(decode['square'])))
                place = output
    if place is None:
        raise RuntimeError('%s has no shoreline map for Houdini; bake with --target houdini' % MANIFEST)
    return manifest, place, images, maps


def wrangle_code(images, maps):
    code = WRANGLE + ''.join(SAMPLE % {'n': n} for n in range(len(images)))
    value = {q: 'decoded(map%d, %d, chv("decode_%s"))' % (n, c, q) for q, (n, c, _) in maps.items()}
    for quantity in ('distance', 'depth'):
        if quantity in value:
            code += 'f@shore_%s = %s;\n' % (quantity, value[quantity])
    if 'direction_x' in value and 'direction_z' in value:
        code += 'v@shore_direction = normalize(set(%s, 0, %s));\n' % (value['direction_x'], value['direction_z'])
    return code


def add_parameters(node, images, maps, size, middle):
    group = node.parmTemplateGroup()
    for n, path in enumerate(images):
        group.append(hou.StringParmTemplate('map%d' % n, 'Map %d' % n, 1, default_value=(path,),
                                            string_type=hou.stringParmType.FileReference))
    for key, value in (('size', size), ('middle', middle)):
        group.append(hou.FloatParmTemplate(key, key.title(), 2, default_value=value))
    for quantity, (_, _, decode) in maps.items():
        group.append(hou.FloatParmTemplate('decode_' + quantity, 'Decode ' + quantity, 3, default_value=decode))
    node.setParmTemplateGroup(group)


def build(folder):
    manifest, place, images, maps = read_maps(folder)
    x0, y0, x1, y1 = place['world']['bounds']
    size, middle = (x1 - x0, y1 - y0), ((x0 + x1) / 2, -(y0 + y1) / 2)  # Z is south
    name = hou.text.variableName(manifest['name'])
    old = hou.node('/obj/' + name)
    if old:
        old.destroy()
    geometry = hou.node('/obj').createNode('geo', name)
    grid = geometry.createNode('grid', 'map')
    grid.parmTuple('size').set(size)
    grid.parmTuple('t').set((middle[0], manifest['facts']['sea_level_m'], middle[1]))
    grid.parm('rows').set(min(place['height'], MOST_POINTS))
    grid.parm('cols').set(min(place['width'], MOST_POINTS))
    shore = geometry.createNode('attribwrangle', 'shore')
    shore.setInput(0, grid)
    add_parameters(shore, images, maps, size, middle)
    shore.parm('snippet').set(wrangle_code(images, maps))
    shown = shore
    if 'depth' in maps:
        shown = geometry.createNode('attribwrangle', 'ground')
        shown.setInput(0, shore)
        shown.parm('snippet').set('@P.y -= f@shore_depth;\n')
    shown.setDisplayFlag(True)
    shown.setRenderFlag(True)
    geometry.layoutChildren()
    print('oceanbake: made ' + geometry.path())


build(os.path.dirname(os.path.abspath(__file__)))
if len(sys.argv) > 1 and sys.argv[1].endswith(('.hip', '.hiplc', '.hipnc')):
    hou.hipFile.save(os.path.abspath(sys.argv[1]))
