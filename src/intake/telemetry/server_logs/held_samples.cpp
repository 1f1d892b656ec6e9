#include "intake/telemetry/server_logs/held_samples.h"

#include <algorithm>
#include <fmt/format.h>

#include "intake/telemetry/plausible.h"
#include "intake/telemetry/server_fold.h"

namespace accelprep::intake {

using records::ServerGauge;

void HeldSamples::hand_over(SampleSink& sink, const std::string& path) {
  const auto use_of = [](const auto& held) { return held.first[ServerGauge::kv_cache_use]; };
  const bool any = std::any_of(held_.begin(), held_.end(), [&](const auto& held) { return use_of(held).has_value(); });
  const bool percent = std::any_of(held_.begin(), held_.end(), [&](const auto& held) { return use_of(held).value_or(0) > 1; });
  if (any) {
    sink.note(
        percent ? fmt::format("{}: its KV cache use names no unit and passes 1: taken for a percent", path)
                : fmt::format("{}: its KV cache use names no unit and never passes 1, so that it may be a percent or a fraction: not used",
                              path));
  }
  SampleTimes times;
  for (auto& [sample, line] : held_) {
    auto& use = sample[ServerGauge::kv_cache_use];
    if (use) use = percent ? std::optional(*use * 0.01) : std::nullopt;
    times.take(sample, line, sink);
  }
  times.say(sink, path);
  held_.clear();
}

bool SampleTimes::is_dated(records::TimeNs at_ns, SampleSink& sink) {
  if (!any_) {
    any_ = true;
    dated_ = is_recent_date(at_ns);
    if (!dated_) sink.times_are(records::TimeBase::running_clock);
  }
  return dated_;
}

void SampleTimes::take(const records::DeviceSample& sample, std::int64_t line, SampleSink& sink) {
  const auto why = is_dated(sample.at_ns, sink) ? implausible(sample) : implausible_values(sample);
  why ? sink.reject(*why, line) : sink.take(sample, line);
}

void SampleTimes::take(const records::ServerSample& sample, std::int64_t line, SampleSink& sink) {
  auto why = implausible(sample);
  if (is_dated(sample.at_ns, sink) && !is_recent_date(sample.at_ns)) why = kNoRecentDate;
  why ? sink.reject(*why, line) : sink.take(sample, line);
}

void SampleTimes::say(SampleSink& sink, const std::string& path) const {
  if (any_ && !dated_) sink.note(fmt::format("{}: its times are a running clock's: intervals hold, dates are not known", path));
}

}  // namespace accelprep::intake
