# SPDX-License-Identifier: Apache-2.0
"""Builds surf of oceanbake as a Blender scene. Run with Blender 3.4; written for 3.3 and later.

    blender -b --python THIS_FILE -- [--save SCENE.blend] [--on OBJECT] [--faces N]

or open it in the text editor and press Run. It reads @MANIFEST@ in its own folder and makes the collection NAME with

    NAME_beach    a strip of water before a straight shore in the east, displaced by the animation texture
    NAME_frames   of a bake over a shore: a grid of the map's place and size, displaced by the baked frames
    NAME_meshes   of a bake with --mesh: the baked meshes, one a frame

The node group NAME_wave displaces whatever carries the attributes shore_distance (metres, positive in water) and
shore_direction (unit, toward the shore), by the scene's time, and gives it the attribute wave_foam. --on adds it to an object
of the scene, say the water that the script of a shore bake makes. The texture repeats in u; v is clamped by the nodes.

--faces N     faces along the longest side of the frames (default: one a texel, at most 1024)
"""

import argparse
import json
import os
import sys

import bpy
import numpy

MANIFEST = "@MANIFEST@"
MOST_FACES = 1024

# @COMMON@


# @FLIPBOOK@


class Surf:
    """The animation texture and the numbers of its coordinates."""

    def __init__(self, folder, manifest):
        output = next(o for o in manifest['outputs'] if o['role'] == 'surf')
        self.name = manifest['name']
        self.path = os.path.join(folder, output['file'])
        self.height = output['height']
        self.period = output['facts']['period_s']
        self.coordinates = output['facts']['coordinates']
        self.along_arc = manifest['config']['noise_space'] == 'arc'
        self.channels = {}  # quantity -> (channel index, scale, offset)
        for index, channel in enumerate(output['channels']):
            scale = channel['decode']['scale'] * LARGEST_CODE.get(output['format'], 1)
            self.channels[channel['key']] = (index, scale, channel['decode']['offset'])


# --- The animation texture --------------------------------------------------------------------------------------------


def named(nodes, name, kind='FLOAT'):
    node = nodes.add('GeometryNodeInputNamedAttribute', {'Name': name}, data_type=kind)
    return next(s for s in node.outputs if s.enabled and s.name == 'Attribute')


def noise(nodes, surf, direction, origin):
    """n of the world coordinate along the coast: by the squares of the coast's tangent."""
    c = surf.coordinates
    terms = c['noise_terms']

    def of(coordinate):
        p = nodes.math('MULTIPLY', coordinate, c['noise_scale'])
        sine = nodes.math('SINE', nodes.math('MULTIPLY', p, terms['sine_k']))
        cosine = nodes.math('COSINE', nodes.math('MULTIPLY', p, terms['cosine_k']))
        return nodes.math('MULTIPLY_ADD', sine, terms['sine'], nodes.math('MULTIPLY', cosine, terms['cosine']))

    world = nodes.vector('ADD', nodes.add('GeometryNodeInputPosition').outputs[0], tuple(origin))
    x, y, _ = separate(nodes, world)
    dx, dy, _ = separate(nodes, direction)
    a, b = nodes.math('MULTIPLY', dx, dx), nodes.math('MULTIPLY', dy, dy)
    whole = nodes.math('MULTIPLY_ADD', b, of(x), nodes.math('MULTIPLY', a, of(y)))
    return nodes.math('DIVIDE', whole, nodes.math('MAXIMUM', nodes.math('ADD', a, b), 1e-8))


def wave_uv(nodes, surf, distance, n):
    """D = offset - distance / width; u = frac(D - periods + noise), v = clamp((D + noise - u) * life_speed, 0, 1)."""
    c = surf.coordinates
    seconds = nodes.add('GeometryNodeInputSceneTime').outputs['Seconds']
    along = nodes.math('SUBTRACT', c['offset'], nodes.math('DIVIDE', distance, c['width_m']))
    phase = nodes.math('SUBTRACT', along, nodes.math('DIVIDE', seconds, surf.period))
    u = nodes.math('FRACT', nodes.math('MULTIPLY_ADD', n, c['noise_u'], phase))
    life = nodes.math('SUBTRACT', nodes.math('MULTIPLY_ADD', n, c['noise_v'], along), u)
    v = nodes.math('MULTIPLY', life, c['life_speed'])
    half = .5 / surf.height
    return combine(nodes, u, nodes.math('MINIMUM', nodes.math('MAXIMUM', v, half), 1 - half))


