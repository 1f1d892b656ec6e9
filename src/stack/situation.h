// What an inventory, a target and the facts mean together: the accelerators in question, the driver, the framework's build, and
// the device code in it. Rules ask this and nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evidence/finding.h"
#include "records/inventory.h"
#include "stack/assessment.h"
#include "stack/device_code.h"
#include "stack/drivers.h"
#include "stack/facts.h"

namespace accelprep::stack {

using evidence::CitedFact;
using evidence::EvidenceLine;

struct Known {
  std::string value;
  std::vector<EvidenceLine> evidence;
  explicit operator bool() const { return !value.empty(); }
};

enum class Vendor : std::uint8_t { unknown, nvidia, amd, host };

struct Device {
  std::string id;  // catalog id
  std::string name;
  Vendor vendor = Vendor::unknown;
  std::string capability;  // "9.0"
  std::string gfx;
  std::int64_t count = 0;  // 0: not known
  std::optional<bool> data_center_part;
  std::optional<bool> mig;
  std::optional<bool> nvlink;
  std::vector<EvidenceLine> evidence;
  std::vector<CitedFact> facts;
  // "NVIDIA GeForce RTX 5090 (compute capability 12.0)"
  [[nodiscard]] std::string shown() const;
};

enum class BuildKind : std::uint8_t { unknown, cuda, rocm, cpu };

struct Framework {
  std::string name;     // "torch"; "" where none is known
  std::string version;  // "2.9.1"
  std::string local;    // "cu128"
  std::string release;  // "2.9"
  std::string origin;   // "pip", "conda", "" where not known
  BuildKind kind = BuildKind::unknown;
  std::string cuda;         // "12.8"
  std::string rocm;         // "6.4"
  bool by_default = false;  // nothing says which build it is; this is what a plain pip install gives
  bool default_sourced = false;
  bool unnamed_build = false;
  bool prerelease = false;  // a nightly or a vendor's own build: no published wheel
  std::vector<EvidenceLine> evidence;
  std::vector<CitedFact> facts;
  [[nodiscard]] std::string shown() const;  // "torch 2.9.1+cu128"
};

// Something that brings or wants a CUDA runtime.
struct CudaNeed {
  std::string who;      // "torch 2.9.1+cu128"
  std::string kind;     // "torch", "vllm", "onnxruntime", "container": what a fix speaks of
  std::string cuda;     // "12.8", "13"
  bool certain = true;  // a fact that is not marked sourced carries no verdict alone
  std::vector<EvidenceLine> evidence;
  std::vector<CitedFact> facts;
};

struct BuildCode {
  bool known = false;
  bool certain = true;  // a fact that is not marked sourced carries no verdict alone
  DeviceCode code;
  std::vector<EvidenceLine> evidence;
  std::vector<CitedFact> facts;
};

struct Situation {
  records::Inventory inventory;  // without what is about another machine
  const Facts& facts;
  bool target_given = false;
  bool other_machine = false;
  std::vector<Device> devices;
  std::string platform;                  // "x86_64", "aarch64"
  System system = System::linux;         // of the software
  System driver_system = System::linux;  // whose driver numbers count: in WSL the driver is that of Windows
  Known driver;
  Known driver_cuda;           // as stated
  std::string driver_carries;  // the newest CUDA of the driver, stated or from its number; "" where not known
  Framework framework;
  std::vector<CudaNeed> needs;
  BuildCode code;

  [[nodiscard]] bool for_vendor(Vendor vendor) const;  // some device is of that vendor
  [[nodiscard]] bool on_host() const { return for_vendor(Vendor::host); }
  [[nodiscard]] std::int64_t device_count() const;  // 0 where not known
  [[nodiscard]] bool is(std::string_view key, bool value) const { return inventory.flag(key) == value; }
  [[nodiscard]] std::vector<EvidenceLine> lines(std::string_view key) const;  // where that key was stated
};

base::Result<Situation> situation_of(const records::Inventory& inventory, const Target& target, const Facts& facts);

// The parts, each in a file of its own.
base::Status settle_devices(Situation& situation, const Target& target);
void settle_framework(Situation& situation);
void settle_needs(Situation& situation);
void settle_code(Situation& situation);

EvidenceLine line_of(const records::Place& place);

// A published build of the framework for this platform. The release is matched exactly, else the newest one before it.
struct BuildWish {
  std::string_view framework;
  std::string_view version;
  std::string_view cuda;  // "": the default build
};
const catalog::FrameworkBuild* published_build(const Situation& situation, const BuildWish& wish);
CitedFact build_fact(const catalog::FrameworkBuild& build);
bool is_sourced(const catalog::FrameworkBuild& build);
bool fits_platform(const Situation& situation, const catalog::FrameworkBuild& build);

}  // namespace accelprep::stack
