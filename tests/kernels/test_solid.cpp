// SPDX-License-Identifier: Apache-2.0
//
// Mesh checks and winding numbers: closed, open, inconsistent and degenerate meshes; the tree against the
// sum.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/math/elementary.h"
#include "kernels/solid/mesh_check.h"
#include "kernels/solid/mesh_distance.h"
#include "kernels/solid/winding.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

struct Soup {
  std::vector<Vec3d> corners;
  std::vector<Triangle> triangles;
};

// A unit cube's six faces, facing outward, scaled by `size` about (cx, cy, cz); corners are not shared.
Soup cube(double size, Vec3d centre = {0, 0, 0}) {
  Soup s;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-0.5, 0.5}) {
      const auto first = static_cast<int32_t>(s.corners.size());
      for (const auto& [u, v] : {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
        double p[3];
        p[axis] = side;
        p[(axis + 1) % 3] = u;
        p[(axis + 2) % 3] = v;
        s.corners.push_back(size * Vec3d{p[0], p[1], p[2]} + centre);
      }
      if (side > 0) {
        s.triangles.push_back({first, first + 1, first + 2});
        s.triangles.push_back({first, first + 2, first + 3});
      } else {
        s.triangles.push_back({first, first + 2, first + 1});
        s.triangles.push_back({first, first + 3, first + 2});
      }
    }
  return s;
}

// Quads of a latitude-longitude sphere; rows from `from` to `to` of 32 (0: south pole).
Soup sphere(double radius, int from = 0, int to = 32) {
  Soup s;
  const int n = 64, m = 32;
  const double pi = 3.14159265358979323846;
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i < n; ++i) {
      const double a = 2 * pi * i / n, b = pi * j / m;
      s.corners.push_back({radius * elem::sin(b) * elem::cos(a), radius * elem::sin(b) * elem::sin(a),
                           -radius * elem::cos(b)});
    }
  for (int i = 0; i < n; ++i) s.corners[static_cast<size_t>(i)] = {0, 0, -radius};
  for (int i = 0; i < n; ++i) s.corners[static_cast<size_t>(m * n + i)] = {0, 0, radius};
  for (int j = from; j < to; ++j)
    for (int i = 0; i < n; ++i) {
      const int a = j * n + i, b = j * n + (i + 1) % n, c = a + n, d = b + n;
      s.triangles.push_back({a, b, d});
      s.triangles.push_back({a, d, c});
    }
  return s;
}

TEST(MeshCheck, CubeOfSingleFacesIsClosed) {
  const Soup s = cube(2);
  const MeshCheck check = check_mesh(s.corners, s.triangles);
  EXPECT_TRUE(check.closed());
  EXPECT_EQ(check.components, 1);
  EXPECT_EQ(check.turned, 0);
  EXPECT_DOUBLE_EQ(check.area, 24);
}

TEST(MeshCheck, FacesAreTurnedOutward) {
  Soup s = cube(2);
  const std::vector<Triangle> right = check_mesh(s.corners, s.triangles).triangles;
  for (const size_t t : {0u, 3u, 7u}) std::swap(s.triangles[t].b, s.triangles[t].c);
  MeshCheck check = check_mesh(s.corners, s.triangles);
  EXPECT_EQ(check.turned, 3);
  EXPECT_EQ(check.contradictions, 0);
  EXPECT_TRUE(check.closed());
  s = cube(2);
  for (Triangle& t : s.triangles) std::swap(t.b, t.c);
  check = check_mesh(s.corners, s.triangles);
  EXPECT_EQ(check.turned, 12);
}

TEST(MeshCheck, HolesDegenerateFacesAndParts) {
  Soup s = cube(2);
  s.triangles.pop_back();
  EXPECT_EQ(check_mesh(s.corners, s.triangles).open_edges, 3);
  s = cube(2);
  s.triangles.push_back({0, 0, 1});
  s.triangles.push_back({0, 1, 1});
  MeshCheck check = check_mesh(s.corners, s.triangles);
  EXPECT_TRUE(check.closed());
  EXPECT_EQ(check.without_area, 2);
  const Soup other = cube(1, {5, 0, 0});
  const auto base = static_cast<int32_t>(s.corners.size());
  s.corners.insert(s.corners.end(), other.corners.begin(), other.corners.end());
  for (const Triangle& t : other.triangles) s.triangles.push_back({t.a + base, t.b + base, t.c + base});
  check = check_mesh(s.corners, s.triangles);
  EXPECT_EQ(check.components, 2);
  EXPECT_TRUE(check_mesh({}, {}).closed());
}

