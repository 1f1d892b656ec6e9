// nvidia-smi's default table (drivers 410 to 610, Linux and Windows), `nvidia-smi --query-gpu=... --format=csv`, and
// /proc/driver/nvidia/version.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "intake/inventory/inventory_text.h"

namespace accelprep::intake {
namespace {

using records::Inventory;
using records::Place;

// The word after `label`, up to a blank or a bar; "" where the label is not there.
std::string_view word_after(std::string_view line, std::string_view label) {
  const auto at = line.find(label);
  if (at == std::string_view::npos) return {};
  const auto rest = base::trim(line.substr(at + label.size()));
  return rest.substr(0, rest.find_first_of(" |"));
}

// From driver 610 on the header says KMD Version and CUDA UMD Version.
bool read_header(std::string_view line, const Place& place, Inventory& into) {
  if (line.find("NVIDIA-SMI") == std::string_view::npos) return false;
  auto driver = word_after(line, "Driver Version:");
  if (driver.empty()) driver = word_after(line, "KMD Version:");
  if (driver.empty()) return false;
  auto cuda = word_after(line, "CUDA Version:");
  if (cuda.empty()) cuda = word_after(line, "CUDA UMD Version:");
  if (!is_unknown_value(driver) && !base::version_parts(driver).empty()) into.state("driver", std::string(driver), place);
  if (!is_unknown_value(cuda) && !base::version_parts(cuda).empty()) into.state("driver_cuda", std::string(cuda), place);
  return true;
}

bool is_bus_id(std::string_view text) {  // "00000000:0C:00.0"
  return std::count(text.begin(), text.end(), ':') == 2 && text.find('.') != std::string_view::npos;
}

void add_counted(Inventory& into, records::Gpu gpu) {
  const auto same = std::find_if(into.gpus.begin(), into.gpus.end(), [&](const auto& one) {
    return one.name == gpu.name && one.name_cut == gpu.name_cut && one.compute_capability == gpu.compute_capability;
  });
  if (same == into.gpus.end()) {
    into.gpus.push_back(std::move(gpu));
  } else {
    same->count += gpu.count;
  }
}

// "|   0  NVIDIA GeForce RTX 2080 ...    Off |   00000000:0C:00.0  On | ...": index, name, persistence or driver model.
bool read_gpu_row(std::string_view line, const Place& place, Inventory& into) {
  const auto cells = base::split(line, '|');
  if (cells.size() < 4) return false;
  const auto bus = base::trim(cells[2]);
  if (!is_bus_id(bus.substr(0, bus.find(' ')))) return false;
  auto cell = base::trim(cells[1]);
  const auto index_end = cell.find(' ');
  if (index_end == std::string_view::npos || !base::parse_integer(cell.substr(0, index_end))) return false;
  cell = base::trim(cell.substr(index_end));
  const auto last_blank = cell.rfind(' ');
  auto name = last_blank == std::string_view::npos ? cell : base::trim(cell.substr(0, last_blank));
  records::Gpu gpu{.place = place};
  if (name.ends_with("...")) {
    gpu.name_cut = true;
    name = base::trim(name.substr(0, name.size() - 3));
  }
  gpu.name = name;
  if (gpu.name == "ERR!" || gpu.name.empty()) return false;
  add_counted(into, std::move(gpu));
  return true;
}

bool table_recognises(const InventoryText& text) {
  return std::any_of(text.lines.begin(), text.lines.end(), [](const auto& line) {
    return line.text.find("NVIDIA-SMI") != std::string::npos && line.text.find(" Version:") != std::string::npos;
  });
}

base::Status table_read(const InventoryText& text, Inventory& into) {
  bool header_seen = false;
  bool mig = false;
  for (const auto& line : text.lines) {
    const auto place = text.place(line);
    const bool is_header = line.text.find("NVIDIA-SMI") != std::string::npos && line.text.find(" Version:") != std::string::npos;
    if (is_header && header_seen) break;  // the table was printed again, by watch or by hand
    if (is_header) {
      header_seen = read_header(line.text, place, into);
    } else {
      read_gpu_row(line.text, place, into);
      mig = mig || line.text.find("| MIG devices:") != std::string::npos;
    }
  }
  for (auto& gpu : into.gpus) {
    if (mig) gpu.mig = true;
  }
  return {};
}

// --query-gpu: the columns that say what the stack stands on.
bool query_recognises(const InventoryText& text) {
  if (text.lines.empty()) return false;
  const auto cells = base::split_csv(text.lines[0].text);
  const auto has = [&](std::string_view name) { return std::find(cells.begin(), cells.end(), name) != cells.end(); };
  return cells.size() >= 2 && has("name") && (has("compute_cap") || has("driver_version")) && !has("timestamp");
}

struct QueryColumns {
  std::vector<std::string> header;
  std::vector<std::string> cells;

