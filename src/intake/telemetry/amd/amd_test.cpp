#include <algorithm>
#include <gtest/gtest.h>

#include "intake/telemetry/amd/amd_csv.h"
#include "intake/telemetry/amd/amd_json.h"
#include "intake/telemetry/amd/amd_table.h"
#include "intake/telemetry/json_texts.h"
#include "intake/telemetry/reading_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;

ReadText read(const std::string& text) { return read_by_family(amd_formats(), text); }

bool notes_have(const ReadText& out, const std::string& text) {
  return std::any_of(out.found.notes.begin(), out.found.notes.end(),
                     [&](const auto& note) { return note.find(text) != std::string::npos; });
}

TEST(RocmSmiJson, OldKeysOfSeveralCards) {
  const auto out = read(R"json({
    "card0": {"GPU ID": "0x740f", "Temperature (Sensor edge) (C)": "41.0", "Temperature (Sensor junction) (C)": "49.0",
      "Temperature (Sensor memory) (C)": "44.0", "sclk clock speed:": "(1700Mhz)", "GPU use (%)": "93", "GPU memory use (%)": "71",
      "Average Graphics Package Power (W)": "281.0", "VRAM Total Memory (B)": "68702699520", "VRAM Total Used Memory (B)": "51200000000",
      "Card series": "0x1002"},
    "card1": {"GPU use (%)": "N/A", "Average Graphics Package Power (W)": "N/A (Secondary die)", "Card series": "AMD INSTINCT MI250",
      "Temperature (Sensor edge) (C)": "65535"},
    "system": {"Driver version": "6.1.0"}
})json");
  EXPECT_EQ(out.kind, "rocm-smi JSON");
  ASSERT_TRUE(out.result);
  ASSERT_EQ(out.found.samples.size(), 2U);
  const auto& first = out.found.samples[0];
  EXPECT_EQ(first.device, "card0");
  EXPECT_EQ(first.name, "") << "a vendor's number is no name";
  EXPECT_DOUBLE_EQ(*first[Metric::busy], 0.93);
  EXPECT_DOUBLE_EQ(*first[Metric::power_w], 281);
  EXPECT_DOUBLE_EQ(*first[Metric::temperature_c], 41);
  EXPECT_DOUBLE_EQ(*first[Metric::memory_temperature_c], 44);
  EXPECT_DOUBLE_EQ(*first[Metric::sm_clock_hz], 1.7e9);
  EXPECT_DOUBLE_EQ(*first[Metric::memory_used_bytes], 51.2e9);
  EXPECT_FALSE(first[Metric::dram_active]) << "\"GPU memory use\" is the controller's load";
  const auto& second = out.found.samples[1];
  EXPECT_EQ(second.name, "AMD INSTINCT MI250");
  EXPECT_FALSE(second[Metric::busy]);
  EXPECT_FALSE(second[Metric::power_w]);
  EXPECT_FALSE(second[Metric::temperature_c]) << "0xffff stands for a sensor that is not there";
  EXPECT_TRUE(notes_have(out, "writes no time"));
}

TEST(RocmSmiJson, NewKeysAndTheCurrentSocketPower) {
  const auto out = read(R"json({"card0": {"Device ID": "0x74a1", "Temperature (Sensor junction) (C)": "62.0", "GPU use (%)": "100",
    "GPU Memory Allocated (VRAM%)": "88", "Current Socket Graphics Package Power (W)": "702.0", "Card Series": "AMD Instinct MI300X OAM"}
}
    {"card0": {"Device ID": "0x74a1", "GPU use (%)": "99"}})json");
  ASSERT_EQ(out.found.samples.size(), 2U) << "documents one after another";
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::power_w], 702);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::temperature_c], 62);
  EXPECT_TRUE(notes_have(out, "current socket graphics package power"));
  EXPECT_TRUE(notes_have(out, "temperature (sensor junction)"));
}

