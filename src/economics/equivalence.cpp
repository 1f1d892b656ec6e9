#include "economics/equivalence.h"

#include <array>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::economics {

std::string_view name_of(Equivalence equivalence) {
  constexpr std::array<std::string_view, 3> kNames{"same", "similar", "different"};
  return kNames[static_cast<std::size_t>(equivalence)];
}

std::string accelerator_of(const records::CostPlan& plan) {
  std::string found = plan.own.accelerator;
  if (!found.empty()) return found;
  for (const auto& offer : plan.rent) {
    if (offer.kind == records::RentKind::api || offer.accelerator.empty()) continue;
    if (!found.empty() && !base::equals_ignoring_case(found, offer.accelerator)) return "";
    found = offer.accelerator;
  }
  return found;
}

Judgement judge(const records::RentOffer& offer, std::string_view own_accelerator, const HardwareLookup& hardware) {
  if (offer.kind == records::RentKind::api) {
    return {
        Equivalence::different,
        "priced per token: hardware, precision and batching are the provider's; like for like only where the same model answers as well "
        "within the same SLA"};
  }
  if (own_accelerator.empty() || offer.accelerator.empty()) {
    return {Equivalence::similar,
            fmt::format("{} names no accelerator, so nobody knows whether the hardware is equal; state accelerator = ...",
                        own_accelerator.empty() ? "[own]" : "the offer")};
  }
  const auto own = hardware(own_accelerator);
  const auto rented = hardware(offer.accelerator);
  const std::string own_id = own ? own->id : std::string(own_accelerator);
  const std::string rented_id = rented ? rented->id : offer.accelerator;
  if (base::equals_ignoring_case(own_id, rented_id)) return {Equivalence::same, fmt::format("{} in both", own_id)};
  if (own && rented && !own->family.empty() && own->family == rented->family) {
    return {Equivalence::similar,
            fmt::format("{} for {}: one family, another form; power limit, memory and links differ", rented_id, own_id)};
  }
  return {Equivalence::different, fmt::format("{} is no {}; compare by work done, not by the hour", rented_id, own_id)};
}

}  // namespace accelprep::economics
