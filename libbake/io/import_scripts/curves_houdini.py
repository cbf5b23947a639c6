# SPDX-License-Identifier: Apache-2.0
"""Makes a null with one linear float ramp a channel of the keys beside this script: position t/127.

Houdini: Windows, Python Source Editor, or  hython THIS_FILE.  Read a ramp with chramp("/obj/NODE/CHANNEL", key/127.0).
"""
import json
import os

import hou

KEYS = "@KEYS@"
NODE = "@CLASS@"


def folder():
    if "__file__" in globals() and os.path.exists(__file__):
        return os.path.dirname(os.path.abspath(__file__))
    return hou.getenv("HIP") or os.getcwd()


def main():
    with open(os.path.join(folder(), KEYS)) as file:
        table = json.load(file)
    times = table.pop("time")
    old = hou.node("/obj/" + NODE)
    if old:
        old.destroy()
    node = hou.node("/obj").createNode("null", NODE)
    group = node.parmTemplateGroup()
    names = {channel: channel.replace("-", "_").replace(".", "_") for channel in table}
    for channel, name in names.items():
        group.append(hou.RampParmTemplate(name, channel, hou.rampParmType.Float))
    node.setParmTemplateGroup(group)
    for channel, values in table.items():
        positions = [time / float(times[-1]) for time in times]
        basis = [hou.rampBasis.Linear] * len(values)
        node.parm(names[channel]).set(hou.Ramp(basis, positions, values))
    print("%s: %d ramps of %d keys" % (node.path(), len(table), len(times)))


main()
