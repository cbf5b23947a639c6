// SPDX-License-Identifier: Apache-2.0
#include "kernels/raster/top_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/hash.h"
#include "tests/support/backends.h"
#include "tests/support/golden.h"

namespace ocean {
namespace {

struct Mesh {
  std::vector<TexelPoint> vertices;
  std::vector<Triangle> triangles;
  void add(TexelPoint a, TexelPoint b, TexelPoint c) {
    const auto n = static_cast<int32_t>(vertices.size());
    vertices.insert(vertices.end(), {a, b, c});
    triangles.push_back({n, n + 1, n + 2});
  }
};

struct Maps {
  std::vector<float> depth;
  std::vector<int32_t> layers;
  Hash128 hash;
};

// By both methods, which have to agree.
Maps rasterize(const Exec& exec, const Mesh& mesh, int32_t width, int32_t height, const Window& window,
               double sea = 0) {
  const Buffer<TexelPoint> vertices(exec, "vertices", mesh.vertices);
  const Buffer<Triangle> triangles(exec, "triangles", mesh.triangles);
  const int64_t n = int64_t{window.width} * window.height;
  Maps maps[2];
  for (const TopSurfaceMethod method : {TopSurfaceMethod::bands, TopSurfaceMethod::atomics}) {
    Buffer<float> depth(exec, n);
    Buffer<int32_t> layers(exec, n);
    rasterize_top_surface(exec, vertices.view(), triangles.view(), width, height, sea, window, depth.view(),
                          layers.view(), method);
    maps[method == TopSurfaceMethod::atomics] = {depth.to_host("depth"), layers.to_host("layers"),
                                                 content_hash(exec, depth)};
  }
  EXPECT_EQ(maps[0].hash, maps[1].hash);
  EXPECT_EQ(maps[0].layers, maps[1].layers);
  return maps[0];
}
Maps rasterize(const Exec& exec, const Mesh& mesh, int32_t width, int32_t height, double sea = 0) {
  return rasterize(exec, mesh, width, height, {0, 0, width, height}, sea);
}
Maps rasterize(const Mesh& mesh, int32_t width, int32_t height, double sea = 0) {
  static const Exec exec = Exec::cpu(2);
  return rasterize(exec, mesh, width, height, sea);
}

using Real = long double;

// Where p lies by the triangle's barycentric weights, in extended precision.
struct Weights {
  Real a, b, c;
  Real least() const { return std::min({a, b, c}); }
};
Weights weights(const TexelPoint& a, const TexelPoint& b, const TexelPoint& c, Real x, Real y) {
  const auto area = [](Real ax, Real ay, Real bx, Real by, Real cx, Real cy) {
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  };
  const Real whole = area(a.x, a.y, b.x, b.y, c.x, c.y);
  return {area(x, y, b.x, b.y, c.x, c.y) / whole, area(a.x, a.y, x, y, c.x, c.y) / whole,
          area(a.x, a.y, b.x, b.y, x, y) / whole};
}
Real distance_to_edge(const TexelPoint& a, const TexelPoint& b, Real x, Real y) {
  const Real dx = Real(b.x) - a.x, dy = Real(b.y) - a.y, length = dx * dx + dy * dy;
  Real t = length > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / length : 0;
  t = std::clamp<Real>(t, 0, 1);
  return std::hypot(a.x + t * dx - x, a.y + t * dy - y);
}

TEST(TopSurface, SoupAgreesWithDoubleReference) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-40, 140), size(-25, 25), height(-500, 500);
  Mesh mesh;
  for (int n = 0; n < 250; ++n) {
    const double x = place(random), y = place(random), s = n % 10 == 0 ? 10 : 1;
    const auto vertex = [&] {
      return TexelPoint{x + s * size(random), y + s * size(random), height(random)};
    };
    mesh.add(vertex(), vertex(), vertex());
  }
  constexpr int32_t w = 101, h = 83;
  constexpr double sea = 12.5;
  const Maps maps = rasterize(mesh, w, h, sea);
  int64_t compared = 0;
  for (int32_t j = 0; j < h; ++j)
    for (int32_t i = 0; i < w; ++i) {
      const Real x = i + Real(0.5), y = j + Real(0.5);
      Real highest = -1e9L;
      int32_t layers = 0;
      bool on_edge = false;
      for (const Triangle& t : mesh.triangles) {
        const TexelPoint &a = mesh.vertices[t.a], &b = mesh.vertices[t.b], &c = mesh.vertices[t.c];
        const Real reach = 4.0L / (1 << kMaxSnapBits);
        on_edge |= distance_to_edge(a, b, x, y) < reach || distance_to_edge(b, c, x, y) < reach ||
                   distance_to_edge(c, a, x, y) < reach;
        const Weights q = weights(a, b, c, x, y);
        if (!(q.least() > 0)) continue;
        ++layers;
        highest = std::max(highest, q.a * a.z + q.b * b.z + q.c * c.z);
      }
      if (on_edge) continue;
      ++compared;
      const size_t at = size_t(j) * w + i;
      ASSERT_EQ(maps.layers[at], layers) << i << ", " << j;
      if (layers == 0) ASSERT_EQ(maps.depth[at], kUncovered);
      else ASSERT_NEAR(maps.depth[at], double(sea - highest), 1e-4) << i << ", " << j;
    }
  EXPECT_GT(compared, w * h * 9 / 10);
}

