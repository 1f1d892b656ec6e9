#include "intake/telemetry/cluster/util_distribution.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "intake/telemetry/cell_value.h"
#include "intake/telemetry/csv_cells.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using records::Metric;

constexpr std::string_view kShare = "cum_percent";
constexpr std::string_view kUnnamedValue = "value";

struct KnownFile {
  std::string_view stem;
  DistributionMetric metric;
};
constexpr std::array kKnownFiles{
    KnownFile{"util_gpu_seren_0", {.metric = Metric::busy, .factor = 0.01}},
    KnownFile{"util_gpu_seren_2", {.metric = Metric::sm_active, .factor = 0.01}},
    KnownFile{"util_gpu_seren_4", {.metric = Metric::sm_occupancy, .factor = 0.01}},
    KnownFile{"util_gpu_kalos_full_0", {.metric = Metric::busy, .factor = 0.01}},
    KnownFile{"util_gpu_kalos_full_2", {.metric = Metric::sm_active, .factor = 0.01}},
    KnownFile{"util_gpu_kalos_full_4", {.metric = Metric::sm_occupancy, .factor = 0.01}},
    KnownFile{"util_gpu_kalos_0", {.metric = Metric::busy, .factor = 0.01}},
    KnownFile{"util_gpu_philly_0", {.metric = Metric::busy, .factor = 0.01}},
    KnownFile{"util_gpu_pai_0", {.metric = Metric::busy, .factor = 0.01}},
    KnownFile{"gpu_power_seren_0", {.metric = Metric::power_w, .factor = 1}},
    KnownFile{"gpu_power_kalos_0", {.metric = Metric::power_w, .factor = 1}},
};

Quantity quantity_of(Metric metric) {
  switch (metric) {
    case Metric::memory_used_bytes:
      return Quantity::bytes;
    case Metric::power_w:
      return Quantity::watts;
    case Metric::temperature_c:
    case Metric::memory_temperature_c:
      return Quantity::celsius;
    case Metric::sm_clock_hz:
      return Quantity::hertz;
    case Metric::busy:
    case Metric::sm_active:
    case Metric::sm_occupancy:
    case Metric::tensor_active:
    case Metric::dram_active:
      break;
  }
  return Quantity::fraction;
}

// Of a header cell "busy [%]".
std::optional<DistributionMetric> metric_named(std::string_view cell) {
  const auto open = cell.find('[');
  const auto close = cell.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  const auto key = base::trim(cell.substr(0, open));
  const auto* const row =
      std::find_if(records::kMetricRows.begin(), records::kMetricRows.end(), [&](const auto& r) { return r.key == key; });
  if (row == records::kMetricRows.end()) return std::nullopt;
  const auto metric = static_cast<Metric>(row - records::kMetricRows.begin());
  const auto factor = unit_factor(quantity_of(metric), base::trim(cell.substr(open + 1, close - open - 1)));
  if (!factor) return std::nullopt;
  return DistributionMetric{.metric = metric, .factor = *factor};
}

std::optional<std::string_view> impossible(const records::Distribution& distribution, double value) {
  records::DeviceSample sample;
  sample.at_ns = 1'000'000'000 * base::kSecond;  // any plausible one: a distribution has no time
  sample[distribution.metric] = value;
  return implausible(sample);
}

// Adds a row's point, or says why it is none.
std::string_view add_point(const std::vector<std::string_view>& cells, double factor, records::Distribution& into) {
  if (cells.size() != 2) return "not two cells";
  const auto value = base::parse_number(cells[0]);
  const auto percent = base::parse_number(cells[1]);
  if (!value || !percent) return "a cell that is no number";
  const records::Distribution::Point point{.value = *value * factor, .share = *percent * 0.01};
  if (point.share < 0 || point.share > 1) return "a share below 0 or over 100 %";
  if (const auto reason = impossible(into, point.value)) return *reason;
  if (!into.points.empty() && (point.value < into.points.back().value || point.share < into.points.back().share)) {
    return "a point that steps back in value or share";
  }
  into.points.push_back(point);
  return "";
}

}  // namespace

bool is_util_distribution(std::span<const std::string> head) {
  if (head.empty()) return false;
  CsvCells cells;
  const auto& header = cells.split(head.front());
  return header.size() == 2 && header[1] == kShare && (header[0] == kUnnamedValue || metric_named(header[0]));
}

std::optional<DistributionMetric> distribution_metric_of(std::string_view path) {
  const auto name = base::file_name_of(std::string(path));
  const auto stem = name.substr(0, name.find('.'));
  const auto* const known = std::find_if(kKnownFiles.begin(), kKnownFiles.end(), [&](const auto& file) { return file.stem == stem; });
  return known == kKnownFiles.end() ? std::nullopt : std::optional(known->metric);
}

base::Result<RecordingFacts> read_util_distribution(const TelemetryInput& input, SampleSink& sink) {
  const auto& path = input.lines.path();
  TRY_ASSIGN(const auto header, input.lines.next());
  CsvCells cells;
  const auto& names = cells.split(header.value_or(""));
  const bool unnamed = names.front() == kUnnamedValue;
  const auto metric = unnamed ? distribution_metric_of(path) : metric_named(names.front());
  if (!metric) {
    return fail(ErrorKind::unsupported,
                "is a distribution that does not say of what: its values have no metric and no unit, and its name is none of AcmeTrace's "
                "that are known; name the first column, such as busy [%] or power_w [W]",
                path);
  }
  records::Distribution distribution{.source = path, .metric = metric->metric, .points = {}};
  for (;;) {
    TRY_ASSIGN(const auto line, input.lines.next());
    if (!line) break;
    TRY(input.progress.passed(*line));
    if (base::trim(*line).empty()) continue;
    const auto reason = add_point(cells.split(*line), metric->factor, distribution);
    if (!reason.empty()) sink.reject(reason, input.lines.line_number());
  }
  if (distribution.points.size() < 2 || !(distribution.points.back().share > 0)) {
    return fail(ErrorKind::invalid_input, "has fewer than two points of a distribution", path);
  }
  if (unnamed) {
    sink.note(fmt::format("{}: that its values are {} is taken from its name, as AcmeTrace's notebook explains it", path,
                          records::kMetricRows[static_cast<std::size_t>(metric->metric)].label));
  }
  sink.take(distribution);
  return RecordingFacts{};
}

}  // namespace accelprep::intake
