# SPDX-License-Identifier: Apache-2.0
"""Builds a bake of oceanbake as a Blender scene. Run with Blender 3.4; written for 3.3 and later.

    blender -b --python THIS_FILE -- [--save SCENE.blend] [--faces N] [--arrows N]

or open it in the text editor and press Run. It reads @MANIFEST@ in its own folder and makes the collection NAME with

    NAME_ground   a grid of the map's size and place, lowered by the depth: the terrain
    NAME_water    a grid at sea level, coloured by the distance to the shore
    NAME_arrows   with --arrows: the wave direction, N arrows along the longest side

Ground and water carry the attributes shore_distance, shore_direction and shore_depth (metres and a unit vector) for
materials and geometry nodes of your own. Running it again replaces what it made. The images stay live: after a new bake
reload them, or run it again.

--faces N     faces along the longest side (default: one a texel, at most 1024)
"""

import argparse
import json
import os
import sys

import bpy

MANIFEST = "@MANIFEST@"
MOST_FACES = 1024
MEANINGS = {  # what a channel's meaning begins with
    'distance': 'signed distance to the shoreline',
    'direction_x': 'wave direction, toward the shore, X',
    'direction_y': 'wave direction, toward the shore, Y',
    'depth': 'depth',
}

# @COMMON@


class Shore:
    """What the manifest says: place, size, and where each quantity is."""

    def __init__(self, folder):
        with open(os.path.join(folder, MANIFEST), encoding='utf-8') as file:
            manifest = json.load(file)
        self.name = manifest['name']
        self.sea_level = float(manifest['facts']['sea_level_m'])
        self.channels = {}  # quantity -> (image path, channel index, scale, offset, square), for samples
        for output in manifest['outputs']:
            if 'channels' not in output or 'world' not in output:
                continue
            world = output['world']
            if world['target'] not in ('world', 'blender'):
                raise SystemExit('%s was baked for %s; bake with --target blender' % (MANIFEST, world['target']))
            for index, channel in enumerate(output['channels']):
                for quantity, meaning in MEANINGS.items():
                    if channel['meaning'].startswith(meaning) and quantity not in self.channels:
                        decode = channel['decode']
                        scale = decode['scale'] * LARGEST_CODE.get(output['format'], 1)
                        path = os.path.join(folder, output['file'])
                        self.channels[quantity] = (path, index, scale, decode['offset'], decode['square'])
                        self.bounds = world['bounds']
                        self.texels = (output['width'], output['height'])
        if not self.channels:
            raise SystemExit('%s has no shoreline map' % MANIFEST)

    def size(self):
        x0, y0, x1, y1 = self.bounds
        return x1 - x0, y1 - y0

    def centre(self):
        x0, y0, x1, y1 = self.bounds
        return (x0 + x1) / 2, (y0 + y1) / 2, self.sea_level


# --- Nodes ------------------------------------------------------------------------------------------------------------


def sample(nodes, shore, uv):
    """Sockets with the decoded quantities at uv."""
    textures, values = {}, {}
    for quantity, (path, index, scale, offset, square) in shore.channels.items():
        if path not in textures:
            texture = nodes.add('GeometryNodeImageTexture', {'Image': load_image(path), 'Vector': uv},
                                interpolation='Linear', extension='EXTEND')
            colours = nodes.add('FunctionNodeSeparateColor', {0: texture.outputs['Color']})
            textures[path] = list(colours.outputs[:3]) + [texture.outputs['Alpha']]
        value = textures[path][index]
        if (scale, offset) != (1, 0):
            value = nodes.math('MULTIPLY_ADD', value, scale, offset)
        if square:
            value = nodes.math('MULTIPLY', value, nodes.math('ABSOLUTE', value))
        values[quantity] = value
    if 'direction_x' in values:
        xy = nodes.add('ShaderNodeCombineXYZ', {0: values.pop('direction_x'), 1: values.pop('direction_y')})
        values['direction'] = nodes.vector('NORMALIZE', xy.outputs[0])
    return values


def sampled(nodes, shore):
    """The quantities at the points of an object that lies at the map's centre."""
    width, height = shore.size()
    position = nodes.add('GeometryNodeInputPosition').outputs[0]
    return sample(nodes, shore, nodes.vector('MULTIPLY_ADD', position, (1 / width, 1 / height, 0), (.5, .5, 0)))


def grid_tree(shore, name, displaced):
    """Geometry in, the same with shore_* attributes out, lowered by the depth where displaced."""
    nodes = new_tree(name)
    geometry = nodes.add('NodeGroupInput').outputs[0]
    values = sampled(nodes, shore)
    for quantity, value in values.items():
        kind = 'FLOAT_VECTOR' if quantity == 'direction' else 'FLOAT'
        geometry = store(nodes, geometry, 'shore_' + quantity, value, kind)
    if displaced and 'depth' in values:
        offset = nodes.add('ShaderNodeCombineXYZ', {2: nodes.math('MULTIPLY', values['depth'], -1.)})
        geometry = nodes.add('GeometryNodeSetPosition', {'Geometry': geometry, 'Offset': offset.outputs[0]}).outputs[0]
    nodes.add('NodeGroupOutput', {0: geometry})
    return nodes.tree


