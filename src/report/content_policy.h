// The Content-Security-Policy of a page that is whole in itself.
#pragma once

#include <string>
#include <string_view>

namespace accelprep::report {

// Nothing from outside, and of what lies inside only this script and this style sheet, by their digests. The page must hold
// them byte for byte.
std::string content_policy(std::string_view script, std::string_view style);

std::string base64(std::string_view bytes);

}  // namespace accelprep::report
