// The rubric: one table of rows. An axis takes the first of its rows that holds; the last one always does.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "readiness/assessment.h"
#include "readiness/facts.h"

namespace accelprep::readiness {

struct RubricRow {
  std::string_view axis;
  Level level;
  Reason reason;
  std::string_view condition;  // in words, for documents
  bool (*holds)(const Facts&);
  std::string (*why)(const Facts&);
};

struct AxisRow {
  std::string_view id;
  std::string_view title;
  std::vector<std::string_view> decided_by;  // measurement ids, the weightiest first
};

std::span<const AxisRow> axis_rows();

// The rows of one axis, in order.
std::span<const RubricRow> sustained_rows();
std::span<const RubricRow> load_rows();
std::span<const RubricRow> stack_rows();
std::span<const RubricRow> power_rows();
std::span<const RubricRow> cooling_rows();
std::span<const RubricRow> horizon_rows();

std::span<const RubricRow> rows_of(std::string_view axis);

}  // namespace accelprep::readiness
