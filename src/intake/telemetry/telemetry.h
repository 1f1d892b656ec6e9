// Telemetry of accelerators, whatever tool wrote it: files to one summary a device. Formats are told by content.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/time.h"
#include "intake/telemetry/nvidia/nvidia_smi_csv.h"
#include "records/devices.h"
#include "records/distribution.h"
#include "records/server.h"
#include "records/stated.h"
#include "records/time_base.h"

namespace accelprep::intake {

struct TelemetryOptions {
  NvidiaSmiOptions nvidia_smi;
  std::optional<base::Zone> zone;           // of logs that write none
  std::optional<records::TimeSpan> window;  // only samples within it are used
  bool servers_suffice = false;             // a recording of a server alone, without any accelerator, is worth reading
  bool distributions_suffice = false;       // published distributions alone are no error
};

struct TelemetryFile {
  std::string path;
  std::string kind;  // "nvidia-smi CSV"
  std::int64_t rows_used = 0;
  std::int64_t rows_outside_window = 0;
  std::string sha256;  // of the bytes as they lie on the disk
};

struct Telemetry {
  std::vector<records::DeviceSummary> devices;
  std::vector<records::ServerSummary> servers;  // one a server and file, as the levels of a load sweep lie in one each
  std::vector<records::Distribution> distributions;
  std::vector<records::RejectedRows> rejected;
  std::vector<TelemetryFile> files;
  std::vector<std::string> notes;
  records::TimeBase times = records::TimeBase::calendar;  // of the devices
  bool zone_known = true;                                 // every time bore a zone, or one was given
  bool synthetic = false;                                 // a recording says of itself that it is made up
  records::Basis basis = records::Basis::imported;        // measured where every file is a recording by this program
};

// Files in any order. A device that occurs in several is one device where its files follow one another, and several
// ("host2.csv:0") where they overlap. Single scrapes of one server, a file each, are one recording of it. No sample at all is an error that
// says what was rejected.
base::Result<Telemetry> read_telemetry(const std::vector<std::string>& paths, const TelemetryOptions& options, base::Progress& progress);

}  // namespace accelprep::intake
