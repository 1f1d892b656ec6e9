// The sentences that stand over the pictures, each from the data that the picture shows. Nothing: there is nothing to draw.
#pragma once

#include <optional>
#include <string>

#include "evidence/dossier.h"
#include "readiness/assessment.h"

namespace accelprep::report {

using Sentence = std::optional<std::string> (*)(const evidence::Dossier&, const readiness::Assessment&);

std::optional<std::string> break_even_sentence(const evidence::Dossier& dossier, const readiness::Assessment& assessment);
std::optional<std::string> arrival_rate_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> hour_of_week_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> dispersion_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> token_lengths_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> demand_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> cards_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> busy_distribution_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> devices_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> memory_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> chain_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> power_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> cooling_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> cumulative_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> load_duration_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> sensitivity_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> offers_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);
std::optional<std::string> breakdown_sentence(const evidence::Dossier& dossier, const readiness::Assessment&);

std::string hour_name(std::size_t hour_of_week);  // "Tuesday 14:00"

}  // namespace accelprep::report
