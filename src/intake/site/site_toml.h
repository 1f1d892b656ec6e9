// site.toml, or the same tables inside audit.toml. docs/formats/site.md describes it.
#pragma once

#include <string>

#include "base/toml.h"
#include "records/site_plan.h"

namespace accelprep::intake {

// `path` is what errors name. Refuses unknown keys, figures that make no sense, a power supply that is on two feeds or on none that
// exists, a feed that states both a capacity and a breaker. What is not stated stays not stated: no figure is made up here.
base::Result<records::SitePlan> site_from_toml(const base::TomlTable& table, const std::string& path);
base::Result<records::SitePlan> read_site_toml(const std::string& path);

}  // namespace accelprep::intake
