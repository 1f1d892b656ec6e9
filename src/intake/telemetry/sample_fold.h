// Samples of any devices to one summary a device: the fold that every telemetry reader feeds.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "intake/telemetry/device_fold.h"

namespace accelprep::intake {

enum class Taken : std::uint8_t { used, outside_window, out_of_order };

struct Folded {
  std::vector<records::DeviceSummary> devices;  // by id, numbers before names
  std::vector<std::string> notes;
};

class SampleFold {
 public:
  explicit SampleFold(std::optional<records::TimeSpan> window = std::nullopt) : window_(window) {}

  Taken add(const records::DeviceSample& sample);
  [[nodiscard]] std::int64_t used() const { return used_; }
  Folded finish();

 private:
  DeviceFold& fold_of(const std::string& device);

  std::optional<records::TimeSpan> window_;  // both ends belong to it
  std::map<std::string, DeviceFold, std::less<>> folds_;
  std::string latest_id_;
  DeviceFold* latest_ = nullptr;
  std::int64_t used_ = 0;
};

// "2" before "10" before "gpu0".
bool device_before(const std::string& left, const std::string& right);

}  // namespace accelprep::intake
