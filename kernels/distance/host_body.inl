// SPDX-License-Identifier: Apache-2.0
//
// The host's quadtree body, included once per instruction set by host_*.cpp, which define
// OCEAN_DISTANCE_KERNELS (the table's name) and OCEAN_DISTANCE_BYTES (a vector's width). Everything here has
// internal linkage, so no code compiled for a newer instruction set can be linked in elsewhere. Vectors are
// GNU vector extensions; loops over candidates are left to the compiler.
#include "kernels/distance/bodies.h"

namespace ocean::distance_detail {
namespace {

constexpr int kLanes = OCEAN_DISTANCE_BYTES / 4;
typedef float Lanes __attribute__((vector_size(OCEAN_DISTANCE_BYTES)));
typedef int32_t Indices __attribute__((vector_size(OCEAN_DISTANCE_BYTES)));

constexpr int32_t kPart = 8;  // a block is solved in four quadrants of 8 x 8 texels
constexpr int32_t kPartTexels = kPart * kPart;

int32_t float_bits(float v) {
  int32_t bits;
  __builtin_memcpy(&bits, &v, sizeof bits);
  return bits;
}
float bits_float(int32_t bits) {
  float v;
  __builtin_memcpy(&v, &bits, sizeof v);
  return v;
}

// Structure-of-arrays access to frames.
template <class T>
inline Frame<T> load_frame(T* const* f, int64_t i) {
  return {f[0][i], f[1][i], f[2][i], f[3][i], f[4][i]};
}

// distance^2 of frames [0, n) as ordered integers to key; returns the position of the first smallest.
int32_t nearest_frame(float* const* frame, int32_t n, float ox, float oy, int32_t* __restrict key) {
  const float* __restrict f0 = frame[0];
  const float* __restrict f1 = frame[1];
  const float* __restrict f2 = frame[2];
  const float* __restrict f3 = frame[3];
  const float* __restrict f4 = frame[4];
  int32_t smallest = INT32_MAX;
  for (int32_t i = 0; i < n; ++i) {
    const Frame<float> f{f0[i], f1[i], f2[i], f3[i], f4[i]};
    const int32_t k = float_bits(distance2(moved(f, ox, oy)));
    key[i] = k;
    smallest = k < smallest ? k : smallest;
  }
  int32_t at = 0;
  while (key[at] != smallest) ++at;
  return at;
}

// keep[i] = 1 where frame i, seen from (ox, oy), may matter.
void mark(float* const* frame, int32_t n, float ox, float oy, const DropBound& bound,
          int32_t* __restrict keep) {
  const float* __restrict f0 = frame[0];
  const float* __restrict f1 = frame[1];
  const float* __restrict f2 = frame[2];
  const float* __restrict f3 = frame[3];
  const float* __restrict f4 = frame[4];
  const DropBound b = bound;
  for (int32_t i = 0; i < n; ++i) {
    const Frame<float> f{f0[i], f1[i], f2[i], f3[i], f4[i]};
    keep[i] = may_matter(b, moved(f, ox, oy)) ? 1 : 0;
  }
}

// Frames of list[0, n) at (cx, cy).
void make_frames(const SegmentTable& s, const int32_t* __restrict list, int32_t n, double cx, double cy,
                 float* const* frame) {
  const double* __restrict ax = s.ax;
  const double* __restrict ay = s.ay;
  const double* __restrict ux = s.ux;
  const double* __restrict uy = s.uy;
  const double* __restrict length = s.length;
  float* __restrict f0 = frame[0];
  float* __restrict f1 = frame[1];
  float* __restrict f2 = frame[2];
  float* __restrict f3 = frame[3];
  float* __restrict f4 = frame[4];
  for (int32_t i = 0; i < n; ++i) {
    const int32_t k = list[i];
    const Frame<float> f = frame_at<float>(ax[k], ay[k], ux[k], uy[k], length[k], cx, cy);
    f0[i] = f.across;
    f1[i] = f.before;
    f2[i] = f.beyond;
    f3[i] = f.ux;
    f4[i] = f.uy;
  }
}

int32_t cull(const Problem& p, const HostNode& node, const int32_t* list, int32_t n, int32_t* out,
             const HostScratch& scratch) {
  const double half = 0.5 * node.size;
  make_frames(p.segments, list, n, static_cast<double>(node.x) + half, static_cast<double>(node.y) + half,
              scratch.frame);
  const int32_t t = nearest_frame(scratch.frame, n, 0.0f, 0.0f, scratch.key);
  const float reach = static_cast<float>(half) - 0.5f;
  mark(scratch.frame, n, 0.0f, 0.0f, drop_bound(load_frame(scratch.frame, t), reach, reach), scratch.key);
  int32_t kept = 0;
  for (int32_t i = 0; i < n; ++i) {
    out[kept] = list[i];
    kept += scratch.key[i];
  }
  return kept;
}

// One candidate in all lanes.
Lanes spread(float v) { return Lanes{} + v; }
Frame<Lanes> spread_near(float* const* f, int32_t k) {
  return {spread(f[0][k]), spread(f[1][k]), spread(f[2][k]), spread(f[3][k]), spread(f[4][k])};
}
FarFrame<Lanes> spread_far(float* const* f, int32_t k) {
  return {spread(f[0][k]), spread(f[1][k]), spread(f[2][k]), spread(f[3][k]),
          spread(f[4][k]), spread(f[5][k]), spread(f[6][k]), spread(f[7][k])};
}

// For the 8 x 8 texels around (ox, oy), relative to the block's centre: the position in `frames` of each
// texel's nearest candidate, candidates taken in the order of part[0, n).
template <class Spread>
void minimise(const Spread& candidate, float* const* frames, const int32_t* part, int32_t n, float ox,
              float oy, int32_t* nearest) {
  constexpr int kGroup = 4;
  static_assert(kPartTexels % (kLanes * kGroup) == 0);
  for (int first = 0; first < kPartTexels; first += kLanes * kGroup) {
    alignas(64) float column[kGroup * kLanes], row[kGroup * kLanes];
    for (int l = 0; l < kGroup * kLanes; ++l) {
      column[l] = ox + (static_cast<float>((first + l) % kPart) - 3.5f);
      row[l] = oy + (static_cast<float>((first + l) / kPart) - 3.5f);
    }
    Lanes x[kGroup], y[kGroup], best[kGroup];
    Indices at[kGroup];
    __builtin_memcpy(x, column, sizeof x);
    __builtin_memcpy(y, row, sizeof y);
    const auto first_candidate = candidate(frames, part[0]);
    for (int g = 0; g < kGroup; ++g) {
      best[g] = measure(first_candidate, x[g], y[g]);
      at[g] = Indices{} + part[0];
    }
    for (int32_t i = 1; i < n; ++i) {
      const auto f = candidate(frames, part[i]);
      const Indices k = Indices{} + part[i];
#pragma GCC unroll 4
      for (int g = 0; g < kGroup; ++g) {
        const Lanes m = measure(f, x[g], y[g]);
        const Indices closer = m < best[g];
        best[g] = closer ? m : best[g];
        at[g] = closer ? k : at[g];
      }
    }
    __builtin_memcpy(nearest + first, at, sizeof at);
  }
}

struct PartMaps {
  float signed_distance[kPartTexels];
  float direction[2 * kPartTexels];
};

template <class T>
void finish_part(T* const* frames, const int32_t* __restrict nearest, const uint8_t* __restrict water, T ox,
                 T oy, PartMaps& maps) {
  const T* __restrict f0 = frames[0];
  const T* __restrict f1 = frames[1];
  const T* __restrict f2 = frames[2];
  const T* __restrict f3 = frames[3];
  const T* __restrict f4 = frames[4];
  for (int32_t i = 0; i < kPartTexels; ++i) {
    const int32_t k = nearest[i];
    const T x = ox + (static_cast<T>(i % kPart) - T(3.5)), y = oy + (static_cast<T>(i / kPart) - T(3.5));
    const Frame<T> f{f0[k], f1[k], f2[k], f3[k], f4[k]};
    const Texel t = finish(moved(f, x, y), water[i] != 0);
    maps.signed_distance[i] = t.signed_distance;
    maps.direction[2 * i] = t.direction_x;
    maps.direction[2 * i + 1] = t.direction_y;
  }
}

// The window's texels of the 8 x 8 ones at (x0, y0) of the map.
struct Clip {
  int32_t x0, y0, x1, y1;  // within the part
  int64_t base;            // the window's index of the part's texel (0, 0); may lie outside
  int64_t stride;
  bool whole;
};

bool clip_part(const Window& w, int64_t x0, int64_t y0, Clip* c) {
  const auto clamped = [](int64_t v) { return static_cast<int32_t>(v < 0 ? 0 : v > kPart ? kPart : v); };
  *c = {clamped(w.i0 - x0),
        clamped(w.j0 - y0),
        clamped(int64_t{w.i0} + w.width - x0),
        clamped(int64_t{w.j0} + w.height - y0),
        (y0 - w.j0) * w.width + (x0 - w.i0),
        w.width,
        false};
  c->whole = c->x0 == 0 && c->y0 == 0 && c->x1 == kPart && c->y1 == kPart;
  return c->x0 < c->x1 && c->y0 < c->y1;
}

// Candidates of the part around (ox, oy) among kept [0, n) to scratch.part; returns how many.
int32_t cull_part(int32_t n, float ox, float oy, const HostScratch& scratch) {
  if (n == 1) {
    scratch.part[0] = 0;
    return 1;
  }
  const int32_t t = nearest_frame(scratch.kept, n, ox, oy, scratch.key);
  mark(scratch.kept, n, ox, oy, drop_bound(moved(load_frame(scratch.kept, t), ox, oy), 3.5f, 3.5f),
       scratch.key);
  int32_t parts = 0;
  for (int32_t i = 0; i < n; ++i) {
    scratch.part[parts] = i;
    parts += scratch.key[i];
  }
  return parts;
}

void read_water(const Problem& p, const Clip& c, uint8_t* water) {
  const uint8_t* from = p.water.data;
  if (c.whole) {
    for (int32_t y = 0; y < kPart; ++y)
      __builtin_memcpy(water + y * kPart, from + c.base + y * c.stride, kPart);
    return;
  }
  for (int32_t y = c.y0; y < c.y1; ++y)
    for (int32_t x = c.x0; x < c.x1; ++x) water[y * kPart + x] = from[c.base + y * c.stride + x];
}

void write_maps(const Problem& p, const Clip& c, const PartMaps& maps) {
  float* distance = p.out.signed_distance.data;
  Vec2f* direction = p.out.direction.data;
  if (c.whole) {
    for (int32_t y = 0; y < kPart; ++y) {
      const int64_t row = c.base + y * c.stride;
      __builtin_memcpy(distance + row, maps.signed_distance + y * kPart, kPart * sizeof(float));
      __builtin_memcpy(static_cast<void*>(direction + row), maps.direction + 2 * y * kPart,
                       kPart * sizeof(Vec2f));
    }
    return;
  }
  for (int32_t y = c.y0; y < c.y1; ++y)
    for (int32_t x = c.x0; x < c.x1; ++x) {
      const int32_t i = y * kPart + x;
      distance[c.base + y * c.stride + x] = maps.signed_distance[i];
      direction[c.base + y * c.stride + x] = {maps.direction[2 * i], maps.direction[2 * i + 1]};
    }
}

void solve_part(const Problem& p, const Clip& c, bool near, int32_t n, float ox, float oy,
                const HostScratch& scratch) {
  alignas(64) int32_t nearest[kPartTexels];
  alignas(64) uint8_t water[kPartTexels] = {};
  alignas(64) PartMaps maps;
  const int32_t parts = cull_part(n, ox, oy, scratch);
  read_water(p, c, water);
  if (near) {
    minimise(spread_near, scratch.kept, scratch.part, parts, ox, oy, nearest);
    finish_part<float>(scratch.kept, nearest, water, ox, oy, maps);
  } else {
    minimise(spread_far, scratch.far, scratch.part, parts, ox, oy, nearest);
    finish_part<double>(scratch.wide, nearest, water, static_cast<double>(ox), static_cast<double>(oy), maps);
  }
  write_maps(p, c, maps);
  if (p.out.nearest.size != 0)
    for (int32_t y = c.y0; y < c.y1; ++y)
      for (int32_t x = c.x0; x < c.x1; ++x)
        p.out.nearest[c.base + y * c.stride + x] = scratch.kept_index[nearest[y * kPart + x]];
}

void make_far_frames(const Problem& p, double cx, double cy, float reach2, int32_t n,
                     const HostScratch& scratch) {
  for (int32_t i = 0; i < n; ++i) {
    const Frame<double> f = frame_at<double>(p.segments, scratch.kept_index[i], cx, cy);
    const double wide[5] = {f.across, f.before, f.beyond, f.ux, f.uy};
    for (int m = 0; m < 5; ++m) scratch.wide[m][i] = wide[m];
    const FarFrame<float> g = far_frame(f, reach2);
    const float far[8] = {g.rest, g.across2, g.excess2, g.before, g.beyond, g.inside, g.ux, g.uy};
    for (int m = 0; m < 8; ++m) scratch.far[m][i] = far[m];
  }
}

void solve_block(const Problem& p, const HostNode& node, const int32_t* list, int32_t n,
                 const HostScratch& scratch) {
  const double cx = static_cast<double>(node.x) + 0.5 * kBlock,
               cy = static_cast<double>(node.y) + 0.5 * kBlock;
  make_frames(p.segments, list, n, cx, cy, scratch.frame);
  const int32_t t = nearest_frame(scratch.frame, n, 0.0f, 0.0f, scratch.key);
  const float reach2 = bits_float(scratch.key[t]);
  const bool near = reach2 < kFarReach2;
  mark(scratch.frame, n, 0.0f, 0.0f, drop_bound(load_frame(scratch.frame, t), 7.5f, 7.5f), scratch.key);
  int32_t kept = 0;
  for (int32_t i = 0; i < n; ++i) {
    for (int m = 0; m < 5; ++m) scratch.kept[m][kept] = scratch.frame[m][i];
    scratch.kept_index[kept] = list[i];
    kept += scratch.key[i];
  }
  if (!near) make_far_frames(p, cx, cy, reach2, kept, scratch);
  for (int32_t quadrant = 0; quadrant < 4; ++quadrant) {
    const int32_t qx = quadrant % 2, qy = quadrant / 2;
    Clip c;
    if (!clip_part(p.window, node.x + qx * kPart, node.y + qy * kPart, &c)) continue;
    solve_part(p, c, near, kept, qx == 0 ? -4.0f : 4.0f, qy == 0 ? -4.0f : 4.0f, scratch);
  }
}

bool meets_window(const Window& w, const HostNode& n) {
  return n.x < int64_t{w.i0} + w.width && n.x + n.size > w.i0 && n.y < int64_t{w.j0} + w.height &&
         n.y + n.size > w.j0;
}

void solve_level(const Problem& p, const HostNode& node, const int32_t* list, int32_t n,
                 const HostScratch& scratch, int32_t* free_list) {
  if (node.size == kBlock) return solve_block(p, node, list, n, scratch);
  const int32_t half = node.size / 2;
  for (int32_t child = 0; child < 4; ++child) {
    const HostNode sub{node.x + (child % 2) * half, node.y + (child / 2) * half, half};
    if (!meets_window(p.window, sub)) continue;
    if (half == kBlock || n == 1) {
      solve_level(p, sub, list, n, scratch, free_list);
    } else {
      const int32_t kept = cull(p, sub, list, n, free_list, scratch);
      solve_level(p, sub, free_list, kept, scratch, free_list + kept);
    }
  }
}

void solve(const Problem& p, const HostNode& node, const int32_t* list, int32_t n,
           const HostScratch& scratch) {
  solve_level(p, node, list, n, scratch, scratch.lists);
}

}  // namespace

extern const HostKernels OCEAN_DISTANCE_KERNELS;
const HostKernels OCEAN_DISTANCE_KERNELS = {cull, solve};

}  // namespace ocean::distance_detail
