# SPDX-License-Identifier: Apache-2.0
"""Makes an action with one F-curve a channel of the keys beside this script, on an empty of the same name.

Blender: Scripting, Open, Run; or  blender --python THIS_FILE.  Key i lies on frame i and is linear. Drivers read a
channel as the empty's custom property ["CHANNEL"]. Run it again after a new bake: the action is made anew.
"""
import json
import os

import bpy

KEYS = "@KEYS@"
NAME = "@NAME@"


def folder():
    if "__file__" in globals() and os.path.exists(__file__):
        return os.path.dirname(os.path.abspath(__file__))
    text = getattr(bpy.context.space_data, "text", None)
    return os.path.dirname(bpy.path.abspath(text.filepath)) if text else os.getcwd()


def new_action(owner):
    """An empty action of the owner, and what makes F-curves in it: up to 4.3 and in layered actions."""
    old = bpy.data.actions.get(NAME)
    if old:
        bpy.data.actions.remove(old)
    action = bpy.data.actions.new(NAME)
    action.use_fake_user = True
    data = owner.animation_data or owner.animation_data_create()
    data.action = action
    if hasattr(action, "fcurves"):
        return action.fcurves
    slot = action.slots.new(id_type="OBJECT", name=NAME)
    data.action_slot = slot
    strip = action.layers.new("Layer").strips.new(type="KEYFRAME")
    return strip.channelbag(slot, ensure=True).fcurves


def main():
    with open(os.path.join(folder(), KEYS), encoding="utf-8") as file:
        table = json.load(file)
    times = table.pop("time")
    owner = bpy.data.objects.get(NAME)
    if owner is None:
        owner = bpy.data.objects.new(NAME, None)
        bpy.context.scene.collection.objects.link(owner)
    fcurves = new_action(owner)
    for channel, values in table.items():
        owner[channel] = float(values[0])
        fcurve = fcurves.new('["%s"]' % channel)
        fcurve.keyframe_points.add(len(values))
        for point, time, value in zip(fcurve.keyframe_points, times, values):
            point.co = (time, value)
            point.interpolation = "LINEAR"
        fcurve.update()
    print("%s: %d F-curves of %d keys" % (NAME, len(table), len(times)))


main()
