#include "intake/telemetry/amd/amd_fields.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace accelprep::intake {
namespace {

using records::Metric;

constexpr double kMiB = 1024.0 * 1024;  // amd-smi divides by it and writes MB: an MI300X of 192 GiB has "196300 MB"

constexpr AmdField metric(std::string_view name, Metric of, int preference = 0) {
  switch (of) {
    case Metric::power_w:
      return {name, AmdKind::metric, of, Quantity::watts, 1, preference};
    case Metric::temperature_c:
    case Metric::memory_temperature_c:
      return {name, AmdKind::metric, of, Quantity::celsius, 1, preference};
    case Metric::sm_clock_hz:
      return {name, AmdKind::metric, of, Quantity::hertz, 1e6, preference};
    case Metric::memory_used_bytes:
      return {name, AmdKind::metric, of, Quantity::bytes, kMiB, preference};
    case Metric::busy:
    case Metric::sm_active:
    case Metric::sm_occupancy:
    case Metric::tensor_active:
    case Metric::dram_active:
      break;
  }
  return {name, AmdKind::metric, of, Quantity::fraction, 0.01, preference};
}

constexpr AmdField common(AmdField field) {
  field.distinctive = false;
  return field;
}

// The average comes before the current power, the edge of the die before its hottest junction, as with other vendors' figures.
constexpr std::array kFields{
    // rocm-smi, as keys of --json and columns of --csv
    common({"device", AmdKind::device}),
    common({"device name", AmdKind::name, Metric::busy, Quantity::fraction, 1, 1}),
    AmdField{"card series", AmdKind::name},
    metric("gpu use (%)", Metric::busy),
    AmdField{"vram total used memory (b)", AmdKind::metric, Metric::memory_used_bytes, Quantity::bytes, 1},
    AmdField{"vram total memory (b)", AmdKind::memory_total, Metric::memory_used_bytes, Quantity::bytes, 1},
    metric("average graphics package power (w)", Metric::power_w),
    metric("current socket graphics package power (w)", Metric::power_w, 1),
    metric("temperature (sensor edge) (c)", Metric::temperature_c),
    metric("temperature (sensor junction) (c)", Metric::temperature_c, 1),
    metric("temperature (sensor memory) (c)", Metric::memory_temperature_c),
    metric("sclk clock speed", Metric::sm_clock_hz),
    // amd-smi metric and monitor
    common({"timestamp", AmdKind::time}),
    common({"gpu", AmdKind::device}),
    common({"xcp", AmdKind::partition}),
    metric("gfx_activity", Metric::busy),
    metric("gfx_util", Metric::busy),
    metric("gfx%", Metric::busy),
    common(metric("gfx", Metric::busy)),
    metric("average_socket_power", Metric::power_w),
    metric("socket_power", Metric::power_w, 1),
    metric("current_socket_power", Metric::power_w, 2),
    common(metric("power_usage", Metric::power_w, 1)),
    common(metric("power", Metric::power_w, 1)),
    common(metric("edge", Metric::temperature_c)),
    common(metric("hotspot", Metric::temperature_c, 1)),
    metric("hotspot_temperature", Metric::temperature_c, 1),
    common(metric("gpu_temp", Metric::temperature_c, 1)),
    common(metric("gpu_t", Metric::temperature_c, 1)),
    common(metric("mem", Metric::memory_temperature_c)),
    common(metric("memory_temperature", Metric::memory_temperature_c)),
    common(metric("mem_temp", Metric::memory_temperature_c)),
    common(metric("mem_t", Metric::memory_temperature_c)),
    metric("gfx_clock", Metric::sm_clock_hz),
    metric("gfx_clk", Metric::sm_clock_hz),
    common(metric("vram_used", Metric::memory_used_bytes)),
    common(metric("used_vram", Metric::memory_used_bytes)),
    common({"vram_total", AmdKind::memory_total, Metric::memory_used_bytes, Quantity::bytes, kMiB}),
    common({"total_vram", AmdKind::memory_total, Metric::memory_used_bytes, Quantity::bytes, kMiB}),
    common({"vram_usage", AmdKind::memory_pair, Metric::memory_used_bytes, Quantity::bytes, kMiB}),
    // amdgpu_top
    common({"devicename", AmdKind::name}),
    metric("average power", Metric::power_w),
    metric("input power", Metric::power_w, 1),
    metric("edge temperature", Metric::temperature_c),
    metric("junction temperature", Metric::temperature_c, 1),
    metric("memory temperature", Metric::memory_temperature_c),
    metric("gfx_sclk", Metric::sm_clock_hz),
    metric("total vram usage", Metric::memory_used_bytes),
    AmdField{"total vram", AmdKind::memory_total, Metric::memory_used_bytes, Quantity::bytes, kMiB},
};
constexpr AmdField kOneClock{"gfx_N_clk", AmdKind::clock_of_one, Metric::sm_clock_hz, Quantity::hertz, 1e6};

bool is_clock_of_one(std::string_view name) {
  constexpr std::string_view kHead = "gfx_";
  constexpr std::string_view kTail = "_clk";
  if (!name.starts_with(kHead) || !name.ends_with(kTail) || name.size() <= kHead.size() + kTail.size()) return false;
  return base::parse_integer(name.substr(kHead.size(), name.size() - kHead.size() - kTail.size())).has_value();
}

const AmdField* field_named(std::string_view written) {
  auto name = base::lower(base::trim(written));
  if (name.ends_with(':')) name.pop_back();
  if (is_clock_of_one(name)) return &kOneClock;
  const auto* const found = std::find_if(kFields.begin(), kFields.end(), [&](const auto& field) { return field.name == name; });
  return found == kFields.end() ? nullptr : found;
}

}  // namespace

AmdColumns amd_columns(std::span<const std::string_view> names) {
  AmdColumns columns;
  for (const auto name : names) columns.push_back(field_named(name));
  const bool temperatures =
      std::any_of(columns.begin(), columns.end(), [](const auto* field) { return field != nullptr && field->name == "hotspot"; });
  for (auto& field : columns) {
    if (field != nullptr && field->name == "mem" && !temperatures) field = nullptr;
  }
  return columns;
}

bool is_amd(const AmdColumns& columns) {
  const auto any = [&](auto holds) {
    return std::any_of(columns.begin(), columns.end(), [&](const auto* field) { return field != nullptr && holds(*field); });
  };
  return any([](const auto& field) { return field.kind == AmdKind::device; }) && any([](const auto& field) { return field.distinctive; });
}

bool has_metric(const AmdColumns& columns) {
  return std::any_of(columns.begin(), columns.end(), [](const auto* field) {
    return field != nullptr && field->kind >= AmdKind::metric && field->kind != AmdKind::memory_total;
  });
}

}  // namespace accelprep::intake
