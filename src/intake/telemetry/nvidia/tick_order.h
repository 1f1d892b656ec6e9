// Logs without any column that names the device: the devices of one tick are told apart by their order within it.
#pragma once

#include <cstddef>
#include <span>

#include "base/time.h"

namespace accelprep::intake {

struct TickOrder {
  std::size_t devices = 1;    // rows of one tick
  base::TimeNs apart_ns = 0;  // rows further apart than this belong to different ticks; 0 for one device
  double agreeing = 1;        // share of the ticks examined that have that many rows
};

// From the times of a log's first rows. Several devices are believed only where the rows of a tick lie within 60 ms of each other, ticks at
// least five times further apart, and nine ticks of ten have the same number of rows. A log of at most 16 rows within 60 ms of each
// other is one tick.
TickOrder learn_tick_order(std::span<const base::TimeNs> times);

}  // namespace accelprep::intake
