# SPDX-License-Identifier: Apache-2.0
# Builds a bake of oceanbake as a scene for Godot 3. Run with Godot 3.2; the script for Godot 4 is beside it.
#
# Put the whole folder of the bake into the project, open the project in the editor once (it imports the images by the .import
# files beside them), then
#
#   godot --path PROJECT --script res://FOLDER/THIS_FILE
#
# It reads @MANIFEST@ in its own folder and saves NAME_shore.tscn there: the ground, a plane lowered by
# the depth, and the water, a plane at sea level with wave lines that run to the shore. Exit code 0: saved. Godot without a
# display (server build, --headless) keeps no shaders and is refused.
extends SceneTree

const MANIFEST = "@MANIFEST@"
const MOST_FACES = 512
const LARGEST_CODE = {"png8": 255.0, "tga8": 255.0, "png16": 65535.0}  # other formats hold values
const MEANINGS = {  # what a channel's meaning begins with
	"distance": "signed distance to the shoreline",
	"direction_x": "wave direction, toward the shore, X",
	"direction_z": "wave direction, toward the shore, Z",
	"depth": "depth",
}
const HEAD = """shader_type spatial;
uniform vec2 size;  // of the map, metres
%s
float decoded(float stored, vec3 how) {  // scale, offset, 1 if companded
	float t = how.x * stored + how.y;
	return mix(t, t * abs(t), how.z);
}
"""
const GROUND = """
varying float depth;
void vertex() {
	vec2 uv = VERTEX.xz / size + 0.5;
	depth = %s;
	VERTEX.y -= depth;
}
void fragment() {
	vec3 slope = cross(dFdx(VERTEX), dFdy(VERTEX));
	NORMAL = normalize(slope);
	ALBEDO = mix(vec3(0.2, 0.3, 0.1), vec3(0.6, 0.5, 0.35), smoothstep(-1.0, -0.2, depth));
	ROUGHNESS = 1.0;
}
"""
const WATER = """
uniform float wave_length = 2.0;
uniform float wave_speed = 1.0;
varying vec2 uv;
void vertex() {
	uv = VERTEX.xz / size + 0.5;
}
void fragment() {
	float distance_to_shore = %s;
	float phase = fract((distance_to_shore + wave_speed * TIME) / wave_length);  // crests move toward the shore
	float crest = smoothstep(0.8, 1.0, phase) * (1.0 - smoothstep(0.0, 8.0 * wave_length, distance_to_shore));
	ALBEDO = mix(vec3(0.02, 0.16, 0.25), vec3(1.0), crest);
	ALPHA = max(0.6, crest);
	ROUGHNESS = 0.15;
}
"""


func _init():
	var folder = get_script().resource_path.get_base_dir()
	var problem = build(folder)
	if problem != "":
		printerr("oceanbake: " + problem)
		OS.exit_code = 1
	quit()


# Returns what went wrong, or "".
func build(folder):
	var manifest = read_manifest(folder.plus_file(MANIFEST))
	if manifest == null:
		return folder.plus_file(MANIFEST) + " cannot be read"
	var shore = find_channels(manifest)
	if not shore.has("distance") or not shore.has("depth"):
		return MANIFEST + " needs a distance and a depth map for Godot; bake with --target godot"
	var bounds = shore["world"]["bounds"]
	var size = Vector2(bounds[2] - bounds[0], bounds[3] - bounds[1])
	var root = Spatial.new()
	root.name = manifest["name"]
	root.translation = Vector3((bounds[0] + bounds[2]) / 2, manifest["facts"]["sea_level_m"], -(bounds[1] + bounds[3]) / 2)
	for part in [["Ground", GROUND, "depth"], ["Water", WATER, "distance"]]:
		var channel = shore[part[2]]
		var texture = load(folder.plus_file(channel["file"]))
		if not texture is Texture:
			return channel["file"] + " is not imported; open the project in the editor once"
		var sampled = "decoded(textureLod(shore_map, uv, 0.0).%s, decode)" % channel["swizzle"]
		var material = ShaderMaterial.new()
		material.shader = Shader.new()
		material.shader.code = HEAD % "uniform sampler2D shore_map;\nuniform vec3 decode;" + part[1] % sampled
		material.set_shader_param("shore_map", texture)
		material.set_shader_param("size", size)
		material.set_shader_param("decode", channel["decode"])
		if material.shader.code == "" or material.get_shader_param("decode") != channel["decode"]:
			return "a Godot without display keeps no shaders; run it without --headless, not as a server build"
		root.add_child(plane(part[0], size, shore["texels"], material, channel["largest"]))
	for child in root.get_children():
		child.owner = root
	var scene = PackedScene.new()
	scene.pack(root)
	var path = folder.plus_file(str(manifest["name"]) + "_shore.tscn")
	if ResourceSaver.save(path, scene) != OK:
		return path + " cannot be saved"
	print("oceanbake: saved " + path)
	root.free()
	return ""


func read_manifest(path):
	var file = File.new()
	if file.open(path, File.READ) != OK:
		return null
	var parsed = JSON.parse(file.get_as_text())
	return parsed.result if parsed.error == OK else null


# quantity -> {file, swizzle, decode, largest}; "world" and "texels" of the maps.
func find_channels(manifest):
	var found = {}
	for output in manifest["outputs"]:
		if not output.has("channels") or not output.has("world") or output["world"]["target"] != "godot":
			continue
		for index in range(output["channels"].size()):
			var channel = output["channels"][index]
			for quantity in MEANINGS:
				if found.has(quantity) or not channel["meaning"].begins_with(MEANINGS[quantity]):
					continue
				var decode = channel["decode"]
				var scale = decode["scale"] * LARGEST_CODE.get(output["format"], 1.0)
				found[quantity] = {
					"file": output["file"], "swizzle": "rgba"[index],
					"decode": Vector3(scale, decode["offset"], 1.0 if decode["square"] else 0.0),
					"largest": max(abs(channel["range"][0]), abs(channel["range"][1]))}
				found["world"] = output["world"]
				found["texels"] = Vector2(output["width"], output["height"])
	return found


func plane(part, size, texels, material, margin):
	var mesh = PlaneMesh.new()
	mesh.size = size
	mesh.subdivide_width = int(min(texels.x, MOST_FACES)) - 1
	mesh.subdivide_depth = int(min(texels.y, MOST_FACES)) - 1
	mesh.material = material
	var made = MeshInstance.new()
	made.name = part
	made.mesh = mesh
	made.extra_cull_margin = margin
	return made
