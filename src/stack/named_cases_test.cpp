// Cases that happened, written anew in the formats that people have at hand.
#include <algorithm>
#include <gtest/gtest.h>

#include "intake/inventory/read_inventory.h"
#include "stack/assessment.h"
#include "stack/facts_for_test.h"

namespace accelprep::stack {
namespace {

struct Text {
  std::string name;
  std::string contents;
};

Assessment judged(const std::vector<Text>& texts, const Target& target = {}) {
  records::Inventory inventory;
  for (const auto& text : texts) {
    auto one = intake::read_inventory_text(text.contents, text.name);
    EXPECT_TRUE(one) << text.name << ": " << (one ? "" : one.error().text());
    if (one) records::merge(inventory, std::move(*one));
  }
  auto assessed = assess(inventory, target, facts_for_test());
  EXPECT_TRUE(assessed) << (assessed ? "" : assessed.error().text());
  return assessed.value_or(Assessment{});
}

std::vector<std::string> ids_of(const Assessment& assessment) {
  std::vector<std::string> out;
  for (const auto& finding : assessment.findings) out.push_back(finding.id);
  return out;
}

using Ids = std::vector<std::string>;

const evidence::Finding& first(const Assessment& assessment) {
  static const evidence::Finding kNone;
  return assessment.findings.empty() ? kNone : assessment.findings.front();
}

std::string on_linux(const std::string& torch, const std::string& cuda, const std::string& rest) {
  return "Collecting environment information...\nPyTorch version: " + torch +
         "\nIs debug build: False\nCUDA used to build PyTorch: " + cuda +
         "\nROCM used to build PyTorch: N/A\n\nOS: Ubuntu 22.04.5 LTS (x86_64)\nPython version: 3.11.9 (main, Apr  6 2024, 17:59:24) [GCC "
         "11.4.0]\n" +
         rest;
}

std::string smi_table(const std::string& driver, const std::string& cuda, const std::string& name) {
  auto padded = name;
  padded.resize(27, ' ');
  return "Wed Jun 24 10:26:34 2026       \n"
         "+-----------------------------------------------------------------------------------------+\n"
         "| NVIDIA-SMI " +
         driver + "             Driver Version: " + driver + "     CUDA Version: " + cuda +
         "     |\n"
         "|-----------------------------------------+------------------------+----------------------+\n"
         "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |\n"
         "|   0  " +
         padded +
         " On  |   00000000:0C:00.0 Off |                    0 |\n"
         "| N/A   40C    P8             37W /  250W |     214MiB /  81920MiB |      0%      Default |\n"
         "+-----------------------------------------+------------------------+----------------------+\n";
}

constexpr const char* kBlackwellWarning =
    "/opt/conda/lib/python3.11/site-packages/torch/cuda/__init__.py:287: UserWarning: \n"
    "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.\n"
    "The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90.\n"
    "If you want to use the NVIDIA GeForce RTX 5090 GPU with PyTorch, please check the instructions at "
    "https://pytorch.org/get-started/locally/\n";

TEST(NamedCases, BlackwellWithACu124WheelFindsNoKernelImage) {
  const auto environment =
      on_linux("2.7.0.dev20250310+cu124", "12.4",
               "Is CUDA available: True\nCUDA runtime version: 12.4.131\nGPU models and configuration: \n"
               "GPU 0: NVIDIA GeForce RTX 5090\nGPU 1: NVIDIA GeForce RTX 5090\n\nNvidia driver version: 570.124.06\n");
  const auto assessed = judged({{"env.txt", environment},
                                {"error.txt", std::string(kBlackwellWarning) +
                                                  "RuntimeError: CUDA error: no kernel image is available for execution on the device\n"}});
  EXPECT_EQ(ids_of(assessed), (Ids{"ARCH_NO_KERNEL_IMAGE"}));
  EXPECT_EQ(assessed.verdict, Verdict::will_not_run);
  EXPECT_EQ(assessed.target.count, 2);
  EXPECT_NE(first(assessed).fix.find("https://download.pytorch.org/whl/cu128"), std::string::npos) << first(assessed).fix;
  EXPECT_NE(first(assessed).explanation.find("570.124.06"), std::string::npos);  // the driver is not at fault
  const auto& lines = first(assessed).evidence;
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line.source == "error.txt" && line.line == 3; }));
}

TEST(NamedCases, ThePastedWarningAloneIsEnough) {
  const auto assessed = judged({{"issue.md", "> " + std::string(kBlackwellWarning)}});
  EXPECT_EQ(ids_of(assessed), (Ids{"ARCH_NO_KERNEL_IMAGE"}));
  EXPECT_EQ(assessed.verdict, Verdict::will_not_run);
}

TEST(NamedCases, FoundVersion11000IsTheDriversCuda) {
  const auto assessed = judged(
      {{"env.txt", on_linux("2.1.0+cu121", "12.1",
                            "Is CUDA available: False\nCUDA runtime version: 12.1.105\nNvidia driver version: Could not collect\n")},
       {"error.txt", "RuntimeError: The NVIDIA driver on your system is too old (found version 11000). Please update your GPU driver.\n"}});
  EXPECT_EQ(ids_of(assessed), (Ids{"DRIVER_TOO_OLD_FOR_RUNTIME"}));
  EXPECT_EQ(assessed.verdict, Verdict::will_not_run);
  EXPECT_NE(first(assessed).fix.find("525.60.13"), std::string::npos) << first(assessed).fix;
}

