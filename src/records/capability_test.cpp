#include "records/capability.h"

#include <gtest/gtest.h>

namespace accelprep::records {
namespace {

TEST(Capability, EverySpellingIsOne) {
  EXPECT_EQ(capability_named("sm_120"), "12.0");
  EXPECT_EQ(capability_named("sm_90a"), "9.0a");
  EXPECT_EQ(capability_named("compute_80"), "8.0");
  EXPECT_EQ(capability_named("12.1"), "12.1");
  EXPECT_EQ(capability_named("86"), "8.6");
  for (const char* text : {"", "9", "sm_", "12.10", "gfx90a", "9.0b", "sm_1200"}) EXPECT_FALSE(capability_named(text)) << text;
}

TEST(CudaTag, NamesAVersion) {
  EXPECT_EQ(cuda_named("cu128"), "12.8");
  EXPECT_EQ(cuda_named("cu92"), "9.2");
  EXPECT_EQ(cuda_named("cu101"), "10.1");
  EXPECT_EQ(cuda_named("cu13"), "13");
  EXPECT_EQ(cuda_named("12.8.93"), "12.8");
  EXPECT_EQ(cuda_named("13.x"), "13");
  EXPECT_EQ(cuda_named("12"), "12");
  for (const char* text : {"", "cu", "cpu", "rocm6.4", "None"}) EXPECT_FALSE(cuda_named(text)) << text;
}

}  // namespace
}  // namespace accelprep::records
