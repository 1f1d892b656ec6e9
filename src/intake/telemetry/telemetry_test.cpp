#include "intake/telemetry/telemetry.h"

#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/file.h"

namespace accelprep::intake {
namespace {

class TelemetryFiles : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::temp_directory_path() / fmt::format("accelprep_telemetry_{}", ::getpid());
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string write(const std::string& name, const std::string& text) {
    const auto path = (directory_ / name).string();
    EXPECT_TRUE(base::write_file(path, text));
    return path;
  }

  // `count` samples of device 0, a second apart, from `second` of noon on.
  static std::string log(int second, int count, int percent) {
    std::string text = "timestamp, index, name, utilization.gpu [%]\n";
    for (int i = second; i < second + count; ++i) {
      text += fmt::format("2026/01/03 12:{:02}:{:02}.000, 0, NVIDIA H100 80GB HBM3, {} %\n", i / 60, i % 60, percent);
    }
    return text;
  }

  static Telemetry read(const std::vector<std::string>& paths, const TelemetryOptions& options = {}) {
    base::NoProgress nobody;
    auto out = read_telemetry(paths, options, nobody);
    EXPECT_TRUE(out) << out.error().text();
    return out ? std::move(*out) : Telemetry{};
  }

 private:
  std::filesystem::path directory_;
};

TEST_F(TelemetryFiles, PartsOfOneLogAreOneDeviceInAnyOrder) {
  const auto first = write("a.csv", log(0, 60, 10));
  const auto second = write("b.csv", log(60, 60, 90));
  const auto found = read({second, first});
  ASSERT_EQ(found.devices.size(), 1U);
  EXPECT_EQ(found.devices[0].samples, 120);
  EXPECT_TRUE(found.devices[0].holes.empty());
  EXPECT_EQ(found.files.at(0).rows_used, 60);
  EXPECT_EQ(found.files.at(0).kind, "nvidia-smi CSV");
  EXPECT_EQ(found.basis, records::Basis::imported);
  EXPECT_FALSE(found.zone_known);
}

TEST_F(TelemetryFiles, FilesWithAMetricEachAreJoinedByDeviceAndTime) {
  std::string busy = "value,timestamp_anon,container_ip\n";
  std::string memory = "timestamp_anon,value,container_ip\n";
  for (int i = 0; i < 20; ++i) {
    for (const auto* pod : {"a", "b"}) {
      busy += fmt::format("0.0,{},{}\n", 1700000000 + i * 57, pod);
      memory += fmt::format("{},3000000000.0,{}\n", 1700000000 + i * 57, pod);
    }
  }
  const auto found =
      read({write("pod_gpu_memory_used_bytes.csv", memory), write("h.csv", log(0, 60, 10)), write("pod_gpu_duty_cycle.csv", busy)});
  ASSERT_EQ(found.devices.size(), 3U);
  EXPECT_EQ(found.devices[1].samples, 20);
  EXPECT_EQ(found.devices[1].idle_readings_holding_memory, 20);
  ASSERT_EQ(found.files.size(), 3U);
  EXPECT_EQ(found.files[0].rows_used, 40);
  EXPECT_EQ(found.files[1].rows_used, 40);
}

TEST_F(TelemetryFiles, ADistributionAloneIsEnoughWhereItIsAskedForOnly) {
  const auto path = write("util_gpu_pai_0.csv", "value,cum_percent\n0,50\n10,100\n");
  EXPECT_EQ(read({path}, {.distributions_suffice = true}).distributions.size(), 1U);
  base::NoProgress nobody;
  const auto refused = read_telemetry({path}, {}, nobody);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("is a distribution"), std::string::npos) << refused.error().text();
}

TEST_F(TelemetryFiles, TheSameIndexAtTheSameTimeIsAnotherMachine) {
  const auto found = read({write("host1.csv", log(0, 60, 10)), write("host2.csv", log(0, 60, 90))});
  ASSERT_EQ(found.devices.size(), 2U);
  EXPECT_EQ(found.devices[0].id, "host1.csv:0");
  EXPECT_EQ(found.devices[1].id, "host2.csv:0");
  EXPECT_EQ(found.notes.size(), 2U);
}

TEST_F(TelemetryFiles, TheWindowCutsTheLog) {
  const auto path = write("a.csv", log(0, 600, 50));
  const auto from = base::parse_time("2026-01-03T12:02:00")->ns;
  const auto found = read({path}, {.window = records::TimeSpan{.from_ns = from, .to_ns = from + 60 * base::kSecond}});
  EXPECT_EQ(found.devices.at(0).samples, 61);
  EXPECT_EQ(found.files.at(0).rows_outside_window, 600 - 61);
  EXPECT_TRUE(found.rejected.empty());
}

TEST_F(TelemetryFiles, AGivenZoneMovesTheTimes) {
  const auto found = read({write("a.csv", log(0, 10, 50))}, {.zone = *base::Zone::find("Europe/Berlin")});
  EXPECT_EQ(base::format_time(found.devices.at(0).first_ns), "2026-01-03T11:00:00Z");
  EXPECT_TRUE(found.zone_known);
}

TEST_F(TelemetryFiles, RecordingsOfOursAreMeasuredAndSayWhenTheyAreMadeUp) {
  const std::string head = "# accelprep-recording 1\n# recorded_by: accelprep 0.1.0\n";
  const std::string rows = "time,device,busy\n2026-11-30T10:00:00Z,0,0.5\n2026-11-30T10:00:01Z,0,0.5\n";
  EXPECT_EQ(read({write("ours.csv", head + rows)}).basis, records::Basis::measured);
  EXPECT_EQ(read({write("theirs.csv", "# accelprep-recording 1\n" + rows)}).basis, records::Basis::imported);
  EXPECT_FALSE(read({write("ours.csv", head + rows)}).synthetic);
  EXPECT_TRUE(read({write("made.csv", head + "# synthetic: yes\n" + rows)}).synthetic);
}

