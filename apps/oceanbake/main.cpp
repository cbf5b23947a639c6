// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/cli.h"

int main(int argc, char** argv) {
  return ocean::run_tool("oceanbake", "Bakes terrain and waves into textures, flipbooks and curves.", argc,
                         argv);
}
