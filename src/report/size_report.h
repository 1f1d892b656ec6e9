// What `size` prints: the memory of a dense transformer on one card.
#pragma once

#include <string>

#include "capacity/memory.h"
#include "report/envelope.h"

namespace accelprep::report {

struct SizeView {
  Envelope envelope;
  const capacity::MemoryPlan& plan;
  const capacity::MemoryInput& input;
  std::string accelerator;  // catalog id
};

std::string size_json(const SizeView& view);
std::string size_text(const SizeView& view);

}  // namespace accelprep::report
