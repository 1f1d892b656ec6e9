// Error messages as users paste them: each row is a text that a program prints, and what it says about the stack.
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

#include "base/text.h"
#include "intake/inventory/inventory_text.h"
#include "records/capability.h"

namespace accelprep::intake {
namespace {

using records::Inventory;
using records::Place;

struct Message {
  std::string_view line;    // the whole line
  std::string_view before;  // up to the text that was recognised
  std::string_view after;   // behind it
  const Place& place;
};

std::string_view number_at(std::string_view text) {  // the first digits, with dots between them
  const auto from = text.find_first_of("0123456789");
  if (from == std::string_view::npos) return {};
  auto number = text.substr(from, text.find_first_not_of("0123456789.", from) - from);
  while (number.ends_with('.')) number.remove_suffix(1);
  return number;
}

bool is_library_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' || c == '+'; }

// The last word of `text` that looks like a library: "libcudart.so.13", "cublasLt64_13.dll".
std::string library_in(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0) {
    while (end > 0 && !is_library_char(text[end - 1])) --end;
    std::size_t from = end;
    while (from > 0 && is_library_char(text[from - 1])) --from;
    const auto word = text.substr(from, end - from);
    if (word.find(".so") != std::string_view::npos || word.ends_with(".dll")) return std::string(word);
    end = from;
  }
  return "";
}

// "(8, 3, 2) ..." to "8.3.2".
std::string tuple_version(std::string_view text) {
  const auto open = text.find('(');
  const auto close = text.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return "";
  return base::replaced(base::replaced(text.substr(open + 1, close - open - 1), " ", ""), ",", ".");
}

// Every architecture a line names: "sm_50 sm_60 compute_90", "['sm_50', 'gfx942']".
std::vector<std::string> architectures_in(std::string_view text) {
  std::vector<std::string> out;
  std::size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && !is_library_char(text[at])) ++at;
    std::size_t end = at;
    while (end < text.size() && is_library_char(text[end])) ++end;
    auto word = text.substr(at, end - at);
    while (word.ends_with('.')) word.remove_suffix(1);
    const bool cuda = (word.starts_with("sm_") || word.starts_with("compute_")) && records::capability_named(word);
    if (cuda || (word.starts_with("gfx") && word.size() >= 6)) out.emplace_back(word);
    at = end;
  }
  return out;
}

void add_architectures(std::string_view text, const Place& place, Inventory& into) {
  auto found = architectures_in(text);
  if (found.empty() || into.find("torch_arch_list") != nullptr) return;
  into.statements.push_back({.key = "torch_arch_list", .values = std::move(found), .basis = records::Basis::imported, .place = place});
}

struct NamedGpu {
  std::string_view name;
  std::string_view capability;
};
void add_gpu(const NamedGpu& named, const Place& place, Inventory& into) {
  auto name = named.name;
  for (const std::string_view lead : {"Warning: ", "Error: "}) {
    if (const auto at = name.rfind(lead); at != std::string_view::npos) name = name.substr(at + lead.size());
  }
  name = base::trim(name);
  while (name.starts_with('\'') || name.starts_with('"')) name.remove_prefix(1);
  const bool known = std::any_of(into.gpus.begin(), into.gpus.end(), [&](const auto& gpu) { return gpu.name == name; });
  if (known) return;
  const auto capability = records::capability_named(named.capability);
  into.gpus.push_back({.name = std::string(name), .compute_capability = capability.value_or(""), .place = place});
}

std::string_view first_word(std::string_view text) {
  text = base::trim(text);
  return text.substr(0, text.find_first_of(" .,;:)"));
}

// "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation."
void unsupported_gpu(const Message& m, Inventory& into) {
  const auto with = m.before.rfind(" with ");
  add_gpu({with == std::string_view::npos ? std::string_view{} : m.before.substr(0, with), first_word(m.after)}, m.place, into);
}

// "NVIDIA GeForce RTX 4060 (sm_89) is not supported by this PyTorch build.", as applications word it.
void tagged_gpu(const Message& m, Inventory& into) {
  const auto open = m.before.rfind(" (sm_");
  if (open != std::string_view::npos) add_gpu({m.before.substr(0, open), m.before.substr(open + 2)}, m.place, into);
}

// "Found GPU0 NVIDIA GB10 which is of cuda capability 12.1."
void capability_warning(const Message& m, Inventory& into) {
  auto name = m.before.substr(m.before.rfind("Found GPU") == std::string_view::npos ? 0 : m.before.rfind("Found GPU") + 9);
  while (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) != 0) name.remove_prefix(1);
  add_gpu({name, number_at(m.after)}, m.place, into);
}

