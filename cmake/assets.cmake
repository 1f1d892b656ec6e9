# What the report inlines is bundled once and linked into the binary, so that one file is the whole program. esbuild's own
# binary is called, without Node, and reads node_modules alone: the build is offline once they are there.
if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(ESBUILD ${NODE_MODULES}/@esbuild/linux-arm64/bin/esbuild)
else()
  set(ESBUILD ${NODE_MODULES}/@esbuild/linux-x64/bin/esbuild)
endif()
if(NOT EXISTS "${ESBUILD}")
  message(FATAL_ERROR "esbuild is not in node_modules. Run ./dev build, or npm ci.")
endif()

set(ASSETS ${PROJECT_BINARY_DIR}/assets)
set(WEB_REPORT ${PROJECT_SOURCE_DIR}/web/report)
file(GLOB report_scripts CONFIGURE_DEPENDS ${WEB_REPORT}/*.js)
# Legal comments stay: the licences of what is bundled ask to be named wherever it goes.

add_custom_command(OUTPUT ${ASSETS}/report.js
  COMMAND ${ESBUILD} ${WEB_REPORT}/report.js --bundle --minify --format=iife --target=es2021 --charset=utf8 --legal-comments=inline
          --log-level=warning --outfile=${ASSETS}/report.js
  DEPENDS ${report_scripts} ${PROJECT_SOURCE_DIR}/package-lock.json
  VERBATIM)
add_custom_command(OUTPUT ${ASSETS}/report.css
  COMMAND ${ESBUILD} ${WEB_REPORT}/style.css --minify --charset=utf8 --log-level=warning --outfile=${ASSETS}/report.css
  DEPENDS ${WEB_REPORT}/style.css
  VERBATIM)

add_library(report_assets STATIC ${PROJECT_SOURCE_DIR}/src/report/assets.S)
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/report/assets.S PROPERTIES
  OBJECT_DEPENDS "${ASSETS}/report.js;${ASSETS}/report.css"
  COMPILE_DEFINITIONS "ACCELPREP_REPORT_JS=\"${ASSETS}/report.js\";ACCELPREP_REPORT_CSS=\"${ASSETS}/report.css\"")