TEST(MeshCheck, MoebiusStripContradictsItself) {
  Soup s;
  const int n = 12;
  const double pi = 3.14159265358979323846;
  for (int i = 0; i < n; ++i)
    for (const double w : {-0.3, 0.3}) {
      const double a = 2 * pi * i / n, r = 1 + w * std::cos(a / 2);
      s.corners.push_back({r * std::cos(a), r * std::sin(a), w * std::sin(a / 2)});
    }
  for (int i = 0; i < n; ++i) {
    const int a = 2 * i, b = 2 * i + 1;
    const int c = i + 1 < n ? a + 2 : 1, d = i + 1 < n ? b + 2 : 0;
    s.triangles.push_back({a, b, d});
    s.triangles.push_back({a, d, c});
  }
  const MeshCheck check = check_mesh(s.corners, s.triangles);
  EXPECT_EQ(check.contradictions, 1);
  EXPECT_EQ(check.open_edges, 2 * n);
}

TEST(Winding, OneInsideZeroOutsideOfAClosedMesh) {
  const Soup s = sphere(10);
  const WindingTree tree(Exec::cpu(1), s.corners, s.triangles);
  std::vector<Vec3<int32_t>> points;
  for (int x = -14; x <= 14; x += 2)
    for (int y = -14; y <= 14; y += 3)
      for (int z = -14; z <= 14; z += 2) points.push_back({x, y, z});
  const std::vector<float> w = tree.evaluate(points);
  int inside = 0;
  for (size_t k = 0; k < points.size(); ++k) {
    const auto& p = points[k];
    const double r = std::sqrt(double(p.x) * p.x + double(p.y) * p.y + double(p.z) * p.z);
    if (r < 9.9) {
      EXPECT_NEAR(w[k], 1, 0.01);
      ++inside;
    } else if (r > 10.01) {
      EXPECT_NEAR(w[k], 0, 0.01);
    }
  }
  EXPECT_GT(inside, 100);
}

// Of a hemisphere without its disc, the winding number at distance h below the disc's middle is known.
TEST(Winding, OpenHemisphereOnItsAxis) {
  const Soup s = sphere(100, 16, 32);  // the upper half
  const WindingTree tree(Exec::cpu(1), s.corners, s.triangles);
  std::vector<Vec3<int32_t>> points;
  for (int z = -80; z <= 80; z += 10) points.push_back({0, 0, z});
  const std::vector<float> w = tree.evaluate(points);
  for (size_t k = 0; k < points.size(); ++k) {
    const double z = points[k].z, disc = 0.5 * (1 - std::abs(z) / std::sqrt(z * z + 100 * 100));  // of 4 pi
    EXPECT_NEAR(w[k], z > 0 ? 1 - disc : disc, 0.012) << z;
  }
}

TEST(Winding, TreeIsNearTheSum) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-50, 50), size(-4, 4);
  Soup s;
  for (int t = 0; t < 3000; ++t) {
    const Vec3d p{place(random), place(random), place(random)};
    const auto first = static_cast<int32_t>(s.corners.size());
    for (int k = 0; k < 3; ++k) s.corners.push_back(p + Vec3d{size(random), size(random), size(random)});
    s.triangles.push_back({first, first + 1, first + 2});
  }
  const WindingNodes nodes = build_winding_nodes(s.corners, s.triangles);
  EXPECT_EQ(nodes.triangles.size(), s.triangles.size());
  EXPECT_EQ(nodes.nodes.front().skip, static_cast<int32_t>(nodes.nodes.size()));
  const WindingTree tree(Exec::cpu(1), s.corners, s.triangles);
  std::vector<Vec3<int32_t>> points;
  for (int k = 0; k < 200; ++k)
    points.push_back(
        {static_cast<int>(place(random)), static_cast<int>(place(random)), static_cast<int>(place(random))});
  const std::vector<float> w = tree.evaluate(points);
  double worst = 0;
  for (size_t k = 0; k < points.size(); ++k) {
    double sum = 0;
    const Vec3d q{double(points[k].x), double(points[k].y), double(points[k].z)};
    for (const WindingTriangle& t : nodes.triangles) sum += solid_angle(t, q);
    worst = std::max(worst, std::abs(sum / (4 * 3.14159265358979323846) - static_cast<double>(w[k])));
  }
  EXPECT_LT(worst, 0.01);
}

TEST(Winding, EmptyMeshAndPointsOnTheMesh) {
  const WindingTree nothing(Exec::cpu(1), {}, {});
  EXPECT_EQ(nothing.evaluate({{0, 0, 0}, {1, 2, 3}}), (std::vector<float>{0, 0}));
  EXPECT_TRUE(nothing.evaluate({}).empty());
  const Soup s = cube(2);
  const WindingTree tree(Exec::cpu(1), s.corners, s.triangles);
  for (const float w : tree.evaluate({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {-1, -1, -1}})) {
    EXPECT_TRUE(std::isfinite(w));
    EXPECT_GT(w, -0.01f);
    EXPECT_LT(w, 1.01f);
  }
}

