# SPDX-License-Identifier: Apache-2.0
"""Runs inside Blender after a generated import script: does the scene agree with the terrain that was baked?

Environment: OCEAN_TERRAIN, the mesh that was baked (OBJ, y up); OCEAN_NAME, of the bake; OCEAN_PICTURE, where to render a
picture (optional). Prints one line a check; exit code 0 if all hold.
"""

import math
import os
import random
import sys

import bpy
from mathutils import Vector

POINTS = 1000
failures = 0


def check(what, holds, found):
    global failures
    failures += not holds
    print('%s: %s: %s' % ('ok' if holds else 'FAILED', what, found), flush=True)


def import_terrain(path):
    known = set(bpy.data.objects)
    bpy.ops.wm.obj_import(filepath=path, forward_axis='NEGATIVE_Z', up_axis='Y')
    made = [o for o in bpy.data.objects if o not in known and o.type == 'MESH']
    assert len(made) == 1, made
    return made[0]


def height_at(thing, x, y):
    """Of the topmost surface, by a ray from above; None beside it."""
    to_local = thing.matrix_world.inverted()
    origin, below = to_local @ Vector((x, y, 1000)), to_local @ Vector((x, y, -1000))
    hit, place, _, _ = thing.ray_cast(origin, (below - origin).normalized())
    return (thing.matrix_world @ place).z if hit else None


class Field:
    """shore_distance of the water's evaluated grid, bilinear."""

    def __init__(self, water):
        mesh = water.data
        self.columns = sum(1 for v in mesh.vertices if abs(v.co.y - mesh.vertices[0].co.y) < 1e-6)
        self.rows = len(mesh.vertices) // self.columns
        first, last = (water.matrix_world @ mesh.vertices[i].co for i in (0, -1))
        self.x0, self.y0 = first.x, first.y
        self.dx, self.dy = (last.x - first.x) / (self.columns - 1), (last.y - first.y) / (self.rows - 1)
        self.values = [0.] * len(mesh.vertices)
        mesh.attributes['shore_distance'].data.foreach_get('value', self.values)

    def __call__(self, x, y):
        u, v = (x - self.x0) / self.dx, (y - self.y0) / self.dy
        i, j = (min(max(int(math.floor(c)), 0), n - 2) for c, n in ((u, self.columns), (v, self.rows)))
        a, b = u - i, v - j
        at = j * self.columns + i
        low = self.values[at] * (1 - a) + self.values[at + 1] * a
        high = self.values[at + self.columns] * (1 - a) + self.values[at + self.columns + 1] * a
        return low * (1 - b) + high * b

    def on_ridge(self, x, y):
        """The distance has slope 1 but where two shores are equally far. Beside the border it is read inside of it."""
        x = min(max(x, self.x0 + 2 * self.dx), self.x0 + (self.columns - 3) * self.dx)
        y = min(max(y, self.y0 + 2 * self.dy), self.y0 + (self.rows - 3) * self.dy)
        du = (self(x + self.dx, y) - self(x - self.dx, y)) / (2 * self.dx)
        dv = (self(x, y + self.dy) - self(x, y - self.dy)) / (2 * self.dy)
        return math.hypot(du, dv) < .99

    def point(self, index):
        return self.x0 + index % self.columns * self.dx, self.y0 + index // self.columns * self.dy


def check_heights(ground, terrain, field):
    """At POINTS random places that the terrain covers."""
    draw = random.Random(1)
    depths = [d.value for d in ground.data.attributes['shore_depth'].data]
    depth_range = max(depths) - min(depths)
    worst, tested, misses = 0, 0, 0
    while tested < POINTS:
        x = field.x0 + draw.random() * field.dx * (field.columns - 1)
        y = field.y0 + draw.random() * field.dy * (field.rows - 1)
        theirs = height_at(terrain, x, y)
        if theirs is None:
            continue
        tested += 1
        ours = height_at(ground, x, y)
        if ours is None:
            misses += 1
        else:
            worst = max(worst, abs(ours - theirs))
    check('places where the displaced plane is missing', misses == 0, '%d of %d' % (misses, tested))
    check('displaced plane against the terrain', worst <= .01 * depth_range,
          'at most %.4f m = %.3f %% of the depth range, %.3f m' % (worst, 100 * worst / depth_range, depth_range))


def misses_shore(field, x, y, direction):
    """Does the way along the direction end beside the shore: by more than a texel and 3 degrees?"""
    distance = field(x, y)
    beside = abs(field(x + distance * direction.x, y + distance * direction.y))
    return beside > max(field.dx, field.dy) + math.radians(3) * distance


