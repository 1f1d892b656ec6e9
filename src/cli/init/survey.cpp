#include "cli/init/survey.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "base/time.h"
#include "intake/costs/cost_toml.h"
#include "intake/inventory/read_inventory.h"
#include "intake/model/hf_config.h"
#include "intake/requests/log_source.h"
#include "intake/requests/request_log.h"
#include "intake/site/site_toml.h"
#include "intake/telemetry/telemetry.h"
#include "report/format.h"

namespace accelprep::cli {
namespace {

struct Surveyor {
  const std::string& directory;
  const catalog::Catalog& catalog;
  base::Progress& progress;
};

std::string full(const Surveyor& s, const std::string& path) { return base::join_path(s.directory, path); }

std::string span_text(records::TimeNs first, records::TimeNs last) {
  return base::format_duration(static_cast<double>(last - first) * 1e-9);
}

bool is_ours_or_no_data(const std::string& name) {
  constexpr std::array<std::string_view, 10> kEndings{".sh",         ".py",         ".md",  ".html", ".sqlite",
                                                      ".sqlite-wal", ".sqlite-shm", ".png", ".pdf",  ".log"};
  return name.starts_with('.') || name == "audit.toml" ||
         std::any_of(kEndings.begin(), kEndings.end(), [&](auto ending) { return name.ends_with(ending); });
}

std::optional<FoundFile> as_telemetry(const Surveyor& s, const std::string& path) {
  const auto read = intake::read_telemetry({full(s, path)}, {}, s.progress);
  if (!read || read->devices.empty()) return std::nullopt;
  FoundFile out{.path = path,
                .kind = FileKind::telemetry,
                .first_ns = read->devices.front().first_ns,
                .last_ns = read->devices.front().last_ns,
                .devices = static_cast<std::int64_t>(read->devices.size())};
  for (const auto& device : read->devices) {
    out.first_ns = std::min(out.first_ns, device.first_ns);
    out.last_ns = std::max(out.last_ns, device.last_ns);
    if (const auto known = s.catalog.accelerator(device.name); known && !device.name.empty()) out.accelerator = (*known)->id;
  }
  const auto& name = read->devices.front().name;
  out.detail = fmt::format("{}, {} devices{} over {}", read->files.front().kind, out.devices, name.empty() ? "" : " (" + name + ")",
                           span_text(out.first_ns, out.last_ns));
  return out;
}

std::optional<FoundFile> as_request_log(const Surveyor& s, const std::string& path) {
  const auto read = intake::read_request_log({full(s, path)}, {}, s.progress);
  if (!read) return std::nullopt;
  const auto& log = read->summary;
  return FoundFile{
      .path = path,
      .kind = FileKind::request_log,
      .detail = fmt::format("{}, {} requests over {}", read->format, report::format_count(log.count), span_text(log.first_ns, log.last_ns)),
      .first_ns = log.first_ns,
      .last_ns = log.last_ns};
}

// A table whose columns suggest an arrival time and tokens.
std::optional<FoundFile> as_unmapped_log(const Surveyor& s, const std::string& path) {
  auto engine = base::DuckDb::open();
  if (!engine) return std::nullopt;
  const auto source = intake::open_log_file(*engine, full(s, path));
  if (!source || source->columns.size() < 2) return std::nullopt;
  const auto map = intake::suggest_map(source->names());
  if (!map.starts_with("arrival=") || map.find("put=") == std::string::npos) return std::nullopt;
  return FoundFile{.path = path, .kind = FileKind::unmapped_log, .detail = map};
}

std::optional<FoundFile> as_named(const Surveyor& s, const std::string& path) {
  const auto name = base::file_name_of(path);
  if (name == "site.toml" && intake::read_site_toml(full(s, path)))
    return FoundFile{.path = path, .kind = FileKind::site, .detail = "site"};
  if ((name == "cost.toml" || name == "costs.toml") && intake::read_cost_toml(full(s, path)))
    return FoundFile{.path = path, .kind = FileKind::costs, .detail = "costs"};
  if (name == "config.json" && intake::read_hf_config(full(s, path)))
    return FoundFile{.path = path, .kind = FileKind::model, .detail = "model configuration"};
  return std::nullopt;
}

std::optional<FoundFile> as_stack(const Surveyor& s, const std::string& path) {
  const auto read = intake::read_inventory({full(s, path)});
  if (!read || read->sources.empty()) return std::nullopt;
  return FoundFile{.path = path, .kind = FileKind::stack, .detail = read->sources.front().kind};
}

FoundFile look_at(const Surveyor& s, const std::string& path) {
  s.progress.stage("looking at " + path);
  for (const auto recognise : {as_named, as_telemetry, as_request_log, as_stack, as_unmapped_log}) {
    if (auto found = recognise(s, path)) return *found;
  }
  return {.path = path};
}

}  // namespace

std::vector<FoundFile> survey(const std::string& directory, const catalog::Catalog& catalog, base::Progress& progress) {
  const Surveyor surveyor{.directory = directory, .catalog = catalog, .progress = progress};
  std::vector<std::string> paths;
  for (const auto& name : base::list_directory(directory)) {
    const auto path = base::join_path(directory, name);
    if (is_ours_or_no_data(name)) continue;
    if (!base::is_directory(path)) {
      paths.push_back(name);
      continue;
    }
    for (const auto& below : base::list_directory(path)) {
      if (!is_ours_or_no_data(below) && !base::is_directory(base::join_path(path, below))) paths.push_back(base::join_path(name, below));
    }
  }
  std::vector<FoundFile> out;
  for (const auto& path : paths) out.push_back(look_at(surveyor, path));
  return out;
}

}  // namespace accelprep::cli
