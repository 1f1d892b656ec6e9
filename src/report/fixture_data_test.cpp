#include "report/fixture_data_test.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/random.h"

namespace accelprep::report {
namespace {

using evidence::Series;
using evidence::Table;

// The load of an hour of the week over its mean: a working day's hump, less at weekends.
double shape_at(std::size_t hour, const TrafficShape& shape) {
  const auto of_day = static_cast<double>(hour % 24);
  const double hump = std::exp(-std::pow((of_day - 13.5) / 4.2, 2)) * 2.6;
  const double week = hour % 168 / 24 >= 5 ? shape.weekend : 1.0;
  return std::max(shape.base, (1 - shape.daily_swing + shape.daily_swing * hump) * week);
}

double limited(double value) { return std::clamp(value, 0.0, 1.0); }

}  // namespace

Series rate_series(double start_s, const TrafficShape& shape) {
  base::Rng rng(7);
  Series out{.id = "arrival_rate", .title = "Requests a second", .x_unit = "unix_s", .columns = {{.name = "rate", .unit = "1/s"}}};
  const auto steps = static_cast<std::size_t>(static_cast<double>(shape.hours) * 3600 / shape.step_s);
  for (std::size_t i = 0; i < steps; ++i) {
    const double at_h = static_cast<double>(i) * shape.step_s / 3600;
    const double expected = shape.mean_per_s * shape_at(static_cast<std::size_t>(at_h), shape);
    const double noise = std::sqrt(expected / shape.step_s) * rng.normal() + expected * 0.06 * rng.normal();
    const bool unknown = at_h >= shape.gap_from_h && at_h < shape.gap_to_h;
    out.x.push_back(start_s + static_cast<double>(i) * shape.step_s);
    out.columns[0].y.push_back(unknown ? std::nullopt : std::optional(std::max(0.0, expected + noise)));
  }
  if (shape.gap_to_h > shape.gap_from_h) {
    out.bands.push_back({start_s + shape.gap_from_h * 3600, start_s + shape.gap_to_h * 3600, "gap",
                         "no request for 31 h while the rest of the week is busy"});
  }
  return out;
}

double mean_rate(const Series& rate) {
  double sum = 0;
  double count = 0;
  for (const auto& y : rate.columns[0].y) {
    sum += y.value_or(0);
    count += y ? 1 : 0;
  }
  return sum / count;
}

Series hour_of_week_series(const TrafficShape& shape) {
  base::Rng rng(11);
  Series out{.id = "hour_of_week",
             .title = "Requests by hour and weekday",
             .x_unit = "hour_of_week",
             .columns = {{.name = "requests", .unit = "requests"}}};
  for (std::size_t hour = 0; hour < 168; ++hour) {
    const double count = shape.mean_per_s * 3600 * shape_at(hour, shape) * (1 + 0.05 * rng.normal());
    const bool unseen = shape.gap_to_h > 0 && hour >= 122 && hour < 128;
    out.x.push_back(static_cast<double>(hour));
    out.columns[0].y.emplace_back(unseen ? std::nullopt : std::optional(std::round(count)));
  }
  return out;
}

Series dispersion_series(const TrafficShape& shape) {
  const double hours = 1 + shape.mean_per_s * 3600 * std::pow(shape.daily_swing, 2) * 0.4;
  return {.id = "dispersion_by_scale",
          .title = "Variance over mean of the counts",
          .x_unit = "s",
          .x = {1, 10, 60, 3600},
          .columns = {{.name = "dispersion", .unit = "ratio", .y = {1.04, 1.12, 1.6 + shape.daily_swing * 6, hours}}}};
}

Series demand_series(const Series& rate, const TrafficShape& shape) {
  Series out{.id = "demand",
             .title = "Accelerators needed",
             .x_unit = "unix_s",
             .x = rate.x,
             .columns = {{.name = "accelerators", .unit = "accelerators"}}};
  for (const auto& y : rate.columns[0].y) out.columns[0].y.emplace_back(y ? std::optional(*y / shape.capacity_per_s) : std::nullopt);
  return out;
}

Series load_duration_series(const Series& demand) {
  Series out{.id = "load_duration",
             .title = "Use of the nth accelerator",
             .x_unit = "nth",
             .columns = {{.name = "utilization", .unit = "fraction"}}};
  for (int nth = 1; nth <= 8; ++nth) {
    double needed = 0;
    double hours = 0;
    for (const auto& y : demand.columns[0].y) {
      if (!y) continue;
      needed += limited(*y - nth + 1);
      hours += 1;
    }
    out.x.push_back(nth);
    out.columns[0].y.emplace_back(needed / hours);
  }
  return out;
}

Table token_lengths_table() {
  return {
      "token_lengths",
      "Token lengths",
      {{"tokens", ""}, {"mean", "tokens"}, {"p50", "tokens"}, {"p90", "tokens"}, {"p95", "tokens"}, {"p99", "tokens"}, {"max", "tokens"}},
      {{"input", 1420.0, 980.0, 3300.0, 4710.0, 7400.0, 31'882.0}, {"output", 262.0, 211.0, 540.0, 702.0, 1010.0, 4096.0}}};
}

Series device_series_of(int card, const DeviceShape& shape) {
  base::Rng rng(static_cast<std::uint64_t>(card) + 3);
  Series out{.id = fmt::format("device_minutes/{}", card), .title = fmt::format("Card {}", card), .x_unit = "unix_s"};
  out.columns = {{.name = "busy", .unit = "fraction"},
                 {.name = "sm_active", .unit = "fraction"},
                 {.name = "clock", .unit = "Hz"},
                 {.name = "temperature", .unit = "degC"},
                 {.name = "power", .unit = "W"}};
  const auto minutes = static_cast<double>(shape.minutes);
  for (std::size_t i = 0; i < shape.minutes; ++i) {
    const double hour = static_cast<double>(i) / 60;
    const double daily = std::sin((std::fmod(hour, 24) - 7.5) / 24 * 2 * M_PI);
    const bool hole = !shape.soak && shape.minutes > 2000 && i % 2880 > 1500 && i % 2880 < 1640;
    const bool slow = shape.throttled && i > 2300 && i < 2460;
    const double busy = limited(shape.busy + shape.swing * daily + 0.05 * rng.normal());
    const double power = 110 + (shape.power_limit_w - 130) * busy * 0.9 + 6 * rng.normal();
    const auto known = [&](double value) { return hole ? std::nullopt : std::optional(value); };
    out.x.push_back(shape.start_s + static_cast<double>(i) * 60);
    out.columns[0].y.emplace_back(known(busy));
    out.columns[1].y.emplace_back(known(busy * 0.62));
    out.columns[2].y.emplace_back(known((slow ? 1410e6 : 1980e6) + 4e6 * rng.normal()));
    out.columns[3].y.emplace_back(known(34 + 36 * busy + card * 0.7 + (slow ? 14 : 0) + rng.normal()));
    out.columns[4].y.emplace_back(known(power));
  }
  if (!shape.soak && shape.minutes > 2000) {
    for (double at = 1501; at < minutes; at += 2880)
      out.bands.push_back({shape.start_s + at * 60, shape.start_s + (at + 139) * 60, "gap", "no sample"});
  }
  if (shape.soak) out.bands.push_back({shape.start_s + 60 * 60, shape.start_s + 180 * 60, "qualified", "steady for 120 min"});
  if (shape.throttled) out.bands.push_back({shape.start_s + 2301 * 60, shape.start_s + 2460 * 60, "throttled", "hw_thermal"});
  return out;
}

Series cost_curve_series() {
  struct Offer {
    const char* name;
    double usd_per_h;
    bool reserved;
  };
  const std::vector<Offer> offers{{"Nebius 8x H100 on demand", kBestUsdPerH, false},
                                  {"AWS p5.48xlarge on demand", 6.88, false},
                                  {"Lambda 8x H100 SXM on demand", 4.29, false},
                                  {"AWS p5.48xlarge reserved 3y", 2.45, true}};
  Series out{.id = "cost_curve",
             .title = "Cost of a useful accelerator hour",
             .x_unit = "fraction",
             .columns = {{.name = "own", .unit = "USD/h"}, {.name = "own low", .unit = "USD/h"}, {.name = "own high", .unit = "USD/h"}}};
  for (const auto& offer : offers) out.columns.push_back({.name = offer.name, .unit = "USD/h"});
  for (int i = 1; i <= 50; ++i) {
    const double x = i * 0.02;
    const double own = kOwnUsdPerYear / kOwnedHours / x;
    out.x.push_back(x);
    for (std::size_t k = 0; k < 3; ++k) out.columns[k].y.emplace_back(own * (k == 0 ? 1.0 : k == 1 ? 0.88 : 1.13));
    for (std::size_t k = 0; k < offers.size(); ++k)
      out.columns[k + 3].y.emplace_back(offers[k].reserved ? offers[k].usd_per_h / x : offers[k].usd_per_h);
  }
  return out;
}

Series cumulative_series(double utilization) {
  Series out{.id = "cumulative_cost", .title = "Money spent, month by month", .x_unit = "month", .columns = {}};
  for (const auto* name : {"own", "own after exit value", "rent", "hybrid"}) out.columns.push_back({.name = name, .unit = "USD"});
  for (int month = 0; month <= 36; ++month) {
    const double rent = utilization * kOwnedHours / 12 * kBestUsdPerH * month;
    const double own = 290'000 + 6'500.0 * month;
    out.x.push_back(month);
    out.columns[0].y.emplace_back(own);
    out.columns[1].y.emplace_back(own - 290'000 * (1 - 0.9 * month / 60));
    out.columns[2].y.emplace_back(rent);
    out.columns[3].y.emplace_back(0.5 * own + 0.35 * rent);
  }
  return out;
}

std::vector<Table> money_tables() {
  return {{"offers",
           "Rental offers",
           {{"provider", ""},
            {"instance", ""},
            {"kind", ""},
            {"region", ""},
            {"as_of", ""},
            {"usd_per_gpu_h", "USD/h"},
            {"usd_per_useful_gpu_h", "USD/h"},
            {"equivalent", ""},
            {"break_even", "fraction"},
            {"source", ""}},
           {{"Nebius", "8x H100", "on demand", "eu-north1", "2026-11-12", 3.85, 3.85, "same", 0.49, "quote of 12 November, 12 months"},
            {"Lambda", "8x H100 SXM", "on demand", "us-east-3", "2026-11-10", 4.29, 4.29, "same", 0.44, "price list"},
            {"AWS", "p5.48xlarge", "on demand", "us-east-1", "2026-11-10", 6.88, 6.88, "same", 0.28, "price list"},
            {"AWS", "p5.48xlarge", "reserved 3y", "us-east-1", "2026-11-10", 2.45, 3.45, "same", std::monostate{}, "price list"}}},
          {"own_breakdown",
           "What owning costs",
           {{"item", ""}, {"usd", "USD/year"}},
           {{"server", 46'800.0},
            {"network", 5'400.0},
            {"staff", 30'000.0},
            {"colocation", 22'600.0},
            {"support", 20'300.0},
            {"spares", 5'100.0}}},
          {"sensitivity",
           "Break-even utilization",
           {{"input", ""},
            {"low", "fraction"},
            {"high", "fraction"},
            {"delta", "fraction"},
            {"input_low", ""},
            {"input_high", ""},
            {"npv_low", "USD"},
            {"npv_high", "USD"}},
           {{"purchase price", 0.43, 0.56, 0.13, "$260,000", "$320,000", -21'000.0, 48'000.0},
            {"rental rate", 0.71, 0.37, -0.34, "$2.65 /h", "$5.10 /h", -160'000.0, 190'000.0},
            {"electricity", 0.48, 0.51, 0.03, "$0.10 /kWh", "$0.16 /kWh", 9'000.0, 22'000.0},
            {"life of the server", 0.58, 0.45, -0.13, "4 years", "6 years", -30'000.0, 41'000.0},
            {"staff", 0.46, 0.53, 0.07, "$20,000 /year", "$40,000 /year", -9'000.0, 40'000.0}}}};
}

}  // namespace accelprep::report
