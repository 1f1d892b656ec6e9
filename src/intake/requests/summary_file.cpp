#include "intake/requests/summary_file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/time.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;
using records::ArrivalSummary;
using records::Sketch;
using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "accelprep.arrivals/1";
constexpr std::int64_t kWindowNs = 600 * base::kSecond;

struct SketchRow {
  const char* key;
  Sketch ArrivalSummary::* member;
};
constexpr std::array<SketchRow, 6> kSketches{{{"input_tokens", &ArrivalSummary::input_tokens},
                                              {"output_tokens", &ArrivalSummary::output_tokens},
                                              {"context_tokens", &ArrivalSummary::context_tokens},
                                              {"ttft_s", &ArrivalSummary::ttft_s},
                                              {"e2e_s", &ArrivalSummary::e2e_s},
                                              {"tpot_s", &ArrivalSummary::tpot_s}}};

struct CountRow {
  const char* key;
  std::int64_t ArrivalSummary::* member;
};
constexpr std::array<CountRow, 9> kCounts{{{"origin_ns", &ArrivalSummary::origin_ns},
                                           {"first_ns", &ArrivalSummary::first_ns},
                                           {"last_ns", &ArrivalSummary::last_ns},
                                           {"count", &ArrivalSummary::count},
                                           {"failed", &ArrivalSummary::failed},
                                           {"out_of_order", &ArrivalSummary::out_of_order},
                                           {"duplicate_timestamps", &ArrivalSummary::duplicate_timestamps},
                                           {"gap_count", &ArrivalSummary::gap_count},
                                           {"within_sla", &ArrivalSummary::within_sla}}};

struct NumberRow {
  const char* key;
  double ArrivalSummary::* member;
};
constexpr std::array<NumberRow, 4> kNumbers{{{"quantum_s", &ArrivalSummary::quantum_s},
                                             {"gap_sum_s", &ArrivalSummary::gap_sum_s},
                                             {"gap_sum_squared_s2", &ArrivalSummary::gap_sum_squared_s2},
                                             {"longest_silence_s", &ArrivalSummary::longest_silence_s}}};

Json sketch_json(const Sketch& sketch) {
  Json cells = Json::array();
  for (const auto& [step, count] : sketch.cells) cells.push_back({step, count});
  return {{"resolution", sketch.resolution}, {"sum", sketch.sum}, {"cells", std::move(cells)}};
}

Sketch sketch_of(const Json& json) {
  Sketch out{.resolution = json.at("resolution").get<double>(), .count = 0, .sum = json.at("sum").get<double>(), .cells = {}};
  for (const auto& cell : json.at("cells")) {
    out.cells.push_back({cell.at(0).get<std::int64_t>(), cell.at(1).get<std::int64_t>()});
    out.count += out.cells.back().count;
  }
  return out;
}

template <class Rows, class Key>
bool ascends(const Rows& rows, Key key) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (!(key(rows[i - 1]) < key(rows[i]))) return false;
  }
  return true;
}

// Why the parts do not make a summary; "" where they do.
std::string contradiction(const ArrivalSummary& s) {
  std::int64_t seconds = 0;
  std::int64_t hours = 0;
  for (const auto& row : s.seconds) {
    if (row.count <= 0 || row.second < 0) return "a second without a request";
    seconds += row.count;
  }
  for (const auto& row : s.hours) hours += row.count;
  if (s.count < 1 || seconds != s.count || hours != s.count) return "its seconds and hours do not add up to its count";
  if (s.origin_ns > s.first_ns || s.first_ns > s.last_ns || s.failed > s.count) return "its times or counts contradict each other";
  const bool in_order = ascends(s.seconds, [](const auto& r) { return r.second; }) &&
                        ascends(s.windows, [](const auto& r) { return r.window; }) &&
                        ascends(s.hours, [](const auto& r) { return r.start_ns; }) &&
                        ascends(s.lengths, [](const auto& r) { return std::pair(r.input_class, r.output_class); });
  if (!in_order) return "a list does not ascend";
  for (const auto& [key, member] : kSketches) {
    const auto& sketch = s.*member;
    if (!ascends(sketch.cells, [](const auto& c) { return c.step; }) || sketch.resolution != (ArrivalSummary{}.*member).resolution) {
      return fmt::format("{} is no histogram of this version", key);
    }
  }
  return "";
}

