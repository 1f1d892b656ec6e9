// torch's collect_env (python -m torch.utils.collect_env), old and new, and vLLM's, which pads its keys and adds sections.
#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "intake/inventory/inventory_text.h"

namespace accelprep::intake {
namespace {

using records::Inventory;
using records::Place;

struct Entry {
  std::string_view value;
  const Place& place;
};

void read_framework(const Entry& entry, Inventory& into) {
  into.state("framework", "torch", entry.place);
  into.state("framework_version", std::string(entry.value), entry.place);
}

// "(Ubuntu 22.04.5 LTS (x86_64))": the last brackets hold the machine.
void read_os(const Entry& entry, Inventory& into) {
  into.state("os", std::string(entry.value), entry.place);
  const auto open = entry.value.rfind('(');
  if (open == std::string_view::npos || !entry.value.ends_with(')')) return;
  const auto machine = entry.value.substr(open + 1, entry.value.size() - open - 2);
  if (machine == "x86_64" || machine == "aarch64" || machine == "arm64") into.state("arch", std::string(machine), entry.place);
}

void read_available(const Entry& entry, Inventory& into) {
  const auto word = base::lower(entry.value);
  if (word == "true" || word == "yes") into.state("torch_cuda_is_available", "true", entry.place);
  if (word == "false" || word == "no") into.state("torch_cuda_is_available", "false", entry.place);
}

// "None" is said by a build without CUDA, "N/A" by one for ROCm or where there is no torch.
void read_cuda_built(const Entry& entry, Inventory& into) {
  if (entry.value == "None") {
    into.state("torch_version_cuda", "None", entry.place);
  } else if (!is_unknown_value(entry.value)) {
    into.state("framework_cuda", std::string(entry.value), entry.place);
  }
}

void read_first_word(std::string_view key, const Entry& entry, Inventory& into) {
  const auto word = entry.value.substr(0, entry.value.find_first_of(" ,"));
  if (!is_unknown_value(word)) into.state(key, std::string(word), entry.place);
}

void read_gpu_name(const Entry& entry, Inventory& into) {
  auto name = entry.value.substr(0, entry.value.find(" (UUID"));
  records::Gpu gpu{.place = entry.place};
  // ROCm builds append the target: "AMD Instinct MI300X (gfx942:sramecc+:xnack-)".
  if (const auto open = name.find(" (gfx"); open != std::string_view::npos) {
    const auto target = name.substr(open + 2, name.size() - open - 2);
    gpu.gfx = target.substr(0, target.find_first_of(":)"));
    name = name.substr(0, open);
  }
  gpu.name = base::trim(name);
  if (is_unknown_value(gpu.name)) return;
  const auto same = std::find_if(into.gpus.begin(), into.gpus.end(), [&](const auto& one) { return one.name == gpu.name; });
  if (same != into.gpus.end()) {
    ++same->count;
  } else {
    into.gpus.push_back(std::move(gpu));
  }
}

// A row a key; keys of both layouts are compared without case and padding. Values that say "not known" are dropped except by the
// readers that `take_unknown`.
struct Row {
  std::string_view label;
  void (*read)(const Entry& entry, Inventory& into);
  bool take_unknown = false;
};

constexpr auto kRows = std::to_array<Row>({
    {"pytorch version", read_framework},
    {"cuda used to build pytorch", read_cuda_built, true},
    {"rocm used to build pytorch", [](const Entry& e, Inventory& i) { i.state("torch_version_hip", std::string(e.value), e.place); }},
    {"os", read_os},
    {"python version", [](const Entry& e, Inventory& i) { read_first_word("python", e, i); }},
    {"is cuda available", read_available},
    {"cuda runtime version", [](const Entry& e, Inventory& i) { read_first_word("cuda_toolkit_nvcc", e, i); }},
    {"nvidia driver version", [](const Entry& e, Inventory& i) { read_first_word("driver", e, i); }},
    {"hip runtime version", [](const Entry& e, Inventory& i) { read_first_word("rocm", e, i); }},
    {"miopen runtime version", [](const Entry& e, Inventory& i) { read_first_word("miopen", e, i); }},
    {"vllm version", [](const Entry& e, Inventory& i) { read_first_word("vllm", e, i); }},
    {"architecture", [](const Entry& e, Inventory& i) { i.state("arch", std::string(e.value), e.place); }},
    {"model name", [](const Entry& e, Inventory& i) { i.state("cpu", std::string(e.value), e.place); }},
    {"gcc version", [](const Entry&, Inventory&) {}},
    {"is debug build", [](const Entry&, Inventory&) {}},
    {"python platform", [](const Entry& e, Inventory& i) { i.state("kernel", std::string(e.value), e.place); }},  // it names WSL
    {"cudnn version", [](const Entry&, Inventory&) {}},  // the paths that follow are read wherever they stand
    {"gpu models and configuration", [](const Entry&, Inventory&) {}},
});

const Row* row_of(std::string_view label) {
  const auto word = base::lower(base::trim(label));
  const auto* found = std::find_if(kRows.begin(), kRows.end(), [&](const auto& row) { return row.label == word; });
  return found == kRows.end() ? nullptr : found;
}

// "/usr/lib/x86_64-linux-gnu/libcudnn_ops.so.9.1.0" to "9.1.0"; a link such as libcudnn.so.9 says too little.
std::string cudnn_version_of(std::string_view line) {
  const auto so = line.find(".so.");
  if (line.find("libcudnn") == std::string_view::npos || so == std::string_view::npos) return "";
  const auto version = base::trim(line.substr(so + 4));
  return base::version_parts(version).size() >= 2 ? std::string(version) : "";
}

// "GPU 0: NVIDIA H100 80GB HBM3" to the name.
std::string_view indexed_gpu(std::string_view line) {
  if (!line.starts_with("GPU ")) return {};
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || !base::parse_integer(line.substr(4, colon - 4))) return {};
  return base::trim(line.substr(colon + 1));
}

class Reader {
 public:
  Reader(const InventoryText& text, Inventory& into) : text_(text), into_(into) {}

