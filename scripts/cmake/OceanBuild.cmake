# SPDX-License-Identifier: Apache-2.0
# What every target shares: language level, the floating-point rules of docs/decisions, warnings, sanitizers, the CUDA switch
# and the helpers ocean_kernel_sources() and ocean_test().

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

find_program(OCEAN_CCACHE ccache)
if(OCEAN_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${OCEAN_CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${OCEAN_CCACHE})
endif()

# --- CUDA, where nvcc is found ------------------------------------------------------------------------------------------
set(OCEAN_HAS_CUDA OFF)
if(NOT OCEAN_CUDA STREQUAL "OFF")
  find_program(OCEAN_NVCC nvcc HINTS ENV CUDACXX PATHS /usr/local/cuda/bin)
  if(OCEAN_NVCC)
    set(CMAKE_CUDA_COMPILER ${OCEAN_NVCC})
    if(OCEAN_CUDA_ARCHITECTURES STREQUAL "AUTO")
      # That of the machine's first GPU; without one, of the reference machine.
      set(architecture 90)
      execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
        OUTPUT_VARIABLE capability ERROR_QUIET RESULT_VARIABLE refused)
      if(refused EQUAL 0 AND capability MATCHES "^([0-9]+)\\.([0-9]+)")
        set(architecture ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
      endif()
      set(CMAKE_CUDA_ARCHITECTURES ${architecture})
    else()
      set(CMAKE_CUDA_ARCHITECTURES ${OCEAN_CUDA_ARCHITECTURES})
    endif()
    enable_language(CUDA)
    # CMake 3.25 knows no CUDA 20.
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    endif()
    if(NOT CMAKE_CUDA20_EXTENSION_COMPILE_OPTION)
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
    endif()
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    set(OCEAN_HAS_CUDA ON)
  elseif(OCEAN_CUDA STREQUAL "ON")
    message(FATAL_ERROR "OCEAN_CUDA=ON, but no nvcc was found: install the CUDA toolkit, or pass -DOCEAN_CUDA=OFF")
  endif()
endif()
message(STATUS "CUDA back end: ${OCEAN_HAS_CUDA}")

# --- Flags --------------------------------------------------------------------------------------------------------------
# Same bits everywhere: no contraction, no fast math; -fno-math-errno and -fno-trapping-math keep the bits.
set(OCEAN_HOST_FLAGS -ffp-contract=off -fno-math-errno -fno-trapping-math)
set(OCEAN_WARNINGS -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of GCC 12 on std::string + (GCC bug 105651).
  list(APPEND OCEAN_WARNINGS -Wno-restrict)
endif()
if(OCEAN_WERROR)
  list(APPEND OCEAN_WARNINGS -Werror)
endif()
set(OCEAN_SANITIZE_FLAGS)
if(OCEAN_SANITIZE)
  set(OCEAN_SANITIZE_FLAGS -fsanitize=${OCEAN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined -g1)
  add_link_options(-fsanitize=${OCEAN_SANITIZE})
endif()
if(OCEAN_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "OCEAN_FUZZ needs clang, for libFuzzer: take the preset fuzz (scripts/setup.sh build fuzz)")
  endif()
  list(APPEND OCEAN_SANITIZE_FLAGS -fsanitize=fuzzer-no-link)
endif()
if(OCEAN_ASSERTS)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
endif()
string(REPLACE "-O2" "-O2 -g1" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CUDA_FLAGS_RELEASE "-O3 -DNDEBUG")

add_library(ocean_flags INTERFACE)
string(REPLACE ";" "," OCEAN_XCOMPILER "${OCEAN_HOST_FLAGS};-Wall;-Wextra")
target_compile_options(ocean_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:${OCEAN_HOST_FLAGS} ${OCEAN_WARNINGS} ${OCEAN_SANITIZE_FLAGS}>
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false --prec-div=true --prec-sqrt=true --ftz=false -Xcompiler=${OCEAN_XCOMPILER}>)
if(OCEAN_HAS_CUDA AND OCEAN_WERROR)
  target_compile_options(ocean_flags INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()
target_compile_definitions(ocean_flags INTERFACE OCEAN_VERSION="${PROJECT_VERSION}")
target_include_directories(ocean_flags INTERFACE ${PROJECT_SOURCE_DIR})

# Heavy third-party files that sanitizers would slow down beyond use stay uninstrumented.
function(ocean_uninstrumented)
  if(OCEAN_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "-fno-sanitize=all")
  endif()
endfunction()

# Adds .cu sources to a target: compiled by nvcc where CUDA is on, as C++ where it is off. From another folder than
# the target's, give absolute paths.
function(ocean_kernel_sources target)
  target_sources(${target} PRIVATE ${ARGN})
  if(NOT OCEAN_HAS_CUDA)
    set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-xc++")
  endif()
endfunction()

# --- Tests --------------------------------------------------------------------------------------------------------------
find_package(GTest QUIET)
set(OCEAN_GTEST_SOURCE $ENV{GTEST_ROOT_SRC})
if(NOT OCEAN_GTEST_SOURCE)
  set(OCEAN_GTEST_SOURCE /usr/src/googletest)
endif()
if(NOT GTest_FOUND AND EXISTS ${OCEAN_GTEST_SOURCE}/CMakeLists.txt)
  add_subdirectory(${OCEAN_GTEST_SOURCE} ${CMAKE_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
  add_library(GTest::gtest ALIAS gtest)
  add_library(GTest::gtest_main ALIAS gtest_main)
endif()

# ocean_test(NAME SOURCES... [LIBS ...] [LABELS ...]): one executable in bin/, one CTest entry per file of tests.
function(ocean_test name)
  cmake_parse_arguments(T "" "" "SOURCES;LIBS;LABELS" ${ARGN})
  add_executable(${name} ${T_SOURCES})
  target_link_libraries(${name} PRIVATE ocean_flags ${T_LIBS} GTest::gtest GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS}")
endfunction()
