// What `profile` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/envelope.h"
#include "workload/arrival.h"
#include "workload/traffic_generate.h"

namespace accelprep::report {

struct ProfileView {
  Envelope envelope;
  std::string format;
  std::vector<std::string> notes;
  const records::ArrivalSummary& summary;
  const workload::ArrivalProfile& profile;
  std::string program;
  std::string timezone;
  std::optional<workload::FitStatement> fit;  // of a traffic model that was written
};

std::string profile_json(const ProfileView& view);
std::string profile_text(const ProfileView& view);

}  // namespace accelprep::report
