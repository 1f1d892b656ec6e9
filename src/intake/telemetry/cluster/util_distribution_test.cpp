#include "intake/telemetry/cluster/util_distribution.h"

#include <gtest/gtest.h>

#include "intake/telemetry/collector_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;

struct Outcome {
  Collector found;
  base::Result<RecordingFacts> result;
};

Outcome read(const std::string& name, const std::string& text) {
  Outcome out;
  auto lines = base::LineReader::over(text, name);
  LogTime time;
  base::NoProgress nobody;
  ReadProgress progress(nobody, 0);
  const NvidiaSmiOptions none;
  out.result = read_util_distribution({.lines = lines, .time = time, .progress = progress, .nvidia_smi = none}, out.found);
  return out;
}

TEST(UtilDistribution, AHeaderWithMetricAndUnitNeedsNoName) {
  const auto out = read("x.csv", "power_w [kW],cum_percent\n0.1,0\n0.5,60\n0.7,100\n");
  ASSERT_TRUE(out.result) << out.result.error().text();
  ASSERT_EQ(out.found.distributions.size(), 1U);
  const auto& found = out.found.distributions[0];
  EXPECT_EQ(found.metric, Metric::power_w);
  ASSERT_EQ(found.points.size(), 3U);
  EXPECT_DOUBLE_EQ(found.points[1].value, 500);
  EXPECT_DOUBLE_EQ(found.points[1].share, 0.6);
  EXPECT_TRUE(out.found.notes.empty());
}

TEST(UtilDistribution, AcmeTracesNamesAreKnownAndSaidToBeTheSource) {
  const auto out = read("dir/util_gpu_kalos_full_2.csv", "value,cum_percent\n0,10\n50,100\n");
  ASSERT_TRUE(out.result);
  EXPECT_EQ(out.found.distributions.at(0).metric, Metric::sm_active);
  EXPECT_DOUBLE_EQ(out.found.distributions[0].points[1].value, 0.5);
  EXPECT_NE(out.found.notes.at(0).find("taken from its name"), std::string::npos);
}

TEST(UtilDistribution, ValuesOfWhatIsNotSaidAreRefused) {
  for (const auto* name : {"x.csv", "server_power_1.csv", "util_gpu_seren_3.csv", "util_gpu_seren_1.csv"}) {
    EXPECT_FALSE(read(name, "value,cum_percent\n0,10\n50,100\n").result) << name;
  }
  EXPECT_FALSE(read("util_gpu_pai_0.csv", "value,cum_percent\n0,10\n").result) << "one point";
  EXPECT_FALSE(read("util_gpu_pai_0.csv", "value,cum_percent\n0,0\n5,0\n").result) << "no reading described";
}

TEST(UtilDistribution, PointsThatStepBackOrCannotBeAreLeftOut) {
  const auto out = read("util_gpu_pai_0.csv", "value,cum_percent\n0,10\n40,50\n30,60\n45,40\n101,70\nx,80\n50,101\n50\n60,100\n");
  ASSERT_TRUE(out.result);
  EXPECT_EQ(out.found.rejected,
            (std::vector<std::string>{"4: a point that steps back in value or share", "5: a point that steps back in value or share",
                                      "6: busy below 0 or over 100 %", "7: a cell that is no number", "8: a share below 0 or over 100 %",
                                      "9: not two cells"}));
  EXPECT_EQ(out.found.distributions.at(0).points.size(), 3U);
}

TEST(UtilDistribution, IsRecognisedByItsHeader) {
  const auto is = [](const std::string& line) { return is_util_distribution(std::vector<std::string>{line}); };
  EXPECT_TRUE(is("value,cum_percent"));
  EXPECT_TRUE(is("busy [%],cum_percent"));
  EXPECT_FALSE(is("busy [furlong],cum_percent"));
  EXPECT_FALSE(is("busyness [%],cum_percent"));
  EXPECT_FALSE(is("value,timestamp_anon,container_ip"));
}

}  // namespace
}  // namespace accelprep::intake
