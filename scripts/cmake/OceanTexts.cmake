# SPDX-License-Identifier: Apache-2.0
# ocean_texts(TARGET HEADER FUNCTION FILES...): builds text files into a target, behind `std::string_view FUNCTION(name)`.
function(ocean_texts target header function)
  set(rows)
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    file(READ ${file} text)
    get_filename_component(name ${file} NAME)
    string(APPEND rows "  if (name == \"${name}\")\n    return R\"ocean(${text})ocean\";\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [==[
#include "@header@"

#include "libbake/core/error.h"

namespace ocean {

std::string_view @function@(std::string_view name) {
@rows@  throw Error(ErrorKind::internal, std::string(name), "is no text of this program");
}

}  // namespace ocean
]==])
  target_sources(${target} PRIVATE ${source})
endfunction()
