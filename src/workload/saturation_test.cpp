#include "workload/saturation.h"

#include <gtest/gtest.h>

#include "statistics/sketching.h"

namespace accelprep::workload {
namespace {

using records::ServerCounter;
using records::ServerGauge;
using records::ServerSummary;

// `queued` samples of 100 with `running` and one request waiting, the rest with a tenth of it and none.
struct Load {
  int queued = 0;
  double running = 256;
  double kv = 0.4;
};

ServerSummary server_of(const Load& load, const std::string& recording = "a.csv") {
  auto server = records::empty_server("m");
  server.recording = recording;
  server.samples = server.queue_known = 100;
  server.queued = load.queued;
  for (int i = 0; i < 100; ++i) {
    const bool queued = i < load.queued;
    const double running = queued ? load.running - i % 3 : load.running / 10;
    statistics::add(server.sketches[static_cast<std::size_t>(ServerGauge::running)], running);
    statistics::add(server.sketches[static_cast<std::size_t>(ServerGauge::waiting)], queued ? 5 : 0);
    statistics::add(server.sketches[static_cast<std::size_t>(ServerGauge::kv_cache_use)], queued ? load.kv : 0.1);
    if (!queued) continue;
    if (load.kv >= records::kKvCacheFull) {
      ++server.queued_at_full_kv;
    } else {
      statistics::add(server.queued_running, running);
    }
  }
  return server;
}

TEST(Saturation, ABatchThatStandsAtItsMostIsItsLimit) {
  const auto found = judge_saturation(server_of({.queued = 17}));
  EXPECT_EQ(found.verdict, SaturationVerdict::saturated);
  EXPECT_EQ(found.limit, LimitingResource::batch_limit);
  EXPECT_EQ(found.batch_limit, 256.0);
  EXPECT_NEAR(*found.queued_share, 0.17, 1e-12);
  EXPECT_NEAR(*found.queued_at_batch_limit_share, 1, 1e-12);
  EXPECT_NE(found.why.find("256 requests, the most that ever ran"), std::string::npos) << found.why;
}

TEST(Saturation, AFullKvCacheIsTheLimitWhateverTheBatch) {
  const auto found = judge_saturation(server_of({.queued = 60, .running = 30, .kv = 0.97}));
  EXPECT_EQ(found.verdict, SaturationVerdict::saturated);
  EXPECT_EQ(found.limit, LimitingResource::kv_cache);
  EXPECT_EQ(found.queued_at_full_kv_share, 1.0);
}

TEST(Saturation, WaitingWithNeitherFullIsTheComputeQueueFromHalfOfTheTimeOn) {
  auto server = server_of({.queued = 60, .running = 20});
  server.max_batch = 64;
  EXPECT_EQ(judge_saturation(server).limit, LimitingResource::compute_queue);
  auto easy = server_of({.queued = 20, .running = 20});
  easy.max_batch = 64;
  const auto found = judge_saturation(easy);
  EXPECT_EQ(found.verdict, SaturationVerdict::cannot_tell) << found.why;
  EXPECT_EQ(found.limit, LimitingResource::none);
}

TEST(Saturation, APeakThatNothingWaitedAtIsNoLimit) {
  auto server = server_of({.queued = 20, .running = 20});
  statistics::add(server.sketches[static_cast<std::size_t>(ServerGauge::running)], 90);
  EXPECT_EQ(judge_saturation(server).verdict, SaturationVerdict::cannot_tell);
}

TEST(Saturation, AnEmptyQueueIsNotSaturated) {
  for (const int queued : {0, 9}) {
    const auto found = judge_saturation(server_of({.queued = queued}));
    EXPECT_EQ(found.verdict, SaturationVerdict::not_saturated);
    EXPECT_EQ(found.limit, LimitingResource::none);
  }
  EXPECT_FALSE(judge_saturation(server_of({.queued = 0})).queued_at_full_kv_share);
}

TEST(Saturation, WithoutAQueueOrWithAFewScrapesItCannotBeTold) {
  auto silent = server_of({.queued = 0});
  silent.queue_known = 0;
  EXPECT_EQ(judge_saturation(silent).verdict, SaturationVerdict::cannot_tell);
  EXPECT_FALSE(judge_saturation(silent).queued_share);
  auto scrape = records::empty_server("m");
  scrape.samples = scrape.queue_known = scrape.queued = 1;
  EXPECT_EQ(judge_saturation(scrape).verdict, SaturationVerdict::cannot_tell);
}

TEST(Saturation, PreemptionsThatGoOnAreAFullKvCache) {
  auto server = server_of({.queued = 0});
  auto& grown = server.growth[static_cast<std::size_t>(ServerCounter::preemptions)];
  grown = {.total = 40, .span_s = 99, .intervals = 99, .grew = 5};
  EXPECT_EQ(judge_saturation(server).verdict, SaturationVerdict::not_saturated) << "now and then is none";
  grown.grew = 20;
  const auto found = judge_saturation(server);
  EXPECT_EQ(found.verdict, SaturationVerdict::saturated);
  EXPECT_EQ(found.limit, LimitingResource::kv_cache);
}

TEST(Saturation, LevelsAreNamedFromTheLeastLoadedUp) {
  const std::vector<ServerSummary> servers{server_of({.queued = 80}, "high.csv"), server_of({.queued = 2}, "low.csv"),
                                           server_of({.queued = 30}, "middle.csv")};
  const auto levels = server_levels(servers);
  ASSERT_EQ(levels.size(), 3U);
  EXPECT_EQ(levels[0].server->recording, "low.csv");
  EXPECT_EQ(levels[2].server->recording, "high.csv");
  const auto all = saturation_of(levels);
  EXPECT_EQ(all.verdict, SaturationVerdict::saturated);
  EXPECT_EQ(all.limit, LimitingResource::batch_limit);
  EXPECT_NE(all.why.find("2 of 3 recordings are saturated, from middle.csv"), std::string::npos) << all.why;
  const std::vector<ServerSummary> easy{server_of({.queued = 1}), server_of({.queued = 2})};
  EXPECT_EQ(saturation_of(server_levels(easy)).verdict, SaturationVerdict::not_saturated);
  EXPECT_EQ(saturation_of({}).verdict, SaturationVerdict::cannot_tell);
}

}  // namespace
}  // namespace accelprep::workload
