// Own, rent, or both: everything `accelprep cost` says about a plan, from values alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "economics/break_even.h"
#include "economics/equivalence.h"
#include "economics/flips.h"
#include "economics/hybrid.h"
#include "economics/lint.h"
#include "economics/sensitivity.h"

namespace accelprep::economics {

enum class Decision : std::uint8_t { own, rent, hybrid, undecided };
std::string_view name_of(Decision decision);

// Whether the utilization is a figure or only known not to be exceeded (nvidia-smi's busy over the cycle).
enum class UtilizationBound : std::uint8_t { point, upper };

struct CostInputs {
  records::CostPlan plan;  // with the ledger's utilization filled in where the file states none, and hourly_accelerators read
  HardwareLookup hardware;
  UtilizationBound utilization_bound = UtilizationBound::point;
  std::string today;  // "2026-11-30": rates are old or not as of then; "" leaves their age unjudged
  Draws draws;
};

struct OwnResult {
  double capital_usd = 0;
  std::optional<double> annual_usd;  // nothing without a utilization, as all below
  std::optional<double> usd_per_useful_gpu_h;
  std::optional<double> usd_per_useful_exaflop;
  std::optional<double> usd_per_million_tokens;  // output tokens
  std::optional<double> usd_per_1k_requests;
  std::optional<double> running_usd_per_h;
  std::optional<evidence::Interval> annual_ci95;
  std::optional<evidence::Interval> useful_ci95;
  std::vector<CostItem> breakdown;  // a year
};

struct AtHorizon {
  double months = 0;
  double own_usd = 0;
  double rent_usd = 0;
  double npv_usd = 0;  // of owning against this offer
  std::optional<evidence::Interval> npv_ci95;
  Decision decision = Decision::undecided;
  bool contractable = true;  // the offer may be had for that long
};

struct BreakEven {
  std::optional<double> utilization;
  std::string why_no_utilization;
  std::optional<evidence::Interval> ci95;  // capped at 1
  double never_share = 0;                  // of the draws in which owning never costs less
  std::optional<double> months;
  std::string why_no_months;
  std::optional<double> hours;  // of full use
  std::vector<AtHorizon> at_horizon;
};

struct OfferResult {
  Judgement judgement;
  bool contractable = false;  // for the horizon
  std::optional<double> usd_per_gpu_h;
  std::string why_no_rate;
  std::optional<double> annual_usd;
  std::optional<double> usd_per_useful_gpu_h;
  std::optional<double> usd_per_useful_exaflop;
  std::optional<double> usd_per_million_tokens;
  std::optional<double> usd_per_1k_requests;
  BreakEven break_even;
};

// Against the lower envelope of all equivalent offers that may be contracted.
struct PaysAbove {
  PaysWindow window;
  std::optional<evidence::Interval> ci95;
  double never_share = 0;
};

struct SensitivityRow {
  std::string input;
  double input_low = 0;
  double input_high = 0;
  std::optional<double> low;   // break-even utilization at input_low; nothing where it is never
  std::optional<double> high;  // at input_high
  std::optional<double> delta;
  std::optional<double> npv_low;  // at the horizon, against the same offer as the verdict
  std::optional<double> npv_high;
};

struct Comparison {
  Figures figures;
  std::string accelerator;  // "" where nobody names it
  std::optional<Hardware> hardware;
  double horizon_months = 0;
  OwnResult own;
  std::vector<OfferResult> rent;       // as in the plan
  std::optional<std::size_t> against;  // into rent
  std::string why_no_against;
  BreakEven break_even;  // of `against`
  std::optional<double> discounted_months;
  std::optional<evidence::Interval> rent_useful_ci95;  // of `against`
  std::optional<evidence::Interval> own_at_horizon_ci95;
  std::optional<evidence::Interval> rent_at_horizon_ci95;
  PaysAbove pays_above;
  std::expected<Hybrid, std::string> hybrid;
  std::optional<std::size_t> sensitivity_against;  // the offer billed by use that low and high are about
  std::vector<SensitivityRow> sensitivity;         // widest first
  Decision decision = Decision::undecided;
  std::string decision_why;
  std::vector<Flip> flips;  // what would turn owning into renting or back
  std::vector<Lint> lint;
  std::vector<double> curve_utilization;  // 0.02 to 1
  std::vector<std::optional<evidence::Interval>> curve_own_ci95;
};

Comparison compare(const CostInputs& inputs);

// What the plan's hourly demand comes to: its mean over the accelerators owned and available. Nothing without hours, and nothing above
// 1, where the plan is too small for the work. Its basis is that of the hours.
std::optional<records::Stated> utilization_of_hours(const records::CostPlan& plan, records::Basis basis);

}  // namespace accelprep::economics
