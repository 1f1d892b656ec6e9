// What is known of a software stack: statements, each with the place it was read at and the text that stood there.
// Facts only; src/stack judges them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/stated.h"

namespace accelprep::records {

// Where something was read. Shown with every finding that rests on it.
struct Place {
  std::string source;  // a path
  int line = 0;        // from 1; 0 where the source has no lines
  std::string text;    // what stood there
  bool operator==(const Place&) const = default;
};

struct Gpu {
  std::string name;       // as the tool printed it: "NVIDIA H100 80GB HBM3"; may be empty
  bool name_cut = false;  // the tool cut it off: "NVIDIA GeForce RTX 4080 ..."
  std::int64_t count = 1;
  std::string compute_capability;  // "9.0"; empty where not stated
  std::string gfx;                 // "gfx942"; AMD
  std::optional<bool> data_center_part;
  std::optional<bool> mig;
  std::optional<bool> nvlink;
  Place place;
};

struct Package {
  std::string name;     // lower case, '-' for '_' and '.': "nvidia-cudnn-cu12"
  std::string version;  // "2.9.1"; empty where a requirement names none
  std::string local;    // what stands behind '+', or what a conda build says: "cu128", "cpu", "rocm6.4"
  std::string origin;   // "pip", "conda"
  Place place;
};

struct Statement {
  std::string key;                  // a row of inventory_keys.h
  std::vector<std::string> values;  // at least one; flags are "true" and "false"
  Basis basis = Basis::imported;
  Place place;

  [[nodiscard]] const std::string& value() const { return values.front(); }
};

// A file that was read into an inventory.
struct InventorySource {
  std::string path;
  std::string kind;  // "collect_env text"; several formats in one file are joined by ", "
  Basis basis = Basis::imported;
  std::int64_t statements = 0;  // statements, packages and GPUs taken from it
};

struct Inventory {
  std::vector<Gpu> gpus;
  std::vector<Package> packages;
  std::vector<Statement> statements;
  std::vector<InventorySource> sources;

  // The first statement of that key; null where there is none. A key that is no row of the table is our own mistake (CHECK).
  [[nodiscard]] const Statement* find(std::string_view key) const;
  [[nodiscard]] std::vector<const Statement*> all(std::string_view key) const;
  [[nodiscard]] std::string text(std::string_view key) const;  // "" where there is none
  [[nodiscard]] std::optional<bool> flag(std::string_view key) const;
  [[nodiscard]] const Package* package(std::string_view name) const;  // the first of that name
  [[nodiscard]] std::int64_t gpu_count() const;

  [[nodiscard]] Basis weakest_basis() const;  // of its sources; imported where there is none

  void state(std::string_view key, std::string value, Place place);  // imported; an empty value is not kept
};

// Adds what another file says. GPUs that both list are the same ones: the larger count is kept, and what only one of them knows.
void merge(Inventory& into, Inventory other);

std::string normal_package_name(std::string_view name);

}  // namespace accelprep::records
