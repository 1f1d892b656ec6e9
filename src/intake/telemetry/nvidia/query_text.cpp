#include "intake/telemetry/nvidia/query_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "intake/telemetry/nvidia/report_samples.h"

namespace accelprep::intake {
namespace {

struct PathField {
  std::string_view path;  // in lower case
  std::string_view field;
};

// Older drivers say "Clocks Throttle Reasons" and show no counters.
constexpr std::array kPaths{
    PathField{"product name", "name"},
    PathField{"utilization/gpu", "utilization.gpu"},
    PathField{"fb memory usage/used", "memory.used"},
    PathField{"fb memory usage/total", "memory.total"},
    PathField{"power readings/power draw", "power.draw"},
    PathField{"gpu power readings/power draw", "power.draw"},
    PathField{"gpu power readings/average power draw", "power.draw.average"},
    PathField{"gpu power readings/instantaneous power draw", "power.draw.instant"},
    PathField{"temperature/gpu current temp", "temperature.gpu"},
    PathField{"temperature/memory current temp", "temperature.memory"},
    PathField{"clocks/sm", "clocks.sm"},
    PathField{"clocks event reasons/sw power cap", "clocks_event_reasons.sw_power_cap"},
    PathField{"clocks event reasons/sw thermal slowdown", "clocks_event_reasons.sw_thermal_slowdown"},
    PathField{"clocks event reasons/hw slowdown", "clocks_event_reasons.hw_slowdown"},
    PathField{"clocks event reasons/hw slowdown/hw thermal slowdown", "clocks_event_reasons.hw_thermal_slowdown"},
    PathField{"clocks event reasons/hw slowdown/hw power brake slowdown", "clocks_event_reasons.hw_power_brake_slowdown"},
    PathField{"clocks event reasons counters/sw power capping", "clocks_event_reasons_counters.sw_power_cap"},
    PathField{"clocks event reasons counters/sw thermal slowdown", "clocks_event_reasons_counters.sw_thermal_slowdown"},
    PathField{"clocks event reasons counters/hw thermal slowdown", "clocks_event_reasons_counters.hw_thermal_slowdown"},
    PathField{"clocks event reasons counters/hw power braking", "clocks_event_reasons_counters.hw_power_brake_slowdown"},
};
constexpr std::string_view kOldReasons = "clocks throttle reasons";
constexpr std::string_view kReasons = "clocks event reasons";
constexpr std::string_view kInstance = "mig device";
constexpr std::size_t kDeepest = 32;

bool is_banner(std::string_view line) {
  line = base::trim(line);
  return line.starts_with("====") && line.find("NVSMI LOG") != std::string_view::npos;
}

// "GPU 00000000:00:09.0"
std::optional<std::string_view> bus_id_of(std::string_view line) {
  if (!line.starts_with("GPU ")) return std::nullopt;
  const auto id = base::trim(line.substr(4));
  const bool bus =
      std::count(id.begin(), id.end(), ':') == 2 && id.find('.') != std::string_view::npos && id.find(' ') == std::string_view::npos;
  return bus ? std::optional(id) : std::nullopt;
}

class Reports {
 public:
  Reports(const TelemetryInput& input, SampleSink& sink) : input_(input), samples_(input, sink) {}
  base::Status read();

 private:
  struct Level {
    std::size_t indent = 0;
    std::size_t path_size = 0;  // before it
  };

  void take(std::string_view line);
  void take_outer(std::string_view line);
  void enter(std::size_t indent, std::string_view name);
  void take_value(std::string_view value);

  const TelemetryInput& input_;
  ReportSamples samples_;
  std::vector<Level> levels_;
  std::string path_;  // of the line, in lower case
};

base::Status Reports::read() {
  for (;;) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    TRY(input_.progress.passed(*line));
    if (!base::trim(*line).empty()) take(*line);
  }
  samples_.end();
  return {};
}

void Reports::take(std::string_view line) {
  const auto indent = std::min(line.find_first_not_of(" \t"), line.size());
  if (indent == 0) return take_outer(line);
  const auto colon = line.find(" : ");
  const bool empty_value = colon == std::string_view::npos && base::trim(line).ends_with(" :");
  enter(indent, base::trim(empty_value ? line.substr(0, line.rfind(':')) : line.substr(0, colon)));
  if (colon != std::string_view::npos) take_value(base::trim(line.substr(colon + 3)));
  if (colon == std::string_view::npos && path_ == kInstance) samples_.begin_instance();
}

void Reports::take_outer(std::string_view line) {
  levels_.clear();
  path_.clear();
  if (is_banner(line)) return samples_.begin_report();
  if (const auto bus = bus_id_of(line)) return samples_.begin_device(*bus, input_.lines.line_number());
  samples_.end_device();
  const auto colon = line.find(" : ");
  if (colon != std::string_view::npos && base::trim(line.substr(0, colon)) == "Timestamp")
    samples_.set_time(base::trim(line.substr(colon + 3)));
}

void Reports::enter(std::size_t indent, std::string_view name) {
  while (!levels_.empty() && (levels_.back().indent >= indent || levels_.size() > kDeepest)) {
    path_.resize(levels_.back().path_size);
    levels_.pop_back();
  }
  levels_.push_back({.indent = indent, .path_size = path_.size()});
  if (!path_.empty()) path_ += '/';
  path_ += base::lower(name);
  if (path_.starts_with(kOldReasons)) path_.replace(0, kOldReasons.size(), kReasons);
}

void Reports::take_value(std::string_view value) {
  if (path_.starts_with(kInstance)) {
    if (path_ == "mig device/gpu instance id") samples_.set_instance_id(value);
    // One of the two, by driver: the memory is the GPU instance's.
    for (const auto* memory : {"mig device/fb memory usage", "mig device/shared fb memory usage"}) {
      if (path_ == std::string(memory) + "/used") samples_.set_instance_memory("memory.used", value);
      if (path_ == std::string(memory) + "/total") samples_.set_instance_memory("memory.total", value);
    }
    return;
  }
  const auto* const known = std::find_if(kPaths.begin(), kPaths.end(), [&](const auto& row) { return row.path == path_; });
  if (known != kPaths.end()) samples_.set(known->field, value);
}

}  // namespace

bool is_query_text(std::span<const std::string> head) { return std::any_of(head.begin(), head.end(), is_banner); }

base::Result<RecordingFacts> read_query_text(const TelemetryInput& input, SampleSink& sink) {
  TRY(Reports(input, sink).read());
  return RecordingFacts{};
}

}  // namespace accelprep::intake
