#include "report/phrases.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

#include "base/text.h"
#include "base/time.h"
#include "report/format.h"

namespace accelprep::report {

std::string_view word_of(readiness::Level level) {
  constexpr std::array<std::string_view, 3> kWords{"ready", "marginal", "not ready"};
  return kWords[static_cast<std::size_t>(level)];
}

std::string_view symbol_of(readiness::Level level) {
  constexpr std::array<std::string_view, 3> kSymbols{"●", "◐", "○"};
  return kSymbols[static_cast<std::size_t>(level)];
}

std::string_view word_of(readiness::Decision decision) {
  constexpr std::array<std::string_view, 4> kWords{"Own", "Rent", "Own the base, rent the peaks", "Profile more"};
  return kWords[static_cast<std::size_t>(decision)];
}

std::string plural(double count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", format_value(count, ""), count == 1 ? one : many);
}

std::string format_hours(double hours) {
  if (hours < 1) return fmt::format("{:.0f} min", hours * 60);
  if (hours < 48) return fmt::format("{:.2g} h", hours);
  return plural(std::round(hours / 24), "day", "days");
}

std::string effort(const std::optional<double>& hours, const std::optional<double>& usd) {
  std::string out;
  if (hours) out = format_hours(*hours);
  if (usd)
    out += fmt::format("{}{}{}", out.empty() ? "" : ", ", *usd == 0 ? "" : "about ", *usd == 0 ? "no cost" : format_usd(std::round(*usd)));
  // Cents mean nothing in an estimate.
  return out.ends_with(".00") ? out.substr(0, out.size() - 3) : out;
}

std::string subject_phrase(const evidence::Subject& subject) {
  if (subject.accelerator.empty()) return "";
  std::string out = subject.count > 0 ? fmt::format("{} x {}", subject.count, subject.accelerator) : subject.accelerator;
  if (subject.power_limit_w) out += fmt::format(" at {:g} W", *subject.power_limit_w);
  out += subject.setting == evidence::Setting::unknown ? ", setting not stated"
                                                       : ", " + base::replaced(evidence::name_of(subject.setting), "_", " ");
  if (subject.inlet_c) out += fmt::format(", inlet {:g} °C", *subject.inlet_c);
  return out;
}

std::string target_phrase(const evidence::Target& target) {
  const auto& name = target.accelerator_name.empty() ? target.accelerator : target.accelerator_name;
  if (name.empty()) return "no accelerator named";
  std::string out = target.count > 0 ? fmt::format("{} x {}", target.count, name) : name;
  if (target.count > 0) out += ", " + plural(static_cast<double>(target.nodes), "node", "nodes");
  if (target.power_limit_w) out += fmt::format(", {:g} W each", *target.power_limit_w);
  return out;
}

std::string window_phrase(const evidence::Window& window) {
  const auto from = base::format_date(window.from_ns);
  const auto to = base::format_date(window.to_ns);
  return from == to ? from : fmt::format("{} to {}", from, to);
}

namespace {

struct CheckName {
  std::string_view prefix;  // the rest of the id is a feed's name
  std::string_view phrase;  // {} stands for it
};
constexpr std::array<CheckName, 11> kCheckNames{{{"psu_normal", "All power supplies alive"},
                                                 {"psu_loss", "One power supply lost"},
                                                 {"feed_loss_", "Feed {} lost"},
                                                 {"circuit_", "Circuit {}"},
                                                 {"startup", "Start-up surge"},
                                                 {"office_grade", "Circuit grade"},
                                                 {"line_", "Heaviest line of feed {}"},
                                                 {"throttle", "Thermal throttling"},
                                                 {"inlet_recorded", "Inlet temperature"},
                                                 {"duration", "Time under load"},
                                                 {"setting", "Where it was measured"}}};

std::string upper(std::string_view text) {
  std::string out(text);
  for (auto& c : out) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return out;
}

}  // namespace

std::string capitalized(std::string text) {
  if (!text.empty()) text.replace(0, 1, upper(text.substr(0, 1)));
  return text;
}

std::string uncapitalized(std::string text) {
  if (!text.empty()) text.replace(0, 1, base::lower(text.substr(0, 1)));
  return text;
}

std::string check_phrase(std::string_view id) {
  for (const auto& [prefix, phrase] : kCheckNames) {
    if (id.starts_with(prefix)) return base::replaced(phrase, "{}", upper(id.substr(prefix.size())));
  }
  return capitalized(base::replaced(id, "_", " "));
}

}  // namespace accelprep::report
