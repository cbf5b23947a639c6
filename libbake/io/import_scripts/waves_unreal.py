# SPDX-License-Identifier: Apache-2.0
"""Imports waves or surf of oceanbake into Unreal Engine 5. From Unreal's documentation; not run.

Enable the Python Editor Script Plugin, then Tools > Execute Python Script and choose this file, or

    UnrealEditor-Cmd PROJECT.uproject -run=pythonscript -script=THIS_FILE

It reads @MANIFEST@ in its own folder and makes in /Game/Oceanbake

    the textures        atlases and the animation texture: linear, uncompressed HDR, no mipmaps; surf wraps in U alone
    MPC_NAME            a parameter collection with the numbers: Bounds, Cell, Frames, or those of the surf's coordinates
    M_NAME              a material whose world position offset is the atlas' displacement, with its normals and foam
    M_NAME_beach        of surf: one that moves water before a straight shore along X = 0, waves going to +X
    NAME, NAME_beach    finely divided planes with them in the open level, their bounds enlarged by the displacement

The planes are made by the Geometry Script plugin; without it put the materials on a finely divided plane of your own.
"""

import json
import os

import unreal

MANIFEST = "@MANIFEST@"
FOLDER = '/Game/Oceanbake'
LARGEST_CODE = {'png8': 255, 'tga8': 255, 'png16': 65535}  # others hold values
CM = 100.0  # in a metre
MOST_FACES = 512

# Where a frame of the atlas is read; V = 0 is row 0 and the smallest Y.
FRAME_UV = '''float2 uv = (Position.xy - Bounds.xy) / (Bounds.zw - Bounds.xy);
float index = floor(frac(Time * Frames.y / Frames.x) * Frames.x) + Next;
index -= Frames.x * floor((index + 0.5) / Frames.x);
float row = floor((index + 0.5) / Cell.w);
float2 corner = float2(index - row * Cell.w, row) * (Cell.xy + 2.0 * Cell.z) + Cell.z;
float2 inside = lerp(clamp(uv, 0.5 / Cell.xy, 1.0 - 0.5 / Cell.xy), frac(uv), Frames.z);
return (corner + Cell.xy * inside) / Image.xy;'''
MIX = 'return lerp(Now, Then, frac(frac(Time * Frames.y / Frames.x) * Frames.x));'
WAVE_UV = '''float n = Terms.x * sin(Terms.y * -Position.y) + Terms.z * cos(Terms.w * -Position.y);  // radians; north is -Y
float along = Wave.y + Position.x / Wave.x;  // the distance to the shore is -X
float u = frac(along - Time / Wave.w + Noise.x * n);
float v = clamp((along + Noise.y * n - u) * Wave.z, Noise.z, 1.0 - Noise.z);
return float2(u, v);'''
FADE = 'return Fade.y > 0.0 ? clamp((-Position.x - Fade.x) / Fade.y, 0.0, 1.0) : 1.0;'


def asset_name(text):
    return ''.join(c if c.isascii() and (c.isalnum() or c == '_') else '_' for c in text)


def import_texture(path, repeats):
    name = 'T_' + asset_name(os.path.splitext(os.path.basename(path))[0])
    task = unreal.AssetImportTask()
    for key, value in (('filename', path), ('destination_path', FOLDER), ('destination_name', name),
                       ('automated', True), ('replace_existing', True), ('save', False)):
        task.set_editor_property(key, value)
    unreal.AssetToolsHelpers.get_asset_tools().import_asset_tasks([task])
    texture = unreal.EditorAssetLibrary.load_asset(FOLDER + '/' + name)
    for key, value in (('srgb', False),
                       ('compression_settings', unreal.TextureCompressionSettings.TC_HDR),
                       ('mip_gen_settings', unreal.TextureMipGenSettings.TMGS_NO_MIPMAPS),
                       ('address_x', unreal.TextureAddress.TA_WRAP if repeats else unreal.TextureAddress.TA_CLAMP),
                       ('address_y', unreal.TextureAddress.TA_CLAMP),
                       ('never_stream', True)):
        texture.set_editor_property(key, value)
    unreal.EditorAssetLibrary.save_loaded_asset(texture)
    return texture


def fresh_asset(name, kind, factory):
    path = FOLDER + '/' + name
    if unreal.EditorAssetLibrary.does_asset_exist(path):
        unreal.EditorAssetLibrary.delete_asset(path)
    return unreal.AssetToolsHelpers.get_asset_tools().create_asset(name, FOLDER, kind, factory)


def channels_of(outputs, keys):
    """The first of the outputs that has all keys, and shader code of their values in a sample s."""
    for output in outputs:
        index = {c['key']: i for i, c in enumerate(output['channels'])}
        if not all(key in index for key in keys):
            continue
        values = []
        for key in keys:
            decode = output['channels'][index[key]]['decode']
            scale = decode['scale'] * LARGEST_CODE.get(output['format'], 1)
            values.append('(s.%s * %.9g + %.9g)' % ('rgba'[index[key]], scale, decode['offset']))
        return output, values
    return None, None


