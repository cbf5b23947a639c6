// SPDX-License-Identifier: Apache-2.0
//
// Imports waves or surf of oceanbake into Unity. From Unity's documentation; not run.
//
// Put the whole folder of the bake below Assets. The .meta files beside the images carry their import settings (linear, no
// compression; the animation texture of surf repeats in U and clamps in V). Then choose Oceanbake > @CLASS@. The
// menu reads @MANIFEST@ in this file's own folder and makes beside it, for the built-in render pipeline,
//
//   NAME_frames   a mesh of the map's size and place in the open scene, displaced by the atlas, with shader and material
//   NAME_beach    of surf: water before a straight shore along X = 0, displaced by the animation texture
//
// The meshes' bounds hold the displacement. The numbers are properties of the materials.
#if UNITY_EDITOR
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

public static class OceanbakeImport_@CLASS@ {
  const string kManifest = "@MANIFEST@";
  const int kMostFaces = 512;

  // What JsonUtility reads of the manifest; what an output lacks stays null or 0.
  [Serializable] class Decode { public double scale, offset; }
  [Serializable] class Channel { public string key; public Decode decode; public double[] range; }
  [Serializable] class Terms { public double sine, sine_k, cosine, cosine_k; }
  [Serializable] class Coordinates {
    public double width_m, offset, life_speed, noise_u, noise_v, noise_scale, fade_m, fade_length_m, forward_scale,
        height_scale;
    public Terms noise_terms;
  }
  [Serializable] class Facts {
    public int columns, cell_width, cell_height, gutter, frames, first_frame;
    public double step_s, period_s;
    public bool cell_tiles;
    public double[] cell_bounds;
    public Coordinates coordinates;
  }
  [Serializable] class Output {
    public string file, role, format;
    public int width, height;
    public Channel[] channels;
    public Facts facts;
  }
  [Serializable] class Config { public string target; }
  [Serializable] class Manifest { public string name; public Config config; public Output[] outputs; }

