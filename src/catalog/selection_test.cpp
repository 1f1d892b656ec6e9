#include "catalog/selection.h"

#include <climits>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <unistd.h>

namespace accelprep::catalog {
namespace {

const Catalog& ours() {
  static const auto kCatalog = [] {
    char path[PATH_MAX];
    const auto length = readlink("/proc/self/exe", path, sizeof path);
    return Catalog::load(find_catalog(std::string(path, length > 0 ? static_cast<std::size_t>(length) : 0), "").value_or(""));
  }();
  EXPECT_TRUE(kCatalog) << (kCatalog ? "" : kCatalog.error().text());
  return *kCatalog;
}

Result<Selection> selected(std::string_view kind, std::string_view id = "") { return select(ours(), kind, id); }

std::set<std::string> releases_in(std::string_view id) {
  std::set<std::string> out;
  const auto selection = selected("stack", id);
  for (const auto* build : selection->framework_builds) out.insert(build->release);
  return out;
}

std::set<std::string> accelerators_in(std::string_view prices_id) {
  std::set<std::string> out;
  const auto selection = selected("prices", prices_id);
  for (const auto* price : selection->prices) out.insert(price->accelerator);
  return out;
}

TEST(Selections, AreByKindAndId) {
  EXPECT_EQ(selected("accelerators")->accelerators.size(), ours().accelerators().size());
  EXPECT_EQ(selected("accelerators", "NVIDIA H100 80GB HBM3")->accelerators.at(0)->id, "h100-sxm");
  EXPECT_EQ(selected("stack", "sm_120")->architectures.size(), 1U);
  EXPECT_EQ(selected("stack", "architectures")->architectures.size(), ours().architectures().size());
  EXPECT_EQ(selected("stack", "cuda-12.4")->cuda_releases.size(), 2U);
  EXPECT_EQ(selected("stack", "cuda-12.4")->framework_builds.size(), 0U);
  EXPECT_EQ(releases_in("torch==2.9.1+cu128"), std::set<std::string>{"2.9"});
  EXPECT_EQ(releases_in("torch-2.1"), std::set<std::string>{"2.1"});
  EXPECT_EQ(selected("stack", "cudnn-major-is-abi")->cudnn_rules.size(), 1U);
  EXPECT_EQ(selected("circuits", "us-208v-3ph-30a")->circuits.size(), 1U);
  EXPECT_EQ(selected("nodes", "DGX-H100")->nodes.size(), 1U);
  EXPECT_EQ(accelerators_in("p5.48xlarge"), std::set<std::string>{"h100-sxm"});
  EXPECT_EQ(accelerators_in("NVIDIA H200"), std::set<std::string>{"h200-sxm"});
  EXPECT_EQ(accelerators_in("h100"), (std::set<std::string>{"h100-nvl", "h100-pcie", "h100-sxm"}));
}

TEST(Selections, AnUnknownKindOrIdNamesTheNearest) {
  EXPECT_NE(selected("price").error().message.find("\"prices\""), std::string::npos);
  EXPECT_NE(selected("prices", "p5.48xlarg").error().message.find("p5.48xlarge"), std::string::npos);
  EXPECT_NE(selected("stack", "torch-2.99").error().message.find("torch-2.9"), std::string::npos);
  EXPECT_NE(selected("circuits", "us-209v-3ph-30a").error().message.find("us-208v-3ph-30a"), std::string::npos);
  EXPECT_NE(selected("nodes", "dgx-h101").error().message.find("dgx-h100"), std::string::npos);
  EXPECT_NE(selected("accelerators", "A100").error().message.find("a100-80-sxm"), std::string::npos);
}

}  // namespace
}  // namespace accelprep::catalog
