#include <gtest/gtest.h>

#include "base/file.h"
#include "base/places_for_test.h"
#include "intake/inventory/read_inventory.h"

namespace accelprep::intake {
namespace {

records::Inventory read(const std::string& text) {
  auto out = read_inventory_text(text, "smi.txt");
  EXPECT_TRUE(out) << (out ? "" : out.error().text());
  return out.value_or(records::Inventory{});
}

std::string table(const std::string& header, const std::string& rows) {
  return "Wed Jun 24 10:26:34 2026       \n+------+\n" + header +
         "+-----------------------------------------+------------------------+----------------------+\n"
         "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |\n"
         "|=========================================+========================+======================|\n" +
         rows +
         "+-----------------------------------------------------------------------------------------+\n"
         "| Processes:                                                                              |\n"
         "|    0   N/A  N/A            1696      G   /usr/bin/gnome-shell                    176MiB |\n";
}

constexpr const char* kHeader = "| NVIDIA-SMI 595.71.05              Driver Version: 595.71.05      CUDA Version: 13.2     |\n";
constexpr const char* kRow =
    "|   0  NVIDIA H100 80GB HBM3          On  |   00000000:00:09.0 Off |                    0 |\n"
    "| N/A   41C    P0             69W /  700W |       0MiB /  81559MiB |      0%      Default |\n"
    "|                                         |                        |             Disabled |\n";

TEST(NvidiaSmiTable, DriverAndItsCudaAreReadAndTheToolkitIsNot) {
  const auto inventory = read(table(kHeader, kRow));
  EXPECT_EQ(inventory.text("driver"), "595.71.05");
  EXPECT_EQ(inventory.text("driver_cuda"), "13.2");
  EXPECT_EQ(inventory.find("cuda_toolkit_nvcc"), nullptr);
  ASSERT_EQ(inventory.gpus.size(), 1U);
  EXPECT_EQ(inventory.gpus[0].name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(inventory.gpus[0].count, 1);
}

TEST(NvidiaSmiTable, NamesThatWereCutAreMarked) {
  const auto inventory = read(table(kHeader,
                                    "|   0  NVIDIA GeForce RTX 2080 ...    Off |   00000000:0C:00.0  On |                  N/A |\n"
                                    "|   1  NVIDIA GeForce RTX 2080 ...  WDDM  |   00000000:0D:00.0 Off |                  N/A |\n"));
  ASSERT_EQ(inventory.gpus.size(), 1U);
  EXPECT_TRUE(inventory.gpus[0].name_cut);
  EXPECT_EQ(inventory.gpus[0].name, "NVIDIA GeForce RTX 2080");
  EXPECT_EQ(inventory.gpus[0].count, 2);
}

TEST(NvidiaSmiTable, NewerHeadersNameKernelAndUserDriver) {
  const auto inventory = read(table("| NVIDIA-SMI 610.57.04              KMD Version: 610.57.04     CUDA UMD Version: 13.3     |\n", kRow));
  EXPECT_EQ(inventory.text("driver"), "610.57.04");
  EXPECT_EQ(inventory.text("driver_cuda"), "13.3");
}

TEST(NvidiaSmiTable, OldAndBrokenTablesGiveWhatTheyHave) {
  const auto old = read(table("| NVIDIA-SMI 390.48                 Driver Version: 390.48                    |\n",
                              "|   0  Tesla K80           Off  | 00000000:00:04.0 Off |                    0 |\n"));
  EXPECT_EQ(old.text("driver"), "390.48");
  EXPECT_EQ(old.find("driver_cuda"), nullptr);
  EXPECT_EQ(old.gpus.at(0).name, "Tesla K80");
  const auto broken = read(table("| NVIDIA-SMI 535.54.03    Driver Version: 535.54.03    CUDA Version: ERR!     |\n",
                                 "|   0  ERR!                          On   | 00000000:01:00.0 ERR!  |                 ERR! |\n"));
  EXPECT_EQ(broken.find("driver_cuda"), nullptr);
  EXPECT_TRUE(broken.gpus.empty());
}

TEST(NvidiaSmiTable, MigInstancesAreNoFurtherGpus) {
  const auto inventory = read(table(kHeader, kRow) +
                              "| MIG devices:                                                                            |\n"
                              "|  0    2   0   0  |              26MiB / 40448MiB    | 60      0 |  3   0    3    0    3 |\n");
  ASSERT_EQ(inventory.gpus.size(), 1U);
  EXPECT_EQ(inventory.gpus[0].mig, true);
}

TEST(NvidiaSmiTable, AFollowingTableOfWatchIsNotCountedAgain) {
  EXPECT_EQ(read(table(kHeader, kRow) + table(kHeader, kRow)).gpu_count(), 1);
}

TEST(NvidiaSmiQuery, TheColumnsThatMatterAreRead) {
  const auto inventory = read("name, driver_version, compute_cap\nNVIDIA H200, 590.48.01, 9.0\nNVIDIA H200, 590.48.01, 9.0\n");
  ASSERT_EQ(inventory.gpus.size(), 1U);
  EXPECT_EQ(inventory.gpus[0].count, 2);
  EXPECT_EQ(inventory.gpus[0].compute_capability, "9.0");
  EXPECT_EQ(inventory.text("driver"), "590.48.01");
}

TEST(ProcDriver, VersionAndFlavourAreRead) {
  const auto open = read(
      "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (dvs-builder@U22)\nGCC version:  gcc version "
      "12.3.0\n");
  EXPECT_EQ(open.text("driver"), "580.65.06");
  EXPECT_EQ(open.text("driver_flavour"), "open");
  const auto closed = read("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\n");
  EXPECT_EQ(closed.text("proc_driver_nvidia_version"), "535.104.05");
  EXPECT_EQ(closed.text("driver_flavour"), "proprietary");
}

TEST(ProcDriver, GpuInformationNamesTheModel) {
  const auto inventory = read("Model: \t\t NVIDIA A100-SXM4-80GB\nIRQ:   \t\t 126\nGPU UUID: \t GPU-1\nBus Location: \t 0000:07:00.0\n");
  EXPECT_EQ(inventory.gpus.at(0).name, "NVIDIA A100-SXM4-80GB");
}

// Real captures, where they lie beside the repository.
TEST(NvidiaSmiTable, RealCapturesGiveADriverAndAGpu) {
  const auto folder = base::shared_for_test("data/telemetry/formats-nvidia-smi-captures/split");
  if (!base::is_directory(folder)) GTEST_SKIP() << "no shared captures beside the repository";
  int tables = 0;
  for (const auto& file : base::list_directory(folder)) {
    if (!file.ends_with("table.txt")) continue;
    const auto inventory = read_inventory({base::join_path(folder, file)});
    ASSERT_TRUE(inventory) << file << ": " << inventory.error().text();
    EXPECT_NE(file.find(inventory->text("driver")), std::string::npos) << file;
    EXPECT_FALSE(inventory->text("driver_cuda").empty()) << file;
    EXPECT_EQ(inventory->gpu_count(), 1) << file;
    ++tables;
  }
  EXPECT_GE(tables, 10);
}

}  // namespace
}  // namespace accelprep::intake
