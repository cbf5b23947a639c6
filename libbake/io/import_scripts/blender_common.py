# SPDX-License-Identifier: Apache-2.0
#
# What the scripts for Blender share; it stands inside each of them.

LARGEST_CODE = {'png8': 255, 'tga8': 255, 'png16': 65535}  # others hold values


def own_folder():
    """Of this script, also when it runs inside Blender's text editor."""
    path = os.path.realpath(__file__) if '__file__' in globals() else ''
    if os.path.isfile(path):
        return os.path.dirname(path)
    for text in bpy.data.texts:
        if text.name == os.path.basename(path) and text.filepath:
            return os.path.dirname(bpy.path.abspath(text.filepath))
    raise SystemExit('save this text beside %s first' % MANIFEST)


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


def load_image(path, sequence=False):
    """As data: no colour conversion, alpha is a channel of its own. A sequence: that of which path is a frame."""
    image = bpy.data.images.load(path, check_existing=True)
    image.source = 'SEQUENCE' if sequence else 'FILE'
    image.colorspace_settings.name = 'Non-Color'
    image.alpha_mode = 'CHANNEL_PACKED'
    image.reload()
    return image


def new_tree(name):
    tree = bpy.data.node_groups.new(name, 'GeometryNodeTree')
    if hasattr(tree, 'interface'):  # Blender 4
        tree.interface.new_socket(name='Geometry', in_out='INPUT', socket_type='NodeSocketGeometry')
        tree.interface.new_socket(name='Geometry', in_out='OUTPUT', socket_type='NodeSocketGeometry')
    else:
        tree.inputs.new('NodeSocketGeometry', 'Geometry')
        tree.outputs.new('NodeSocketGeometry', 'Geometry')
    return Nodes(tree)


def store(nodes, geometry, name, value, kind='FLOAT'):
    """A named attribute of each point."""
    node = nodes.add('GeometryNodeStoreNamedAttribute', data_type=kind, domain='POINT')
    for key, content in (('Geometry', geometry), ('Name', name), ('Value', value)):
        nodes.plug(nodes.socket(node.inputs, key), content)
    return node.outputs[0]


def separate(nodes, vector):
    return nodes.add('ShaderNodeSeparateXYZ', {0: vector}).outputs


def combine(nodes, x=0., y=0., z=0.):
    return nodes.add('ShaderNodeCombineXYZ', {0: x, 1: y, 2: z}).outputs[0]


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


def grid_mesh(name, size, columns, rows, middle=(0, 0)):
    """A flat grid with a UV map: u east, v north."""
    width, height = size
    points, uvs = [], []
    for j in range(rows + 1):
        for i in range(columns + 1):
            points.append(((i / columns - .5) * width + middle[0], (j / rows - .5) * height + middle[1], 0))
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


def remove_earlier(name, parts):
    """What a script made before: the collection and the trees and materials NAME_part."""
    collection = bpy.data.collections.get(name)
    if collection:
        for made in list(collection.all_objects):
            bpy.data.meshes.remove(made.data)  # and with it the object
        for inner in list(collection.children_recursive):
            bpy.data.collections.remove(inner)
        bpy.data.collections.remove(collection)
    for part in parts:
        for kind in (bpy.data.node_groups, bpy.data.materials):
            old = kind.get(name + '_' + part)
            if old:
                kind.remove(old)


def new_collection(name, parent=None):
    collection = bpy.data.collections.new(name)
    (parent or bpy.context.scene.collection).children.link(collection)
    return collection


def place(collection, mesh, location, tree=None, surface=None):
    """An object of the mesh, with a modifier of the tree."""
    made = bpy.data.objects.new(mesh.name, mesh)
    made.location = location
    if surface:
        mesh.materials.append(surface)
    if tree:
        made.modifiers.new('oceanbake', 'NODES').node_group = tree
    collection.objects.link(made)
    return made


def options(described, arguments):
    """Of the words behind -- on the command line; defaults inside Blender's window."""
    parser = argparse.ArgumentParser(prog='import', description=described)
    parser.add_argument('--save', metavar='SCENE.blend')
    for name, value in arguments.items():
        parser.add_argument('--' + name, type=type(value), default=value)
    words = sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else []
    chosen, others = parser.parse_known_args(words if bpy.app.background else [])
    if others:  # of another script of the same run, perhaps
        print('oceanbake: %s is not for this script' % ' '.join(others))
    return chosen


def finish(made, save):
    print('oceanbake: made ' + ', '.join(sorted(o.name for o in made)))
    if save:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(save))
