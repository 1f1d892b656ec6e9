// One row of an nvidia-smi log to a sample.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "intake/telemetry/log_time.h"
#include "intake/telemetry/nvidia/nvidia_smi_fields.h"

namespace accelprep::intake {

enum class Names : std::uint8_t { hashed, kept };  // of UUIDs and serial numbers that have to serve as device ids

class NvidiaSmiRow {
 public:
  NvidiaSmiRow(std::vector<NvidiaSmiColumn> columns, Names names);

  // Fills sample(). Returns why the row is none, or "". The sample's device stays empty where no column names it.
  std::string_view read(const std::vector<std::string_view>& cells, LogTime& time);
  [[nodiscard]] records::DeviceSample& sample() { return sample_; }
  [[nodiscard]] bool names_devices() const { return names_devices_; }

 private:
  void clear();
  std::string_view fill(const NvidiaSmiColumn& column, std::string_view cell);
  std::string_view fill_number(const NvidiaSmiColumn& column, std::string_view cell);
  std::string_view fill_mask(std::string_view cell);
  std::string_view fill_reason(const NvidiaSmiField& field, std::string_view cell);
  void spread_hw_slowdown();
  void name_device();
  const std::string& hashed(std::string_view secret);

  std::vector<NvidiaSmiColumn> columns_;
  Names names_;
  bool names_devices_ = false;
  records::DeviceSample sample_;
  std::array<int, records::kMetricCount> preference_{};  // of the value a metric has so far
  std::array<std::string_view, 4> ids_;                  // index, bus id, UUID, serial number
  std::optional<bool> hw_slowdown_;
  std::pair<std::string, std::string> last_hash_;
};

}  // namespace accelprep::intake
