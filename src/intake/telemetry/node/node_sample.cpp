#include "intake/telemetry/node/node_sample.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

constexpr double kMostW = 1e6;

std::vector<std::string_view> words_of(std::string_view text) {
  auto words = base::split(text, ' ');
  std::erase_if(words, [](std::string_view word) { return word.empty(); });
  return words;
}

std::optional<int> month_named(std::string_view name) {
  constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto* const found = std::find(kMonths.begin(), kMonths.end(), name);
  return found == kMonths.end() ? std::nullopt : std::optional(static_cast<int>(found - kMonths.begin()) + 1);
}

}  // namespace

std::optional<std::string_view> impossible_of_node(base::TimeNs at_ns, double power_w) {
  records::DeviceSample timed;
  timed.at_ns = at_ns;
  if (const auto reason = implausible(timed)) return reason;
  if (!(power_w >= 0 && power_w <= kMostW)) return "power of a node below 0 or over 1 MW";
  return std::nullopt;
}

records::DeviceSample node_sample(base::TimeNs at_ns, double power_w) {
  records::DeviceSample sample;
  sample.at_ns = at_ns;
  sample.device = records::kNode;
  sample[records::Metric::power_w] = power_w;
  return sample;
}

std::string node_note(const std::string& path, std::string_view meter) {
  return fmt::format("{}: {} tells the power of the whole node; \"{}\" stands for it and is no accelerator", path, meter, records::kNode);
}

std::string iso_time(std::string_view written) {
  const auto words = words_of(written);
  if (words.size() == 5) {
    const auto month = month_named(words[1]);
    const auto day = base::parse_integer(words[2]);
    if (month && day) return fmt::format("{}-{:02}-{:02} {}", words[4], *month, *day, words[3]);
  }
  if (words.size() != 2 && words.size() != 3) return std::string(written);
  const auto date = words[0];
  const bool us_order = date.size() == 10 && (date[2] == '-' || date[2] == '/') && date[5] == date[2];
  if (!us_order) return std::string(written);
  const bool utc = words.size() == 3 && (words[2] == "UTC" || words[2] == "GMT");
  if (words.size() == 3 && !utc) return std::string(written);
  return fmt::format("{}-{}-{} {}{}", date.substr(6), date.substr(0, 2), date.substr(3, 2), words[1], utc ? "Z" : "");
}

}  // namespace accelprep::intake