class Material:
    """A lit material under construction."""

    def __init__(self, name, collection):
        self.library = unreal.MaterialEditingLibrary
        self.material = fresh_asset('M_' + name, unreal.Material, unreal.MaterialFactoryNew())
        self.material.set_editor_property('tangent_space_normal', False)
        self.collection, self.at = collection, 0

    def node(self, kind, **properties):
        self.at -= 200
        made = self.library.create_material_expression(self.material, kind, self.at, 0)
        for key, value in properties.items():
            made.set_editor_property(key, value)
        return made

    def parameter(self, key):
        return self.node(unreal.MaterialExpressionCollectionParameter, collection=self.collection, parameter_name=key), ''

    def custom(self, code, size, **inputs):
        kinds = unreal.CustomMaterialOutputType
        kind = {1: kinds.CMOT_FLOAT1, 2: kinds.CMOT_FLOAT2, 3: kinds.CMOT_FLOAT3, 4: kinds.CMOT_FLOAT4}[size]
        entries = []
        for key in inputs:
            entry = unreal.CustomInput()
            entry.set_editor_property('input_name', key)
            entries.append(entry)
        made = self.node(unreal.MaterialExpressionCustom, code=code, output_type=kind, inputs=entries)
        for key, (source, pin) in inputs.items():
            self.library.connect_material_expressions(source, pin, made, key)
        return made, ''

    def sample(self, texture, uv):
        made = self.node(unreal.MaterialExpressionTextureSample, texture=texture,
                         sampler_type=unreal.MaterialSamplerType.SAMPLERTYPE_LINEAR_COLOR)
        self.library.connect_material_expressions(uv[0], uv[1], made, 'UVs')
        return made, 'RGBA'

    def time(self):
        return self.node(unreal.MaterialExpressionTime), ''

    def position(self):
        """Before the offset."""
        return self.node(unreal.MaterialExpressionWorldPosition,
                         world_position_shader_offset=unreal.WorldPositionIncludedOffsets.WPT_EXCLUDE_ALL_SHADER_OFFSETS), ''

    def constant(self, value):
        return self.node(unreal.MaterialExpressionConstant, r=value), ''

    def connect(self, value, to):
        self.library.connect_material_property(value[0], value[1], to)

    def finish(self, offset, normal, foam):
        properties = unreal.MaterialProperty
        self.connect(offset, properties.MP_WORLD_POSITION_OFFSET)
        if normal:
            self.connect(normal, properties.MP_NORMAL)
        if foam:
            self.connect(self.custom('return lerp(float3(0.01, 0.07, 0.1), float3(0.9, 0.9, 0.9), Foam);', 3, Foam=foam),
                         properties.MP_BASE_COLOR)
            self.connect(self.custom('return lerp(0.08, 0.9, Foam);', 1, Foam=foam), properties.MP_ROUGHNESS)
        self.library.recompile_material(self.material)
        unreal.EditorAssetLibrary.save_loaded_asset(self.material)
        return self.material


def make_collection(name, values):
    collection = fresh_asset('MPC_' + name, unreal.MaterialParameterCollection,
                             unreal.MaterialParameterCollectionFactoryNew())
    parameters = []
    for key, value in values.items():
        parameter = unreal.CollectionVectorParameter()
        parameter.set_editor_property('parameter_name', key)
        parameter.set_editor_property('default_value', unreal.LinearColor(*(tuple(value) + (0, 0, 0, 0))[:4]))
        parameters.append(parameter)
    collection.set_editor_property('vector_parameters', parameters)
    unreal.EditorAssetLibrary.save_loaded_asset(collection)
    return collection


def frames_material(name, folder, atlases, displacement, form):
    output, values = displacement
    facts = output['facts']
    x0, y0, x1, y1 = facts['cell_bounds']
    bounds = (x0 * CM, -y1 * CM, x1 * CM, -y0 * CM)
    if facts['first_frame'] != 0 or round(facts['period_s'] / facts['step_s']) != facts['frames']:
        raise RuntimeError('the frames of %s do not loop' % MANIFEST)
    collection = make_collection(name, {
        'Bounds': bounds, 'Image': (output['width'], output['height']),
        'Cell': (facts['cell_width'], facts['cell_height'], facts['gutter'], facts['columns']),
        'Frames': (facts['frames'], 1 / facts['step_s'], float(facts['cell_tiles']))})
    made = Material(name, collection)
    textures = {}

    def read(source):
        if source['file'] not in textures:
            texture = import_texture(os.path.join(folder, source['file']), False)
            frames = [made.sample(texture, made.custom(
                FRAME_UV, 2, Position=made.position(), Bounds=made.parameter('Bounds'), Image=made.parameter('Image'),
                Cell=made.parameter('Cell'), Frames=made.parameter('Frames'), Time=made.time(),
                Next=made.constant(next_frame))) for next_frame in (0., 1.)]
            textures[source['file']] = made.custom(MIX, 4, Now=frames[0], Then=frames[1], Time=made.time(),
                                                   Frames=made.parameter('Frames'))
        return textures[source['file']]

    offset = made.custom('return %s;' % (form % tuple(values)), 3, s=read(output))
    normal = foam = None
    source, parts = channels_of(atlases, ('normal_right', 'normal_green', 'normal_out'))
    if source:  # green points down the image, which is +Y
        normal = made.custom('return normalize(float3(%s, %s, %s));' % tuple(parts), 3, s=read(source))
    source, parts = channels_of(atlases, ('foam',))
    if source:
        foam = made.custom('return %s;' % parts[0], 1, s=read(source))
    return made.finish(offset, normal, foam), bounds, (facts['cell_width'], facts['cell_height'])