TEST(NamedCases, AnOlderCudnnOnTheLoadersPathIsRefused) {
  const auto assessed = judged(
      {{"env.txt",
        on_linux("1.12.0+cu113", "11.3",
                 "Is CUDA available: True\nGPU models and configuration: GPU 0: Tesla V100-SXM2-32GB\nNvidia driver version: 470.82.01\n"
                 "[pip3] torch==1.12.0+cu113\nLD_LIBRARY_PATH=/apps/cudnn/v8.0.3.33-cuda.11.0/lib64:/usr/local/cuda/lib64\n")},
       {"error.txt",
        "RuntimeError: cuDNN version incompatibility: PyTorch was compiled  against (8, 3, 2) but linked against (8, 0, 3). PyTorch "
        "already comes "
        "bundled with cuDNN.\n"}});
  EXPECT_EQ(ids_of(assessed), (Ids{"CUDNN_VERSION_CONFLICT"}));
  EXPECT_NE(first(assessed).fix.find("/apps/cudnn/v8.0.3.33-cuda.11.0/lib64"), std::string::npos) << first(assessed).fix;
}

TEST(NamedCases, VllmOfCuda13BesideTorchOfCuda12MixesMajors) {
  const auto assessed =
      judged({{"freeze.txt",
               "numpy==2.2.6\nnvidia-cuda-runtime-cu12==12.6.77\nnvidia-cudnn-cu12==9.10.2.21\nnvidia-nccl-cu12==2.28.9\n"
               "torch==2.11.0+cu126\ntransformers==4.57.1\nvllm==0.21.0\n"},
              {"error.txt", "ImportError: libcudart.so.13: cannot open shared object file: No such file or directory\n"}});
  EXPECT_EQ(ids_of(assessed), (Ids{"CUDA_MAJOR_MIX", "LIB_MISSING"}));
  EXPECT_EQ(assessed.verdict, Verdict::will_not_run);
  EXPECT_NE(first(assessed).fix.find("wheels.vllm.ai"), std::string::npos) << first(assessed).fix;
}

TEST(NamedCases, PypisTorchOnAarch64IsACpuBuild) {
  const std::string environment =
      "PyTorch version: 2.9.0+cpu\nIs debug build: False\nCUDA used to build PyTorch: None\nROCM used to build PyTorch: N/A\n\n"
      "OS: Ubuntu 24.04.3 LTS (aarch64)\nPython version: 3.12.3 (main, Aug 14 2025) [GCC 13.3.0] (64-bit runtime)\n"
      "Is CUDA available: False\nCUDA runtime version: No CUDA\nGPU models and configuration: No CUDA\nNvidia driver version: No CUDA\n";
  const auto assessed = judged({{"env.txt", environment}, {"smi.txt", smi_table("580.95.05", "13.0", "NVIDIA GB200")}});
  EXPECT_EQ(ids_of(assessed), (Ids{"CPU_ONLY_BUILD"}));
  EXPECT_EQ(assessed.verdict, Verdict::will_not_run);
  EXPECT_NE(first(assessed).fix.find("https://download.pytorch.org/whl/cu128"), std::string::npos) << first(assessed).fix;
}

TEST(NamedCases, NoFabricManagerIsFineWithoutNvswitch) {
  const auto assessed = judged({{"smi.txt", smi_table("535.183.01", "12.2", "NVIDIA A10")},
                                {"inventory.toml", "nvswitch_pci_devices = 0\nfabricmanager_active = false\n"}});
  EXPECT_EQ(ids_of(assessed), (Ids{"OK"}));
  EXPECT_EQ(assessed.verdict, Verdict::cannot_tell);  // no framework was shown
  EXPECT_FALSE(assessed.open.empty());
}

TEST(NamedCases, WithNvswitchTheSameServiceIsNeeded) {
  const auto assessed = judged({{"smi.txt", smi_table("535.183.01", "12.2", "NVIDIA A100-SXM4-80GB")},
                                {"inventory.toml", "nvswitch_pci_devices = 6\nfabricmanager_active = false\n"}});
  EXPECT_EQ(ids_of(assessed), (Ids{"FABRIC_NOT_READY"}));
}

TEST(NamedCases, TheDefaultWheelOfCuda13NeedsANewerDriver) {
  const auto assessed =
      judged({{"smi.txt", smi_table("535.129.03", "12.2", "NVIDIA A100-SXM4-80GB")},
              {"freeze.txt",
               "nvidia-cublas==13.1.1.3\nnvidia-cuda-runtime==13.0.96\nnvidia-cudnn-cu13==9.17.1.4\nnvidia-nccl-cu13==2.28.9\n"
               "torch==2.11.0\nvllm==0.21.0\n"}});
  EXPECT_EQ(ids_of(assessed), (Ids{"DRIVER_TOO_OLD_FOR_RUNTIME"}));
  EXPECT_EQ(assessed.verdict, Verdict::will_not_run);
  EXPECT_NE(first(assessed).fix.find("580"), std::string::npos);
  EXPECT_NE(first(assessed).fix.find("cu129"), std::string::npos) << first(assessed).fix;
  EXPECT_FALSE(first(assessed).facts.empty());
}

TEST(NamedCases, TheSameEnvironmentRunsWhereTheDriverCarriesIt) {
  const auto assessed =
      judged({{"freeze.txt",
               "nvidia-cublas==13.1.1.3\nnvidia-cuda-runtime==13.0.96\nnvidia-cudnn-cu13==9.17.1.4\nnvidia-nccl-cu13==2.28.9\n"
               "torch==2.11.0\nvllm==0.21.0\ntriton==3.6.0\n"}},
             {.accelerator = "a100-80-sxm", .driver = "580.95.05", .count = 1});
  EXPECT_EQ(ids_of(assessed), (Ids{"OK"}));
  EXPECT_EQ(assessed.verdict, Verdict::runs) << assessed.why;
}

}  // namespace
}  // namespace accelprep::stack
