#include "cli/cost_inputs.h"

#include "base/file.h"
#include "cli/session.h"
#include "intake/costs/demand_csv.h"

namespace accelprep::cli {

economics::HardwareLookup lookup_in(const catalog::Catalog& catalog) {
  return [&catalog](std::string_view name) -> std::optional<economics::Hardware> {
    const auto found = catalog.accelerator(name);
    if (!found) return std::nullopt;
    const auto& row = **found;
    const auto flops = row.flops.find("bf16");
    return economics::Hardware{.id = row.id,
                               .name = row.name,
                               .family = row.family,
                               .bf16_flops = flops == row.flops.end() ? std::nullopt : std::optional(flops->second),
                               .tdp_w = row.tdp_w};
  };
}

base::Status read_demand(const std::string& cost_path, records::CostPlan& plan, std::vector<evidence::Source>& sources) {
  if (plan.workload.hourly_file.empty()) return {};
  const auto path = base::join_path(base::directory_of(cost_path), plan.workload.hourly_file);
  TRY_ASSIGN(auto lines, base::LineReader::open(path));
  TRY_ASSIGN(plan.workload.hourly_accelerators, intake::demand_from_csv(lines));
  TRY_ASSIGN(auto source, source_of(path, "hourly demand", static_cast<std::int64_t>(plan.workload.hourly_accelerators.size())));
  sources.push_back(std::move(source));
  return {};
}

}  // namespace accelprep::cli
