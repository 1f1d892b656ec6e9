// What a person states about owning and renting: cost.toml, read by intake/costs, compared by economics. All money is in USD:
// the reader converts, with the dated rates that the file states.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/stated.h"

namespace accelprep::records {

enum class RentKind : std::uint8_t {
  on_demand,    // billed by the hour that is needed
  reserved_1y,  // paid for the whole term, used or not
  reserved_3y,
  spot,  // billed by the hour, and taken away at any time
  api,   // billed by the token; somebody else's hardware and batching
};
inline constexpr std::array<std::string_view, 5> kRentKindNames{"on_demand", "reserved_1y", "reserved_3y", "spot", "api"};
inline std::string_view name_of(RentKind kind) { return kRentKindNames[static_cast<std::size_t>(kind)]; }
inline constexpr std::array<std::string_view, 5> kRentKindLabels{"on demand", "reserved 1y", "reserved 3y", "spot", "api"};
inline std::string_view label_of(RentKind kind) { return kRentKindLabels[static_cast<std::size_t>(kind)]; }

struct CapitalItem {
  std::string item;
  Stated usd;
  Stated life_years;
  std::optional<Stated> residual;  // share of usd that is left at the end of its life
};

struct OwnPlan {
  std::string accelerator;  // catalog id or name; "" where not stated
  std::int64_t accelerators = 0;
  std::int64_t nodes = 1;
  std::vector<CapitalItem> capital;
  std::optional<Stated> opex_usd_per_h;  // of one whole node, instead of the parts below
  std::optional<Stated> electricity_usd_per_kwh;
  std::optional<Stated> pue;
  std::optional<Stated> busy_w;  // of the whole plan
  std::optional<Stated> idle_w;  // of the whole plan
  std::optional<Stated> colo_usd_per_kw_month;
  std::optional<Stated> contracted_kw;
  std::optional<Stated> staff_usd_per_year;
  std::optional<Stated> support_share_per_year;  // of the capital
  std::optional<Stated> other_usd_per_year;
  std::optional<Stated> availability;
};

struct RentOffer {
  std::string provider;
  std::string instance;
  std::string accelerator;  // catalog id or name; "" where not stated
  std::int64_t count = 1;   // accelerators of one instance
  RentKind kind = RentKind::on_demand;
  std::string region;
  std::optional<Stated> usd_per_h;               // of the instance
  std::optional<Stated> usd_per_million_input;   // RentKind::api
  std::optional<Stated> usd_per_million_output;  // RentKind::api
  std::string as_of;                             // "2026-11-01"; never empty
  std::string source;
  std::string place;  // "cost.toml:14:1"

  // "AWS p5.48xlarge on demand us-east-1"
  [[nodiscard]] std::string label() const {
    std::string out;
    for (const auto& part : {provider, instance, std::string(label_of(kind)), region}) {
      if (!part.empty()) out += (out.empty() ? "" : " ") + part;
    }
    return out;
  }
};

struct WorkloadPlan {
  std::optional<Stated> utilization;          // accelerator hours needed, over the hours owned and available
  std::optional<Stated> horizon_months;       // for how long the load is foreseen
  std::optional<Stated> output_tokens_per_s;  // capacity of the whole plan, within the SLA
  std::optional<Stated> input_tokens;         // of one request, mean
  std::optional<Stated> output_tokens;
  std::vector<double> hourly_accelerators;  // needed in each hour, in order; empty where not known
  std::string hourly_file;                  // a CSV file with those, still to be read
};

// What one unit of another currency is worth.
struct ExchangeRate {
  std::string currency;
  double usd = 0;
  std::string as_of;
  std::string source;
};

struct CostPlan {
  std::string currency;  // of the file, as written; the figures here are in USD
  std::string as_of;     // of the comparison; "" where not stated
  std::optional<Stated> discount_rate;
  std::vector<double> horizons_months{12, 24, 36};
  OwnPlan own;
  std::vector<RentOffer> rent;
  WorkloadPlan workload;
  std::vector<ExchangeRate> exchange;  // the rates that were applied
};

}  // namespace accelprep::records
