// May an offer's hardware stand in for the plan's?
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "records/cost_plan.h"

namespace accelprep::economics {

// What a comparison needs to know of an accelerator; the caller takes it from the catalog.
struct Hardware {
  std::string id;
  std::string name;
  std::string family;                // "h100"
  std::optional<double> bf16_flops;  // dense, at peak
  std::optional<double> tdp_w;
};
using HardwareLookup = std::function<std::optional<Hardware>(std::string_view id_or_name)>;  // nothing where it is not known

enum class Equivalence : std::uint8_t { same, similar, different };
std::string_view name_of(Equivalence equivalence);

struct Judgement {
  Equivalence equivalence = Equivalence::different;
  std::string why;
};

// The accelerator that the plan owns: as stated in [own], else the one that all its offers of hardware name, else "".
std::string accelerator_of(const records::CostPlan& plan);

// same: the same accelerator. similar: one of its family in another form (PCIe or NVL for SXM), or nobody says which. different: all else,
// and everything priced per token.
Judgement judge(const records::RentOffer& offer, std::string_view own_accelerator, const HardwareLookup& hardware);

}  // namespace accelprep::economics
