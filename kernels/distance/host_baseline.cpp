// SPDX-License-Identifier: Apache-2.0
//
// The host body for every x86-64 machine (SSE2), and other processors.
#define OCEAN_DISTANCE_KERNELS kHostBaseline
#define OCEAN_DISTANCE_BYTES 16
#include "kernels/distance/host_body.inl"
