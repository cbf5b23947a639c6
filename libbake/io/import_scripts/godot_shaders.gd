# SPDX-License-Identifier: Apache-2.0
# Shaders of frames and of surf: part of the scripts for Godot 3 and 4. HINT and VIEW_MATRIX are filled in.

const LARGEST_CODE = {"png8": 255.0, "tga8": 255.0, "png16": 65535.0}  # other formats hold values
const MOST_FACES = 512
const FRAMES = """shader_type spatial;
uniform sampler2D displacement_map HINT;
uniform sampler2D normal_map HINT;
uniform sampler2D foam_map HINT;
uniform vec2 size;    // of the map, metres
uniform vec2 image;   // of the atlas, texels
uniform vec4 cell;    // width, height, gutter, columns
uniform vec3 frames;  // how many, how many a second, 1 if the map repeats over its size
varying vec2 place;

vec2 frame_uv(vec2 uv, float frame) {
	float index = frame - frames.x * floor((frame + 0.5) / frames.x);
	float row = floor((index + 0.5) / cell.w);
	vec2 corner = vec2(index - row * cell.w, row) * (cell.xy + 2.0 * cell.z) + cell.z;
	vec2 inside = mix(clamp(uv, 0.5 / cell.xy, 1.0 - 0.5 / cell.xy), fract(uv), frames.z);
	return (corner + cell.xy * inside) / image;
}

vec4 stored(sampler2D map, vec2 uv, float time) {
	float frame = fract(time * frames.y / frames.x) * frames.x;
	vec4 now = textureLod(map, frame_uv(uv, floor(frame)), 0.0);
	return mix(now, textureLod(map, frame_uv(uv, floor(frame) + 1.0), 0.0), fract(frame));
}

void vertex() {
	place = VERTEX.xz / size + 0.5;
	vec4 s = stored(displacement_map, place, TIME);
	VERTEX += DISPLACEMENT;
}

void fragment() {
	vec4 s = stored(normal_map, place, TIME);
	NORMAL = normalize((VIEW_MATRIX * WORLD_MATRIX * vec4(NORMALS, 0.0)).xyz);
	s = stored(foam_map, place, TIME);
	ALBEDO = mix(vec3(0.01, 0.07, 0.1), vec3(0.9), FOAM);
	ROUGHNESS = mix(0.08, 0.9, FOAM);
}
"""
# Water before a straight shore along x = 0, waves going to +X.
const BEACH = """shader_type spatial;
uniform sampler2D surf_map HINT;
uniform vec4 wave;     // width, offset, life a width, period in seconds
uniform vec2 noise;    // noise_u, noise_v
uniform vec4 terms;    // sine, sine_k, cosine, cosine_k; wave numbers times noise_scale
uniform vec2 scale;    // of forward and height
uniform vec2 fade;     // begins, length; 0: never
uniform float origin;  // of the plane, along x
uniform float half_row;
varying float foam;

void vertex() {
	float shore_distance = -(VERTEX.x + origin);
	float north = -VERTEX.z;
	float n = terms.x * sin(terms.y * north) + terms.z * cos(terms.w * north);
	float along = wave.y - shore_distance / wave.x;
	float u = fract(along - TIME / wave.w + noise.x * n);
	float v = clamp((along + noise.y * n - u) * wave.z, half_row, 1.0 - half_row);
	vec4 s = textureLod(surf_map, vec2(u, v), 0.0);
	float share = fade.y > 0.0 ? clamp((shore_distance - fade.x) / fade.y, 0.0, 1.0) : 1.0;
	VERTEX.x += FORWARD * scale.x * share;
	VERTEX.y += HEIGHT * scale.y * share;
	foam = FOAM;
}

void fragment() {
	NORMAL = normalize(cross(dFdx(VERTEX), dFdy(VERTEX)));
	ALBEDO = mix(vec3(0.01, 0.07, 0.1), vec3(0.9), foam);
	ROUGHNESS = mix(0.08, 0.9, foam);
}
"""


# What a channel's stored value, s.r to s.a, stands for.
func decoded(output, index):
	var decode = output["channels"][index]["decode"]
	var scale = decode["scale"] * LARGEST_CODE.get(output["format"], 1.0)
	return "(s.%s * %s + %s)" % ["rgba"[index], number(scale), number(decode["offset"])]


# A literal of a shader.
func number(value):
	var text = "%.9f" % value
	return "(%s)" % text


