// What all devices of a recording did together, for fleets too large to be read device by device. It stands beside the devices, never in
// their place: a mean over one device at 91 % and one at 0 % says of neither what it did.
#pragma once

#include <optional>
#include <span>

#include "records/devices.h"
#include "workload/device_use.h"

namespace accelprep::workload {

struct FleetUse {
  std::int64_t devices = 0;
  std::int64_t devices_with_busy = 0;
  std::int64_t samples = 0;
  struct Means {  // of the devices' own mean busy: each device counts once
    double min = 0;
    double p10 = 0;
    double p50 = 0;
    double p90 = 0;
    double max = 0;
  };
  std::optional<Means> device_mean_busy;
  std::optional<BusyUse> busy;  // of all readings of all devices: each reading counts once
  // By reading too, unlike that of a device: the share of readings at 0, of these the share that lies in runs over 600 s, and of the
  // readings that carry both busy and memory the share that is idle and holds memory.
  std::optional<IdleUse> idle;
};

// Nothing of fewer than two accelerators: a node's power meter is none.
std::optional<FleetUse> fleet_of(std::span<const records::DeviceSummary> devices);

}  // namespace accelprep::workload
