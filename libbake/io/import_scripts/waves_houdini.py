# SPDX-License-Identifier: Apache-2.0
"""Builds waves or surf of oceanbake in Houdini 19.5 or later. From Houdini's documentation; not run.

    hython THIS_FILE [SCENE.hip]

or in the Python Source Editor / Python Shell: exec(open(r'THIS_FILE').read(), {'__file__': r'THIS_FILE'})

It reads @MANIFEST@ in its own folder and makes the object NAME with the nodes

    frames    a grid of the map's size and place, one point a texel (at most 1024 a side)
    waves     a wrangle that moves the points by the frame at the scene's time: v@N, f@foam
    beach     of surf: a grid of water before a straight shore along x = 0, waves going to +X
    surf      of surf: a wrangle that moves its points by the animation texture: f@foam

Single frames are read where there are any, else the atlas. The numbers are spare parameters of the wrangles. The scene gets
the bake's frames a second and its range: the bake's frame 0 is time 0, which Houdini calls frame 1.
"""

import json
import os
import sys

import hou

MANIFEST = "@MANIFEST@"
MOST_POINTS = 1024
LARGEST_CODE = {'png8': 255, 'tga8': 255, 'png16': 65535}  # others hold values

# Maps are data: "srccolorspace" keeps them from being converted. V = 1 is row 0 and the smallest Z.
FUNCTIONS = '''function vector4 stored(string map; float u; float v; string wrap) {
    return vector4(colormap(map, u, v, "wrap", wrap, "srccolorspace", "linear"));
}
function float decoded(vector4 s; vector how) {  // channel, scale, offset
    return s[int(how.x)] * how.y + how.z;
}
'''
PLACE = '''vector2 size = chu("size"), middle = chu("middle");
float u = (@P.x - middle.x) / size.x + 0.5, v = 0.5 - (@P.z - middle.y) / size.y;
float frame = @Time * chf("fps");
frame = chi("loops") ? frame - chi("count") * floor(frame / chi("count")) : clamp(frame, chi("first"), chi("last"));
frame = floor(frame + 0.5);
'''
CELL = '''vector4 cell = chp("cell");  // width, height, gutter, columns
vector2 image = chu("image");
float row = floor((frame - chi("first") + 0.5) / cell.w), column = frame - chi("first") - row * cell.w;
if (chi("tiles")) { u = frac(u); v = frac(v); }
else { u = clamp(u, 0.5 / cell.x, 1 - 0.5 / cell.x); v = clamp(v, 0.5 / cell.y, 1 - 0.5 / cell.y); }
u = (column * (cell.x + 2 * cell.z) + cell.z + cell.x * u) / image.x;
v = (image.y - row * (cell.y + 2 * cell.z) - cell.z - cell.y + cell.y * v) / image.y;
string wrap = "clamp";
'''
SURF = '''float shore_distance = -@P.x, north = -@P.z, scale = chf("noise_scale");
float n = chf("sine") * sin(chf("sine_k") * scale * north) + chf("cosine") * cos(chf("cosine_k") * scale * north);
float along = chf("offset") - shore_distance / chf("width_m");
float u = frac(along - @Time / chf("period_s") + chf("noise_u") * n);
float v = clamp((along + chf("noise_v") * n - u) * chf("life_speed"), chf("half_row"), 1 - chf("half_row"));
vector4 s = stored(chs("surf_map"), u, v, "repeat");  // u repeats, v clamps
float fade = chf("fade_length_m") > 0 ? clamp((shore_distance - chf("fade_m")) / chf("fade_length_m"), 0, 1) : 1;
@P.x += decoded(s, chv("surf_forward")) * chf("forward_scale") * fade;
@P.y += decoded(s, chv("surf_height")) * chf("height_scale") * fade;
f@foam = decoded(s, chv("surf_foam"));
'''
# Channel keys -> the attribute's expression; the bitangent and green point north, which is -Z.
VECTORS = [
    ('@P +=', ('displacement_x', 'displacement_y', 'displacement_z'), 'set(%s, %s, %s)'),
    ('@P +=', ('displacement_tangent', 'displacement_normal', 'displacement_bitangent'), 'set(%s, %s, -%s)'),
    ('v@N =', ('normal_right', 'normal_out', 'normal_green'), 'normalize(set(%s, %s, -%s))'),
    ('f@foam =', ('foam',), '%s'),
]


def decode_of(output, index):
    decode = output['channels'][index]['decode']
    return (index, decode['scale'] * LARGEST_CODE.get(output['format'], 1), decode['offset'])


def channels_of(outputs, keys):
    """The first of the outputs that has all keys, and their indices."""
    for output in outputs:
        index = {c['key']: i for i, c in enumerate(output['channels'])}
        if all(key in index for key in keys):
            return output, [index[key] for key in keys]
    return None, []


class Parameters:
    """Spare parameters of a wrangle."""

    def __init__(self, node):
        self.node, self.group = node, node.parmTemplateGroup()

    def numbers(self, key, values):
        values = tuple(float(v) for v in values)
        self.group.append(hou.FloatParmTemplate(key, key, len(values), default_value=values))

    def whole(self, key, value):
        self.group.append(hou.IntParmTemplate(key, key, 1, default_value=(int(value),)))

    def file(self, key, path):
        self.group.append(hou.StringParmTemplate(key, key, 1, default_value=(path,),
                                                 string_type=hou.stringParmType.FileReference))

    def done(self):
        self.node.setParmTemplateGroup(self.group)


def grid(geometry, name, size, middle, points):
    node = geometry.createNode('grid', name)
    node.parmTuple('size').set(size)
    node.parmTuple('t').set((middle[0], 0, middle[1]))
    node.parm('cols').set(min(points[0], MOST_POINTS))
    node.parm('rows').set(min(points[1], MOST_POINTS))
    return node


