// What a server said of its load, beside what its accelerators did.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "records/devices.h"
#include "records/server.h"
#include "report/envelope.h"

namespace accelprep::report {

nlohmann::ordered_json server_json(std::span<const records::ServerSummary> servers, std::span<const records::DeviceSummary> devices);
std::string server_text(std::span<const records::ServerSummary> servers, std::span<const records::DeviceSummary> devices);

// What is null there, and why.
void add_missing_of_servers(std::span<const records::ServerSummary> servers, std::vector<MissingItem>& out);

}  // namespace accelprep::report
