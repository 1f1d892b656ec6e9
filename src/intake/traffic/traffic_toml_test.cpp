#include "intake/traffic/traffic_toml.h"

#include <gtest/gtest.h>

namespace accelprep::intake {
namespace {

records::TrafficModel model() {
  records::TrafficModel out{.log = "day \"one\".csv", .rate_per_s = 2.5, .span_s = 7200, .step_s = 3600, .levels = {0.5, 1.5}};
  out.lengths = {{.input_class = 30, .output_class = 12, .count = 7, .input_sum = 1400, .output_sum = 60}};
  out.prefix = {.block_tokens = 256, .by_session = true, .caches = {{1, 0}, {1024, 0.25}, {4096, 0.5}}};
  out.sessions = {.per_request = 0.4, .turns = {1, 2, 9}, .think_s = {0.5, 30, 4000}};
  return out;
}

TEST(TrafficToml, WhatIsWrittenIsRead) {
  const auto wanted = model();
  const auto read = parse_traffic_toml(traffic_toml(wanted, "it fits"), "traffic.toml");
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->log, wanted.log);
  EXPECT_EQ(read->levels, wanted.levels);
  EXPECT_EQ(read->lengths, wanted.lengths);
  ASSERT_TRUE(read->prefix.has_value());
  EXPECT_EQ(read->prefix->block_tokens, 256);
  EXPECT_TRUE(read->prefix->by_session);
  ASSERT_EQ(read->prefix->caches.size(), 3U);
  EXPECT_EQ(read->prefix->caches[2].blocks, 4096);
  EXPECT_EQ(read->prefix->caches[2].share, 0.5);
  ASSERT_TRUE(read->sessions.has_value());
  EXPECT_EQ(read->sessions->per_request, 0.4);
  EXPECT_EQ(read->sessions->turns, wanted.sessions->turns);
  EXPECT_EQ(read->sessions->think_s, wanted.sessions->think_s);
}

TEST(TrafficToml, AShareAboveOneIsRefusedWhereItStands) {
  auto text = traffic_toml(model(), "it fits");
  text.replace(text.find("0.25"), 4, "1.25");
  const auto read = parse_traffic_toml(text, "traffic.toml");
  ASSERT_FALSE(read.has_value());
  EXPECT_TRUE(read.error().place.starts_with("traffic.toml:")) << read.error().place;
  EXPECT_NE(read.error().message.find("rows of [blocks, share of 0 to 1]"), std::string::npos) << read.error().message;
}

}  // namespace
}  // namespace accelprep::intake