def sequence(path, frame):
    """The path of a frame's file with an expression for the number: VEX reads the file of the frame."""
    stem, number, extension = path.rsplit('.', 2)
    if int(number) != frame:
        raise RuntimeError(path + ' does not end with its frame')
    return stem, len(number), extension


def add_frames(geometry, folder, manifest):
    images = [o for o in manifest['outputs'] if 'channels' in o]
    singles = sorted((o for o in images if 'time' in o), key=lambda o: o['time']['frame'])
    atlases = [o for o in images if 'cell_bounds' in o.get('facts', {})]
    outputs = singles or atlases
    if not outputs:
        return None
    first = outputs[0]
    if singles:
        bounds, points, time = first['world']['bounds'], (first['width'], first['height']), first['time']
        low, high, tiles = singles[0]['time']['frame'], singles[-1]['time']['frame'], first['tiles']['x']
    else:
        facts = first['facts']
        bounds, points, time = facts['cell_bounds'], (facts['cell_width'], facts['cell_height']), facts
        low, high, tiles = facts['first_frame'], facts['first_frame'] + facts['frames'] - 1, facts['cell_tiles']
    loops = low == 0 and round(time['period_s'] / time['step_s']) == high + 1
    x0, y0, x1, y1 = bounds
    size, middle = (x1 - x0, y1 - y0), ((x0 + x1) / 2, -(y0 + y1) / 2)  # Z is south
    node = geometry.createNode('attribwrangle', 'waves')
    node.setInput(0, grid(geometry, 'frames', size, middle, points))
    parameters = Parameters(node)
    parameters.numbers('size', size)
    parameters.numbers('middle', middle)
    parameters.numbers('fps', (1 / time['step_s'],))
    for key, value in (('first', low), ('last', high), ('count', high + 1), ('loops', loops), ('tiles', tiles)):
        parameters.whole(key, value)
    code = FUNCTIONS + PLACE
    if singles:
        code += 'string wrap = chi("tiles") ? "repeat" : "clamp";\n'
    else:
        parameters.numbers('cell', (*points, facts['gutter'], facts['columns']))
        parameters.numbers('image', (first['width'], first['height']))
        code += CELL
    known = set()
    for target, keys, form in VECTORS:
        output, indices = channels_of(outputs, keys)
        if output is None or target in known:
            continue
        known.add(target)
        map_key = 'map_' + keys[0]
        path = os.path.join(folder, output['file']).replace(os.sep, '/')
        if singles:
            stem, digits, extension = sequence(path, output['time']['frame'])
            parameters.file(map_key, stem)
            name = 'sprintf("%%s.%%0%dd.%s", chs("%s"), int(frame))' % (digits, extension, map_key)
        else:
            parameters.file(map_key, path)
            name = 'chs("%s")' % map_key
        sample = 's_' + keys[0]
        code += 'vector4 %s = stored(%s, u, v, wrap);\n' % (sample, name)
        for key, index in zip(keys, indices):
            parameters.numbers(key, decode_of(output, index))
        code += '%s %s;\n' % (target, form % tuple('decoded(%s, chv("%s"))' % (sample, key) for key in keys))
    parameters.done()
    node.parm('snippet').set(code)
    hou.setFps(1 / time['step_s'])
    hou.playbar.setFrameRange(low + 1, high + 1)
    return node


def add_beach(geometry, folder, manifest):
    output = next((o for o in manifest['outputs'] if o['role'] == 'surf'), None)
    if output is None:
        return None
    c = output['facts']['coordinates']
    sea, land = (c['offset'] + .5) * c['width_m'], .5 * c['width_m']
    node = geometry.createNode('attribwrangle', 'surf')
    node.setInput(0, grid(geometry, 'beach', (sea + land, 2 * c['width_m']), ((land - sea) / 2, 0), (385, 97)))
    parameters = Parameters(node)
    parameters.file('surf_map', os.path.join(folder, output['file']).replace(os.sep, '/'))
    numbers = {key: value for key, value in c.items() if isinstance(value, (int, float))}
    numbers.update(c['noise_terms'], period_s=output['facts']['period_s'], half_row=.5 / output['height'])
    for key, value in numbers.items():
        parameters.numbers(key, (value,))
    for index, channel in enumerate(output['channels']):
        parameters.numbers(channel['key'], decode_of(output, index))
    parameters.done()
    node.parm('snippet').set(FUNCTIONS + SURF)
    return node


def build(folder):
    with open(os.path.join(folder, MANIFEST), encoding='utf-8') as file:
        manifest = json.load(file)
    if manifest['config']['target'] != 'houdini':
        raise RuntimeError('%s was baked for another program; bake with --target houdini' % MANIFEST)
    name = hou.text.variableName(manifest['name'])
    old = hou.node('/obj/' + name)
    if old:
        old.destroy()
    geometry = hou.node('/obj').createNode('geo', name)
    shown = add_frames(geometry, folder, manifest)
    shown = add_beach(geometry, folder, manifest) or shown
    if shown is None:
        raise RuntimeError('%s has no frames; bake with --maps displacement,normal,foam' % MANIFEST)
    shown.setDisplayFlag(True)
    shown.setRenderFlag(True)
    geometry.layoutChildren()
    print('oceanbake: made ' + geometry.path())


build(os.path.dirname(os.path.abspath(__file__)))
if len(sys.argv) > 1 and sys.argv[1].endswith(('.hip', '.hiplc', '.hipnc')):
    hou.hipFile.save(os.path.abspath(sys.argv[1]))
