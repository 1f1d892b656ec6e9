#include "cli/session.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/version.h"
#include "evidence/ledger.h"

namespace accelprep::cli {

evidence::Context context_of(const Invocation& invocation, std::string_view verb) {
  utsname system{};
  uname(&system);
  const std::string host = system.nodename;
  evidence::Context context;
  context.tool_version = kVersion;
  context.verb = verb;
  context.command = "accelprep " + invocation.command_line;
  context.host = invocation.arguments.has("keep-names") ? host : "host-" + base::Sha256().add(host).hex().substr(0, 12);
  context.system = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  context.started_ns = context.ended_ns = invocation.clock.now_ns();
  return context;
}

base::Result<evidence::Source> source_of(const std::string& path, std::string kind, std::int64_t rows_used) {
  TRY_ASSIGN(const auto size, base::file_size(path));
  TRY_ASSIGN(auto digest, base::sha256_of_file(path));
  return evidence::Source{.path = path, .kind = std::move(kind), .size_bytes = size, .sha256 = std::move(digest), .rows_used = rows_used};
}

base::Result<evidence::Source> source_of(const intake::TelemetryFile& file, std::string kind) {
  return source_of(intake::FileUse{.path = file.path, .rows = file.rows_used, .sha256 = file.sha256}, std::move(kind));
}

base::Result<evidence::Source> source_of(const intake::FileUse& file, std::string kind) {
  if (file.sha256.empty()) return source_of(file.path, std::move(kind), file.rows);
  TRY_ASSIGN(const auto size, base::file_size(file.path));
  return evidence::Source{.path = file.path, .kind = std::move(kind), .size_bytes = size, .sha256 = file.sha256, .rows_used = file.rows};
}

base::Status keep(const Invocation& invocation, const evidence::Dossier& dossier) {
  const auto path = invocation.arguments.text("ledger");
  if (path.empty()) return {};
  TRY_ASSIGN(auto ledger, evidence::Ledger::open(path));
  TRY(ledger.append(dossier));
  return {};
}

std::uint64_t seed_of(const Invocation& invocation) {
  const auto seed = base::parse_integer(invocation.arguments.text("seed", "1"));
  return static_cast<std::uint64_t>(seed.value_or(1));
}

}  // namespace accelprep::cli
