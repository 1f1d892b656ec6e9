#include "catalog/queries.h"

#include <climits>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <unistd.h>

#include "catalog/selection.h"

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

std::string floor_of(std::string_view cuda) {
  const auto* row = driver_floor_for_cuda(ours(), cuda);
  return row == nullptr ? "" : row->driver_floor;
}

TEST(DriverFloor, IsTheMajorsFromCuda11OnAndTheMinorsBefore) {
  EXPECT_EQ(floor_of("12.1"), "525.60.13");
  EXPECT_EQ(floor_of("12.1.105"), "525.60.13");
  EXPECT_EQ(floor_of("12"), "525.60.13");
  EXPECT_EQ(floor_of("12.7"), "525.60.13");  // no toolkit of that minor was released
  EXPECT_EQ(floor_of("11.4"), "450.80.02");
  EXPECT_EQ(floor_of("11.0"), "450.36.06");
  EXPECT_EQ(floor_of("11"), "450.80.02");
  EXPECT_EQ(floor_of("13.0"), "580");
  EXPECT_EQ(floor_of("13.9"), "580");
  EXPECT_EQ(floor_of("10.2"), "440.33");
  EXPECT_EQ(floor_of("10.1"), "418.39");
  EXPECT_EQ(floor_of("10.0"), "");  // each minor has its own, and this one has no row
  EXPECT_EQ(floor_of("14.0"), "");
  EXPECT_EQ(floor_of(""), "");
  EXPECT_EQ(floor_of("cuda"), "");
}

TEST(Architectures, CarryTheGpusOwnFloorAndTheToolkitsThatCompileForThem) {
  const auto* blackwell = arch_row(ours(), "12.0");
  ASSERT_NE(blackwell, nullptr);
  EXPECT_EQ(blackwell->first_toolkit, "12.8");
  EXPECT_EQ(blackwell->last_toolkit, "");
  EXPECT_EQ(blackwell->min_driver, "570.26");
  const auto* volta = arch_row(ours(), "7.0");
  ASSERT_NE(volta, nullptr);
  EXPECT_EQ(volta->last_toolkit, "12.9");
  EXPECT_EQ(volta->min_driver, "");
  EXPECT_EQ(arch_row(ours(), "99.0"), nullptr);
}

TEST(Architectures, HoldEveryCapabilityAnAcceleratorHas) {
  for (const auto& one : ours().accelerators()) {
    if (one.compute_capability.empty()) continue;
    EXPECT_NE(arch_row(ours(), one.compute_capability), nullptr) << one.id;
  }
}

TEST(FrameworkBuilds, DefaultIsWhatPipInstallGives) {
  const auto* torch = framework_build(ours(), {.framework = "torch", .release = "2.9.1"});
  ASSERT_NE(torch, nullptr);
  EXPECT_EQ(torch->release, "2.9");
  EXPECT_EQ(torch->cuda, "12.8");
  EXPECT_EQ(torch->cudnn, "9.10.2.21");
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "2.3.1"})->cuda, "12.1");
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "2.11.0"})->cuda, "13.0");
  EXPECT_EQ(framework_build(ours(), {.framework = "vllm", .release = "0.20.0"})->cuda, "13.0");
  EXPECT_EQ(framework_build(ours(), {.framework = "vllm", .release = "0.20.0"})->torch, "2.11.0");
}

TEST(FrameworkBuilds, OnAarch64ThePlainInstallIsACpuBuildUpTo210) {
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "2.9.1", .platform = "aarch64"})->cuda, "");
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "2.10.0", .platform = "aarch64"})->cuda, "");
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "2.11.0", .platform = "aarch64"})->cuda, "13.0");
}

TEST(FrameworkBuilds, AreFoundByCudaToo) {
  const auto* build = framework_build(ours(), {.framework = "torch", .release = "2.11.0+cu126", .cuda = "12.6"});
  ASSERT_NE(build, nullptr);
  EXPECT_EQ(build->sass.front(), "5.0");
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "2.11.0", .cuda = "12.6.3"}), build);
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "2.11.0", .cuda = "11.8"}), nullptr);
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "2.10", .cuda = ""}), nullptr);
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "2.1.0"})->release, "2.1");  // and not 2.10
  EXPECT_EQ(framework_build(ours(), {.framework = "torch", .release = "9.9"}), nullptr);
  EXPECT_EQ(framework_build(ours(), {.framework = "tensor", .release = "2.9"}), nullptr);
}

TEST(Prices, ComeNewestFirstAndForAFamilyWhereAsked) {
  const auto own = prices_for(ours(), "h100-sxm");
  ASSERT_GT(own.size(), 10U);
  for (std::size_t i = 1; i < own.size(); ++i) EXPECT_GE(own[i - 1]->citation.as_of, own[i]->citation.as_of);
  for (const auto* price : own) EXPECT_EQ(price->accelerator, "h100-sxm");
  EXPECT_GT(prices_for(ours(), "h100-sxm", PricesOf::family).size(), own.size());
  EXPECT_TRUE(prices_for(ours(), "tpu-v4").empty());
  EXPECT_TRUE(prices_for(ours(), "no such id").empty());
}

TEST(Prices, AreOfTheWholeInstance) {
  const auto all = prices_for(ours(), "h100-sxm");
  const auto found = std::find_if(all.begin(), all.end(), [](const Price* price) {
    return price->instance == "p5.48xlarge" && price->region == "us-east-1" && price->kind == "on_demand";
  });
  ASSERT_NE(found, all.end());
  EXPECT_DOUBLE_EQ((*found)->usd_per_h, 55.04);
  EXPECT_EQ((*found)->count, 8);
}

TEST(SiteFacts, AreFoundById) {
  const auto* circuit = find_circuit(ours(), "us-208v-3ph-30a");
  ASSERT_NE(circuit, nullptr);
  EXPECT_EQ(circuit->volts, 208);
  EXPECT_EQ(circuit->phases, 3);
  EXPECT_EQ(circuit->continuous_factor, 0.8);
  EXPECT_EQ(find_circuit(ours(), "us-208v"), nullptr);
  const auto* node = find_node(ours(), "dgx-h100");
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(node->peak_w, 10200);
  EXPECT_EQ(node->psus_needed, 4);
  EXPECT_EQ(node->sustained_w, std::nullopt);
  EXPECT_EQ(find_node(ours(), "dgx-1"), nullptr);
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
