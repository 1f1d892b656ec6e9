// Which GPUs the code in a binary reaches: machine code (SASS) within a major version, PTX upward by just-in-time compilation.
// Rules: docs.nvidia.com Blackwell compatibility guide; family and architecture-specific targets: NVIDIA's blog on them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace accelprep::stack {

struct Capability {
  int major = 0;
  int minor = 0;
  char suffix = '\0';  // 'a': this one exactly; 'f': its family
  bool operator==(const Capability&) const = default;
};

std::optional<Capability> parse_capability(std::string_view text);  // "12.0", "sm_90a"

struct DeviceCode {
  std::vector<std::string> sass;  // compute capabilities: "8.0", "9.0a"
  std::vector<std::string> ptx;
  std::vector<std::string> gfx;  // "gfx942"
};

// From torch.cuda.get_arch_list() ("sm_80", "compute_90", "gfx942") or TORCH_CUDA_ARCH_LIST ("8.0", "9.0+PTX").
DeviceCode device_code_of(std::span<const std::string> list);

bool sass_runs_on(std::string_view code, std::string_view device);
bool ptx_reaches(std::string_view code, std::string_view device);

enum class Reach : std::uint8_t { exact, minor, jit, none };
struct Reached {
  Reach how = Reach::none;
  std::string by;  // the entry of the list: "8.6"
};
// The best way in which the code reaches the device: its own machine code, that of a lower minor, PTX, or none.
Reached reach(const DeviceCode& code, std::string_view device);

}  // namespace accelprep::stack