def check_directions(water, field):
    """In water, distance metres along the direction lies the shore; a small step brings it that much nearer. On the ridge
    between two shores the samples around a vertex point to either, and their mean to neither."""
    attribute = water.data.attributes['shore_direction'].data
    draw = random.Random(2)
    step = 2 * max(field.dx, field.dy)
    tested, ridge, beside, farther, inland, land = 0, 0, 0, 0, 0, 0
    while tested < POINTS:
        index = draw.randrange(len(field.values))
        x, y = field.point(index)
        d = attribute[index].vector
        if field.values[index] > step:
            tested += 1
            if field.on_ridge(x, y):
                ridge += 1
            else:
                beside += misses_shore(field, x, y, d)
            farther += field(x + step * d.x, y + step * d.y) > field.values[index] - .5 * step
        elif field.values[index] < 0:
            land += 1
            inland += field(x + step * d.x, y + step * d.y) < field.values[index]
    check('directions in water that miss the shore by more than a texel and 3 degrees', beside == 0,
          '%d of %d, %d more lie on a ridge' % (beside, tested - ridge, ridge))
    check('vertices on a ridge', ridge <= POINTS // 20, '%d of %d' % (ridge, tested))
    check('steps in water that do not come nearer', farther <= ridge, '%d of %d' % (farther, tested))
    check('steps on land that go inland', land > 0 and inland >= .9 * land, '%d of %d' % (inland, land))


def check_arrows(name, field, depsgraph):
    count, ridge, on_land, beside = 0, 0, 0, 0
    for instance in depsgraph.object_instances:
        if not instance.is_instance or instance.parent.name != name + '_arrows':
            continue
        count += 1
        place, along = instance.matrix_world.translation, instance.matrix_world.col[0].xyz.normalized()
        on_land += field(place.x, place.y) <= 0
        if field.on_ridge(place.x, place.y):
            ridge += 1
        else:
            beside += misses_shore(field, place.x, place.y, along)
    check('arrows on land', count > 100 and on_land == 0, '%d of %d' % (on_land, count))
    check('arrows that miss the shore by more than a texel and 3 degrees', beside == 0 and ridge <= count // 20,
          '%d of %d, %d more lie on a ridge' % (beside, count - ridge, ridge))


def render(path, terrain, ground):
    terrain.hide_render = True
    scene = bpy.context.scene
    for old in ('Cube', 'Light', 'Camera'):
        if old in bpy.data.objects:
            bpy.data.objects.remove(bpy.data.objects[old])
    side = max(ground.dimensions.x, ground.dimensions.y)
    camera = bpy.data.objects.new('view', bpy.data.cameras.new('view'))
    camera.location = ground.location + Vector((.12 * side, -.98 * side, .74 * side))
    camera.rotation_euler = (ground.location - Vector((0, .05 * side, 0)) - camera.location).to_track_quat('-Z', 'Y').to_euler()
    camera.data.lens = 36
    camera.data.clip_end = 10 * side
    sun = bpy.data.objects.new('sun', bpy.data.lights.new('sun', 'SUN'))
    sun.data.energy, sun.data.angle = 3.5, .05
    sun.rotation_euler = (.75, .25, -.6)
    for thing in (camera, sun):
        scene.collection.objects.link(thing)
    scene.camera = camera
    scene.world = bpy.data.worlds.new('sky')
    scene.world.use_nodes = True
    scene.world.node_tree.nodes['Background'].inputs[0].default_value = (.62, .72, .85, 1)
    scene.world.node_tree.nodes['Background'].inputs[1].default_value = .6
    scene.render.engine = 'CYCLES'
    scene.cycles.device = 'CPU'
    scene.cycles.samples = 48
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 4
    scene.cycles.transparent_max_bounces = 8
    scene.view_settings.view_transform = 'Standard'
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = 800, 600, 100
    scene.render.image_settings.file_format = 'JPEG' if path.endswith('.jpg') else 'PNG'
    scene.render.image_settings.quality = 85
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    check('picture', os.path.getsize(path) > 10000, '%d bytes' % os.path.getsize(path))


def main():
    name = os.environ['OCEAN_NAME']
    terrain = import_terrain(os.environ['OCEAN_TERRAIN'])
    depsgraph = bpy.context.evaluated_depsgraph_get()
    ground, water, terrain = (o.evaluated_get(depsgraph) for o in
                              (bpy.data.objects[name + '_ground'], bpy.data.objects[name + '_water'], terrain))
    field = Field(water)
    check_heights(ground, terrain, field)
    check_directions(water, field)
    if name + '_arrows' in bpy.data.objects:
        check_arrows(name, field, depsgraph)
    if os.environ.get('OCEAN_PICTURE'):
        render(os.environ['OCEAN_PICTURE'], terrain.original, ground.original)


try:
    main()
    sys.stdout.flush()
except BaseException as error:  # Blender goes on after an exception in a script
    print('FAILED: %r' % error)
    import traceback
    traceback.print_exc()
    failures += 1
os._exit(1 if failures else 0)
