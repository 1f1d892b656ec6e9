// A report that somebody saved or pasted, as lines: what terminals, markdown and mail put around them is taken off.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "records/inventory.h"

namespace accelprep::intake {

struct InventoryLine {
  int number = 0;  // from 1
  std::string text;
};

struct InventoryText {
  std::string path;
  std::vector<InventoryLine> lines;
  std::string raw;  // the file as it is, for formats that have a parser of their own

  [[nodiscard]] records::Place place(const InventoryLine& line) const { return {path, line.number, line.text}; }
};

InventoryText inventory_text_of(std::string raw, std::string path);

// One format: how it is told from others, and what becomes of it.
struct InventoryFormat {
  std::string_view kind;
  records::Basis basis = records::Basis::imported;
  bool (*recognises)(const InventoryText& text) = nullptr;
  base::Status (*read)(const InventoryText& text, records::Inventory& into) = nullptr;
};

const InventoryFormat& collect_env_format();
const InventoryFormat& nvidia_smi_table_format();
const InventoryFormat& nvidia_smi_query_format();
const InventoryFormat& proc_driver_format();
const InventoryFormat& gpu_information_format();
const InventoryFormat& package_list_format();
const InventoryFormat& error_text_format();
const InventoryFormat& inventory_toml_format();

// What the formats share.
records::Package pip_package(std::string_view name, std::string_view version);                            // "2.9.1+cu128" is split
records::Package conda_package(std::string_view name, std::string_view version, std::string_view build);  // "py3.11_cuda12.4_cudnn9.1.0_0"
bool is_unknown_value(std::string_view value);  // "N/A", "Could not collect", "None", "No CUDA", ""
void read_error_line(std::string_view line, const records::Place& place, records::Inventory& into);

}  // namespace accelprep::intake