def beach_material(name, folder, output):
    c, terms = output['facts']['coordinates'], output['facts']['coordinates']['noise_terms']
    k = c['noise_scale'] / CM
    collection = make_collection(name, {
        'Wave': (c['width_m'] * CM, c['offset'], c['life_speed'], output['facts']['period_s']),
        'Noise': (c['noise_u'], c['noise_v'], .5 / output['height']),
        'Terms': (terms['sine'], terms['sine_k'] * k, terms['cosine'], terms['cosine_k'] * k),
        'Scale': (c['forward_scale'], c['height_scale']), 'Fade': (c['fade_m'] * CM, c['fade_length_m'] * CM)})
    made = Material(name, collection)
    uv = made.custom(WAVE_UV, 2, Position=made.position(), Time=made.time(), Wave=made.parameter('Wave'),
                     Noise=made.parameter('Noise'), Terms=made.parameter('Terms'))
    sample = made.sample(import_texture(os.path.join(folder, output['file']), True), uv)
    fade = made.custom(FADE, 1, Position=made.position(), Fade=made.parameter('Fade'))
    _, parts = channels_of([output], ('surf_forward', 'surf_height', 'surf_foam'))
    offset = made.custom('return float3(%s * Scale.x, 0.0, %s * Scale.y) * Share;' % tuple(parts[:2]), 3, s=sample,
                         Scale=made.parameter('Scale'), Share=fade)
    foam = made.custom('return %s;' % parts[2], 1, s=sample)
    width = c['width_m'] * CM
    return made.finish(offset, None, foam), (-(c['offset'] + .5) * width, -width, .5 * width, width), (384, 96)


def largest(outputs, part):
    values = [abs(v) for o in outputs for c in o['channels'] if c['key'].startswith(part) for v in c['range']]
    return max(values, default=0)


def place_plane(name, material, bounds, faces, reach):
    if not hasattr(unreal, 'GeometryScript_Primitives'):
        unreal.log_warning('oceanbake: enable Geometry Script for the plane ' + name)
        return
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    for old in actors.get_all_level_actors():
        if old.get_actor_label() == name:
            actors.destroy_actor(old)
    x0, y0, x1, y1 = bounds
    actor = actors.spawn_actor_from_class(unreal.DynamicMeshActor, unreal.Vector((x0 + x1) / 2, (y0 + y1) / 2, 0))
    actor.set_actor_label(name)
    component = actor.dynamic_mesh_component
    unreal.GeometryScript_Primitives.append_rectangle_xy(
        component.get_dynamic_mesh(), unreal.GeometryScriptPrimitiveOptions(), unreal.Transform(), x1 - x0, y1 - y0,
        min(faces[0], MOST_FACES), min(faces[1], MOST_FACES))
    component.set_material(0, material)
    longest = max(x1 - x0, y1 - y0) / 2
    component.set_editor_property('bounds_scale', 1 + reach / longest)


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, MANIFEST), encoding='utf-8') as file:
        manifest = json.load(file)
    if manifest['config']['target'] != 'unreal':
        raise RuntimeError('%s was baked for another program; bake with --target unreal' % MANIFEST)
    name = asset_name(manifest['name'])
    atlases = [o for o in manifest['outputs'] if 'cell_bounds' in o.get('facts', {})]
    form = 'float3(%s, %s, %s)'
    displacement = channels_of(atlases, ('displacement_x', 'displacement_y', 'displacement_z'))
    if not displacement[0]:  # tangent space: the bitangent points north, which is -Y
        displacement = channels_of(atlases, ('displacement_tangent', 'displacement_bitangent', 'displacement_normal'))
        form = 'float3(%s, -%s, %s)'
    surf = next((o for o in manifest['outputs'] if o['role'] == 'surf'), None)
    if not displacement[0] and not surf:
        raise RuntimeError('%s has no atlas of displacement; bake with --grid 8x8 --gutter 4' % MANIFEST)
    if displacement[0]:
        place_plane(name, *frames_material(name, folder, atlases, displacement, form), largest(atlases, 'displacement'))
    if surf:
        place_plane(name + '_beach', *beach_material(name + '_beach', folder, surf), largest([surf], 'surf_forward'))
    unreal.log('oceanbake: imported %s' % MANIFEST)


main()