  void read(const InventoryLine& line) {
    auto content = base::trim(line.text);
    if (content.starts_with("- ") || content.starts_with("* ")) content = base::trim(content.substr(2));
    place_ = text_.place(line);
    if (read_gpu(content) || read_package(content) || read_environment(content)) return;
    if (const auto version = cudnn_version_of(content); !version.empty() && cudnn_seen_.insert(version).second) {
      into_.state("cudnn", version, place_);
    }
    const auto colon = content.find(':');
    if (colon == std::string_view::npos) return;
    const auto* row = row_of(content.substr(0, colon));
    const auto value = base::trim(content.substr(colon + 1));
    if (row == nullptr) return;
    if (row->label == "gpu models and configuration") read_inline_gpu(value);
    if (row->take_unknown || !is_unknown_value(value)) row->read({value, place_}, into_);
  }

 private:
  bool read_gpu(std::string_view content) {
    const auto name = indexed_gpu(content);
    if (name.empty()) return false;
    // The same listing may have been pasted twice, from nvidia-smi -L as well.
    if (gpus_seen_.insert(std::string(content.substr(0, content.find(':')))).second) read_gpu_name({name, place_}, into_);
    return true;
  }

  void read_inline_gpu(std::string_view value) {
    if (!read_gpu(value) && !is_unknown_value(value)) read_gpu_name({value, place_}, into_);
  }

  bool read_package(std::string_view content) {
    const auto close = content.find("] ");
    if (!content.starts_with('[') || close == std::string_view::npos) return false;
    const auto origin = content.substr(1, close - 1);
    const auto what = base::trim(content.substr(close + 2));
    if (origin.starts_with("pip")) {
      const auto equals = what.find("==");
      if (equals != std::string_view::npos) add(pip_package(what.substr(0, equals), base::trim(what.substr(equals + 2))));
    } else if (origin == "conda") {
      std::vector<std::string_view> words;
      for (const auto word : base::split(what, ' ')) {
        if (!word.empty()) words.push_back(word);
      }
      if (words.size() >= 2 && !is_unknown_value(what)) add(conda_package(words[0], words[1], words.size() > 2 ? words[2] : ""));
    }
    return true;
  }

  void add(records::Package package) {
    if (package.name.empty()) return;
    package.place = place_;
    into_.packages.push_back(std::move(package));
  }

  bool read_environment(std::string_view content) {
    if (content.starts_with("llama-server: version: ")) {
      into_.state("llama_server", std::string(content.substr(23, content.find(' ', 23) - 23)), place_);
      return true;
    }
    for (const std::string_view key : {"LD_LIBRARY_PATH", "HSA_OVERRIDE_GFX_VERSION"}) {
      if (content.starts_with(key) && content.substr(key.size()).starts_with('=')) {
        into_.state(key == "LD_LIBRARY_PATH" ? key : "hsa_override_gfx_version", std::string(content.substr(key.size() + 1)), place_);
        return true;
      }
    }
    return false;
  }

  const InventoryText& text_;
  Inventory& into_;
  Place place_;
  std::set<std::string> gpus_seen_;
  std::set<std::string> cudnn_seen_;
};

bool recognises(const InventoryText& text) {
  std::set<std::string_view> seen;
  for (const auto& line : text.lines) {
    const auto colon = line.text.find(':');
    if (colon == std::string::npos) continue;
    if (const auto* row = row_of(std::string_view(line.text).substr(0, colon))) seen.insert(row->label);
  }
  return seen.size() >= 2 && (seen.contains("pytorch version") || seen.contains("nvidia driver version") ||
                              seen.contains("cuda used to build pytorch") || seen.contains("is cuda available"));
}

base::Status read(const InventoryText& text, Inventory& into) {
  Reader reader(text, into);
  for (const auto& line : text.lines) reader.read(line);
  return {};
}

}  // namespace

const InventoryFormat& collect_env_format() {
  static constexpr InventoryFormat kFormat{
      .kind = "collect_env text", .basis = records::Basis::imported, .recognises = recognises, .read = read};
  return kFormat;
}

}  // namespace accelprep::intake