def arrows_tree(shore, name, arrow, lift):
    """Points in, arrows along the wave direction out, on water alone."""
    nodes = new_tree(name)
    values = sampled(nodes, shore)
    on_water = nodes.math('GREATER_THAN', values['distance'], 0.) if 'distance' in values else True
    turn = nodes.add('FunctionNodeAlignEulerToVector', {'Vector': values['direction']}, axis='X', pivot_axis='Z')
    model = nodes.add('GeometryNodeObjectInfo', {'Object': arrow})
    raised = nodes.add('GeometryNodeSetPosition', {'Geometry': nodes.add('NodeGroupInput').outputs[0],
                                                   'Offset': (0, 0, lift)})
    instances = nodes.add('GeometryNodeInstanceOnPoints', {
        'Points': raised.outputs[0], 'Selection': on_water, 'Instance': model.outputs['Geometry'],
        'Rotation': turn.outputs[0]})
    nodes.add('NodeGroupOutput', {0: instances.outputs[0]})
    return nodes.tree


# --- Materials --------------------------------------------------------------------------------------------------------


def ground_material(shore):
    def build(nodes):
        scale = min(shore.size()) / 50
        colour = ramp(nodes, attribute(nodes, 'shore_depth'), [
            (-2 * scale, (.08, .16, .04)), (-.4 * scale, (.16, .26, .07)), (-.2 * scale, (.55, .45, .27)),
            (.1 * scale, (.62, .52, .33)), (2 * scale, (.10, .12, .12))])
        return nodes.add('ShaderNodeBsdfDiffuse', {'Color': colour}).outputs[0]
    return material(shore.name + '_ground', build)


def water_material(shore):
    """Clear near the shore, with a white line at each fortieth of the map's side: the crests of surf run along them."""
    def build(nodes):
        distance = attribute(nodes, 'shore_distance')
        spacing = min(shore.size()) / 40
        part = nodes.math('FRACT', nodes.math('DIVIDE', distance, spacing))
        line = nodes.math('GREATER_THAN', part, .88)
        near = ramp(nodes, distance, [(0., (1, 1, 1)), (14 * spacing, (0, 0, 0))])
        blue = ramp(nodes, distance, [(0., (.10, .50, .52)), (10 * spacing, (.01, .09, .22))])
        colour = nodes.add('ShaderNodeMixRGB', {0: nodes.math('MULTIPLY', line, near), 1: blue, 2: (1, 1, 1, 1)})
        surface = nodes.add('ShaderNodeBsdfDiffuse', {'Color': colour.outputs[0]}).outputs[0]
        opaque = ramp(nodes, distance, [(0., (.25, .25, .25)), (8 * spacing, (.9, .9, .9))])
        clear = nodes.add('ShaderNodeBsdfTransparent').outputs[0]
        whole = nodes.math('MAXIMUM', opaque, nodes.math('MULTIPLY', line, .8))
        return nodes.add('ShaderNodeMixShader', {0: whole, 1: clear, 2: surface}).outputs[0]
    return material(shore.name + '_water', build)


def arrow_material(shore):
    return material(shore.name + '_arrows', lambda nodes: nodes.add(
        'ShaderNodeEmission', {'Color': (1., .35, .05, 1.), 'Strength': 1.}).outputs[0])


# --- Objects ----------------------------------------------------------------------------------------------------------


def arrow_mesh(name, length):
    """Flat, pointing along +x, centred."""
    points = [(-.5, -.06), (.1, -.06), (.1, -.2), (.5, 0), (.1, .2), (.1, .06), (-.5, .06)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(x * length, y * length, 0) for x, y in points], [], [tuple(range(len(points)))])
    return mesh


def build(shore, faces=0, arrows=0):
    """Makes the scene and returns its objects by part."""
    name = shore.name
    remove_earlier(name, ('ground', 'water', 'arrows'))
    collection = new_collection(name)
    longest = max(shore.texels)
    faces = faces or min(longest, MOST_FACES)
    columns, rows = (max(1, round(faces * side / longest)) for side in shore.texels)
    made = {}
    for part, surface in (('ground', ground_material), ('water', water_material)):
        mesh = grid_mesh(name + '_' + part, shore.size(), columns, rows)
        tree = grid_tree(shore, mesh.name, part == 'ground')
        made[part] = place(collection, mesh, shore.centre(), tree, surface(shore))
    if arrows and 'direction_x' in shore.channels:
        length = .7 * max(shore.size()) / arrows
        surface = arrow_material(shore)
        model = bpy.data.objects.new(name + '_arrow', arrow_mesh(name + '_arrow', length))
        model.data.materials.append(surface)
        model.hide_render = model.hide_viewport = True
        collection.objects.link(model)
        columns, rows = (max(1, round(arrows * side / longest)) for side in shore.texels)
        mesh = grid_mesh(name + '_arrows', shore.size(), columns, rows)
        tree = arrows_tree(shore, mesh.name, model, length / 8)
        made['arrows'] = place(collection, mesh, shore.centre(), tree, surface)
    return made


def main():
    chosen = options(__doc__.splitlines()[0], {'faces': 0, 'arrows': 0})
    finish(build(Shore(own_folder()), chosen.faces, chosen.arrows).values(), chosen.save)


if __name__ == '__main__':
    main()