# The first of the outputs with all these channels, and their expressions; null if there is none.
func find_channels(outputs, keys):
	for output in outputs:
		var found = []
		for key in keys:
			for index in range(output["channels"].size()):
				if output["channels"][index]["key"] == key:
					found.append(decoded(output, index))
		if found.size() == keys.size():
			return {"output": output, "values": found}
	return null


# Largest absolute value of the channels that displace, metres.
func margin_of(output, part):
	var most = 0.0
	for channel in output["channels"]:
		if channel["key"].begins_with(part):
			most = max(most, max(abs(channel["range"][0]), abs(channel["range"][1])))
	return most


# The frames of an atlas as {code, maps, values, size, texels, margin, centre}, {} if there is no atlas, or what is wrong.
func frames_of(manifest):
	var atlases = []
	for output in manifest["outputs"]:
		if output.has("facts") and output["facts"].has("cell_bounds"):
			atlases.append(output)
	var displacement = find_channels(atlases, ["displacement_x", "displacement_y", "displacement_z"])
	var vector = "vec3(%s, %s, %s)"
	if displacement == null:  # tangent space: T east, N up, B north
		displacement = find_channels(atlases, ["displacement_tangent", "displacement_normal", "displacement_bitangent"])
		vector = "vec3(%s, %s, -%s)"
	if displacement == null:
		return {}
	var facts = displacement["output"]["facts"]
	var count = int(facts["frames"])
	if facts["period_s"] <= 0 or int(facts["first_frame"]) != 0 or int(round(facts["period_s"] / facts["step_s"])) != count:
		return "the frames of " + MANIFEST + " do not loop"
	var normal = find_channels(atlases, ["normal_right", "normal_out", "normal_green"])
	var foam = find_channels(atlases, ["foam"])
	var code = FRAMES.replace("DISPLACEMENT", vector % displacement["values"])
	code = code.replace("NORMALS", "vec3(%s, %s, -%s)" % normal["values"] if normal != null else "vec3(0.0, 1.0, 0.0)")
	code = code.replace("FOAM", foam["values"][0] if foam != null else "0.0")
	var none = displacement["output"]["file"]
	var bounds = facts["cell_bounds"]
	var size = Vector2(bounds[2] - bounds[0], bounds[3] - bounds[1])
	return {
		"code": code, "size": size, "texels": Vector2(facts["cell_width"], facts["cell_height"]),
		"centre": Vector3((bounds[0] + bounds[2]) / 2, 0, -(bounds[1] + bounds[3]) / 2),
		"margin": margin_of(displacement["output"], "displacement"),
		"maps": {
			"displacement_map": none,
			"normal_map": normal["output"]["file"] if normal != null else none,
			"foam_map": foam["output"]["file"] if foam != null else none},
		"values": {
			"size": size, "image": Vector2(displacement["output"]["width"], displacement["output"]["height"]),
			"cell": four(facts["cell_width"], facts["cell_height"], facts["gutter"], facts["columns"]),
			"frames": Vector3(count, 1.0 / facts["step_s"], 1.0 if facts["cell_tiles"] else 0.0)}}


# The animation texture over a strip of water, as frames_of().
func beach_of(manifest):
	for output in manifest["outputs"]:
		if output["role"] != "surf":
			continue
		var c = output["facts"]["coordinates"]
		var values = find_channels([output], ["surf_forward", "surf_height", "surf_foam"])["values"]
		var terms = c["noise_terms"]
		var k = c["noise_scale"]
		var sea = (c["offset"] + 0.5) * c["width_m"]
		var land = 0.5 * c["width_m"]
		var code = BEACH.replace("FORWARD", values[0]).replace("HEIGHT", values[1]).replace("FOAM", values[2])
		return {
			"code": code, "size": Vector2(sea + land, 2 * c["width_m"]), "texels": Vector2(MOST_FACES, MOST_FACES / 4),
			"centre": Vector3((land - sea) / 2, 0, 0), "margin": margin_of(output, "surf_forward"),
			"maps": {"surf_map": output["file"]},
			"values": {
				"wave": four(c["width_m"], c["offset"], c["life_speed"], output["facts"]["period_s"]),
				"noise": Vector2(c["noise_u"], c["noise_v"]),
				"terms": four(terms["sine"], terms["sine_k"] * k, terms["cosine"], terms["cosine_k"] * k),
				"scale": Vector2(c["forward_scale"], c["height_scale"]), "fade": Vector2(c["fade_m"], c["fade_length_m"]),
				"origin": (land - sea) / 2, "half_row": 0.5 / output["height"]}}
	return {}
