// A measurement: a value with its interval and its provenance, or an absence with a reason. Never 0, -1 or NaN for "not known".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/time.h"
#include "records/stated.h"

namespace accelprep::evidence {

using base::TimeNs;
using records::Basis;

// Where the accelerators stood while it was measured.
enum class Setting : std::uint8_t { target_rack, bench, cloud, unknown };
std::string_view name_of(Setting setting);
std::optional<Setting> setting_named(std::string_view name);

struct Subject {
  std::string accelerator;  // catalog id; empty where the measurement is about none (an arrival pattern, a price)
  std::int64_t count = 0;   // accelerators measured together; 0 where that means nothing
  std::optional<double> power_limit_w;
  Setting setting = Setting::unknown;
  std::optional<double> inlet_c;
  bool operator==(const Subject&) const = default;
};

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

struct Absent {
  std::string reason;
  bool operator==(const Absent&) const = default;
};

using Value = std::variant<Absent, double, std::string>;  // a text is a class or a verdict: "diurnal"

struct Window {
  TimeNs from_ns = 0;
  TimeNs to_ns = 0;
  bool operator==(const Window&) const = default;
};

struct Measurement {
  std::string id;  // a row of measurement_table.h
  Subject subject;
  Value value = Absent{"not measured"};
  std::optional<Interval> ci95;
  Basis basis = Basis::measured;
  bool synthetic = false;            // made-up data, as in our examples: shown everywhere, changes no rule
  std::string method;                // how the value follows from the sources
  std::vector<std::string> sources;  // paths or addresses, as in Source::path
  std::optional<Window> window;      // of the data
  TimeNs taken_at_ns = 0;
  std::optional<TimeNs> expires_at_ns;
  // What belongs to this value and to no other: {"bound", "upper"}, {"qualifies", "no"}, {"why", "covers 1.1 h of 168 h"}.
  std::vector<std::pair<std::string, std::string>> attributes;
  bool operator==(const Measurement&) const = default;

  [[nodiscard]] bool is_absent() const { return std::holds_alternative<Absent>(value); }
  [[nodiscard]] std::optional<double> number() const {
    const auto* found = std::get_if<double>(&value);
    return found != nullptr ? std::optional(*found) : std::nullopt;
  }
  [[nodiscard]] std::string text() const {
    const auto* found = std::get_if<std::string>(&value);
    return found != nullptr ? *found : "";
  }
  [[nodiscard]] std::string attribute(std::string_view key) const;  // "" where it is not there
  // The interval, or the value itself as one; only for numbers.
  [[nodiscard]] Interval interval() const;
};

// What several measurements of one origin share.
struct Origin {
  Subject subject;
  Basis basis = Basis::measured;
  bool synthetic = false;
  std::vector<std::string> sources;
  std::optional<Window> window;
  TimeNs taken_at_ns = 0;
};

struct Reading {
  std::string_view id;  // must be a row of the table (CHECK)
  Value value;
  std::string method;
  std::optional<Interval> ci95 = std::nullopt;
};
// A measurement of that origin.
Measurement measured_from(const Origin& origin, Reading reading);

// The best of several measurements of one id, and the ones passed over, best first.
struct Selection {
  const Measurement* best = nullptr;  // null where there is none
  std::vector<const Measurement*> passed_over;
  bool wrong_target = false;  // only measurements on another accelerator exist
  bool stale = false;         // the best one has expired
};

// Right subject before wrong, present before absent, better basis before worse, then the newest. A measurement without an
// accelerator fits every target.
struct Wanted {
  std::string_view id;
  std::string_view accelerator;  // the target's
  TimeNs now_ns = 0;
};
Selection select(const std::vector<Measurement>& measurements, const Wanted& wanted);

// Adds what earlier runs (oldest first) measured, newest first, leaving out what says the same as one that is there already: another
// run of the same audit over the same files adds nothing.
void add_history(std::vector<Measurement>& measurements, const std::vector<Measurement>& earlier);

}  // namespace accelprep::evidence