// Heights over 1 km, map of 1 km: within 1e-4 m of the plane, for triangles down to slivers.
TEST(TopSurface, HeightsOfSlivers) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(0, 1024), height(-500, 500), unit(0, 1);
  const Exec exec = Exec::cpu(1);
  int64_t compared = 0;
  double worst = 0;
  for (int n = 0; n < 400; ++n) {
    const double width = std::pow(10.0, -4.0 * unit(random));  // from a texel down to 1e-4
    const TexelPoint a{place(random), place(random), height(random)},
        b{place(random), place(random), height(random)};
    const double t = unit(random), length = std::hypot(b.x - a.x, b.y - a.y);
    if (length < 50) continue;
    const TexelPoint c{a.x + t * (b.x - a.x) - width * (b.y - a.y) / length,
                       a.y + t * (b.y - a.y) + width * (b.x - a.x) / length, height(random)};
    Mesh mesh;
    mesh.add(a, b, c);
    const auto j0 = static_cast<int32_t>(std::clamp((a.y + b.y) / 2, 20.0, 1000.0)) - 20;
    const Maps maps = rasterize(exec, mesh, 1024, 1024, {0, j0, 1024, 40});
    for (int32_t j = 0; j < 40; ++j)
      for (int32_t i = 0; i < 1024; ++i) {
        const float depth = maps.depth[size_t(j) * 1024 + i];
        if (depth == kUncovered) continue;
        ASSERT_LE(depth, -std::min({a.z, b.z, c.z}) + 1e-4);
        ASSERT_GE(depth, -std::max({a.z, b.z, c.z}) - 1e-4);
        const Weights q = weights(a, b, c, i + Real(0.5), j0 + j + Real(0.5));
        if (q.least() < 0) continue;  // the snapping's
        worst = std::max(worst, std::fabs(double(depth + (q.a * a.z + q.b * b.z + q.c * c.z))));
        ++compared;
      }
  }
  RecordProperty("worst", std::to_string(worst));
  EXPECT_GT(compared, 300);
  EXPECT_LE(worst, 1e-4);
}

// A triangulated grid of cells, turned, with every other face flipped: one layer everywhere, whatever the
// edges meet.
Mesh turned_grid(int n, double angle, double cell, double jitter, double centre) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shift(-jitter, jitter);
  Mesh mesh;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double x = (i - n / 2) * cell + shift(random), y = (j - n / 2) * cell + shift(random);
      mesh.vertices.push_back({centre + x * std::cos(angle) - y * std::sin(angle),
                               centre + x * std::sin(angle) + y * std::cos(angle), 0.001 * x - 0.002 * y});
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int32_t a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
      mesh.triangles.push_back({a, b, d});
      if ((i + j) % 2 == 0) mesh.triangles.push_back({a, d, c});
      else mesh.triangles.push_back({a, c, d});
    }
  return mesh;
}

