# SPDX-License-Identifier: Apache-2.0
# Builds @WHAT@ of oceanbake as a scene for Godot 3. Run with Godot 3.2; the script for Godot 4 is beside it.
#
# Put the whole folder of the bake into the project, open the project in the editor once (it imports the images by the .import
# files beside them), then
#
#   godot --path PROJECT --script res://FOLDER/THIS_FILE
#
# It reads @MANIFEST@ in its own folder and saves there NAME_@SCENE@.tscn:
#
#   Frames   a plane of the map's size and place, displaced by the atlas of frames (oceanbake gerstner --grid, surf --atlas)
#   Beach    of surf: water before a straight shore, displaced by the animation texture; its sampler repeats, v is clamped
#
# Exit code 0: saved. Godot without a display (server build, --headless) keeps no shaders and is refused.
extends SceneTree

const MANIFEST = "@MANIFEST@"
# @SHADERS@


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
	if manifest["config"]["target"] != "godot":
		return MANIFEST + " was baked for another program; bake with --target godot"
	var root = Spatial.new()
	root.name = manifest["name"]
	for part in [["Frames", frames_of(manifest)], ["Beach", beach_of(manifest)]]:
		if typeof(part[1]) == TYPE_STRING:
			return part[1]
		if part[1].empty():
			continue
		var problem = add(root, folder, part[0], part[1])
		if problem != "":
			return problem
	if root.get_child_count() == 0:
		return MANIFEST + " has no atlas of displacement; bake with --grid 8x8 --gutter 4"
	var scene = PackedScene.new()
	scene.pack(root)
	var path = folder.plus_file(str(manifest["name"]) + "_@SCENE@.tscn")
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


func four(x, y, z, w):
	return Plane(x, y, z, w)


func add(root, folder, name, part):
	var material = ShaderMaterial.new()
	material.shader = Shader.new()
	material.shader.code = part["code"].replace("HINT", "").replace("VIEW_MATRIX", "INV_CAMERA_MATRIX")
	for key in part["maps"]:
		var texture = load(folder.plus_file(part["maps"][key]))
		if not texture is Texture:
			return part["maps"][key] + " is not imported; open the project in the editor once"
		material.set_shader_param(key, texture)
	for key in part["values"]:
		material.set_shader_param(key, part["values"][key])
	var first = part["values"].keys()[0]
	if material.shader.code == "" or material.get_shader_param(first) != part["values"][first]:
		return "a Godot without display keeps no shaders; run it without --headless, not as a server build"
	var mesh = PlaneMesh.new()
	mesh.size = part["size"]
	mesh.subdivide_width = int(min(part["texels"].x, MOST_FACES)) - 1
	mesh.subdivide_depth = int(min(part["texels"].y, MOST_FACES)) - 1
	mesh.material = material
	var made = MeshInstance.new()
	made.name = name
	made.mesh = mesh
	made.translation = part["centre"]
	made.extra_cull_margin = part["margin"]
	root.add_child(made)
	made.owner = root
	return ""
