# SPDX-License-Identifier: Apache-2.0
#
# Frames of waves, of surf too: part of the scripts for Blender.

QUANTITIES = {  # key of a channel -> what it is here: object space, or the tangent space of a level plane
    'displacement_x': 'x', 'displacement_y': 'y', 'displacement_z': 'z',
    'displacement_tangent': 'x', 'displacement_bitangent': 'y', 'displacement_normal': 'z',
    'normal_right': 'normal_x', 'normal_green': 'normal_y', 'normal_out': 'normal_z',
    'foam': 'foam',
}


class Flipbook:
    """What the manifest says of its frames: where, when, and in which images. Files of single frames before atlases."""

    def __init__(self, folder, manifest):
        self.name = manifest['name']
        self.bounds_m = manifest['facts'].get('culling_bounds')
        self.channels = {}  # quantity -> (image path, channel index, scale, offset, atlas or None)
        images = [o for o in manifest['outputs'] if 'channels' in o]
        singles = [o for o in images if 'time' in o]
        atlases = [o for o in images if 'cell_bounds' in o.get('facts', {})]
        for output in sorted(singles, key=lambda o: o['time']['frame']) or atlases:
            self.add(folder, output)
        if 'z' not in self.channels:
            return
        frames = [o['time']['frame'] for o in singles]
        if singles:
            place, time = singles[0]['world'], singles[0]['time']
            self.bounds, self.texels = place['bounds'], (singles[0]['width'], singles[0]['height'])
            self.tiles = singles[0]['tiles']['x']
            self.first, self.last = min(frames), max(frames)
        else:
            time = atlases[0]['facts']
            self.bounds, self.texels = time['cell_bounds'], (time['cell_width'], time['cell_height'])
            self.tiles = time['cell_tiles']
            self.first, self.last = time['first_frame'], time['first_frame'] + time['frames'] - 1
        self.step = time['step_s']
        self.loops = self.first == 0 and round(time['period_s'] / self.step) == self.last + 1

    def add(self, folder, output):
        for index, channel in enumerate(output['channels']):
            quantity = QUANTITIES.get(channel['key'])
            if quantity and quantity not in self.channels:
                decode = channel['decode']
                scale = decode['scale'] * LARGEST_CODE.get(output['format'], 1)
                atlas = (output['width'], output['height'], output['facts']) if 'facts' in output else None
                self.channels[quantity] = (os.path.join(folder, output['file']), index, scale, decode['offset'], atlas)

    def size(self):
        x0, y0, x1, y1 = self.bounds
        return x1 - x0, y1 - y0

    def centre(self):
        x0, y0, x1, y1 = self.bounds
        return (x0 + x1) / 2, (y0 + y1) / 2, 0.


def cell_uv(nodes, flipbook, frame, uv, atlas):
    """The place of uv in the cell of a frame: left to right, top to bottom. V = 1 is the top of the image."""
    width, height, cells = atlas
    w, h, gutter = cells['cell_width'], cells['cell_height'], cells['gutter']
    cell = nodes.math('SUBTRACT', frame, float(flipbook.first))
    row = nodes.math('FLOOR', nodes.math('DIVIDE', nodes.math('ADD', cell, .5), float(cells['columns'])))
    column = nodes.math('SUBTRACT', cell, nodes.math('MULTIPLY', row, float(cells['columns'])))
    u, v, _ = separate(nodes, uv)
    inside = [nodes.math('FRACT', c) if flipbook.tiles else
              nodes.math('MINIMUM', nodes.math('MAXIMUM', c, .5 / n), 1 - .5 / n) for c, n in ((u, w), (v, h))]
    x = nodes.math('ADD', nodes.math('MULTIPLY_ADD', column, w + 2. * gutter, float(gutter)),
                   nodes.math('MULTIPLY', inside[0], float(w)))
    y = nodes.math('ADD', nodes.math('MULTIPLY_ADD', row, -(h + 2. * gutter), float(height - gutter - h)),
                   nodes.math('MULTIPLY', inside[1], float(h)))
    return combine(nodes, nodes.math('DIVIDE', x, float(width)), nodes.math('DIVIDE', y, float(height)))


def scene_frame(nodes, flipbook):
    """The scene's frame as one of the flipbook's: it repeats, or stands still at its ends."""
    frame = nodes.add('GeometryNodeInputSceneTime').outputs['Frame']
    first, last = float(flipbook.first), float(flipbook.last)
    if flipbook.loops:
        return nodes.math('WRAP', frame, last + 1, 0.)
    return nodes.math('MINIMUM', nodes.math('MAXIMUM', frame, first), last)


