#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
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
  for (const auto& run : verified.changed) {
    const auto which = run.id == 0 ? std::string("every run") : fmt::format("run {:>4}", run.id);
    out += fmt::format("{}  CHANGED: {}\n", which, run.why);
  }
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

// A file that was a ledger and no longer reads as one was changed; one that never was is unreadable input.
bool was_sqlite(const std::string& path) {
  auto reader = base::read_file(path);
  return reader && reader->starts_with("SQLite format 3");
}

base::Result<evidence::Verification> verify(const std::string& path) {
  auto ledger = evidence::Ledger::open_read_only(path);
  auto verified = ledger ? ledger->verify() : base::Result<evidence::Verification>(std::unexpected(ledger.error()));
  if (verified || verified.error().kind != base::ErrorKind::corrupt) return verified;
  if (!was_sqlite(path)) return base::fail(base::ErrorKind::corrupt, "cannot be read as a ledger: " + verified.error().message, path);
  return evidence::Verification{.changed = {{.id = 0, .why = "the file is damaged beyond reading: " + verified.error().message}}};
}

base::Result<int> run(Invocation& invocation) {
  const auto& path = invocation.arguments.positional[0];
  TRY_ASSIGN(const auto verified, verify(path));
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
