#include "intake/telemetry/nvidia/no_telemetry.h"

#include <gtest/gtest.h>

#include "intake/telemetry/reading_for_test.h"

namespace accelprep::intake {
namespace {

std::string refusal(const std::vector<std::string>& head) {
  for (const auto& format : no_telemetry_formats()) {
    if (!format.recognizes(head)) continue;
    const auto out = read_text(format.read, head.front());
    return out.result ? "read" : out.result.error().text();
  }
  return "";
}

TEST(NoTelemetry, SaysWhatItIsAndWhatToRecord) {
  const auto table = refusal({"Mon Nov  2 09:15:07 2026", "+-----+", "| NVIDIA-SMI 575.51.03   Driver Version: 575.51.03 |"});
  EXPECT_NE(table.find("log.txt: is nvidia-smi's table for people"), std::string::npos) << table;
  EXPECT_NE(table.find("--query-gpu=timestamp,"), std::string::npos) << table;
  EXPECT_NE(refusal({"timestamp, gpu_name, gpu_uuid, pid, process_name, used_gpu_memory [MiB]"}).find("list of processes"),
            std::string::npos);
  EXPECT_NE(refusal({"pid, used_memory [MiB]"}).find("list of processes"), std::string::npos);
  EXPECT_NE(refusal({"GPU 0: NVIDIA L4 (UUID: GPU-1)"}).find("list of accelerators"), std::string::npos);
}

TEST(NoTelemetry, LeavesTelemetryAlone) {
  EXPECT_EQ(refusal({"timestamp, index, utilization.gpu [%]"}), "");
  EXPECT_EQ(refusal({"# gpu         pid   type     sm    mem    enc    dec    command"}), "");
  EXPECT_EQ(refusal({"==============NVSMI LOG=============="}), "");
}

}  // namespace
}  // namespace accelprep::intake
