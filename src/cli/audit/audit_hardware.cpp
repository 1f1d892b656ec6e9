// [soak] and [telemetry]: what the accelerators did, what one of them holds, and how much of the hours owned the work needs.
#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/audit/audit_run.h"
#include "intake/telemetry/telemetry.h"

namespace accelprep::cli {
namespace {

using base::Result;
using base::Status;

workload::SoakPolicy soak_policy(const AuditRun& run) {
  workload::SoakPolicy policy;
  policy.soak_min_s = run.threshold("soak_min_s");
  policy.soak_min_coverage = run.threshold("soak_min_coverage");
  policy.soak_max_drift = run.threshold("soak_max_drift");
  policy.soak_min_clock_held = run.threshold("clock_held_min");
  return policy;
}

workload::SustainedPolicy sustained_policy(const AuditRun& run) {
  return {.cycle_s = 86400 * run.threshold("cycle_days"),
          .cycle_min_coverage = run.threshold("cycle_min_coverage"),
          .length_tolerance = run.threshold("length_tolerance")};
}

// The accelerator that a recording is about: as stated, else as its devices are named, else the target.
Result<std::string> recorded_on(const AuditRun& run, const records::AuditTelemetry& plan,
                                const std::vector<records::DeviceSummary>& devices) {
  std::string named;
  for (const auto& device : devices) {
    if (device.name.empty()) continue;
    const auto found = run.catalog.accelerator(device.name);
    if (!found && plan.accelerator.empty()) {
      return base::fail(
          base::ErrorKind::not_found,
          fmt::format("the recording is of \"{}\", which the catalog does not know; say what it is with accelerator = \"...\" "
                      "(accelprep catalog accelerators lists them)",
                      device.name),
          run.plan.path);
    }
    if (found) named = (*found)->id;
  }
  if (plan.accelerator.empty()) return named.empty() ? run.accelerator->id : named;
  TRY_ASSIGN(const auto* stated, run.catalog.accelerator(plan.accelerator));
  if (!named.empty() && named != stated->id) {
    return base::fail(
        base::ErrorKind::invalid_input,
        fmt::format("says accelerator = \"{}\", and the recording is of {}; one of the two is wrong", plan.accelerator, named),
        run.plan.path);
  }
  return stated->id;
}

struct Recording {
  intake::Telemetry telemetry;
  std::string accelerator;
  std::vector<std::string> files;
};

Result<Recording> read_recording(AuditRun& run, const records::AuditTelemetry& plan) {
  intake::TelemetryOptions options;
  for (const auto field : base::split(plan.fields, ',')) {
    if (!plan.fields.empty()) options.nvidia_smi.fields.emplace_back(base::trim(field));
  }
  if (run.plan.workload && !run.plan.workload->timezone.empty()) {
    TRY_ASSIGN(options.zone, base::Zone::find(run.plan.workload->timezone));
  }
  if (plan.window_ns) options.window = records::TimeSpan{plan.window_ns->first, plan.window_ns->second};
  Recording out;
  TRY_ASSIGN(out.files, base::expand_globs(plan.files, run.directory));
  TRY_ASSIGN(out.telemetry, intake::read_telemetry(out.files, options, run.invocation.progress));
  if (out.telemetry.times != records::TimeBase::calendar) {
    return base::fail(base::ErrorKind::invalid_input,
                      "has times that are no dates; evidence has a date. Record with dates, or look at it with accelprep telemetry",
                      out.files.front());
  }
  TRY_ASSIGN(out.accelerator, recorded_on(run, plan, out.telemetry.devices));
  for (const auto& file : out.telemetry.files) TRY(run.add_source(file, "telemetry: " + file.kind));
  records::merge(run.dossier.rejected, out.telemetry.rejected);
  for (const auto& note : out.telemetry.notes) run.note("telemetry: " + note);
  return out;
}

evidence::Origin origin_of(const AuditRun& run, const records::AuditTelemetry& plan, const Recording& recording) {
  auto origin = run.origin(recording.telemetry.basis, recording.files);
  origin.subject.accelerator = recording.accelerator;
  origin.subject.count = records::accelerators_among(recording.telemetry.devices);
  origin.subject.setting = evidence::setting_named(plan.setting).value_or(evidence::Setting::unknown);
  origin.subject.inlet_c = plan.inlet_c;
  origin.synthetic = origin.synthetic || recording.telemetry.synthetic;
  return origin;
}

Result<std::optional<intake::RequestLog>> read_soak_requests(AuditRun& run, std::vector<std::string>& sources) {
  const auto& plan = *run.plan.soak;
  if (plan.requests.empty()) return std::nullopt;
  intake::RequestLogOptions options;
  if (run.plan.workload) {
    const auto& sla = run.plan.workload->sla;
    options = {.timezone = run.plan.workload->timezone, .sla = {sla.ttft_p99_s, sla.tpot_p99_s, sla.e2e_p99_s}};
  }
  if (!plan.map.empty()) {
    TRY_ASSIGN(options.map, intake::parse_column_map(plan.map));
  }
  TRY_ASSIGN(const auto files, base::expand_globs(plan.requests, run.directory));
  TRY_ASSIGN(auto log, intake::read_request_log(files, options, run.invocation.progress));
  if (log.summary.bin_s > 0) {
    return base::fail(base::ErrorKind::invalid_input,
                      "holds counts; [soak] requests takes a log with a row a request, so that failures show", files.front());
  }
  for (const auto& file : log.files) {
    const auto& known = run.dossier.sources;
    const bool again = std::any_of(known.begin(), known.end(), [&](const auto& source) { return source.path == file.path; });
    if (!again) TRY(run.add_source(file, "soak's requests: " + log.format));
    sources.push_back(file.path);
  }
  return log;
}

Status judge_soak(AuditRun& run) {
  const auto& plan = *run.plan.soak;
  if (plan.telemetry.files.empty()) return {};
  TRY_ASSIGN(auto recording, read_recording(run, plan.telemetry));
  auto origin = origin_of(run, plan.telemetry, recording);
  TRY_ASSIGN(const auto requests, read_soak_requests(run, origin.sources));
  const bool sla =
      run.plan.workload && (run.plan.workload->sla.ttft_p99_s || run.plan.workload->sla.tpot_p99_s || run.plan.workload->sla.e2e_p99_s);
  run.soak = workload::judge_soak({.devices = recording.telemetry.devices,
                                   .setting = origin.subject.setting,
                                   .inlet_c = plan.telemetry.inlet_c,
                                   .requests = requests ? &requests->summary : nullptr,
                                   .sla_declared = sla},
                                  soak_policy(run));
  run.add(workload::soak_measurements(*run.soak, origin));
  for (const auto& device : recording.telemetry.devices) {
    if (!device.partition) run.dossier.series.push_back(workload::device_minutes(device, *run.soak));
  }
  for (const auto& caveat : run.soak->caveats) run.note("soak: " + caveat);
  if (run.soak->capacity_per_s) {
    run.capacity = workload::HeldCapacity{.requests_per_s = *run.soak->capacity_per_s,
                                          .tokens_per_s = run.soak->capacity_tokens_per_s,
                                          .input_tokens_mean = run.soak->input_tokens_mean,
                                          .output_tokens_mean = run.soak->output_tokens_mean,
                                          .busy = run.soak->busy};
    run.capacity_origin = origin;
  }
  return {};
}

void take_stated_capacity(AuditRun& run) {
  const auto& stated = *run.plan.soak->capacity;
  run.capacity = workload::HeldCapacity{.requests_per_s = stated.requests_per_s,
                                        .tokens_per_s = stated.tokens_per_s,
                                        .input_tokens_mean = stated.input_tokens_mean,
                                        .output_tokens_mean = stated.output_tokens_mean,
                                        .low_per_s = stated.low,
                                        .high_per_s = stated.high};
  run.capacity_origin = run.origin(stated.basis, {stated.source.empty() ? run.plan.path : stated.source});
  if (!run.plan.soak->telemetry.accelerator.empty()) run.capacity_origin.subject.accelerator = run.plan.soak->telemetry.accelerator;
  run.capacity_origin.subject.setting = evidence::setting_named(run.plan.soak->telemetry.setting).value_or(evidence::Setting::unknown);
  std::optional<evidence::Interval> interval;
  if (stated.low && stated.high) interval = evidence::Interval{*stated.low, *stated.high};
  run.dossier.measurements.push_back(evidence::measured_from(
      run.capacity_origin,
      {.id = "sustained_capacity", .value = stated.requests_per_s, .method = "stated under [soak] capacity", .ci95 = interval}));
}

// The log's work at the capacity.
void sustain_work(AuditRun& run) {
  auto origin = run.capacity_origin;
  origin.basis = records::weaker(origin.basis, records::Basis::imported);
  origin.subject.count = run.plan.target->count;
  origin.sources.insert(origin.sources.end(), run.log_sources.begin(), run.log_sources.end());
  origin.window = evidence::Window{run.log->summary.first_ns, run.log->summary.last_ns};
  const workload::WorkInput input{
      .log = run.log->summary, .profile = *run.profile, .capacity = *run.capacity, .accelerators = run.plan.target->count};
  const auto policy = sustained_policy(run);
  run.sustained = workload::sustained_of_work(input, policy);
  run.sustained_basis = origin.basis;
  run.demand = workload::demand_of_work(input, policy);
  run.dossier.measurements.push_back(workload::sustained_measurement(*run.sustained, origin));
  for (auto& series : workload::demand_series(*run.demand)) run.dossier.series.push_back(std::move(series));
}

// Why there is no sustained utilization of work: the first thing that is missing.
void explain_absence(AuditRun& run) {
  std::string why = "no soak gives a capacity";
  if (run.soak && !run.soak->qualifies) {
    why = "the recording is no soak: ";
    for (const auto& reason : run.soak->reasons) why += (&reason == &run.soak->reasons.front() ? "" : "; ") + reason.text;
  }
  if (run.soak && run.soak->qualifies && !run.capacity) why = "the soak qualifies, and without a log of its requests it gives no capacity";
  if (run.capacity) why = "no request log gives the work";
  run.dossier.measurements.push_back(evidence::measured_from(
      run.origin(records::Basis::imported, {}),
      {.id = "sustained_utilization", .value = evidence::Absent{why}, .method = "hours of work over sustained capacity"}));
}

Status audit_recordings(AuditRun& run) {
  for (const auto& plan : run.plan.telemetry) {
    TRY_ASSIGN(const auto recording, read_recording(run, plan));
    auto origin = origin_of(run, plan, recording);
    const auto sustained = workload::sustained_of_busy(recording.telemetry.devices, sustained_policy(run));
    for (const auto& device : recording.telemetry.devices) {
      const auto window = origin.window.value_or(evidence::Window{device.first_ns, device.last_ns});
      origin.window = evidence::Window{std::min(window.from_ns, device.first_ns), std::max(window.to_ns, device.last_ns)};
    }
    run.dossier.measurements.push_back(workload::sustained_measurement(sustained, origin));
    const bool on_target = recording.accelerator == run.accelerator->id;
    if (!run.sustained && on_target && sustained.qualifies) {
      run.sustained = sustained;
      run.sustained_basis = origin.basis;
    }
    const bool named = run.dossier.find_series("device_minutes/" + recording.telemetry.devices.front().id) != nullptr;
    for (const auto& device : recording.telemetry.devices) {
      if (!named && !device.partition) run.dossier.series.push_back(workload::device_minutes(device, {}));
    }
  }
  return {};
}

}  // namespace

Status audit_hardware(AuditRun& run) {
  if (run.plan.soak) {
    run.invocation.progress.stage("judging the soak");
    TRY(judge_soak(run));
    if (run.plan.soak->capacity) take_stated_capacity(run);
  }
  if (run.capacity && run.log) {
    sustain_work(run);
  } else if (run.plan.soak || run.log) {
    explain_absence(run);
  }
  return audit_recordings(run);
}

}  // namespace accelprep::cli
