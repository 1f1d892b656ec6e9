// Rows of AMD's tools, in whatever shape they were written, to samples.
#pragma once

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "intake/telemetry/amd/amd_fields.h"
#include "intake/telemetry/formats.h"

namespace accelprep::intake {

class AmdReading {
 public:
  AmdReading(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink) {}

  // A row: as many cells as columns. Rejects it where it says nothing of a device, or what cannot be.
  void take(const AmdColumns& columns, std::span<const std::string_view> cells, std::int64_t line);
  // A name that stands on a line of its own, of the device of the row before; that row is handed on by the next call or by finish().
  void name_last(std::string_view name);
  // Says what was inferred. An error where nothing was found at all.
  base::Status finish();

 private:
  std::string_view fill(const AmdField& field, std::string_view cell);
  std::string_view fill_pair(std::string_view cell);
  void hand_on();

  const TelemetryInput& input_;
  SampleSink& sink_;
  records::DeviceSample sample_;
  std::int64_t line_ = 0;
  bool pending_ = false;
  bool any_row_ = false;
  bool any_without_time_ = false;
  bool has_time_ = false;
  std::string partition_;
  int name_preference_ = 0;
  records::Average clocks_hz_;
  std::array<const AmdField*, records::kMetricCount> chosen_{};
  std::array<std::set<std::string_view>, records::kMetricCount> sources_;  // names under which a metric was found
};

}  // namespace accelprep::intake
