#include "statistics/sketch_builder.h"

#include <gtest/gtest.h>
#include <limits>
#include <map>

#include "base/random.h"

namespace accelprep::statistics {
namespace {

TEST(SketchBuilder, HoldsEveryStepOnceWhateverTheOrderAndDistance) {
  base::Rng rng(3);
  for (const std::uint64_t spread : {10ULL, 5'000ULL, 3'000'000ULL, 1ULL << 40U}) {
    SketchBuilder builder(1);
    std::map<std::int64_t, std::int64_t> wanted;
    for (int i = 0; i < 20'000; ++i) {
      const auto centre = i % 1000 == 0 ? -100'000'000 : i < 10'000 ? 70'000 : 90'000;
      const auto value = centre + static_cast<std::int64_t>(rng.below(i % 7 == 0 ? spread : 300));
      builder.add_whole(value);
      ++wanted[value];
    }
    const auto sketch = builder.take();
    EXPECT_EQ(sketch.count, 20'000);
    ASSERT_EQ(sketch.cells.size(), wanted.size()) << spread;
    auto at = wanted.begin();
    for (const auto& [step, count] : sketch.cells) {
      EXPECT_EQ(step, at->first);
      EXPECT_EQ(count, at->second);
      ++at;
    }
  }
}

TEST(SketchBuilder, TakesTheLargestAndTheSmallestNumbers) {
  SketchBuilder builder(1);
  builder.add_whole(std::numeric_limits<std::int64_t>::max());
  builder.add_whole(5);
  builder.add_whole(std::numeric_limits<std::int64_t>::min() + 1);
  const auto sketch = builder.take();
  ASSERT_EQ(sketch.cells.size(), 3U);
  EXPECT_EQ(sketch.cells[1].step, 5);
}

TEST(SketchBuilder, RoundsToItsResolution) {
  SketchBuilder builder(0.1);
  builder.add(0.26);
  builder.add(0.34);
  const auto sketch = builder.take();
  ASSERT_EQ(sketch.cells.size(), 1U);
  EXPECT_EQ(sketch.cells[0].step, 3);
  EXPECT_DOUBLE_EQ(sketch.sum, 0.6);
}

}  // namespace
}  // namespace accelprep::statistics