TEST(TopSurface, SharedEdgesCountOnce) {
  constexpr int32_t size = 96;
  for (const double angle : {0.0, 0.3, std::atan(1.0), 1.0, 2 * std::atan(1.0), 2.5, 4.0})
    for (const double cell : {0.83, 1.0, 3.0, 17.0, 90.0})
      for (const double jitter : {0.0, 0.2})
        for (const double centre :
             {48.0, 48.5}) {  // 48.5 with whole cells: every edge passes through centres
          const int n = 2 * static_cast<int>(std::ceil(70 / cell)) + 2;
          const Maps maps = rasterize(turned_grid(n, angle, cell, jitter * cell, centre), size, size);
          for (int64_t at = 0; at < size * size; ++at)
            ASSERT_EQ(maps.layers[at], 1) << "angle " << angle << " cell " << cell << " jitter " << jitter
                                          << " texel " << at % size << ", " << at / size;
        }
}

TEST(TopSurface, EdgesAndVertexThroughCentresCountOnce) {
  const TexelPoint hub{8.5, 8.5, 1};
  const std::vector<TexelPoint> rim = {{16.5, 8.5, 1}, {16.5, 16.5, 1}, {8.5, 16.5, 1}, {0.5, 16.5, 1},
                                       {0.5, 8.5, 1},  {0.5, 0.5, 1},   {8.5, 0.5, 1},  {16.5, 0.5, 1}};
  Mesh fan;
  for (size_t k = 0; k < rim.size(); ++k) fan.add(hub, rim[k], rim[(k + 1) % rim.size()]);
  const Maps maps = rasterize(fan, 18, 18);
  int64_t covered = 0;
  for (int32_t j = 0; j < 18; ++j)
    for (int32_t i = 0; i < 18; ++i) {
      const int32_t layers = maps.layers[size_t(j) * 18 + i];
      covered += layers;
      const bool inner = i >= 1 && i <= 15 && j >= 1 && j <= 15;
      ASSERT_TRUE(!inner || layers == 1) << i << ", " << j;
    }
  EXPECT_EQ(covered, 16 * 16);  // half-open: one of each pair of opposite outer edges
  EXPECT_EQ(maps.layers[1 * 18 + 0] + maps.layers[1 * 18 + 16], 1);
  EXPECT_EQ(maps.layers[0 * 18 + 1] + maps.layers[16 * 18 + 1], 1);
}

TEST(TopSurface, ConeAndOverlap) {
  Mesh mesh;  // a cone of slope 1 over a floor at -30
  constexpr int sides = 720;
  const auto rim = [](int k) {
    const double angle = 2 * 3.14159265358979323846 * k / sides;
    return TexelPoint{100 + 80 * std::cos(angle), 100 + 80 * std::sin(angle), -40};
  };
  for (int k = 0; k < sides; ++k) mesh.add({100, 100, 40}, rim(k), rim((k + 1) % sides));
  mesh.add({-1000, -1000, -30}, {3000, -1000, -30}, {-1000, 3000, -30});
  const Maps maps = rasterize(mesh, 200, 200, 5);
  for (int32_t j = 0; j < 200; ++j)
    for (int32_t i = 0; i < 200; ++i) {
      const double r = std::hypot(i + 0.5 - 100, j + 0.5 - 100);
      ASSERT_NEAR(maps.depth[size_t(j) * 200 + i], 5 - std::max(-30.0, 40 - r), 2e-3) << i << ", " << j;
    }
}

TEST(TopSurface, VerticesFarOutside) {
  Mesh mesh;
  mesh.add({-3e6, -2e6, 100}, {3e6, -2e6, -100}, {0, 4e6, 50});
  const TexelPoint &a = mesh.vertices[0], &b = mesh.vertices[1], &c = mesh.vertices[2];
  const Maps maps = rasterize(mesh, 300, 200, 3);
  for (int32_t j = 0; j < 200; ++j)
    for (int32_t i = 0; i < 300; ++i) {
      const Weights q = weights(a, b, c, i + Real(0.5), j + Real(0.5));
      ASSERT_EQ(maps.layers[size_t(j) * 300 + i], 1);
      ASSERT_NEAR(maps.depth[size_t(j) * 300 + i], double(3 - (q.a * a.z + q.b * b.z + q.c * c.z)), 1e-5);
    }
}

