// A cost plan as plain numbers. Every stated figure passes through one function, so that the same code gives the plan as it stands, one
// random draw of it, or the plan with one figure moved to an end of its range.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "records/cost_plan.h"

namespace accelprep::economics {

inline constexpr double kHoursPerYear = 8760;
inline constexpr double kHoursPerMonth = kHoursPerYear / 12;  // 730; publications that use 720 say 1.4 % more months

struct CapitalFigures {
  std::string item;
  double usd = 0;
  double life_years = 1;
  std::optional<double> residual;  // share of usd at the end of its life; nothing where none is stated
};

struct OwnFigures {
  double accelerators = 0;
  double nodes = 1;
  double availability = 1;
  std::vector<CapitalFigures> capital;
  std::optional<double> opex_usd_per_h;  // of one node; the parts below are then 0
  double electricity_usd_per_kwh = 0;
  double pue = 1;
  double busy_w = 0;  // of the whole plan
  double idle_w = 0;  // of the whole plan; busy_w where it is not stated
  double colo_usd_per_kw_month = 0;
  double contracted_kw = 0;
  double staff_usd_per_year = 0;
  double support_share_per_year = 0;
  double other_usd_per_year = 0;
};

struct OfferFigures {
  records::RentKind kind = records::RentKind::on_demand;
  double count = 1;  // accelerators of one instance
  // Of one accelerator. For an api: what its price per token comes to in an hour in which one accelerator of the plan is fully used;
  // nothing where the workload does not say how many tokens that is.
  std::optional<double> usd_per_gpu_h;
};

struct Figures {
  OwnFigures own;
  std::vector<OfferFigures> offers;           // as in the plan
  std::optional<double> utilization;          // accelerator hours needed, over those owned and available
  double discount_rate = 0;                   // a year
  std::optional<double> output_tokens_per_s;  // of the whole plan at full use
  std::optional<double> requests_per_s;       // of the whole plan at full use: output_tokens_per_s / output_tokens
};

// What an input belongs to; the last ones decide nothing about owning.
enum class InputGroup : std::uint8_t { own, rent, utilization, terms, workload };

struct Input {
  std::string name;  // "server.usd", "pue", "AWS p5.48xlarge on_demand: usd_per_h"
  records::Stated stated;
  InputGroup group = InputGroup::own;
  std::size_t offer = 0;  // which, for InputGroup::rent
};

// Every figure of the plan that is stated, always in the same order.
std::vector<Input> inputs_of(const records::CostPlan& plan);

// Gives the number to use for the input at `position` of inputs_of().
using Pick = std::function<double(std::size_t position, const records::Stated& stated)>;

Figures figures_of(const records::CostPlan& plan, const Pick& pick);
Figures figures_of(const records::CostPlan& plan);  // as stated

}  // namespace accelprep::economics