TEST(AmdCsv, RocmSmiWithAWarningAboveItsHeader) {
  const auto out = read(
      "WARNING: AMD GPU device(s) is/are in a low-power state. Check power control/runtime_status\n\n"
      "device,GPU use (%),GFX Activity,Average Graphics Package Power (W),VRAM Total Memory (B),VRAM Total Used Memory (B)\r\n"
      "card0,17,203885505,112.0,68702699520,10977280\r\ncard1,N/A,1,N/A (Secondary die),68702699520,10977280\r\ncard2,17\r\n"
      "card3,140,1,9,1,1\r\n");
  EXPECT_EQ(out.kind, "rocm-smi or amd-smi CSV");
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.17);
  EXPECT_DOUBLE_EQ(*out.found.samples[0].memory_total_bytes, 68702699520.0);
  EXPECT_FALSE(out.found.samples[1][Metric::power_w]);
  EXPECT_EQ(out.found.rejected, (std::vector<std::string>{"6: fewer cells than columns", "7: busy below 0 or over 100 %"}));
}

TEST(AmdCsv, AmdSmiMetricWithListsInCellsAndSeveralClocks) {
  const auto out = read(
      "timestamp,gpu,xcp,gfx_activity,vcn_activity,socket_power,gfx_0_clk,gfx_0_min_clk,gfx_1_clk,edge,hotspot,mem,used_vram,total_"
      "vram\n"
      "1786000000,0,0,84,\"['N/A', 'N/A']\",655,2000,500,2100,N/A,71,58,1000,196592\n\n"
      "1786000001,0,1,N/A,\"['N/A']\",N/A,N/A,500,65535,N/A,N/A,N/A,N/A,N/A\n");
  ASSERT_TRUE(out.result);
  ASSERT_EQ(out.found.samples.size(), 2U);
  const auto& sample = out.found.samples[0];
  EXPECT_EQ(base::format_time(sample.at_ns), "2026-08-06T07:06:40Z");
  EXPECT_EQ(sample.device, "0");
  EXPECT_DOUBLE_EQ(*sample[Metric::busy], 0.84);
  EXPECT_DOUBLE_EQ(*sample[Metric::power_w], 655);
  EXPECT_DOUBLE_EQ(*sample[Metric::sm_clock_hz], 2.05e9);
  EXPECT_DOUBLE_EQ(*sample[Metric::temperature_c], 71);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_temperature_c], 58);
  EXPECT_DOUBLE_EQ(*sample[Metric::memory_used_bytes], 1000.0 * 1048576);
  EXPECT_EQ(out.found.samples[1].device, "0.1") << "a partition by itself";
  EXPECT_FALSE(out.found.samples[1][Metric::sm_clock_hz]);
  EXPECT_FALSE(notes_have(out, "writes no time"));
}

TEST(AmdCsv, InMonitorsColumnsMemIsALoadAndNoTemperature) {
  const auto out =
      read("timestamp,gpu,power_usage,hotspot_temperature,memory_temperature,gfx,gfx_clock,mem\n1786000000,0,42,40,38,12,132,7\n");
  EXPECT_DOUBLE_EQ(*out.found.samples.at(0)[Metric::busy], 0.12);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::memory_temperature_c], 38);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::sm_clock_hz], 132e6);
}

TEST(AmdSmiJson, MetricAndMonitorWithABannerBetween) {
  const auto metric =
      read(R"json([{"gpu": 0, "usage": {"gfx_activity": {"value": 55, "unit": "%"}, "umc_activity": {"value": 9, "unit": "%"},
    "vcn_activity": ["N/A"]}, "power": {"socket_power": {"value": 498, "unit": "W"}, "throttle_status": "UNTHROTTLED"},
    "clock": {"gfx_0": {"clk": {"value": 1900, "unit": "MHz"}}, "mem_0": {"clk": {"value": 900, "unit": "MHz"}}},
    "temperature": {"edge": "N/A", "hotspot": {"value": 66, "unit": "C"}, "mem": {"value": 51, "unit": "C"}},
    "mem_usage": {"total_vram": {"value": 196592, "unit": "MB"}, "used_vram": {"value": 2048, "unit": "MB"}}}])json");
  EXPECT_EQ(metric.kind, "amd-smi JSON");
  ASSERT_EQ(metric.found.samples.size(), 1U);
  EXPECT_DOUBLE_EQ(*metric.found.samples[0][Metric::busy], 0.55);
  EXPECT_DOUBLE_EQ(*metric.found.samples[0][Metric::power_w], 498);
  EXPECT_DOUBLE_EQ(*metric.found.samples[0][Metric::sm_clock_hz], 1.9e9);
  EXPECT_DOUBLE_EQ(*metric.found.samples[0][Metric::memory_temperature_c], 51);
  EXPECT_DOUBLE_EQ(*metric.found.samples[0][Metric::memory_used_bytes], 2048.0 * 1048576);

  const auto watch = read(
      "'CTRL' + 'C' to stop watching output:\n"
      "[{\"timestamp\": 1786000000, \"gpu\": 0, \"power_usage\": {\"value\": 42, \"unit\": \"W\"}, \"gfx\": {\"value\": 12, \"unit\": "
      "\"%\"}, \"gfx_clock\": \"N/A\"}]\n"
      "[{\"timestamp\": 1786000001, \"gpu\": 0, \"power_usage\": {\"value\": 44, \"unit\": \"W\"}, \"gfx\": \"N/A\"}]\n{broken]\n");
  ASSERT_EQ(watch.found.samples.size(), 2U);
  EXPECT_DOUBLE_EQ(*watch.found.samples[0][Metric::busy], 0.12);
  EXPECT_FALSE(watch.found.samples[1][Metric::busy]);
  EXPECT_EQ(watch.found.rejected, (std::vector<std::string>{"4: no JSON document"}));
}

