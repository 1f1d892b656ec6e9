#include "economics/hybrid.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace accelprep::economics {
namespace {

// A node of 8 costs 40,000 a year to own and run, whatever its use: 0.57 $/h of each accelerator.
OwnFigures plan(double nodes) {
  return {.accelerators = 8 * nodes,
          .nodes = nodes,
          .capital = {{.item = "nodes", .usd = 90000 * nodes, .life_years = 3}},
          .other_usd_per_year = 10000 * nodes};
}

std::vector<double> office(int days) {  // 6 at night, 20 for eight hours of each day
  std::vector<double> hours;
  for (int i = 0; i < days * 24; ++i) hours.push_back(i % 24 >= 8 && i % 24 < 16 ? 20 : 6);
  return hours;
}

TEST(Hybrid, OwnsTheBaseAndRentsThePeaks) {
  const auto hours = office(14);
  const auto own = plan(3);
  const auto found = cheapest_hybrid({.hourly_accelerators = hours, .plan = own, .on_demand_usd_per_gpu_h = 1, .terms = {.months = 36}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->nodes_for_peak, 3);
  EXPECT_EQ(found->own_nodes, 1);
  // One node: 120,000 for three years, and 12 accelerators for a third of the hours.
  EXPECT_NEAR(found->rent_gpu_h_per_year, 12 * 8760 / 3.0, 1e-6);
  EXPECT_NEAR(found->usd, 120000 + 3 * 12 * 8760 / 3.0, 1e-6);
  EXPECT_NEAR(found->npv_vs_best_pure_usd, std::min(3 * 8760 * 32 / 3.0, 3 * 120000.0) - found->usd, 1e-6);
  EXPECT_NEAR(found->node_utilization[0], (8 + 6 * 2) / 24.0, 1e-9);
  EXPECT_NEAR(found->node_utilization[1], 1 / 3.0, 1e-9);
  EXPECT_NEAR(found->node_utilization[2], 1 / 6.0, 1e-9);
  ASSERT_TRUE(found->ci95);
  EXPECT_NEAR(found->ci95->low, found->npv_vs_best_pure_usd, 1e-6);  // all days alike
}

TEST(Hybrid, IsNothingButOwningOrRentingWhereThatIsCheapest) {
  const auto hours = office(14);
  const auto own = plan(3);
  const auto cheap = cheapest_hybrid({.hourly_accelerators = hours, .plan = own, .on_demand_usd_per_gpu_h = 0.3, .terms = {.months = 36}});
  EXPECT_EQ(cheap->own_nodes, 0);
  EXPECT_EQ(cheap->npv_vs_best_pure_usd, 0);
  const auto dear = cheapest_hybrid({.hourly_accelerators = hours, .plan = own, .on_demand_usd_per_gpu_h = 50, .terms = {.months = 36}});
  EXPECT_EQ(dear->own_nodes, 3);
  EXPECT_EQ(dear->npv_vs_best_pure_usd, 0);
}

TEST(Hybrid, AReservationMayBeatIt) {
  const auto hours = office(14);
  const auto own = plan(3);
  const auto found = cheapest_hybrid(
      {.hourly_accelerators = hours, .plan = own, .on_demand_usd_per_gpu_h = 1, .reserved_usd_per_gpu_h = 0.2, .terms = {.months = 36}});
  EXPECT_LT(found->npv_vs_best_pure_usd, 0);
}

TEST(Hybrid, DowntimeLeavesMoreToRent) {
  const auto hours = office(14);
  auto own = plan(3);
  own.availability = 0.5;
  const auto found = cheapest_hybrid({.hourly_accelerators = hours, .plan = own, .on_demand_usd_per_gpu_h = 1, .terms = {.months = 36}});
  EXPECT_EQ(found->nodes_for_peak, 5);  // 20 over 4 usable ones a node
}

TEST(Hybrid, TheChosenNumberIsTheLeastOfAllAndTheFirstNodeTheBusiest) {
  base::Rng rng(3);
  for (int i = 0; i < 50; ++i) {
    std::vector<double> hours;
    for (int h = 0; h < 10 * 24; ++h) hours.push_back(rng.uniform() < 0.5 ? rng.uniform(0, 10) : rng.uniform(0, 60));
    const auto own = plan(2);
    const auto found = cheapest_hybrid({.hourly_accelerators = hours,
                                        .plan = own,
                                        .on_demand_usd_per_gpu_h = rng.uniform(0.3, 5),
                                        .terms = {.months = 24, .discount_rate = 0.1}});
    ASSERT_TRUE(found);
    for (const auto& option : found->options) {
      EXPECT_GE(option.present_value, found->options[static_cast<std::size_t>(found->own_nodes)].present_value);
    }
    for (std::size_t n = 1; n < found->node_utilization.size(); ++n)
      EXPECT_LE(found->node_utilization[n], found->node_utilization[n - 1] + 1e-12);
    ASSERT_TRUE(found->ci95);
    EXPECT_LE(found->ci95->low, found->ci95->high);
  }
}

TEST(Hybrid, SaysWhatIsMissing) {
  const auto own = plan(1);
  const std::vector<double> zeros(48, 0);
  const auto two_days = office(2);
  EXPECT_NE(cheapest_hybrid({.plan = own, .on_demand_usd_per_gpu_h = 1}).error().find("hour by hour"), std::string::npos);
  EXPECT_NE(cheapest_hybrid({.hourly_accelerators = two_days, .plan = own}).error().find("billed by the hour"), std::string::npos);
  EXPECT_EQ(cheapest_hybrid({.hourly_accelerators = zeros, .plan = own, .on_demand_usd_per_gpu_h = 1}).error(),
            "no hour needs an accelerator");
  const auto found = cheapest_hybrid({.hourly_accelerators = two_days, .plan = own, .on_demand_usd_per_gpu_h = 1});
  EXPECT_FALSE(found->ci95);
  EXPECT_EQ(found->why_no_interval, "an interval needs 7 whole days of hours; there are 2");
}

}  // namespace
}  // namespace accelprep::economics