void cudnn_pair(const Message& m, Inventory& into) {
  into.state("cudnn_compiled", tuple_version(m.after), m.place);
  const auto close = m.after.find(')');
  if (close != std::string_view::npos) into.state("cudnn_runtime", tuple_version(m.after.substr(close + 1)), m.place);
}

// "found version 12040" is cudaDriverGetVersion: 1000 times the major and 10 times the minor of the driver's CUDA.
void driver_version_code(const Message& m, Inventory& into) {
  const auto code = base::parse_integer(number_at(m.after));
  if (code && *code >= 1000 && *code < 1'000'000) {
    into.state("driver_cuda", fmt::format("{}.{}", *code / 1000, *code % 1000 / 10), m.place);
  }
}

void engine_capability(const Message& m, Inventory& into) {
  const auto got = m.after.find("got compute ");
  if (got == std::string_view::npos) return;
  into.state("engine_device_compute_capability", std::string(number_at(m.after.substr(0, got))), m.place);
  into.state("engine_compute_capability", std::string(number_at(m.after.substr(got))), m.place);
}

// "expecting library version 10.7.0.23 got 10.6.0.26": ours, and the engine's.
void engine_version(const Message& m, Inventory& into) {
  const auto got = m.after.find("got ");
  if (got == std::string_view::npos) return;
  into.state("tensorrt", std::string(number_at(m.after.substr(0, got))), m.place);
  into.state("engine_tensorrt", std::string(number_at(m.after.substr(got))), m.place);
}

void engine_tags(const Message& m, Inventory& into) {
  const auto engine = m.line.find("Serialized Engine Version:");
  if (engine == std::string_view::npos) return;
  into.state("runtime_serialization_tag", std::string(number_at(m.after)), m.place);
  into.state("engine_serialization_tag", std::string(number_at(m.line.substr(engine))), m.place);
}

void xid_number(const Message& m, Inventory& into) {
  const auto close = m.after.find("):");
  if (close != std::string_view::npos) into.state("xid", std::string(number_at(m.after.substr(close + 2))), m.place);
}

void capability_range(const Message& m, Inventory& into) {
  const auto dash = m.after.find(") - (");
  if (dash == std::string_view::npos) return;
  into.state("torch_capability_range", fmt::format("{}-{}", number_at(m.after.substr(0, dash)), number_at(m.after.substr(dash + 4))),
             m.place);
}

// A text, and either the one thing it states or the function that reads more out of it.
struct Signature {
  std::string_view text;
  std::string_view key;
  std::string_view value;
  void (*read)(const Message& message, Inventory& into) = nullptr;
};

// Where the missing library's name stands: before the text, behind it, or behind it up to the sentence's end.
void library_before(const Message& m, Inventory& into) { into.state("missing_library", library_in(m.before), m.place); }
void library_after(const Message& m, Inventory& into) {
  const auto end = std::min({m.after.find(';'), m.after.find(". "), m.after.find('}'), m.after.size()});
  into.state("missing_library", library_in(m.after.substr(0, end)), m.place);
}
void list_after(const Message& m, Inventory& into) { add_architectures(m.after, m.place, into); }
void list_in_line(const Message& m, Inventory& into) { add_architectures(m.line.substr(m.before.size()), m.place, into); }
void rocblas_target(const Message& m, Inventory& into) { into.state("rocblas_lacks", std::string(first_word(m.after)), m.place); }

