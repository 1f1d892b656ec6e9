// Access logs of web servers and proxies, a line a request: nginx's and Apache's combined format, Envoy's default format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace accelprep::intake {

struct AccessLog {
  std::string format;
  // SELECT arrival BIGINT (Unix ns), latency DOUBLE (s, null where not logged), status VARCHAR, request VARCHAR FROM the lines of
  // `relation`.
  std::string relation;
};

// `first_line` is the file's first, `path` the file.
std::optional<AccessLog> recognise_access_log(std::string_view first_line, const std::string& path);

}  // namespace accelprep::intake
