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
LARGEST_CODE = {'png8': 255, 'tga8': 255, 'png16': 65535}  # others hold values
MEANINGS = {  # what a channel's meaning begins with
    'distance': 'signed distance to the shoreline',
    'direction_x': 'wave direction, toward the shore, X',
    'direction_y': 'wave direction, toward the shore, Y',
    'depth': 'depth',
}


def own_folder():
    """Of this script, also when it runs inside Blender's text editor."""
    path = os.path.realpath(__file__) if '__file__' in globals() else ''
    if os.path.isfile(path):
        return os.path.dirname(path)
    for text in bpy.data.texts:
        if text.name == os.path.basename(path) and text.filepath:
            return os.path.dirname(bpy.path.abspath(text.filepath))
    raise SystemExit('save this text beside %s first' % MANIFEST)


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


class Nodes:
    """A node tree under construction; arguments that are no sockets become default values."""

    def __init__(self, tree):
        self.tree = tree

    def add(self, kind, inputs=(), **properties):
        node = self.tree.nodes.new(kind)
        for key, value in properties.items():
            setattr(node, key, value)
        for key, value in dict(inputs).items():
            self.plug(self.socket(node.inputs, key), value)
        return node

    @staticmethod
    def socket(sockets, key):
        if isinstance(key, int):
            return sockets[key]
        return next(s for s in sockets if s.name == key and s.enabled)  # several share a name, one is in use

    def plug(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def math(self, operation, *operands):
        return self.add('ShaderNodeMath', dict(enumerate(operands)), operation=operation).outputs[0]

    def vector(self, operation, *operands):
        node = self.add('ShaderNodeVectorMath', dict(enumerate(operands)), operation=operation)
        return next(s for s in node.outputs if s.enabled)


def load_image(path):
    """As data: no colour conversion, alpha is a channel of its own."""
    image = bpy.data.images.load(path, check_existing=True)
    image.colorspace_settings.name = 'Non-Color'
    image.alpha_mode = 'CHANNEL_PACKED'
    image.reload()
    return image


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


def new_tree(name):
    tree = bpy.data.node_groups.new(name, 'GeometryNodeTree')
    if hasattr(tree, 'interface'):  # Blender 4
        tree.interface.new_socket(name='Geometry', in_out='INPUT', socket_type='NodeSocketGeometry')
        tree.interface.new_socket(name='Geometry', in_out='OUTPUT', socket_type='NodeSocketGeometry')
    else:
        tree.inputs.new('NodeSocketGeometry', 'Geometry')
        tree.outputs.new('NodeSocketGeometry', 'Geometry')
    return Nodes(tree)


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
        store = nodes.add('GeometryNodeStoreNamedAttribute', data_type=kind, domain='POINT')
        for key, content in (('Geometry', geometry), ('Name', 'shore_' + quantity), ('Value', value)):
            nodes.plug(nodes.socket(store.inputs, key), content)
        geometry = store.outputs[0]
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


def ramp(nodes, value, stops):
    """Colour of value by stops [(value, colour), ...], ascending."""
    low, high = stops[0][0], stops[-1][0]
    place = nodes.math('MULTIPLY_ADD', value, 1 / (high - low), -low / (high - low))
    node = nodes.add('ShaderNodeValToRGB', {0: place})
    elements = node.color_ramp.elements
    for i, (at, colour) in enumerate(stops):
        element = elements[i] if i < 2 else elements.new(1)
        element.position = (at - low) / (high - low)
        element.color = (*colour, 1)
    return node.outputs[0]


def attribute(nodes, name):
    return nodes.add('ShaderNodeAttribute', attribute_name=name).outputs['Fac']


def material(name, build):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    made.node_tree.nodes.clear()
    nodes = Nodes(made.node_tree)
    nodes.add('ShaderNodeOutputMaterial', {'Surface': build(nodes)})
    return made


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


def grid_mesh(shore, name, columns, rows):
    """A flat grid around the origin with a UV map: u east, v north."""
    width, height = shore.size()
    points, uvs = [], []
    for j in range(rows + 1):
        for i in range(columns + 1):
            points.append(((i / columns - .5) * width, (j / rows - .5) * height, 0))
            uvs.append((i / columns, j / rows))
    faces = []
    for j in range(rows):
        for i in range(columns):
            at = j * (columns + 1) + i
            faces.append((at, at + 1, at + columns + 2, at + columns + 1))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    layer = mesh.uv_layers.new(name='UVMap')
    layer.data.foreach_set('uv', [c for face in faces for corner in face for c in uvs[corner]])
    mesh.polygons.foreach_set('use_smooth', [True] * len(faces))
    mesh.update()
    return mesh


def arrow_mesh(name, length):
    """Flat, pointing along +x, centred."""
    points = [(-.5, -.06), (.1, -.06), (.1, -.2), (.5, 0), (.1, .2), (.1, .06), (-.5, .06)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(x * length, y * length, 0) for x, y in points], [], [tuple(range(len(points)))])
    return mesh


def place(shore, collection, mesh, tree, surface):
    made = bpy.data.objects.new(mesh.name, mesh)
    made.location = shore.centre()
    mesh.materials.append(surface)
    made.modifiers.new('shore', 'NODES').node_group = tree
    collection.objects.link(made)
    return made


def remove_earlier(name):
    """What this script made before."""
    collection = bpy.data.collections.get(name)
    for made in list(collection.all_objects) if collection else []:
        bpy.data.meshes.remove(made.data)  # and with it the object
    if collection:
        bpy.data.collections.remove(collection)
    for part in ('ground', 'water', 'arrows'):
        for kind in (bpy.data.node_groups, bpy.data.materials):
            old = kind.get(name + '_' + part)
            if old:
                kind.remove(old)


def build(shore, faces=0, arrows=0):
    """Makes the scene and returns its objects by part."""
    name = shore.name
    remove_earlier(name)
    collection = bpy.data.collections.new(name)
    bpy.context.scene.collection.children.link(collection)
    longest = max(shore.texels)
    faces = faces or min(longest, MOST_FACES)
    columns, rows = (max(1, round(faces * side / longest)) for side in shore.texels)
    made = {}
    for part, surface in (('ground', ground_material), ('water', water_material)):
        mesh = grid_mesh(shore, name + '_' + part, columns, rows)
        made[part] = place(shore, collection, mesh, grid_tree(shore, mesh.name, part == 'ground'), surface(shore))
    if arrows and 'direction_x' in shore.channels:
        length = .7 * max(shore.size()) / arrows
        surface = arrow_material(shore)
        model = bpy.data.objects.new(name + '_arrow', arrow_mesh(name + '_arrow', length))
        model.data.materials.append(surface)
        model.hide_render = model.hide_viewport = True
        collection.objects.link(model)
        columns, rows = (max(1, round(arrows * side / longest)) for side in shore.texels)
        mesh = grid_mesh(shore, name + '_arrows', columns, rows)
        tree = arrows_tree(shore, mesh.name, model, length / 8)
        made['arrows'] = place(shore, collection, mesh, tree, surface)
    return made


def main():
    parser = argparse.ArgumentParser(prog='import', description=__doc__.splitlines()[0])
    parser.add_argument('--save', metavar='SCENE.blend')
    parser.add_argument('--faces', type=int, default=0)
    parser.add_argument('--arrows', type=int, default=0)
    words = sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else []
    options = parser.parse_args(words if bpy.app.background else [])
    made = build(Shore(own_folder()), options.faces, options.arrows)
    print('oceanbake: made ' + ', '.join(sorted(o.name for o in made.values())))
    if options.save:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(options.save))


if __name__ == '__main__':
    main()
