// A catalog's CSV and TOML tables: the first byte says which table the rest replaces; what loads obeys the promises of its types.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "catalog/catalog.h"

namespace {

using accelprep::catalog::CatalogText;

CatalogText small_catalog() {
  return {
      .directory = "catalog",
      .files = {{"sources.csv", "id,reference\ns,Sheet\n"},
                {"accelerators.toml",
                 "[[accelerator]]\nid = \"x1\"\nname = \"X1\"\nvendor = \"nvidia\"\nfamily = \"x\"\nsources = [\"s\"]\nas_of = \"2026\"\n"},
                {"cuda.csv", "toolkit,driver_shipped,driver_floor,minor_version_compatible,as_of,source,note\n"},
                {"architectures.csv", "compute_capability,architecture,first_toolkit,last_toolkit,min_driver,as_of,source,note\n"},
                {"frameworks.csv", "framework,release,platform,cuda,default,torch,cudnn,sass,ptx,certainty,as_of,source\n"},
                {"cudnn.csv", "rule,text,as_of,source\n"},
                {"circuits.csv", "id,name,volts,phases,breaker_a,continuous_factor,as_of,source,note\n"},
                {"nodes.toml", ""},
                {"prices.csv", "provider,instance,accelerator,count,region,kind,usd,as_of,source,note\n"}}};
}

constexpr std::array<std::string_view, 9> kTables{"sources.csv", "accelerators.toml", "cuda.csv",   "architectures.csv", "frameworks.csv",
                                                  "cudnn.csv",   "circuits.csv",      "nodes.toml", "prices.csv"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep::catalog;
  if (size == 0) return 0;
  auto text = small_catalog();
  const std::string name(kTables[data[0] % kTables.size()]);
  const std::string rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  // Half of the inputs keep the table's header row, so that rows are reached.
  text.files[name] = (data[0] & 0x80U) != 0 ? text.files[name] + rest : rest;
  const auto loaded = Catalog::parse(text);
  if (!loaded) {
    CHECK(!loaded.error().message.empty());
    CHECK(loaded.error().place.starts_with("catalog/"));
    return 0;
  }
  for (const auto& one : loaded->accelerators()) {
    CHECK(!one.id.empty() && !one.citation.source.empty() && !one.citation.as_of.empty());
    const auto found = loaded->accelerator(one.id);
    CHECK(found && *found == &one);
  }
  for (const auto& price : loaded->prices()) CHECK(price.usd_per_h > 0 && price.count > 0);
  for (const auto& circuit : loaded->circuits()) CHECK(circuit.volts > 0 && circuit.continuous_factor <= 1);
  for (const auto* one : loaded->candidates(rest)) CHECK(!one->id.empty());
  return 0;
}
