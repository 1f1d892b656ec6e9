#include "intake/telemetry/cluster/pod_series.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/digest.h"
#include "base/text.h"
#include "intake/telemetry/csv_cells.h"
#include "intake/telemetry/device_fold.h"
#include "intake/telemetry/formats.h"
#include "intake/telemetry/plausible.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using records::Metric;

constexpr std::string_view kValue = "value";
constexpr std::string_view kTime = "timestamp_anon";
constexpr std::string_view kPod = "container_ip";

struct PodFile {
  std::string_view prefix;
  PodMetric metric;
};
constexpr std::array kPodFiles{
    PodFile{"pod_gpu_duty_cycle", {.metric = Metric::busy, .factor = 0.01}},
    PodFile{"pod_gpu_memory_used_bytes", {.metric = Metric::memory_used_bytes, .factor = 1}},
};

std::optional<std::size_t> column_of(const std::vector<std::string_view>& cells, std::string_view name) {
  const auto found = std::find(cells.begin(), cells.end(), name);
  return found == cells.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - cells.begin()));
}

bool is_digest(std::string_view name) { return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos; }

// The rows of one file, one after another.
class PodRows {
 public:
  PodRows(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink) {}

  base::Status begin();
  base::Status advance();  // to the next row that is whole
  [[nodiscard]] bool at_end() const { return at_end_; }
  [[nodiscard]] base::TimeNs at_ns() const { return sample_.at_ns; }
  [[nodiscard]] std::string place() const { return input_.lines.place(); }
  void hand_on() {
    sink_.reading(input_.lines.path());
    sink_.take(sample_, input_.lines.line_number());
  }

 private:
  std::string_view read_row(const std::vector<std::string_view>& cells);
  void name_pod(std::string_view pod);

  const TelemetryInput& input_;
  SampleSink& sink_;
  CsvCells cells_;
  PodMetric metric_{};
  std::size_t columns_ = 0;
  std::size_t value_ = 0;
  std::size_t time_ = 0;
  std::size_t pod_ = 0;
  records::DeviceSample sample_;
  std::string last_pod_;
  bool at_end_ = false;
};

base::Status PodRows::begin() {
  const auto metric = pod_metric_of(input_.lines.path());
  if (!metric) {
    return fail(ErrorKind::unsupported,
                "has the columns of a GenTD26 pod series, and its name does not say that the values are of an accelerator; read are "
                "pod_gpu_duty_cycle*.csv (percent) and pod_gpu_memory_used_bytes*.csv (bytes)",
                input_.lines.path());
  }
  metric_ = *metric;
  TRY_ASSIGN(const auto header, input_.lines.next());
  const auto& cells = cells_.split(header.value_or(""));
  const auto value = column_of(cells, kValue);
  const auto time = column_of(cells, kTime);
  const auto pod = column_of(cells, kPod);
  if (!value || !time || !pod) {
    return fail(ErrorKind::invalid_input, fmt::format("lacks one of the columns {}, {}, {}", kValue, kTime, kPod), input_.lines.place());
  }
  columns_ = cells.size();
  value_ = *value;
  time_ = *time;
  pod_ = *pod;
  sink_.note(
      fmt::format("{}: pods are taken for devices, and the name of the file for what its values are ({}); GenTD26 shifts its times, "
                  "so that their hours of the day are not local ones",
                  input_.lines.path(), records::kMetricRows[static_cast<std::size_t>(metric_.metric)].label));
  return advance();
}

base::Status PodRows::advance() {
  sink_.reading(input_.lines.path());
  for (;;) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    TRY(input_.progress.passed(*line));
    if (base::trim(*line).empty()) continue;
    const auto reason = read_row(cells_.split(*line));
    if (reason.empty()) return {};
    sink_.reject(reason, input_.lines.line_number());
  }
  at_end_ = true;
  return {};
}

std::string_view PodRows::read_row(const std::vector<std::string_view>& cells) {
  if (cells.size() < columns_) return "fewer cells than columns";
  if (cells.size() > columns_) return "more cells than columns";
  sample_.values.fill(std::nullopt);
  const auto at = input_.time.read(cells[time_]);
  if (!at) return "no time in the timestamp column";
  sample_.at_ns = *at;
  if (cells[pod_].empty()) return "no pod named";
  if (cells[value_].empty()) return "no value: the pod had no reading";
  const auto value = base::parse_number(cells[value_]);
  if (!value) return "a value that is no number";
  sample_[metric_.metric] = *value * metric_.factor;
  name_pod(cells[pod_]);
  return implausible(sample_).value_or("");
}

// The trace gives digests. An address in its place is hidden, as host names are.
void PodRows::name_pod(std::string_view pod) {
  if (last_pod_ == pod) return;
  last_pod_ = pod;
  const bool open = is_digest(pod) || input_.nvidia_smi.names == Names::kept;
  sample_.device = open ? std::string(pod) : "pod-" + base::Sha256().add(pod).hex().substr(0, 12);
}

}  // namespace

bool is_pod_series(std::span<const std::string> head) {
  if (head.empty()) return false;
  CsvCells cells;
  const auto& header = cells.split(head.front());
  return column_of(header, kValue) && column_of(header, kTime) && column_of(header, kPod);
}

std::optional<PodMetric> pod_metric_of(std::string_view path) {
  const auto name = base::file_name_of(std::string(path));
  const auto* const found =
      std::find_if(kPodFiles.begin(), kPodFiles.end(), [&](const auto& file) { return name.starts_with(file.prefix); });
  return found == kPodFiles.end() ? std::nullopt : std::optional(found->metric);
}

base::Status read_pod_series(std::span<const TelemetryInput> inputs, SampleSink& sink) {
  std::vector<PodRows> rows;
  for (const auto& input : inputs) TRY(rows.emplace_back(input, sink).begin());
  base::TimeNs reached_ns = 0;
  for (;;) {
    PodRows* earliest = nullptr;
    for (auto& file : rows) {
      if (!file.at_end() && (earliest == nullptr || file.at_ns() < earliest->at_ns())) earliest = &file;
    }
    if (earliest == nullptr) return {};
    if (rows.size() > 1 && earliest->at_ns() < reached_ns - kDisorderNs) {
      return fail(ErrorKind::invalid_input, "steps back in time; files that are read together must be sorted by timestamp_anon",
                  earliest->place());
    }
    reached_ns = std::max(reached_ns, earliest->at_ns());
    earliest->hand_on();
    TRY(earliest->advance());
  }
}

}  // namespace accelprep::intake
