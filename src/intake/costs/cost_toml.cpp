#include "intake/costs/cost_toml.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "intake/stated_toml.h"

namespace accelprep::intake {
namespace {

using base::TomlReader;
using base::TomlTable;
using records::CostPlan;
using records::RentKind;
using records::RentOffer;
using records::Stated;

constexpr std::int64_t kMostAccelerators = 10'000'000;
constexpr StatedRule kYears{.max = 100, .above_min = true, .meaning = "years, above 0"};
constexpr StatedRule kMonths{.max = 600, .above_min = true, .meaning = "months, above 0"};
constexpr StatedRule kPue{.min = 1, .max = 10, .meaning = "1 or more (site power over computing power)"};
constexpr StatedRule kDiscount{.max = 1, .meaning = "a fraction a year (0.08, not 8 percent)"};

Stated scaled(Stated stated, double factor) {
  stated.value *= factor;
  if (stated.low) stated.low = *stated.low * factor;
  if (stated.high) stated.high = *stated.high * factor;
  return stated;
}

// Reads money of one currency as USD.
struct Money {
  double usd = 1;  // of one unit
  std::optional<Stated> read(TomlReader& reader, std::string_view key, const StatedRule& rule = kNotNegative) const {
    auto stated = read_stated(reader, key, rule);
    if (stated) stated = scaled(std::move(*stated), usd);
    return stated;
  }
};

std::int64_t read_count(TomlReader& reader, std::string_view key, std::int64_t otherwise) {
  const auto count = reader.integer(key).value_or(otherwise);
  if (reader.has(key) && (count < 1 || count > kMostAccelerators)) {
    reader.complain(key, fmt::format("{} = {}: expected a whole number from 1 to {}", key, count, kMostAccelerators));
  }
  return count;
}

std::optional<Money> money_of(TomlReader& reader, const CostPlan& plan, const std::string& currency) {
  if (currency == "USD") return Money{};
  for (const auto& rate : plan.exchange) {
    if (rate.currency == currency) return Money{rate.usd};
  }
  reader.complain(
      "currency",
      fmt::format("currency = \"{}\" has no rate in this file. Results are in USD; add [[exchange]] currency = \"{}\", usd = ..., "
                  "as_of = ..., source = ...",
                  currency, currency));
  return std::nullopt;
}

base::Status read_exchange(TomlReader& root, CostPlan& plan) {
  for (const auto* table : root.tables("exchange")) {
    TomlReader reader(*table, root.path(), "[exchange]");
    records::ExchangeRate rate{.currency = reader.require_text("currency"), .usd = require_stated(reader, "usd", kPositive).value};
    rate.as_of = read_date(reader, "as_of");
    rate.source = reader.text("source").value_or("");
    if (rate.as_of.empty()) {
      reader.complain("as_of",
                      fmt::format("{} has no as_of date. A rate without a date is not evidence; add as_of = 2026-11-01", rate.currency));
    }
    TRY(reader.finish());
    plan.exchange.push_back(std::move(rate));
  }
  return {};
}

records::CapitalItem read_capital_item(TomlReader& reader, const Money& money) {
  records::CapitalItem item;
  item.item = reader.text("item").value_or("capital");
  item.usd = money.read(reader, "usd").value_or(Stated{});
  if (!reader.has("usd")) reader.complain("usd", fmt::format("{}: usd is missing; expected what it costs", item.item));
  item.life_years = require_stated(reader, "life_years", kYears);
  item.residual = read_stated(reader, "residual", kShare);
  return item;
}

void read_parts(TomlReader& reader, records::OwnPlan& own, const Money& money) {
  own.electricity_usd_per_kwh = money.read(reader, "electricity_usd_per_kwh");
  own.pue = read_stated(reader, "pue", kPue);
  own.busy_w = read_stated(reader, "busy_w", kPositive);
  own.idle_w = read_stated(reader, "idle_w");
  own.colo_usd_per_kw_month = money.read(reader, "colo_usd_per_kw_month");
  own.contracted_kw = read_stated(reader, "contracted_kw", kPositive);
  own.staff_usd_per_year = money.read(reader, "staff_usd_per_year");
  own.support_share_per_year = read_stated(reader, "support_share_per_year", kShare);
  own.other_usd_per_year = money.read(reader, "other_usd_per_year");
  if (own.busy_w && own.idle_w && own.idle_w->value > own.busy_w->value) {
    reader.complain("idle_w", fmt::format("idle_w = {} is above busy_w = {}", own.idle_w->value, own.busy_w->value));
  }
}

// A price without the quantity it is multiplied by would silently count as nothing.
void check_parts(TomlReader& reader, const records::OwnPlan& own) {
  if (own.electricity_usd_per_kwh && !own.busy_w) {
    reader.complain("electricity_usd_per_kwh", "electricity_usd_per_kwh needs busy_w, the draw of the whole plan under load");
  }
  if (own.colo_usd_per_kw_month && !own.contracted_kw) {
    reader.complain("colo_usd_per_kw_month", "colo_usd_per_kw_month needs contracted_kw, which is paid whatever is drawn");
  }
  if (!own.opex_usd_per_h) return;
  for (const auto key : {"electricity_usd_per_kwh", "pue", "busy_w", "idle_w", "colo_usd_per_kw_month", "contracted_kw",
                         "staff_usd_per_year", "support_share_per_year", "other_usd_per_year"}) {
    if (reader.has(key)) reader.complain(key, fmt::format("opex_usd_per_h stands instead of {}; keep one of them", key));
  }
}

base::Status read_own(TomlReader& root, CostPlan& plan, const Money& money) {
  const auto* table = root.table("own");
  if (table == nullptr) {
    root.complain("own", "[own] is missing; expected what owning costs: accelerators, capital, running cost");
    return root.finish();
  }
  TomlReader reader(*table, root.path(), "[own]");
  auto& own = plan.own;
  own.accelerator = reader.text("accelerator").value_or("");
  own.accelerators = read_count(reader, "accelerators", 0);
  if (!reader.has("accelerators")) reader.complain("accelerators", "accelerators is missing; expected how many the plan owns");
  own.nodes = read_count(reader, "nodes", 1);
  if (own.nodes > own.accelerators && own.accelerators > 0) {
    reader.complain("nodes", fmt::format("nodes = {} for accelerators = {}", own.nodes, own.accelerators));
  }
  for (const auto* item : reader.tables("capital")) {
    TomlReader inner(*item, root.path(), "[own] capital");
    own.capital.push_back(read_capital_item(inner, money));
    TRY(inner.finish());
  }
  own.opex_usd_per_h = money.read(reader, "opex_usd_per_h");
  read_parts(reader, own, money);
  own.availability = read_stated(reader, "availability", kPositiveShare);
  check_parts(reader, own);
  return reader.finish();
}

RentKind read_kind(TomlReader& reader) {
  static const std::vector<std::string> kKnown(records::kRentKindNames.begin(), records::kRentKindNames.end());
  const auto name = reader.text("kind");
  if (!name) {
    if (!reader.has("kind")) reader.complain("kind", fmt::format("kind is missing; expected one of {}", base::join(kKnown, ", ")));
    return RentKind::on_demand;
  }
  const auto found = std::find(kKnown.begin(), kKnown.end(), *name);
  if (found == kKnown.end()) {
    reader.complain("kind",
                    fmt::format("kind = \"{}\"{}; expected one of {}", *name, base::did_you_mean(*name, kKnown), base::join(kKnown, ", ")));
    return RentKind::on_demand;
  }
  return static_cast<RentKind>(found - kKnown.begin());
}

void read_rates(TomlReader& reader, RentOffer& offer, const Money& money) {
  const StatedRule rate{.above_min = true, .meaning = "a rate above 0 (a row of $0 is no price)"};
  offer.usd_per_h = money.read(reader, "usd_per_h", rate);
  if (auto per_gpu = money.read(reader, "usd_per_gpu_h", rate)) {
    if (reader.has("usd_per_h")) reader.complain("usd_per_gpu_h", "usd_per_gpu_h stands instead of usd_per_h; keep one of them");
    offer.usd_per_h = scaled(std::move(*per_gpu), static_cast<double>(offer.count));
  }
  offer.usd_per_million_input = money.read(reader, "usd_per_million_input");
  offer.usd_per_million_output = money.read(reader, "usd_per_million_output");
}

void check_rates(TomlReader& reader, RentOffer& offer) {
  const std::string name = offer.instance.empty() ? offer.provider : offer.instance;
  const bool by_token = offer.usd_per_million_input || offer.usd_per_million_output;
  if (offer.kind == RentKind::api && (offer.usd_per_h || !offer.usd_per_million_output || !offer.usd_per_million_input)) {
    reader.complain("kind", fmt::format("{} is an api: expected usd_per_million_input and usd_per_million_output, and no usd_per_h", name));
  }
  if (offer.kind != RentKind::api && by_token) {
    reader.complain("kind", fmt::format("{} has a price per token; expected kind = \"api\"", name));
  }
  if (offer.kind != RentKind::api && !offer.usd_per_h && !reader.has("usd_per_h") && !reader.has("usd_per_gpu_h")) {
    reader.complain("usd_per_h", fmt::format("{} has no usd_per_h; expected what the instance costs an hour", name));
  }
  if (offer.as_of.empty() && offer.usd_per_h) offer.as_of = offer.usd_per_h->as_of;
  if (offer.as_of.empty()) {
    reader.complain("as_of",
                    fmt::format("{} has no as_of date. A rate without a date is not evidence; add as_of = 2026-11-01 or run accelprep "
                                "catalog prices {}.",
                                name, name));
  }
}

base::Status read_offers(TomlReader& root, CostPlan& plan) {
  for (const auto* table : root.tables("rent")) {
    TomlReader reader(*table, root.path(), "[rent]");
    const auto money = money_of(reader, plan, reader.text("currency").value_or(plan.currency)).value_or(Money{});
    RentOffer offer;
    offer.place = table->line > 0 ? fmt::format("{}:{}:{}", root.path(), table->line, table->column) : root.path();
    offer.provider = reader.require_text("provider");
    offer.instance = reader.text("instance").value_or("");
    offer.accelerator = reader.text("accelerator").value_or("");
    offer.region = reader.text("region").value_or("");
    offer.source = reader.text("source").value_or("");
    offer.as_of = read_date(reader, "as_of");
    offer.kind = read_kind(reader);
    offer.count = read_count(reader, "count", 1);
    if (!reader.has("count") && reader.has("usd_per_h")) {
      reader.complain("count", fmt::format("{}: count is missing; expected the accelerators of one instance", offer.instance));
    }
    read_rates(reader, offer, money);
    check_rates(reader, offer);
    TRY(reader.finish());
    plan.rent.push_back(std::move(offer));
  }
  return {};
}

void read_hours(TomlReader& reader, records::WorkloadPlan& workload) {
  const auto* value = reader.any("hourly_accelerators");
  if (value == nullptr) return;
  if (const auto* file = std::get_if<std::string>(&value->value)) {
    workload.hourly_file = *file;
    return;
  }
  const auto* hours = std::get_if<base::TomlArray>(&value->value);
  for (std::size_t i = 0; hours != nullptr && i < hours->size(); ++i) {
    const auto* number = std::get_if<double>(&(*hours)[i].value);
    const auto* integer = std::get_if<std::int64_t>(&(*hours)[i].value);
    workload.hourly_accelerators.push_back(number != nullptr ? *number : (integer != nullptr ? static_cast<double>(*integer) : -1));
    if (const double hour = workload.hourly_accelerators.back(); !(hour >= 0 && hour <= 1e7)) hours = nullptr;
  }
  if (hours == nullptr || hours->empty()) {
    reader.complain("hourly_accelerators",
                    "hourly_accelerators: expected a CSV file's name, or the accelerators needed in each hour, 0 or more");
  }
}

base::Status read_workload(TomlReader& root, CostPlan& plan) {
  const auto* table = root.table("workload");
  if (table == nullptr) return {};
  TomlReader reader(*table, root.path(), "[workload]");
  auto& workload = plan.workload;
  workload.utilization = read_stated(reader, "utilization", kPositiveShare);
  workload.horizon_months = read_stated(reader, "horizon_months", kMonths);
  workload.output_tokens_per_s = read_stated(reader, "output_tokens_per_s", kPositive);
  workload.input_tokens = read_stated(reader, "input_tokens");
  workload.output_tokens = read_stated(reader, "output_tokens", kPositive);
  read_hours(reader, workload);
  return reader.finish();
}

void read_terms(TomlReader& root, CostPlan& plan) {
  plan.as_of = read_date(root, "as_of");
  plan.discount_rate = read_stated(root, "discount_rate", kDiscount);
  if (const auto months = root.integers("horizons_months"); !months.empty()) {
    plan.horizons_months.clear();
    for (const auto month : months) {
      if (month < 1 || month > 600)
        root.complain("horizons_months", fmt::format("horizons_months holds {}: expected 1 to 600 months", month));
      plan.horizons_months.push_back(static_cast<double>(month));
    }
    std::sort(plan.horizons_months.begin(), plan.horizons_months.end());
    const auto same = std::unique(plan.horizons_months.begin(), plan.horizons_months.end());
    plan.horizons_months.erase(same, plan.horizons_months.end());
  }
}

}  // namespace

base::Result<CostPlan> cost_from_toml(const TomlTable& table, const std::string& path) {
  TomlReader root(table, path);
  CostPlan plan;
  for (const auto key : {"currency", "own", "rent", "workload", "exchange"}) root.known(key);
  plan.currency = root.text("currency").value_or("");
  if (!root.has("currency")) {
    root.complain("currency", "currency is missing. An amount without a currency is not evidence; add currency = \"USD\"");
    return std::unexpected(root.finish().error());
  }
  read_terms(root, plan);
  TRY(read_exchange(root, plan));
  const auto money = money_of(root, plan, plan.currency).value_or(Money{});
  TRY(read_own(root, plan, money));
  TRY(read_offers(root, plan));
  TRY(read_workload(root, plan));
  TRY(root.finish());
  return plan;
}

base::Result<CostPlan> read_cost_toml(const std::string& path) {
  TRY_ASSIGN(const auto table, base::read_toml(path));
  return cost_from_toml(table, path);
}

}  // namespace accelprep::intake
