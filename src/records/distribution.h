// A published distribution of one metric: how often which value was seen, with no time and no device.
#pragma once

#include <string>
#include <vector>

#include "records/devices.h"

namespace accelprep::records {

struct Distribution {
  struct Point {
    double value = 0;  // base units of the metric
    double share = 0;  // of the readings at or below it, 0..1
  };
  std::string source;  // the file
  Metric metric = Metric::busy;
  std::vector<Point> points;  // value and share both ascending, at least two
};

}  // namespace accelprep::records
