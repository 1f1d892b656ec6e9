// What lies in a folder, told by content: request logs, telemetry, stack evidence, site and cost files, a model's configuration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "records/requests.h"

namespace accelprep::cli {

enum class FileKind : std::uint8_t { request_log, unmapped_log, telemetry, stack, site, costs, model, other };

struct FoundFile {
  std::string path;  // relative to the folder
  FileKind kind = FileKind::other;
  std::string detail;            // "Azure LLM inference trace, 8,819 requests over 57 min"; a map to try for an unmapped log
  records::TimeNs first_ns = 0;  // of a log or a recording
  records::TimeNs last_ns = 0;
  std::string accelerator;  // of a recording, where the catalog knows it
  std::int64_t devices = 0;
};

// Files of the folder and of the folders directly below it; names that begin with a dot, scripts and our own output are passed over.
// A file that cannot be read is `other`.
std::vector<FoundFile> survey(const std::string& directory, const catalog::Catalog& catalog, base::Progress& progress);

}  // namespace accelprep::cli
