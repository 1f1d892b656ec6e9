// The accelerators of `nvidia-smi -q` reports, as text or as XML: one sample an accelerator and report, and one a MIG instance.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intake/telemetry/formats.h"
#include "intake/telemetry/nvidia/nvidia_smi_row.h"

namespace accelprep::intake {

// "Tue Jul 14 09:00:44 2026", as C writes a time, to "2026-07-14 09:00:44"; any other text stays as it is.
std::string report_time(std::string_view text);

class ReportSamples {
 public:
  ReportSamples(const TelemetryInput& input, SampleSink& sink);

  void begin_report();  // ends the device before it
  void set_time(std::string_view text) { time_ = report_time(text); }

  void begin_device(std::string_view bus_id, std::int64_t line);  // ends the one before it
  // `field` as nvidia-smi --query-gpu names it. The first value that is no placeholder is kept. Nothing outside a device.
  void set(std::string_view field, std::string_view value);
  void begin_instance();
  void set_instance_id(std::string_view id);                                 // GPU instance; the compute instances in it share its memory
  void set_instance_memory(std::string_view field, std::string_view value);  // memory.used or memory.total
  void end_device();                                                         // its sample and its instances' to the sink

  void end();  // of the log: the notes

 private:
  struct Instance {
    std::string id;
    std::string used;
    std::string total;
  };

  void clear();
  std::string_view read();
  void put(std::string_view field, std::string_view value);
  void pass_on(const std::string& device);
  void pass_on_instances();

  const TelemetryInput& input_;
  SampleSink& sink_;
  std::vector<NvidiaSmiColumn> columns_;
  NvidiaSmiRow row_;
  std::vector<std::string> values_;  // one a column
  std::vector<std::string_view> cells_;
  std::string time_;
  std::string bus_id_;
  std::int64_t line_ = 0;
  bool in_device_ = false;
  std::vector<Instance> instances_;
  bool saw_instances_ = false;
};

}  // namespace accelprep::intake
