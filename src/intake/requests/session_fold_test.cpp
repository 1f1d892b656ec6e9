#include "intake/requests/session_fold.h"

#include <gtest/gtest.h>

#include "statistics/quantiles.h"

namespace accelprep::intake {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

TEST(SessionFold, ATurnFindsWhatTheTurnsBeforeItLeft) {
  SessionFold fold;
  fold.add(7, {.arrival_ns = 0, .input_tokens = 512, .output_tokens = 256, .ttft_s = {}, .e2e_s = 2});
  fold.add(8, {.arrival_ns = 5 * kSecond, .input_tokens = 300, .output_tokens = 10, .ttft_s = {}, .e2e_s = 1});
  fold.add(7, {.arrival_ns = 10 * kSecond, .input_tokens = 1024, .output_tokens = 1, .ttft_s = {}, .e2e_s = 1});

  const auto sessions = fold.sessions();
  EXPECT_EQ(sessions.count, 2);
  EXPECT_EQ(sessions.requests, 3);
  EXPECT_TRUE(sessions.ends_known);
  EXPECT_EQ(sessions.turns.cells, (std::vector<records::Sketch::Cell>{{1, 1}, {2, 1}}));
  EXPECT_EQ(sessions.think_s.count, 1);
  EXPECT_DOUBLE_EQ(*statistics::mean(sessions.think_s), 8);

  // Blocks of 256: two asked for and three left, one, then four asked for, of which three are there, each behind three others.
  const auto prefix = fold.prefix();
  EXPECT_TRUE(prefix.by_session);
  EXPECT_EQ(prefix.blocks, 7);
  EXPECT_EQ(prefix.reused_blocks, 3);
  EXPECT_EQ(prefix.distinct_blocks, 5);
  ASSERT_EQ(prefix.by_cache.size(), 3U);
  EXPECT_EQ(prefix.by_cache[1].hits, 0);
  EXPECT_EQ(prefix.by_cache[2].blocks, 4);
  EXPECT_EQ(prefix.by_cache[2].hits, 3);
}

TEST(SessionFold, WithoutLatenciesTheTimeBetweenTurnsIsFromArrivalToArrival) {
  SessionFold fold;
  fold.add(1, {.arrival_ns = 0, .input_tokens = 100, .output_tokens = 10});
  fold.add(1, {.arrival_ns = 30 * kSecond, .input_tokens = 100, .output_tokens = 10});
  EXPECT_FALSE(fold.sessions().ends_known);
  EXPECT_DOUBLE_EQ(*statistics::mean(fold.sessions().think_s), 30);
}

}  // namespace
}  // namespace accelprep::intake
