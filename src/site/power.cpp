#include "site/power.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

#include "base/text.h"
#include "site/circuit.h"

namespace accelprep::site {
namespace {

using evidence::Check;
using evidence::CheckStatus;
using records::Basis;
using records::Feed;
using records::SitePlan;
using Capacity = std::optional<double> (*)(const Feed&);

std::string kw(double watts) { return fmt::format("{:.2f} kW", watts / 1000); }

// The node and its feeds as the checks see them.
struct Rack {
  const SitePlan& plan;
  std::optional<double> peak_w;
  std::optional<double> rating_w;      // of one supply
  std::optional<std::int64_t> count;   // supplies that hang on some feed
  std::vector<std::int64_t> supplies;  // of one node, by feed; empty where not known
  std::string why_unassigned;          // what to state where `supplies` is empty
};

Rack rack_of(const SitePlan& plan, const std::optional<double>& peak_w) {
  Rack rack{.plan = plan, .peak_w = peak_w};
  const auto& node = plan.node;
  if (node.psu_rating_w) rack.rating_w = node.psu_rating_w->value;
  rack.count = node.psu_count;
  if (plan.feeds.empty()) {
    rack.why_unassigned = "state the circuits as [[feed]]";
    return rack;
  }
  if (plan.feeds.size() == 1 && plan.feeds[0].psus.empty()) {
    rack.supplies = {node.psu_count.value_or(1)};  // whatever their number, they all hang here
    return rack;
  }
  for (const auto& feed : plan.feeds) {
    if (feed.psus.empty()) rack.why_unassigned = fmt::format("state psus = [...] of feed {}: which supplies hang on it", feed.name);
  }
  if (!rack.why_unassigned.empty()) return rack;
  for (const auto& feed : plan.feeds) rack.supplies.push_back(static_cast<std::int64_t>(feed.psus.size()));
  rack.count = std::accumulate(rack.supplies.begin(), rack.supplies.end(), std::int64_t{0});
  return rack;
}

// The node load that a state of the rack carries, by what is tightest.
struct Limit {
  double watts = std::numeric_limits<double>::infinity();
  std::string tightest;
  std::vector<std::string> unknown;  // what to state
  void lower_to(double limit, std::string by) {
    if (limit < watts) {
      watts = limit;
      tightest = std::move(by);
    }
  }
};

std::int64_t total(const std::vector<std::int64_t>& alive) { return std::accumulate(alive.begin(), alive.end(), std::int64_t{0}); }

// Which supplies of a node live, by feed, and what counts as a circuit's capacity meanwhile. Empty: how they hang is not known.
struct State {
  std::vector<std::int64_t> alive;
  Capacity capacity = continuous_capacity_w;
};

void limit_by_circuits(const Rack& rack, const State& state, Limit& limit) {
  const auto& alive = state.alive;
  const double other_w = rack.plan.other_w ? rack.plan.other_w->value : 0;
  for (std::size_t i = 0; i < alive.size(); ++i) {
    if (alive[i] == 0) continue;
    const auto& feed = rack.plan.feeds[i];
    const double share = static_cast<double>(alive[i]) / static_cast<double>(total(alive));
    const auto carries = state.capacity(feed);
    if (!carries) {
      limit.unknown.push_back(fmt::format("volts, phases and breaker_a of feed {}, or its capacity_w", feed.name));
    } else {
      limit.lower_to(std::max(0.0, (*carries / share - other_w) / static_cast<double>(rack.plan.nodes)),
                     fmt::format("circuit {}", feed.name));
    }
  }
}

Limit limit_of(const Rack& rack, const State& state) {
  const auto& alive = state.alive;
  Limit limit;
  if (rack.supplies.empty()) {
    limit.unknown.push_back(rack.why_unassigned);
  } else if (total(alive) == 0) {
    limit.lower_to(0, "no supply is alive");
  }
  if (!rack.rating_w) limit.unknown.emplace_back("psu_rating_w");
  if (!rack.count) limit.unknown.emplace_back("psu_count");
  if (rack.rating_w && rack.count && !rack.supplies.empty()) {
    limit.lower_to(*rack.rating_w * static_cast<double>(total(alive)), fmt::format("{} supplies of {}", total(alive), kw(*rack.rating_w)));
  }
  limit_by_circuits(rack, state, limit);
  return limit;
}

Check unknown_check(std::string id, std::string why) { return {.id = std::move(id), .group = "power", .unit = "W", .why = std::move(why)}; }

// The load held against a limit: fails where it is known to be below, unknown where something could still lower it.
Check held_against(std::string id, const std::optional<double>& load_w, const Limit& limit) {
  Check check = unknown_check(std::move(id), "");
  check.value = load_w;
  if (!load_w) {
    check.why = "state [node] peak_w, or sustained_w";
    return check;
  }
  if (std::isfinite(limit.watts)) {
    check.limit = limit.watts;
    check.margin = limit.watts - *load_w;
  }
  if (check.margin && *check.margin < 0) {
    check.status = CheckStatus::fail;
    check.why = fmt::format("{}: {} short of {}", limit.tightest, kw(-*check.margin), kw(*load_w));
  } else if (!limit.unknown.empty()) {
    check.why = "state " + base::join(limit.unknown, "; ");
    check.why = base::replaced(check.why, "state state", "state");
  } else {
    check.status = CheckStatus::pass;
    check.why = fmt::format("{}: {} to spare for {}", limit.tightest, kw(*check.margin), kw(*load_w));
  }
  return check;
}

void need_supplies(const Rack& rack, std::int64_t alive, Check& check) {
  const auto& needed = rack.plan.node.psus_needed;
  if (!needed || alive >= *needed) return;
  check.status = CheckStatus::fail;
  const auto text = fmt::format("{} supplies stay alive and {} are needed for full load", alive, *needed);
  check.why = check.why.empty() ? text : fmt::format("{}; {}", text, check.why);
}

// Only the supplies' own ratings.
Check psu_normal(const Rack& rack) {
  Limit limit;
  if (rack.rating_w && rack.count) {
    limit.lower_to(*rack.rating_w * static_cast<double>(*rack.count), fmt::format("{} supplies of {}", *rack.count, kw(*rack.rating_w)));
  } else {
    limit.unknown.emplace_back("[node] psu_count and psu_rating_w");
  }
  auto check = held_against("psu_normal", rack.peak_w, limit);
  const auto& stated = rack.plan.node.psu_count;
  if (stated && rack.count && *rack.count < *stated)
    check.why += fmt::format("; {} of {} supplies hang on no feed", *stated - *rack.count, *stated);
  if (rack.count) need_supplies(rack, *rack.count, check);
  return check;
}

// Any one supply dead: the worst of the feeds it may hang on.
Check psu_loss(const Rack& rack) {
  if (!rack.count) return held_against("psu_loss", rack.peak_w, {.unknown = {"[node] psu_count and psu_rating_w"}});
  std::optional<Limit> worst;
  for (std::size_t i = 0; i < rack.supplies.size(); ++i) {
    if (rack.supplies[i] == 0) continue;
    auto alive = rack.supplies;
    --alive[i];
    auto limit = limit_of(rack, {.alive = alive});
    if (!worst || limit.watts < worst->watts) worst = std::move(limit);
  }
  if (!worst) worst = limit_of(rack, {});
  auto check = held_against("psu_loss", rack.peak_w, *worst);
  need_supplies(rack, *rack.count - 1, check);
  return check;
}

Check feed_loss(const Rack& rack, std::size_t lost) {
  const auto id = fmt::format("feed_loss_{}", rack.plan.feeds[lost].id);
  if (rack.supplies.empty()) return held_against(id, rack.peak_w, limit_of(rack, {}));
  auto alive = rack.supplies;
  alive[lost] = 0;
  if (rack.plan.feeds.size() == 1) {
    Limit nothing;
    nothing.lower_to(0, "one feed only: nothing that is left");
    return held_against(id, rack.peak_w, nothing);
  }
  auto check = held_against(id, rack.peak_w, limit_of(rack, {.alive = alive}));
  if (rack.count) need_supplies(rack, total(alive), check);
  return check;
}

// The load of one feed in normal operation.
std::optional<double> feed_load_w(const Rack& rack, std::size_t feed) {
  if (!rack.peak_w || rack.supplies.empty()) return std::nullopt;
  const double other_w = rack.plan.other_w ? rack.plan.other_w->value : 0;
  const double share = static_cast<double>(rack.supplies[feed]) / static_cast<double>(total(rack.supplies));
  return (*rack.peak_w * static_cast<double>(rack.plan.nodes) + other_w) * share;
}

Check circuit(const Rack& rack, std::size_t at) {
  const auto& feed = rack.plan.feeds[at];
  const auto id = fmt::format("circuit_{}", feed.id);
  Limit limit;
  if (const auto carries = continuous_capacity_w(feed)) {
    limit.lower_to(*carries, fmt::format("circuit {}", feed.name));
  } else {
    limit.unknown.push_back(fmt::format("volts, phases and breaker_a of feed {}, or its capacity_w", feed.name));
  }
  const auto load = feed_load_w(rack, at);
  if (rack.peak_w && !load) {
    auto check = unknown_check(id, rack.why_unassigned);
    if (limit.unknown.empty()) check.limit = limit.watts;
    return check;
  }
  auto check = held_against(id, load, limit);
  if (feed.volts && !feed.continuous_factor)
    check.why += fmt::format(" (continuous_factor not stated: taken as {})", kDefaultContinuousFactor);
  return check;
}

// Supplies that do not divide by three load the lines of a three-phase feed unevenly.
std::optional<Check> line(const Rack& rack, std::size_t at) {
  const auto& feed = rack.plan.feeds[at];
  if (feed.phases != 3 || rack.supplies.empty() || !rack.count) return std::nullopt;
  const double factor = balance_factor(feed.connection, rack.supplies[at] * rack.plan.nodes);
  const auto carries = continuous_capacity_w(feed);
  if (factor == 1 || !carries) return std::nullopt;
  Limit limit;
  limit.lower_to(*carries * factor, fmt::format("the heaviest line of feed {}", feed.name));
  return held_against(fmt::format("line_{}", feed.id), feed_load_w(rack, at), limit);
}

// The highest second when load begins: as stated, else the peak, and never less than the reserve over the sustained draw.
std::optional<double> startup_w(const Rack& rack, const PowerPolicy& policy) {
  const auto& node = rack.plan.node;
  if (node.startup_w) return node.startup_w->value;
  if (!rack.peak_w || !node.sustained_w) return rack.peak_w;
  return std::max(*rack.peak_w, node.sustained_w->value * policy.peak_over_sustained);
}

Check startup(const Rack& rack, const PowerPolicy& policy) {
  auto check = held_against("startup", startup_w(rack, policy), limit_of(rack, {.alive = rack.supplies, .capacity = short_capacity_w}));
  if (check.value && !rack.plan.node.startup_w) check.why += "; startup_w is not stated: taken from the peak and the sustained draw";
  if (check.status == CheckStatus::pass) check.why += " (seconds only: the breaker's whole rating counts)";
  return check;
}

Check office_grade(const Rack& rack, const PowerPolicy& policy) {
  Check check = unknown_check("office_grade", "state the circuits as [[feed]]");
  if (rack.plan.feeds.empty()) return check;
  double sum = 0;
  for (const auto& feed : rack.plan.feeds) {
    const auto carries = continuous_capacity_w(feed);
    if (!carries) {
      check.why = fmt::format("state volts, phases and breaker_a of feed {}, or its capacity_w", feed.name);
      return check;
    }
    sum += *carries;
  }
  const bool sockets = std::all_of(rack.plan.feeds.begin(), rack.plan.feeds.end(), is_office_circuit);
  const bool several = rack.plan.node.accelerators.value_or(1) > 1 || rack.plan.nodes > 1;
  check.value = sum;
  if (several) check.limit = policy.office_capacity_w;
  if (several) check.margin = sum - policy.office_capacity_w;
  const bool too_small = several && sum < policy.office_capacity_w;
  check.status = sockets || too_small ? CheckStatus::fail : CheckStatus::pass;
  check.why = sockets     ? "every feed is one phase, at most 20 A at at most 240 V: a wall socket's circuit"
              : too_small ? fmt::format("{} in all is too little for a node of several accelerators", kw(sum))
                          : fmt::format("{} in all", kw(sum));
  return check;
}

Carried carried(const std::vector<Check>& checks, const std::vector<std::string_view>& prefixes) {
  bool unknown = false;
  bool any = false;
  for (const auto& check : checks) {
    if (std::none_of(prefixes.begin(), prefixes.end(), [&](auto prefix) { return check.id.starts_with(prefix); })) continue;
    any = true;
    if (check.status == CheckStatus::fail) return Carried::fails;
    unknown = unknown || check.status == CheckStatus::unknown;
  }
  return any && !unknown ? Carried::carried : Carried::unknown;
}

std::string first_of(const std::vector<Check>& checks, CheckStatus status, const std::vector<std::string_view>& prefixes) {
  for (const auto& check : checks) {
    const bool wanted = std::any_of(prefixes.begin(), prefixes.end(), [&](auto prefix) { return check.id.starts_with(prefix); });
    if (wanted && check.status == status) return fmt::format("{}: {}", check.id, check.why);
  }
  return "";
}

const std::vector<std::string_view> kNormal{"psu_normal", "circuit", "line_"};
const std::vector<std::string_view> kSingle{"psu_loss", "feed_loss"};
const std::vector<std::string_view> kStartup{"startup"};

void set_level(PowerResult& out) {
  const bool measured = out.basis == Basis::measured || out.basis == Basis::imported;
  const auto fails = [&](const auto& prefixes) { return first_of(out.checks, CheckStatus::fail, prefixes); };
  const auto unknown = [&](const auto& prefixes) { return first_of(out.checks, CheckStatus::unknown, prefixes); };
  if (out.office_grade.value_or(false)) {
    out.why = "office-grade circuits: " + first_of(out.checks, CheckStatus::fail, {"office_grade"});
  } else if (out.normal == Carried::fails) {
    out.why = "normal operation is not carried: " + fails(kNormal);
  } else if (out.normal == Carried::unknown) {
    out.why = "normal operation cannot be told: " + unknown(kNormal);
  } else {
    out.level = Level::marginal;
    if (out.single_failure == Carried::fails) {
      out.why = "a single failure is not carried: " + fails(kSingle);
    } else if (out.single_failure == Carried::unknown) {
      out.why = "single failures cannot be told: " + unknown(kSingle);
    } else if (out.startup != Carried::carried) {
      out.why = "the start-up is not shown to be carried: " + fails(kStartup) + unknown(kStartup);
    } else if (!measured) {
      out.why = fmt::format("all of it is carried, by a peak that is {} and nobody's measurement", records::name_of(out.basis));
    } else if (!records::vouches(out.ratings_basis)) {
      out.why = fmt::format("the measured peak is carried, by ratings that are {}: have whoever read the plates declare them",
                            records::name_of(out.ratings_basis));
    } else {
      out.level = Level::ready;
      out.why = "the measured peak is carried, also after any single failure";
    }
  }
}

void set_peak(const SitePlan& plan, const PowerPolicy& policy, PowerResult& out) {
  const auto& node = plan.node;
  if (node.peak_w) {
    out.peak_w = node.peak_w->value;
    out.basis = node.peak_w->basis;
    out.peak_why =
        fmt::format("peak_w as stated ({}{})", records::name_of(out.basis), node.peak_w->source.empty() ? "" : ", " + node.peak_w->source);
  } else if (node.sustained_w) {
    out.peak_w = node.sustained_w->value * policy.peak_over_sustained;
    out.basis = node.sustained_w->basis;
    out.peak_why = fmt::format("peak_w is not stated: sustained_w = {} ({}) times {}", kw(node.sustained_w->value),
                               records::name_of(out.basis), policy.peak_over_sustained);
  } else {
    out.peak_why = "state [node] peak_w, or sustained_w: a node's draw is neither the sum of its accelerators nor that of its supplies";
  }
}

Basis ratings_basis(const SitePlan& plan) {
  std::optional<Basis> weakest;
  const auto add = [&](const std::optional<records::Stated>& stated) {
    if (stated) weakest = weakest ? records::weaker(*weakest, stated->basis) : stated->basis;
  };
  add(plan.node.psu_rating_w);
  for (const auto& feed : plan.feeds) {
    for (const auto* stated : {&feed.volts, &feed.breaker_a, &feed.capacity_w}) add(*stated);
  }
  return weakest.value_or(Basis::assumed);
}

}  // namespace

std::string_view name_of(Carried carried) {
  constexpr std::array<std::string_view, 3> kNames{"carried", "fails", "unknown"};
  return kNames[static_cast<std::size_t>(carried)];
}

PowerResult judge_power(const SitePlan& plan, const PowerPolicy& policy) {
  PowerResult out;
  set_peak(plan, policy, out);
  out.ratings_basis = ratings_basis(plan);
  const auto rack = rack_of(plan, out.peak_w);
  out.checks.push_back(psu_normal(rack));
  out.checks.push_back(psu_loss(rack));
  for (std::size_t i = 0; i < plan.feeds.size(); ++i) out.checks.push_back(feed_loss(rack, i));
  for (std::size_t i = 0; i < plan.feeds.size(); ++i) out.checks.push_back(circuit(rack, i));
  if (plan.feeds.empty()) out.checks.push_back(unknown_check("circuit", rack.why_unassigned));
  for (std::size_t i = 0; i < plan.feeds.size(); ++i) {
    if (auto check = line(rack, i)) out.checks.push_back(std::move(*check));
  }
  out.checks.push_back(startup(rack, policy));
  out.checks.push_back(office_grade(rack, policy));
  if (out.checks.back().status != CheckStatus::unknown) out.office_grade = out.checks.back().status == CheckStatus::fail;
  out.normal = carried(out.checks, kNormal);
  out.single_failure = carried(out.checks, kSingle);
  out.startup = carried(out.checks, kStartup);
  set_level(out);
  return out;
}

}  // namespace accelprep::site
