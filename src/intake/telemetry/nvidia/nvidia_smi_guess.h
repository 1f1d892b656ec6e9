// Columns of an nvidia-smi log that has no header, from the units in its cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "intake/telemetry/nvidia/nvidia_smi_fields.h"

namespace accelprep::intake {

struct GuessedColumns {
  std::vector<NvidiaSmiColumn> columns;
  std::string note;  // what was taken for what, and what was not used
};

// `rows` are the first lines of the log. Read are: the one column of dates as timestamp; the first of one or two columns in % as
// utilization.gpu (nvidia-smi's own order puts utilization.memory after it); the one column in W as power.draw, where it is not constant,
// as a limit is; a column of NVIDIA product names as name. Memory in MiB may be used, free or total, and bare numbers anything: they are
// not used. Without a column of dates and one in % it is an error that asks for --fields.
base::Result<GuessedColumns> guess_nvidia_smi_columns(const std::vector<std::string>& rows, const std::string& path);

}  // namespace accelprep::intake
