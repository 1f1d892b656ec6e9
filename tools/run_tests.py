#!/usr/bin/env python3
"""Everything that CI runs, stage by stage, with a table at the end. ./dev test calls it once the packages are there.

  tools/run_tests.py            all stages
  tools/run_tests.py STAGE      that stage and the builds it needs
  tools/run_tests.py WORD       the unit, case and command-line tests that have WORD in their names, on the release build

A stage that fails does not stop the others; what needs a build that failed is not run. The output of what failed comes last.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
LOGS = BUILD / "log"
JOBS = os.cpu_count() or 2
PYTHON = sys.executable
FUZZ_SECONDS = 5
SHOWN_LINES = 150


class Result:
    """What a stage found. `counts`: kind of test -> how many passed; `skipped`: reason -> how many."""

    def __init__(self, output="", failed=False):
        self.output, self.failed = output, failed
        self.counts, self.skipped, self.seconds, self.note = {}, {}, 0.0, ""

    def add(self, other):
        self.output += other.output
        self.failed = self.failed or other.failed
        for into, more in ((self.counts, other.counts), (self.skipped, other.skipped)):
            for key, number in more.items():
                into[key] = into.get(key, 0) + number
        return self


def run(*words, environment=None, cwd=ROOT):
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=os.environ | (environment or {}), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    return Result(done.stdout.decode("utf-8", "replace"), done.returncode != 0)


def number(pattern, text):
    match = re.search(pattern, text)
    return int(match.group(1)) if match else 0


# ---- builds

def build(preset, *targets):
    def stage(_word):
        rules = BUILD / preset / "build.ninja"
        if not rules.exists() or rules.stat().st_mtime < (ROOT / "CMakePresets.json").stat().st_mtime:
            configured = run("cmake", "--preset", preset)
            if configured.failed:
                return configured
        began = time.time()
        result = run("ninja", "-C", BUILD / preset, f"-j{JOBS}", *targets)
        if preset == "release" and not result.failed:
            mark = BUILD / "release/.built"  # by which ./dev knows that nothing is to build
            mark.touch()
            os.utime(mark, (began, began))
        return result
    return stage


# ---- rules

def check_format(_word):
    folders = [ROOT / name for name in ("src", "fuzz", "bench", "tests")]
    sources = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in {".h", ".cpp"})
    result = run("clang-format-19", "--dry-run", "-Werror", *sources)
    result.note = f"{len(sources)} files"
    return result


def check_house(_word):
    result = run(ROOT / "tools/tidy", "--complete")
    result.note = result.output.strip().removeprefix("tidy: ") if not result.failed else "findings"
    return result


def run_clang_tidy(_word):
    result = run(PYTHON, ROOT / "tools/clang_tidy.py", f"--jobs={JOBS}")
    result.note = result.output.strip().splitlines()[-1].removeprefix("clang-tidy: ") if result.output.strip() else ""
    return result


# ---- tests

def unittests(kind, folder, pattern, word=""):
    names = ["-k", word] if word else []
    result = run(PYTHON, "-m", "unittest", "discover", "-v", "-s", ROOT / folder, "-p", pattern, *names)
    ran, skips = number(r"\nRan (\d+) tests?", result.output), re.findall(r"\.\.\. skipped ['\"](.*)['\"]", result.output)
    broken = number(r"failures=(\d+)", result.output) + number(r"errors=(\d+)", result.output)
    result.counts[kind] = ran - broken - len(skips)
    for reason in skips:
        result.skipped[reason] = result.skipped.get(reason, 0) + 1
    if ran == 0 and not word:
        result.failed = True
    if word and ran == 0:
        result.failed = False  # python 3.12 fails where nothing was selected
    return result


def test_tools(_word):
    result = unittests("tools", "tools", "*_test.py")
    return result.add(unittests("tools", "tests/cases", "*_test.py"))


def test_names(binary, word):
    """GoogleTest's names that have the word in them, whatever its case."""
    listed, suite, names = run(binary, "--gtest_list_tests").output, "", []
    for line in listed.splitlines():
        if not line.startswith(" "):
            suite = line.split("#")[0].strip()
        elif word.lower() in (suite + line.split("#")[0].strip()).lower():
            names.append(suite + line.split("#")[0].strip())
    return names


def gtest_shard(binary, kind, shard, flags):
    report = LOGS / f"{binary.parent.name}-unit-{shard}.json"
    report.unlink(missing_ok=True)
    sanitizers = {"UBSAN_OPTIONS": "print_stacktrace=1", "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1"}
    # From the build folder, since a compiler cache may make the paths of sources relative to it.
    result = run(binary, f"--gtest_output=json:{report}", "--gtest_brief=1", *flags, cwd=binary.parent,
                 environment={"GTEST_TOTAL_SHARDS": str(JOBS), "GTEST_SHARD_INDEX": str(shard), **sanitizers})
    if not report.exists():
        result.failed = True
        return result
    for suite in json.loads(report.read_text(encoding="utf-8")).get("testsuites", []):
        for test in suite["testsuite"]:
            if test["result"] == "COMPLETED" and not test.get("failures"):
                result.counts[kind] = result.counts.get(kind, 0) + 1
    for reason in re.findall(r": Skipped\n(.*)\n", result.output):
        result.skipped[reason] = result.skipped.get(reason, 0) + 1
    return result


def unit(preset, kind):
    def stage(word):
        binary, flags = BUILD / preset / "accelprep_tests", []
        if word:
            names = test_names(binary, word)
            if not names:
                return Result()
            flags = ["--gtest_filter=" + ":".join(names)]
        total = Result()
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            for result in pool.map(lambda shard: gtest_shard(binary, kind, shard, flags), range(JOBS)):
                total.add(result)
        if not word and not total.counts.get(kind):
            total.failed = True
        return total
    return stage


