#!/usr/bin/env python3
"""Samples one CPU core and the server that is pinned to it once a second into accelprep's recording CSV.

`busy` is the core's time outside idle and I/O wait, as /proc/stat counts it; `steal` is the time the hypervisor gave to
somebody else. A guest cannot see the clock, the power or the temperature of its core, so those cells stay empty.
"""
import argparse
import csv
import datetime
import os
import platform
import re
import time
import urllib.request

CLOCK_TICK = os.sysconf("SC_CLK_TCK")


def core_ticks(core):
    with open("/proc/stat", encoding="ascii") as file:
        for line in file:
            if line.startswith(f"cpu{core} "):
                user, nice, system, idle, iowait, irq, softirq, steal = map(int, line.split()[1:9])
                return user + nice + system + irq + softirq, idle + iowait, steal
    raise SystemExit(f"/proc/stat has no cpu{core}")


def process_ticks(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def memory_bytes(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with open("/proc/meminfo", encoding="ascii") as file:
        total = int(file.readline().split()[1]) * 1024
    return resident, total


def server_state(port):
    """(running, waiting) requests from the server's own metrics, or (None, None)."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=0.5) as reply:
            text = reply.read().decode()
        value = lambda name: int(float(re.search(rf"^llamacpp:{name} (\S+)", text, re.M).group(1)))
        return value("requests_processing"), value("requests_deferred")
    except (OSError, AttributeError, ValueError):
        return None, None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pid", type=int, required=True)
    parser.add_argument("--core", type=int, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    model = re.search(r"model name\s*:\s*(.*)", open("/proc/cpuinfo", encoding="ascii").read()).group(1)
    with open(options.out, "w", newline="", encoding="utf-8") as file:
        file.write("# accelprep-recording 1\n")
        file.write(f"# system: {platform.system()} {platform.release()} {platform.machine()}, a virtual machine\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["time", "device", "name", "busy", "memory_used_bytes", "memory_total_bytes", "power_w",
                         "temperature_c", "sm_clock_hz", "steal", "server_busy", "requests_running", "requests_waiting"])
        deadline = time.monotonic() + 1
        busy, idle, steal = core_ticks(options.core)
        server, before = process_ticks(options.pid), time.monotonic()
        while os.path.exists(f"/proc/{options.pid}/stat"):
            time.sleep(max(0.0, deadline - time.monotonic()))
            deadline += 1
            try:
                running, waiting = server_state(options.port)
                now, (busy_1, idle_1, steal_1), server_1 = time.monotonic(), core_ticks(options.core), process_ticks(options.pid)
                resident, total = memory_bytes(options.pid)
            except (FileNotFoundError, ProcessLookupError):
                break
            ticks = max(1, busy_1 + idle_1 + steal_1 - busy - idle - steal)
            stamp = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            writer.writerow([stamp, f"cpu{options.core}", model + " (one core)", f"{(busy_1 - busy) / ticks:.3f}", resident, total,
                             "", "", "", f"{(steal_1 - steal) / ticks:.3f}",
                             f"{(server_1 - server) / CLOCK_TICK / (now - before):.3f}",
                             "" if running is None else running, "" if waiting is None else waiting])
            file.flush()
            busy, idle, steal, server, before = busy_1, idle_1, steal_1, server_1, now


if __name__ == "__main__":
    main()
