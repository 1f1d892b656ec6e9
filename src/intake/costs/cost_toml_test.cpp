#include "intake/costs/cost_toml.h"

#include <gtest/gtest.h>

#include "intake/costs/demand_csv.h"

namespace accelprep::intake {
namespace {

using records::Basis;

base::Result<records::CostPlan> read(const std::string& text) {
  TRY_ASSIGN(const auto table, base::parse_toml(text, "cost.toml"));
  return cost_from_toml(table, "cost.toml");
}

std::string error_of(const std::string& text) {
  const auto plan = read(text);
  return plan ? "" : plan.error().text();
}

const std::string kOwn = R"(currency = "USD"
[own]
accelerators = 8
capital = [{ item = "server", usd = 300000, life_years = 4 }]
)";
const std::string kRent = R"([[rent]]
provider = "AWS"
instance = "p5.48xlarge"
count = 8
kind = "on_demand"
usd_per_h = 55.04
as_of = 2026-11-01
)";

TEST(CostToml, ReadsPlainNumbersAsAssumedAndTablesWithTheirBasis) {
  const auto plan = read(
      kOwn +
      R"(electricity_usd_per_kwh = { value = 0.12, low = 0.10, high = 0.15, basis = "imported", source = "the bill", as_of = "2026-10-01" }
busy_w = { value = 10200, basis = "specified", source = "user guide" }
staff_usd_per_year = { value = 30000, declared_by = "head of operations", on = 2026-10-02 }
)" + kRent +
      "[workload]\nutilization = 0.33\n");
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(plan->own.capital[0].usd.basis, Basis::assumed);
  EXPECT_EQ(plan->own.electricity_usd_per_kwh->basis, Basis::imported);
  EXPECT_EQ(*plan->own.electricity_usd_per_kwh->high, 0.15);
  EXPECT_EQ(plan->own.busy_w->basis, Basis::specified);
  EXPECT_EQ(plan->own.staff_usd_per_year->basis, Basis::declared);
  EXPECT_EQ(plan->own.staff_usd_per_year->as_of, "2026-10-02");
  EXPECT_EQ(plan->rent[0].label(), "AWS p5.48xlarge on demand");
  EXPECT_EQ(plan->rent[0].as_of, "2026-11-01");
  EXPECT_FALSE(plan->own.pue);
  EXPECT_EQ(plan->horizons_months, (std::vector<double>{12, 24, 36}));
}

TEST(CostToml, ARateOfOneAcceleratorBecomesOneOfTheInstance) {
  const auto plan = read(kOwn + R"([[rent]]
provider = "x"
count = 4
kind = "spot"
usd_per_gpu_h = { value = 2, low = 1, high = 3 }
as_of = "2026-11-01"
)");
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(plan->rent[0].usd_per_h->value, 8);
  EXPECT_EQ(*plan->rent[0].usd_per_h->low, 4);
}

TEST(CostToml, ConvertsMoneyAndNothingElse) {
  const auto plan = read(R"(currency = "EUR"
[[exchange]]
currency = "EUR"
usd = 1.1
as_of = 2026-11-01
[own]
accelerators = 8
capital = [{ usd = 100, life_years = 4, residual = 0.1 }]
electricity_usd_per_kwh = 0.2
busy_w = 1000
pue = 1.5
)");
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_NEAR(plan->own.capital[0].usd.value, 110, 1e-9);
  EXPECT_EQ(plan->own.capital[0].residual->value, 0.1);
  EXPECT_NEAR(plan->own.electricity_usd_per_kwh->value, 0.22, 1e-9);
  EXPECT_EQ(plan->own.pue->value, 1.5);
}

TEST(CostToml, RefusesWhatIsNoEvidence) {
  EXPECT_NE(error_of(kOwn + kRent.substr(0, kRent.find("as_of"))).find("has no as_of date"), std::string::npos);
  EXPECT_NE(error_of("[own]\naccelerators = 8\n").find("currency is missing"), std::string::npos);
  EXPECT_NE(error_of("currency = \"USD\"\n").find("[own] is missing"), std::string::npos);
  EXPECT_NE(error_of("currency = \"GBP\"\n[own]\naccelerators = 8\n").find("no rate in this file"), std::string::npos);
}

