#include "report/telemetry_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "intake/telemetry/server_fold.h"
#include "intake/telemetry/simulated_device.h"

namespace accelprep::report {
namespace {

using intake::simulated::device_of;
using intake::simulated::healthy;
using Json = nlohmann::ordered_json;

struct Shown {
  std::vector<records::DeviceSummary> devices;
  workload::Soak soak;
  workload::Sustained sustained;
  TelemetryReport report;

  explicit Shown(std::vector<records::DeviceSummary> of)
      : devices(std::move(of)),
        soak(workload::judge_soak({.devices = devices, .setting = evidence::Setting::bench})),
        sustained(workload::sustained_of_busy(devices, {})),
        report{.envelope = {.context = {.verb = "telemetry"}},
               .devices = devices,
               .soak = soak,
               .sustained = sustained,
               .rejected = {{"torn", 2, "a.csv:7"}}} {}
};

bool has_missing(const Json& json, const std::string& id) {
  for (const auto& item : json["missing"]) {
    if (item["id"] == id) return !item["reason"].get<std::string>().empty();
  }
  return false;
}

TEST(TelemetryJson, DevicesStandByThemselves) {
  const Shown shown({device_of(std::vector<double>(2700, 0.91), healthy, "0"), device_of(std::vector<double>(2700, 0), {}, "1")});
  const auto json = Json::parse(telemetry_json(shown.report));
  EXPECT_EQ(json["schema"], "accelprep.telemetry/1");
  ASSERT_EQ(json["devices"].size(), 2U);
  EXPECT_NEAR(json["devices"][0]["busy"]["mean"].get<double>(), 0.91, 1e-9);
  EXPECT_EQ(json["devices"][1]["busy"]["mean"], 0.0);
  EXPECT_EQ(json["devices"][1]["busy"]["zero_share"], 1.0);
  EXPECT_EQ(json["devices"][1]["idle"]["share"], 1.0);
  EXPECT_EQ(json["devices"][1]["idle"]["share_holding_memory"], nullptr);
  EXPECT_EQ(json["devices"][0]["interval_s"]["median"], 1.0);
  EXPECT_EQ(json["devices"][0]["throttle"]["hw_thermal_share"], 0.0);
  EXPECT_EQ(json["rejected_rows"][0]["count"], 2);
  EXPECT_EQ(json["soak"]["qualifies"], true);
  EXPECT_EQ(json["soak"]["loaded_accelerators"], 1);
  EXPECT_EQ(json["soak"]["setting"], "bench");
  EXPECT_EQ(json["soak"]["capacity_per_s"], nullptr);
  EXPECT_TRUE(has_missing(json, "soak.capacity_per_s"));
  EXPECT_EQ(json["sustained"]["of"], "busy");
  EXPECT_EQ(json["sustained"]["qualifies"], false) << "an hour is no week";
}

TEST(TelemetryJson, WhatIsNullIsMissingWithAReason) {
  const auto mig = [](int, records::DeviceSample& sample) {
    sample[records::Metric::busy].reset();
    sample[records::Metric::power_w] = 438;
    return true;
  };
  const Shown shown({device_of(std::vector<double>(10, 0), mig)});
  const auto json = Json::parse(telemetry_json(shown.report));
  EXPECT_EQ(json["devices"][0]["busy"], nullptr);
  EXPECT_EQ(json["devices"][0]["idle"], nullptr);
  EXPECT_EQ(json["devices"][0]["power_w"]["mean"], 438.0);
  EXPECT_EQ(json["soak"]["busy"], nullptr);
  for (const auto* id :
       {"devices.busy", "devices.sm_active", "devices.temperature_c", "devices.throttle.hw_thermal_share", "soak.thermal_throttle_s"}) {
    EXPECT_TRUE(has_missing(json, id)) << id;
  }
  EXPECT_FALSE(has_missing(json, "devices.power_w"));
}

TEST(TelemetryText, SaysWhatBusyCannotShowAndDrawsGapsAsBlanks) {
  std::vector<double> busy(600, 0.0);
  std::fill(busy.begin() + 300, busy.end(), 1.0);
  const auto hole = [](int second, records::DeviceSample&) { return second < 180 || second >= 300; };
  const Shown shown({device_of(busy, hole)});
  const auto text = telemetry_text(shown.report);
  EXPECT_NE(text.find("busy is nvidia-smi's utilization.gpu"), std::string::npos);
  EXPECT_NE(text.find("  ▁▁▁▁ █████\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Left out: 2 rows, torn (first a.csv:7)."), std::string::npos) << text;
  EXPECT_NE(text.find("does not qualify"), std::string::npos);
}

// Half of the samples with requests waiting at a full batch of 64.
records::ServerSummary saturated_server() {
  intake::ServerFold fold;
  for (int i = 0; i < 40; ++i) {
    records::ServerSample sample{.at_ns = intake::simulated::kStart + i * base::kSecond, .server = "m", .engine = "vLLM"};
    sample[records::ServerGauge::running] = i < 20 ? 64 : 10;
    sample[records::ServerGauge::waiting] = i < 20 ? 7 : 0;
    sample[records::ServerCounter::generation_tokens] = 100 * i;
    fold.add(sample);
  }
  auto server = fold.finish().at(0);
  server.recording = "vllm.csv";
  return server;
}

TEST(TelemetryJson, ASaturatedServerStandsBesideBusy) {
  Shown shown({device_of(std::vector<double>(600, 0.37))});
  const std::vector<records::ServerSummary> servers{saturated_server()};
  shown.report.servers = servers;
  const auto json = Json::parse(telemetry_json(shown.report));
  EXPECT_EQ(json["server"]["saturation"]["verdict"], "saturated");
  EXPECT_EQ(json["server"]["saturation"]["limit"], "batch_limit");
  EXPECT_NE(json["server"]["beside_busy"].get<std::string>().find("37 %"), std::string::npos);
  const auto& recording = json["server"]["recordings"][0];
  EXPECT_EQ(recording["samples"], 40);
  EXPECT_EQ(recording["running"]["max"], 64.0);
  EXPECT_EQ(recording["kv_cache_use"], nullptr);
  EXPECT_EQ(recording["generation_tokens_per_s"], 100.0);
  EXPECT_EQ(recording["saturation"]["queued_share"], 0.5);
  for (const auto* id : {"server.recordings.kv_cache_use", "server.recordings.max_batch", "server.recordings.preemptions"}) {
    EXPECT_TRUE(has_missing(json, id)) << id;
  }
  const auto text = telemetry_text(shown.report);
  EXPECT_NE(text.find("Server: saturated (batch limit)"), std::string::npos) << text;
  EXPECT_NE(text.find("what busy leaves"), std::string::npos) << text;
}

TEST(TelemetryJson, WithoutAServerItsSaturationIsMissing) {
  const Shown shown({device_of(std::vector<double>(600, 0.37))});
  const auto json = Json::parse(telemetry_json(shown.report));
  EXPECT_EQ(json["server"], nullptr);
  EXPECT_TRUE(has_missing(json, "server"));
  EXPECT_EQ(json["times"], "calendar");
  EXPECT_TRUE(json["soak"]["from"].is_string());
}

TEST(TelemetryJson, TimesThatAreNoDatesAreNotShownAsDates) {
  Shown shown({device_of(std::vector<double>(600, 0.37))});
  shown.report.times = records::TimeBase::running_clock;
  const auto json = Json::parse(telemetry_json(shown.report));
  EXPECT_EQ(json["times"], "running_clock");
  EXPECT_EQ(json["soak"]["from"], nullptr);
  EXPECT_TRUE(has_missing(json, "soak.from"));
  EXPECT_EQ(telemetry_text(shown.report).find("2026-01-01"), std::string::npos);
}

}  // namespace
}  // namespace accelprep::report
