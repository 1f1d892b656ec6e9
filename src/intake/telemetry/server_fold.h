// Samples of inference servers to one summary a server. Only the last sample of each is held.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "intake/telemetry/sample_fold.h"
#include "records/server.h"

namespace accelprep::intake {

class ServerFold {
 public:
  explicit ServerFold(std::optional<records::TimeSpan> window = std::nullopt) : window_(window) {}

  Taken add(const records::ServerSample& sample);
  [[nodiscard]] std::int64_t used() const { return used_; }
  std::vector<records::ServerSummary> finish();  // by id

 private:
  struct State {
    records::ServerSummary summary;
    records::ServerSample last;
  };
  static void count_growth(State& state, const records::ServerSample& sample);
  static void count_queue(records::ServerSummary& summary, const records::ServerSample& sample);

  std::optional<records::TimeSpan> window_;
  std::map<std::string, State, std::less<>> states_;
  std::int64_t used_ = 0;
};

// Why a sample of a server cannot be true, or nothing.
std::optional<std::string_view> implausible(const records::ServerSample& sample);

}  // namespace accelprep::intake
