#include "intake/site/site_toml.h"

#include <gtest/gtest.h>

namespace accelprep::intake {
namespace {

base::Result<records::SitePlan> read(const std::string& text) {
  TRY_ASSIGN(const auto table, base::parse_toml(text, "site.toml"));
  return site_from_toml(table, "site.toml");
}

std::string error_of(const std::string& text) {
  const auto plan = read(text);
  return plan ? "" : plan.error().text();
}

TEST(SiteToml, ReadsNodeFeedsAndCooling) {
  const auto plan = read(R"(optional = ["feed_loss_a"]
[rack]
nodes = 4
other_w = 500
[node]
accelerators = 8
peak_w = { value = 10200, basis = "specified" }
psu_count = 6
psu_rating_w = 3300
psus_needed = 4
[[feed]]
name = "A"
volts = 208
phases = 3
breaker_a = 60
connection = "delta"
psus = [1, 2, 3]
[[feed]]
capacity_w = 17000
psus = [4, 5, 6]
[cooling]
measured_in = "bench"
inlet_c = 22.5
target_inlet_c = 27
telemetry = ["gpu.csv"]
)");
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(plan->nodes, 4);
  EXPECT_EQ(plan->node.peak_w->basis, records::Basis::specified);
  ASSERT_EQ(plan->feeds.size(), 2U);
  EXPECT_EQ(plan->feeds[0].connection, records::Connection::delta);
  EXPECT_EQ(plan->feeds[1].name, "B");  // by its place
  EXPECT_EQ(plan->feeds[1].id, "b");
  EXPECT_EQ(plan->cooling.telemetry, (std::vector<std::string>{"gpu.csv"}));
  EXPECT_EQ(plan->optional_checks, (std::vector<std::string>{"feed_loss_a"}));
}

TEST(SiteToml, WhatIsNotStatedStaysSo) {
  const auto plan = read("");
  ASSERT_TRUE(plan);
  EXPECT_FALSE(plan->node.peak_w);
  EXPECT_TRUE(plan->feeds.empty());
  EXPECT_EQ(plan->cooling.measured_in, "");
}

TEST(SiteToml, RefusesNonsenseWithItsPlace) {
  EXPECT_EQ(error_of("[node]\npeak_w = -5\n").substr(0, 14), "site.toml:2:1:");
  EXPECT_NE(error_of("[node]\npeak_w = 5\nsustained_w = 6\n").find("is below sustained_w"), std::string::npos);
  EXPECT_NE(error_of("[node]\npsu_count = 0\n").find("from 1 to"), std::string::npos);
  EXPECT_NE(error_of("[node]\npsu_count = 4\npsus_needed = 5\n").find("psus_needed = 5 of psu_count = 4"), std::string::npos);
  EXPECT_NE(error_of("[[feed]]\nvolts = 208\n").find("breaker_a is missing"), std::string::npos);
  EXPECT_NE(error_of("[[feed]]\nvolts = 208\nbreaker_a = 30\ncapacity_w = 5000\n").find("capacity_w stands instead of volts"),
            std::string::npos);
  EXPECT_NE(error_of("[[feed]]\nname = \"A\"\n[[feed]]\nname = \"a\"\n").find("two feeds are called"), std::string::npos);
  EXPECT_NE(error_of("[[feed]]\npsus = [1, 1]\n").find("twice on this one"), std::string::npos);
  EXPECT_NE(error_of("[cooling]\nmeasured_in = \"target rack\"\n").find("did you mean \"target_rack\""), std::string::npos);
  EXPECT_NE(error_of("[coling]\n").find("did you mean \"cooling\""), std::string::npos);
}

}  // namespace
}  // namespace accelprep::intake
