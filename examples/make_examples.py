#!/usr/bin/env python3
"""Makes the three synthetic examples again: h100-steady, h100-office-hours, b200-unprepared.

  examples/make_examples.py            writes their recordings beside their hand-written audit.toml, site.toml, cost.toml

Every figure is drawn from a seed; nothing here was recorded on hardware. The formats are the real tools': Azure's LLM trace CSV,
`nvidia-smi --query-gpu ... --format=csv`, torch's collect_env, nvidia-smi's default table, and accelprep's own request CSV.
"""
import datetime
import gzip
import io
import math
import pathlib
import random

HERE = pathlib.Path(__file__).parent
UTC = datetime.timezone.utc


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".gz":
        buffer = io.BytesIO()
        with gzip.GzipFile(fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as file:
            file.write(text.encode())
        path.write_bytes(buffer.getvalue())
    else:
        path.write_text(text, encoding="utf-8")


# ---------------------------------------------------------------- request logs

def arrivals(rng, start, days, peak_rate, shape):
    """Poisson arrivals; shape(time) in 0..1 of peak_rate."""
    at, end = 0.0, days * 86400
    while True:
        at += rng.expovariate(peak_rate)
        if at >= end:
            return
        when = start + datetime.timedelta(seconds=at)
        if rng.random() < shape(when):
            yield when


def lengths(rng, prompt_median, answer_median):
    prompt = min(120_000, round(prompt_median * rng.lognormvariate(0, 0.5)))
    answer = min(8_000, max(8, round(answer_median * rng.lognormvariate(0, 0.5))))
    return prompt, answer


def azure_csv(rng, times, prompt_median, answer_median):
    lines = ["TIMESTAMP,ContextTokens,GeneratedTokens"]
    for when in times:
        prompt, answer = lengths(rng, prompt_median, answer_median)
        lines.append(f"{when:%Y-%m-%d %H:%M:%S.%f}+00:00,{prompt},{answer}")
    return "\n".join(lines) + "\n"


def stamp(when):
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def soak_csv(rng, times, medians, ttft_s, tpot_s):
    lines = ["arrival,sent,first_token,end,input_tokens,output_tokens,outcome"]
    for when in times:
        prompt, answer = lengths(rng, *medians)
        first = when + datetime.timedelta(seconds=ttft_s * rng.lognormvariate(0, 0.25))
        end = first + datetime.timedelta(seconds=tpot_s * rng.lognormvariate(0, 0.08) * (answer - 1))
        lines.append(f"{stamp(when)},{stamp(when + datetime.timedelta(milliseconds=rng.uniform(0, 2)))},{stamp(first)},{stamp(end)},{prompt},{answer},ok")
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- nvidia-smi logs

HEADER = ("timestamp, index, name, utilization.gpu [%], memory.used [MiB], memory.total [MiB], power.draw [W], temperature.gpu, "
          "clocks.current.sm [MHz], clocks_event_reasons.active")


def warm(seconds, cold_c, hot_c, tau_s):
    return hot_c - (hot_c - cold_c) * math.exp(-seconds / tau_s)


def nvidia_smi_csv(rng, start, seconds, card, step_s=5):
    """nvidia-smi writes local time without a zone: `start` is taken as it stands."""
    lines = [HEADER]
    for tick in range(0, seconds, step_s):
        for index in range(card["count"]):
            when = start + datetime.timedelta(seconds=tick, milliseconds=index)
            busy = max(0, min(100, round(rng.gauss(card["busy"], card["busy_sd"]))))
            hot = warm(tick, card["cold_c"], card["hot_c"] + index * 0.4, 240)
            clock = card["clock_mhz"] if rng.random() < 0.97 else card["clock_mhz"] - 15
            watts = card["idle_w"] + (card["load_w"] - card["idle_w"]) * busy / 100 + rng.gauss(0, 6)
            lines.append(f"{when:%Y/%m/%d %H:%M:%S}.{when.microsecond // 1000:03d}, {index}, {card['name']}, {busy} %, {card['used_mib']} MiB, "
                         f"{card['total_mib']} MiB, {watts:.2f} W, {round(hot)}, {clock} MHz, 0x0000000000000004")
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- environments

def collect_env(torch, cuda, cudnn, driver, gpu, count, arch_note):
    gpus = "\n".join(f"GPU {i}: {gpu}" for i in range(count))
    return f"""Collecting environment information...
PyTorch version: {torch}+cu{cuda.replace('.', '')}
Is debug build: False
CUDA used to build PyTorch: {cuda}
ROCM used to build PyTorch: N/A

OS: Ubuntu 22.04.5 LTS (x86_64)
GCC version: (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0
Clang version: Could not collect
CMake version: version 3.31.6
Libc version: glibc-2.35

Python version: 3.12.11 (main, Jun  4 2025, 08:56:18) [GCC 11.4.0] (64-bit runtime)
Python platform: Linux-5.15.0-151-generic-x86_64-with-glibc2.35
Is CUDA available: True
CUDA runtime version: {cuda}.93
CUDA_MODULE_LOADING set to: LAZY
GPU models and configuration:
{gpus}

Nvidia driver version: {driver}
cuDNN version: Probably one of the following:
/usr/lib/x86_64-linux-gnu/libcudnn.so.{cudnn}
HIP runtime version: N/A
MIOpen runtime version: N/A
Is XNNPACK available: True

Versions of relevant libraries:
[pip3] numpy==2.2.6
[pip3] nvidia-cuda-runtime-cu12=={cuda}.90
[pip3] nvidia-cudnn-cu12=={cudnn}.21
[pip3] nvidia-nccl-cu12==2.27.5
[pip3] torch=={torch}+cu{cuda.replace('.', '')}
[pip3] triton==3.5.0
[conda] Could not collect
{arch_note}"""


def smi_table(driver, cuda, gpu, count, memory_mib):
    rule = "+-----------------------------------------------------------------------------------------+"
    head = f"| NVIDIA-SMI {driver:<22} Driver Version: {driver:<15} CUDA Version: {cuda:<9}|"
    lines = ["Thu Nov 19 09:12:44 2026", rule, head, "|-----------------------------------------+------------------------+----------------------+",
             "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |",
             "| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |",
             "|                                         |                        |               MIG M. |",
             "|=========================================+========================+======================|"]
    for index in range(count):
        lines += [f"|   {index}  {gpu:<25}  On  |   00000000:{index * 16 + 25:02X}:00.0 Off |                    0 |",
                  f"| N/A   31C    P0             73W /  700W |       4MiB / {memory_mib:>7}MiB |      0%      Default |",
                  "|                                         |                        |             Disabled |",
                  "+-----------------------------------------+------------------------+----------------------+"]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- the examples

H100 = dict(name="NVIDIA H100 80GB HBM3", count=8, busy=97, busy_sd=1.5, cold_c=34, hot_c=63, clock_mhz=1980, idle_w=72, load_w=640,
            used_mib=74210, total_mib=81559)
LONG_DOCUMENTS = (24_000, 1_400)  # tokens of a prompt and an answer
BERLIN_IN_WINTER = datetime.timedelta(hours=1)
CAPACITY_PER_S = 0.0096           # documents one H100 holds


def steady(folder):
    rng = random.Random(101)
    start = datetime.datetime(2026, 11, 8, 0, 0, 2, tzinfo=UTC)
    gentle = lambda when: 0.92 + 0.08 * math.sin((when.hour + when.minute / 60 - 9) / 24 * 2 * math.pi)
    write(folder / "requests.csv.gz", azure_csv(rng, arrivals(rng, start, 8, 0.0655, gentle), *LONG_DOCUMENTS))
    soak(folder, rng, 4000)
    environment(folder)


def office_hours(folder):
    rng = random.Random(202)
    start = datetime.datetime(2026, 11, 2, 0, 0, 0, tzinfo=UTC)

    def office(utc):
        when = utc + BERLIN_IN_WINTER
        if when.weekday() >= 5:
            return 0.004
        return 0.9 if 8 <= when.hour < 17 else 0.012

    write(folder / "requests.csv.gz", azure_csv(rng, arrivals(rng, start, 14, 0.075, office), *LONG_DOCUMENTS))
    soak(folder, rng, 4000, BERLIN_IN_WINTER)
    environment(folder)


def soak(folder, rng, seconds, local=datetime.timedelta()):
    start = datetime.datetime(2026, 11, 19, 9, 30, 0, tzinfo=UTC)
    rate = CAPACITY_PER_S * H100["count"]
    # Closed loop: the eight cards are kept full, so documents leave at an even pace.
    times = [start + datetime.timedelta(seconds=i / rate + rng.uniform(0, 4)) for i in range(int(seconds * rate))]
    write(folder / "soak-requests.csv.gz", soak_csv(rng, times, LONG_DOCUMENTS, 2.2, 0.028))
    write(folder / "soak-gpu.csv.gz", nvidia_smi_csv(rng, start + local, seconds, H100))


def environment(folder):
    write(folder / "collect_env.txt", collect_env("2.9.1", "12.8", "9.10.2", "570.133.20", H100["name"], 8, ""))
    write(folder / "nvidia-smi.txt", smi_table("570.133.20", "12.8", H100["name"], 8, 81559))


def unprepared(folder):
    rng = random.Random(303)
    start = datetime.datetime(2026, 11, 16, 6, 0, 0, tzinfo=UTC)
    day = lambda when: 0.15 + 0.75 * max(0.0, math.sin((when.hour + when.minute / 60 - 6) / 24 * 2 * math.pi))
    write(folder / "requests.csv.gz", azure_csv(rng, arrivals(rng, start, 3, 0.06, day), 3_000, 400))
    card = dict(name="NVIDIA B200", count=1, busy=98, busy_sd=1.0, cold_c=30, hot_c=58, clock_mhz=1965, idle_w=140, load_w=930, used_mib=151000,
                total_mib=183359)
    smoke = datetime.datetime(2026, 11, 24, 14, 0, 0, tzinfo=UTC)
    times = [smoke + datetime.timedelta(seconds=2 * i + rng.uniform(0, 1)) for i in range(150)]
    write(folder / "smoke-requests.csv", soak_csv(rng, times, (3_000, 400), 0.4, 0.012))
    write(folder / "smoke-gpu.csv", nvidia_smi_csv(rng, smoke, 300, card))
    write(folder / "collect_env.txt", collect_env("2.9.1", "12.8", "9.10.2", "550.144.03", "NVIDIA H100 80GB HBM3", 1,
                                                  "# taken on the machine that the service runs on today, not on a B200\n"))


def main():
    steady(HERE / "h100-steady")
    office_hours(HERE / "h100-office-hours")
    unprepared(HERE / "b200-unprepared")


if __name__ == "__main__":
    main()
