// The verdict: six axes on three levels, from evidence alone. It can be redone from a ledger on a machine that never saw the inputs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/dossier.h"

namespace accelprep::readiness {

enum class Level : std::uint8_t { ready, marginal, not_ready };
enum class Reason : std::uint8_t {
  ok,
  unmeasured,
  fails,
  wrong_target,  // the evidence is about another accelerator
  stale,         // it has expired
  conflicting,
  heuristic,  // measured, and between the thresholds
};
enum class Decision : std::uint8_t { own, rent, hybrid, profile_more };
std::string_view name_of(Level level);  // "not_ready"
std::string_view name_of(Reason reason);
std::string_view name_of(Decision decision);

struct NextStep {
  std::string command;  // runs as printed
  std::string needs;    // "a rented H100 SXM for an hour, and your own traffic"
  std::optional<double> hours;
  std::optional<double> usd;  // at the catalog's or the user's rental rate; unknown where neither has one
};

struct Axis {
  std::string id;     // "sustained_utilization"
  std::string title;  // "Sustained utilization"
  Level level = Level::not_ready;
  Reason reason = Reason::unmeasured;
  std::optional<evidence::Basis> basis;  // the weakest of what decided it; nothing where nothing was measured
  bool synthetic = false;
  std::string why;                        // one or two sentences
  std::vector<std::string> measurements;  // ids of what decided it
  std::vector<std::string> passed_over;   // "sustained_utilization of a100-80-sxm: another accelerator"
  NextStep next;
};

// What would have to change for another verdict.
struct Flip {
  std::string sentence;  // "At a rent of $2.10 /h per accelerator (now $3.29), owning would no longer pay."
};

struct Verdict {
  Decision decision = Decision::profile_more;
  std::string why;  // a sentence with its numbers
  std::int64_t ready_axes = 0;
  std::optional<double> sustained_utilization;
  std::optional<evidence::Interval> sustained_ci95;
  bool sustained_is_upper_bound = false;
  std::optional<double> break_even_utilization;
  std::optional<evidence::Interval> break_even_ci95;
  std::vector<Flip> would_change;  // at most three
};

// What to measure next, in order of what it would change.
struct PlanStep {
  std::string step;
  std::string on_what;
  std::optional<double> hours;
  std::optional<double> usd;
  std::string command;
};

struct Assessment {
  std::vector<Axis> axes;  // always six, in the order of the rubric
  Verdict verdict;
  std::vector<PlanStep> plan;
};

struct AssessOptions {
  std::string program;    // how commands are printed: "accelprep"
  std::string directory;  // the audit's, as the user named it
  evidence::TimeNs now_ns = 0;
};

// Thresholds come from the dossier's policy; a key that is missing there has its default.
Assessment assess(const evidence::Dossier& dossier, const AssessOptions& options);

}  // namespace accelprep::readiness
