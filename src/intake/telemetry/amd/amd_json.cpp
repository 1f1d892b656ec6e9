#include "intake/telemetry/amd/amd_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "intake/telemetry/amd/amd_reading.h"
#include "intake/telemetry/json_texts.h"

namespace accelprep::intake {
namespace {

using Json = nlohmann::ordered_json;

// What a document says of one device: names and values, as a row of a table has them.
struct Figures {
  std::vector<std::string> names;
  std::vector<std::string> cells;

  void add(std::string name, std::string cell) {
    names.push_back(std::move(name));
    cells.push_back(std::move(cell));
  }
};

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? value.dump() : "";
}

// {"value": 42, "unit": "W"} and "42" alike.
std::string cell_of(const Json& value) {
  if (!value.is_object()) return text_of(value);
  const auto found = value.find("value");
  if (found == value.end()) return "";
  const auto unit = value.find("unit");
  const bool bare = found->is_string() || unit == value.end() || !unit->is_string();
  const auto number = text_of(*found);
  return bare || number.empty() ? number : number + " " + unit->get<std::string>();
}

void take(AmdReading& reading, const Figures& figures, std::int64_t line) {
  const std::vector<std::string_view> names(figures.names.begin(), figures.names.end());
  const std::vector<std::string_view> cells(figures.cells.begin(), figures.cells.end());
  reading.take(amd_columns(names), cells, line);
}

using TakeDocument = void (*)(const Json& document, std::int64_t line, AmdReading& reading);

base::Result<RecordingFacts> read_documents(const TelemetryInput& input, SampleSink& sink, TakeDocument take_document) {
  AmdReading reading(input, sink);
  JsonTexts texts(input);
  for (;;) {
    TRY_ASSIGN(const auto text, texts.next());
    if (!text) break;
    const auto document = Json::parse(text->text, nullptr, false);
    if (document.is_discarded()) {
      sink.reject("no JSON document", text->line);
    } else {
      take_document(document, text->line, reading);
    }
  }
  TRY(reading.finish());
  return RecordingFacts{};
}

void take_rocm_smi(const Json& document, std::int64_t line, AmdReading& reading) {
  if (!document.is_object()) return;
  for (const auto& [device, values] : document.items()) {
    if (!device.starts_with("card") || !values.is_object()) continue;
    Figures figures;
    figures.add("device", device);
    for (const auto& [name, value] : values.items()) figures.add(name, text_of(value));
    take(reading, figures, line);
  }
}

// The innermost name alone, as in the columns of amd-smi's CSV; the clocks of several dies keep the die's ("gfx_0" and "clk").
void flatten(const Json& object, const std::string& parent, Figures& into) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_array()) continue;
    if (value.is_object() && !value.contains("value")) {
      flatten(value, key, into);
    } else {
      into.add(parent.starts_with("gfx_") ? fmt::format("{}_{}", parent, key) : key, cell_of(value));
    }
  }
}

void take_amd_smi(const Json& document, std::int64_t line, AmdReading& reading) {
  const auto wrapped = document.is_object() ? document.find("gpu_data") : document.end();
  const Json& list = document.is_object() && wrapped != document.end() ? *wrapped : document;
  const auto take_one = [&](const Json& device) {
    if (!device.is_object()) return;
    Figures figures;
    flatten(device, "", figures);
    take(reading, figures, line);
  };
  if (!list.is_array()) return take_one(list);
  for (const auto& device : list) take_one(device);
}

void take_amdgpu_top(const Json& document, std::int64_t line, AmdReading& reading) {
  if (!document.is_object() || !document.contains("devices") || !document["devices"].is_array()) return;
  std::size_t index = 0;
  for (const auto& device : document["devices"]) {
    Figures figures;
    figures.add("gpu", fmt::format("{}", index++));
    if (document.contains("timestamp")) figures.add("timestamp", text_of(document["timestamp"]));
    const auto add = [&](const char* group, const char* key, const char* name) {
      if (device.is_object() && device.contains(group) && device[group].is_object() && device[group].contains(key)) {
        figures.add(name, cell_of(device[group][key]));
      }
    };
    add("Info", "DeviceName", "DeviceName");
    add("gpu_activity", "GFX", "gfx_activity");
    for (const auto* key : {"Total VRAM", "Total VRAM Usage"}) add("VRAM", key, key);
    for (const auto* key : {"Average Power", "Input Power", "Edge Temperature", "Junction Temperature", "Memory Temperature", "GFX_SCLK"}) {
      add("Sensors", key, key);
    }
    take(reading, figures, line);
  }
}

bool any_line_has(std::span<const std::string> head, std::initializer_list<std::string_view> words) {
  return std::any_of(head.begin(), head.end(), [&](const auto& line) {
    return std::any_of(words.begin(), words.end(), [&](auto word) { return line.find(word) != std::string::npos; });
  });
}

bool has_document(std::span<const std::string> head) {
  return std::any_of(head.begin(), head.end(), [](const auto& line) {
    const auto text = base::trim(line);
    return text.starts_with('{') || text.starts_with('[');
  });
}

}  // namespace

bool is_rocm_smi_json(std::span<const std::string> head) {
  return has_document(head) && any_line_has(head, {"\"card0\"", "\"card1\""}) &&
         any_line_has(head, {"\"Temperature (Sensor ", "\"GPU use (%)\"", "\"GPU ID\"", "\"Device ID\"", "Graphics Package Power (W)\"",
                             "\"VRAM Total "});
}

base::Result<RecordingFacts> read_rocm_smi_json(const TelemetryInput& input, SampleSink& sink) {
  return read_documents(input, sink, take_rocm_smi);
}

bool is_amd_smi_json(std::span<const std::string> head) {
  return has_document(head) && any_line_has(head, {"\"gpu\":", "\"gpu\" :"}) &&
         any_line_has(head, {"\"gfx_activity\"", "\"socket_power\"", "\"hotspot_temperature\"", "\"gfx_clock\"", "\"umc_activity\""});
}

base::Result<RecordingFacts> read_amd_smi_json(const TelemetryInput& input, SampleSink& sink) {
  return read_documents(input, sink, take_amd_smi);
}

bool is_amdgpu_top_json(std::span<const std::string> head) {
  return has_document(head) && any_line_has(head, {"\"GRBM\"", "\"amdgpu_top_version\""});
}

base::Result<RecordingFacts> read_amdgpu_top_json(const TelemetryInput& input, SampleSink& sink) {
  return read_documents(input, sink, take_amdgpu_top);
}

}  // namespace accelprep::intake
