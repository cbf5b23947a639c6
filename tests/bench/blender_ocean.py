# SPDX-License-Identifier: Apache-2.0
"""Seconds a frame of Blender's ocean modifier at 1024 x 1024 with normals and foam: baked to EXR, and computed alone.

    blender -b --factory-startup --python blender_ocean.py -- FOLDER FRAMES
"""

import sys
import time

import bpy

folder, frames = sys.argv[sys.argv.index('--') + 1:]
frames = int(frames)
bpy.ops.mesh.primitive_plane_add()
plane = bpy.context.object
ocean = plane.modifiers.new('ocean', 'OCEAN')
ocean.geometry_mode = 'GENERATE'
ocean.spatial_size = 64
ocean.resolution = ocean.viewport_resolution = 32  # squared: 1024 samples a side
ocean.use_normals = ocean.use_foam = True
ocean.filepath = folder
ocean.frame_start, ocean.frame_end = 1, frames

start = time.perf_counter()
bpy.ops.object.ocean_bake(modifier='ocean')
baked = (time.perf_counter() - start) / frames

# The modifier's evaluation also builds a mesh; a frame of the smallest mesh on the same transforms is its computing.
bpy.ops.object.ocean_bake(modifier='ocean', free=True)
ocean.geometry_mode = 'DISPLACE'
times = []
for frame in range(frames):
    start = time.perf_counter()
    ocean.time = 1 + frame
    bpy.context.evaluated_depsgraph_get().update()
    times.append(time.perf_counter() - start)
print('BLENDER baked %.4f s a frame, computed %.4f s a frame' % (baked, sorted(times)[len(times) // 2]))
