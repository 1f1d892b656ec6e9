// What the report inlines, linked into the binary: built from web/report by cmake/assets.cmake.
#pragma once

#include <string_view>

namespace accelprep::report {

std::string_view report_script();
std::string_view report_style();

}  // namespace accelprep::report
