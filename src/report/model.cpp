#include "report/model.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <span>
#include <tuple>

#include "base/check.h"
#include "base/text.h"
#include "evidence/measurement_table.h"
#include "report/format.h"
#include "report/phrases.h"
#include "report/pictures.h"

namespace accelprep::report {
namespace {

using evidence::Dossier;
using evidence::Measurement;
using readiness::Assessment;

struct SectionRow {
  std::string_view id;
  std::string_view title;
  std::string_view last;  // its measurements are the rows of the measurement table after the section before, up to this one
};
constexpr std::array<SectionRow, 6> kSections{{{"traffic", "Traffic", "output_tokens_mean"},
                                               {"hardware", "Hardware", "projected_margin"},
                                               {"memory", "Memory", "streams_at_max_context"},
                                               {"stack", "Software stack", "stack_performance"},
                                               {"site", "Power and cooling", "power_grade"},
                                               {"money", "Money", ""}}};
// What the table lists beside the hardware and belongs to the site.
constexpr std::array<std::string_view, 2> kCoolingIds{"temperature_margin", "projected_margin"};

std::size_t row_index(std::string_view id) {
  const auto rows = evidence::measurement_rows();
  return static_cast<std::size_t>(std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == id; }) - rows.begin());
}

std::string_view section_of(std::string_view id) {
  if (std::find(kCoolingIds.begin(), kCoolingIds.end(), id) != kCoolingIds.end()) return "site";
  const auto at = row_index(id);
  for (const auto& section : kSections) {
    if (!section.last.empty() && at <= row_index(section.last)) return section.id;
  }
  return kSections.back().id;
}

std::string attributes_phrase(const Measurement& measurement) {
  std::vector<std::string> parts;
  for (const auto& [key, text] : measurement.attributes) parts.push_back(fmt::format("{}: {}", base::replaced(key, "_", " "), text));
  return base::join(parts, "; ");
}

// What a reader has to know before trusting a value.
std::string basis_phrase(const Measurement& measurement, const Dossier& dossier) {
  if (measurement.is_absent()) return "";
  std::string out(records::name_of(measurement.basis));
  const auto& accelerator = measurement.subject.accelerator;
  if (measurement.synthetic) out += ", synthetic";
  if (measurement.expires_at_ns && *measurement.expires_at_ns < dossier.context.ended_ns) out += ", expired";
  if (!accelerator.empty() && !dossier.target.accelerator.empty() && accelerator != dossier.target.accelerator) {
    out += fmt::format(", of {}, not of the target", accelerator);
  }
  return out;
}

// A log may be thousands of files; each measurement of it names the first ones.
std::string sources_phrase(const std::vector<std::string>& sources) {
  constexpr std::size_t kShown = 3;
  if (sources.size() <= kShown) return base::join(sources, ", ");
  return fmt::format("{} and {} more", base::join(std::span(sources).first(kShown), ", "), sources.size() - kShown);
}

MeasurementView view_of(const Measurement& measurement, const Dossier& dossier) {
  const auto* row = evidence::find_row(measurement.id);
  return {.id = measurement.id,
          .label = row != nullptr ? std::string(row->label) : measurement.id,
          .value = format_value(measurement),
          .basis = basis_phrase(measurement, dossier),
          .subject = subject_phrase(measurement.subject),
          .method = measurement.method,
          .sources = sources_phrase(measurement.sources),
          .window = measurement.window ? window_phrase(*measurement.window) : "",
          .attributes = attributes_phrase(measurement),
          .absent = measurement.is_absent()};
}

// The measurement of each id that counts.
std::set<const Measurement*> chosen_of(const Dossier& dossier) {
  std::set<const Measurement*> out;
  for (const auto& row : evidence::measurement_rows()) {
    const evidence::Wanted wanted{.id = row.id, .accelerator = dossier.target.accelerator, .now_ns = dossier.context.ended_ns};
    if (const auto* best = evidence::select(dossier.measurements, wanted).best) out.insert(best);
  }
  return out;
}