  [[nodiscard]] std::string operator[](std::string_view name) const {
    const auto found = std::find(header.begin(), header.end(), name);
    const auto at = static_cast<std::size_t>(found - header.begin());
    return at < cells.size() && !is_unknown_value(cells[at]) ? cells[at] : "";
  }
};

base::Status query_read(const InventoryText& text, Inventory& into) {
  if (text.lines.empty()) return {};
  const auto header = base::split_csv(text.lines[0].text);
  for (std::size_t i = 1; i < text.lines.size(); ++i) {
    const auto place = text.place(text.lines[i]);
    const QueryColumns row{.header = header, .cells = base::split_csv(text.lines[i].text)};
    if (row["name"].empty()) continue;
    add_counted(into, {.name = row["name"], .compute_capability = row["compute_cap"], .place = place});
    if (into.find("driver") == nullptr) into.state("driver", row["driver_version"], place);
  }
  return {};
}

// /proc/driver/nvidia/gpus/*/information: "Model: \t\t NVIDIA H100 80GB HBM3", then bus, firmware and identity.
bool gpu_information_recognises(const InventoryText& text) {
  const auto starts = [&](std::string_view label) {
    return std::any_of(text.lines.begin(), text.lines.end(), [&](const auto& line) { return line.text.starts_with(label); });
  };
  return starts("Model:") && starts("Bus Location:");
}

base::Status gpu_information_read(const InventoryText& text, Inventory& into) {
  for (const auto& line : text.lines) {
    if (!line.text.starts_with("Model:")) continue;
    const auto name = base::trim(std::string_view(line.text).substr(6));
    if (!is_unknown_value(name)) add_counted(into, {.name = std::string(name), .place = text.place(line)});
  }
  return {};
}

// "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build ..."
bool proc_recognises(const InventoryText& text) {
  return std::any_of(text.lines.begin(), text.lines.end(), [](const auto& line) { return line.text.starts_with("NVRM version:"); });
}

base::Status proc_read(const InventoryText& text, Inventory& into) {
  for (const auto& line : text.lines) {
    if (!line.text.starts_with("NVRM version:")) continue;
    const auto place = text.place(line);
    for (const auto word : base::split(line.text, ' ')) {
      if (base::version_parts(word).size() < 2) continue;
      into.state("driver", std::string(word), place);
      into.state("proc_driver_nvidia_version", std::string(word), place);
      break;
    }
    into.state("driver_flavour", line.text.find(" Open ") != std::string::npos ? "open" : "proprietary", place);
  }
  return {};
}

}  // namespace

const InventoryFormat& nvidia_smi_table_format() {
  static constexpr InventoryFormat kFormat{
      .kind = "nvidia-smi table", .basis = records::Basis::imported, .recognises = table_recognises, .read = table_read};
  return kFormat;
}

const InventoryFormat& nvidia_smi_query_format() {
  static constexpr InventoryFormat kFormat{
      .kind = "nvidia-smi --query-gpu CSV", .basis = records::Basis::imported, .recognises = query_recognises, .read = query_read};
  return kFormat;
}

const InventoryFormat& proc_driver_format() {
  static constexpr InventoryFormat kFormat{
      .kind = "/proc/driver/nvidia/version", .basis = records::Basis::imported, .recognises = proc_recognises, .read = proc_read};
  return kFormat;
}

const InventoryFormat& gpu_information_format() {
  static constexpr InventoryFormat kFormat{.kind = "/proc/driver/nvidia/gpus",
                                           .basis = records::Basis::imported,
                                           .recognises = gpu_information_recognises,
                                           .read = gpu_information_read};
  return kFormat;
}

}  // namespace accelprep::intake
