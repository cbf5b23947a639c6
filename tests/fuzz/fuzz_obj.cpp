// SPDX-License-Identifier: Apache-2.0
//
// OBJ: the input is the file. However it is cut for parallel reading, mesh and error are the same.
#include <algorithm>

#include "libbake/io/obj_reader.h"
#include "tests/fuzz/harness.h"

namespace ocean::fuzz {

namespace {

bool same(const ObjFile& a, const ObjFile& b) {
  const auto equal = [](const Triangle& s, const Triangle& t) {
    return s.a == t.a && s.b == t.b && s.c == t.c;
  };
  return a.mesh.positions == b.mesh.positions && a.faces == b.faces && a.names == b.names &&
         a.objects == b.objects && a.groups == b.groups && a.surfaces == b.surfaces &&
         std::equal(a.mesh.triangles.begin(), a.mesh.triangles.end(), b.mesh.triangles.begin(),
                    b.mesh.triangles.end(), equal);
}

}  // namespace

OCEAN_FUZZ_TARGET(obj) {
  const std::string_view text = text_of(data, size);
  if (text.empty()) return;
  ObjFile whole;
  const std::string error = error_of([&] { whole = parse_obj(pool(), text, "a.obj"); });
  for (const int64_t chunk : {int64_t{1}, int64_t{7}, static_cast<int64_t>(size / 2 + 1)}) {
    ObjFile cut;
    const std::string other = error_of([&] { cut = parse_obj(pool(), text, "a.obj", chunk); });
    check_same(other, error, "the error does not depend on how the file was cut");
    check(same(cut, whole), "the mesh does not depend on how the file was cut");
  }
  if (!error.empty()) return;
  check_mesh(whole.mesh);
  InputOptions options;
  options.paths = {scratch_file("a.obj", text)};
  load_and_check(options, FileKind::obj);
}

}  // namespace ocean::fuzz
