#include "report/server_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/format.h"
#include "report/text_table.h"
#include "statistics/quantiles.h"
#include "workload/saturation.h"

namespace accelprep::report {
namespace {

using Json = nlohmann::ordered_json;
using records::ServerCounter;
using records::ServerGauge;
using records::ServerSummary;
using workload::Saturation;
using workload::SaturationVerdict;

constexpr std::size_t kTextWidth = 96;

std::string_view name_of(SaturationVerdict verdict) { return workload::kSaturationNames[static_cast<std::size_t>(verdict)]; }
std::string_view name_of(workload::LimitingResource limit) { return workload::kLimitNames[static_cast<std::size_t>(limit)]; }

std::string words(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

Json gauge_json(const ServerSummary& server, ServerGauge gauge) {
  const auto& sketch = server.sketch(gauge);
  if (sketch.count == 0) return nullptr;
  return {{"mean", *statistics::mean(sketch)},
          {"p50", *statistics::quantile(sketch, 0.5)},
          {"p95", *statistics::quantile(sketch, 0.95)},
          {"max", *statistics::quantile(sketch, 1)}};
}

// As the server says it, else the growth of its counter.
std::optional<double> rate(const ServerSummary& server, ServerGauge gauge, ServerCounter counter) {
  if (const auto said = statistics::mean(server.sketch(gauge))) return said;
  const auto& grown = server.grown(counter);
  return grown.span_s > 0 ? std::optional(grown.total / grown.span_s) : std::nullopt;
}

std::optional<double> growth(const ServerSummary& server, ServerCounter counter) {
  const auto& grown = server.grown(counter);
  return grown.intervals > 0 ? std::optional(grown.total) : std::nullopt;
}

std::optional<double> queue_time_mean_s(const ServerSummary& server) {
  const auto time_s = growth(server, ServerCounter::queue_time_s);
  const auto requests = growth(server, ServerCounter::queued_requests);
  return time_s && requests && *requests > 0 ? std::optional(*time_s / *requests) : std::nullopt;
}

std::optional<double> span_s(const ServerSummary& server) {
  return server.last_ns > server.first_ns ? std::optional(static_cast<double>(server.last_ns - server.first_ns) * 1e-9) : std::nullopt;
}

Json saturation_json(const Saturation& saturation) {
  return {{"verdict", name_of(saturation.verdict)}, {"limit", name_of(saturation.limit)}, {"why", saturation.why}};
}

Json level_json(const workload::ServerLevel& level) {
  const auto& server = *level.server;
  auto saturation = saturation_json(level.saturation);
  saturation["queued_share"] = number_or_null(level.saturation.queued_share);
  saturation["queued_at_batch_limit_share"] = number_or_null(level.saturation.queued_at_batch_limit_share);
  saturation["queued_at_full_kv_share"] = number_or_null(level.saturation.queued_at_full_kv_share);
  return {{"id", server.id},
          {"engine", server.engine.empty() ? Json(nullptr) : Json(server.engine)},
          {"recording", server.recording},
          {"samples", server.samples},
          {"span_s", number_or_null(span_s(server))},
          {"running", gauge_json(server, ServerGauge::running)},
          {"waiting", gauge_json(server, ServerGauge::waiting)},
          {"kv_cache_use", gauge_json(server, ServerGauge::kv_cache_use)},
          {"max_batch", number_or_null(server.max_batch)},
          {"preemptions", number_or_null(growth(server, ServerCounter::preemptions))},
          {"prompt_tokens_per_s", number_or_null(rate(server, ServerGauge::prompt_tokens_per_s, ServerCounter::prompt_tokens))},
          {"generation_tokens_per_s", number_or_null(rate(server, ServerGauge::generation_tokens_per_s, ServerCounter::generation_tokens))},
          {"queue_time_mean_s", number_or_null(queue_time_mean_s(server))},
          {"saturation", std::move(saturation)}};
}

// Said where somebody could take a low busy for room to spare.
std::optional<std::string> beside_busy(const Saturation& saturation, std::span<const records::DeviceSummary> devices) {
  constexpr double kNearlyAlways = 0.95;
  if (saturation.verdict != SaturationVerdict::saturated) return std::nullopt;
  std::optional<double> busiest;
  for (const auto& device : devices) {
    const auto mean = statistics::mean(device.sketch(records::Metric::busy));
    if (mean) busiest = std::max(busiest.value_or(0), *mean);
  }
  if (!busiest || *busiest >= kNearlyAlways) return std::nullopt;
  return fmt::format("The server was saturated ({}) while busy was {} at most on average: what busy leaves is no room to spare.",
                     words(name_of(saturation.limit)), format_value(*busiest, "fraction"));
}

std::string paragraph(const std::string& text) {
  std::string out;
  for (const auto& line : wrapped(text, kTextWidth)) out += fmt::format("  {}\n", line);
  return out;
}

std::string mean_and_max(const ServerSummary& server, ServerGauge gauge) {
  const auto& sketch = server.sketch(gauge);
  if (sketch.count == 0) return "-";
  const bool share = gauge == ServerGauge::kv_cache_use;
  const auto shown = [&](double value) { return share ? format_value(value, "fraction") : significant(value, 3); };
  return fmt::format("{} / {}", shown(*statistics::mean(sketch)), shown(*statistics::quantile(sketch, 1)));
}

}  // namespace

Json server_json(std::span<const ServerSummary> servers, std::span<const records::DeviceSummary> devices) {
  if (servers.empty()) return nullptr;
  const auto levels = workload::server_levels(servers);
  const auto all = workload::saturation_of(levels);
  Json recordings = Json::array();
  for (const auto& level : levels) recordings.push_back(level_json(level));
  const auto beside = beside_busy(all, devices);
  return {
      {"saturation", saturation_json(all)}, {"beside_busy", beside ? Json(*beside) : Json(nullptr)}, {"recordings", std::move(recordings)}};
}

std::string server_text(std::span<const ServerSummary> servers, std::span<const records::DeviceSummary> devices) {
  if (servers.empty()) return "";
  const auto levels = workload::server_levels(servers);
  const auto all = workload::saturation_of(levels);
  std::string out = fmt::format("Server: {}{}\n", words(name_of(all.verdict)),
                                all.limit == workload::LimitingResource::none ? "" : fmt::format(" ({})", words(name_of(all.limit))));
  out += paragraph(all.why + ".");
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::left});
  table.add({"", "samples", "running", "waiting", "KV cache", ""});
  for (const auto& level : levels) {
    const auto& server = *level.server;
    const auto& saturation = level.saturation;
    const bool limited = saturation.limit != workload::LimitingResource::none;
    table.add({server.recording + " " + server.id, format_count(server.samples), mean_and_max(server, ServerGauge::running),
               mean_and_max(server, ServerGauge::waiting), mean_and_max(server, ServerGauge::kv_cache_use),
               words(name_of(saturation.verdict)) + (limited ? ", " + words(name_of(saturation.limit)) : "")});
  }
  out += table.text();
  out += paragraph("Each figure is a mean and the largest.");
  if (const auto beside = beside_busy(all, devices)) out += paragraph(*beside);
  return out + "\n";
}

