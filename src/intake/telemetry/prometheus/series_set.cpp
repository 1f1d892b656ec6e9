#include "intake/telemetry/prometheus/series_set.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/digest.h"
#include "base/text.h"
#include "intake/telemetry/plausible.h"
#include "intake/telemetry/server_fold.h"

namespace accelprep::intake {
namespace {

using records::Metric;

constexpr std::size_t kBusy = static_cast<std::size_t>(Metric::busy);
constexpr std::string_view kNoBusyUnderMig = "busy does not exist on a card that is divided into MIG instances";

std::string_view host_of(const MetricName& metric) { return metric.label({"Hostname", "hostname", "node", "instance"}); }

bool measures_busy(const GpuMetric& row) { return row.field == GpuField::metric && row.target == kBusy; }

}  // namespace

std::string SeriesSet::hidden(std::string_view prefix, std::string_view secret) const {
  if (names_ == Names::kept) return std::string(secret);
  return std::string(prefix) + base::Sha256().add(secret).hex().substr(0, 12);
}

SeriesSet::Begun SeriesSet::begin(const MetricName& metric, std::string_view help) {
  if (const auto* const row = gpu_metric(metric.name)) return begin_gpu(metric, *row, help);
  if (const auto* const row = server_metric(metric)) return {.series = begin_server(metric, *row)};
  return {};
}

SeriesSet::Begun SeriesSet::begin_gpu(const MetricName& metric, const GpuMetric& row, std::string_view help) {
  double factor = row.factor;
  if (factor == 0) {
    if (help.find('%') == std::string_view::npos)
      return {{}, "a metric that is a percent or a fraction by version, and no help says which"};
    factor = 0.01;
  }
  const auto uuid = metric.label({"UUID", "uuid", "gpu_uuid"});
  std::string id(metric.label({"gpu", "gpu_id"}));
  if (id.empty() && !uuid.empty()) id = hidden("gpu-", uuid);
  if (id.empty()) return {{}, "a metric of an accelerator without a label that names it (gpu, UUID): of none alone"};
  const auto instance = metric.label({"GPU_I_ID"});
  const std::string host(host_of(metric));
  const auto key = uuid.empty() ? host + '\n' + id : std::string(uuid);  // a UUID is the card's wherever it is scraped
  auto& card = devices_[key];
  if (card.id.empty()) card = {.host = host, .id = id, .label = std::string(metric.label({"modelName", "model_name", "card_series"}))};
  if (instance.empty()) return {.series = keep({.gpu = &row, .name = metric.name, .factor = factor}, card)};
  card.split = true;
  if (measures_busy(row)) {
    mark_absent(fmt::format("{}: {}", metric.name, kNoBusyUnderMig));
    return {};
  }
  if (row.scope == GpuScope::card) return {.series = keep({.gpu = &row, .name = metric.name, .factor = factor}, card)};
  auto& part = devices_[key + '\n' + std::string(instance)];
  if (part.id.empty()) {
    part = {.host = host,
            .id = fmt::format("{}:mig{}", id, instance),
            .label = fmt::format("{} MIG {}", card.label, metric.label({"GPU_I_PROFILE"}))};
  }
  return {.series = keep({.gpu = &row, .name = metric.name, .factor = factor}, part)};
}

std::size_t SeriesSet::begin_server(const MetricName& metric, const ServerMetric& row) {
  std::string id(metric.label({"model_name", "model", "model_id"}));
  for (const std::string_view rank : {"engine", "dp_rank"}) {
    const auto value = metric.label({rank});
    if (!value.empty() && value != "0") id += fmt::format(" {} {}", rank, value);
  }
  const std::string host(host_of(metric));
  auto& target = servers_[host + '\n' + std::string(row.engine) + '\n' + id];
  if (target.label.empty()) target = {.host = host, .id = id, .label = std::string(row.engine)};
  return keep({.server = &row, .name = metric.name, .factor = row.factor}, target);
}

std::size_t SeriesSet::keep(Series series, Target& target) {
  if (!target.host.empty()) seen_hosts_.insert(target.host);
  target.series.push_back(series_.size());
  series_.push_back(std::move(series));
  return series_.size() - 1;
}

std::string_view SeriesSet::add(std::size_t series, const MetricPoint& point) {
  const auto value = read_metric_value(point.value);
  if (value.malformed) return "a value that is no number";
  auto& into = series_[series];
  if (!value.number) {
    mark_absent(fmt::format("{}: NaN or infinite", into.name));
  } else if (const auto read = number(into, point.value)) {
    if (into.gpu != nullptr && into.gpu->field == GpuField::reasons_mask && !(*read >= 0 && *read < 9e15)) {
      return "a mask of reasons that is no whole number";
    }
    into.points.push_back({.at_ns = point.at_ns, .value = *read, .line = point.line});
  }
  return "";
}

std::optional<double> SeriesSet::number(const Series& series, std::string_view value) {
  if (value.starts_with('+')) value.remove_prefix(1);
  if (series.server != nullptr) return *base::parse_number(value) * series.factor;
  const auto read = read_quantity(value, series.gpu->quantity, series.factor);
  if (read.kind != CellValue::Kind::number) {
    mark_absent(fmt::format("{}: DCGM's blank, which stands for not supported or not measured", series.name));
    return std::nullopt;
  }
  if (series.name == "DCGM_FI_DEV_MEMORY_TEMP" && read.value == 0) {
    mark_absent(fmt::format("{}: 0, which stands for no sensor", series.name));
    return std::nullopt;
  }
  return read.value;
}

void SeriesSet::hand_over(SampleSink& sink, bool dated) {
  if (!hosts_.decided && !seen_hosts_.empty()) {
    hosts_.decided = true;
    if (seen_hosts_.size() == 1) hosts_.alone = *seen_hosts_.begin();
  }
  join_unlabelled();
  for (const auto& [key, target] : devices_) hand_over_device(target, sink, dated);
  for (const auto& [key, target] : servers_) hand_over_server(target, sink, dated);
  series_.clear();
  devices_.clear();
  servers_.clear();
}

// Of one server some series bear its model's name and some bear no label at all.
void SeriesSet::join_unlabelled() {
  for (auto bare = servers_.begin(); bare != servers_.end();) {
    std::vector<Target*> named;
    for (auto& [key, other] : servers_) {
      if (!other.id.empty() && other.host == bare->second.host && other.label == bare->second.label) named.push_back(&other);
    }
    if (!bare->second.id.empty() || named.size() != 1) {
      ++bare;
      continue;
    }
    auto& into = named.front()->series;
    into.insert(into.end(), bare->second.series.begin(), bare->second.series.end());
    bare = servers_.erase(bare);
  }
}

std::string SeriesSet::shown_id(const Target& target) {
  const auto id = target.id.empty() ? target.label : target.id;
  return target.host.empty() || target.host == hosts_.alone ? id : fmt::format("{}:{}", hidden("host-", target.host), id);
}

void SeriesSet::walk(const Target& target, const std::function<void(const Moment&)>& visit) {
  std::vector<Series*> of;
  for (const auto index : target.series) of.push_back(&series_[index]);
  std::stable_sort(of.begin(), of.end(), [](const Series* a, const Series* b) {
    if (a->gpu != nullptr && b->gpu != nullptr) return a->gpu->preference < b->gpu->preference;
    return a->server < b->server;
  });
  for (auto* series : of) {
    std::stable_sort(series->points.begin(), series->points.end(), [](const Point& a, const Point& b) { return a.at_ns < b.at_ns; });
  }
  for (;;) {
    std::optional<base::TimeNs> at;
    for (const auto* series : of) {
      if (series->next < series->points.size())
        at = std::min(at.value_or(series->points[series->next].at_ns), series->points[series->next].at_ns);
    }
    if (!at) return;
    Moment moment;
    for (auto* series : of) {
      if (series->next < series->points.size() && series->points[series->next].at_ns == *at) {
        moment.emplace_back(series, series->points[series->next++]);
      }
    }
    visit(moment);
  }
}

void SeriesSet::hand_over_device(const Target& target, SampleSink& sink, bool dated) {
  const auto id = shown_id(target);
  walk(target, [&](const Moment& moment) {
    records::DeviceSample sample{.at_ns = moment.front().second.at_ns, .device = id, .name = target.label};
    bool any = false;
    const auto set = [&](std::optional<double>& into, const Series& series, double value) {
      any = true;
      if (into) {
        disagree(series, *into, value);
      } else {
        into = value;
      }
    };
    for (const auto& [series, point] : moment) {
      const auto& row = *series->gpu;
      if (target.split && measures_busy(row)) {
        mark_absent(fmt::format("{}: {}", series->name, kNoBusyUnderMig));
      } else if (row.field == GpuField::metric) {
        set(sample.values[row.target], *series, point.value);
      } else if (row.field == GpuField::reason_total) {
        set(sample.throttle_total_s[row.target], *series, point.value);
      } else if (row.field == GpuField::reasons_mask) {
        const auto shown = throttle_of_mask(static_cast<std::uint64_t>(point.value));
        std::copy(shown.begin(), shown.end(), sample.throttling.begin());
        any = true;
      } else if (point.value > 0) {
        set(sample.memory_total_bytes, *series, point.value);
      }
    }
    if (!any) return;
    const auto line = moment.front().second.line;
    const auto why = dated ? implausible(sample) : implausible_values(sample);
    why ? sink.reject(*why, line) : sink.take(sample, line);
  });
}

void SeriesSet::hand_over_server(const Target& target, SampleSink& sink, bool dated) {
  const auto id = shown_id(target);
  walk(target, [&](const Moment& moment) {
    records::ServerSample sample{.at_ns = moment.front().second.at_ns, .server = id, .engine = target.label};
    for (const auto& [series, point] : moment) {
      const auto& row = *series->server;
      auto& into = row.field == ServerField::gauge     ? sample.gauges[row.target]
                   : row.field == ServerField::counter ? sample.counters[row.target]
                                                       : sample.max_batch;
      if (into) {
        disagree(*series, *into, point.value);
      } else {
        into = point.value;
      }
    }
    const auto line = moment.front().second.line;
    auto why = implausible(sample);
    if (dated && !is_recent_date(sample.at_ns)) why = kNoRecentDate;
    why ? sink.reject(*why, line) : sink.take(sample, line);
  });
}

// The same metric of one device comes several times: once a pod that shares it, once a MIG instance. Readings differ a little by when they
// were taken.
void SeriesSet::disagree(const Series& series, double taken, double left) {
  constexpr double kAlike = 0.05;
  if (std::abs(taken - left) > kAlike * std::max(std::abs(taken), std::abs(left))) ++disagreements_[series.name];
}

std::vector<std::string> SeriesSet::notes() const {
  std::vector<std::string> out;
  for (const auto& [what, count] : absences_) out.push_back(fmt::format("{} value{} left out: {}", count, count == 1 ? "" : "s", what));
  for (const auto& [name, count] : disagreements_) {
    out.push_back(fmt::format("{} times two series gave different values for {} at one time; the first is taken", count, name));
  }
  return out;
}

}  // namespace accelprep::intake
