// SPDX-License-Identifier: Apache-2.0
//
// The bodies behind compute_distance(), all with equal bits. Internal to this folder.
#pragma once

#include "kernels/distance/distance.h"
#include "kernels/distance/segment_frame.h"

namespace ocean::distance_detail {

struct Problem {
  SegmentTable segments;  // on the back end
  int32_t count;          // >= 1
  Window window;          // not empty
  View<const uint8_t> water;
  DistanceMaps out;
};

// Every texel against every segment: the definition. O(texels * segments).
void distance_brute_force(const Exec& exec, const Problem& problem);
// Breadth-first culling, then one thread block a map block. Throws DeviceError without CUDA.
void distance_cuda(const Exec& exec, const Problem& problem);

// A quadtree node: texels [x, x + size) x [y, y + size) of the map, size = 16 * 2^k, x and y multiples of
// size relative to the root; it may reach beyond the window.
struct HostNode {
  int64_t x, y;
  int32_t size;
};

// Working memory of one task for candidate lists of up to `capacity` segments and `levels` levels below its
// first node.
struct HostScratch {
  int64_t capacity;
  float* frame[5];  // candidates seen from the node's centre
  float* kept[5];   // those kept, packed, at a 16 x 16 block
  double* wide[5];  // the same in double, and as FarFrames, at a far block
  float* far[8];
  int32_t* key;         // distance bits, then keep flags
  int32_t* kept_index;  // segment of each kept one
  int32_t* part;        // positions in kept of a quadrant's candidates
  int32_t* lists;       // levels * capacity
};

// One instruction set's code.
struct HostKernels {
  // Candidates of `node` among list[0, n) (ascending segment indices), in order, to out; returns how many.
  // out needs room for n.
  int32_t (*cull)(const Problem&, const HostNode&, const int32_t* list, int32_t n, int32_t* out,
                  const HostScratch&);
  // The maps of node's part of the window; list holds its candidates.
  void (*solve)(const Problem&, const HostNode&, const int32_t* list, int32_t n, const HostScratch&);
};

// Throws std::invalid_argument if this machine or build lacks it.
const HostKernels& host_kernels(Simd simd);
void distance_host(const Exec& exec, const Problem& problem, const HostKernels& kernels);

extern const HostKernels kHostBaseline;
#if defined(OCEAN_DISTANCE_X86)
extern const HostKernels kHostAvx2, kHostAvx512;
#endif

}  // namespace ocean::distance_detail
