#include "intake/telemetry/telemetry.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/session.h"
#include "cli/telemetry_work.h"
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
  TRY_ASSIGN(options.nvidia_smi.interval_s, arguments.number("interval"));
  if (options.nvidia_smi.interval_s && !(*options.nvidia_smi.interval_s > 0 && *options.nvidia_smi.interval_s <= 86400)) {
    return fail(ErrorKind::invalid_input, "--interval: expected seconds between samples, over 0 and at most a day");
  }
  options.nvidia_smi.names = arguments.has("keep-names") ? intake::Names::kept : intake::Names::hashed;
  if (arguments.has("timezone")) {
    TRY_ASSIGN(options.zone, base::Zone::find(arguments.text("timezone")));
  }
  TRY_ASSIGN(options.window, window_of(arguments, options.zone));
  options.servers_suffice = true;
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

std::optional<evidence::Window> window_of(const intake::Telemetry& telemetry) {
  const auto& devices = telemetry.devices;
  if (devices.empty() || telemetry.times != records::TimeBase::calendar) return std::nullopt;
  evidence::Window window{.from_ns = devices.front().first_ns, .to_ns = devices.front().last_ns};
  for (const auto& device : devices) {
    window.from_ns = std::min(window.from_ns, device.first_ns);
    window.to_ns = std::max(window.to_ns, device.last_ns);
  }
  return window;
}

struct Findings {
  const intake::Telemetry& telemetry;
  const TelemetryWork& work;
  const workload::Soak& soak;
  const workload::Sustained& sustained;
  const capacity::Achieved* achieved;
  std::string accelerator;
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
    TRY_ASSIGN(auto source, source_of(file, file.kind));
    origin.sources.push_back(source.path);
    dossier.sources.push_back(std::move(source));
  }
  for (const auto& source : found.work.sources) {
    origin.sources.push_back(source.path);
    dossier.sources.push_back(source);
  }
  origin.subject.accelerator = found.accelerator;
  dossier.measurements = workload::soak_measurements(found.soak, origin);
  if (found.achieved != nullptr) {
    for (auto& one : capacity::achieved_measurements(*found.achieved, origin)) dossier.measurements.push_back(std::move(one));
  }
  origin.subject.count = records::accelerators_among(found.telemetry.devices);
  origin.subject.setting = found.soak.setting;
  origin.subject.inlet_c = found.soak.inlet_c;
  origin.window = window_of(found.telemetry);
  dossier.measurements.push_back(workload::sustained_measurement(found.sustained, origin));
  if (found.telemetry.times != records::TimeBase::calendar) {  // a window and a series have dates
    for (auto& measurement : dossier.measurements) measurement.window.reset();
    return dossier;
  }
  for (const auto& device : found.telemetry.devices) {
    if (!device.partition) dossier.series.push_back(workload::device_minutes(device, found.soak));
  }
  return dossier;
}

void note_zone(intake::Telemetry& telemetry) {
  if (telemetry.zone_known) return;
  telemetry.notes.emplace_back(
      "no time zone is named and --timezone not given, or the log writes no dates: its times are shown as they stand, marked Z");
}

base::Result<int> run(Invocation& invocation) {
  const auto& arguments = invocation.arguments;
  TRY_ASSIGN(const auto options, options_of(arguments));
  TRY_ASSIGN(const auto setting, setting_of(arguments));
  TRY_ASSIGN(const auto inlet_c, arguments.number("inlet"));
  TRY_ASSIGN(const auto paths, base::expand_globs(arguments.positional, "."));
  TRY_ASSIGN(auto telemetry, intake::read_telemetry(paths, options, invocation.progress));
  note_zone(telemetry);
  TRY_ASSIGN(const auto work, read_work(invocation));
  const auto soak = workload::judge_soak({.devices = telemetry.devices,
                                          .setting = setting,
                                          .inlet_c = inlet_c,
                                          .requests = work.requests ? &work.requests->summary : nullptr});
  const auto sustained = workload::sustained_of_busy(telemetry.devices, {.seed = seed_of(invocation)});
  TRY_ASSIGN(const auto accelerator, accelerator_of(invocation, telemetry, soak));
  TRY_ASSIGN(const auto achieved,
             achieved_on(invocation, {.work = work, .devices = telemetry.devices, .soak = soak, .accelerator = accelerator}));
  TRY_ASSIGN(const auto dossier, dossier_of(invocation, {.telemetry = telemetry,
                                                         .work = work,
                                                         .soak = soak,
                                                         .sustained = sustained,
                                                         .achieved = achieved ? &*achieved : nullptr,
                                                         .accelerator = accelerator}));
  const report::TelemetryReport report{.envelope = {.context = dossier.context, .sources = dossier.sources, .missing = {}},
                                       .devices = telemetry.devices,
                                       .soak = soak,
                                       .sustained = sustained,
                                       .achieved = achieved ? &*achieved : nullptr,
                                       .distributions = telemetry.distributions,
                                       .rejected = telemetry.rejected,
                                       .notes = telemetry.notes,
                                       .time_zone_known = telemetry.zone_known,
                                       .times = telemetry.times,
                                       .servers = telemetry.servers};
  TRY(keep(invocation, dossier));
  TRY(emit(invocation, invocation.json() ? report::telemetry_json(report) : report::telemetry_text(report)));
  return kDone;
}

}  // namespace

