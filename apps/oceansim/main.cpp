// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/cli.h"

int main(int argc, char** argv) {
  return ocean::run_tool("oceansim", "Simulates spray and fluids into volume and particle caches.", argc,
                         argv);
}
