// Rules are rows: a finding's id, its severity, the link of the chain it is about, whom it concerns, and the function that looks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stack/situation.h"

namespace accelprep::stack {

using evidence::Finding;
using evidence::Severity;

// What a rule found; its id and severity come from its row unless the rule knows better.
struct Found {
  std::string summary;
  std::string explanation;
  std::string fix;
  std::vector<EvidenceLine> evidence;
  std::vector<CitedFact> facts;
  std::optional<Severity> severity = std::nullopt;
};

// A condition that was checked and holds.
struct Held {
  Link link = Link::driver;
  std::string what;
  std::vector<EvidenceLine> evidence;
  std::vector<CitedFact> facts;
};

struct Outcome {
  struct Reported {
    Link link = Link::driver;
    Finding finding;
  };
  std::vector<Reported> found;
  std::vector<Held> held;
  std::vector<Held> fine;  // looks wrong, and is not
  std::vector<OpenQuestion> open;
};

// What a rule answers with, bound to its row.
class Judgement {
 public:
  struct Row {
    std::string_view id;
    Severity severity;
    Link link = Link::driver;
  };
  Judgement(const Row& row, Outcome& outcome) : row_(row), outcome_(outcome) {}

  void found(Found found);
  void holds(std::string what, std::vector<CitedFact> facts = {});
  void fine(Held held);  // says what looks wrong, and why it is not
  void open(std::string question, std::string command);
  [[nodiscard]] bool any_error() const;  // by an earlier row

 private:
  Row row_;
  Outcome& outcome_;
};

struct Rule {
  std::string_view id;
  Severity severity;
  Link link;
  Vendor concerns;  // unknown: everybody
  void (*look)(const Situation& situation, Judgement& judgement);
};

std::span<const Rule> rules();
Outcome apply_rules(const Situation& situation);

// By file.
void look_driver_for_runtime(const Situation& situation, Judgement& judgement);
void look_driver_for_gpu(const Situation& situation, Judgement& judgement);
void look_driver_loaded(const Situation& situation, Judgement& judgement);
void look_open_modules(const Situation& situation, Judgement& judgement);
void look_forward_compatibility(const Situation& situation, Judgement& judgement);
void look_nvml(const Situation& situation, Judgement& judgement);
void look_container_runtime(const Situation& situation, Judgement& judgement);
void look_container_cgroup(const Situation& situation, Judgement& judgement);
void look_wsl_library(const Situation& situation, Judgement& judgement);
void look_wsl_hsa(const Situation& situation, Judgement& judgement);
void look_adapter(const Situation& situation, Judgement& judgement);
void look_off_bus(const Situation& situation, Judgement& judgement);
void look_kernel_image(const Situation& situation, Judgement& judgement);
void look_ptx(const Situation& situation, Judgement& judgement);
void look_ptxas(const Situation& situation, Judgement& judgement);
void look_vendor(const Situation& situation, Judgement& judgement);
void look_cpu_build(const Situation& situation, Judgement& judgement);
void look_cpu_fallback(const Situation& situation, Judgement& judgement);
void look_unavailable(const Situation& situation, Judgement& judgement);
void look_mig_counting(const Situation& situation, Judgement& judgement);
void look_nvcc(const Situation& situation, Judgement& judgement);
void look_cuda_majors(const Situation& situation, Judgement& judgement);
void look_libraries(const Situation& situation, Judgement& judgement);
void look_cudnn(const Situation& situation, Judgement& judgement);
void look_collectives(const Situation& situation, Judgement& judgement);
void look_amd_driver(const Situation& situation, Judgement& judgement);
void look_miopen(const Situation& situation, Judgement& judgement);
void look_engine_capability(const Situation& situation, Judgement& judgement);
void look_engine_version(const Situation& situation, Judgement& judgement);
void look_rocm_targets(const Situation& situation, Judgement& judgement);
void look_fabric(const Situation& situation, Judgement& judgement);
void look_nvlink(const Situation& situation, Judgement& judgement);
void look_peer_access(const Situation& situation, Judgement& judgement);
void look_pcie(const Situation& situation, Judgement& judgement);
void look_pcie_unknown(const Situation& situation, Judgement& judgement);

// A wheel of torch that reaches every device of the situation and runs on its driver: "pip install ..."; "" where none is known.
std::string torch_wheel_advice(const Situation& situation);
// The same as a sentence, or one that says that none is known.
std::string torch_wheel_sentence(const Situation& situation);
std::vector<EvidenceLine> operator+(std::vector<EvidenceLine> left, const std::vector<EvidenceLine>& right);

}  // namespace accelprep::stack
