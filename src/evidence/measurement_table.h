// One row a measurement id: JSON keys, help, documents and report labels come from here and never drift apart.
#pragma once

#include <span>
#include <string_view>

namespace accelprep::evidence {

struct MeasurementRow {
  std::string_view id;
  std::string_view unit;   // "fraction", "s", "W", "USD/h", "class" for texts
  std::string_view label;  // as the report prints it
  std::string_view description;
};

std::span<const MeasurementRow> measurement_rows();
const MeasurementRow* find_row(std::string_view id);  // null where there is none

}  // namespace accelprep::evidence
