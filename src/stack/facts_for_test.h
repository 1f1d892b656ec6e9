// A few rows of facts for tests: NVIDIA's and PyTorch's published figures, enough to judge every kind of case.
#pragma once

#include "stack/facts.h"

namespace accelprep::stack {

namespace for_test {

struct Cuda {
  const char *version, *shipped, *floor;
  bool minor = true;
};
struct Arch {
  const char *capability, *first, *last = "", *driver = "";
};
struct Build {
  const char *framework, *release, *cuda, *platform;
  bool is_default = false;
  const char* cudnn = "";
  std::vector<std::string> sass, ptx;
  const char* certainty = "sourced";
  const char* torch = "";
};

inline void add_cuda(Facts& facts) {
  const catalog::Citation nvidia{"docs.nvidia.com/deploy/cuda-compatibility", "2026-07"};
  for (const auto& row : std::vector<Cuda>{
           {"10.1.243", "418.87.00", "418.39", false},
           {"10.2.89", "440.33.01", "440.33", false},
           {"11.0.2", "450.51.05", "450.36.06"},
           {"11.2.0", "460.27.04", "450.80.02"},
           {"11.3.0", "465.19.01", "450.80.02"},
           {"11.6.0", "510.39.01", "450.80.02"},
           {"11.7.0", "515.43.04", "450.80.02"},
           {"11.8.0", "520.61.05", "450.80.02"},
           {"12.0.0", "525.60.13", "525.60.13"},
           {"12.1.0", "530.30.02", "525.60.13"},
           {"12.2.0", "535.54.03", "525.60.13"},
           {"12.4.0", "550.54.14", "525.60.13"},
           {"12.6.0", "560.28.03", "525.60.13"},
           {"12.8.0", "570.86.10", "525.60.13"},
           {"12.8.1", "570.124.06", "525.60.13"},
           {"12.9.0", "575.51.03", "525.60.13"},
           {"13.0.0", "580.65.06", "580"},
           {"13.1.0", "590.44.01", "580"},
           {"13.2.0", "595.45.04", "580"},
       }) {
    facts.cuda_releases.push_back({.version = row.version,
                                   .driver_shipped = row.shipped,
                                   .driver_floor = row.floor,
                                   .minor_version_compatible = row.minor,
                                   .citation = nvidia});
  }
}

inline void add_architectures(Facts& facts) {
  const catalog::Citation nvcc{"nvcc --list-gpu-code", "2026-07"};
  for (const auto& row : std::vector<Arch>{
           {"5.0", "6.0", "12.9"},
           {"6.0", "8.0", "12.9"},
           {"6.1", "8.0", "12.9"},
           {"7.0", "9.0", "12.9"},
           {"7.5", "10.0"},
           {"8.0", "11.0"},
           {"8.6", "11.1"},
           {"8.9", "11.8"},
           {"9.0", "11.8"},
           {"10.0", "12.8", "", "570"},
           {"10.3", "12.9", "", "570"},
           {"12.0", "12.8", "", "570"},
           {"12.1", "12.9", "", "570"},
       }) {
    facts.architectures.push_back({.compute_capability = row.capability,
                                   .first_toolkit = row.first,
                                   .last_toolkit = row.last,
                                   .min_driver = row.driver,
                                   .citation = nvcc});
  }
}

inline void add_builds(Facts& facts) {
  const catalog::Citation published{"pytorch RELEASE.md, vLLM release notes", "2026-08"};
  const std::vector<std::string> old_list{"5.0", "6.0", "7.0", "7.5", "8.0", "8.6", "9.0"};
  const std::vector<std::string> cu128_with_volta{"7.0", "7.5", "8.0", "8.6", "9.0", "10.0", "12.0"};
  const std::vector<std::string> new_list{"7.5", "8.0", "8.6", "9.0", "10.0", "12.0"};
  for (const auto& row : std::vector<Build>{
           {"torch", "2.5", "12.4", "x86_64", true, "9.1.0.70", old_list, {}},
           {"torch", "2.7", "12.6", "x86_64", true, "9.5.1.17", {}, {}},
           {"torch", "2.7", "12.8", "x86_64", false, "9.7.1.26", new_list, {"12.0"}, "uncertain: third party"},
           {"torch", "2.9", "12.6", "x86_64", false, "9.10.2.21", old_list, {}},
           {"torch", "2.9", "12.8", "x86_64", true, "9.10.2.21", cu128_with_volta, {}},
           {"torch", "2.9", "13.0", "x86_64", false, "9.13.0.50", {}, {}},
           {"torch", "2.9", "", "aarch64", true, "", {}, {}},
           {"torch", "2.9", "12.8", "aarch64", false, "9.10.2.21", {"8.0", "9.0", "10.0", "12.0"}, {}},
           {"torch", "2.11", "12.6", "x86_64", false, "9.10.2.21", old_list, {}},
           {"torch", "2.11", "12.8", "x86_64", false, "9.17.1.4", new_list, {}},
           {"torch", "2.11", "13.0", "x86_64", true, "9.17.1.4", new_list, {"12.0"}},
           {"vllm", "0.7.3", "12.4", "x86_64", true, "", {}, {}, "likely"},
           {"vllm", "0.8.5", "12.4", "x86_64", true, "", {}, {}},
           {"vllm", "0.20.0", "13.0", "x86_64", true, "", {}, {}, "sourced", "2.11.0"},
           {"tensorflow", "2.3", "10.1", "x86_64", true, "7.6", {}, {}},
       }) {
    facts.builds.push_back({.framework = row.framework,
                            .release = row.release,
                            .cuda = row.cuda,
                            .platform = row.platform,
                            .is_default = row.is_default,
                            .torch = row.torch,
                            .cudnn = row.cudnn,
                            .sass = row.sass,
                            .ptx = row.ptx,
                            .certainty = row.certainty,
                            .citation = published});
  }
}

inline void add_accelerators(Facts& facts) {
  const auto add = [&](catalog::Accelerator row) {
    row.citation = {"developer.nvidia.com/cuda-gpus", "2026"};
    facts.accelerators.push_back(std::move(row));
  };
  add({.id = "v100-sxm", .name = "V100 SXM2 32GB", .vendor = "nvidia", .aliases = {"Tesla V100-SXM2-32GB"}, .compute_capability = "7.0"});
  add({.id = "a10", .name = "A10", .vendor = "nvidia", .aliases = {"NVIDIA A10"}, .compute_capability = "8.6"});
  add({.id = "a100-80-sxm",
       .name = "A100 SXM4 80GB",
       .vendor = "nvidia",
       .aliases = {"NVIDIA A100-SXM4-80GB"},
       .compute_capability = "8.0"});
  add({.id = "h100-sxm", .name = "H100 SXM5 80GB", .vendor = "nvidia", .aliases = {"NVIDIA H100 80GB HBM3"}, .compute_capability = "9.0"});
  add({.id = "b200", .name = "B200 SXM", .vendor = "nvidia", .aliases = {"NVIDIA B200"}, .compute_capability = "10.0"});
  add({.id = "rtx-5090", .name = "RTX 5090", .vendor = "nvidia", .aliases = {"NVIDIA GeForce RTX 5090"}, .compute_capability = "12.0"});
  add({.id = "mi300x", .name = "MI300X", .vendor = "amd", .aliases = {"AMD Instinct MI300X"}, .gfx = "gfx942"});
  add({.id = "cpu", .name = "Host CPU, no accelerator", .vendor = "host"});
}

}  // namespace for_test

inline Facts facts_for_test() {
  Facts facts;
  for_test::add_cuda(facts);
  for_test::add_architectures(facts);
  for_test::add_builds(facts);
  for_test::add_accelerators(facts);
  return facts;
}

}  // namespace accelprep::stack
