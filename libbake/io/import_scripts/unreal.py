# SPDX-License-Identifier: Apache-2.0
"""Imports a bake of oceanbake into Unreal Engine 5. From Unreal's documentation; not run.

Enable the Python Editor Script Plugin, then Tools > Execute Python Script and choose this file, or

    UnrealEditor-Cmd PROJECT.uproject -run=pythonscript -script=THIS_FILE

It reads @MANIFEST@ in its own folder and makes in /Game/Oceanbake

    the textures        linear, uncompressed HDR, clamped, no mipmaps
    MPC_NAME            a parameter collection: Bounds (X0, Y0, X1, Y1 in Unreal's axes and centimetres) and for each
                        quantity Decode_… (scale, offset, 1 if companded)
    M_NAME              an unlit material that shows the distance to the shore as wave lines
    NAME_water          a plane of the map's size at sea level in the open level
"""

import json
import os

import unreal

MANIFEST = "@MANIFEST@"
FOLDER = '/Game/Oceanbake'
LARGEST_CODE = {'png8': 255, 'tga8': 255, 'png16': 65535}  # others hold values
MEANINGS = {  # what a channel's meaning begins with
    'distance': 'signed distance to the shoreline',
    'direction_x': 'wave direction, toward the shore, X',
    'direction_y': 'wave direction, toward the shore, Y',
    'depth': 'depth',
}
CM = 100.0  # in a metre

MAP_UV = 'return (Position.xy - Bounds.xy) / (Bounds.zw - Bounds.xy);'
WAVE_LINES = '''float t = Decode.x * Stored + Decode.y;
float distance = Decode.z > 0.5 ? t * abs(t) : t;  // centimetres, positive in water
float crest = smoothstep(0.8, 1.0, frac((distance + 100.0 * Time) / 200.0));
return distance < 0.0 ? float3(0.6, 0.5, 0.35) : lerp(float3(0.02, 0.16, 0.25), float3(1.0, 1.0, 1.0), crest);'''


def asset_name(text):
    return ''.join(c if c.isascii() and (c.isalnum() or c == '_') else '_' for c in text)


def import_texture(path):
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
                       ('address_x', unreal.TextureAddress.TA_CLAMP),
                       ('address_y', unreal.TextureAddress.TA_CLAMP),
                       ('never_stream', True)):
        texture.set_editor_property(key, value)
    unreal.EditorAssetLibrary.save_loaded_asset(texture)
    return texture


def read_maps(folder):
    """The manifest, the bounds in Unreal's axes, and quantity -> (texture, channel name, scale, offset, square)."""
    with open(os.path.join(folder, MANIFEST), encoding='utf-8') as file:
        manifest = json.load(file)
    maps, textures, bounds = {}, {}, None
    for output in manifest['outputs']:
        if 'channels' not in output or output.get('world', {}).get('target') != 'unreal':
            continue
        for index, channel in enumerate(output['channels']):
            for quantity, meaning in MEANINGS.items():
                if quantity in maps or not channel['meaning'].startswith(meaning):
                    continue
                path = os.path.join(folder, output['file'])
                if path not in textures:
                    textures[path] = import_texture(path)
                decode = channel['decode']
                scale = decode['scale'] * LARGEST_CODE.get(output['format'], 1)
                maps[quantity] = (textures[path], 'RGBA'[index], scale, decode['offset'], decode['square'])
                x0, y0, x1, y1 = output['world']['bounds']
                bounds = (x0 * CM, -y1 * CM, x1 * CM, -y0 * CM)
    if 'distance' not in maps:
        raise RuntimeError('%s has no distance map for Unreal; bake with --target unreal' % MANIFEST)
    return manifest, bounds, maps


def fresh_asset(name, kind, factory):
    path = FOLDER + '/' + name
    if unreal.EditorAssetLibrary.does_asset_exist(path):
        unreal.EditorAssetLibrary.delete_asset(path)
    return unreal.AssetToolsHelpers.get_asset_tools().create_asset(name, FOLDER, kind, factory)