TEST(AmdTable, AmdSmiMonitorWithProcessesBelow) {
  const auto out = read(
      "$ amd-smi monitor\nGPU  XCP  POWER   GPU_T   MEM_T   GFX_CLK   GFX%   MEM%   ENC%      VRAM_USAGE\n"
      "  0    0  348 W   64 °C   53 °C  1700 MHz   92 %    3 %    N/A    1.5/ 64.0 GB\n"
      "  1    0    N/A     N/A     N/A       N/A    N/A    N/A    N/A             N/A\n\n"
      "PROCESS INFO:\nGPU   NAME      PID  GTT_MEM     GFX     ENC\n  0    rvs  1564865    0.0 B    0 ns    0 ns\n");
  EXPECT_EQ(out.kind, "amd-smi table");
  ASSERT_EQ(out.found.samples.size(), 2U) << "processes are no devices";
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.92);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::temperature_c], 64);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::memory_used_bytes], 1.5 * 1073741824);
  EXPECT_DOUBLE_EQ(*out.found.samples[0].memory_total_bytes, 64.0 * 1073741824);
  EXPECT_FALSE(out.found.samples[1][Metric::power_w]);
  EXPECT_TRUE(out.found.rejected.empty());
}

TEST(AmdTable, RocmSmiOfThreeLayouts) {
  const auto now = read(
      "text before\n===== ROCm System Management Interface =====\n===== Concise Info =====\n"
      "Device  Node  IDs              Temp        Power     Partitions          SCLK    MCLK     Fan  Perf  PwrCap  VRAM%  GPU%\n"
      "        (DID,     GUID)  (Junction)  (Socket)  (Mem, Compute, ID)\n======\n"
      "0       4     0x74a0,   50375  58.0°C      410.0W    NPS1, SPX, 0        1998Mhz   1300Mhz  0%   auto  550.0W  71%     97%\n"
      "        AMD Instinct MI300A\n=====\n===== End of ROCm SMI Log =====\n1. a list after it\n");
  EXPECT_EQ(now.kind, "rocm-smi table");
  ASSERT_EQ(now.found.samples.size(), 1U);
  EXPECT_EQ(now.found.samples[0].name, "AMD Instinct MI300A");
  EXPECT_DOUBLE_EQ(*now.found.samples[0][Metric::busy], 0.97);
  EXPECT_DOUBLE_EQ(*now.found.samples[0][Metric::power_w], 410);
  EXPECT_DOUBLE_EQ(*now.found.samples[0][Metric::sm_clock_hz], 1.998e9);
  EXPECT_DOUBLE_EQ(*now.found.samples[0][Metric::temperature_c], 58);

  const auto old = read(
      "======== ROCm System Management Interface ========\n================= Concise Info =================\n"
      "GPU  Temp (DieEdge)  AvgPwr  SCLK    MCLK    Fan  Perf  PwrCap  VRAM%  GPU%\n"
      "0    36.0c           38.0W   300Mhz  1200Mhz 0%   auto  290.0W    0%   unsupported\n"
      "1    35.0c           N/A     300Mhz  1200Mhz  0%   auto  290.0W    0%   5%\n====\n");
  ASSERT_EQ(old.found.samples.size(), 1U);
  EXPECT_EQ(old.found.rejected, (std::vector<std::string>{"4: fewer cells than columns"})) << "one blank between cells tells nothing";
  EXPECT_DOUBLE_EQ(*old.found.samples[0][Metric::temperature_c], 35);
  EXPECT_FALSE(old.found.samples[0][Metric::power_w]);
  EXPECT_TRUE(notes_have(old, "sensor edge"));
}

