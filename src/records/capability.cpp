#include "records/capability.h"

#include <cctype>

namespace accelprep::records {
namespace {

std::size_t digits_at(std::string_view text, std::size_t from) {
  std::size_t count = 0;
  while (from + count < text.size() && std::isdigit(static_cast<unsigned char>(text[from + count])) != 0) ++count;
  return count;
}

}  // namespace

std::optional<std::string> capability_named(std::string_view text) {
  for (const std::string_view prefix : {"sm_", "compute_", "SM_", "sm", "SM"}) {
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      break;
    }
  }
  const auto whole = digits_at(text, 0);
  if (whole == 0 || whole > 3) return std::nullopt;
  std::string out;
  std::size_t end = whole;
  if (whole < text.size() && text[whole] == '.') {
    const auto minor = digits_at(text, whole + 1);
    if (minor != 1) return std::nullopt;
    end = whole + 2;
    out = text.substr(0, end);
  } else {
    if (whole < 2) return std::nullopt;
    out = std::string(text.substr(0, whole - 1)) + "." + text[whole - 1];
  }
  const auto suffix = text.substr(end);
  if (suffix == "a" || suffix == "f") return out + std::string(suffix);
  if (!suffix.empty()) return std::nullopt;
  return out;
}

std::optional<std::string> cuda_named(std::string_view tag) {
  const bool tagged = tag.starts_with("cu");
  if (tagged) tag.remove_prefix(2);
  if (tag.starts_with("da")) tag.remove_prefix(2);
  if (tag.starts_with("_")) tag.remove_prefix(1);
  const auto whole = digits_at(tag, 0);
  if (whole == 0) return std::nullopt;
  if (whole < tag.size() && tag[whole] == '.') {
    const auto minor = digits_at(tag, whole + 1);
    return std::string(tag.substr(0, minor == 0 ? whole : whole + 1 + minor));
  }
  if (!tagged || whole < 2) return std::string(tag.substr(0, whole));
  // cu92 is 9.2, cu101 10.1, cu128 12.8; cu12 and cu13 name a major alone.
  if (whole == 2 && tag[0] == '1') return std::string(tag.substr(0, 2));
  return std::string(tag.substr(0, whole - 1)) + "." + tag[whole - 1];
}

}  // namespace accelprep::records
