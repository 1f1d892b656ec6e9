#include "intake/site/site_toml.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/text.h"
#include "intake/stated_toml.h"

namespace accelprep::intake {
namespace {

using base::TomlReader;
using base::TomlTable;
using records::Connection;
using records::Feed;
using records::SitePlan;

constexpr std::int64_t kMostOfAnything = 100'000;  // nodes, supplies: beyond it a slip of the pen

std::optional<std::int64_t> read_count(TomlReader& reader, std::string_view key) {
  const auto count = reader.integer(key);
  if (count && (*count < 1 || *count > kMostOfAnything)) {
    reader.complain(key, fmt::format("{} = {}: expected a whole number from 1 to {}", key, *count, kMostOfAnything));
    return std::nullopt;
  }
  return count;
}

void read_node(TomlReader& reader, records::NodePlan& node) {
  node.accelerator = reader.text("accelerator").value_or("");
  node.accelerators = read_count(reader, "accelerators");
  node.peak_w = read_stated(reader, "peak_w", kPositive);
  node.sustained_w = read_stated(reader, "sustained_w", kPositive);
  node.idle_w = read_stated(reader, "idle_w", kPositive);
  node.startup_w = read_stated(reader, "startup_w", kPositive);
  node.psu_count = read_count(reader, "psu_count");
  node.psu_rating_w = read_stated(reader, "psu_rating_w", kPositive);
  node.psus_needed = read_count(reader, "psus_needed");
  if (node.peak_w && node.sustained_w && node.peak_w->value < node.sustained_w->value) {
    reader.complain("peak_w", fmt::format("peak_w = {} is below sustained_w = {}; the peak is the highest draw of the loaded node",
                                          node.peak_w->value, node.sustained_w->value));
  }
  if (node.psu_count && node.psus_needed && *node.psus_needed > *node.psu_count) {
    reader.complain("psus_needed", fmt::format("psus_needed = {} of psu_count = {}", *node.psus_needed, *node.psu_count));
  }
}

Connection read_connection(TomlReader& reader) {
  const auto name = reader.text("connection");
  if (!name) return Connection::not_stated;
  if (*name == "delta") return Connection::delta;
  if (*name == "wye") return Connection::wye;
  reader.complain("connection", fmt::format("connection = \"{}\"; expected \"delta\" (line to line) or \"wye\" (line to neutral)", *name));
  return Connection::not_stated;
}

void read_circuit(TomlReader& reader, Feed& feed) {
  feed.volts =
      read_stated(reader, "volts", {.max = 1000, .above_min = true, .meaning = "volts, line to line where three-phase, up to 1000"});
  feed.phases = reader.integer("phases").value_or(1);
  if (feed.phases != 1 && feed.phases != 3) reader.complain("phases", fmt::format("phases = {}; expected 1 or 3", feed.phases));
  feed.breaker_a = read_stated(reader, "breaker_a", kPositive);
  feed.connection = read_connection(reader);
  feed.continuous_factor = read_stated(reader, "continuous_factor", kPositiveShare);
  feed.power_factor = read_stated(reader, "power_factor", kPositiveShare);
  feed.capacity_w = read_stated(reader, "capacity_w", kPositive);
  for (const auto key : {"volts", "phases", "breaker_a", "connection", "continuous_factor", "power_factor"}) {
    if (feed.capacity_w && reader.has(key)) {
      reader.complain(key, fmt::format("capacity_w stands instead of {}; keep one of them", key));
    }
  }
  if (feed.volts.has_value() != feed.breaker_a.has_value()) {
    reader.complain(
        feed.volts ? "volts" : "breaker_a",
        fmt::format("{} is missing; a circuit is volts, phases and breaker_a, or capacity_w", feed.volts ? "breaker_a" : "volts"));
  }
}

Feed read_feed(TomlReader& reader, std::size_t position) {
  Feed feed;
  feed.name =
      reader.text("name").value_or(position < 26 ? std::string(1, static_cast<char>('A' + position)) : std::to_string(position + 1));
  feed.id = base::replaced(base::lower(base::trim(feed.name)), " ", "_");
  if (feed.id.empty()) reader.complain("name", "name is empty; expected \"A\" or the like");
  read_circuit(reader, feed);
  feed.psus = reader.integers("psus");
  return feed;
}

// The supplies that feeds have claimed: each hangs on one.
struct Supplies {
  std::optional<std::int64_t> count;  // psu_count
  std::set<std::int64_t> taken;
};

void claim_supplies(TomlReader& reader, const Feed& feed, Supplies& supplies) {
  for (const auto psu : feed.psus) {
    if (psu < 1 || psu > supplies.count.value_or(kMostOfAnything)) {
      reader.complain("psus", fmt::format("psus names supply {}; they are numbered 1 to {}", psu,
                                          supplies.count ? fmt::format("psu_count = {}", *supplies.count) : std::string("psu_count")));
    }
    if (!supplies.taken.insert(psu).second) {
      reader.complain("psus", fmt::format("psus names supply {}, which is on another feed already or twice on this one", psu));
    }
  }
}

void read_cooling(TomlReader& reader, records::CoolingPlan& cooling) {
  static const std::vector<std::string> kSettings{"target_rack", "bench", "cloud", "unknown"};
  cooling.measured_in = reader.text("measured_in").value_or("");
  if (reader.has("measured_in") && std::find(kSettings.begin(), kSettings.end(), cooling.measured_in) == kSettings.end()) {
    reader.complain("measured_in", fmt::format("measured_in = \"{}\"{}; expected one of {}", cooling.measured_in,
                                               base::did_you_mean(cooling.measured_in, kSettings), base::join(kSettings, ", ")));
  }
  cooling.inlet_c = read_stated(reader, "inlet_c", kTemperature);
  cooling.target_inlet_c = read_stated(reader, "target_inlet_c", kTemperature);
  cooling.telemetry = reader.texts("telemetry");
  cooling.temperature_max_c = read_stated(reader, "temperature_max_c", kTemperature);
  cooling.limit_c = read_stated(reader, "limit_c", kTemperature);
  cooling.clock_held_p05 = read_stated(reader, "clock_held_p05", {.max = 1.5, .meaning = "a fraction of the rated clock, such as 0.98"});
  cooling.thermal_throttle_s = read_stated(reader, "thermal_throttle_s");
  cooling.duration_s = read_stated(reader, "duration_s", kPositive);
}

base::Status read_feeds(TomlReader& root, SitePlan& plan) {
  Supplies supplies{.count = plan.node.psu_count, .taken = {}};
  std::set<std::string> ids;
  for (const auto* table : root.tables("feed")) {
    TomlReader reader(*table, root.path(), "[feed]");
    auto feed = read_feed(reader, plan.feeds.size());
    claim_supplies(reader, feed, supplies);
    if (!ids.insert(feed.id).second) reader.complain("name", fmt::format("two feeds are called \"{}\"", feed.name));
    TRY(reader.finish());
    plan.feeds.push_back(std::move(feed));
  }
  return {};
}

base::Status read_sections(TomlReader& root, SitePlan& plan) {
  if (const auto* table = root.table("node")) {
    TomlReader reader(*table, root.path(), "[node]");
    read_node(reader, plan.node);
    TRY(reader.finish());
  }
  if (const auto* table = root.table("rack")) {
    TomlReader reader(*table, root.path(), "[rack]");
    plan.nodes = read_count(reader, "nodes").value_or(1);
    plan.other_w = read_stated(reader, "other_w");
    TRY(reader.finish());
  }
  TRY(read_feeds(root, plan));
  if (const auto* table = root.table("cooling")) {
    TomlReader reader(*table, root.path(), "[cooling]");
    read_cooling(reader, plan.cooling);
    TRY(reader.finish());
  }
  return {};
}

}  // namespace

base::Result<SitePlan> site_from_toml(const TomlTable& table, const std::string& path) {
  TomlReader root(table, path);
  SitePlan plan;
  plan.optional_checks = root.texts("optional");
  for (const auto key : {"node", "rack", "feed", "cooling"}) root.known(key);
  TRY(read_sections(root, plan));
  TRY(root.finish());
  return plan;
}

base::Result<SitePlan> read_site_toml(const std::string& path) {
  TRY_ASSIGN(const auto table, base::read_toml(path));
  return site_from_toml(table, path);
}

}  // namespace accelprep::intake
