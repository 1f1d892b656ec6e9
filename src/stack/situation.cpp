#include "stack/situation.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "records/inventory_keys.h"

namespace accelprep::stack {
namespace {

using records::KeySubject;

std::string platform_of(const records::Inventory& inventory) {
  auto arch = base::lower(inventory.text("arch"));
  if (arch == "amd64" || arch == "x86-64") return "x86_64";
  if (arch == "arm64") return "aarch64";
  return arch;
}

bool same_device(const Device& left, const Device& right) {
  if (!left.id.empty() && !right.id.empty()) return left.id == right.id;
  return left.vendor == right.vendor && left.capability == right.capability && left.gfx == right.gfx;
}

// The target differs from the machine that the inventory describes.
bool describes_another(const Situation& situation, const std::vector<Device>& shown, const Target& target) {
  const auto driver = situation.inventory.text("driver");
  if (!target.driver.empty() && !driver.empty() && target.driver != driver) return true;
  if (target.accelerator.empty() || shown.empty()) return false;
  return std::none_of(shown.begin(), shown.end(), [&](const auto& one) { return same_device(one, situation.devices.front()); });
}

void leave_machine_aside(records::Inventory& inventory) {
  std::erase_if(inventory.statements, [](const auto& one) {
    const auto* key = records::find_inventory_key(one.key);
    return key != nullptr && key->subject == KeySubject::machine;
  });
}

void settle_driver(Situation& situation, const Target& target) {
  if (!target.driver.empty()) {
    situation.driver = {.value = target.driver, .evidence = {{"the target that was asked for", 0, "driver " + target.driver}}};
  } else {
    const auto* stated = situation.inventory.find("driver");
    if (stated == nullptr) stated = situation.inventory.find("proc_driver_nvidia_version");
    if (stated != nullptr) situation.driver = {.value = stated->value(), .evidence = {line_of(stated->place)}};
  }
  if (const auto* cuda = situation.inventory.find("driver_cuda"); cuda != nullptr && target.driver.empty()) {
    situation.driver_cuda = {.value = major_minor_of(cuda->value()), .evidence = {line_of(cuda->place)}};
  }
  situation.driver_carries = situation.driver_cuda ? situation.driver_cuda.value : cuda_of_driver(situation.facts, situation.driver.value);
}

}  // namespace

EvidenceLine line_of(const records::Place& place) { return {place.source, place.line, std::string(base::trim(place.text))}; }

std::string Device::shown() const {
  const auto what = name.empty() ? id : name;
  if (!capability.empty()) return fmt::format("{} (compute capability {})", what.empty() ? "the GPU" : what, capability);
  if (!gfx.empty()) return fmt::format("{} ({})", what.empty() ? "the GPU" : what, gfx);
  return what.empty() ? "the GPU" : what;
}

std::string Framework::shown() const {
  if (name.empty()) return "the framework";
  std::string out = name;
  if (!version.empty()) out += " " + version;
  if (!local.empty()) out += "+" + local;
  return out;
}

bool Situation::for_vendor(Vendor vendor) const {
  return std::any_of(devices.begin(), devices.end(), [&](const auto& device) { return device.vendor == vendor; });
}

std::int64_t Situation::device_count() const {
  std::int64_t count = 0;
  for (const auto& device : devices) count += device.count;
  return count;
}

std::vector<EvidenceLine> Situation::lines(std::string_view key) const {
  std::vector<EvidenceLine> out;
  for (const auto* statement : inventory.all(key)) out.push_back(line_of(statement->place));
  return out;
}

base::Result<Situation> situation_of(const records::Inventory& inventory, const Target& target, const Facts& facts) {
  Situation out{.inventory = inventory, .facts = facts};
  out.platform = platform_of(inventory);
  out.system = base::contains_ignoring_case(inventory.text("os"), "windows") ? System::windows : System::linux;
  const bool wsl = base::contains_ignoring_case(inventory.text("os") + " " + inventory.text("kernel"), "wsl");
  out.driver_system = wsl ? System::windows : out.system;
  out.target_given = !target.accelerator.empty() || !target.driver.empty();
  TRY(settle_devices(out, {}));
  const auto shown = out.devices;
  TRY(settle_devices(out, target));
  out.other_machine = describes_another(out, shown, target);
  if (out.other_machine) leave_machine_aside(out.inventory);
  if (out.platform.empty()) {
    // Grace is the only processor beside these GPUs.
    const bool grace = std::any_of(out.devices.begin(), out.devices.end(), [](const auto& device) {
      const auto name = base::lower(device.name + " " + device.id);
      return name.find("gb200") != std::string::npos || name.find("gb300") != std::string::npos ||
             name.find("gh200") != std::string::npos || name.find("gb10") != std::string::npos;
    });
    out.platform = grace ? "aarch64" : "x86_64";
  }
  settle_driver(out, target);
  settle_framework(out);
  settle_needs(out);
  settle_code(out);
  return out;
}

}  // namespace accelprep::stack
