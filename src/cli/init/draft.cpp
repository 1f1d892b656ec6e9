#include "cli/init/draft.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"

namespace accelprep::cli {
namespace {

constexpr records::TimeNs kHourNs = 3'600'000'000'000;
constexpr records::TimeNs kLongestSoakNs = 6 * kHourNs;

using Files = std::vector<FoundFile>;

Files of_kind(const Files& found, FileKind kind) {
  Files out;
  std::copy_if(found.begin(), found.end(), std::back_inserter(out), [&](const auto& file) { return file.kind == kind; });
  return out;
}

std::string quoted(const std::string& text) { return "\"" + base::replaced(base::replaced(text, "\\", "\\\\"), "\"", "\\\"") + "\""; }

std::string list_of(const Files& files) {
  std::string out;
  for (const auto& file : files) out += (out.empty() ? "" : ", ") + quoted(file.path);
  return "[" + out + "]";
}

std::string_view block_of(std::string_view section) {
  const auto rows = add_rows();
  return std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.section == section; })->block;
}

bool overlap(const FoundFile& a, const FoundFile& b) { return a.first_ns < b.last_ns && b.first_ns < a.last_ns; }

// Which recordings are a soak, which logs belong to it, and which are the workload's own.
struct Roles {
  Files workload, soak_requests, soak_telemetry, long_telemetry;
  std::string accelerator;
  std::int64_t devices = 0;
};

Roles roles_of(const Files& found) {
  Roles out;
  for (const auto& file : of_kind(found, FileKind::telemetry)) {
    (file.last_ns - file.first_ns <= kLongestSoakNs ? out.soak_telemetry : out.long_telemetry).push_back(file);
    if (!file.accelerator.empty()) out.accelerator = file.accelerator;
    out.devices = std::max(out.devices, file.devices);
  }
  for (const auto& log : of_kind(found, FileKind::request_log)) {
    const bool short_log = log.last_ns - log.first_ns <= kLongestSoakNs;
    const bool of_soak =
        short_log && std::any_of(out.soak_telemetry.begin(), out.soak_telemetry.end(), [&](const auto& one) { return overlap(one, log); });
    (of_soak ? out.soak_requests : out.workload).push_back(log);
  }
  // The only log there is serves both.
  if (out.workload.empty()) out.workload = out.soak_requests;
  return out;
}

std::string target_block(const Roles& roles) {
  std::string out = "\n# ---- the purchase in question ----------------------------------------------------------------------\n";
  if (roles.accelerator.empty()) {
    out += "# `accelprep catalog accelerators` lists the ids. The sections on hardware need it.\n";
    out += "# [target]\n# accelerator = \"h100-sxm\"\n# count = 8\n";
    return out;
  }
  out += fmt::format("[target]\naccelerator = {}      # what the recordings are of; change it if the purchase is another\ncount = {}\n",
                     quoted(roles.accelerator), std::max<std::int64_t>(1, roles.devices));
  out += "# driver = \"570.133.20\"           # that it will run with\n# nodes = 1\n";
  return out;
}

std::string workload_block(const Roles& roles, const Files& found) {
  const auto unmapped = of_kind(found, FileKind::unmapped_log);
  const auto models = of_kind(found, FileKind::model);
  if (roles.workload.empty() && models.empty()) {
    std::string out(block_of("workload"));
    for (const auto& file : unmapped) out += fmt::format("# found {}; perhaps: map = {}\n", file.path, quoted(file.detail));
    return out;
  }
  std::string out =
      "\n# ---- the workload: your own traffic ----------------------------------------------------------------\n[workload]\n";
  for (const auto& file : roles.workload) out += fmt::format("# {}: {}\n", file.path, file.detail);
  if (!roles.workload.empty()) out += fmt::format("requests = {}\n", list_of(roles.workload));
  for (const auto& file : unmapped) out += fmt::format("# {} is not known; perhaps: map = {}\n", file.path, quoted(file.detail));
  if (!models.empty()) out += fmt::format("model = {}\n", quoted(models.front().path));
  out += "# timezone = \"Europe/Berlin\"       # of stamps that name none\n# sla = { ttft_p99_s = 1.0, tpot_p99_s = 0.05 }\n";
  out += "# horizon_months = { value = 36, basis = \"declared\", declared_by = \"...\", on = 2026-11-01 }\n";
  return out;
}

// Hardware needs a [target]; without one what was found is named in comments.
std::string soak_block(const Roles& roles) {
  if (roles.soak_telemetry.empty()) return std::string(block_of("soak"));
  const char* off = roles.accelerator.empty() ? "# " : "";
  std::string out = "\n# ---- the soak: load held on the hardware --------------------------------------------------------------\n";
  for (const auto& file : roles.soak_telemetry) out += fmt::format("# {}: {}\n", file.path, file.detail);
  out += fmt::format("{}[soak]\n", off);
  if (!roles.soak_requests.empty()) out += fmt::format("{}requests = {}\n", off, list_of(roles.soak_requests));
  out += fmt::format("{}telemetry = {}\n", off, list_of(roles.soak_telemetry));
  out += fmt::format("{}setting = \"unknown\"              # target_rack, bench, cloud: where did it stand?\n", off);
  out += "# inlet_c = 24                     # of the air at the intake: without it cooling is not ready\n";
  return out;
}

std::string telemetry_block(const Roles& roles) {
  if (roles.long_telemetry.empty()) return "";
  const char* off = roles.accelerator.empty() ? "# " : "";
  std::string out = "\n# ---- telemetry over the workload's cycle: an upper bound of its utilization ---------------------------\n";
  for (const auto& file : roles.long_telemetry) out += fmt::format("# {}: {}\n", file.path, file.detail);
  return out + fmt::format("{0}[[telemetry]]\n{0}files = {1}\n{0}setting = \"unknown\"\n", off, list_of(roles.long_telemetry));
}

std::string stack_block(const Files& found, const Roles& roles) {
  const auto files = of_kind(found, FileKind::stack);
  if (files.empty()) return std::string(block_of("stack"));
  const char* off = roles.accelerator.empty() ? "# " : "";
  return fmt::format(
      "\n# ---- the software stack ------------------------------------------------------------------------------\n{0}[stack]\n{0}evidence "
      "= {1}\n",
      off, list_of(files));
}

std::string file_block(const Files& found, FileKind kind, std::string_view section) {
  const auto files = of_kind(found, kind);
  if (files.empty()) return std::string(block_of(section));
  return fmt::format("\n[{}]\nfile = {}\n", section, quoted(files.front().path));
}

}  // namespace

std::string draft_audit(const std::string& name, const Files& found, std::string_view decision_date) {
  const auto roles = roles_of(found);
  std::string out =
      "# What `accelprep audit` reads in this folder. Every section may be missing: its axes are then not ready, and the report\n"
      "# says what to measure next. docs/formats/audit.md describes every key.\n\n";
  out += fmt::format("[audit]\nname = {}\n# decision_date = {}        # prices and recordings are judged old or fresh at this date\n",
                     quoted(name), decision_date);
  out += target_block(roles);
  out += workload_block(roles, found);
  out += soak_block(roles);
  out += telemetry_block(roles);
  out += stack_block(found, roles);
  out += file_block(found, FileKind::site, "site");
  out += file_block(found, FileKind::costs, "economics");
  return out;
}

}  // namespace accelprep::cli
