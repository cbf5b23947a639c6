// SPDX-License-Identifier: Apache-2.0
//
// The host body for x86-64 with AVX-512 F, DQ, BW and VL.
#define OCEAN_DISTANCE_KERNELS kHostAvx512
#define OCEAN_DISTANCE_BYTES 64
#include "kernels/distance/host_body.inl"
