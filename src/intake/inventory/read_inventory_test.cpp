#include "intake/inventory/read_inventory.h"

#include <gtest/gtest.h>

#include "records/inventory_keys.h"

namespace accelprep::intake {
namespace {

records::Inventory read(const std::string& text, const std::string& name = "file.txt") {
  auto out = read_inventory_text(text, name);
  EXPECT_TRUE(out) << (out ? "" : out.error().text());
  return out.value_or(records::Inventory{});
}

std::string error_of(const std::string& text, const std::string& name = "inventory.toml") {
  const auto out = read_inventory_text(text, name);
  EXPECT_FALSE(out) << text;
  return out ? "" : out.error().text();
}

TEST(PackageList, FreezeLinesOfEveryKindAreRead) {
  const auto inventory = read(
      "# a comment\ntorch==2.9.1+cu128\nNVIDIA_cuDNN.cu12==9.10.2.21\nnvidia-cuda-runtime==13.0.96\n-e "
      "git+https://example.org/x.git#egg=x\n"
      "vllm @ file:///tmp/vllm-0.11.0%2Bcu129-cp38-abi3-manylinux1_x86_64.whl\ntransformers[torch]>=4.5 ; python_version > \"3.8\"\n"
      "numpy==2.2.6 \\\n    --hash=sha256:abc\n");
  EXPECT_EQ(inventory.package("torch")->local, "cu128");
  EXPECT_EQ(inventory.package("nvidia-cudnn-cu12")->version, "9.10.2.21");
  EXPECT_EQ(inventory.package("vllm")->version, "0.11.0");
  EXPECT_EQ(inventory.package("vllm")->local, "cu129");
  EXPECT_EQ(inventory.package("transformers")->version, "");
  EXPECT_EQ(inventory.package("numpy")->version, "2.2.6");
  EXPECT_EQ(inventory.package("numpy")->place.line, 8);
}

TEST(PackageList, AnIndexTellsTheBuild) {
  const auto inventory = read("--index-url https://download.pytorch.org/whl/cu126\ntorch==2.9.1\nnumpy==2.2.6\n");
  EXPECT_EQ(inventory.package("torch")->local, "cu126");
  EXPECT_EQ(inventory.package("numpy")->local, "");
}

TEST(PackageList, ANameAloneIsARequirementBesideOthersOnly) {
  const auto inventory = read("torch\nvllm==0.21.0\n");
  ASSERT_NE(inventory.package("torch"), nullptr);
  EXPECT_EQ(inventory.package("torch")->version, "");
  EXPECT_FALSE(read_inventory_text("torch\nvllm\n", "words.txt"));
}

TEST(PackageList, TablesOfPipAndCondaAreRead) {
  const auto pip = read(
      "Package            Version\n------------------ ------------\ntorch              2.9.1+cu128\nmypackage          0.1  "
      "/home/me/src\n");
  EXPECT_EQ(pip.package("torch")->local, "cu128");
  EXPECT_EQ(pip.package("mypackage")->origin, "pip");
  const auto conda = read(
      "# packages in environment at /opt/conda:\n#\n# Name                    Version                   Build  Channel\n"
      "pytorch                   2.5.1           cuda126_mkl_py312_h1234567_300    conda-forge\n"
      "cpuonly                   2.0                           0    pytorch\nlibtorch                  2.5.1           "
      "cpu_generic_h1234567_0    conda-forge\n"
      "vllm                      0.6.3                    pypi_0    pypi\n");
  EXPECT_EQ(conda.package("torch")->local, "cu126");
  EXPECT_EQ(conda.packages.at(2).local, "cpu");
  EXPECT_EQ(conda.package("vllm")->origin, "pip");
}

struct Message {
  const char* text;
  const char* key;
  const char* value;
};
class ErrorTexts : public testing::TestWithParam<Message> {};

TEST_P(ErrorTexts, SayWhatTheyMean) {
  const auto inventory = read(std::string("Traceback (most recent call last):\n") + GetParam().text + "\n");
  const auto* found = inventory.find(GetParam().key);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->value(), GetParam().value);
  EXPECT_EQ(found->place.line, 2);
}

INSTANTIATE_TEST_SUITE_P(
    Intake, ErrorTexts,
    testing::Values(
        Message{"ImportError: libcudart.so.13: cannot open shared object file: No such file or directory", "missing_library",
                "libcudart.so.13"},
        Message{"Could not load dynamic library 'libcudnn.so.7'; dlerror: libcudnn.so.7: cannot open shared object file", "missing_library",
                "libcudnn.so.7"},
        Message{"Error loading \"C:\\x\\onnxruntime_providers_cuda.dll\" which depends on \"cublasLt64_13.dll\" which is missing.",
                "missing_library", "cublasLt64_13.dll"},
        Message{"Unable to load any of {libcudnn_ops.so.9.1.0, libcudnn_ops.so.9}", "missing_library", "libcudnn_ops.so.9"},
        Message{"CUDA error: no kernel image is available for execution on the device", "no_kernel_image", "true"},
        Message{"cuDNN version incompatibility: PyTorch was compiled  against (8, 3, 2) but linked against (8, 0, 3)", "cudnn_runtime",
                "8.0.3"},
        Message{"PyTorch was compiled  against (8, 7, 0) but found runtime version (8, 2, 4). PyTorch already", "cudnn_compiled", "8.7.0"},
        Message{"The NVIDIA driver on your system is too old (found version 11000).", "driver_cuda", "11.0"},
        Message{"The NVIDIA driver on your system is too old (found version 12040).", "driver_cuda", "12.4"},
        Message{"Error 804: forward compatibility was attempted on non supported HW", "cuda_error", "804"},
        Message{"cudaErrorSystemNotReady: system not yet initialized", "cuda_error", "802"},
        Message{"CUDA error: the provided PTX was compiled with an unsupported toolchain.", "cuda_error", "222"},
        Message{"Failed to initialize NVML: Driver/library version mismatch", "nvml_error", "driver/library version mismatch"},
        Message{"Failed to initialize NVML: Unknown Error", "nvml_error", "unknown error"},
        Message{"docker: Error response from daemon: could not select device driver \"\" with capabilities: [[gpu]].",
                "nvidia_container_toolkit_installed", "false"},
        Message{"INVALID_CONFIG: The engine plan file is generated on an incompatible device, expecting compute 6.1 got compute 7.5, "
                "please rebuild.",
                "engine_compute_capability", "7.5"},
        Message{"Version tag does not match. Note: Current Version: 0, Serialized Engine Version: 43", "engine_serialization_tag", "43"},
        Message{"not compatible with this version of TensorRT, expecting library version 10.7.0.23 got 10.6.0.26, please rebuild.",
                "engine_tensorrt", "10.6.0.26"},
        Message{"ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'", "ptxas_unknown_arch", "sm_121a"},
        Message{"NVRM: Xid (PCI:0000:01:00): 79, pid=1234, GPU has fallen off the bus.", "xid", "79"},
        Message{"RuntimeError: Found no NVIDIA driver on your system.", "no_nvidia_driver", "true"},
        Message{"rocBLAS error: Cannot read /opt/rocm/lib/rocblas/library/TensileLibrary.dat: Illegal seek for GPU arch : gfx1031",
                "rocblas_lacks", "gfx1031"},
        Message{"AssertionError: Torch not compiled with CUDA enabled", "torch_version_cuda", "None"},
        Message{"['sm_80', 'sm_90', 'compute_90']", "torch_arch_list", "sm_80"},
        Message{"Minimum and Maximum cuda capability supported by this version of PyTorch is (8.0) - (12.0)", "torch_capability_range",
                "8.0-12.0"}));

TEST(ErrorText, TorchsWarningNamesTheGpuAndTheList) {
  const auto inventory = read(
      "UserWarning: \nNVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.\n"
      "The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_90 compute_37.\n");
  ASSERT_EQ(inventory.gpus.size(), 1U);
  EXPECT_EQ(inventory.gpus[0].name, "NVIDIA GeForce RTX 5090");
  EXPECT_EQ(inventory.gpus[0].compute_capability, "12.0");
  EXPECT_EQ(inventory.find("torch_arch_list")->values, (std::vector<std::string>{"sm_50", "sm_60", "sm_90", "compute_37"}));
}

TEST(ErrorText, TheCapabilityWarningNamesTheGpu) {
  const auto inventory = read("Found GPU0 NVIDIA GB10 which is of cuda capability 12.1.\n");
  EXPECT_EQ(inventory.gpus.at(0).name, "NVIDIA GB10");
  EXPECT_EQ(inventory.gpus.at(0).compute_capability, "12.1");
}

TEST(InventoryToml, KeysOfEveryShapeAreRead) {
  const auto inventory = read(
      "gpus = [{ name = \"NVIDIA H100 80GB HBM3\", count = 8, compute_capability = 9.0, nvlink = true }]\n"
      "driver = \"570.133.20\"\ndriver_cuda = 12.8\ncontainer = true\ntorch_arch_list = [\"sm_80\", \"sm_90\"]\nnvlink_status = { 0 = \"25 "
      "GB/s\", 1 = \"<inactive>\" }\n"
      "rocblas_has_gfx1031 = false\n",
      "inventory.toml");
  EXPECT_EQ(inventory.gpu_count(), 8);
  EXPECT_EQ(inventory.gpus.at(0).compute_capability, "9.0");
  EXPECT_EQ(inventory.text("driver_cuda"), "12.8");
  EXPECT_EQ(inventory.text("container"), "true");
  EXPECT_EQ(inventory.find("torch_arch_list")->values.size(), 2U);
  EXPECT_EQ(inventory.find("nvlink_status")->values.at(1), "1=<inactive>");
  EXPECT_EQ(inventory.text("rocblas_lacks"), "gfx1031");
  EXPECT_EQ(inventory.find("driver")->place.line, 2);
  EXPECT_EQ(inventory.find("driver")->place.text, "driver = \"570.133.20\"");
  EXPECT_EQ(inventory.find("driver")->basis, records::Basis::assumed);
  EXPECT_EQ(inventory.weakest_basis(), records::Basis::assumed);
}

TEST(InventoryToml, ItIsRecognisedByContentToo) { EXPECT_EQ(read("driver = \"570.133.20\"\n", "notes").text("driver"), "570.133.20"); }

TEST(InventoryToml, MistakesNameTheirPlaceAndTheNearestKey) {
  EXPECT_EQ(error_of("driver = \"570\"\ndrivr_cuda = \"12.8\"\n").substr(0, 19), "inventory.toml:2:1:");
  EXPECT_NE(error_of("drivr_cuda = \"12.8\"\n").find("driver_cuda"), std::string::npos);
  EXPECT_NE(error_of("nvswitch = \"yes\"\n").find("true or false"), std::string::npos);
  EXPECT_NE(error_of("gpus = \"H100\"\n").find("gpus"), std::string::npos);
  EXPECT_NE(error_of("gpus = [{ nam = \"H100\" }]\n").find("name"), std::string::npos);
  EXPECT_NE(error_of("dispatched_kernels = { value = [\"a\"], basis = \"measured\" }\n").find("imported"), std::string::npos);
  EXPECT_NE(error_of("driver = \n").find("inventory.toml:1"), std::string::npos);
}

TEST(InventoryToml, ErrorsInItAreReadLikePastedOnes) {
  EXPECT_EQ(read("error = \"ImportError: libcudart.so.13: cannot open shared object file\"\n", "i.toml").text("missing_library"),
            "libcudart.so.13");
}

TEST(ReadInventory, OneTextMayHoldSeveralFormats) {
  const auto inventory = read(
      "### Environment\n```\nPyTorch version: 2.5.1+cu124\nIs CUDA available: True\nGPU models and configuration: GPU 0: NVIDIA GeForce "
      "RTX 5090\n```\n"
      "### Error\n```\nNVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch "
      "installation.\n```\n");
  ASSERT_EQ(inventory.gpus.size(), 1U);  // the same card, told twice
  EXPECT_EQ(inventory.gpus[0].compute_capability, "12.0");
  ASSERT_EQ(inventory.sources.size(), 1U);
  EXPECT_EQ(inventory.sources[0].kind, "collect_env text, error messages");
}

TEST(ReadInventory, WhatIsNoneOfTheFormatsIsAnErrorThatSaysWhatIs) {
  for (const char* text : {"", "hello\n", "{\"a\": 1}\n", "a,b\n1,2\n"}) {
    const auto error = error_of(text, "notes.txt");
    EXPECT_NE(error.find("notes.txt: is not recognised"), std::string::npos) << error;
    EXPECT_NE(error.find("collect_env"), std::string::npos);
  }
  EXPECT_NE(error_of(std::string("\x7f"
                                 "ELF\0\0",
                                 6),
                     "a.out")
                .find("not recognised"),
            std::string::npos);
}

TEST(ReadInventory, AMissingFileIsNamed) {
  const auto out = read_inventory({"/nonexistent/env.txt"});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().place, "/nonexistent/env.txt");
}

TEST(MergeInventories, TheSameGpusAreNotCountedTwice) {
  records::Inventory left;
  left.gpus.push_back({.name = "NVIDIA GeForce RTX 2080", .name_cut = true, .count = 2});
  records::Inventory right;
  right.gpus.push_back({.name = "NVIDIA GeForce RTX 2080 SUPER", .count = 1, .compute_capability = "7.5"});
  right.gpus.push_back({.name = "NVIDIA A10", .count = 1});
  records::merge(left, right);
  ASSERT_EQ(left.gpus.size(), 2U);
  EXPECT_EQ(left.gpus[0].name, "NVIDIA GeForce RTX 2080 SUPER");
  EXPECT_EQ(left.gpus[0].count, 2);
  EXPECT_EQ(left.gpus[0].compute_capability, "7.5");
}

TEST(InventoryKeys, AreEachNamedOnce) {
  for (const auto& key : records::inventory_keys()) {
    EXPECT_EQ(records::find_inventory_key(key.name), &key) << key.name;
    EXPECT_FALSE(key.description.empty()) << key.name;
  }
}

}  // namespace
}  // namespace accelprep::intake
