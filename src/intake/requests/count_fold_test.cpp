#include "intake/requests/count_fold.h"

#include <gtest/gtest.h>

#include "base/time.h"

namespace accelprep::intake {
namespace {

constexpr records::TimeNs kStart = 1'762'000'000LL / 3600 * 3600 * base::kSecond;

TEST(CountFold, RatesOfClientsAddUp) {
  const auto summary = fold_counts({{kStart, 0.5}, {kStart + 600 * base::kSecond, 1}, {kStart, 1.5}}, {.is_rate = true});
  ASSERT_TRUE(summary.has_value()) << summary.error().message;
  EXPECT_EQ(summary->bin_s, 600);
  EXPECT_EQ(summary->count, 1800);
  ASSERT_EQ(summary->seconds.size(), 2U);
  EXPECT_EQ(summary->seconds[0].count, 1200);
  EXPECT_EQ(summary->last_ns, kStart + 1200 * base::kSecond);
  EXPECT_EQ(summary->gap_count, 0);
}

TEST(CountFold, AMissingIntervalIsZeroUnlessTheLogWritesZeros) {
  const auto never = fold_counts({{kStart, 5}, {kStart + base::kHour, 6}, {kStart + 3 * base::kHour, 7}}, {});
  ASSERT_TRUE(never.has_value());
  EXPECT_TRUE(never->unwritten.empty());
  EXPECT_EQ(never->longest_silence_s, 3600);
  const auto writes = fold_counts({{kStart, 5}, {kStart + base::kHour, 0}, {kStart + 3 * base::kHour, 7}}, {});
  ASSERT_TRUE(writes.has_value());
  ASSERT_EQ(writes->unwritten.size(), 1U);
  EXPECT_EQ(writes->unwritten[0].from_ns, kStart + 2 * base::kHour);
  EXPECT_EQ(writes->unwritten[0].to_ns, kStart + 3 * base::kHour);
}

TEST(CountFold, WhatIsNoLogOfCountsIsRefused) {
  const auto message = [](std::vector<CountRow> rows) {
    const auto summary = fold_counts(std::move(rows), {});
    return summary ? std::string() : summary.error().message;
  };
  EXPECT_NE(message({{kStart, 5}}).find("two intervals at least"), std::string::npos);
  EXPECT_NE(message({{kStart, 5}, {kStart + base::kDay, 5}}).find("one second to one hour"), std::string::npos);
  EXPECT_NE(message({{kStart, 5}, {kStart + 60 * base::kSecond, 5}, {kStart + 150 * base::kSecond, 5}}).find("but one begins at"),
            std::string::npos);
  EXPECT_NE(message({{kStart, 5}, {kStart + 60 * base::kSecond, -1}}).find("is no count"), std::string::npos);
}

}  // namespace
}  // namespace accelprep::intake
