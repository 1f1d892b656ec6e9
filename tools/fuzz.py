#!/usr/bin/env python3
"""Runs each fuzz target of build/asan over its corpus, fuzz/corpus/NAME, and then on new inputs for a while.

  tools/fuzz.py [--seconds=60] [--jobs=2] [FILTER]

What it learns stays in build/asan/corpus; an input that breaks a target lies in build/asan/found and is named. Exits 1 where one broke.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/asan"
# A stack of 8 MiB is what users have; a slow or greedy input is a finding too.
LIMITS = ["-timeout=10", "-rss_limit_mb=2048", "-max_len=16384", "-print_final_stats=1"]


def run(program, seconds):
    """(name, passed, inputs tried, output)"""
    name = program.name.removesuffix("_fuzzer")
    learned, found, corpus = BUILD / "corpus" / name, BUILD / "found" / name, ROOT / "fuzz/corpus" / name
    for folder in (learned, found):
        folder.mkdir(parents=True, exist_ok=True)
    folders = [str(learned), *([str(corpus)] if corpus.is_dir() else [])]
    environment = os.environ | {"ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1", "UBSAN_OPTIONS": "print_stacktrace=1"}
    flags = [*LIMITS, f"-artifact_prefix={found}/", f"-max_total_time={seconds}"]
    done = subprocess.run([str(program), *flags, *folders], capture_output=True, text=True, errors="replace", env=environment)
    tried = re.search(r"stat::number_of_executed_units: *(\d+)", done.stderr)
    return name, done.returncode == 0, int(tried.group(1)) if tried else 0, done.stdout + done.stderr


def targets_without_corpus(programs):
    names = [program.name.removesuffix("_fuzzer") for program in programs]
    return [name for name in names if not any((ROOT / "fuzz/corpus" / name).glob("*"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filter", nargs="?", default="")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    sources = sorted((ROOT / "fuzz").glob("*_fuzzer.cpp"))
    programs = [BUILD / source.stem for source in sources if options.filter in source.stem]
    missing = [program.name for program in programs if not program.exists()]
    if missing or not programs:
        print(f"not built: {', '.join(missing) or options.filter}; ./dev build fuzz", file=sys.stderr)
        return 2
    failed = [f"{name}: no input of its own in fuzz/corpus/{name}" for name in targets_without_corpus(programs)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, passed, tried, output in pool.map(lambda program: run(program, options.seconds), programs):
            print(f"{name:<16} {'ok' if passed else 'BROKEN':<7} {tried:>9} inputs", flush=True)
            if not passed:
                failed.append(f"{name}: run build/asan/{name}_fuzzer with the input named below\n{output[-4000:]}")
    print("\n".join(failed), end="\n" if failed else "")
    print(f"fuzz targets: {len(programs) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
