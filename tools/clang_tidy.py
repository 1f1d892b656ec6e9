#!/usr/bin/env python3
"""Runs clang-tidy over every source of a build's compile_commands.json, and remembers the clean ones.

  tools/clang_tidy.py [--build=build/release] [--jobs=2] [FILTER]

A source is read again only where it, a header of ours that it includes, its flags, .clang-tidy or clang-tidy itself changed; the marks lie
in build/tidy. Exits 1 and prints the findings where there are any.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = "clang-tidy-19"
# The flags are g++'s, which clang does not all know; and libstdc++ uses a function in std::stable_sort that it calls deprecated.
EXTRA = ["--quiet", "--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-deprecated-declarations"]
INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.M)


def digest(*parts):
    total = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode()
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


class Contents:
    """Files of ours with their digests, each read once."""

    def __init__(self, folders):
        self.folders, self.known = folders, {}

    def of(self, path):
        """(digest, the files of ours that it includes)"""
        if path not in self.known:
            data = path.read_bytes()
            found = [folder / name for name in INCLUDE.findall(data.decode("utf-8", "replace")) for folder in (*self.folders, path.parent)]
            self.known[path] = (digest(data), sorted({header.resolve() for header in found if header.is_file()}))
        return self.known[path]

    def closure(self, path):
        """The digests of the file and of all that it includes, in a fixed order."""
        seen, to_read = {}, [path]
        while to_read:
            file = to_read.pop()
            if file not in seen:
                seen[file], headers = self.of(file)
                to_read += headers
        return [seen[file] for file in sorted(seen)]


def sources(build, wanted):
    """(path, flags) of every source of ours in the compile database, once each."""
    database = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    ours = {}
    for entry in database:
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if path.suffix == ".cpp" and path.is_relative_to(ROOT) and not path.is_relative_to(build.parent) and wanted in str(path.relative_to(ROOT)):
            ours[path] = entry.get("command") or " ".join(entry["arguments"])
    return sorted(ours.items())


def examine(path, build):
    """(clean, what it printed, seconds)"""
    started = time.monotonic()
    done = subprocess.run([PROGRAM, "-p", str(build), *EXTRA, str(path)], cwd=ROOT, capture_output=True, text=True)
    # How many warnings of other people's headers were kept back is nobody's concern.
    said = "\n".join(line for line in done.stderr.splitlines() if not re.match(r"\d+ warnings?( and \d+ errors?)? generated|Suppressed", line))
    return done.returncode == 0, done.stdout + (said if done.returncode else ""), time.monotonic() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filter", nargs="?", default="", help="only sources whose path contains this")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    build = options.build.resolve()
    if shutil.which(PROGRAM) is None or not (build / "compile_commands.json").exists():
        print(f"needs {PROGRAM} and {build}/compile_commands.json; ./dev tidy installs and makes them", file=sys.stderr)
        return 2
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout
    rules = digest(version, (ROOT / ".clang-tidy").read_bytes(), *EXTRA)
    contents, marks = Contents([ROOT / "src", ROOT]), ROOT / "build/tidy"
    marks.mkdir(parents=True, exist_ok=True)
    all_sources = [(path, marks / digest(rules, str(path), flags, *contents.closure(path))) for path, flags in sources(build, options.filter)]
    left = [(path, mark) for path, mark in all_sources if not mark.exists()]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (path, mark), (clean, said, seconds) in zip(left, pool.map(lambda item: examine(item[0], build), left)):
            failed += not clean
            if clean:
                mark.touch()
            else:
                print(f"{path.relative_to(ROOT)} ({seconds:.1f} s)\n{said}", flush=True)
    print(f"clang-tidy: {len(all_sources)} sources, {len(all_sources) - len(left)} unchanged since they were clean, {failed} with findings")
    return 1 if failed or not all_sources else 0


if __name__ == "__main__":
    sys.exit(main())