TEST(CostToml, RefusesNonsenseWithItsPlace) {
  EXPECT_EQ(error_of(kOwn + "pue = 0.5\n").substr(0, 14), "cost.toml:5:1:");
  EXPECT_NE(error_of(kOwn + "staff_usd_per_year = -1\n").find("expected a number of 0 or more"), std::string::npos);
  EXPECT_NE(error_of(kOwn + "staff_usd_per_year = nan\n").find("expected a number of 0 or more"), std::string::npos);
  EXPECT_NE(error_of(kOwn + "staff_usd_per_year = \"many\"\n").find("expected a number"), std::string::npos);
  EXPECT_NE(error_of(kOwn + "availability = 99.9\n").find("expected a fraction"), std::string::npos);
  EXPECT_NE(error_of(kOwn + "electricity_usd_per_kwh = 0.1\n").find("needs busy_w"), std::string::npos);
  EXPECT_NE(error_of(kOwn + "opex_usd_per_h = 1\nstaff_usd_per_year = 1\n").find("stands instead of staff_usd_per_year"),
            std::string::npos);
  EXPECT_NE(error_of(kOwn + "nodes = 9\n").find("nodes = 9 for accelerators = 8"), std::string::npos);
  EXPECT_NE(error_of(kOwn + "busy_w = { value = 10, low = 5 }\n").find("has low and no high"), std::string::npos);
  EXPECT_NE(error_of(kOwn + "busy_w = { value = 10, basis = \"mesured\" }\n").find("did you mean \"measured\""), std::string::npos);
  EXPECT_NE(error_of(kOwn + "busy_w = { value = 10, sorce = \"x\" }\n").find("did you mean \"source\""), std::string::npos);
  EXPECT_NE(error_of(kOwn + kRent + "kin = 1\n").find("unknown key \"kin\""), std::string::npos);
}

TEST(CostToml, ATokenPriceIsAnApi) {
  const auto priced = kOwn + "[[rent]]\nprovider = \"x\"\nkind = \"on_demand\"\nusd_per_million_input = 1\nas_of = \"2026-11-01\"\n";
  EXPECT_NE(error_of(priced).find("expected kind = \"api\""), std::string::npos);
  EXPECT_NE(error_of(kOwn + "[[rent]]\nprovider = \"x\"\nkind = \"api\"\nas_of = \"2026-11-01\"\n").find("is an api"), std::string::npos);
}

TEST(CostToml, HoursAreAListOrAFile) {
  EXPECT_EQ(read(kOwn + "[workload]\nhourly_accelerators = [1, 2.5, 0]\n")->workload.hourly_accelerators, (std::vector<double>{1, 2.5, 0}));
  EXPECT_EQ(read(kOwn + "[workload]\nhourly_accelerators = \"demand.csv\"\n")->workload.hourly_file, "demand.csv");
  EXPECT_NE(error_of(kOwn + "[workload]\nhourly_accelerators = [1, -2]\n").find("0 or more"), std::string::npos);
}

TEST(DemandCsv, ReadsItsColumnAndNamesTheLineOfAMistake) {
  auto lines = base::LineReader::over("hour,accelerators\n0,1\n1,2.5\n", "demand.csv");
  EXPECT_EQ(*demand_from_csv(lines), (std::vector<double>{1, 2.5}));
  auto bad = base::LineReader::over("hour,accelerators\n0,1\n1,\n", "demand.csv");
  EXPECT_EQ(demand_from_csv(bad).error().place, "demand.csv:3");
  auto other = base::LineReader::over("hour,gpus\n0,1\n", "demand.csv");
  EXPECT_NE(demand_from_csv(other).error().message.find("no column \"accelerators\"; found: hour, gpus"), std::string::npos);
}

}  // namespace
}  // namespace accelprep::intake
