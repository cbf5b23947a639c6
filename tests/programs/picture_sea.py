# SPDX-License-Identifier: Apache-2.0
"""Runs inside Blender after the import script of a flipbook: renders the picture of docs/targets/blender.md.

Environment: OCEAN_NAME, of the bake; OCEAN_FRAME; OCEAN_PICTURE, the JPEG to write.
"""

import math
import os

import bpy
from mathutils import Vector

scene = bpy.context.scene
for old in ('Cube', 'Light', 'Camera'):
    if old in bpy.data.objects:
        bpy.data.objects.remove(bpy.data.objects[old])
sea = bpy.data.objects[os.environ['OCEAN_NAME'] + '_sea']
scene.frame_set(int(os.environ['OCEAN_FRAME']))
middle = sea.matrix_world @ (sum((Vector(c) for c in sea.bound_box), Vector()) / 8)

camera = bpy.data.objects.new('view', bpy.data.cameras.new('view'))
camera.location = middle + Vector((6, -.42 * sea.dimensions.y, 21))
camera.rotation_euler = (middle + Vector((0, 0, -12)) - camera.location).to_track_quat('-Z', 'Y').to_euler()
camera.data.lens, camera.data.clip_end = 26, 2000
sun = bpy.data.objects.new('sun', bpy.data.lights.new('sun', 'SUN'))
sun.data.energy, sun.data.angle = 4, .02
sun.rotation_euler = (math.radians(-58), 0, math.radians(14))
for thing in (camera, sun):
    scene.collection.objects.link(thing)
scene.camera = camera

scene.world = bpy.data.worlds.new('sky')
scene.world.use_nodes = True
tree = scene.world.node_tree
height = tree.nodes.new('ShaderNodeSeparateXYZ')  # the same below the horizon: what little is seen of it
tree.links.new(tree.nodes.new('ShaderNodeTexCoord').outputs['Generated'], height.inputs[0])
above = tree.nodes.new('ShaderNodeMath')
above.operation = 'ABSOLUTE'
tree.links.new(height.outputs[2], above.inputs[0])
sky = tree.nodes.new('ShaderNodeValToRGB')
sky.color_ramp.elements[0].color, sky.color_ramp.elements[1].color = (.75, .83, .9, 1), (.07, .2, .5, 1)
sky.color_ramp.elements[1].position = .6
tree.links.new(above.outputs[0], sky.inputs[0])
tree.links.new(sky.outputs[0], tree.nodes['Background'].inputs[0])
tree.nodes['Background'].inputs[1].default_value = .9

scene.render.engine = 'CYCLES'
scene.cycles.device = 'CPU'
scene.cycles.samples, scene.cycles.max_bounces, scene.cycles.use_denoising = 48, 3, False
scene.view_settings.view_transform = 'Filmic'
render = scene.render
render.resolution_x, render.resolution_y, render.resolution_percentage = 900, 500, 100
render.image_settings.file_format, render.image_settings.quality = 'JPEG', 88
render.filepath = os.path.abspath(os.environ['OCEAN_PICTURE'])
bpy.ops.render.render(write_still=True)
