#include "report/assets.h"

// Set by src/report/assets.S.
extern "C" {
extern const char accelprep_report_js[];
extern const char accelprep_report_js_end[];
extern const char accelprep_report_css[];
extern const char accelprep_report_css_end[];
}

namespace accelprep::report {

std::string_view report_script() { return {accelprep_report_js, accelprep_report_js_end}; }
std::string_view report_style() { return {accelprep_report_css, accelprep_report_css_end}; }

}  // namespace accelprep::report
