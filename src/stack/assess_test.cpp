#include <algorithm>
#include <gtest/gtest.h>

#include "intake/inventory/read_inventory.h"
#include "stack/assessment.h"
#include "stack/facts_for_test.h"
#include "stack/rule.h"

namespace accelprep::stack {
namespace {

Assessment judged(const std::string& toml, const Target& target = {}) {
  const auto inventory = intake::read_inventory_text(toml, "inventory.toml");
  EXPECT_TRUE(inventory) << (inventory ? "" : inventory.error().text());
  auto assessed = assess(inventory.value_or(records::Inventory{}), target, facts_for_test());
  EXPECT_TRUE(assessed) << (assessed ? "" : assessed.error().text());
  return assessed.value_or(Assessment{});
}

std::string ids(const Assessment& assessment) {
  std::string out;
  for (const auto& finding : assessment.findings) out += (out.empty() ? "" : " ") + finding.id;
  return out;
}

const ChainLink* link(const Assessment& assessment, Link wanted) {
  const auto found = std::find_if(assessment.chain.begin(), assessment.chain.end(), [&](const auto& one) { return one.link == wanted; });
  return found == assessment.chain.end() ? nullptr : &*found;
}

// Pairs that differ in one figure and have opposite answers.
struct Twin {
  const char* name;
  const char* toml;
  const char* expected;  // finding ids
  Verdict verdict;
};

class Twins : public testing::TestWithParam<Twin> {};

TEST_P(Twins, AreToldApart) {
  const auto assessed = judged(GetParam().toml);
  EXPECT_EQ(ids(assessed), GetParam().expected);
  EXPECT_EQ(name_of(assessed.verdict), name_of(GetParam().verdict)) << assessed.why;
}

constexpr const char* kArchOk =
    "gpus = [{compute_capability = \"8.9\"}]\ndriver = \"550.54.14\"\nframework_version = \"2.5.1+cu124\"\ntorch_arch_list = [\"sm_80\", "
    "\"sm_86\"]\n";
constexpr const char* kArchBad =
    "gpus = [{compute_capability = \"8.9\"}]\ndriver = \"550.54.14\"\nframework_version = \"2.5.1+cu124\"\ntorch_arch_list = [\"sm_75\", "
    "\"sm_90\"]\n";
constexpr const char* kArchWorse =
    "gpus = [{compute_capability = \"8.6\"}]\ndriver = \"550.54.14\"\nframework_version = \"2.5.1+cu124\"\ntorch_arch_list = [\"sm_75\", "
    "\"sm_89\"]\n";
constexpr const char* kJitOk =
    "gpus = [{compute_capability = \"9.0\"}]\ndriver = \"570.86.10\"\nframework_version = \"2.5.1+cu128\"\ntorch_arch_list = [\"sm_80\", "
    "\"compute_80\"]\n";
constexpr const char* kJitOld =
    "gpus = [{compute_capability = \"9.0\"}]\ndriver = \"550.54.14\"\nframework_version = \"2.5.1+cu128\"\ntorch_arch_list = [\"sm_80\", "
    "\"compute_80\"]\n";

INSTANTIATE_TEST_SUITE_P(
    Stack, Twins,
    testing::Values(
        Twin{"lower_minor_runs", kArchOk, "OK", Verdict::runs},
        Twin{"other_major_does_not", kArchBad, "ARCH_NO_KERNEL_IMAGE", Verdict::will_not_run},
        Twin{"higher_minor_does_not", kArchWorse, "ARCH_NO_KERNEL_IMAGE", Verdict::will_not_run},
        Twin{"ptx_with_a_new_driver", kJitOk, "OK", Verdict::runs},
        Twin{"ptx_with_an_old_driver", kJitOld, "PTX_JIT_DRIVER_TOO_OLD", Verdict::will_not_run},
        Twin{"minor_version_ahead_of_the_driver",
             "gpus = [{compute_capability = \"8.0\"}]\ndriver_cuda = \"12.2\"\nframework_version = \"2.8.0+cu129\"\ntorch_arch_list = "
             "[\"sm_80\"]\n",
             "OK", Verdict::runs},
        Twin{"major_version_ahead_of_the_driver",
             "gpus = [{compute_capability = \"8.0\"}]\ndriver_cuda = \"12.9\"\nframework_version = \"2.11.0+cu130\"\ntorch_arch_list = "
             "[\"sm_80\"]\n",
             "DRIVER_TOO_OLD_FOR_RUNTIME", Verdict::will_not_run},
        Twin{"newer_driver_than_the_runtime",
             "gpus = [{compute_capability = \"8.0\"}]\ndriver = \"580.95.05\"\nframework_version = \"2.0.1+cu118\"\ntorch_arch_list = "
             "[\"sm_80\"]\n",
             "OK", Verdict::runs},
        Twin{"volta_in_cu128_of_2_9",
             "gpus = [{name = \"Tesla V100-SXM2-32GB\"}]\ndriver = \"570.86.10\"\nframework_version = \"2.9.1+cu128\"\n", "OK",
             Verdict::runs},
        Twin{"volta_in_cu128_of_2_11",
             "gpus = [{name = \"Tesla V100-SXM2-32GB\"}]\ndriver = \"570.86.10\"\nframework_version = \"2.11.0+cu128\"\n",
             "ARCH_NO_KERNEL_IMAGE", Verdict::will_not_run},
        Twin{"blackwell_on_a_driver_that_knows_it",
             "gpus = [{name = \"NVIDIA B200\"}]\ndriver = \"570.86.10\"\nframework_version = \"2.9.1+cu128\"\n", "OK", Verdict::runs},
        Twin{"blackwell_on_a_driver_that_does_not",
             "gpus = [{name = \"NVIDIA B200\"}]\ndriver = \"565.57.01\"\nframework_version = \"2.9.1+cu128\"\n",
             "DRIVER_TOO_OLD_FOR_RUNTIME", Verdict::will_not_run},
        Twin{"a_wheel_older_than_the_gpu",
             "gpus = [{name = \"NVIDIA GeForce RTX 5090\"}]\ndriver = \"570.124.06\"\nframework_version = \"2.6.0+cu124\"\n",
             "ARCH_NO_KERNEL_IMAGE", Verdict::will_not_run},
        Twin{"a_nightly_older_than_the_gpu",
             "gpus = [{name = \"NVIDIA GeForce RTX 5090\"}]\ndriver = \"570.124.06\"\nframework_version = \"2.7.0.dev20250101+cu124\"\n",
             "ARCH_NO_KERNEL_IMAGE", Verdict::cannot_tell},
        Twin{"newer_cudnn_minor", "framework_version = \"2.0.1+cu118\"\ncudnn_compiled = \"8.7.0\"\ncudnn_runtime = \"8.9.2\"\n", "OK",
             Verdict::cannot_tell},
        Twin{"older_cudnn_minor", "framework_version = \"2.0.1+cu118\"\ncudnn_compiled = \"8.7.0\"\ncudnn_runtime = \"8.2.4\"\n",
             "CUDNN_VERSION_CONFLICT", Verdict::will_not_run},
        Twin{"other_cudnn_major", "framework_version = \"2.0.1+cu118\"\ncudnn_compiled = \"8.7.0\"\ncudnn_runtime = \"9.1.0\"\n",
             "CUDNN_VERSION_CONFLICT", Verdict::will_not_run},
        Twin{"link_low_while_idle", "pcie_gen_current_idle = 1\npcie_gen_current_load = 5\npcie_gen_max = 5\n", "OK", Verdict::cannot_tell},
        Twin{"link_low_under_load", "pcie_gen_current_idle = 1\npcie_gen_current_load = 1\npcie_gen_max = 5\n", "PCIE_LINK_DEGRADED",
             Verdict::cannot_tell},
        Twin{"link_low_and_nothing_more", "lnksta = \"2.5GT/s (downgraded) x16 (ok)\"\n", "INCONCLUSIVE", Verdict::cannot_tell},
        Twin{"override_within_rdna2",
             "gpus = [{name = \"Radeon RX 6750 XT\", gfx = \"gfx1031\"}]\nrocblas_archs = [\"gfx1030\"]\nHSA_OVERRIDE_GFX_VERSION = "
             "\"10.3.0\"\n",
             "", Verdict::cannot_tell},
        Twin{"override_across_instruction_sets",
             "gpus = [{name = \"Radeon 780M\", gfx = \"gfx1103\"}]\nrocblas_archs = [\"gfx1100\"]\nHSA_OVERRIDE_GFX_VERSION = \"11.0.0\"\n",
             "ROCM_ARCH_UNSUPPORTED", Verdict::will_not_run},
        Twin{"mig_counted_once",
             "gpus = [{name = \"NVIDIA A100\", compute_capability = \"8.0\", mig = true}]\nframework_version = "
             "\"1.13.1+cu117\"\ntorch_device_count = 1\n",
             "OK", Verdict::cannot_tell},
        Twin{"mig_not_counted",
             "gpus = [{name = \"NVIDIA A100\", compute_capability = \"8.0\", mig = true}]\nframework_version = "
             "\"1.13.1+cu117\"\ntorch_device_count = 0\n",
             "FRAMEWORK_BUG", Verdict::cannot_tell}),
    [](const auto& twin) { return twin.param.name; });

TEST(Assess, WhatReachedTheDeviceIsBelievedMoreThanATable) {
  const auto assessed = judged(
      "gpus = [{name = \"NVIDIA A100-SXM4-80GB\"}]\ndriver = \"470.57.02\"\nframework_version = \"2.5.1+cu124\"\ntorch_cuda_is_available = "
      "true\n");
  EXPECT_EQ(assessed.verdict, Verdict::runs) << assessed.why;
  EXPECT_EQ(ids(assessed), "OK");
}

TEST(Assess, AnUncertainFactAloneCarriesNoVerdict) {
  const auto assessed = judged("gpus = [{name = \"Tesla V100-SXM2-32GB\"}]\ndriver = \"570.86.10\"\nframework_version = \"2.7.0+cu128\"\n");
  EXPECT_EQ(ids(assessed), "ARCH_NO_KERNEL_IMAGE");
  ASSERT_FALSE(assessed.findings.empty());
  EXPECT_EQ(assessed.findings[0].severity, evidence::Severity::warning);
  EXPECT_EQ(assessed.verdict, Verdict::cannot_tell);
  ASSERT_FALSE(assessed.open.empty());
  EXPECT_NE(assessed.open[0].command.find("get_arch_list"), std::string::npos);
}

TEST(Assess, AnotherTargetLeavesTheMachinesOwnStatementsAside) {
  const std::string toml =
      "gpus = [{name = \"Tesla V100-SXM2-32GB\", count = 4}]\ndriver = \"470.57.02\"\ncuda_error = 802\nframework_version = "
      "\"2.9.1+cu128\"\n";
  const auto unknown = judged(toml, {.accelerator = "h100-sxm", .driver = "", .count = 8});
  EXPECT_EQ(unknown.verdict, Verdict::cannot_tell);
  EXPECT_FALSE(unknown.notes.empty());
  EXPECT_TRUE(unknown.target.driver.empty());
  const auto told = judged(toml, {.accelerator = "h100-sxm", .driver = "570.133.20", .count = 8});
  EXPECT_EQ(told.verdict, Verdict::runs) << told.why;
  EXPECT_EQ(told.target.accelerator, "h100-sxm");
  EXPECT_EQ(told.target.count, 8);
}

TEST(Assess, TheSameTargetIsComplementedByTheInventory) {
  const auto assessed =
      judged("gpus = [{name = \"NVIDIA H100 80GB HBM3\", count = 8}]\ndriver = \"570.133.20\"\nframework_version = \"2.9.1+cu128\"\n",
             {.accelerator = "h100-sxm", .driver = "", .count = 0});
  EXPECT_EQ(assessed.target.driver, "570.133.20");
  EXPECT_EQ(assessed.target.count, 8);
  EXPECT_EQ(assessed.verdict, Verdict::runs) << assessed.why;
}

TEST(Assess, AnUnknownTargetIsAnErrorWithTheNearestId) {
  const auto assessed = assess({}, {.accelerator = "h100-sxn", .driver = "", .count = 0}, facts_for_test());
  ASSERT_FALSE(assessed);
  EXPECT_NE(assessed.error().message.find("h100-sxm"), std::string::npos);
}

TEST(Assess, AHostNeedsNoDriverAndNoCuda) {
  const auto assessed =
      judged("framework = \"torch\"\nframework_version = \"2.9.1+cpu\"\n", {.accelerator = "cpu", .driver = "", .count = 0});
  EXPECT_EQ(ids(assessed), "OK");
  EXPECT_EQ(assessed.verdict, Verdict::runs);
  EXPECT_EQ(link(assessed, Link::driver), nullptr);
  EXPECT_NE(std::find(assessed.not_applicable.begin(), assessed.not_applicable.end(), Link::cuda), assessed.not_applicable.end());
  EXPECT_NE(link(assessed, Link::framework), nullptr);
}

TEST(Assess, TheSameBuildBesideAGpuIsAnError) {
  const auto assessed = judged("gpus = [{name = \"NVIDIA A10\"}]\nframework = \"torch\"\nframework_version = \"2.9.1+cpu\"\n");
  EXPECT_EQ(ids(assessed), "CPU_ONLY_BUILD");
  EXPECT_EQ(assessed.verdict, Verdict::will_not_run);
  EXPECT_EQ(link(assessed, Link::framework)->status, LinkStatus::mismatch);
}

TEST(Assess, WithoutAnyAcceleratorItIsNoFault) {
  const auto assessed = judged("framework = \"torch\"\nframework_version = \"2.9.1+cpu\"\n");
  EXPECT_EQ(assessed.verdict, Verdict::cannot_tell);
  EXPECT_EQ(assessed.findings.at(0).severity, evidence::Severity::info);
}

TEST(Assess, AnEmptyInventoryIsCannotTellWithWhatToRun) {
  const auto assessed = assess({}, {}, facts_for_test());
  ASSERT_TRUE(assessed);
  EXPECT_EQ(assessed->verdict, Verdict::cannot_tell);
  EXPECT_TRUE(assessed->findings.empty());
  EXPECT_FALSE(assessed->open.empty());
  for (const auto& open : assessed->open) EXPECT_FALSE(open.command.empty()) << open.question;
}

TEST(Assess, AGpuThatIsThereAndNotReachedIsAFallback) {
  const auto assessed = judged(
      "gpus = [{name = \"NVIDIA A10\"}]\ndriver = \"570.86.10\"\nframework_version = \"2.9.1+cu128\"\ntorch_cuda_is_available = false\n");
  EXPECT_EQ(ids(assessed), "CPU_FALLBACK");
  EXPECT_EQ(assessed.dispatch.fell_back, true);
}

TEST(Assess, VllmAloneNamesTheTorchItPins) {
  const auto toml = std::string("vllm = \"0.21.0\"\n");
  const auto old_driver = judged(toml, {.accelerator = "h100-sxm", .driver = "570.133.20", .count = 1});
  EXPECT_EQ(ids(old_driver), "DRIVER_TOO_OLD_FOR_RUNTIME");
  EXPECT_EQ(old_driver.verdict, Verdict::will_not_run);
  const auto runs = judged(toml, {.accelerator = "h100-sxm", .driver = "580.95.05", .count = 1});
  EXPECT_EQ(runs.verdict, Verdict::runs) << runs.why;
  EXPECT_EQ(link(runs, Link::framework)->version, "torch 2.11.0");
}

TEST(Assess, JaxIsOfThePluginsCuda) {
  const auto inventory = intake::read_inventory_text("jax==0.6.0\njaxlib==0.6.0\njax-cuda12-plugin==0.6.0\n", "freeze.txt");
  ASSERT_TRUE(inventory);
  const auto assessed = assess(*inventory, {.accelerator = "h100-sxm", .driver = "470.57.02", .count = 1}, facts_for_test());
  ASSERT_TRUE(assessed);
  EXPECT_EQ(ids(*assessed), "DRIVER_TOO_OLD_FOR_RUNTIME");
}

TEST(Assess, ItsCauseReplacesTheFallback) {
  const auto assessed = judged(
      "gpus = [{name = \"NVIDIA A10\"}]\ndriver = \"570.86.10\"\nframework_version = \"2.11.0+cu130\"\ntorch_cuda_is_available = false\n");
  EXPECT_EQ(ids(assessed), "DRIVER_TOO_OLD_FOR_RUNTIME");
}

TEST(Assess, EveryFindingSaysWhatToDoAndOnWhatItRests) {
  const auto assessed = judged(
      "gpus = [{name = \"NVIDIA GeForce RTX 5090\", count = 2}]\ndriver = \"550.54.14\"\nframework_version = \"2.5.1+cu124\"\nacs_enabled "
      "= true\n"
      "cudnn_runtime = \"8.9.2\"\nmissing_library = \"libcudart.so.13\"\n");
  EXPECT_GE(assessed.findings.size(), 5U) << ids(assessed);
  for (const auto& finding : assessed.findings) {
    EXPECT_FALSE(finding.summary.empty()) << finding.id;
    EXPECT_FALSE(finding.explanation.empty()) << finding.id;
    EXPECT_FALSE(finding.fix.empty()) << finding.id;
    EXPECT_FALSE(finding.evidence.empty()) << finding.id;
    for (const auto& fact : finding.facts) {
      EXPECT_FALSE(fact.source.empty()) << finding.id;
      EXPECT_FALSE(fact.as_of.empty()) << finding.id;
    }
  }
}

TEST(Rules, IdsAreWordsInCapitals) {
  for (const auto& rule : rules()) {
    for (const char c : rule.id) EXPECT_TRUE((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_') << rule.id;
    EXPECT_NE(rule.look, nullptr);
  }
}

evidence::Measurement measured(const Assessment& assessment, std::string_view id) {
  for (const auto& one :
       measurements_of(assessment, {.basis = records::Basis::imported, .sources = {"env.txt"}, .window = std::nullopt, .taken_at_ns = 7})) {
    if (one.id == id) return one;
  }
  return {};
}

TEST(StackMeasurements, WhatNobodySawIsNotShown) {
  const auto assessed =
      judged("gpus = [{name = \"NVIDIA H100 80GB HBM3\", count = 8}]\ndriver = \"570.133.20\"\nframework_version = \"2.9.1+cu128\"\n");
  EXPECT_EQ(measured(assessed, "stack_verdict").text(), "runs");
  EXPECT_EQ(measured(assessed, "stack_verdict").subject.accelerator, "h100-sxm");
  EXPECT_EQ(measured(assessed, "stack_verdict").subject.count, 8);
  EXPECT_EQ(measured(assessed, "stack_dispatch").text(), "not_shown");
  EXPECT_EQ(measured(assessed, "stack_compile").text(), "not_shown");
  EXPECT_TRUE(measured(assessed, "stack_performance").is_absent());
  EXPECT_NE(measured(assessed, "stack_verdict").attribute("links"), "ok");  // cuDNN, Triton and the topology were not named
}

TEST(StackMeasurements, StatementsKeepTheirBasis) {
  const auto assessed = judged(
      "gpus = [{name = \"NVIDIA H100 80GB HBM3\"}]\ndriver = \"570.133.20\"\nframework_version = \"2.9.1+cu128\"\n"
      "dispatched_kernels = { value = [\"sm90_xmma_gemm_bf16\"], basis = \"imported\", source = \"nsys.sqlite\" }\ncompile_completed = "
      "true\n"
      "measured_over_predicted = 0.93\n");
  EXPECT_EQ(measured(assessed, "stack_dispatch").text(), "shown");
  EXPECT_EQ(measured(assessed, "stack_dispatch").basis, records::Basis::imported);
  EXPECT_EQ(measured(assessed, "stack_compile").text(), "completed");
  EXPECT_EQ(measured(assessed, "stack_compile").basis, records::Basis::assumed);
  EXPECT_EQ(measured(assessed, "stack_performance").number(), 0.93);
  EXPECT_EQ(measured(assessed, "stack_performance").basis, records::Basis::assumed);
}

TEST(StackMeasurements, EveryLinkKnownIsSaid) {
  const auto assessed = judged(
      "gpus = [{name = \"NVIDIA A10\"}]\ndriver = \"570.133.20\"\nframework_version = \"2.9.1+cu128\"\ncudnn_compiled = "
      "\"9.10.2\"\ncudnn_runtime = \"9.10.2\"\n"
      "compile_planned = false\n");
  EXPECT_EQ(measured(assessed, "stack_verdict").attribute("links"), "ok");
  EXPECT_EQ(measured(assessed, "stack_compile").text(), "not_planned");
}

}  // namespace
}  // namespace accelprep::stack
