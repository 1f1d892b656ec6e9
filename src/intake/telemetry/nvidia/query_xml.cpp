#include "intake/telemetry/nvidia/query_xml.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <pugixml.hpp>

#include "base/text.h"
#include "intake/telemetry/nvidia/report_samples.h"

namespace accelprep::intake {
namespace {

using base::ErrorKind;
using base::fail;

constexpr std::string_view kOpen = "<nvidia_smi_log";
constexpr std::string_view kClose = "</nvidia_smi_log>";
constexpr std::size_t kDocumentBytesMax = std::size_t{64} << 20U;  // sixteen GPUs with all their clocks take 1 MB

struct PathField {
  const char* path;  // below <gpu>
  std::string_view field;
};

// The elements' names by DTD: power_readings up to v11, gpu_power_readings from v12 on, its two draws from v13 on; throttle reasons up to
// v11, event reasons after.
constexpr std::array kPaths{
    PathField{"product_name", "name"},
    PathField{"utilization/gpu_util", "utilization.gpu"},
    PathField{"fb_memory_usage/used", "memory.used"},
    PathField{"fb_memory_usage/total", "memory.total"},
    PathField{"power_readings/power_draw", "power.draw"},
    PathField{"gpu_power_readings/power_draw", "power.draw"},
    PathField{"gpu_power_readings/average_power_draw", "power.draw.average"},
    PathField{"gpu_power_readings/instant_power_draw", "power.draw.instant"},
    PathField{"temperature/gpu_temp", "temperature.gpu"},
    PathField{"temperature/memory_temp", "temperature.memory"},
    PathField{"clocks/sm_clock", "clocks.sm"},
    PathField{"clocks_event_reasons_counters/clocks_event_reasons_counters_sw_power_cap", "clocks_event_reasons_counters.sw_power_cap"},
    PathField{"clocks_event_reasons_counters/clocks_event_reasons_counters_sw_therm_slowdown",
              "clocks_event_reasons_counters.sw_thermal_slowdown"},
    PathField{"clocks_event_reasons_counters/clocks_event_reasons_counters_hw_therm_slowdown",
              "clocks_event_reasons_counters.hw_thermal_slowdown"},
    PathField{"clocks_event_reasons_counters/clocks_event_reasons_counters_hw_power_brake",
              "clocks_event_reasons_counters.hw_power_brake_slowdown"},
};
constexpr std::array<std::string_view, 5> kReasons{"sw_power_cap", "sw_thermal_slowdown", "hw_slowdown", "hw_thermal_slowdown",
                                                   "hw_power_brake_slowdown"};

class Documents {
 public:
  Documents(const TelemetryInput& input, SampleSink& sink) : input_(input), sink_(sink), samples_(input, sink) {}
  base::Status read();

 private:
  base::Status take(std::string_view line);
  void take_document();
  void take_gpu(const pugi::xml_node& gpu);
  void take_instances(const pugi::xml_node& gpu);

  const TelemetryInput& input_;
  SampleSink& sink_;
  ReportSamples samples_;
  std::string text_;  // of the document being read
  std::int64_t first_line_ = 0;
  bool inside_ = false;
};

base::Status Documents::read() {
  for (;;) {
    TRY_ASSIGN(const auto line, input_.lines.next());
    if (!line) break;
    TRY(input_.progress.passed(*line));
    TRY(take(*line));
  }
  if (inside_) sink_.reject("a document that is cut off", first_line_);
  samples_.end();
  return {};
}

base::Status Documents::take(std::string_view line) {
  // What nvidia-smi writes names a DTD and has neither entities nor CDATA.
  for (const auto* declared : {"<!ENTITY", "<!ELEMENT", "<!ATTLIST", "<![CDATA["}) {
    if (line.find(declared) != std::string_view::npos) {
      return fail(ErrorKind::invalid_input, fmt::format("has \"{}\", which no output of nvidia-smi has", declared), input_.lines.place());
    }
  }
  for (auto rest = line; !rest.empty();) {
    if (!inside_) {
      const auto open = rest.find(kOpen);
      if (open == std::string_view::npos) return {};
      rest.remove_prefix(open);
      inside_ = true;
      text_.clear();
      first_line_ = input_.lines.line_number();
    }
    const auto close = rest.find(kClose);
    const auto end = close == std::string_view::npos ? rest.size() : close + kClose.size();
    text_.append(rest.substr(0, end)).push_back('\n');
    rest.remove_prefix(end);
    if (text_.size() > kDocumentBytesMax) {
      return fail(ErrorKind::unsupported, fmt::format("is a document over {} MiB", kDocumentBytesMax >> 20U), input_.lines.place());
    }
    if (close != std::string_view::npos) {
      take_document();
      inside_ = false;
    }
  }
  return {};
}

void Documents::take_document() {
  pugi::xml_document document;
  const auto parsed = document.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) return sink_.reject("a document that is no well-formed XML", first_line_);
  const auto log = document.child("nvidia_smi_log");
  samples_.begin_report();
  samples_.set_time(base::trim(log.child_value("timestamp")));
  for (const auto& gpu : log.children("gpu")) take_gpu(gpu);
  samples_.end_device();
}

void Documents::take_gpu(const pugi::xml_node& gpu) {
  samples_.begin_device(gpu.attribute("id").as_string(), first_line_);
  for (const auto& [path, field] : kPaths) samples_.set(field, gpu.first_element_by_path(path).child_value());
  for (const auto* kind : {"clocks_throttle_reason", "clocks_event_reason"}) {
    const auto reasons = gpu.child(fmt::format("{}s", kind).c_str());
    for (const auto reason : kReasons) {
      samples_.set(fmt::format("clocks_event_reasons.{}", reason), reasons.child_value(fmt::format("{}_{}", kind, reason).c_str()));
    }
  }
  take_instances(gpu);
}

void Documents::take_instances(const pugi::xml_node& gpu) {
  for (const auto& instance : gpu.child("mig_devices").children("mig_device")) {
    samples_.begin_instance();
    samples_.set_instance_id(instance.child_value("gpu_instance_id"));
    samples_.set_instance_memory("memory.used", instance.first_element_by_path("fb_memory_usage/used").child_value());
    samples_.set_instance_memory("memory.total", instance.first_element_by_path("fb_memory_usage/total").child_value());
  }
}

}  // namespace

bool is_query_xml(std::span<const std::string> head) {
  return std::any_of(head.begin(), head.end(), [](const auto& line) { return line.find(kOpen) != std::string::npos; });
}

base::Result<RecordingFacts> read_query_xml(const TelemetryInput& input, SampleSink& sink) {
  TRY(Documents(input, sink).read());
  return RecordingFacts{};
}

}  // namespace accelprep::intake
