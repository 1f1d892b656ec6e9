// One row a key of an inventory: what inventory.toml may say, what the text formats are turned into, and what the rules ask for.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace accelprep::records {

enum class KeyShape : std::uint8_t {
  text,   // one text, number or flag
  texts,  // a list of them, or one
  flag,   // true or false
  table,  // a table of texts: its entries become "name=value"
};

// A statement about the software moves with it to another machine; one about the machine it ran on does not.
enum class KeySubject : std::uint8_t { software, machine };

struct InventoryKey {
  std::string_view name;
  KeyShape shape;
  KeySubject subject;
  std::string_view description;
};

std::span<const InventoryKey> inventory_keys();
const InventoryKey* find_inventory_key(std::string_view name);  // null where there is none

}  // namespace accelprep::records