void add_missing_of_servers(std::span<const ServerSummary> servers, std::vector<MissingItem>& out) {
  if (servers.empty()) {
    out.push_back({"server", "no file carries metrics of an inference server: whether it was saturated cannot be told"});
    return;
  }
  const auto add_where = [&](const std::string& key, const std::string& reason, auto is_missing) {
    if (std::any_of(servers.begin(), servers.end(), is_missing)) out.push_back({"server.recordings." + key, reason});
  };
  for (const auto gauge : {ServerGauge::running, ServerGauge::waiting, ServerGauge::kv_cache_use}) {
    add_where(std::string(records::kServerGaugeRows[static_cast<std::size_t>(gauge)].key), "a recording does not carry it",
              [&](const auto& server) { return server.sketch(gauge).count == 0; });
  }
  const std::string no_growth = "a recording does not carry it, or in a single sample or without times";
  add_where("engine", "the recording does not name it", [](const auto& server) { return server.engine.empty(); });
  add_where("span_s", "a single sample, or samples without times", [](const auto& server) { return !span_s(server); });
  add_where("max_batch", "the server does not tell it", [](const auto& server) { return !server.max_batch; });
  add_where("preemptions", no_growth, [](const auto& server) { return !growth(server, ServerCounter::preemptions); });
  add_where("prompt_tokens_per_s", no_growth,
            [](const auto& server) { return !rate(server, ServerGauge::prompt_tokens_per_s, ServerCounter::prompt_tokens); });
  add_where("generation_tokens_per_s", no_growth,
            [](const auto& server) { return !rate(server, ServerGauge::generation_tokens_per_s, ServerCounter::generation_tokens); });
  add_where("queue_time_mean_s", no_growth, [](const auto& server) { return !queue_time_mean_s(server); });
  add_where("saturation.queued_share", "a recording does not say how many requests wait",
            [](const auto& server) { return server.queue_known == 0; });
  add_where("saturation.queued_at_batch_limit_share", "no request waited, or it is not known how many ran",
            [](const auto& server) { return server.queued == 0 || server.sketch(ServerGauge::running).count == 0; });
  add_where("saturation.queued_at_full_kv_share", "no request waited", [](const auto& server) { return server.queued == 0; });
}

}  // namespace accelprep::report
