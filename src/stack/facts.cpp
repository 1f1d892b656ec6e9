#include "stack/facts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <iterator>

#include "base/text.h"

namespace accelprep::stack {
namespace {

// Longer names first where one contains another. Retyped from NVIDIA's lists of CUDA GPUs.
constexpr std::string_view kGpuSource = "developer.nvidia.com/cuda-gpus and cuda-legacy-gpus";
constexpr std::string_view kGpuAsOf = "2026";
constexpr auto kNamedGpus = std::to_array<NamedGpu>({
    {"GB10", "12.1"},
    {"RTX PRO 6000 Blackwell Server", "12.0", true},
    {"RTX PRO 4500 Blackwell Server", "12.0", true},
    {"RTX PRO 6000", "12.0"},
    {"RTX PRO 5000", "12.0"},
    {"RTX PRO 4500", "12.0"},
    {"RTX PRO 4000", "12.0"},
    {"RTX PRO 2000", "12.0"},
    {"RTX 5090", "12.0"},
    {"RTX 5080", "12.0"},
    {"RTX 5070", "12.0"},
    {"RTX 5060", "12.0"},
    {"RTX 5050", "12.0"},
    {"GB300", "10.3", true},
    {"B300", "10.3", true},
    {"GB200", "10.0", true},
    {"B200", "10.0", true},
    {"GH200", "9.0", true},
    {"H200", "9.0", true},
    {"H100", "9.0", true},
    {"RTX 6000 Ada", "8.9"},
    {"RTX 5000 Ada", "8.9"},
    {"RTX 4500 Ada", "8.9"},
    {"RTX 4000 Ada", "8.9"},
    {"RTX 4000 SFF Ada", "8.9"},
    {"RTX 2000 Ada", "8.9"},
    {"RTX 4090", "8.9"},
    {"RTX 4080", "8.9"},
    {"RTX 4070", "8.9"},
    {"RTX 4060", "8.9"},
    {"RTX 4050", "8.9"},
    {"L40S", "8.9", true},
    {"L40", "8.9", true},
    {"NVIDIA L4", "8.9", true},
    {"RTX A6000", "8.6"},
    {"RTX A5000", "8.6"},
    {"RTX A4000", "8.6"},
    {"RTX A3000", "8.6"},
    {"RTX A2000", "8.6"},
    {"RTX 3090", "8.6"},
    {"RTX 3080", "8.6"},
    {"RTX 3070", "8.6"},
    {"RTX 3060", "8.6"},
    {"RTX 3050", "8.6"},
    {"A100", "8.0", true},
    {"A30", "8.0", true},
    {"A40", "8.6", true},
    {"A16", "8.6", true},
    {"A10", "8.6", true},
    {"NVIDIA A2", "8.6", true},
    {"Quadro RTX 8000", "7.5"},
    {"Quadro RTX 6000", "7.5"},
    {"Quadro RTX 5000", "7.5"},
    {"Quadro RTX 4000", "7.5"},
    {"RTX 2080", "7.5"},
    {"RTX 2070", "7.5"},
    {"RTX 2060", "7.5"},
    {"GTX 1660 Ti", "7.5"},
    {"TITAN RTX", "7.5"},
    {"Tesla T4", "7.5", true},
    {"NVIDIA T4", "7.5", true},
    {"V100", "7.0", true},
    {"GV100", "7.0"},
    {"TITAN V", "7.0"},
    {"TITAN Xp", "6.1"},
    {"Tesla P40", "6.1", true},
    {"Tesla P4", "6.1", true},
    {"GTX 1080", "6.1"},
    {"GTX 1070", "6.1"},
    {"GTX 1060", "6.1"},
    {"GTX 1050", "6.1"},
    {"Quadro P6000", "6.1"},
    {"P100", "6.0", true},
    {"Tesla M60", "5.2", true},
    {"Tesla M40", "5.2", true},
    {"Tesla K80", "3.7", true},
});

// torch.cuda.get_arch_list() of the wheels, as uv's table has it.
constexpr std::string_view kRocmSource = "astral-sh/uv crates/uv-torch/src/backend.rs (torch.cuda.get_arch_list() of each wheel)";
constexpr std::string_view kRocmAsOf = "2026-08-21";
constexpr auto kRocmWheels = std::to_array<RocmWheel>({
    {"7.2", "gfx900;gfx906;gfx908;gfx90a;gfx942;gfx950;gfx1030;gfx1100;gfx1101;gfx1102;gfx1150;gfx1151;gfx1200;gfx1201"},
    {"7.1", "gfx900;gfx906;gfx908;gfx90a;gfx942;gfx950;gfx1030;gfx1100;gfx1101;gfx1102;gfx1200;gfx1201"},
    {"7.0", "gfx900;gfx906;gfx908;gfx90a;gfx942;gfx950;gfx1030;gfx1100;gfx1101;gfx1102;gfx1200;gfx1201"},
    {"6.4", "gfx900;gfx906;gfx908;gfx90a;gfx942;gfx1030;gfx1100;gfx1101;gfx1102;gfx1200;gfx1201"},
    {"6.3", "gfx900;gfx906;gfx908;gfx90a;gfx942;gfx1030;gfx1100;gfx1101;gfx1102;gfx1200;gfx1201"},
    {"6.2.4", "gfx900;gfx906;gfx908;gfx90a;gfx942;gfx1030;gfx1100;gfx1101;gfx1102;gfx1200;gfx1201"},
    {"6.2", "gfx900;gfx906;gfx908;gfx90a;gfx942;gfx1030;gfx1100"},
    {"6.1", "gfx900;gfx906;gfx908;gfx90a;gfx942;gfx1030;gfx1100;gfx1101"},
    {"6.0", "gfx900;gfx906;gfx908;gfx90a;gfx942;gfx1030;gfx1100"},
});

// What other frameworks are built for. Of the releases between two rows the older row holds.
struct TestedBuild {
  std::string_view framework, release, cuda, cudnn, certainty, source, as_of;
};
constexpr std::string_view kTensorflow = "tensorflow.org/install/source, tested build configurations (Linux, GPU)";
constexpr std::string_view kOnnxruntime = "microsoft/onnxruntime#21769";
constexpr auto kTestedBuilds = std::to_array<TestedBuild>({
    {"tensorflow", "2.0", "10.0", "7.4", "sourced", kTensorflow, "2026-03"},
    {"tensorflow", "2.1", "10.1", "7.6", "sourced", kTensorflow, "2026-03"},
    {"tensorflow", "2.4", "11.0", "8.0", "sourced", kTensorflow, "2026-03"},
    {"tensorflow", "2.5", "11.2", "8.1", "sourced", kTensorflow, "2026-03"},
    {"tensorflow", "2.12", "11.8", "8.6", "sourced", kTensorflow, "2026-03"},
    {"tensorflow", "2.14", "11.8", "8.7", "sourced", kTensorflow, "2026-03"},
    {"tensorflow", "2.15", "12.2", "8.9", "sourced", kTensorflow, "2026-03"},
    {"tensorflow", "2.16", "12.3", "8.9", "sourced", kTensorflow, "2026-03"},
    {"tensorflow", "2.18", "12.5", "9.3", "sourced", kTensorflow, "2026-03"},
    {"onnxruntime-gpu", "1.18", "11", "8", "sourced", kOnnxruntime, "2024-08"},
    {"onnxruntime-gpu", "1.19", "12", "9", "sourced", kOnnxruntime, "2024-08"},
    {"onnxruntime-gpu", "1.27", "13", "9", "likely", "dudarenok-maker/Castwright#2534, quoting its error text", "2026-07"},
});

catalog::FrameworkBuild build_of(const TestedBuild& row) {
  return {.framework = std::string(row.framework),
          .release = std::string(row.release),
          .cuda = std::string(row.cuda),
          .platform = "x86_64",
          .is_default = true,
          .cudnn = std::string(row.cudnn),
          .sass = {},
          .ptx = {},
          .certainty = std::string(row.certainty),
          .citation = {std::string(row.source), std::string(row.as_of)}};
}

std::string plain(std::string_view name) {
  std::string out = base::lower(base::trim(name));
  for (const std::string_view brand : {"nvidia ", "amd ", "geforce ", "tesla ", "instinct "}) {
    if (out.starts_with(brand)) out.erase(0, brand.size());
  }
  return out;
}

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Whether `part` stands in `text` as whole words: "A100" is in "NVIDIA A100-SXM4-80GB", "A10" is not.
bool has_words(std::string_view text, std::string_view part) {
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    const auto end = at + part.size();
    if ((at == 0 || !is_word_char(text[at - 1])) && (end == text.size() || !is_word_char(text[end]))) return true;
  }
  return false;
}

}  // namespace