Verb telemetry_verb() {
  return {
      .name = "telemetry",
      .arguments = "FILES...",
      .summary = "what the accelerators did, hour after hour, and whether it was a soak",
      .description =
          "Reads nvidia-smi --query-gpu CSV logs (with or without header and units, gzip or zstd) and accelprep recordings.\n"
          "Of NVIDIA's tools also nvidia-smi dmon, pmon, -q and -q -x, and dcgmi dmon: docs/formats/telemetry-nvidia.md.\n"
          "Prometheus text (dcgm-exporter, vLLM, SGLang, TGI, Triton, TensorRT-LLM, llama.cpp) and query_range answers in JSON, and CSV "
          "logs\n"
          "of a server's metrics. A server's queue says whether it was saturated, which busy cannot.\n"
          "rocm-smi, amd-smi and amdgpu_top output, neuron-monitor, W&B system metrics, a node's power (PTDaemon, DCMI, Redfish), GenTD26 "
          "pod\n"
          "series and published utilization distributions: docs/formats/telemetry.md.\n"
          "Shows each device by itself: busy, memory, power, temperature, clock, throttling, idle time; gaps stay gaps.\n"
          "A window of steady, unthrottled load of at least half an hour qualifies as a soak. With the run's --requests its capacity is\n"
          "told, and with --model how much of the card's peak FLOP/s and bandwidth the tokens used, and what held them back.",
      .examples =
          "$ telemetry gpu.csv\n"
          "$ telemetry gpu.csv --fields=timestamp,utilization.gpu,memory.used --timezone=Europe/Berlin\n"
          "$ telemetry dcgm.json vllm.json\n"
          "$ telemetry gpu.csv --window=2026-11-01T09:00/2026-11-01T09:45 --setting=target_rack --inlet=27\n"
          "$ telemetry examples/h100-steady/soak-gpu.csv.gz --requests=examples/h100-steady/soak-requests.csv.gz "
          "--model=examples/h100-steady/config.json --tensor-parallel=4",
      .min_positional = 1,
      .max_positional = 100000,
      .flags = {{"fields", "NAMES", "the columns of an nvidia-smi log without a header, as they were asked of it"},
                {"interval", "SECONDS", "between the samples of dmon and pmon logs that write no times (their -d)", "1"},
                {"timezone", "ZONE", "of logs that name none, such as Europe/Berlin"},
                {"window", "FROM/TO", "use only samples between these times"},
                {"setting", "WHERE", "target_rack, bench, cloud or unknown: where the accelerators stood", "unknown"},
                {"inlet", "DEGREES", "inlet air temperature in degrees Celsius"},
                {"accelerator", "ID", "which accelerator it is, where the log does not name it"},
                {"requests", "FILES", "log of the requests that made the load", "", true},
                {"map", "ROLE=COLUMN,...", "which column of that log means what"},
                {"model", "FILE", "the Hugging Face config.json of the model that answered them"},
                {"tensor-parallel", "N", "cards that share the model", "1"},
                {"dtype", "TYPE", "of weights: bf16, fp16, fp32, fp8, int8", "the configuration's"}},
      .run = run};
}

}  // namespace accelprep::cli
