#include "stack/drivers.h"

#include <gtest/gtest.h>

#include "stack/facts_for_test.h"

namespace accelprep::stack {
namespace {

TEST(Drivers, VersionsAreComparedPartByPart) {
  EXPECT_EQ(compare_driver("525.60.13", "525.60.13"), Standing::enough);
  EXPECT_EQ(compare_driver("525.60.11", "525.60.13"), Standing::below);
  EXPECT_EQ(compare_driver("570.86.10", "570.124.06"), Standing::below);
  EXPECT_EQ(compare_driver("580.65.06", "580"), Standing::enough);
}

TEST(Drivers, ABranchAloneDoesNotTell) {
  EXPECT_EQ(compare_driver("525", "525.60.13"), Standing::unclear);
  EXPECT_EQ(compare_driver("530", "525.60.13"), Standing::enough);
  EXPECT_EQ(compare_driver("", "525.60.13"), Standing::unclear);
}

TEST(Drivers, TheFloorIsThatOfTheMajor) {
  const auto facts = facts_for_test();
  EXPECT_EQ(driver_floor(facts, "12.8", System::linux)->driver, "525.60.13");
  EXPECT_EQ(driver_floor(facts, "12.3", System::linux)->driver, "525.60.13");  // no row of its own
  EXPECT_EQ(driver_floor(facts, "13.0", System::linux)->driver, "580");
  EXPECT_EQ(driver_floor(facts, "13", System::linux)->driver, "580");
  EXPECT_EQ(driver_floor(facts, "12.8", System::windows)->driver, "528.33");
}

TEST(Drivers, BeforeElevenEveryMinorHasItsOwnFloor) {
  const auto facts = facts_for_test();
  EXPECT_EQ(driver_floor(facts, "10.2", System::linux)->driver, "440.33");
  EXPECT_FALSE(driver_floor(facts, "10.0", System::linux));
}

TEST(Drivers, ADriverCarriesTheCudaOfItsBranch) {
  const auto facts = facts_for_test();
  EXPECT_EQ(cuda_of_driver(facts, "570.133.20"), "12.8");
  EXPECT_EQ(cuda_of_driver(facts, "535.183.01"), "12.2");
  EXPECT_EQ(cuda_of_driver(facts, "460.91.03"), "11.2");
  EXPECT_EQ(cuda_of_driver(facts, "390.48"), "");
  EXPECT_EQ(driver_of_cuda(facts, "12.8"), "570.86.10");
}

TEST(Drivers, BlackwellHasAFloorOfItsOwn) {
  const auto facts = facts_for_test();
  EXPECT_EQ(gpu_driver_floor(facts, "12.0")->driver, "570");
  EXPECT_FALSE(gpu_driver_floor(facts, "9.0"));
}

}  // namespace
}  // namespace accelprep::stack
