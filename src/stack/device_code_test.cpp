#include "stack/device_code.h"

#include <gtest/gtest.h>

namespace accelprep::stack {
namespace {

TEST(DeviceCode, MachineCodeRunsUpwardWithinItsMajor) {
  EXPECT_TRUE(sass_runs_on("8.6", "8.9"));
  EXPECT_TRUE(sass_runs_on("12.0", "12.1"));
  EXPECT_TRUE(sass_runs_on("8.0", "8.6"));
  EXPECT_FALSE(sass_runs_on("8.9", "8.6"));
  EXPECT_FALSE(sass_runs_on("9.0", "10.0"));
  EXPECT_FALSE(sass_runs_on("10.0", "12.0"));
}

TEST(DeviceCode, ArchitectureSpecificCodeRunsOnItsOwnChipAlone) {
  EXPECT_TRUE(sass_runs_on("9.0a", "9.0"));
  EXPECT_FALSE(sass_runs_on("12.0a", "12.1"));
  EXPECT_FALSE(ptx_reaches("9.0a", "10.0"));
}

TEST(DeviceCode, FamilyCodeStaysInItsFamily) {
  EXPECT_TRUE(sass_runs_on("10.0f", "10.3"));
  EXPECT_FALSE(sass_runs_on("10.3f", "10.0"));
  EXPECT_FALSE(ptx_reaches("10.0f", "12.0"));
}

TEST(DeviceCode, TegraPartsTakeTheirOwnCodeOnly) {
  EXPECT_FALSE(sass_runs_on("8.6", "8.7"));
  EXPECT_TRUE(sass_runs_on("8.7", "8.7"));
  EXPECT_FALSE(sass_runs_on("10.0", "10.1"));
}

TEST(DeviceCode, PtxReachesEveryNewerGpu) {
  EXPECT_TRUE(ptx_reaches("8.0", "12.0"));
  EXPECT_TRUE(ptx_reaches("12.0", "12.1"));
  EXPECT_FALSE(ptx_reaches("9.0", "8.9"));
}

TEST(DeviceCode, ListsAreReadInEverySpelling) {
  const std::vector<std::string> list{"sm_80", "sm_90a", "compute_90", "8.9", "12.0+PTX", "gfx942:sramecc+", "nonsense"};
  const auto code = device_code_of(list);
  EXPECT_EQ(code.sass, (std::vector<std::string>{"8.0", "9.0a", "8.9", "12.0"}));
  EXPECT_EQ(code.ptx, (std::vector<std::string>{"9.0", "12.0"}));
  EXPECT_EQ(code.gfx, (std::vector<std::string>{"gfx942"}));
}

TEST(DeviceCode, TheBestWayIsReported) {
  const DeviceCode code{.sass = {"8.0", "8.6"}, .ptx = {"8.6"}, .gfx = {}};
  EXPECT_EQ(reach(code, "8.6").how, Reach::exact);
  EXPECT_EQ(reach(code, "8.9").how, Reach::minor);
  EXPECT_EQ(reach(code, "8.9").by, "8.6");
  EXPECT_EQ(reach(code, "9.0").how, Reach::jit);
  EXPECT_EQ(reach(code, "7.5").how, Reach::none);
  EXPECT_EQ(reach(code, "not a capability").how, Reach::none);
}

}  // namespace
}  // namespace accelprep::stack