TEST(AmdgpuTop, ActivityPowerAndMemory) {
  const auto out = read(R"json({"amdgpu_top_version": {"major": 0}, "timestamp": "2026-08-06T06:26:40.5+00:00", "devices": [{"GRBM": {},
    "Info": {"DeviceName": "AMD Radeon Pro W7900"},
    "gpu_activity": {"GFX": {"unit": "%", "value": 64}, "Memory": {"unit": "%", "value": null}},
    "VRAM": {"Total VRAM": {"unit": "MiB", "value": 49136}, "Total VRAM Usage": {"unit": "MiB", "value": 30000}},
    "Sensors": {"Average Power": {"unit": "W", "value": 201}, "Junction Temperature": null,
    "GFX_SCLK": {"unit": "MHz", "value": 2400}}}]})json");
  EXPECT_EQ(out.kind, "amdgpu_top JSON");
  ASSERT_EQ(out.found.samples.size(), 1U);
  EXPECT_EQ(base::format_time(out.found.samples[0].at_ns), "2026-08-06T06:26:40.500Z");
  EXPECT_EQ(out.found.samples[0].name, "AMD Radeon Pro W7900");
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.64);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::power_w], 201);
  EXPECT_FALSE(out.found.samples[0][Metric::temperature_c]);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::memory_used_bytes], 30000.0 * 1048576);
}

TEST(AmdFormats, ClaimNothingOfOthers) {
  for (const auto* text : {"timestamp, index, name, utilization.gpu [%], power.draw [W]\n", "time,device,busy,power_w\n",
                           "# gpu    pwr  gtemp  mtemp     sm    mem\n# Idx      W      C      C      %      %\n",
                           "{\"hostname\":\"h\",\"query_time\":\"2026-01-05T10:11:12\",\"gpus\":[{\"index\":0,\"utilization.gpu\":100}]}\n",
                           "value,timestamp_anon,container_ip\n", "timestamp,gpu,power,temperature\n",
                           "{\"metric\":{\"__name__\":\"DCGM_FI_DEV_POWER_USAGE\",\"gpu\":\"0\"},\"values\":[1]}\n"}) {
    EXPECT_EQ(read(text).kind, "") << text;
  }
}

TEST(JsonTexts, ADocumentThatIsNestedWithoutEndIsRefused) {
  const auto out = read("[{\"gpu\": 0, \"gfx_activity\": 1, \"a\": " + std::string(5000, '[') + std::string(5000, ']') + "}]");
  EXPECT_EQ(out.kind, "amd-smi JSON");
  ASSERT_FALSE(out.result);
  EXPECT_NE(out.result.error().text().find("256 levels"), std::string::npos) << out.result.error().text();
}

TEST(JsonTexts, BracesInStringsAndDocumentsWithoutAnEnd) {
  auto lines = base::LineReader::over("banner\n{\"a\": \"}{\\\"\"}, {\"b\":\n [1, {}]} tail\n[3]{\n", "x.json");
  LogTime time;
  base::NoProgress nobody;
  ReadProgress progress(nobody, 0);
  const NvidiaSmiOptions none;
  const TelemetryInput input{.lines = lines, .time = time, .progress = progress, .nvidia_smi = none};
  JsonTexts texts(input);
  std::vector<std::pair<std::string, std::int64_t>> found;
  for (;;) {
    const auto text = texts.next();
    if (!text) {
      EXPECT_NE(text.error().text().find("x.json:4"), std::string::npos) << text.error().text();
      break;
    }
    ASSERT_TRUE(*text);
    found.emplace_back((*text)->text, (*text)->line);
  }
  const std::vector<std::pair<std::string, std::int64_t>> expected{{"{\"a\": \"}{\\\"\"}", 2}, {"{\"b\":\n [1, {}]}", 2}, {"[3]", 4}};
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace accelprep::intake
