#include "intake/telemetry/server_fold.h"

#include <gtest/gtest.h>

namespace accelprep::intake {
namespace {

using records::ServerCounter;
using records::ServerGauge;
using records::ServerSample;

constexpr records::TimeNs kStart = 1'793'523'600'000'000'000;

ServerSample sample_at(int second, double running, double waiting, double kv) {
  ServerSample sample{.at_ns = kStart + second * 1'000'000'000LL, .server = "m", .engine = "vLLM"};
  sample[ServerGauge::running] = running;
  sample[ServerGauge::waiting] = waiting;
  sample[ServerGauge::kv_cache_use] = kv;
  return sample;
}

TEST(ServerFold, QueuedSamplesAreCountedByWhatWasFull) {
  ServerFold fold;
  fold.add(sample_at(0, 8, 0, 0.99));
  fold.add(sample_at(1, 8, 3, 0.96));
  fold.add(sample_at(2, 16, 2, 0.5));
  fold.add(sample_at(3, 15, 1, 0.5));
  ServerSample silent{.at_ns = kStart + 4'000'000'000, .server = "m", .engine = "vLLM"};
  silent[ServerGauge::running] = 4;
  fold.add(silent);
  const auto servers = fold.finish();
  ASSERT_EQ(servers.size(), 1U);
  EXPECT_EQ(servers[0].samples, 5);
  EXPECT_EQ(servers[0].queue_known, 4);
  EXPECT_EQ(servers[0].queued, 3);
  EXPECT_EQ(servers[0].queued_at_full_kv, 1);
  EXPECT_EQ(servers[0].queued_running.count, 2);
  EXPECT_EQ(servers[0].sketch(ServerGauge::running).count, 5);
  EXPECT_EQ(servers[0].engine, "vLLM");
}

TEST(ServerFold, CountersGrowAndAreReset) {
  ServerFold fold;
  const auto add = [&](int second, std::optional<double> tokens) {
    auto sample = sample_at(second, 1, 0, 0);
    sample[ServerCounter::generation_tokens] = tokens;
    fold.add(sample);
  };
  add(0, 1000);
  add(10, 1500);
  add(20, 1500);
  add(30, std::nullopt);
  add(40, 1700);
  add(50, 40);  // started anew
  const auto servers = fold.finish();
  const auto& grown = servers.at(0).grown(ServerCounter::generation_tokens);
  EXPECT_EQ(grown.total, 540) << "what happened while it was not told is not known";
  EXPECT_EQ(grown.intervals, 3);
  EXPECT_EQ(grown.grew, 2);
  EXPECT_EQ(grown.resets, 1);
  EXPECT_EQ(grown.span_s, 30);
}

TEST(ServerFold, TheWindowAndTheOrderHold) {
  ServerFold fold(records::TimeSpan{.from_ns = kStart, .to_ns = kStart + 5'000'000'000});
  EXPECT_EQ(fold.add(sample_at(-1, 1, 0, 0)), Taken::outside_window);
  EXPECT_EQ(fold.add(sample_at(3, 1, 0, 0)), Taken::used);
  EXPECT_EQ(fold.add(sample_at(2, 1, 0, 0)), Taken::out_of_order);
  EXPECT_EQ(fold.used(), 1);
}

TEST(ServerFold, PiecesMergeToTheWhole) {
  ServerFold whole;
  ServerFold first;
  ServerFold second;
  for (int i = 0; i < 20; ++i) {
    auto sample = sample_at(i, i, i % 3, i / 32.0);
    sample.max_batch = 64;
    whole.add(sample);
    (i < 8 ? first : second).add(sample);
  }
  auto merged = records::empty_server("m");
  records::merge(merged, first.finish().at(0));
  records::merge(merged, second.finish().at(0));
  records::merge(merged, records::empty_server("m"));
  const auto all = whole.finish().at(0);
  EXPECT_EQ(merged.samples, all.samples);
  EXPECT_EQ(merged.first_ns, all.first_ns);
  EXPECT_EQ(merged.last_ns, all.last_ns);
  EXPECT_EQ(merged.queued, all.queued);
  EXPECT_EQ(merged.queued_at_full_kv, all.queued_at_full_kv);
  EXPECT_EQ(merged.queued_running, all.queued_running);
  EXPECT_EQ(merged.sketches, all.sketches);
  EXPECT_EQ(merged.max_batch, 64.0);
}

TEST(ServerFold, WhatCannotBeIsNoSample) {
  EXPECT_FALSE(implausible(sample_at(0, 1, 0, 1)));
  EXPECT_TRUE(implausible(sample_at(0, 1, 0, 31.4)));
  EXPECT_TRUE(implausible(sample_at(0, -1, 0, 0)));
  auto sample = sample_at(0, 1, 0, 0);
  sample[ServerCounter::preemptions] = -2;
  EXPECT_TRUE(implausible(sample));
}

}  // namespace
}  // namespace accelprep::intake
