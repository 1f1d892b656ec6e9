#include "intake/telemetry/telemetry.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "base/text.h"
#include "intake/telemetry/formats.h"
#include "intake/telemetry/sample_fold.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

// One file's samples, which go to a fold that several files may share, and what went wrong with its rows.
class FileSink final : public SampleSink {
 public:
  FileSink(std::string path, SampleFold& fold) : path_(std::move(path)), fold_(fold) {}

  void take(const records::DeviceSample& sample, std::int64_t line) override {
    switch (fold_.add(sample)) {
      case Taken::used:
        ++used_;
        break;
      case Taken::outside_window:
        ++outside_window_;
        break;
      case Taken::out_of_order:
        reject("out of order by more than 2 s", line);
        break;
    }
  }
  void take(const records::Distribution& distribution) override { distributions_.push_back(distribution); }
  void reject(std::string_view reason, std::int64_t line) override {
    const auto same = std::find_if(rejected_.begin(), rejected_.end(), [&](const auto& rows) { return rows.reason == reason; });
    if (same != rejected_.end()) {
      ++same->count;
    } else {
      rejected_.push_back({.reason = std::string(reason), .count = 1, .first = fmt::format("{}:{}", path_, line)});
    }
  }
  void note(std::string text) override { notes_.push_back(std::move(text)); }

  [[nodiscard]] std::int64_t used() const { return used_; }
  [[nodiscard]] std::int64_t outside_window() const { return outside_window_; }
  [[nodiscard]] const std::vector<records::RejectedRows>& rejected() const { return rejected_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  [[nodiscard]] const std::vector<records::Distribution>& distributions() const { return distributions_; }

 private:
  std::string path_;
  SampleFold& fold_;
  std::int64_t used_ = 0;
  std::int64_t outside_window_ = 0;
  std::vector<records::RejectedRows> rejected_;
  std::vector<std::string> notes_;
  std::vector<records::Distribution> distributions_;
};

// In this order they are asked whether a file is theirs.
std::vector<const TelemetryFormat*> all_formats() {
  std::vector<const TelemetryFormat*> out;
  for (const auto family : {recording_formats(), cluster_formats(), nvidia_smi_formats()}) {
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
  if (!telemetry.distributions.empty())
    why = "is a distribution without times and devices, where what devices did hour after hour is needed";
  for (const auto& rows : telemetry.rejected) why += fmt::format("; {} rows: {} (first {})", rows.count, rows.reason, rows.first);
  return {ErrorKind::invalid_input, why, telemetry.files.empty() ? "" : telemetry.files.front().path};
}

// A file that is being read.
struct OpenFile {
  OpenFile(base::LineReader reader, SampleFold& fold, const ReadProgress& passed)
      : lines(std::move(reader)), sink(lines.path(), fold), progress(passed) {}
  base::LineReader lines;
  FileSink sink;
  ReadProgress progress;
};

class Reading {
 public:
  Reading(const TelemetryOptions& options, base::Progress& progress) : options_(options), progress_(progress), time_(options.zone) {}

  // Files of a format that is read in step belong together.
  base::Status read(const std::vector<std::string>& paths) {
    std::vector<const TelemetryFormat*> formats;
    for (const auto& path : paths) {
      TRY_ASSIGN(const auto* const format, format_of(path, options_));
      formats.push_back(format);
    }
    for (std::size_t i = 0; i < paths.size(); ++i) {
      std::vector<std::string> together{paths[i]};
      if (formats[i]->read_in_step != nullptr) {
        if (std::find(formats.begin(), formats.begin() + static_cast<std::ptrdiff_t>(i), formats[i]) !=
            formats.begin() + static_cast<std::ptrdiff_t>(i)) {
          continue;  // read with the first of them
        }
        for (std::size_t j = i + 1; j < paths.size(); ++j) {
          if (formats[j] == formats[i]) together.push_back(paths[j]);
        }
      }
      TRY(read_group(*formats[i], together));
    }
    return {};
  }

  base::Result<Telemetry> finish();

 private:
  base::Status read_group(const TelemetryFormat& format, const std::vector<std::string>& paths);
  void keep(const TelemetryFormat& format, const OpenFile& file);

  const TelemetryOptions& options_;
  base::Progress& progress_;
  LogTime time_;
  DeviceParts parts_;
  Telemetry out_;
  bool all_ours_ = true;
};

base::Status Reading::read_group(const TelemetryFormat& format, const std::vector<std::string>& paths) {
  SampleFold fold(options_.window);
  std::vector<std::unique_ptr<OpenFile>> files;
  for (const auto& path : paths) {
    TRY_ASSIGN(auto lines, base::LineReader::open(path));
    files.push_back(std::make_unique<OpenFile>(std::move(lines), fold, ReadProgress(progress_, text_bytes_of(path))));
  }
  progress_.stage("reading " + base::join(paths, ", "));
  std::vector<TelemetryInput> inputs;
  for (auto& file : files) {
    inputs.push_back({.lines = file->lines, .time = time_, .progress = file->progress, .nvidia_smi = options_.nvidia_smi});
  }
  RecordingFacts facts;
  if (files.size() == 1) {
    TRY_ASSIGN(facts, format.read(inputs.front(), files.front()->sink));
  } else {
    std::vector<StepInput> steps;
    for (std::size_t i = 0; i < files.size(); ++i) steps.push_back({.input = inputs[i], .sink = files[i]->sink});
    TRY(format.read_in_step(steps));
  }
  auto folded = fold.finish();
  for (auto& device : folded.devices) parts_.add(std::move(device), paths.front());
  for (const auto& file : files) keep(format, *file);
  out_.notes.insert(out_.notes.end(), folded.notes.begin(), folded.notes.end());
  all_ours_ = all_ours_ && says(facts, "recorded_by", "accelprep");
  out_.synthetic = out_.synthetic || says(facts, "synthetic", "yes");
  return {};
}

void Reading::keep(const TelemetryFormat& format, const OpenFile& file) {
  const auto& sink = file.sink;
  out_.files.push_back({.path = file.lines.path(),
                        .kind = std::string(format.kind),
                        .rows_used = sink.used(),
                        .rows_outside_window = sink.outside_window()});
  records::merge(out_.rejected, sink.rejected());
  out_.notes.insert(out_.notes.end(), sink.notes().begin(), sink.notes().end());
  out_.distributions.insert(out_.distributions.end(), sink.distributions().begin(), sink.distributions().end());
}

base::Result<Telemetry> Reading::finish() {
  out_.zone_known = time_.all_zones_known();
  out_.basis = all_ours_ ? records::Basis::measured : records::Basis::imported;
  out_.devices = parts_.join(out_.notes);
  const bool enough = !out_.devices.empty() || (options_.distributions_suffice && !out_.distributions.empty());
  if (!enough) return std::unexpected(no_samples(out_, options_.window.has_value()));
  return std::move(out_);
}

}  // namespace

base::Result<Telemetry> read_telemetry(const std::vector<std::string>& paths, const TelemetryOptions& options, base::Progress& progress) {
  Reading reading(options, progress);
  TRY(reading.read(paths));
  return reading.finish();
}

}  // namespace accelprep::intake
