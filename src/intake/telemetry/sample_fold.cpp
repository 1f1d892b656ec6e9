#include "intake/telemetry/sample_fold.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::intake {

DeviceFold& SampleFold::fold_of(const std::string& device) {
  if (latest_ != nullptr && latest_id_ == device) return *latest_;
  auto found = folds_.find(device);
  if (found == folds_.end()) found = folds_.emplace(device, DeviceFold(device)).first;
  latest_id_ = device;
  latest_ = &found->second;
  return *latest_;
}

Taken SampleFold::add(const records::DeviceSample& sample) {
  if (window_ && (sample.at_ns < window_->from_ns || sample.at_ns > window_->to_ns)) return Taken::outside_window;
  if (!fold_of(sample.device).add(sample)) return Taken::out_of_order;
  ++used_;
  return Taken::used;
}

Folded SampleFold::finish() {
  Folded out;
  for (auto& [id, fold] : folds_) {
    out.devices.push_back(fold.finish());
    if (const auto stuck = fold.sensor().stuck()) out.notes.push_back(fmt::format("device {}: {}", id, *stuck));
    if (fold.counter_resets() > 0) {
      out.notes.push_back(fmt::format("device {}: throttle counters were reset {} times; what they showed before each reset is kept", id,
                                      fold.counter_resets()));
    }
    if (const auto slow = fold.sensor().refreshed_slowly(out.devices.back().interval_median_s)) {
      out.notes.push_back(fmt::format("device {}: {}", id, *slow));
    }
    if (fold.equal_times() > 0) {
      out.notes.push_back(fmt::format("device {}: {} samples bear the time of the sample before them", id, fold.equal_times()));
    }
    if (fold.interval_changed()) {
      out.notes.push_back(
          fmt::format("device {}: the sampling interval changed after the first {} samples, with whose median holes were told "
                      "from intervals",
                      id, kHeadSamples));
    }
  }
  std::sort(out.devices.begin(), out.devices.end(), [](const auto& a, const auto& b) { return device_before(a.id, b.id); });
  return out;
}

bool device_before(const std::string& left, const std::string& right) {
  const auto a = base::parse_integer(left);
  const auto b = base::parse_integer(right);
  if (a && b) return *a < *b;
  if (a.has_value() != b.has_value()) return a.has_value();
  return left < right;
}

}  // namespace accelprep::intake
