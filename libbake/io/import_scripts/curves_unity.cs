// SPDX-License-Identifier: Apache-2.0
// The curves of @KEYS@ as an asset: put both files into one folder of the project outside any Editor folder, then
// choose Assets > Import ocean curves > @CLASS@. At run time: asset.Find("NAME").Evaluate(key), keys 0 to 127.
using System;
using UnityEngine;
#if UNITY_EDITOR
using System.IO;
using UnityEditor;
#endif

public class @CLASS@ : ScriptableObject
{
    public string[] names = new string[0];
    public AnimationCurve[] curves = new AnimationCurve[0];

    public AnimationCurve Find(string curve)
    {
        int at = Array.IndexOf(names, curve);
        if (at < 0) throw new ArgumentException("no curve is named " + curve);
        return curves[at];
    }

#if UNITY_EDITOR
    [Serializable] class Key { public float time = 0, value = 0, inTangent = 0, outTangent = 0; }
    [Serializable] class Channel { public string name = ""; public Key[] keys = new Key[0]; }
    [Serializable] class Keys { public Channel[] curves = new Channel[0]; }

    [MenuItem("Assets/Import ocean curves/@CLASS@")]
    static void Import()
    {
        string script = null;
        foreach (string guid in AssetDatabase.FindAssets("@CLASS@ t:MonoScript"))
        {
            string found = AssetDatabase.GUIDToAssetPath(guid);
            if (Path.GetFileName(found) == "@CLASS@.cs") script = found;
        }
        if (script == null) throw new FileNotFoundException("@CLASS@.cs");
        string folder = Path.GetDirectoryName(script);
        Keys keys = JsonUtility.FromJson<Keys>(File.ReadAllText(Path.Combine(folder, "@KEYS@")));
        string target = Path.Combine(folder, "@CLASS@.asset").Replace('\\', '/');
        @CLASS@ asset = AssetDatabase.LoadAssetAtPath<@CLASS@>(target);
        bool isNew = asset == null;
        if (isNew) asset = CreateInstance<@CLASS@>();
        asset.names = Array.ConvertAll(keys.curves, channel => channel.name);
        asset.curves = Array.ConvertAll(keys.curves, channel => new AnimationCurve(Array.ConvertAll(
            channel.keys, key => new Keyframe(key.time, key.value, key.inTangent, key.outTangent))));
        if (isNew) AssetDatabase.CreateAsset(asset, target);
        EditorUtility.SetDirty(asset);
        AssetDatabase.SaveAssets();
        Debug.Log(target + ": " + asset.curves.Length + " curves");
    }
#endif
}
