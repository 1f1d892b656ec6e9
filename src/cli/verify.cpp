#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/verbs.h"
#include "evidence/ledger.h"

namespace accelprep::cli {
namespace {

std::string as_text(const evidence::Verification& verified, const std::string& path) {
  std::string out;
  for (const auto& run : verified.runs) {
    out += fmt::format("run {:>4}  {:<10} {}  {:>5} measurements  {}\n", run.id, run.verb, base::format_time(run.ended_ns),
                       run.measurements, run.digest.substr(0, 12));
  }
  for (const auto& run : verified.changed) out += fmt::format("run {:>4}  CHANGED: {}\n", run.id, run.why);
  out += verified.changed.empty() ? fmt::format("{}: {} runs, unchanged since they were written\n", path, verified.runs.size())
                                  : fmt::format("{}: changed after it was written; its figures are no evidence\n", path);
  return out;
}

std::string as_json(const evidence::Verification& verified, const std::string& path) {
  nlohmann::json runs = nlohmann::json::array();
  for (const auto& run : verified.runs) {
    runs.push_back({{"run", run.id},
                    {"verb", run.verb},
                    {"ended", base::format_time(run.ended_ns)},
                    {"measurements", run.measurements},
                    {"digest", run.digest}});
  }
  nlohmann::json changed = nlohmann::json::array();
  for (const auto& run : verified.changed) changed.push_back({{"run", run.id}, {"why", run.why}});
  const nlohmann::json out = {
      {"schema", "accelprep.verify/1"},    {"ledger", path}, {"unchanged", verified.changed.empty()}, {"runs", runs}, {"changed", changed},
      {"missing", nlohmann::json::array()}};
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

base::Result<int> run(Invocation& invocation) {
  const auto& path = invocation.arguments.positional[0];
  auto ledger = evidence::Ledger::open_read_only(path);
  if (!ledger && ledger.error().kind == base::ErrorKind::corrupt) {
    return base::fail(base::ErrorKind::corrupt, "cannot be read as a ledger: " + ledger.error().message, path);
  }
  if (!ledger) return std::unexpected(ledger.error());
  TRY_ASSIGN(const auto verified, ledger->verify());
  TRY(emit(invocation, invocation.json() ? as_json(verified, path) : as_text(verified, path)));
  return verified.changed.empty() ? kDone : kFails;
}

}  // namespace

Verb verify_verb() {
  return {.name = "verify",
          .arguments = "LEDGER",
          .summary = "was a ledger changed after it was written?",
          .description =
              "Recomputes the digest of every run from its rows and follows the chain from run to run.\n"
              "Exits 1 and names the run where anything was changed.",
          .examples = "$ verify examples/llama-cpu/evidence.sqlite",
          .min_positional = 1,
          .max_positional = 1,
          .flags = {},
          .run = run};
}

}  // namespace accelprep::cli