def make_collection(name, bounds, maps):
    collection = fresh_asset('MPC_' + name, unreal.MaterialParameterCollection,
                             unreal.MaterialParameterCollectionFactoryNew())
    values = {'Bounds': bounds}
    for quantity, (_, _, scale, offset, square) in maps.items():
        values['Decode_' + quantity] = (scale, offset, float(square), 0)
    parameters = []
    for key, value in values.items():
        parameter = unreal.CollectionVectorParameter()
        parameter.set_editor_property('parameter_name', key)
        parameter.set_editor_property('default_value', unreal.LinearColor(*value))
        parameters.append(parameter)
    collection.set_editor_property('vector_parameters', parameters)
    unreal.EditorAssetLibrary.save_loaded_asset(collection)
    return collection


def make_material(name, collection, maps):
    library = unreal.MaterialEditingLibrary
    material = fresh_asset('M_' + name, unreal.Material, unreal.MaterialFactoryNew())
    material.set_editor_property('shading_model', unreal.MaterialShadingModel.MSM_UNLIT)

    def node(kind, x, **properties):
        made = library.create_material_expression(material, kind, x, 0)
        for key, value in properties.items():
            made.set_editor_property(key, value)
        return made

    def parameter(key, x):
        return node(unreal.MaterialExpressionCollectionParameter, x, collection=collection, parameter_name=key)

    def custom(x, code, kind, inputs):
        names = []
        for key in inputs:
            entry = unreal.CustomInput()
            entry.set_editor_property('input_name', key)
            names.append(entry)
        made = node(unreal.MaterialExpressionCustom, x, code=code, output_type=kind, inputs=names)
        for key, (source, pin) in inputs.items():
            library.connect_material_expressions(source, pin, made, key)
        return made

    texture, pin, _, _, _ = maps['distance']
    uv = custom(-900, MAP_UV, unreal.CustomMaterialOutputType.CMOT_FLOAT2, {
        'Position': (node(unreal.MaterialExpressionWorldPosition, -1200), ''),
        'Bounds': (parameter('Bounds', -1200), '')})
    sample = node(unreal.MaterialExpressionTextureSampleParameter2D, -600, texture=texture, parameter_name='Shore',
                  sampler_type=unreal.MaterialSamplerType.SAMPLERTYPE_LINEAR_COLOR)
    library.connect_material_expressions(uv, '', sample, 'UVs')
    lines = custom(-300, WAVE_LINES, unreal.CustomMaterialOutputType.CMOT_FLOAT3, {
        'Stored': (sample, pin), 'Decode': (parameter('Decode_distance', -600), ''),
        'Time': (node(unreal.MaterialExpressionTime, -600), '')})
    library.connect_material_property(lines, '', unreal.MaterialProperty.MP_EMISSIVE_COLOR)
    library.recompile_material(material)
    unreal.EditorAssetLibrary.save_loaded_asset(material)
    return material


def place_plane(name, bounds, sea_level, material):
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    for old in actors.get_all_level_actors():
        if old.get_actor_label() == name + '_water':
            actors.destroy_actor(old)
    x0, y0, x1, y1 = bounds
    place = unreal.Vector((x0 + x1) / 2, (y0 + y1) / 2, sea_level * CM)
    plane = unreal.EditorAssetLibrary.load_asset('/Engine/BasicShapes/Plane')  # 100 cm a side
    actor = actors.spawn_actor_from_object(plane, place)
    actor.set_actor_label(name + '_water')
    actor.set_actor_scale3d(unreal.Vector((x1 - x0) / 100, (y1 - y0) / 100, 1))
    actor.static_mesh_component.set_material(0, material)


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    manifest, bounds, maps = read_maps(folder)
    name = asset_name(manifest['name'])
    material = make_material(name, make_collection(name, bounds, maps), maps)
    place_plane(name, bounds, manifest['facts']['sea_level_m'], material)
    unreal.log('oceanbake: imported %s' % MANIFEST)


main()
