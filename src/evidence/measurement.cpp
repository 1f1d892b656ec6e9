#include "evidence/measurement.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <tuple>

#include "base/check.h"
#include "evidence/measurement_table.h"

namespace accelprep::evidence {
namespace {

constexpr std::array<std::string_view, 4> kSettingNames{"target_rack", "bench", "cloud", "unknown"};

bool says_the_same(const Measurement& a, const Measurement& b) {
  return a.id == b.id && a.subject == b.subject && a.value == b.value && a.ci95 == b.ci95 && a.basis == b.basis &&
         a.attributes == b.attributes;
}

bool fits(const Measurement& measurement, std::string_view target) {
  return measurement.subject.accelerator.empty() || target.empty() || measurement.subject.accelerator == target;
}

}  // namespace

std::string_view name_of(Setting setting) { return kSettingNames[static_cast<std::size_t>(setting)]; }

std::optional<Setting> setting_named(std::string_view name) {
  const auto* found = std::find(kSettingNames.begin(), kSettingNames.end(), name);
  if (found == kSettingNames.end()) return std::nullopt;
  return static_cast<Setting>(found - kSettingNames.begin());
}

std::string Measurement::attribute(std::string_view key) const {
  for (const auto& [name, text] : attributes) {
    if (name == key) return text;
  }
  return "";
}

Interval Measurement::interval() const {
  const double point = number().value_or(0);
  return ci95.value_or(Interval{point, point});
}

Measurement measured_from(const Origin& origin, Reading reading) {
  CHECK(find_row(reading.id) != nullptr);
  Measurement out;
  out.id = reading.id;
  out.subject = origin.subject;
  out.value = std::move(reading.value);
  out.ci95 = reading.ci95;
  out.basis = origin.basis;
  out.synthetic = origin.synthetic;
  out.method = std::move(reading.method);
  out.sources = origin.sources;
  out.window = origin.window;
  out.taken_at_ns = origin.taken_at_ns;
  return out;
}

Selection select(const std::vector<Measurement>& measurements, const Wanted& wanted) {
  std::vector<const Measurement*> found;
  for (const auto& measurement : measurements) {
    if (measurement.id == wanted.id) found.push_back(&measurement);
  }
  const auto rank = [&](const Measurement* m) {
    return std::tuple(!fits(*m, wanted.accelerator), m->is_absent(), m->basis, -m->taken_at_ns);
  };
  std::stable_sort(found.begin(), found.end(), [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
  Selection selection;
  if (found.empty()) return selection;
  selection.best = found.front();
  selection.passed_over.assign(found.begin() + 1, found.end());
  selection.wrong_target = !fits(*found.front(), wanted.accelerator);
  selection.stale = found.front()->expires_at_ns && *found.front()->expires_at_ns < wanted.now_ns;
  return selection;
}

void add_history(std::vector<Measurement>& measurements, const std::vector<Measurement>& earlier) {
  for (const auto& old : std::ranges::reverse_view(earlier)) {
    const bool known = std::any_of(measurements.begin(), measurements.end(), [&](const auto& one) { return says_the_same(one, old); });
    if (!known) measurements.push_back(old);
  }
}

}  // namespace accelprep::evidence
