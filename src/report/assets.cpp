#include "report/assets.h"

// Set by src/report/assets.S.
extern "C" {
extern const char kAccelprepReportJs[];
extern const char kAccelprepReportJsEnd[];
extern const char kAccelprepReportCss[];
extern const char kAccelprepReportCssEnd[];
}

namespace accelprep::report {

std::string_view report_script() { return {kAccelprepReportJs, kAccelprepReportJsEnd}; }
std::string_view report_style() { return {kAccelprepReportCss, kAccelprepReportCssEnd}; }

}  // namespace accelprep::report