TEST_F(TelemetryFiles, RejectedRowsAreCountedOverFilesWithTheFirstPlace) {
  const auto first = write("a.csv", log(0, 2, 50) + "2026/01/03 12:30:00.000, 0, X, 120 %\n");
  const auto second = write("b.csv", log(60, 2, 50) + "2026/01/03 12:40:00.000, 0, X, 130 %\n");
  const auto found = read({first, second});
  ASSERT_EQ(found.rejected.size(), 1U);
  EXPECT_EQ(found.rejected[0].count, 2);
  EXPECT_EQ(found.rejected[0].first, first + ":4");
}

TEST_F(TelemetryFiles, WhatIsNoTelemetryIsAnErrorThatSaysWhatIsKnown) {
  base::NoProgress nobody;
  const auto unknown = read_telemetry({write("x.txt", "hello\n")}, {}, nobody);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().text().find("nvidia-smi"), std::string::npos);
  const auto empty = read_telemetry({write("e.csv", log(0, 0, 0))}, {}, nobody);
  ASSERT_FALSE(empty);
  EXPECT_NE(empty.error().text().find("no sample"), std::string::npos);
  EXPECT_FALSE(read_telemetry({"no/such/file"}, {}, nobody));
}

std::string answer(const std::string& metric, const std::string& values) {
  constexpr auto kText =
      R"({{"status":"success","data":{{"resultType":"matrix","result":[{{"metric":{{"__name__":"{}","gpu":"0"}},"values":[{}]}}]}}}})";
  return fmt::format(kText, metric, values);
}

TEST_F(TelemetryFiles, QueryAnswersAreOneRecordingWhateverLiesBetweenThem) {
  const auto busy = write("busy.json", answer("DCGM_FI_DEV_GPU_UTIL", R"([1767441600,"40"],[1767441615,"60"])"));
  const auto power = write("power.json", answer("DCGM_FI_DEV_POWER_USAGE", R"([1767441600,"300"],[1767441615,"x"],[1767441630,"-5"])"));
  const auto found = read({busy, write("a.csv", log(0, 60, 10)), power});
  ASSERT_EQ(found.files.size(), 3U);
  ASSERT_EQ(found.devices.size(), 2U) << "the nvidia-smi log overlaps: another machine's";
  EXPECT_EQ(found.devices[0].samples + found.devices[1].samples, 62);
  ASSERT_EQ(found.rejected.size(), 2U);
  EXPECT_TRUE(found.rejected[0].first.ends_with("power.json:1")) << found.rejected[0].first;
  EXPECT_TRUE(found.rejected[1].first.ends_with("busy.json and 1 more:1")) << found.rejected[1].first;
}

TEST_F(TelemetryFiles, ScrapesOfOneServerAreOneRecordingAndLongerOnesTheirOwn) {
  const auto scrape = [&](const std::string& name, int running) {
    return write(name, fmt::format("vllm:num_requests_running{{model_name=\"m\"}} {}\n", running));
  };
  TelemetryOptions options;
  options.servers_suffice = true;
  const auto joined = read({scrape("a.prom", 1), scrape("b.prom", 2)}, options);
  ASSERT_EQ(joined.servers.size(), 1U);
  EXPECT_EQ(joined.servers[0].samples, 2);
  EXPECT_EQ(joined.servers[0].recording, "a.prom");
  const auto level = write("c.prom", "vllm:num_requests_running{model_name=\"m\"} 1\nvllm:num_requests_running{model_name=\"m\"} 2\n");
  EXPECT_EQ(read({scrape("a.prom", 1), level}, options).servers.size(), 2U);
}

TEST_F(TelemetryFiles, ScrapesOfTwoHostsAreTwoDevices) {
  const auto scrape = [&](const std::string& host, int percent) {
    return write(host + ".prom", fmt::format("DCGM_FI_DEV_GPU_UTIL{{gpu=\"0\",Hostname=\"{}\"}} {}\n", host, percent));
  };
  TelemetryOptions options;
  options.nvidia_smi.names = Names::kept;
  const auto found = read({scrape("n1", 10), scrape("n2", 90), scrape("n1", 30)}, options);
  ASSERT_EQ(found.devices.size(), 2U);
  EXPECT_EQ(found.devices[0].id, "0");
  EXPECT_EQ(found.devices[0].samples, 2);
  EXPECT_EQ(found.devices[1].id, "n2:0");
}

TEST_F(TelemetryFiles, AServerAloneSufficesOnlyWhereItIsAskedFor) {
  const auto path = write("a.prom", "tgi_queue_size 3\n");
  base::NoProgress nobody;
  const auto refused = read_telemetry({path}, {}, nobody);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("of no accelerator"), std::string::npos) << refused.error().message;
}

TEST_F(TelemetryFiles, ScrapesWithoutTimesCoverNoTime) {
  const auto found = read({write("a.prom", "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 40\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 60\n")});
  EXPECT_EQ(found.times, records::TimeBase::none);
  ASSERT_EQ(found.devices.size(), 1U);
  EXPECT_EQ(found.devices[0].samples, 2);
  EXPECT_EQ(found.devices[0].interval_median_s, 0);
  EXPECT_EQ(found.devices[0].minutes.at(0).covered_s, 0);
  EXPECT_EQ(found.notes.size(), 1U) << "nothing is said of samples at equal times";
}

}  // namespace
}  // namespace accelprep::intake
