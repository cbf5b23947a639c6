// SPDX-License-Identifier: Apache-2.0
//
// A set of curves as the text that each program imports. Numbers are the shortest decimal text of the float,
// whatever the locale; keys are linear. The same set gives the same bytes.
//
// Where the syntax is from: ran in Godot 3.2 and Blender 3.4 (tests/programs), else the programs'
// documentation (docs/targets). Functions that take a set need all its curves to have equally many channels.
#pragma once

#include <string>

#include "libbake/io/curve_writers/curve_set.h"

namespace ocean {

// Unreal, CurveFloat and CurveLinearColor: `time,value` or `time,R,G,B,A` a line. No header: it would become
// a key.
std::string unreal_curve_csv(const Curve& curve);
// Unreal, CurveTable, a row a channel: `---,0,1,…,127`, then `NAME,v0,v1,…`.
std::string unreal_table_csv(const CurveSet& set);
// The same as JSON: [{"Name": "NAME", "0": v0, …}].
std::string unreal_table_json(const CurveSet& set);

// Unity has no importer of curves: what the generated script reads through JsonUtility. Keys carry slopes per
// key, because AnimationCurve makes a cubic of them and a straight line needs the right ones.
std::string unity_json(const CurveSet& set);

// Godot 4.4 and later, resource of one channel, domain 0 to 127.
std::string godot4_curve(const CurveChannel& channel);
// Godot 3, and 4 before curves had a domain: key i at i/127. Also what a CurveTexture takes.
std::string godot3_curve(const CurveChannel& channel);

// Houdini: a line a frame (key), a column a channel, no header.
std::string houdini_chan(const CurveSet& set);

// `time,NAME,…` and 128 lines.
std::string plain_csv(const CurveSet& set);
// {"time": [0, …, 127], "NAME": [v0, …]}: what the Blender and Houdini scripts read, and this job too.
std::string plain_json(const CurveSet& set);

// The number as these files hold it.
std::string curve_number(float value);
// With a point or an exponent, where a whole number would be read as an integer.
std::string curve_real(float value);

}  // namespace ocean
