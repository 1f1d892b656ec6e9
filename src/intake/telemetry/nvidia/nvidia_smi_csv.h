// Logs of `nvidia-smi --query-gpu=... --format=csv`: with or without header and units, the header once or before every row, columns in any
// order and number.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "intake/telemetry/log_time.h"
#include "intake/telemetry/nvidia/nvidia_smi_row.h"
#include "intake/telemetry/read_progress.h"
#include "intake/telemetry/sample_sink.h"

namespace accelprep::intake {

struct NvidiaSmiOptions {
  std::vector<std::string> fields;  // names of the columns, for a log without a header
  Names names = Names::hashed;
  std::optional<double> interval_s;  // between the samples of logs that write no times: what -d was
};

// `head`: the first lines that are not blank. True for a header with a timestamp and a field of nvidia-smi, and for rows that begin with a
// date as nvidia-smi writes it.
bool is_nvidia_smi_csv(std::span<const std::string> head);

// Devices are told apart by index, else PCI bus, UUID or serial number, else by their order within a tick.
struct TelemetryInput;
base::Status read_nvidia_smi_csv(const TelemetryInput& input, SampleSink& sink);

}  // namespace accelprep::intake
