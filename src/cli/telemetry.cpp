#include "intake/telemetry/telemetry.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "report/telemetry_report.h"
#include "workload/soak.h"
#include "workload/sustained.h"

namespace accelprep::cli {
namespace {

using base::ErrorKind;
using base::fail;

// "2026-01-03T15:40/2026-01-03T16:10": both ends as the log's own times are meant.
base::Result<std::optional<records::TimeSpan>> window_of(const Arguments& arguments, const std::optional<base::Zone>& zone) {
  if (!arguments.has("window")) return std::nullopt;
  const auto text = arguments.text("window");
  const auto ends = base::split(text, '/');
  const auto read = [&](std::string_view end) -> std::optional<base::TimeNs> {
    const auto parsed = base::parse_time(end);
    if (!parsed) return std::nullopt;
    return parsed->has_zone || !zone ? parsed->ns : zone->to_utc(parsed->ns);
  };
  const auto from = read(ends.front());
  const auto to = read(ends.back());
  if (ends.size() != 2 || !from || !to || *from >= *to) {
    return fail(ErrorKind::invalid_input, fmt::format("--window={}: expected FROM/TO, such as 2026-11-01T09:00/2026-11-01T09:45", text));
  }
  return records::TimeSpan{.from_ns = *from, .to_ns = *to};
}

base::Result<intake::TelemetryOptions> options_of(const Arguments& arguments) {
  intake::TelemetryOptions options;
  options.distributions_suffice = true;
  if (arguments.has("fields")) {
    const auto fields = arguments.text("fields");
    for (const auto field : base::split(fields, ',')) options.nvidia_smi.fields.emplace_back(base::trim(field));
  }
  options.nvidia_smi.names = arguments.has("keep-names") ? intake::Names::kept : intake::Names::hashed;
  if (arguments.has("timezone")) {
    TRY_ASSIGN(options.zone, base::Zone::find(arguments.text("timezone")));
  }
  TRY_ASSIGN(options.window, window_of(arguments, options.zone));
  return options;
}

base::Result<evidence::Setting> setting_of(const Arguments& arguments) {
  const auto text = arguments.text("setting", "unknown");
  const auto setting = evidence::setting_named(text);
  if (!setting) {
    return fail(ErrorKind::invalid_input, fmt::format("--setting={}: expected target_rack, bench, cloud or unknown", text));
  }
  return *setting;
}

// The catalog id of what was loaded: as given, else by the name that the log bears. What the catalog does not know keeps its own name:
// an empty one would fit every target.
base::Result<std::string> accelerator_of(const Invocation& invocation, const intake::Telemetry& telemetry, const workload::Soak& soak) {
  if (invocation.arguments.has("accelerator")) {
    TRY_ASSIGN(const auto catalog, load_catalog(invocation));
    TRY_ASSIGN(const auto* const row, catalog.accelerator(invocation.arguments.text("accelerator")));
    return row->id;
  }
  std::string name;
  for (const auto& device : telemetry.devices) {
    const bool counts = soak.loaded.empty() || std::find(soak.loaded.begin(), soak.loaded.end(), device.id) != soak.loaded.end();
    if (!counts || device.name.empty()) continue;
    if (!name.empty() && name != device.name) return std::string("several");
    name = device.name;
  }
  if (name.empty()) return std::string("unknown");
  const auto catalog = load_catalog(invocation);
  if (!catalog) return name;
  const auto row = catalog->accelerator(name);
  return row ? (*row)->id : name;
}

evidence::Window window_of(const std::vector<records::DeviceSummary>& devices) {
  evidence::Window window{.from_ns = devices.front().first_ns, .to_ns = devices.front().last_ns};
  for (const auto& device : devices) {
    window.from_ns = std::min(window.from_ns, device.first_ns);
    window.to_ns = std::max(window.to_ns, device.last_ns);
  }
  return window;
}

struct Findings {
  const intake::Telemetry& telemetry;
  const workload::Soak& soak;
  const workload::Sustained& sustained;
};

base::Result<evidence::Dossier> dossier_of(const Invocation& invocation, const Findings& found) {
  evidence::Dossier dossier;
  dossier.context = context_of(invocation, "telemetry");
  dossier.context.timezone = invocation.arguments.text("timezone");
  dossier.synthetic = found.telemetry.synthetic;
  dossier.rejected = found.telemetry.rejected;
  dossier.notes = found.telemetry.notes;
  evidence::Origin origin{
      .basis = found.telemetry.basis, .synthetic = found.telemetry.synthetic, .taken_at_ns = dossier.context.started_ns};
  for (const auto& file : found.telemetry.files) {
    TRY_ASSIGN(auto source, source_of(file.path, file.kind, file.rows_used));
    origin.sources.push_back(source.path);
    dossier.sources.push_back(std::move(source));
  }
  TRY_ASSIGN(origin.subject.accelerator, accelerator_of(invocation, found.telemetry, found.soak));
  dossier.measurements = workload::soak_measurements(found.soak, origin);
  origin.subject.count = std::count_if(found.telemetry.devices.begin(), found.telemetry.devices.end(),
                                       [](const auto& device) { return !records::is_node(device.id); });
  origin.subject.setting = found.soak.setting;
  origin.subject.inlet_c = found.soak.inlet_c;
  if (!found.telemetry.devices.empty()) origin.window = window_of(found.telemetry.devices);
  dossier.measurements.push_back(workload::sustained_measurement(found.sustained, origin));
  for (const auto& device : found.telemetry.devices) dossier.series.push_back(workload::device_minutes(device, found.soak));
  return dossier;
}

void note_zone(intake::Telemetry& telemetry) {
  if (telemetry.zone_known) return;
  telemetry.notes.emplace_back("the log names no time zone and --timezone was not given: its times are shown as written, marked Z");
}

base::Result<int> run(Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  TRY_ASSIGN(const auto options, options_of(arguments));
  TRY_ASSIGN(const auto setting, setting_of(arguments));
  TRY_ASSIGN(const auto inlet_c, arguments.number("inlet"));
  TRY_ASSIGN(const auto paths, base::expand_globs(arguments.positional, "."));
  TRY_ASSIGN(auto telemetry, intake::read_telemetry(paths, options, invocation.progress));
  note_zone(telemetry);
  const auto soak = workload::judge_soak({.devices = telemetry.devices, .setting = setting, .inlet_c = inlet_c});
  const auto sustained = workload::sustained_of_busy(telemetry.devices, {.seed = seed_of(invocation)});
  TRY_ASSIGN(const auto dossier, dossier_of(invocation, {.telemetry = telemetry, .soak = soak, .sustained = sustained}));
  const report::TelemetryReport report{.envelope = {.context = dossier.context, .sources = dossier.sources, .missing = {}},
                                       .devices = telemetry.devices,
                                       .soak = soak,
                                       .sustained = sustained,
                                       .distributions = telemetry.distributions,
                                       .rejected = telemetry.rejected,
                                       .notes = telemetry.notes,
                                       .time_zone_known = telemetry.zone_known};
  TRY(keep(invocation, dossier));
  TRY(emit(invocation, invocation.json() ? report::telemetry_json(report) : report::telemetry_text(report)));
  return kDone;
}

}  // namespace

Verb telemetry_verb() {
  return {.name = "telemetry",
          .arguments = "FILES...",
          .summary = "what the accelerators did, hour after hour, and whether it was a soak",
          .description =
              "Reads nvidia-smi --query-gpu CSV logs (with or without header and units, gzip or zstd) and accelprep recordings,\n"
              "rocm-smi, amd-smi and amdgpu_top output, neuron-monitor, W&B system metrics, a node's power (PTDaemon, DCMI, Redfish),\n"
              "GenTD26 pod series and published utilization distributions (docs/formats/telemetry.md).\n"
              "Shows each device by itself: busy, memory, power, temperature, clock, throttling, idle time; gaps stay gaps.\n"
              "A window of steady, unthrottled load of at least half an hour qualifies as a soak.",
          .examples =
              "$ telemetry gpu.csv\n"
              "$ telemetry gpu.csv --fields=timestamp,utilization.gpu,memory.used --timezone=Europe/Berlin\n"
              "$ telemetry gpu.csv --window=2026-11-01T09:00/2026-11-01T09:45 --setting=target_rack --inlet=27",
          .min_positional = 1,
          .max_positional = 100000,
          .flags = {{"fields", "NAMES", "the columns of an nvidia-smi log without a header, as they were asked of it"},
                    {"timezone", "ZONE", "of logs that name none, such as Europe/Berlin"},
                    {"window", "FROM/TO", "use only samples between these times"},
                    {"setting", "WHERE", "target_rack, bench, cloud or unknown: where the accelerators stood", "unknown"},
                    {"inlet", "DEGREES", "inlet air temperature in degrees Celsius"},
                    {"accelerator", "ID", "which accelerator it is, where the log does not name it"}},
          .run = run};
}

}  // namespace accelprep::cli
