#!/usr/bin/env python3
"""The case tests: a folder each, tests/cases/AREA/NAME/, with the input files and case.toml:

  command = "cost cost.toml --format=json"   words as a shell splits them, run by the binary inside the case's folder
  exit = 0                                   the default
  setup = ["cp start.sqlite {tmp}/"]         shell lines before it
  needs = "shared"                           skipped where ../shared (or $ACCELPREP_SHARED) is not there
  stdout_has, stdout_lacks, stderr_has       texts, one or a list
  json_from = "{tmp}/out.json"               where [[expect]] reads, when not from standard output
  timeout_s = 60
  [[expect]]                                 rows on the JSON; expectations.py says which

{shared}, {repo}, {tmp} (a fresh folder, removed afterwards) and {binary} are replaced in command, setup and json_from.
Where stdout.txt lies beside case.toml, the whole standard output must equal it, after the replacements in expectations.normalised;
--update rewrites these files. JSON output is checked against docs/schema/VERB.json where there is one.
"""
import argparse
import concurrent.futures
import datetime
import difflib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib

import jsonschema

import expectations
from expectations import CaseError

HERE = pathlib.Path(__file__).resolve().parent
KEYS = {"command", "exit", "setup", "needs", "stdout_has", "stdout_lacks", "stderr_has", "json_from", "timeout_s", "expect", "about"}
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class Outcome:
    def __init__(self, name, state, notes=(), seconds=0.0):
        self.name, self.state, self.notes, self.seconds = name, state, list(notes), seconds


def texts(value):
    return [value] if isinstance(value, str) else list(value)


def load_case(folder):
    with open(folder / "case.toml", "rb") as file:
        case = tomllib.load(file)
    unknown = set(case) - KEYS
    if unknown:
        raise CaseError(f"case.toml does not know {', '.join(sorted(unknown))}; known: {', '.join(sorted(KEYS))}")
    if "command" not in case:
        raise CaseError("case.toml has no command")
    if case.get("needs", "shared") != "shared":
        raise CaseError(f'needs = "{case["needs"]}": only "shared" is known')
    says = {"stdout_has", "stdout_lacks", "stderr_has", "expect"} & set(case)
    if not says and not (folder / "stdout.txt").exists():
        raise CaseError("says nothing of the output: add [[expect]], stdout_has, stderr_has or a stdout.txt")
    for row in case.get("expect", []):
        expectations.check_row_is_written_right(row)
        expectations.steps_of(row["path"])
    return case


def filled(text, places):
    for name, folder in places.items():
        text = text.replace("{" + name + "}", folder)
    return text


def environment():
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS"}}
    return kept | {"LANG": "C.UTF-8", "TZ": "UTC", "ACCELPREP_PROGRAM": "accelprep"}