constexpr auto kSignatures = std::to_array<Signature>({
    // The loader
    {": cannot open shared object file", {}, {}, library_before},
    {"Could not load dynamic library", {}, {}, library_after},
    {"Could not load library", {}, {}, library_after},
    {"Could not locate ", {}, {}, library_after},
    {"Unable to load any of {", {}, {}, library_after},
    {"which is missing", {}, {}, library_before},
    // torch and its device code
    {"CUDA capability sm_", {}, {}, unsupported_gpu},
    {") is not supported by this PyTorch build", {}, {}, tagged_gpu},
    {" which is of cuda capability ", {}, {}, capability_warning},
    {"supports CUDA capabilities ", {}, {}, list_after},
    {"Supported: sm_", {}, {}, list_in_line},
    {"cuda capability supported by this version of PyTorch is", {}, {}, capability_range},
    {"PyTorch was compiled against", {}, {}, cudnn_pair},
    {"no kernel image is available", "no_kernel_image", "true"},
    {"hipErrorNoBinaryForGpu", "no_kernel_image", "true"},
    {"invalid device function", "no_kernel_image", "true"},
    {"Torch not compiled with CUDA enabled", "torch_version_cuda", "None"},
    {"Found no NVIDIA driver on your system", "no_nvidia_driver", "true"},
    // The driver
    {"driver on your system is too old (found version", {}, {}, driver_version_code},
    {"CUDA driver version is insufficient for CUDA runtime version", "cuda_error", "35"},
    {"no CUDA-capable device is detected", "cuda_error", "100"},
    {"CUDA_ERROR_NO_DEVICE", "cuda_error", "100"},
    {"compiled with an unsupported toolchain", "cuda_error", "222"},
    {"system not yet initialized", "cuda_error", "802"},
    {"CUDA_ERROR_SYSTEM_NOT_READY", "cuda_error", "802"},
    {"unsupported display driver / cuda driver combination", "cuda_error", "803"},
    {"forward compatibility was attempted on non supported HW", "cuda_error", "804"},
    {"river/library version mismatch", "nvml_error", "driver/library version mismatch"},
    {"Failed to initialize NVML: Unknown Error", "nvml_error", "unknown error"},
    {"couldn't communicate with the NVIDIA driver", "driver_loaded", "false"},
    {"RmInitAdapter failed", "adapter_init_failed", "true"},
    {"has fallen off the bus", "xid", "79"},
    {"Xid (PCI", {}, {}, xid_number},
    // Frameworks that go on without the accelerator
    {"CUDA-enabled jaxlib is not installed", "jax_cuda_plugin_installed", "false"},
    {"Falling back to cpu", "cpu_fallback", "true"},
    {"Skipping registering GPU devices", "cpu_fallback", "true"},
    {"Failed to create CUDAExecutionProvider", "cpu_fallback", "true"},
    // Containers, engines, ROCm
    {"could not select device driver \"\"", "nvidia_container_toolkit_installed", "false"},
    {"expecting compute ", {}, {}, engine_capability},
    {"expecting library version ", {}, {}, engine_version},
    {"Current Version:", {}, {}, engine_tags},
    {"rocBLAS error: Cannot read", "rocblas_library_missing", "true"},
    {"for GPU arch : ", {}, {}, rocblas_target},
});

// "ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'"
bool read_ptxas(const Message& m, Inventory& into) {
  const auto value = m.line.find("Value 'sm_");
  if (value == std::string_view::npos || m.line.find("is not defined for option 'gpu-name'") == std::string_view::npos) return false;
  const auto arch = m.line.substr(value + 7);
  into.state("ptxas_unknown_arch", std::string(arch.substr(0, arch.find('\''))), m.place);
  return true;
}

// What torch.cuda.get_arch_list() prints.
bool read_arch_list(const Message& m, Inventory& into) {
  const auto line = base::trim(m.line);
  if (!line.starts_with("['sm_") && !line.starts_with("['gfx")) return false;
  add_architectures(line, m.place, into);
  return true;
}

std::string single_blanks(std::string_view line) {
  std::string out;
  for (const char c : line) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank) out += c;
    if (blank && !out.ends_with(' ')) out += ' ';
  }
  return out;
}

void read_line(std::string_view as_printed, const Place& place, Inventory& into) {
  const std::string line = single_blanks(as_printed);
  const std::string_view whole = line;
  if (read_ptxas({whole, {}, {}, place}, into) || read_arch_list({whole, {}, {}, place}, into)) return;
  for (const auto& signature : kSignatures) {
    const auto at = whole.find(signature.text);
    if (at == std::string_view::npos) continue;
    if (signature.read != nullptr) {
      signature.read({whole, whole.substr(0, at), whole.substr(at + signature.text.size()), place}, into);
    } else {
      into.state(signature.key, std::string(signature.value), place);
    }
  }
}

base::Status read(const InventoryText& text, Inventory& into) {
  for (const auto& line : text.lines) read_line(line.text, text.place(line), into);
  return {};
}

// Some message must say something; a text that only looks like one is none.
bool recognises(const InventoryText& text) {
  return std::any_of(text.lines.begin(), text.lines.end(), [](const auto& line) {
    Inventory said;
    read_line(line.text, Place{}, said);
    return !said.statements.empty() || !said.gpus.empty();
  });
}

}  // namespace

void read_error_line(std::string_view line, const Place& place, Inventory& into) { read_line(line, place, into); }

const InventoryFormat& error_text_format() {
  static constexpr InventoryFormat kFormat{
      .kind = "error messages", .basis = records::Basis::imported, .recognises = recognises, .read = read};
  return kFormat;
}

}  // namespace accelprep::intake
