#include "intake/telemetry/telemetry.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "intake/file_check.h"
#include "intake/telemetry/file_sink.h"
#include "intake/telemetry/formats.h"
#include "intake/telemetry/nvidia/no_telemetry.h"
#include "intake/telemetry/recording_csv.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

constexpr std::size_t kLongestLine = std::size_t{1} << 30U;  // a JSON document may be one line

// In this order they are asked whether a file is theirs.
std::vector<const TelemetryFormat*> all_formats() {
  std::vector<const TelemetryFormat*> out;
  for (const auto family : {recording_formats(), cluster_formats(), amd_formats(), node_formats(), host_formats(), prometheus_formats(),
                            server_log_formats(), nvidia_formats(), nvidia_smi_formats()}) {
    for (const auto& format : family) out.push_back(&format);
  }
  return out;
}

base::Result<const TelemetryFormat*> format_of(const std::string& path, const TelemetryOptions& options) {
  TRY_ASSIGN(auto lines, base::LineReader::open(path, kLongestLine));
  std::vector<std::string> head;
  while (head.size() < kSniffedLines) {
    TRY_ASSIGN(const auto line, lines.next());
    if (!line) break;
    if (!base::trim(*line).empty()) head.emplace_back(line->substr(0, kSniffedBytes));
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

// Single scrapes of one server, a file each, are one recording in the order of the files; longer recordings stand by themselves.
class ServerParts {
 public:
  void add(records::ServerSummary server, const std::string& path) {
    server.recording = base::file_name_of(path);
    parts_.push_back(std::move(server));
  }

  std::vector<records::ServerSummary> join() {
    std::vector<records::ServerSummary> out;
    for (auto& part : parts_) {
      const auto open = std::find_if(out.begin(), out.end(), [&](const auto& known) {
        return is_scrapes_of(part) && known.id == part.id && known.engine == part.engine && is_scrapes_of(known);
      });
      if (open == out.end()) {
        out.push_back(std::move(part));
      } else {
        records::merge(*open, part);
      }
    }
    return out;
  }

 private:
  [[nodiscard]] bool is_scrapes_of(const records::ServerSummary& server) const {
    return std::none_of(parts_.begin(), parts_.end(),
                        [&](const auto& part) { return part.id == server.id && part.engine == server.engine && part.samples > 1; });
  }

  std::vector<records::ServerSummary> parts_;
};

base::Error no_samples(const Telemetry& telemetry, bool windowed) {
  std::string why = windowed ? "no sample lies in the window" : "no sample was found";
  if (!telemetry.servers.empty()) why = "tells of an inference server and of no accelerator";
  if (!telemetry.distributions.empty())
    why = "is a distribution without times and devices, where what devices did hour after hour is needed";
  for (const auto& rows : telemetry.rejected) why += fmt::format("; {} rows: {} (first {})", rows.count, rows.reason, rows.first);
  return {ErrorKind::invalid_input, why, telemetry.files.empty() ? "" : telemetry.files.front().path};
}

// Files that one call of a format reads.
struct Group {
  const TelemetryFormat* format = nullptr;
  std::vector<std::string> paths;
};

base::Result<std::vector<Group>> groups_of(const std::vector<std::string>& paths, const TelemetryOptions& options) {
  std::vector<Group> out;
  for (const auto& path : paths) {
    TRY_ASSIGN(const auto* const format, format_of(path, options));
    const auto open = std::find_if(out.begin(), out.end(),
                                   [&](const Group& group) { return group.format == format && format->read_together != nullptr; });
    if (open == out.end()) {
      out.push_back({.format = format, .paths = {path}});
    } else {
      open->paths.push_back(path);
    }
  }
  return out;
}

class Reading {
 public:
  Reading(const TelemetryOptions& options, base::Progress& progress) : options_(options), progress_(progress), time_(options.zone) {}

  base::Status read(const Group& group) {
    progress_.stage("reading " + base::join(group.paths, ", "));
    std::vector<base::LineReader> lines;
    std::vector<ReadProgress> read;
    for (const auto& path : group.paths) {
      TRY_ASSIGN(auto reader, base::LineReader::open(path, kLongestLine));
      lines.push_back(std::move(reader));
      read.emplace_back(progress_, text_bytes_of(path));
    }
    std::vector<TelemetryInput> inputs;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      inputs.push_back({.lines = lines[i], .time = time_, .progress = read[i], .nvidia_smi = options_.nvidia_smi, .hosts = &hosts_});
    }
    FileSink sink(group.paths.front(), options_.window);
    RecordingFacts facts;
    if (group.format->read_together != nullptr) {
      TRY(group.format->read_together(inputs, sink));
    } else {
      TRY_ASSIGN(facts, group.format->read(inputs.front(), sink));
    }
    keep(sink, group);
    all_ours_ = all_ours_ && says(facts, "recorded_by", "accelprep");
    out_.synthetic = out_.synthetic || says(facts, "synthetic", "yes");
    return {};
  }

  base::Result<Telemetry> finish() {
    out_.zone_known = time_.all_zones_known();
    out_.basis = all_ours_ ? records::Basis::measured : records::Basis::imported;
    out_.devices = parts_.join(out_.notes);
    out_.servers = server_parts_.join();
    const bool enough = !out_.devices.empty() || (options_.servers_suffice && !out_.servers.empty()) ||
                        (options_.distributions_suffice && !out_.distributions.empty());
    if (!enough) return std::unexpected(no_samples(out_, options_.window.has_value()));
    return std::move(out_);
  }

 private:
  void keep(FileSink& sink, const Group& group) {
    auto folded = sink.finish();
    for (const auto& path : group.paths) {
      const auto rows = sink.rows(path);
      out_.files.push_back(
          {.path = path, .kind = std::string(group.format->kind), .rows_used = rows.used, .rows_outside_window = rows.outside_window});
    }
    if (!folded.devices.empty()) out_.times = std::max(out_.times, sink.times());
    for (auto& device : folded.devices) parts_.add(std::move(device), group.paths.front());
    for (auto& server : sink.servers()) server_parts_.add(std::move(server), group.paths.front());
    records::merge(out_.rejected, sink.rejected());
    out_.notes.insert(out_.notes.end(), sink.notes().begin(), sink.notes().end());
    out_.distributions.insert(out_.distributions.end(), sink.distributions().begin(), sink.distributions().end());
    if (sink.times() == records::TimeBase::none) return;  // what is said of intervals does not hold
    out_.notes.insert(out_.notes.end(), folded.notes.begin(), folded.notes.end());
  }

  const TelemetryOptions& options_;
  base::Progress& progress_;
  LogTime time_;
  MetricHosts hosts_;
  Telemetry out_;
  DeviceParts parts_;
  ServerParts server_parts_;
  bool all_ours_ = true;
};

}  // namespace

base::Result<Telemetry> read_telemetry(const std::vector<std::string>& paths, const TelemetryOptions& options, base::Progress& progress) {
  TRY_ASSIGN(const auto groups, groups_of(paths, options));
  FileCheck check(paths, false);
  Reading reading(options, progress);
  for (const auto& group : groups) TRY(reading.read(group));
  TRY_ASSIGN(auto out, reading.finish());
  for (auto& file : out.files) {
    const auto found = std::find_if(check.files().begin(), check.files().end(), [&](const auto& one) { return one.path == file.path; });
    if (found != check.files().end()) file.sha256 = found->sha256;
  }
  return out;
}

}  // namespace accelprep::intake
