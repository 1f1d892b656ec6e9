#include "records/inventory_keys.h"

#include <algorithm>
#include <array>

namespace accelprep::records {
namespace {

using enum KeyShape;
using enum KeySubject;

constexpr auto kKeys = std::to_array<InventoryKey>({
    // The machine
    {"os", text, software, "operating system: \"Ubuntu 22.04.5\", \"Windows\", \"WSL2\""},
    {"kernel", text, machine, "kernel release"},
    {"arch", text, software, "processor architecture: \"x86_64\", \"aarch64\""},
    {"cpu", text, machine, "processor model"},
    {"platform", text, machine, "chipset or platform"},
    {"board", text, machine, "mainboard"},
    {"site", text, machine, "where it stands, and what cannot be changed there"},
    // Driver
    {"driver", text, machine, "version of the accelerator's driver, or its branch: \"570.133.20\", \"525\""},
    {"driver_cuda", text, machine, "the newest CUDA the driver carries: nvidia-smi's \"CUDA Version\""},
    {"driver_flavour", text, machine, "\"open\" or \"proprietary\" kernel modules"},
    {"driver_loaded", flag, machine, "whether the kernel module answers"},
    {"nvidia_driver_package", text, machine, "version of the driver's user-space package"},
    {"proc_driver_nvidia_version", text, machine, "version of the loaded kernel module"},
    {"nvml_error", text, machine, "what NVML said on initialisation"},
    {"nvidia_smi_on_host", text, machine, "what nvidia-smi says on the host"},
    {"host_packages_auto_upgraded", texts, machine, "packages that were upgraded without a reboot"},
    {"orchestrator", text, machine, "what manages the node"},
    {"restarts", text, machine, "restarts of a component"},
    {"cuda_error", text, machine, "number of a CUDA error: 35, 100, 222, 802, 803, 804"},
    {"xid", text, machine, "number of an Xid event"},
    {"adapter_init_failed", flag, machine, "the kernel module could not initialise the adapter"},
    // CUDA on the machine or in the container
    {"cuda_toolkit_nvcc", text, machine, "version of the installed toolkit's nvcc"},
    {"nvcc_in_path", flag, machine, "whether nvcc is on the path"},
    {"cuda_toolkit_or_wheel", text, software, "CUDA version of the toolkit or wheel in use"},
    {"container", text, software, "image name, or true"},
    {"container_cuda", text, software, "CUDA version of the container image"},
    {"cuda_compat_libs_in_container", flag, software, "whether the image carries cuda-compat"},
    {"nvidia_container_toolkit_installed", flag, machine, "whether the container toolkit is installed and configured"},
    {"cgroup_driver", text, machine, "\"systemd\" or \"cgroupfs\""},
    {"runc_requires_dev_char_symlinks", flag, machine, "whether runc looks devices up under /dev/char"},
    {"dev_char_symlinks_for_nvidia", flag, machine, "whether those links exist for the GPUs"},
    {"trigger", text, machine, "what was done just before"},
    {"libcuda_loaded_from", text, machine, "path of the libcuda.so.1 that was loaded"},
    {"LD_LIBRARY_PATH", text, software, "the loader's search path"},
    {"ld_library_path_kept_by_launcher", flag, software, "whether a launcher passes LD_LIBRARY_PATH on"},
    {"wheel_dynamic_tag", text, software, "\"RPATH\" or \"RUNPATH\" in the wheel's libraries"},
    {"missing_library", texts, software, "libraries the loader did not find: \"libcudart.so.13\""},
    {"required", table, software, "what a component needs: cuda_major, cudnn_major, dll"},
    // Framework
    {"framework", text, software, "\"torch\", \"tensorflow\", \"jax\", \"onnxruntime\", ..."},
    {"framework_version", text, software, "with its local tag: \"2.9.1+cu128\""},
    {"framework_cuda", text, software, "CUDA the framework was built with"},
    {"torch_version_cuda", text, software, "torch.version.cuda; \"None\" for a CPU build"},
    {"torch_version_hip", text, software, "torch.version.hip; \"None\" for a build without ROCm"},
    {"torch_arch_list", texts, software, "torch.cuda.get_arch_list(): \"sm_90\", \"compute_90\", \"gfx942\""},
    {"torch_capability_range", text, machine, "the range in torch's warning: \"8.0-12.0\""},
    {"torch_cuda_is_available", flag, machine, "torch.cuda.is_available()"},
    {"torch_device_count", text, machine, "torch.cuda.device_count()"},
    {"installed_with", text, software, "the command that installed it"},
    {"jax_cuda_plugin_installed", flag, software, "whether a jax-cuda plugin is installed"},
    {"no_kernel_image", flag, machine, "a kernel image was missing for the device"},
    {"no_nvidia_driver", flag, machine, "the framework found no NVIDIA driver"},
    {"cpu_fallback", flag, machine, "the framework went on without the accelerator"},
    {"binary_has_sass_for_gpu", flag, software, "whether the binary carries machine code for the GPU"},
    {"python", text, software, "Python version"},
    {"previous_ok", text, software, "the last version that worked"},
    {"activity", text, machine, "what the machine was doing"},
    // Libraries beside it
    {"cudnn", text, software, "version of the installed cuDNN"},
    {"cudnn_runtime", texts, software, "versions of cuDNN that may be loaded"},
    {"cudnn_compiled", text, software, "version of cuDNN the framework was compiled against"},
    {"nccl", text, software, "version of NCCL or RCCL"},
    {"triton", text, software, "version of Triton, the compiler"},
    {"ptxas", text, software, "which ptxas is used"},
    {"ptxas_unknown_arch", text, machine, "the architecture ptxas did not know: \"sm_121a\""},
    {"miopen", text, software, "version of MIOpen"},
    // Serving and engines
    {"vllm", text, software, "vLLM version, or what is known of its wheel"},
    {"sglang", text, software, "SGLang version"},
    {"llama_server", text, software, "llama.cpp server version"},
    {"tensorrt", text, software, "TensorRT version"},
    {"onnxruntime", text, software, "ONNX Runtime version (CPU, or unknown build)"},
    {"onnxruntime_gpu", text, software, "ONNX Runtime GPU version"},
    {"engine_compute_capability", text, software, "compute capability a TensorRT engine was built on"},
    {"engine_tensorrt", text, software, "TensorRT version an engine was built with"},
    {"engine_device_compute_capability", text, machine, "compute capability of the device that refused an engine"},
    {"engine_serialization_tag", text, software, "serialization tag of an engine; compare only with another tag"},
    {"runtime_serialization_tag", text, software, "serialization tag of the runtime"},
    // ROCm
    {"rocm", text, software, "ROCm version"},
    {"rocblas_archs", texts, software, "gfx targets rocBLAS has kernels for"},
    {"rocblas_lacks", texts, software, "gfx targets rocBLAS has no kernels for"},
    {"rocblas_library_missing", flag, software, "rocBLAS could not read its kernel library"},
    {"hsa_override_gfx_version", text, software, "HSA_OVERRIDE_GFX_VERSION"},
    {"rocr_in_wheel", flag, software, "whether the wheel brings its own libhsa-runtime64"},
    // Fabric, links, topology
    {"nvswitch", flag, machine, "whether the GPUs are behind NVSwitch"},
    {"nvswitch_pci_devices", text, machine, "number of NVSwitch devices in the PCI list"},
    {"fabricmanager_installed", flag, machine, "whether Fabric Manager is installed"},
    {"fabricmanager_active", flag, machine, "whether its service runs"},
    {"fabricmanager_version", text, machine, "its version"},
    {"fabricmanager_version_equals_driver", flag, machine, "whether that is the driver's"},
    {"nvlink_status", table, machine, "links of one GPU: \"25.781 GB/s\" or \"<inactive>\""},
    {"expected_links", text, machine, "links that GPU has"},
    {"topo", text, machine, "nvidia-smi topo -m between the GPUs: NV18, PIX, PHB, NODE, SYS"},
    {"acsctl", text, machine, "lspci's ACSCtl of the bridges"},
    {"acs_enabled", flag, machine, "whether ACS is on"},
    {"iommu_enabled", flag, machine, "whether the IOMMU translates"},
    {"pcie_gen_current", texts, machine, "PCIe generation now, of each GPU"},
    {"pcie_gen_current_idle", text, machine, "PCIe generation while idle"},
    {"pcie_gen_current_load", text, machine, "PCIe generation under load"},
    {"pcie_gen_max", text, machine, "PCIe generation GPU and slot can do"},
    {"pcie_width", text, machine, "PCIe lanes now"},
    {"pcie_width_max", text, machine, "PCIe lanes GPU and slot can do"},
    {"lnkcap", text, machine, "lspci's LnkCap"},
    {"lnksta", text, machine, "lspci's LnkSta"},
    {"measured_under_load", flag, machine, "whether the link was read under load"},
    // What was seen to run
    {"dispatched_kernels", texts, machine, "kernels seen on the device"},
    {"compile_planned", flag, software, "whether compiled graphs (torch.compile, CUDA graphs by Triton) are to be used at all"},
    {"compile_completed", flag, machine, "whether a compiled graph was built and ran"},
    {"measured_over_predicted", text, machine, "throughput measured over throughput predicted"},
    {"error", texts, software, "error messages as printed; read like a file of pasted errors"},
});

}  // namespace

std::span<const InventoryKey> inventory_keys() { return kKeys; }

const InventoryKey* find_inventory_key(std::string_view name) {
  const auto* found = std::find_if(kKeys.begin(), kKeys.end(), [&](const auto& row) { return row.name == name; });
  return found == kKeys.end() ? nullptr : found;
}

}  // namespace accelprep::records