def flipbook_values(nodes, flipbook, uv):
    """Sockets with the quantities of the scene's frame at uv."""
    frame = scene_frame(nodes, flipbook)
    textures, values = {}, {}
    for quantity, (path, index, scale, offset, atlas) in flipbook.channels.items():
        if path not in textures:
            image = load_image(path, sequence=not atlas)
            at = cell_uv(nodes, flipbook, frame, uv, atlas) if atlas else uv
            inputs = {'Image': image, 'Vector': at} if atlas else {'Image': image, 'Vector': at, 'Frame': frame}
            texture = nodes.add('GeometryNodeImageTexture', inputs, interpolation='Linear',
                                extension='REPEAT' if flipbook.tiles and not atlas else 'EXTEND')
            colours = nodes.add('FunctionNodeSeparateColor', {0: texture.outputs['Color']})
            textures[path] = list(colours.outputs[:3]) + [texture.outputs['Alpha']]
        value = textures[path][index]
        values[quantity] = nodes.math('MULTIPLY_ADD', value, scale, offset) if (scale, offset) != (1, 0) else value
    return values


def flipbook_tree(flipbook, name):
    """Geometry of an object at the map's centre in, displaced with the attributes wave_normal and wave_foam out."""
    nodes = new_tree(name)
    geometry = nodes.add('NodeGroupInput').outputs[0]
    width, height = flipbook.size()
    position = nodes.add('GeometryNodeInputPosition').outputs[0]
    uv = nodes.vector('MULTIPLY_ADD', position, (1 / width, 1 / height, 0), (.5, .5, 0))
    values = flipbook_values(nodes, flipbook, uv)
    if 'normal_x' in values:
        normal = nodes.vector('NORMALIZE', combine(nodes, *(values['normal_' + c] for c in 'xyz')))
        geometry = store(nodes, geometry, 'wave_normal', normal, 'FLOAT_VECTOR')
    if 'foam' in values:
        geometry = store(nodes, geometry, 'wave_foam', values['foam'])
    offset = combine(nodes, *(values.get(c, 0.) for c in 'xyz'))
    geometry = nodes.add('GeometryNodeSetPosition', {'Geometry': geometry, 'Offset': offset}).outputs[0]
    nodes.add('NodeGroupOutput', {0: geometry})
    return nodes.tree


def sea_material(name, has_normal, has_foam):
    """Water with the map's normals, white where there is foam."""
    def build(nodes):
        normal = {}
        if has_normal:
            stored = nodes.add('ShaderNodeAttribute', attribute_name='wave_normal').outputs['Vector']
            world = nodes.add('ShaderNodeVectorTransform', {0: stored}, vector_type='NORMAL', convert_from='OBJECT',
                              convert_to='WORLD')
            normal = {'Normal': world.outputs[0]}
        water = nodes.add('ShaderNodeBsdfPrincipled', {'Base Color': (.012, .075, .11, 1), 'Roughness': .08, 'IOR': 1.33,
                                                       **normal}).outputs[0]
        if not has_foam:
            return water
        white = nodes.add('ShaderNodeBsdfDiffuse', {'Color': (.9, .93, .95, 1), **normal}).outputs[0]
        return nodes.add('ShaderNodeMixShader', {0: attribute(nodes, 'wave_foam'), 1: water, 2: white}).outputs[0]
    return material(name, build)


def add_flipbook(flipbook, collection, part, faces=0, tiles=1):
    """A grid whose points lie on the map's texels, over tiles x tiles of them, displaced by the scene's frame."""
    longest = max(flipbook.texels)
    faces = faces or min(longest, MOST_FACES)
    size, texels = flipbook.size(), flipbook.texels
    counts = [max(1, round(faces * side / longest)) for side in texels]
    texel = [s / n for s, n in zip(size, texels)]
    if flipbook.tiles:
        tiles = max(1, tiles)
        counts = [n * tiles for n in counts]
        covered = [s * tiles for s in size]
        middle = [((tiles - 1) % 2) * s / 2 + t / 2 for s, t in zip(size, texel)]
    else:
        counts = [min(n, t - 1) for n, t in zip(counts, texels)]
        covered, middle = [s - t for s, t in zip(size, texel)], (0, 0)
    name = flipbook.name + '_' + part
    mesh = grid_mesh(name, covered, *counts, middle=middle)
    surface = sea_material(name, 'normal_x' in flipbook.channels, 'foam' in flipbook.channels)
    made = place(collection, mesh, flipbook.centre(), flipbook_tree(flipbook, name), surface)
    if flipbook.bounds_m:
        made['culling_bounds_m'] = (flipbook.bounds_m['horizontal_m'], flipbook.bounds_m['vertical_m'])
    return made


def set_time(step, first, last):
    """Frames a second and the range of the scene: frame 0 is time 0."""
    render, scene = bpy.context.scene.render, bpy.context.scene
    render.fps = max(1, round(1 / step))
    render.fps_base = render.fps * step
    scene.frame_start, scene.frame_end = first, last
    scene.frame_set(first)


def read_manifest(folder):
    with open(os.path.join(folder, MANIFEST), encoding='utf-8') as file:
        manifest = json.load(file)
    if manifest['config']['target'] not in ('world', 'blender'):
        raise SystemExit('%s was baked for %s; bake with --target blender' % (MANIFEST, manifest['config']['target']))
    return manifest
