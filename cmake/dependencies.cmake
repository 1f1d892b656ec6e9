# Libraries from Debian by find_package or pkg-config; DuckDB from the pinned npm packages.
find_package(PkgConfig REQUIRED)
find_package(fmt REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(date REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)
find_package(pugixml REQUIRED)
pkg_check_modules(archive REQUIRED IMPORTED_TARGET libarchive)
pkg_check_modules(sqlite3 REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)

add_library(dep_toml INTERFACE)
target_link_libraries(dep_toml INTERFACE PkgConfig::tomlplusplus)
target_compile_definitions(dep_toml INTERFACE TOML_HEADER_ONLY=0)

set(NODE_MODULES ${PROJECT_SOURCE_DIR}/node_modules)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(DUCKDB_LIBRARY ${NODE_MODULES}/@duckdb/node-bindings-linux-x64/libduckdb.so)
endif()
set(DUCKDB_INCLUDE ${NODE_MODULES}/duckdb/src/duckdb/src/include)
if(NOT EXISTS "${DUCKDB_LIBRARY}" OR NOT EXISTS ${DUCKDB_INCLUDE}/duckdb.h)
  message(FATAL_ERROR "DuckDB is not in node_modules. Run ./dev build, or npm ci.")
endif()
# Copied beside the binary, so that a build tree moves as a whole.
configure_file(${DUCKDB_LIBRARY} ${PROJECT_BINARY_DIR}/lib/libduckdb.so COPYONLY)
add_library(dep_duckdb SHARED IMPORTED)
set_target_properties(dep_duckdb PROPERTIES
  IMPORTED_LOCATION ${PROJECT_BINARY_DIR}/lib/libduckdb.so
  IMPORTED_NO_SONAME TRUE)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
configure_file(${DUCKDB_INCLUDE}/duckdb.h ${PROJECT_BINARY_DIR}/include/duckdb.h COPYONLY)
target_include_directories(dep_duckdb SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/include)

set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib/accelprep")