  const string kHead = @"Shader ""Oceanbake/NAME"" {
  Properties { PROPERTIES }
  SubShader {
    Tags { ""RenderType"" = ""Opaque"" }
    Pass {
      Tags { ""LightMode"" = ""ForwardBase"" }
      CGPROGRAM
      #pragma target 3.5
      #pragma vertex vert
      #pragma fragment frag
      #include ""UnityCG.cginc""
      struct Point { float4 clip : SV_POSITION; float2 uv : TEXCOORD0; float3 world : TEXCOORD1; float foam : TEXCOORD2; };
      float4 shaded(float3 normal, float3 world, float foam) {
        float3 view = normalize(_WorldSpaceCameraPos - world);
        float mirrored = pow(1.0 - saturate(dot(normal, view)), 5.0);
        float3 water = lerp(float3(0.01, 0.07, 0.1), float3(0.6, 0.7, 0.8), 0.02 + 0.98 * mirrored);
        float white = 0.9 * (0.4 + 0.6 * saturate(dot(normal, _WorldSpaceLightPos0.xyz)));
        return float4(lerp(water, float3(white, white, white), foam), 1.0);
      }
BODY
      ENDCG
    }
  }
}
";
  // V = 1 is row 0 and the largest Z.
  const string kFrames = @"
      sampler2D _Displacement, _Normal, _Foam;
      float4 _Size, _Image, _Cell, _Frames;
      float2 frame_uv(float2 uv, float frame) {
        float index = frame - _Frames.x * floor((frame + 0.5) / _Frames.x);
        float row = floor((index + 0.5) / _Cell.w);
        float2 corner = float2(index - row * _Cell.w, row) * (_Cell.xy + 2.0 * _Cell.z) + _Cell.z;
        float2 inside = lerp(clamp(uv, 0.5 / _Cell.xy, 1.0 - 0.5 / _Cell.xy), frac(uv), _Frames.z);
        float2 at = float2(corner.x + _Cell.x * inside.x, _Image.y - corner.y - _Cell.y + _Cell.y * inside.y);
        return at / _Image.xy;
      }
      float4 stored(sampler2D map, float2 uv) {
        float frame = frac(_Time.y * _Frames.y / _Frames.x) * _Frames.x;
        float4 now = tex2Dlod(map, float4(frame_uv(uv, floor(frame)), 0, 0));
        float4 then = tex2Dlod(map, float4(frame_uv(uv, floor(frame) + 1.0), 0, 0));
        return lerp(now, then, frac(frame));
      }
      Point vert(appdata_base v) {
        Point o;
        o.uv = v.vertex.xz / _Size.xy + 0.5;
        float4 s = stored(_Displacement, o.uv);
        float4 moved = float4(v.vertex.xyz + DISPLACEMENT, 1.0);
        o.clip = UnityObjectToClipPos(moved);
        o.world = mul(unity_ObjectToWorld, moved).xyz;
        o.foam = 0.0;
        return o;
      }
      float4 frag(Point i) : SV_Target {
        float4 s = stored(_Normal, i.uv);
        float3 normal = normalize(NORMAL);
        s = stored(_Foam, i.uv);
        return shaded(normal, i.world, FOAM);
      }";
  const string kBeach = @"
      sampler2D _Surf;
      float4 _Wave, _Noise, _Terms, _Scale, _Fade;
      Point vert(appdata_base v) {
        Point o;
        float x = v.vertex.x + _Noise.w, north = v.vertex.z;
        float n = _Terms.x * sin(_Terms.y * north) + _Terms.z * cos(_Terms.w * north);  // radians
        float along = _Wave.y + x / _Wave.x;  // the distance to the shore is -x
        float u = frac(along - _Time.y / _Wave.w + _Noise.x * n);
        float t = clamp((along + _Noise.y * n - u) * _Wave.z, _Noise.z, 1.0 - _Noise.z);
        float4 s = tex2Dlod(_Surf, float4(u, t, 0, 0));
        float share = _Fade.y > 0.0 ? saturate((-x - _Fade.x) / _Fade.y) : 1.0;
        float4 moved = float4(v.vertex.xyz + float3(FORWARD * _Scale.x, HEIGHT * _Scale.y, 0.0) * share, 1.0);
        o.uv = float2(u, t);
        o.clip = UnityObjectToClipPos(moved);
        o.world = mul(unity_ObjectToWorld, moved).xyz;
        o.foam = FOAM;
        return o;
      }
      float4 frag(Point i) : SV_Target {
        return shaded(normalize(cross(ddy(i.world), ddx(i.world))) * _ProjectionParams.x, i.world, i.foam);
      }";

  static string OwnFolder([CallerFilePath] string file = "") {
    string folder = Path.GetDirectoryName(file).Replace('\\', '/');
    int assets = folder.IndexOf("/Assets", StringComparison.Ordinal);
    return assets < 0 ? folder : folder.Substring(assets + 1);
  }

  static string Number(double value) { return value.ToString("R", CultureInfo.InvariantCulture); }

  // Shader code of the channels' values in a sample s, of the first of the outputs that has all of them.
  static string[] Values(IEnumerable<Output> outputs, out Output found, params string[] keys) {
    foreach (Output output in outputs) {
      int[] at = keys.Select(key => Array.FindIndex(output.channels, c => c.key == key)).ToArray();
      if (at.Any(i => i < 0)) continue;
      found = output;
      double codes = output.format == "png16" ? 65535 : output.format == "png8" || output.format == "tga8" ? 255 : 1;
      return at.Select(i => "(s." + "rgba"[i] + " * " + Number(output.channels[i].decode.scale * codes) + " + " +
                            Number(output.channels[i].decode.offset) + ")").ToArray();
    }
    found = null;
    return null;
  }

  static Texture2D Load(string folder, Output output) {
    var texture = AssetDatabase.LoadAssetAtPath<Texture2D>(folder + "/" + output.file);
    if (texture == null) throw new Exception(output.file + " is not imported; is the folder below Assets?");
    return texture;
  }

  static float Reach(Output output, string part) {
    return (float)output.channels.Where(c => c.key.StartsWith(part)).SelectMany(c => c.range).Max(v => Math.Abs(v));
  }

  [MenuItem("Oceanbake/@CLASS@")]
  public static void Import() {
    string folder = OwnFolder();
    var manifest = JsonUtility.FromJson<Manifest>(File.ReadAllText(folder + "/" + kManifest));
    if (manifest.config.target != "unity")
      throw new Exception(kManifest + " was baked for another program; bake with --target unity");
    bool made = ImportFrames(manifest, folder);
    foreach (Output output in manifest.outputs.Where(o => o.role == "surf")) {
      ImportBeach(manifest, folder, output);
      made = true;
    }
    if (!made) throw new Exception(kManifest + " has no atlas of displacement; bake with --grid 8x8 --gutter 4");
    Debug.Log("oceanbake: imported " + kManifest);
  }

  static bool ImportFrames(Manifest manifest, string folder) {
    var atlases = manifest.outputs.Where(o => o.facts != null && o.facts.cell_bounds != null &&
                                              o.facts.cell_bounds.Length == 4).ToArray();
    Output map, normalMap, foamMap;
    string[] d = Values(atlases, out map, "displacement_x", "displacement_y", "displacement_z") ??
                 Values(atlases, out map, "displacement_tangent", "displacement_normal", "displacement_bitangent");
    if (d == null) return false;
    Facts f = map.facts;
    if (f.first_frame != 0 || (int)Math.Round(f.period_s / f.step_s) != f.frames)
      throw new Exception("the frames of " + kManifest + " do not loop");
    string[] n = Values(atlases, out normalMap, "normal_right", "normal_out", "normal_green");  // green is north, +Z
    string[] foam = Values(atlases, out foamMap, "foam");
    string body = kFrames.Replace("DISPLACEMENT", "float3(" + string.Join(", ", d) + ")")
                      .Replace("NORMAL)", (n == null ? "float3(0.0, 1.0, 0.0)" : "float3(" + string.Join(", ", n) + ")") + ")")
                      .Replace("FOAM", foam == null ? "0.0" : foam[0]);
    double[] b = f.cell_bounds;
    var size = new Vector2((float)(b[2] - b[0]), (float)(b[3] - b[1]));
    Material material = MakeMaterial(manifest.name + "_frames", folder, body, new Dictionary<string, Texture2D> {
      {"_Displacement", Load(folder, map)}, {"_Normal", Load(folder, normalMap ?? map)},
      {"_Foam", Load(folder, foamMap ?? map)},
    }, new Dictionary<string, Vector4> {
      {"_Size", size}, {"_Image", new Vector4(map.width, map.height)},
      {"_Cell", new Vector4(f.cell_width, f.cell_height, f.gutter, f.columns)},
      {"_Frames", new Vector4(f.frames, (float)(1 / f.step_s), f.cell_tiles ? 1 : 0)},
    });
    Place(manifest.name + "_frames", folder, material, size, f.cell_width, f.cell_height, Reach(map, "displacement"),
          new Vector3((float)(b[0] + b[2]) / 2, 0, (float)(b[1] + b[3]) / 2));
    return true;
  }

  static void ImportBeach(Manifest manifest, string folder, Output output) {
    Coordinates c = output.facts.coordinates;
    Output found;
    string[] v = Values(new[] {output}, out found, "surf_forward", "surf_height", "surf_foam");
    float width = (float)c.width_m, sea = (float)(c.offset + .5) * width, land = .5f * width, k = (float)c.noise_scale;
    Terms t = c.noise_terms;
    string body = kBeach.Replace("FORWARD", v[0]).Replace("HEIGHT", v[1]).Replace("FOAM", v[2]);
    Material material = MakeMaterial(manifest.name + "_beach", folder, body,
                                     new Dictionary<string, Texture2D> {{"_Surf", Load(folder, output)}},
                                     new Dictionary<string, Vector4> {
      {"_Wave", new Vector4(width, (float)c.offset, (float)c.life_speed, (float)output.facts.period_s)},
      {"_Noise", new Vector4((float)c.noise_u, (float)c.noise_v, .5f / output.height, (land - sea) / 2)},
      {"_Terms", new Vector4((float)t.sine, k * (float)t.sine_k, (float)t.cosine, k * (float)t.cosine_k)},
      {"_Scale", new Vector4((float)c.forward_scale, (float)c.height_scale)},
      {"_Fade", new Vector4((float)c.fade_m, (float)c.fade_length_m)},
    });
    Place(manifest.name + "_beach", folder, material, new Vector2(sea + land, 2 * width), 384, 96,
          Reach(output, "surf_forward"), new Vector3((land - sea) / 2, 0, 0));
  }

  static Material MakeMaterial(string name, string folder, string body, Dictionary<string, Texture2D> maps,
                               Dictionary<string, Vector4> values) {
    string properties = string.Concat(maps.Keys.Select(key => key + " (\"" + key + "\", 2D) = \"black\" {} ")) +
                        string.Concat(values.Keys.Select(key => key + " (\"" + key + "\", Vector) = (0, 0, 0, 0) "));
    string path = folder + "/" + name + ".shader";
    File.WriteAllText(path, kHead.Replace("BODY", body).Replace("PROPERTIES", properties).Replace("NAME", name));
    AssetDatabase.ImportAsset(path);
    var material = new Material(AssetDatabase.LoadAssetAtPath<Shader>(path)) {name = name};
    foreach (var map in maps) material.SetTexture(map.Key, map.Value);
    foreach (var value in values) material.SetVector(value.Key, value.Value);
    string asset = folder + "/" + name + ".mat";
    AssetDatabase.DeleteAsset(asset);
    AssetDatabase.CreateAsset(material, asset);
    return material;
  }

  static void Place(string name, string folder, Material material, Vector2 size, int columns, int rows, float reach,
                    Vector3 centre) {
    columns = Math.Min(columns, kMostFaces);
    rows = Math.Min(rows, kMostFaces);
    var points = new List<Vector3>();
    for (int j = 0; j <= rows; ++j)
      for (int i = 0; i <= columns; ++i)
        points.Add(new Vector3(((float)i / columns - .5f) * size.x, 0, ((float)j / rows - .5f) * size.y));
    var triangles = new List<int>();
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < columns; ++i) {
        int at = j * (columns + 1) + i, above = at + columns + 1;
        triangles.AddRange(new[] {at, above, at + 1, at + 1, above, above + 1});
      }
    var mesh = new Mesh {name = name, indexFormat = IndexFormat.UInt32};
    mesh.SetVertices(points);
    mesh.SetTriangles(triangles, 0);
    mesh.RecalculateNormals();
    mesh.bounds = new Bounds(Vector3.zero, new Vector3(size.x + 2 * reach, 2 * reach, size.y + 2 * reach));
    string path = folder + "/" + name + ".asset";
    AssetDatabase.DeleteAsset(path);
    AssetDatabase.CreateAsset(mesh, path);

    var old = GameObject.Find(name);
    if (old != null) UnityEngine.Object.DestroyImmediate(old);
    var made = new GameObject(name, typeof(MeshFilter), typeof(MeshRenderer));
    made.transform.position = centre;
    made.GetComponent<MeshFilter>().sharedMesh = mesh;
    made.GetComponent<MeshRenderer>().sharedMaterial = material;
    Undo.RegisterCreatedObjectUndo(made, "Oceanbake");
  }
}
#endif
