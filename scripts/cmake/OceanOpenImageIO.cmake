# SPDX-License-Identifier: Apache-2.0
# find_package(OpenImageIO) with the mends that Debian's package needs: its target lists the headers of OpenCV, which are not
# installed with it, so CMake refuses every target that links it.
find_package(OpenImageIO CONFIG REQUIRED)
foreach(target OpenImageIO::OpenImageIO OpenImageIO::OpenImageIO_Util)
  if(TARGET ${target})
    get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
    set(present)
    foreach(folder IN LISTS folders)
      if(folder AND (EXISTS "${folder}" OR folder MATCHES "^\\$<"))
        list(APPEND present "${folder}")
      endif()
    endforeach()
    set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${present}")
  endif()
endforeach()
