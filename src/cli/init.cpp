// Writes a commented audit.toml for what lies in a folder, and says what is missing, in order.
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/audit/examine.h"
#include "cli/init/draft.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "report/format.h"
#include "report/text_table.h"

namespace accelprep::cli {
namespace {

using base::ErrorKind;
using base::fail;
using base::Result;
using base::Status;

std::string money(const std::optional<double>& usd) { return !usd ? "cost not known" : (*usd == 0 ? "no rent" : report::format_usd(*usd)); }

std::string hours_text(const std::optional<double>& hours) { return hours ? base::format_duration(*hours * 3600) : "time not known"; }

std::string missing_text(const std::vector<readiness::PlanStep>& plan) {
  if (plan.empty()) return "\nNothing is missing: every axis is ready.\n";
  std::string out = "\nMissing, in order of what it would change:\n";
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const auto& step = plan[i];
    out += fmt::format("  {}. {} ({}; {}, {})\n     {}\n", i + 1, step.step, step.on_what, hours_text(step.hours), money(step.usd),
                       step.command);
  }
  return out;
}

std::string found_text(const std::vector<FoundFile>& found) {
  report::TextTable table({report::TextTable::Align::left, report::TextTable::Align::left});
  for (const auto& file : found) {
    const auto detail = file.kind == FileKind::other          ? std::string("not recognised; passed over")
                        : file.kind == FileKind::unmapped_log ? "perhaps a request log; map = \"" + file.detail + "\""
                                                              : file.detail;
    table.add({file.path, detail});
  }
  return found.empty() ? "  no file that this program reads\n" : table.text();
}

std::string as_json(const Invocation& invocation, const std::vector<FoundFile>& found, const std::vector<readiness::PlanStep>& plan) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const auto& file : found)
    files.push_back({{"path", file.path},
                     {"recognised", file.kind != FileKind::other && file.kind != FileKind::unmapped_log},
                     {"detail", file.detail}});
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for (const auto& step : plan) {
    steps.push_back({{"step", step.step},
                     {"on_what", step.on_what},
                     {"hours", step.hours ? nlohmann::ordered_json(*step.hours) : nullptr},
                     {"usd", step.usd ? nlohmann::ordered_json(*step.usd) : nullptr},
                     {"command", step.command}});
  }
  const nlohmann::ordered_json out = {{"schema", "accelprep.init/1"},
                                      {"written", base::join_path(invocation.arguments.positional[0], "audit.toml")},
                                      {"found", files},
                                      {"plan", steps},
                                      {"missing", nlohmann::ordered_json::array()}};
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<int> write_draft(Invocation& invocation) {
  const auto& directory = invocation.arguments.positional[0];
  const auto path = base::join_path(directory, "audit.toml");
  if (base::file_exists(path)) {
    return fail(ErrorKind::invalid_input,
                fmt::format("is there already and is not overwritten; {} audit {} runs it, init --add=SECTION prepares a part",
                            invocation.program, base::shell_quoted(directory)),
                path);
  }
  TRY(base::make_directories(directory));
  TRY_ASSIGN(const auto catalog, load_catalog(invocation));
  const auto found = survey(directory, catalog, invocation.progress);
  if (invocation.progress.cancelled()) return fail(ErrorKind::cancelled, "interrupted; nothing was written");
  const auto name = base::file_name_of(directory.ends_with('/') ? directory.substr(0, directory.size() - 1) : directory);
  TRY(base::write_file(path,
                       draft_audit(name.empty() || name == "." ? "audit" : name, found, base::format_date(invocation.clock.now_ns()))));
  TRY_ASSIGN(const auto run, examine_audit(invocation, directory));
  const auto assessment = assess_audit(run, run.dossier);
  if (invocation.json()) {
    TRY(emit(invocation, as_json(invocation, found, assessment.plan)));
    return kDone;
  }
  TRY(emit(invocation, fmt::format("Wrote {}. Found:\n{}{}\nNext: {} audit {}\n", path, found_text(found), missing_text(assessment.plan),
                                   invocation.program, base::shell_quoted(directory))));
  return kDone;
}

const AddRow* find_row(std::string_view section) {
  const auto rows = add_rows();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.section == section; });
  return found == rows.end() ? nullptr : &*found;
}

Result<std::string> add_block(const std::string& path, const AddRow& row) {
  TRY_ASSIGN(auto text, base::file_exists(path) ? base::read_file(path) : Result<std::string>("[audit]\n"));
  if (text.find(row.block) != std::string::npos) return fmt::format("{} holds the block already.\n", path);
  TRY(base::write_file(path, text + std::string(row.block)));
  return fmt::format("Added a commented block to {}.\n", path);
}

Result<std::string> add_file(const std::string& directory, const AddRow& row) {
  if (row.file.empty()) return std::string();
  const auto path = base::join_path(directory, std::string(row.file));
  if (base::file_exists(path)) return fmt::format("{} is there already and was kept.\n", path);
  TRY(base::write_file(path, row.contents));
  if (row.executable && chmod(path.c_str(), 0755) != 0) return fail(ErrorKind::io, "cannot be made executable", path);
  return fmt::format("Wrote {}.\n", path);
}

Result<int> add_section(Invocation& invocation, const std::string& section) {
  const auto* row = find_row(section);
  if (row == nullptr) {
    std::vector<std::string> names;
    for (const auto& one : add_rows()) names.emplace_back(one.section);
    return fail(ErrorKind::invalid_input,
                fmt::format("--add={}{}: expected one of {}", section, base::did_you_mean(section, names), base::join(names, ", ")));
  }
  const auto& directory = invocation.arguments.positional[0];
  TRY(base::make_directories(directory));
  TRY_ASSIGN(const auto file, add_file(directory, *row));
  TRY_ASSIGN(const auto block, add_block(base::join_path(directory, "audit.toml"), *row));
  TRY(emit(invocation,
           fmt::format("{}{}Next: {}, then {} audit {}\n", file, block, row->then, invocation.program, base::shell_quoted(directory))));
  return kDone;
}

Result<int> run(Invocation& invocation) {
  const auto section = invocation.arguments.text("add");
  return section.empty() ? write_draft(invocation) : add_section(invocation, section);
}

}  // namespace

Verb init_verb() {
  return {
      .name = "init",
      .arguments = "DIR",
      .summary = "write an audit.toml for the files that lie in a folder, and list what is missing",
      .description =
          "Looks at the files in DIR, tells by content what they are, and writes a commented audit.toml that runs at once. Lists what is\n"
          "missing in order, with time, cost and command. An audit.toml that is there is never overwritten.\n"
          "--add=SECTION prepares one part: workload, soak, stack, site, economics, horizon.",
      .examples = "$ init audits/search\n$ init audits/search --add=soak",
      .min_positional = 1,
      .max_positional = 1,
      .flags = {{"add", "SECTION", "prepare one part: workload, soak, stack, site, economics, horizon"}},
      .run = run};
}

}  // namespace accelprep::cli
