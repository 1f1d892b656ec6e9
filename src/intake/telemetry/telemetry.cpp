#include "intake/telemetry/telemetry.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "intake/telemetry/file_sink.h"
#include "intake/telemetry/formats.h"
#include "intake/telemetry/nvidia/no_telemetry.h"
#include "intake/telemetry/recording_csv.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

// In this order they are asked whether a file is theirs.
std::vector<const TelemetryFormat*> all_formats() {
  std::vector<const TelemetryFormat*> out;
  for (const auto family : {recording_formats(), nvidia_formats(), nvidia_smi_formats()}) {
    for (const auto& format : family) out.push_back(&format);
  }
  return out;
}

base::Result<const TelemetryFormat*> format_of(const std::string& path, const TelemetryOptions& options) {
  TRY_ASSIGN(auto lines, base::LineReader::open(path));
  std::vector<std::string> head;
  while (head.size() < kSniffedLines) {
    TRY_ASSIGN(const auto line, lines.next());
    if (!line) break;
    if (!base::trim(*line).empty()) head.emplace_back(*line);
  }
  if (head.empty()) return fail(ErrorKind::invalid_input, "is empty; expected telemetry", path);
  for (const auto& format : no_telemetry_formats()) {
    if (format.recognizes(head)) return &format;
  }
  for (const auto* format : all_formats()) {
    if (format->recognizes(head)) return format;
  }
  if (!options.nvidia_smi.fields.empty()) return &nvidia_smi_formats().front();
  std::vector<std::string> kinds;
  for (const auto* format : all_formats()) kinds.emplace_back(format->kind);
  return fail(ErrorKind::unsupported,
              fmt::format("is no telemetry that is known ({}). It begins \"{}\"; for an nvidia-smi log without a header give "
                          "--fields=timestamp,utilization.gpu,...",
                          base::join(kinds, ", "), head.front().substr(0, 80)),
              path);
}

std::uint64_t text_bytes_of(const std::string& path) {
  const bool compressed = path.ends_with(".gz") || path.ends_with(".zst");
  return compressed ? 0 : base::file_size(path).value_or(0);
}

bool says(const RecordingFacts& facts, std::string_view key, std::string_view value_prefix) {
  return std::any_of(facts.begin(), facts.end(),
                     [&](const auto& fact) { return fact.first == key && fact.second.starts_with(value_prefix); });
}

// Adds `device`, joining it to the parts of the same device that come before or after it.
class DeviceParts {
 public:
  void add(records::DeviceSummary device, const std::string& path) {
    if (device.samples == 0) return;
    parts_.push_back({std::move(device), path});
  }

  std::vector<records::DeviceSummary> join(std::vector<std::string>& notes) {
    std::sort(parts_.begin(), parts_.end(), [](const auto& a, const auto& b) { return a.device.first_ns < b.device.first_ns; });
    std::vector<Part> devices;
    for (auto& part : parts_) {
      const auto open = std::find_if(devices.begin(), devices.end(), [&](const Part& known) {
        return known.device.id == part.device.id && part.device.first_ns >= known.device.last_ns - kDisorderNs;
      });
      if (open != devices.end()) {
        records::merge(open->device, part.device);
      } else {
        devices.push_back(std::move(part));
      }
    }
    tell_apart(devices, notes);
    std::vector<records::DeviceSummary> out;
    for (auto& part : devices) out.push_back(std::move(part.device));
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return device_before(a.id, b.id); });
    return out;
  }

 private:
  struct Part {
    records::DeviceSummary device;
    std::string path;
  };

  static void tell_apart(std::vector<Part>& devices, std::vector<std::string>& notes) {
    std::vector<std::string> ids;
    for (const auto& part : devices) ids.push_back(part.device.id);
    for (auto& part : devices) {
      if (std::count(ids.begin(), ids.end(), part.device.id) < 2) continue;
      const auto id = fmt::format("{}:{}", base::file_name_of(part.path), part.device.id);
      notes.push_back(fmt::format("device {} of {} overlaps in time with another file's: taken for a device of another machine, \"{}\"",
                                  part.device.id, part.path, id));
      part.device.id = id;
    }
  }

  std::vector<Part> parts_;
};

base::Error no_samples(const Telemetry& telemetry, bool windowed) {
  std::string why = windowed ? "no sample lies in the window" : "no sample was found";
  for (const auto& rows : telemetry.rejected) why += fmt::format("; {} rows: {} (first {})", rows.count, rows.reason, rows.first);
  return {ErrorKind::invalid_input, why, telemetry.files.empty() ? "" : telemetry.files.front().path};
}

}  // namespace

base::Result<Telemetry> read_telemetry(const std::vector<std::string>& paths, const TelemetryOptions& options, base::Progress& progress) {
  Telemetry out;
  DeviceParts parts;
  LogTime time(options.zone);
  bool all_ours = true;
  for (const auto& path : paths) {
    progress.stage("reading " + path);
    TRY_ASSIGN(const auto* const format, format_of(path, options));
    TRY_ASSIGN(auto lines, base::LineReader::open(path));
    FileSink sink(path, options.window);
    ReadProgress read(progress, text_bytes_of(path));
    TRY_ASSIGN(const auto facts, format->read({.lines = lines, .time = time, .progress = read, .nvidia_smi = options.nvidia_smi}, sink));
    auto folded = sink.finish();
    out.files.push_back(
        {.path = path, .kind = std::string(format->kind), .rows_used = sink.used(), .rows_outside_window = sink.outside_window()});
    for (auto& device : folded.devices) parts.add(std::move(device), path);
    records::merge(out.rejected, sink.rejected());
    out.notes.insert(out.notes.end(), sink.notes().begin(), sink.notes().end());
    out.notes.insert(out.notes.end(), folded.notes.begin(), folded.notes.end());
    all_ours = all_ours && says(facts, "recorded_by", "accelprep");
    out.synthetic = out.synthetic || says(facts, "synthetic", "yes");
  }
  out.zone_known = time.all_zones_known();
  out.basis = all_ours ? records::Basis::measured : records::Basis::imported;
  out.devices = parts.join(out.notes);
  if (out.devices.empty()) return std::unexpected(no_samples(out, options.window.has_value()));
  return out;
}

}  // namespace accelprep::intake
