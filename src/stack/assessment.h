// Will this stack run on that accelerator, on its fast path: the one place that judges a stack. Pure: an inventory, a target and
// facts in; a verdict with its findings out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "evidence/finding.h"
#include "evidence/measurement.h"
#include "records/inventory.h"
#include "stack/facts.h"

namespace accelprep::stack {

// Where the software is to run. What is left empty is taken from the inventory. Where the accelerator or the driver is another
// than the inventory's, what the inventory says of its own machine (its driver, its errors, what ran there) is left aside.
struct Target {
  std::string accelerator;  // catalog id, or a name as tools print it
  std::string driver;       // "570.133.20"
  std::int64_t count = 0;   // 0: not given
};

enum class Link : std::uint8_t { driver, cuda, rocm, cudnn, miopen, framework, runtime, compiler, collectives, topology };
inline constexpr std::size_t kLinkCount = 10;
inline constexpr std::array<std::string_view, kLinkCount> kLinkNames{"driver",    "cuda",    "rocm",     "cudnn",       "miopen",
                                                                     "framework", "runtime", "compiler", "collectives", "topology"};
enum class LinkStatus : std::uint8_t { ok, mismatch, unknown };
inline constexpr std::array<std::string_view, 3> kLinkStatusNames{"ok", "mismatch", "unknown"};
enum class Verdict : std::uint8_t { runs, degraded, will_not_run, cannot_tell };
inline constexpr std::array<std::string_view, 4> kVerdictNames{"runs", "degraded", "will_not_run", "cannot_tell"};

inline std::string_view name_of(Link link) { return kLinkNames[static_cast<std::size_t>(link)]; }
inline std::string_view name_of(LinkStatus status) { return kLinkStatusNames[static_cast<std::size_t>(status)]; }
inline std::string_view name_of(Verdict verdict) { return kVerdictNames[static_cast<std::size_t>(verdict)]; }

struct ChainLink {
  Link link = Link::driver;
  std::string version;  // "" where not known
  LinkStatus status = LinkStatus::unknown;
  std::string why;  // what was checked, or found; "" where nothing was
};

// What stands in the way of a verdict, and the one command that would settle it.
struct OpenQuestion {
  Link link = Link::driver;
  std::string question;
  std::string command;
};

// The accelerator that was judged for; empty texts where not known.
struct JudgedTarget {
  std::string accelerator;  // catalog id
  std::string name;
  std::string vendor;  // "nvidia", "amd", "host"
  std::string compute_capability;
  std::string gfx;
  std::string driver;
  std::optional<std::int64_t> count;
  bool given = false;  // by the caller, else from the inventory
};

// What somebody saw run. Nothing here was measured by this tool; the basis says who vouches.
struct Dispatch {
  std::string device;
  std::vector<std::string> kernels;
  std::optional<bool> fell_back;
  std::optional<records::Basis> basis;  // nothing: not shown
};
struct Compilation {
  std::string backend;  // "triton 3.5.1"
  std::string target;   // "sm_90"
  std::optional<bool> planned;
  std::optional<bool> completes;
  std::optional<records::Basis> basis;
};
struct Performance {
  std::optional<double> of_predicted;
  std::optional<records::Basis> basis;
};

struct Assessment {
  JudgedTarget target;
  Verdict verdict = Verdict::cannot_tell;
  std::string why;
  std::vector<evidence::Finding> findings;  // errors first, then warnings, then what is fine
  std::vector<ChainLink> chain;             // links that apply, in the order of Link
  std::vector<Link> not_applicable;
  std::vector<OpenQuestion> open;
  Dispatch dispatch;
  Compilation compile;
  Performance performance;
  std::vector<std::string> notes;  // what was left aside, and why
};

// An accelerator that the facts do not hold is an error that names the nearest ids.
base::Result<Assessment> assess(const records::Inventory& inventory, const Target& target, const Facts& facts);

// stack_verdict, stack_dispatch, stack_compile, stack_performance. The origin's accelerator and count are those of the assessment.
std::vector<evidence::Measurement> measurements_of(const Assessment& assessment, const evidence::Origin& origin);

// One check a link of the chain, in the group "stack".
std::vector<evidence::Check> checks_of(const Assessment& assessment);

}  // namespace accelprep::stack