def displace(nodes, surf, geometry, distance, direction, origin):
    c = surf.coordinates
    n = 0. if surf.along_arc else noise(nodes, surf, direction, origin)
    texture = nodes.add('GeometryNodeImageTexture', {'Image': load_image(surf.path),
                                                     'Vector': wave_uv(nodes, surf, distance, n)},
                        interpolation='Linear', extension='REPEAT')
    colours = nodes.add('FunctionNodeSeparateColor', {0: texture.outputs['Color']})
    sockets = list(colours.outputs[:3]) + [texture.outputs['Alpha']]

    def value(key):
        index, scale, offset = surf.channels[key]
        return nodes.math('MULTIPLY_ADD', sockets[index], scale, offset) if (scale, offset) != (1, 0) else sockets[index]

    fade = 1.
    if c['fade_length_m'] > 0:
        share = nodes.math('DIVIDE', nodes.math('SUBTRACT', distance, c['fade_m']), c['fade_length_m'])
        fade = nodes.math('MINIMUM', nodes.math('MAXIMUM', share, 0.), 1.)
    forward = nodes.math('MULTIPLY', nodes.math('MULTIPLY', value('surf_forward'), c['forward_scale']), fade)
    up = nodes.math('MULTIPLY', nodes.math('MULTIPLY', value('surf_height'), c['height_scale']), fade)
    dx, dy, _ = separate(nodes, direction)
    offset = combine(nodes, nodes.math('MULTIPLY', dx, forward), nodes.math('MULTIPLY', dy, forward), up)
    geometry = store(nodes, geometry, 'wave_foam', value('surf_foam'))
    return nodes.add('GeometryNodeSetPosition', {'Geometry': geometry, 'Offset': offset}).outputs[0]


def wave_tree(surf, name, origin=(0, 0, 0)):
    """For geometry that carries shore_distance and shore_direction, of an object at origin."""
    nodes = new_tree(name)
    geometry = nodes.add('NodeGroupInput').outputs[0]
    geometry = displace(nodes, surf, geometry, named(nodes, 'shore_distance'),
                        named(nodes, 'shore_direction', 'FLOAT_VECTOR'), origin)
    nodes.add('NodeGroupOutput', {0: geometry})
    return nodes.tree


def beach_tree(name):
    """The distance to a shore along x = 0, waves going east."""
    nodes = new_tree(name)
    x, _, _ = separate(nodes, nodes.add('GeometryNodeInputPosition').outputs[0])
    geometry = store(nodes, nodes.add('NodeGroupInput').outputs[0], 'shore_distance', nodes.math('MULTIPLY', x, -1.))
    geometry = store(nodes, geometry, 'shore_direction', combine(nodes, 1.), 'FLOAT_VECTOR')
    nodes.add('NodeGroupOutput', {0: geometry})
    return nodes.tree


def add_beach(surf, collection, tree):
    """From where waves are born to where the last are gone, two waves wide along the shore."""
    width = surf.coordinates['width_m']
    sea, land = (surf.coordinates['offset'] + .5) * width, .5 * width
    name = surf.name + '_beach'
    mesh = grid_mesh(name, (sea + land, 2 * width), 384, 96, middle=((land - sea) / 2, 0))
    made = place(collection, mesh, (0, 0, 0), beach_tree(name), sea_material(name, False, True))
    made.modifiers.new('surf', 'NODES').node_group = tree
    return made


# --- Baked meshes -----------------------------------------------------------------------------------------------------


def read_ply(path, name):
    """As oceanbake writes it: little endian, x y z foam as floats, triangles."""
    with open(path, 'rb') as file:
        data = file.read()
    end = data.index(b'end_header\n') + len(b'end_header\n')
    counts = {w[1]: int(w[2]) for w in (line.split() for line in data[:end].decode().splitlines()) if w[0] == 'element'}
    points = numpy.frombuffer(data, '<f4', 4 * counts['vertex'], end).reshape(-1, 4)
    kind = numpy.dtype([('count', 'u1'), ('corners', '<i4', 3)])
    corners = numpy.frombuffer(data, kind, counts['face'], end + points.nbytes)['corners']
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set('co', numpy.ascontiguousarray(points[:, :3]).ravel())
    mesh.loops.add(corners.size)
    mesh.loops.foreach_set('vertex_index', numpy.ascontiguousarray(corners).ravel())
    mesh.polygons.add(len(corners))
    mesh.polygons.foreach_set('loop_start', numpy.arange(0, corners.size, 3, dtype='i4'))
    mesh.polygons.foreach_set('loop_total', numpy.full(len(corners), 3, dtype='i4'))
    mesh.polygons.foreach_set('use_smooth', numpy.ones(len(corners), dtype=bool))
    mesh.update(calc_edges=True)
    foam = mesh.attributes.new('wave_foam', 'FLOAT', 'POINT')
    foam.data.foreach_set('value', numpy.ascontiguousarray(points[:, 3]))
    return mesh


