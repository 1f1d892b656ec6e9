// Where owning and renting cost the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "economics/rent.h"

namespace accelprep::economics {

// Against an offer billed by use: u* = fixed / (availability * accelerators * 8760 * rate - variable), all a year. Above 1, or infinite
// where the offer costs less than the electricity, it means never. Nothing for a reservation, whose cost does not depend on use.
std::optional<double> break_even_utilization(const OwnFigures& own, const OfferFigures& offer);

// Months after which renting would have cost as much as the capital and the running cost: capital / (rent - running), a month of 730 h.
// Undiscounted, and nothing is credited for what the hardware still is worth. Nothing where running alone costs as much as renting.
std::optional<double> payback_months(const OwnFigures& own, double rent_usd_per_year, double utilization);

// The same in hours of full use: capital / (rate of all accelerators - running cost of an hour at full use). Lenovo LP2225's figure.
std::optional<double> payback_hours(const OwnFigures& own, const OfferFigures& offer);

// Where owning costs less a year than the cheapest of several offers (their lower envelope).
struct PaysWindow {
  std::optional<double> from;   // utilization; nothing where owning never costs less
  std::optional<double> until;  // nothing where it pays up to full use
  std::string why;              // where `from` is nothing
};
// `offers` are those that may be contracted; each must have a rate.
PaysWindow pays_window(const OwnFigures& own, const std::vector<OfferFigures>& offers);

}  // namespace accelprep::economics