def seconds_between(start, end):
    """Each second from one to the other, as timestamps begin."""
    first, last = int(start), int(end) + 1
    return {datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") for at in range(first, last + 1)}


def difference(wanted, got):
    lines = difflib.unified_diff(wanted.splitlines(), got.splitlines(), "expected (stdout.txt)", "got", lineterm="", n=2)
    shown = list(lines)
    return "\n".join(shown[:80] + ([f"... {len(shown) - 80} more lines of difference"] if len(shown) > 80 else []))


def schema_problems(document, schemas):
    """Where the document names a schema that docs/schema holds, each place that does not follow it."""
    name = document.get("schema") if isinstance(document, dict) else None
    verb = str(name).removeprefix("accelprep.").split("/")[0]
    file = schemas / f"{verb}.json"
    if not isinstance(name, str) or not file.exists():
        return []
    validator = jsonschema.Draft202012Validator(json.loads(file.read_text(encoding="utf-8")))
    problems = sorted(validator.iter_errors(document), key=lambda error: list(map(str, error.path)))
    return [f"{file.name}: {'/'.join(map(str, error.path)) or 'top'}: {error.message:.300}" for error in problems[:10]]


def text_problems(case, stdout, stderr):
    problems = []
    for key, output, wanted in (("stdout_has", stdout, True), ("stderr_has", stderr, True), ("stdout_lacks", stdout, False)):
        for text in texts(case.get(key, [])):
            if (text in output) != wanted:
                problems.append(f"{key.split('_')[0]} {'lacks' if wanted else 'has'} {text!r}")
    return problems


def json_problems(case, stdout, places, schemas):
    source = stdout
    if "json_from" in case:
        path = pathlib.Path(filled(case["json_from"], places))
        if not path.exists():
            return [f"no file {case['json_from']} was written"]
        source = path.read_text(encoding="utf-8")
    rows = case.get("expect", [])
    if not rows and not source.startswith("{"):
        return []
    try:
        document = json.loads(source, parse_constant=lambda word: (_ for _ in ()).throw(ValueError(f"{word} is no JSON")))
    except ValueError as error:
        return [f"the output is no JSON: {error}"]
    return [found for found in (expectations.check(row, document) for row in rows) if found] + schema_problems(document, schemas)


def golden_problems(folder, stdout, update):
    golden = folder / "stdout.txt"
    if not golden.exists():
        return []
    wanted = golden.read_text(encoding="utf-8")
    if stdout == wanted:
        return []
    if update:
        golden.write_text(stdout, encoding="utf-8")
        return []
    return ["standard output differs; --update takes the new one\n" + difference(wanted, stdout)]


def contents(folder):
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def run_setup(case, folder, places):
    for line in texts(case.get("setup", [])):
        done = subprocess.run(["bash", "-ec", filled(line, places)], cwd=folder, env=environment(), capture_output=True, text=True)
        if done.returncode != 0:
            raise CaseError(f"setup line failed ({done.returncode}): {line}\n{done.stdout}{done.stderr}")


def run_command(case, folder, places, update):
    """The problems found."""
    words = [filled(word, places) for word in shlex.split(case["command"])]
    started = time.time()
    try:
        done = subprocess.run([places["binary"], *words], cwd=folder, env=environment(), capture_output=True, stdin=subprocess.DEVNULL,
                              timeout=case.get("timeout_s", 60))
    except subprocess.TimeoutExpired:
        return [f"did not end within {case.get('timeout_s', 60)} s"]
    stdout, stderr = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    problems = []
    if done.returncode != case.get("exit", 0):
        problems.append(f"exit code {done.returncode}; expected {case.get('exit', 0)}")
    problems += text_problems(case, stdout, stderr)
    problems += json_problems(case, stdout, places, pathlib.Path(places["repo"]) / "docs" / "schema")
    named = {name: where for name, where in places.items() if name != "binary"}
    plain = expectations.normalised(stdout, named, seconds_between(started, time.time()))
    problems += golden_problems(folder, plain, update)
    if problems:
        problems.append("command: accelprep " + case["command"])
        problems += [f"its {name}:\n{text[-3000:]}" for name, text in (("stderr", stderr), ("stdout", stdout)) if text]
    return problems


def run_case(folder, name, options):
    started = time.monotonic()
    try:
        case = load_case(folder)
        if case.get("needs") == "shared" and options.shared is None:
            return Outcome(name, SKIPPED, ["needs shared data: no folder ../shared, and ACCELPREP_SHARED is not set"])
        before = contents(folder)
        with tempfile.TemporaryDirectory(prefix="accelprep-case-") as tmp:
            places = {"repo": str(options.repo), "tmp": tmp, "binary": str(options.binary)}
            if options.shared is not None:
                places["shared"] = str(options.shared)
            run_setup(case, folder, places)
            problems = run_command(case, folder, places, options.update)
        changed = [] if options.update else sorted(set(contents(folder).items()) ^ set(before.items()))
        if changed:
            problems.append(f"changed files of the case itself: {', '.join(sorted({path for path, _ in changed}))}; write into {{tmp}}")
        return Outcome(name, FAILED if problems else PASSED, problems, time.monotonic() - started)
    except (CaseError, tomllib.TOMLDecodeError) as error:
        return Outcome(name, FAILED, [f"case.toml: {error}"], time.monotonic() - started)


def find_cases(root, wanted):
    folders = sorted(path.parent for path in root.rglob("case.toml"))
    named = [(folder, str(folder.relative_to(root))) for folder in folders]
    return [(folder, name) for folder, name in named if wanted in name]


def shared_folder(repo):
    given = os.environ.get("ACCELPREP_SHARED")
    folder = pathlib.Path(given) if given else repo.parent / "shared"
    return folder.resolve() if folder.is_dir() else None


def report(outcomes, verbose):
    for outcome in outcomes:
        if outcome.state == FAILED:
            print(f"FAILED {outcome.name}")
            print("\n".join("  " + line for note in outcome.notes for line in note.splitlines()))
        elif verbose:
            print(f"{outcome.state} {outcome.name} ({outcome.seconds:.2f} s)")
    count = {state: sum(outcome.state == state for outcome in outcomes) for state in (PASSED, FAILED, SKIPPED)}
    reasons = {}
    for outcome in outcomes:
        if outcome.state == SKIPPED:
            reasons[outcome.notes[0]] = reasons.get(outcome.notes[0], 0) + 1
    for reason, times in reasons.items():
        print(f"skipped {times}: {reason}")
    print(f"cases: {count[PASSED]} passed, {count[FAILED]} failed, {count[SKIPPED]} skipped")
    return 1 if count[FAILED] or not outcomes else 0


def main(words):
    parser = argparse.ArgumentParser(prog="tests/cases/run.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filter", nargs="?", default="", help="only cases whose AREA/NAME contains this")
    parser.add_argument("--binary", type=pathlib.Path)
    parser.add_argument("--cases", type=pathlib.Path, default=HERE)
    parser.add_argument("--repo", type=pathlib.Path, default=HERE.parent.parent)
    parser.add_argument("--update", action="store_true", help="take the present output as the expected one")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args(words)
    options.repo = options.repo.resolve()
    options.binary = (options.binary or options.repo / "build/release/accelprep").resolve()
    options.shared = shared_folder(options.repo)
    if not options.binary.exists():
        print(f"no binary {options.binary}; ./dev build makes it", file=sys.stderr)
        return 2
    cases = find_cases(options.cases.resolve(), options.filter)
    if not cases:
        print(f'no case has "{options.filter}" in its name', file=sys.stderr)
        return 2
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(lambda case: run_case(case[0], case[1], options), cases))
    return report(outcomes, options.verbose)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