Facts facts_of(const catalog::Catalog& catalog) {
  Facts out{.cuda_releases = catalog.cuda_releases(),
            .architectures = catalog.architectures(),
            .builds = catalog.framework_builds(),
            .accelerators = catalog.accelerators()};
  std::transform(kTestedBuilds.begin(), kTestedBuilds.end(), std::back_inserter(out.builds), build_of);
  return out;
}

const catalog::Accelerator* find_accelerator(const Facts& facts, const PrintedName& name) {
  const auto wanted = plain(name.text);
  if (wanted.empty()) return nullptr;
  const auto same = [&](std::string_view known) { return name.cut ? plain(known).starts_with(wanted) : plain(known) == wanted; };
  for (const auto& accelerator : facts.accelerators) {
    if (same(accelerator.id) || same(accelerator.name)) return &accelerator;
    if (std::any_of(accelerator.aliases.begin(), accelerator.aliases.end(), same)) return &accelerator;
  }
  return nullptr;
}

const NamedGpu* find_named_gpu(std::string_view printed) {
  const auto text = base::lower(printed);
  const auto* found =
      std::find_if(kNamedGpus.begin(), kNamedGpus.end(), [&](const auto& gpu) { return has_words(text, base::lower(gpu.name)); });
  return found == kNamedGpus.end() ? nullptr : found;
}

evidence::CitedFact named_gpu_fact(const NamedGpu& gpu) {
  return {fmt::format("{} has compute capability {}", gpu.name, gpu.capability), std::string(kGpuSource), std::string(kGpuAsOf)};
}

const RocmWheel* find_rocm_wheel(std::string_view rocm) {
  const auto* found = std::find_if(kRocmWheels.begin(), kRocmWheels.end(), [&](const auto& wheel) {
    return rocm == wheel.rocm || (rocm.starts_with(wheel.rocm) && rocm.substr(wheel.rocm.size()).starts_with('.'));
  });
  return found == kRocmWheels.end() ? nullptr : found;
}

evidence::CitedFact rocm_wheel_fact(const RocmWheel& wheel) {
  return {fmt::format("torch's rocm{} wheels carry {}", wheel.rocm, base::replaced(wheel.gfx, ";", " ")), std::string(kRocmSource),
          std::string(kRocmAsOf)};
}

}  // namespace accelprep::stack
