// SPDX-License-Identifier: Apache-2.0
//
// The host body for x86-64 with AVX2.
#define OCEAN_DISTANCE_KERNELS kHostAvx2
#define OCEAN_DISTANCE_BYTES 32
#include "kernels/distance/host_body.inl"
