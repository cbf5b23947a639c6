# SPDX-License-Identifier: Apache-2.0
# find_package(OpenVDB) with the mends that Debian's package needs: its find module lies in a folder of its own that CMake does not
# search, and the module asks for Boost's iostreams by CMake's own find module.
find_package(PkgConfig QUIET)
list(APPEND CMAKE_MODULE_PATH
  "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/cmake/OpenVDB"
  "/usr/lib/${CMAKE_CXX_LIBRARY_ARCHITECTURE}/cmake/OpenVDB"
  "/usr/local/lib/cmake/OpenVDB")
find_package(OpenVDB REQUIRED)