def cases(preset, kind):
    def stage(word):
        driver = ROOT / "tests/cases/run.py"
        result = run(PYTHON, driver, f"--binary={BUILD / preset / 'accelprep'}", f"--jobs={JOBS}", *([word] if word else []))
        if word and "no case has" in result.output:
            return Result()
        result.counts[kind] = number(r"cases: (\d+) passed", result.output)
        for times, reason in re.findall(r"^skipped (\d+): (.*)$", result.output, re.M):
            result.skipped[reason] = int(times)
        return result
    return stage


def test_command_line(word):
    return unittests("CLI", "tests/cli", "*_test.py", word)


def make_reports():
    """The report of each example that can be audited, in build/reports. (result, files)"""
    total, reports = Result(), []
    for audit in sorted((ROOT / "examples").glob("*/audit.toml")):
        folder = BUILD / "reports" / audit.parent.name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(audit.parent, folder)
        total.add(run(BUILD / "release/accelprep", "audit", folder))
        reports.append(folder / "report.html")
    return total, reports


def test_browser(_word):
    result = run("node", "--test", "tests/browser/checks_test.mjs")
    result.counts["browser"] = number(r"\n\S+ pass (\d+)", result.output)
    made, reports = make_reports()
    result.add(made)
    if not reports:
        result.skipped["no example has an audit.toml, so there is no report to open"] = 1
    elif not made.failed:
        opened = run("node", "tests/browser/run.mjs", *reports)
        opened.counts["browser"] = number(r"reports in a browser: (\d+) passed", opened.output)
        result.add(opened)
    return result


def fuzz(_word):
    result = run(PYTHON, ROOT / "tools/fuzz.py", f"--seconds={FUZZ_SECONDS}", f"--jobs={JOBS}")
    result.counts["fuzz targets"] = number(r"fuzz targets: (\d+) passed", result.output)
    result.note = f"{FUZZ_SECONDS} s each"
    return result


# name, the stages it needs, what it does, whether a WORD selects tests of it
STAGES = [
    ("format", [], check_format, False),
    ("house", [], check_house, False),
    ("tools", [], test_tools, False),
    ("release build", [], build("release", "accelprep", "accelprep_tests"), False),
    ("unit", ["release build"], unit("release", "unit"), True),
    ("cases", ["release build"], cases("release", "case"), True),
    ("cli", ["release build"], test_command_line, True),
    ("browser", ["release build"], test_browser, False),
    ("asan build", [], build("asan", "accelprep", "accelprep_tests", "fuzzers"), False),
    ("asan unit", ["asan build"], unit("asan", "unit, sanitized"), False),
    ("asan cases", ["asan build"], cases("asan", "case, sanitized"), False),
    ("fuzz", ["asan build"], fuzz, False),
    ("clang-tidy", ["release build"], run_clang_tidy, False),
]


def chosen(word):
    """(the stages to run, the word that selects tests)"""
    if not word:
        return STAGES, ""
    named = [stage for stage in STAGES if word in (stage[0], stage[0].replace(" ", "-"))]
    picked = named or [stage for stage in STAGES if stage[3]]
    needed = {name for stage in picked for name in stage[1]}
    return [stage for stage in STAGES if stage in picked or stage[0] in needed], "" if named else word


def run_stages(stages, word):
    results, began = {}, time.monotonic()
    for name, needs, work, _ in stages:
        broken = [need for need in needs if need not in results or results[need].failed]
        if broken:
            results[name] = Result(f"not run: {broken[0]} failed\n", True)
            continue
        print(f"{time.monotonic() - began:6.0f} s  {name} ...", flush=True)
        started = time.monotonic()
        results[name] = work(word)
        results[name].seconds = time.monotonic() - started
        (LOGS / f"{name.replace(' ', '-')}.log").write_text(results[name].output, encoding="utf-8")
    return results


def row(name, result):
    tests = ", ".join(f"{count} {kind}" for kind, count in result.counts.items())
    skipped = sum(result.skipped.values())
    said = [part for part in (tests, f"{skipped} skipped" if skipped else "", result.note) if part]
    return f"{name:<14} {result.seconds:7.1f}  {'FAILED' if result.failed else 'ok':<7} {'; '.join(said)}"


def table(results):
    total = Result()
    print(f"\n{'stage':<14} {'seconds':>7}  {'':<7} tests passed")
    for name, result in results.items():
        print(row(name, result))
        total.add(result)
    print(f"{'all':<14} {sum(result.seconds for result in results.values()):7.1f}  {'FAILED' if total.failed else 'ok'}")
    print("passed: " + ", ".join(f"{count} {kind}" for kind, count in total.counts.items()))
    for reason, count in sorted(total.skipped.items()):
        print(f"skipped {count}: {reason}")
    return total


def show_failures(results):
    for name, result in results.items():
        if result.failed:
            lines = result.output.rstrip().splitlines()
            print(f"\n==== {name} failed; all of it is in build/log/{name.replace(' ', '-')}.log")
            print("\n".join(lines[-SHOWN_LINES:]))


def main():
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    LOGS.mkdir(parents=True, exist_ok=True)
    stages, selecting = chosen(word)
    results = run_stages(stages, selecting)
    total = table(results)
    if selecting and not total.failed and not sum(total.counts.values()):
        print(f'nothing has "{word}" in its name; stages: {", ".join(stage[0] for stage in STAGES)}')
        return 1
    show_failures(results)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
