# One place for what every target of ours is compiled with.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(accelprep_settings INTERFACE)
target_include_directories(accelprep_settings INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(accelprep_settings INTERFACE -Wall -Wextra -Wshadow -Wconversion -Werror
  # Designated initialisers leave out on purpose what keeps its default; g++ 12 warns of that, later ones do not.
  -Wno-missing-field-initializers
  # False alarms of g++ 12 on std::string, GCC bug 105651.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # std::stable_sort of libstdc++ 12 calls what the same library calls deprecated; clang minds.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
if(ACCELPREP_SANITIZE)
  target_compile_options(accelprep_settings INTERFACE -fsanitize=${ACCELPREP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(accelprep_settings INTERFACE -fsanitize=${ACCELPREP_SANITIZE})
endif()

# accelprep_folder(NAME DEPENDENCY...): the static library of src/NAME, from every source below it that is no test.
function(accelprep_folder name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(accelprep_${name} STATIC ${sources})
  target_link_libraries(accelprep_${name} PUBLIC accelprep_settings)
  foreach(dependency ${ARGN})
    if(dependency MATCHES "^[a-z]+$" AND TARGET accelprep_${dependency})
      target_link_libraries(accelprep_${name} PUBLIC accelprep_${dependency})
    else()
      target_link_libraries(accelprep_${name} PRIVATE ${dependency})
    endif()
  endforeach()
endfunction()
