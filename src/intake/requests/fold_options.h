// What the folds of request rows are told.
#pragma once

#include <cstddef>
#include <optional>

#include "records/requests.h"

namespace accelprep::intake {

// Workers of one server write rows late by seconds, readers of one file are some hundred thousand rows apart; a second log behind the first
// is late by all of its span.
inline constexpr std::size_t kHeldStamps = std::size_t{1} << 22U;

struct FoldOptions {
  std::optional<records::TimeNs> origin_ns;  // of the grids; else the first arrival
  bool origin_at_hour = false;               // they begin with the hour of the first arrival, as summaries that will be merged need
  std::optional<double> sla_ttft_s, sla_tpot_s, sla_e2e_s;
  std::size_t held_stamps = kHeldStamps;  // 8 bytes each; a row may come late by half of them
};

}  // namespace accelprep::intake
