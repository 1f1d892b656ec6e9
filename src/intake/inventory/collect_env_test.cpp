#include <gtest/gtest.h>

#include "intake/inventory/read_inventory.h"

namespace accelprep::intake {
namespace {

records::Inventory read(const std::string& text) {
  auto out = read_inventory_text(text, "env.txt");
  EXPECT_TRUE(out) << (out ? "" : out.error().text());
  return out.value_or(records::Inventory{});
}

constexpr const char* kNew =
    "Collecting environment information...\n"
    "PyTorch version: 2.5.1+cu121\n"
    "Is debug build: False\n"
    "CUDA used to build PyTorch: 12.1\n"
    "ROCM used to build PyTorch: N/A\n"
    "\n"
    "OS: Ubuntu 22.04.5 LTS (x86_64)\n"
    "Python version: 3.10.12 (main, Jan 17 2025, 14:35:34) [GCC 11.4.0] (64-bit runtime)\n"
    "Python platform: Linux-5.15.153.1-microsoft-standard-WSL2-x86_64-with-glibc2.35\n"
    "Is CUDA available: True\n"
    "CUDA runtime version: 12.4.131\n"
    "CUDA_MODULE_LOADING set to: LAZY\n"
    "GPU models and configuration: \n"
    "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-11111111-2222-3333-4444-555555555555)\n"
    "  MIG 1g.10gb     Device  0: (UUID: MIG-11111111-2222-3333-4444-555555555555)\n"
    "GPU 1: NVIDIA H100 80GB HBM3\n"
    "\n"
    "Nvidia driver version: 535.183.01\n"
    "cuDNN version: Probably one of the following:\n"
    "/usr/lib/x86_64-linux-gnu/libcudnn.so.8.9.0\n"
    "/usr/lib/x86_64-linux-gnu/libcudnn_adv_infer.so.8.9.0\n"
    "/usr/local/cuda/lib64/libcudnn.so.8\n"
    "HIP runtime version: N/A\n"
    "\n"
    "CPU:\n"
    "Architecture:                       x86_64\n"
    "Model name:                         AMD EPYC 9B14\n"
    "\n"
    "Versions of relevant libraries:\n"
    "[pip3] nvidia-cudnn-cu12==9.1.0.70\n"
    "[pip3] torch==2.5.1+cu121\n"
    "[pip3] gguf: not installed\n"
    "[conda] nvidia-cublas-cu12        12.1.3.1                 pypi_0    pypi\n"
    "[conda] pytorch                   2.5.1           py3.11_cuda12.4_cudnn9.1.0_0    pytorch\n";

TEST(CollectEnv, TheNewLayoutIsRead) {
  const auto inventory = read(kNew);
  EXPECT_EQ(inventory.text("framework"), "torch");
  EXPECT_EQ(inventory.text("framework_version"), "2.5.1+cu121");
  EXPECT_EQ(inventory.text("framework_cuda"), "12.1");
  EXPECT_EQ(inventory.text("arch"), "x86_64");
  EXPECT_EQ(inventory.text("driver"), "535.183.01");
  EXPECT_EQ(inventory.text("cuda_toolkit_nvcc"), "12.4.131");
  EXPECT_EQ(inventory.flag("torch_cuda_is_available"), true);
  EXPECT_EQ(inventory.find("torch_version_hip"), nullptr);
  ASSERT_EQ(inventory.gpus.size(), 1U);
  EXPECT_EQ(inventory.gpus[0].name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(inventory.gpus[0].count, 2);
  EXPECT_EQ(inventory.all("cudnn").size(), 1U);  // one version, however many libraries; a link says too little
  EXPECT_EQ(inventory.text("cudnn"), "8.9.0");
}

TEST(CollectEnv, EveryStatementKnowsItsLine) {
  const auto inventory = read(kNew);
  const auto* driver = inventory.find("driver");
  ASSERT_NE(driver, nullptr);
  EXPECT_EQ(driver->place.source, "env.txt");
  EXPECT_EQ(driver->place.line, 18);
  EXPECT_EQ(driver->place.text, "Nvidia driver version: 535.183.01");
}

TEST(CollectEnv, IdentitiesAreNotKept) {
  for (const auto& gpu : read(kNew).gpus) EXPECT_EQ(gpu.place.text.find("11111111"), std::string::npos) << gpu.place.text;
}

TEST(CollectEnv, PackagesOfPipAndCondaKeepTheirBuilds) {
  const auto inventory = read(kNew);
  ASSERT_NE(inventory.package("torch"), nullptr);
  EXPECT_EQ(inventory.package("torch")->local, "cu121");
  EXPECT_EQ(inventory.package("nvidia-cudnn-cu12")->version, "9.1.0.70");
  EXPECT_EQ(inventory.package("nvidia-cublas-cu12")->origin, "pip");  // conda lists what pip installed
  EXPECT_EQ(inventory.packages.back().name, "torch");
  EXPECT_EQ(inventory.packages.back().origin, "conda");
  EXPECT_EQ(inventory.packages.back().local, "cu124");
}

TEST(CollectEnv, MarkdownAndCarriageReturnsDoNotMatter) {
  std::string pasted = "<details>\r\n```text\r\n";
  for (const char* at = kNew; *at != '\0'; ++at) {
    if (*at == '\n') pasted += '\r';
    pasted += *at;
  }
  pasted += "```\r\n</details>\r\n";
  const auto inventory = read(pasted);
  EXPECT_EQ(inventory.text("driver"), "535.183.01");
  EXPECT_EQ(inventory.gpu_count(), 2);
  EXPECT_EQ(read("> PyTorch version: 2.5.1\n> Nvidia driver version: 535.183.01\n").text("driver"), "535.183.01");
}

TEST(CollectEnv, TheOldLayoutIsRead) {
  const auto inventory = read(
      "PyTorch version: 1.4.0\nIs debug build: No\nCUDA used to build PyTorch: 10.1\n\nOS: Ubuntu 18.04.3 LTS\nPython version: 3.7\n"
      "Is CUDA available: Yes\nCUDA runtime version: 10.1.243\nGPU models and configuration: GPU 0: GeForce RTX 2080 Ti\n"
      "Nvidia driver version: 418.87.00\ncuDNN version: /usr/lib/x86_64-linux-gnu/libcudnn.so.7.6.5\n\nVersions of relevant libraries:\n"
      "[pip] torch==1.4.0\n");
  EXPECT_EQ(inventory.flag("torch_cuda_is_available"), true);
  EXPECT_EQ(inventory.gpus.at(0).name, "GeForce RTX 2080 Ti");
  EXPECT_EQ(inventory.text("cudnn"), "7.6.5");
  EXPECT_EQ(inventory.package("torch")->version, "1.4.0");
}

TEST(CollectEnv, VllmsPaddedLayoutIsRead) {
  const auto inventory = read(
      "==============================\n        System Info\n==============================\n"
      "OS                           : Ubuntu 24.04.3 LTS (aarch64)\n"
      "==============================\n       PyTorch Info\n==============================\n"
      "PyTorch version              : 2.9.1+cu130\nIs debug build               : False\nCUDA used to build PyTorch   : 13.0\n"
      "ROCM used to build PyTorch   : N/A\n"
      "Is CUDA available            : True\nCUDA runtime version         : 13.0.88\n"
      "GPU models and configuration : GPU 0: NVIDIA GB10\nNvidia driver version        : 580.95.05\ncuDNN version                : Could "
      "not collect\n"
      "==============================\n         vLLM Info\n==============================\n"
      "ROCM Version                 : Could not collect\nvLLM Version                 : 0.11.2rc1.dev1+g1234567 (git sha: 1234567)\n"
      "GPU Topology:\n  \tGPU0\tCPU Affinity\nGPU0\t X \t0-19\n"
      "==============================\n     Environment Variables\n==============================\n"
      "LD_LIBRARY_PATH=/usr/local/cuda/lib64\n");
  EXPECT_EQ(inventory.text("framework_version"), "2.9.1+cu130");
  EXPECT_EQ(inventory.text("arch"), "aarch64");
  EXPECT_EQ(inventory.text("vllm"), "0.11.2rc1.dev1+g1234567");
  EXPECT_EQ(inventory.text("LD_LIBRARY_PATH"), "/usr/local/cuda/lib64");
  EXPECT_EQ(inventory.gpus.at(0).name, "NVIDIA GB10");
  EXPECT_EQ(inventory.gpu_count(), 1);
}

TEST(CollectEnv, WhatCouldNotBeCollectedIsNotStated) {
  const auto inventory = read(
      "PyTorch version: N/A\nCUDA used to build PyTorch: N/A\nIs CUDA available: N/A\nGPU models and configuration: No CUDA\n"
      "Nvidia driver version: Could not collect\nvLLM Version: N/A (dev)\nOS: Debian GNU/Linux 12 (bookworm) (x86_64)\n");
  for (const char* key : {"framework_version", "framework_cuda", "torch_version_cuda", "torch_cuda_is_available", "driver", "vllm"}) {
    EXPECT_EQ(inventory.find(key), nullptr) << key;
  }
  EXPECT_TRUE(inventory.gpus.empty());
}

TEST(CollectEnv, NoneSaysThatItIsACpuBuild) {
  EXPECT_EQ(read("PyTorch version: 2.8.0\nCUDA used to build PyTorch: None\n").text("torch_version_cuda"), "None");
}

TEST(CollectEnv, RocmBuildsNameTheirTarget) {
  const auto inventory = read(
      "PyTorch version: 2.5.1+rocm6.2\nCUDA used to build PyTorch: N/A\nROCM used to build PyTorch: 6.2.41133-dd7f95766\n"
      "Is CUDA available: True\nGPU models and configuration: AMD Instinct MI300X (gfx942:sramecc+:xnack-)\n"
      "HIP runtime version: 6.2.41133\nMIOpen runtime version: 3.2.0\n");
  EXPECT_EQ(inventory.gpus.at(0).name, "AMD Instinct MI300X");
  EXPECT_EQ(inventory.gpus.at(0).gfx, "gfx942");
  EXPECT_EQ(inventory.text("torch_version_hip"), "6.2.41133-dd7f95766");
  EXPECT_EQ(inventory.text("miopen"), "3.2.0");
}

TEST(CollectEnv, AHostWithoutTorchStillNamesItsServer) {
  const auto inventory =
      read("PyTorch version: N/A\nOS: Debian GNU/Linux 12 (x86_64)\nIs CUDA available: N/A\n\nllama-server: version: 6940 (abcdef)\n");
  EXPECT_EQ(inventory.text("llama_server"), "6940");
}

}  // namespace
}  // namespace accelprep::intake
