#include "report/content_policy.h"

#include <fmt/format.h>

#include "base/digest.h"

namespace accelprep::report {
namespace {

unsigned digit_value(char digit) { return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10); }

std::string source_of(std::string_view content) {
  const auto hex = base::Sha256().add(content).hex();
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(static_cast<unsigned char>(digit_value(hex[i]) * 16 + digit_value(hex[i + 1])));
  }
  return fmt::format("'sha256-{}'", base64(bytes));
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t at) { return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U; };
    const unsigned group = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
    for (unsigned k = 0; k < 4; ++k) out += i + k <= bytes.size() ? kDigits[group >> (18U - 6U * k) & 63U] : '=';
  }
  return out;
}

std::string content_policy(std::string_view script, std::string_view style) {
  return fmt::format("default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
                     source_of(script), source_of(style));
}

}  // namespace accelprep::report