def read_obj(path, name):
    known = set(bpy.data.objects)
    bpy.ops.wm.obj_import(filepath=path, forward_axis='Y', up_axis='Z')
    made = next(o for o in bpy.data.objects if o not in known)
    mesh = made.data
    bpy.data.objects.remove(made)
    mesh.name = name
    return mesh


def meshes_tree(name, frames, first, last, loops):
    """A point in, the frame's mesh out: the objects of a collection by their names' order."""
    nodes = new_tree(name)
    frame = nodes.add('GeometryNodeInputSceneTime').outputs['Frame']
    if loops:
        index = nodes.math('WRAP', frame, last + 1., 0.)
    else:
        index = nodes.math('SUBTRACT', nodes.math('MINIMUM', nodes.math('MAXIMUM', frame, float(first)), float(last)),
                           float(first))
    children = nodes.add('GeometryNodeCollectionInfo', {'Collection': frames, 'Separate Children': True,
                                                        'Reset Children': True})
    instances = nodes.add('GeometryNodeInstanceOnPoints', {
        'Points': nodes.add('NodeGroupInput').outputs[0], 'Instance': children.outputs[0], 'Pick Instance': True,
        'Instance Index': index})
    nodes.add('NodeGroupOutput', {0: nodes.add('GeometryNodeRealizeInstances', {0: instances.outputs[0]}).outputs[0]})
    return nodes.tree


def add_meshes(folder, manifest, collection):
    outputs = [o for o in manifest['outputs'] if o['role'] == 'mesh']
    kinds = [k for k in ('ply', 'obj') if any(o['format'] == k for o in outputs)]
    if not kinds:
        return None
    outputs = sorted((o for o in outputs if o['format'] == kinds[0]), key=lambda o: o['time']['frame'])
    name = manifest['name'] + '_meshes'
    surface = sea_material(name, False, kinds[0] == 'ply')
    frames = new_collection(name, collection)
    read = read_ply if kinds[0] == 'ply' else read_obj
    for output in outputs:
        made = place(frames, read(os.path.join(folder, output['file']), output['file']), (0, 0, 0), surface=surface)
        made.hide_render = made.hide_viewport = True
    time = outputs[0]['time']
    first, last = time['frame'], outputs[-1]['time']['frame']
    loops = first == 0 and round(time['period_s'] / time['step_s']) == last + 1
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(0, 0, 0)], [], [])
    return place(collection, mesh, (0, 0, 0), meshes_tree(name, frames, first, last, loops)), time['step_s'], first, last


# --- The scene --------------------------------------------------------------------------------------------------------


def build(folder, on='', faces=0):
    manifest = read_manifest(folder)
    surf = Surf(folder, manifest)
    if surf.along_arc:
        print('oceanbake: the nodes bend no waves: their noise is of the length along the shore; the baked frames have it')
    remove_earlier(surf.name, ('wave', 'beach', 'frames', 'meshes'))
    collection = new_collection(surf.name)
    target = bpy.data.objects[on] if on else None
    tree = wave_tree(surf, surf.name + '_wave', target.location if target else (0, 0, 0))
    if target:
        target.modifiers.new('surf', 'NODES').node_group = tree
        made = [target]
    else:
        made = [add_beach(surf, collection, tree)]
    step, first, last = surf.period / 64, 0, 63
    flipbook = Flipbook(folder, manifest)
    if 'z' in flipbook.channels:
        made.append(add_flipbook(flipbook, collection, 'frames', faces))
        step, first, last = flipbook.step, flipbook.first, flipbook.last
    meshes = add_meshes(folder, manifest, collection)
    if meshes:
        made.append(meshes[0])
        step, first, last = meshes[1:]
    set_time(step, first, last)
    return made


def main():
    chosen = options(__doc__.splitlines()[0], {'on': '', 'faces': 0})
    finish(build(own_folder(), chosen.on, chosen.faces), chosen.save)


if __name__ == '__main__':
    main()