std::vector<SectionView> sections_of(const Dossier& dossier) {
  std::vector<SectionView> out;
  const auto chosen = chosen_of(dossier);
  for (const auto& section : kSections) {
    SectionView view{.id = std::string(section.id), .title = std::string(section.title)};
    std::vector<const Measurement*> found;
    for (const auto& measurement : dossier.measurements) {
      if (section_of(measurement.id) == section.id) found.push_back(&measurement);
    }
    // Those that count before those that were passed over, then as the table of measurements has them.
    const auto rank = [&](const Measurement* one) { return std::tuple(!chosen.contains(one), row_index(one->id), one); };
    std::sort(found.begin(), found.end(), [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
    for (const auto* one : found) {
      view.measurements.push_back(view_of(*one, dossier));
      view.measurements.back().chosen = chosen.contains(one);
    }
    out.push_back(std::move(view));
  }
  return out;
}

AxisView view_of(const readiness::Axis& axis) {
  AxisView out{.id = axis.id,
               .title = axis.title,
               .level = axis.level,
               .level_word = std::string(word_of(axis.level)),
               .symbol = std::string(symbol_of(axis.level)),
               .basis = axis.basis ? std::string(records::name_of(*axis.basis)) : "",
               .why = capitalized(axis.why),
               .next = axis.next.command,
               .next_needs = effort(axis.next.hours, axis.next.usd)};
  if (axis.synthetic && !out.basis.empty()) out.basis += ", synthetic";
  if (!axis.next.needs.empty()) out.next_needs += (out.next_needs.empty() ? "" : "; ") + axis.next.needs;
  return out;
}

std::string data_window(const Dossier& dossier) {
  std::optional<evidence::Window> all;
  for (const auto& measurement : dossier.measurements) {
    if (!measurement.window || measurement.is_absent()) continue;
    if (!all) all = measurement.window;
    all->from_ns = std::min(all->from_ns, measurement.window->from_ns);
    all->to_ns = std::max(all->to_ns, measurement.window->to_ns);
  }
  return all ? window_phrase(*all) : "no data yet";
}

bool has_synthetic(const Dossier& dossier) {
  return dossier.synthetic ||
         std::any_of(dossier.measurements.begin(), dossier.measurements.end(), [](const auto& m) { return m.synthetic; });
}

std::vector<std::string> banners_of(const Dossier& dossier, const Assessment& assessment) {
  std::vector<std::string> out;
  if (has_synthetic(dossier)) out.emplace_back("Synthetic: made-up data, to show how the report works; evidence of nothing.");
  std::vector<std::string> stale;
  for (const auto& axis : assessment.axes) {
    if (axis.reason == readiness::Reason::stale) stale.push_back(axis.title);
  }
  if (!stale.empty()) out.push_back(fmt::format("Stale: the evidence has expired for {}.", base::lower(base::join(stale, ", "))));
  std::vector<std::string> changed;
  for (const auto& value : dossier.policy) {
    if (value.value != value.default_value)
      changed.push_back(fmt::format("{} is {:g} (default {:g})", value.key, value.value, value.default_value));
  }
  if (!changed.empty()) out.push_back(fmt::format("Policy changed: {}.", base::join(changed, ", ")));
  return out;
}

// The word stands beside the sentence; where the sentence begins with it too, once is enough.
std::string without_word(const std::string& sentence, std::string_view word) {
  const auto opening = std::string(word) + ". ";
  return sentence.starts_with(opening) ? sentence.substr(opening.size()) : sentence;
}

}  // namespace

const PictureView& picture(const Model& model, std::string_view id) {
  const auto found = std::find_if(model.pictures.begin(), model.pictures.end(), [&](const auto& one) { return one.id == id; });
  CHECK(found != model.pictures.end());
  return *found;
}

Model build_model(Dossier dossier, Assessment assessment) {
  Model model{.title = dossier.context.audit_name.empty() ? "Untitled audit" : dossier.context.audit_name,
              .target = target_phrase(dossier.target),
              .decision_date = dossier.context.decision_date.empty() ? "no decision date" : dossier.context.decision_date,
              .data_window = data_window(dossier),
              .banners = banners_of(dossier, assessment),
              .decision = assessment.verdict.decision,
              .decision_word = std::string(word_of(assessment.verdict.decision)),
              .decision_sentence = without_word(assessment.verdict.why, word_of(assessment.verdict.decision)),
              .plan = assessment.plan,
              .sections = sections_of(dossier),
              .pictures = pictures_of(dossier, assessment)};
  for (const auto& flip : assessment.verdict.would_change) model.would_change.push_back(flip.sentence);
  for (const auto& axis : assessment.axes) model.axes.push_back(view_of(axis));
  model.dossier = std::move(dossier);
  model.assessment = std::move(assessment);
  return model;
}

}  // namespace accelprep::report
