// Bytes through one format of an inventory, whether it would have been recognised or not, and what must hold afterwards.
#pragma once

#include <string>

#include "base/check.h"
#include "bytes.h"
#include "intake/inventory/inventory_text.h"
#include "records/inventory_keys.h"

namespace accelprep::fuzz {

inline void check_place(const records::Place& place, const intake::InventoryText& text) {
  CHECK(place.source == text.path);
  CHECK(place.line >= 0 && static_cast<std::size_t>(place.line) <= text.lines.size());
}

// Every statement has a known key and a value, and every entry a place in the text.
inline void read_and_check(const intake::InventoryFormat& format, std::string_view bytes) {
  const auto text = intake::inventory_text_of(std::string(bytes), "input");
  records::Inventory read;
  (void)format.recognises(text);
  if (!format.read(text, read)) return;
  for (const auto& statement : read.statements) {
    CHECK(records::find_inventory_key(statement.key) != nullptr);
    CHECK(!statement.values.empty());
    check_place(statement.place, text);
  }
  for (const auto& package : read.packages) {
    CHECK(!package.name.empty());
    check_place(package.place, text);
  }
  for (const auto& gpu : read.gpus) {
    CHECK(gpu.count >= 1);
    check_place(gpu.place, text);
  }
}

}  // namespace accelprep::fuzz