ArrivalSummary summary_of(const Json& json) {
  ArrivalSummary out;
  for (const auto& [key, member] : kCounts) out.*member = json.at(key).get<std::int64_t>();
  for (const auto& [key, member] : kNumbers) out.*member = json.at(key).get<double>();
  out.has_zone = json.at("has_zone").get<bool>();
  for (const auto& row : json.at("seconds")) out.seconds.push_back({row.at(0).get<std::int64_t>(), row.at(1).get<std::int64_t>()});
  for (const auto& row : json.at("windows")) {
    out.windows.push_back({row.at(0).get<std::int64_t>(), row.at(1).get<std::int64_t>(), row.at(2).get<double>(), row.at(3).get<double>()});
  }
  for (const auto& row : json.at("hours")) {
    out.hours.push_back({row.at(0).get<std::int64_t>(), row.at(1).get<std::int64_t>(), row.at(2).get<double>(), row.at(3).get<double>()});
  }
  for (const auto& row : json.at("lengths")) {
    out.lengths.push_back({row.at(0).get<std::int64_t>(), row.at(1).get<std::int64_t>(), row.at(2).get<std::int64_t>(),
                           row.at(3).get<double>(), row.at(4).get<double>()});
  }
  for (const auto& [key, member] : kSketches) out.*member = sketch_of(json.at("sketches").at(key));
  for (const auto& row : json.at("rejected")) {
    out.rejected.push_back({row.at("reason").get<std::string>(), row.at("count").get<std::int64_t>(), row.at("first").get<std::string>()});
  }
  return out;
}

}  // namespace

std::string summary_json(const ArrivalSummary& s) {
  Json json = {{"schema", kSchema}};
  for (const auto& [key, member] : kCounts) json[key] = s.*member;
  for (const auto& [key, member] : kNumbers) json[key] = s.*member;
  json["has_zone"] = s.has_zone;
  Json rejected = Json::array();
  for (const auto& rows : s.rejected) rejected.push_back({{"reason", rows.reason}, {"count", rows.count}, {"first", rows.first}});
  json["rejected"] = std::move(rejected);
  Json seconds = Json::array(), windows = Json::array(), hours = Json::array(), lengths = Json::array();
  for (const auto& row : s.seconds) seconds.push_back({row.second, row.count});
  for (const auto& row : s.windows) windows.push_back({row.window, row.gaps, row.sum_s, row.sum_squared_s2});
  for (const auto& row : s.hours) hours.push_back({row.start_ns, row.count, row.input_tokens, row.output_tokens});
  for (const auto& row : s.lengths) lengths.push_back({row.input_class, row.output_class, row.count, row.input_sum, row.output_sum});
  json["seconds"] = std::move(seconds);
  json["windows"] = std::move(windows);
  json["hours"] = std::move(hours);
  json["lengths"] = std::move(lengths);
  for (const auto& [key, member] : kSketches) json["sketches"][key] = sketch_json(s.*member);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ArrivalSummary> parse_summary(std::string_view text, const std::string& path) {
  // The library throws on what has another shape; that ends here.
  try {
    const auto json = Json::parse(text);
    if (json.at("schema") != kSchema)
      return fail(ErrorKind::invalid_input, fmt::format("is no summary of arrivals; expected {}", kSchema), path);
    auto summary = summary_of(json);
    if (const auto why = contradiction(summary); !why.empty()) return fail(ErrorKind::corrupt, "is no whole summary: " + why, path);
    return summary;
  } catch (const Json::exception& error) {
    return fail(ErrorKind::corrupt, fmt::format("is no whole summary of arrivals: {}", error.what()), path);
  }
}

bool is_summary(const std::string& path) {
  auto reader = base::LineReader::open(path, std::size_t{1} << 30U);
  if (!reader || !path.ends_with(".json")) return false;
  const auto line = reader->next();
  return line && *line && (*line)->starts_with(fmt::format("{{\"schema\":\"{}\"", kSchema));
}

Result<ArrivalSummary> read_summaries(const std::vector<std::string>& paths) {
  std::vector<ArrivalSummary> summaries;
  for (const auto& path : paths) {
    TRY_ASSIGN(const auto text, base::read_file(path));
    TRY_ASSIGN(auto summary, parse_summary(text, path));
    if (!summaries.empty() && (summaries.front().origin_ns - summary.origin_ns) % kWindowNs != 0) {
      return fail(ErrorKind::invalid_input, "its grid does not fit the other summaries'; all are to be written by profile --summary", path);
    }
    summaries.push_back(std::move(summary));
  }
  std::stable_sort(summaries.begin(), summaries.end(), [](const auto& a, const auto& b) { return a.first_ns < b.first_ns; });
  ArrivalSummary merged;
  for (const auto& summary : summaries) records::merge(merged, summary);
  return merged;
}

}  // namespace accelprep::intake
