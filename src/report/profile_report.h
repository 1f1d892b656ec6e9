// What `profile` prints.
#pragma once

#include <string>

#include "report/envelope.h"
#include "workload/arrival.h"

namespace accelprep::report {

struct ProfileView {
  Envelope envelope;
  std::string format;
  std::vector<std::string> notes;
  const records::ArrivalSummary& summary;
  const workload::ArrivalProfile& profile;
  std::string program;
  std::string timezone;
};

std::string profile_json(const ProfileView& view);
std::string profile_text(const ProfileView& view);

}  // namespace accelprep::report
