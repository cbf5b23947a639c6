// SPDX-License-Identifier: Apache-2.0
//
// Imports a bake of oceanbake into Unity. From Unity's documentation; not run.
//
// Put the whole folder of the bake below Assets. The .meta files beside the images carry their import settings (linear, no
// compression, clamp). Then choose Oceanbake > @CLASS@. The menu reads @MANIFEST@ in
// this file's own folder, sets the global shader properties below, and makes in the open scene a mesh NAME_ground, lowered by
// the depth, and a mesh NAME_water at sea level whose vertices carry the distance (uv2.x), depth (uv2.y) and direction (uv3).
//
//   _Ocean_NAME_Bounds      x0, z0, x1, z1 in metres
//   _Ocean_NAME_distance …  scale, offset, 1 if companded, of each quantity
#if UNITY_EDITOR
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.CompilerServices;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

public static class OceanbakeImport_@CLASS@ {
  const string kManifest = "@MANIFEST@";
  const int kMostFaces = 512;

  // What JsonUtility reads of the manifest.
  [Serializable] class Decode { public double scale, offset; public bool square; }
  [Serializable] class Channel { public string name, meaning; public Decode decode; }
  [Serializable] class World { public double[] bounds; public string target; }
  [Serializable] class Output {
    public string file, role, format;
    public int width, height;
    public Channel[] channels;
    public World world;
  }
  [Serializable] class Facts { public double sea_level_m; }
  [Serializable] class Manifest { public string name; public Facts facts; public Output[] outputs; }

  // What a channel's meaning begins with.
  static readonly Dictionary<string, string> kMeanings = new Dictionary<string, string> {
    {"distance", "signed distance to the shoreline"},
    {"direction_x", "wave direction, toward the shore, X"},
    {"direction_z", "wave direction, toward the shore, Z"},
    {"depth", "depth"},
  };

  class Source {
    public Texture2D texture;
    public int channel;
    public Decode decode;
    public Output output;

    // Bilinear: of the sample that the texture holds, 0 to 1 in integer formats.
    public float At(float u, float v) {
      double codes = output.format == "png16" ? 65535 : output.format == "png8" || output.format == "tga8" ? 255 : 1;
      double t = decode.scale * codes * texture.GetPixelBilinear(u, v)[channel] + decode.offset;
      return (float)(decode.square ? t * Math.Abs(t) : t);
    }
  }

  static string OwnFolder([CallerFilePath] string file = "") {
    string folder = Path.GetDirectoryName(file).Replace('\\', '/');
    int assets = folder.IndexOf("/Assets", StringComparison.Ordinal);
    return assets < 0 ? folder : folder.Substring(assets + 1);
  }

  [MenuItem("Oceanbake/@CLASS@")]
  public static void Import() {
    string folder = OwnFolder();
    var manifest = JsonUtility.FromJson<Manifest>(File.ReadAllText(folder + "/" + kManifest));
    var sources = new Dictionary<string, Source>();
    Output map = null;
    foreach (Output output in manifest.outputs) {
      if (output.channels == null || output.world == null || output.world.target != "unity") continue;
      for (int c = 0; c < output.channels.Length; ++c)
        foreach (var meaning in kMeanings) {
          if (sources.ContainsKey(meaning.Key) || !output.channels[c].meaning.StartsWith(meaning.Value)) continue;
          var texture = AssetDatabase.LoadAssetAtPath<Texture2D>(folder + "/" + output.file);
          if (texture == null) throw new Exception(output.file + " is not imported; is the folder below Assets?");
          sources[meaning.Key] =
              new Source {texture = texture, channel = c, decode = output.channels[c].decode, output = output};
          map = output;
        }
    }
    if (!sources.ContainsKey("distance") || !sources.ContainsKey("depth"))
      throw new Exception(kManifest + " needs a distance and a depth map for Unity; bake with --target unity");
    double[] b = map.world.bounds;
    string prefix = "_Ocean_@CLASS@_";
    Shader.SetGlobalVector(prefix + "Bounds", new Vector4((float)b[0], (float)b[1], (float)b[2], (float)b[3]));
    foreach (var source in sources) {
      Decode d = source.Value.decode;
      Shader.SetGlobalVector(prefix + source.Key,
                             new Vector4((float)d.scale, (float)d.offset, d.square ? 1 : 0, 0));
      Shader.SetGlobalTexture(prefix + source.Key + "_Map", source.Value.texture);
    }
    Place(manifest, map, sources, folder, "ground", true);
    Place(manifest, map, sources, folder, "water", false);
    Debug.Log("oceanbake: imported " + kManifest);
  }

  static void Place(Manifest manifest, Output map, Dictionary<string, Source> sources, string folder, string part,
                    bool lowered) {
    double[] b = map.world.bounds;
    float width = (float)(b[2] - b[0]), length = (float)(b[3] - b[1]);
    int columns = Math.Min(map.width, kMostFaces), rows = Math.Min(map.height, kMostFaces);
    var points = new List<Vector3>();
    var uv = new List<Vector2>();
    var distanceAndDepth = new List<Vector2>();
    var direction = new List<Vector2>();
    for (int j = 0; j <= rows; ++j)
      for (int i = 0; i <= columns; ++i) {
        float u = (float)i / columns, v = (float)j / rows;
        float depth = sources["depth"].At(u, v);
        points.Add(new Vector3((u - .5f) * width, lowered ? -depth : 0, (v - .5f) * length));
        uv.Add(new Vector2(u, v));
        distanceAndDepth.Add(new Vector2(sources["distance"].At(u, v), depth));
        if (sources.ContainsKey("direction_x") && sources.ContainsKey("direction_z"))
          direction.Add(new Vector2(sources["direction_x"].At(u, v), sources["direction_z"].At(u, v)).normalized);
      }
    var triangles = new List<int>();
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < columns; ++i) {
        int at = j * (columns + 1) + i, above = at + columns + 1;
        triangles.AddRange(new[] {at, above, at + 1, at + 1, above, above + 1});
      }
    var mesh = new Mesh {name = manifest.name + "_" + part, indexFormat = IndexFormat.UInt32};
    mesh.SetVertices(points);
    mesh.SetUVs(0, uv);
    mesh.SetUVs(1, distanceAndDepth);
    if (direction.Count > 0) mesh.SetUVs(2, direction);
    mesh.SetTriangles(triangles, 0);
    mesh.RecalculateNormals();
    mesh.RecalculateBounds();
    string path = folder + "/" + mesh.name + ".asset";
    AssetDatabase.DeleteAsset(path);
    AssetDatabase.CreateAsset(mesh, path);

    var old = GameObject.Find(mesh.name);
    if (old != null) UnityEngine.Object.DestroyImmediate(old);
    var made = new GameObject(mesh.name, typeof(MeshFilter), typeof(MeshRenderer));
    made.transform.position =
        new Vector3((float)((b[0] + b[2]) / 2), (float)manifest.facts.sea_level_m, (float)((b[1] + b[3]) / 2));
    made.GetComponent<MeshFilter>().sharedMesh = mesh;
    made.GetComponent<MeshRenderer>().sharedMaterial = AssetDatabase.GetBuiltinExtraResource<Material>("Default-Diffuse.mat");
    Undo.RegisterCreatedObjectUndo(made, "Oceanbake");
  }
}
#endif