TEST(TopSurface, VertexOrderChangesNothing) {
  const std::array<TexelPoint, 3> p = {TexelPoint{3.2, 4.1, 17}, {61.7, 12.9, -33}, {22.4, 55.3, 8}};
  std::array<int, 3> order = {0, 1, 2};
  Mesh first;
  first.add(p[0], p[1], p[2]);
  const Maps expected = rasterize(first, 64, 64);
  do {
    Mesh mesh;
    mesh.add(p[order[0]], p[order[1]], p[order[2]]);
    const Maps maps = rasterize(mesh, 64, 64);
    EXPECT_EQ(maps.layers, expected.layers);
    EXPECT_EQ(maps.depth, expected.depth);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(TopSurface, DegenerateTrianglesCoverNothing) {
  Mesh mesh;
  mesh.add({1.5, 1.5, 9}, {1.5, 1.5, 9}, {1.5, 1.5, 9});
  mesh.add({0.5, 0.5, 9}, {4.5, 4.5, 9}, {8.5, 8.5, 9});
  mesh.add({2.5, 0, 0}, {2.5, 9, 0}, {2.5, 9, 50});  // a wall
  mesh.add({3, 3, 9}, {3, 3, 9}, {7, 8, 9});
  const Maps maps = rasterize(mesh, 10, 10);
  for (const float depth : maps.depth) ASSERT_EQ(depth, kUncovered);
}

// Thinner than the lattice, yet snapped onto a centre: the height stays within the triangle.
TEST(TopSurface, ThinnerThanTheLattice) {
  Mesh mesh;
  const double step = 1.0 / 65536, edge = 8.5 + 0.5 * step;
  mesh.add({edge - 1e-13, 0, 3}, {edge + 1e-13, 20, 7}, {edge - 1e-13, 20, 40});
  mesh.add({8.5 - 0.6 * step, 0, 3}, {8.5 + 0.6 * step, 10, 7}, {8.5 - 0.6 * step, 20, 40});
  const Maps maps = rasterize(mesh, 20, 20);
  int covered = 0;
  for (const float depth : maps.depth)
    if (depth != kUncovered) {
      ++covered;
      ASSERT_LE(depth, -3);
      ASSERT_GE(depth, -40);
    }
  EXPECT_GT(covered, 0);
}

Mesh golden_mesh() {
  Mesh mesh = turned_grid(60, 0.4, 7.3, 1.9, 150);
  for (TexelPoint& p : mesh.vertices) p.z = 40 - 0.3 * std::fabs(p.x - 150) - 0.21 * std::fabs(p.y - 140);
  mesh.add({-400, -300, -20}, {900, -200, -25}, {100, 1200, -14});
  mesh.add({10, 10, 90}, {290.25, 120, -60}, {30, 11, 90});
  mesh.add({290, 290, 30}, {290, 2, 31}, {291.5, 150, 30.5});
  return mesh;
}

TEST(TopSurface, WindowsBackEndsAndGolden) {
  const Mesh mesh = golden_mesh();
  constexpr int32_t w = 307, h = 291;
  Maps expected;
  for (const Exec& exec : test_backends()) {
    SCOPED_TRACE(backend_name(exec));
    const Maps whole = rasterize(exec, mesh, w, h, 1.25);
    if (expected.depth.empty()) expected = whole;
    EXPECT_EQ(whole.hash, expected.hash);
    EXPECT_EQ(whole.depth, expected.depth);
    EXPECT_EQ(whole.layers, expected.layers);
    for (const Window& part : {Window{0, 0, 100, 80}, Window{100, 0, 207, 80}, Window{0, 80, 307, 1},
                               Window{0, 81, 1, 210}, Window{1, 81, 306, 210}}) {
      const Maps maps = rasterize(exec, mesh, w, h, part, 1.25);
      for (int32_t j = 0; j < part.height; ++j)
        for (int32_t i = 0; i < part.width; ++i) {
          const size_t at = size_t(j) * part.width + i, there = size_t(j + part.j0) * w + i + part.i0;
          ASSERT_EQ(maps.depth[at], whole.depth[there]);
          ASSERT_EQ(maps.layers[at], whole.layers[there]);
        }
    }
    expect_golden("raster/top_surface", whole.hash);
  }
}

TEST(TopSurface, NoTriangles) {
  for (const Exec& exec : test_backends()) {
    const Maps maps = rasterize(exec, {}, 5, 3);
    EXPECT_EQ(maps.depth, std::vector<float>(15, kUncovered));
    EXPECT_EQ(maps.layers, std::vector<int32_t>(15, 0));
  }
}

TEST(TopSurface, ZeroDepthIsPositiveZero) {
  Mesh mesh;
  mesh.add({-10, -10, 2.5}, {50, -10, 2.5}, {-10, 50, 2.5});
  for (const float depth : rasterize(mesh, 8, 8, 2.5).depth) {
    EXPECT_EQ(depth, 0.0f);
    EXPECT_FALSE(std::signbit(depth));
  }
}

std::string refusal(const Mesh& mesh, int32_t width, int32_t height, const Window& window, double sea) {
  try {
    rasterize(Exec::cpu(1), mesh, width, height, window, sea);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST(TopSurface, RejectsBadInput) {
  const Window window{0, 0, 8, 8};
  Mesh good;
  good.add({0, 0, 0}, {9, 0, 0}, {0, 9, 0});
  EXPECT_EQ(refusal(good, 8, 8, window, 0), "");
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, -nan, inf, -inf}) {
    for (double TexelPoint::*part : {&TexelPoint::x, &TexelPoint::y, &TexelPoint::z}) {
      Mesh mesh = good;
      mesh.vertices[1].*part = bad;
      EXPECT_NE(refusal(mesh, 8, 8, window, 0), "");
    }
    EXPECT_NE(refusal(good, 8, 8, window, bad), "");
  }
  for (const int32_t index : {-1, 3, INT32_MAX, INT32_MIN}) {
    Mesh mesh = good;
    mesh.triangles.push_back({0, 1, index});
    EXPECT_NE(refusal(mesh, 8, 8, window, 0).find("triangle 1 "), std::string::npos);
  }
  Mesh far = good;
  far.vertices[0].x = -4e7;
  EXPECT_NE(refusal(far, 8, 8, window, 0).find("40000000"), std::string::npos);
  far.vertices[0].x = -3.3e7;
  EXPECT_EQ(refusal(far, 8, 8, window, 0), "");
  for (const Window& w : {Window{-1, 0, 8, 8}, {0, 1, 8, 8}, {0, 0, 9, 8}, {0, 0, 0, 8}})
    EXPECT_NE(refusal(good, 8, 8, w, 0), "");
  const Exec exec = Exec::cpu(1);
  Buffer<float> small(exec, 63);
  EXPECT_THROW(rasterize_top_surface(exec, {}, {}, 8, 8, 0, small.view()), std::invalid_argument);
}

TEST(TopSurface, SnapBits) {
  EXPECT_EQ(snap_bits(0), 16);
  EXPECT_EQ(snap_bits(8192), 16);
  EXPECT_EQ(snap_bits(8192.5), 15);
  EXPECT_EQ(snap_bits(33554432), 4);
  EXPECT_THROW(snap_bits(33554433), std::invalid_argument);
  EXPECT_EQ(snap(0.5, 1), 1);
  EXPECT_EQ(snap(-0.25, 1), 0);  // half up, on both sides of zero
  EXPECT_EQ(snap(0.25, 1), 1);
  EXPECT_EQ(snap(-0.26, 1), -1);
  EXPECT_EQ(snap(-3.0, 4), -48);
}

}  // namespace
}  // namespace ocean