TEST(Winding, SameBitsOnEveryBackend) {
  const Soup s = sphere(20, 3, 30);
  std::vector<Vec3<int32_t>> points;
  for (int k = 0; k < 5000; ++k) points.push_back({k % 50 - 25, (k / 50) % 50 - 25, k % 37 - 18});
  for (const Exec& exec : test_backends()) {
    const WindingTree tree(exec, s.corners, s.triangles);
    const Buffer<Vec3<int32_t>> places(exec, "test", points);
    Buffer<float> out(exec, places.size());
    tree.evaluate(places.view(), out.view());
    expect_golden("solid/winding", content_hash(exec, out));
  }
}

// Of random triangles the nearest point is no farther than any of a fine net of points, and lies on the
// triangle.
TEST(MeshDistance, NearestPointOfATriangle) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-1, 1);
  const auto draw = [&] { return Vec3d{place(random), place(random), place(random)}; };
  const auto length = [](const Vec3d& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); };
  for (int k = 0; k < 500; ++k) {
    const WindingTriangle t{draw(), draw(), draw()};
    const Vec3d q = 2.0 * draw();
    const double found = length(nearest_on_triangle(t, q) - q);
    double net = 1e9;
    for (int i = 0; i <= 60; ++i)
      for (int j = 0; i + j <= 60; ++j)
        net = std::min(net, length(t.a + (i / 60.0) * (t.b - t.a) + (j / 60.0) * (t.c - t.a) - q));
    ASSERT_LE(found, net + 1e-12);
    ASSERT_GE(found, net - 0.06);
  }
  const WindingTriangle point{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
  EXPECT_EQ(nearest_on_triangle(point, {0, 0, 0}), (Vec3d{1, 2, 3}));
}

TEST(MeshDistance, LatticeIsTheNearestTriangle) {
  const Soup s = sphere(10);
  const Lattice lattice{{-14, -13, -15}, 20, 27, 31};
  std::string first;
  for (const Exec& exec : test_backends()) {
    const WindingTree tree(exec, s.corners, s.triangles);
    Buffer<float> out(exec, lattice.size());
    lattice_distances(tree, lattice, out.view());
    expect_golden("solid/distances", content_hash(exec, out));
    if (!first.empty()) continue;
    first = "done";
    const std::vector<float> d = out.to_host("test");
    for (int64_t n = 0; n < lattice.size(); n += 41) {
      const auto k = static_cast<int32_t>(n % 31), j = static_cast<int32_t>(n / 31 % 27),
                 i = static_cast<int32_t>(n / 31 / 27);
      const Vec3d q{i - 14.0, j - 13.0, k - 15.0};
      double best = 1e9;
      for (const Triangle& t : s.triangles) {
        const auto at = [&](int32_t c) { return s.corners[static_cast<size_t>(c)]; };
        const Vec3d e = nearest_on_triangle({at(t.a), at(t.b), at(t.c)}, q) - q;
        best = std::min(best, std::sqrt(e.x * e.x + e.y * e.y + e.z * e.z));
      }
      ASSERT_EQ(d[static_cast<size_t>(n)], static_cast<float>(best));
    }
  }
  const WindingTree nothing(Exec::cpu(1), {}, {});
  Buffer<float> out(Exec::cpu(1), 8);
  lattice_distances(nothing, {{0, 0, 0}, 2, 2, 2}, out.view());
  EXPECT_GT(out.to_host("test")[7], 1e38f);
}

TEST(MeshDistance, ExitDepths) {
  const Soup s = cube(3);
  const std::vector<SurfaceSample> samples = {{{-1.5, 0.2, 0.3}, {1, 0, 0}},   // through the cube
                                              {{-1.5, 0.2, 0.3}, {-1, 0, 0}},  // away from it: leaves at once
                                              {{1.4, 1.5, 0}, {0.6, -0.8, 0}},  // across an edge
                                              {{9, 9, 9}, {1, 0, 0}}};
  for (const Exec& exec : test_backends()) {
    const WindingTree tree(exec, s.corners, s.triangles);
    const Buffer<SurfaceSample> places(exec, "test", samples);
    for (const double reach : {4.0, 2.0}) {
      Buffer<float> out(exec, places.size());
      exit_depths(tree, places.view(), reach, out.view());
      const std::vector<float> d = out.to_host("test");
      EXPECT_EQ(d[0], reach > 3 ? 3 : -1);
      EXPECT_EQ(d[1], 0);
      EXPECT_NEAR(d[2], 0.1 / 0.6, 1e-6);
      EXPECT_EQ(d[3], -1);
    }
  }
}

}  // namespace
}  // namespace ocean
