#!/usr/bin/env python3
"""Runs the benchmarks and prints ours against its yardstick. Names are PAIR/ours and PAIR/YARDSTICK; a pair runs in one process, its
repetitions interleaved at random, so that whatever else the machine does meets both.

  tools/bench_report.py BINARY [FILTER]
"""
import json
import statistics
import subprocess
import sys

FLAGS = ["--benchmark_format=json", "--benchmark_repetitions=9", "--benchmark_min_time=0.2", "--benchmark_enable_random_interleaving=true"]


def rates(document):
    """pair -> side -> bytes a second, of each repetition"""
    found = {}
    for run in document["benchmarks"]:
        if run.get("run_type") == "iteration" and not run.get("error_occurred"):
            pair, side = run["name"].split("/")[:2]
            found.setdefault(pair, {}).setdefault(side, []).append(run["bytes_per_second"])
    return found


def line(pair, side, ours, theirs):
    ratio = statistics.median(ours) / statistics.median(theirs)
    low, high = min(ours) / max(theirs), max(ours) / min(theirs)
    return (f"{pair:<10} ours {statistics.median(ours) / 1e6:7.0f} MB/s, {side} {statistics.median(theirs) / 1e6:7.0f} MB/s: "
            f"{ratio:.2f} times as fast (worst against best {low:.2f}, best against worst {high:.2f}; {len(ours)} repetitions)")


def main():
    binary, wanted = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    done = subprocess.run([binary, *FLAGS, f"--benchmark_filter={wanted or '.'}"], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        return done.returncode
    document = json.loads(done.stdout)
    context = document["context"]
    print(f"{context['num_cpus']} cores at {context['mhz_per_cpu']} MHz, load {context['load_avg'][0]:.2f}, {context['date']}")
    found = rates(document)
    for pair, sides in found.items():
        for side in sorted(set(sides) - {"ours"}):
            print(line(pair, side, sides["ours"], sides[side]))
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
