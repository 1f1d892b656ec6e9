"""Rules on the C++ of src/: who may include whom, how large files, functions and parameter lists may be, what may not appear."""
import re

from house.functions import functions, strip

# folder -> folders it may include, besides itself. Nothing points the other way.
GROUND = {"base"}
ROWS = GROUND | {"records"}
FACTS = ROWS | {"catalog", "evidence", "statistics"}
PURE = FACTS | {"workload", "capacity", "economics", "stack", "site", "intake", "device", "probe"}
EDGES = {
    "base": set(),
    "records": GROUND,
    "catalog": ROWS,
    "evidence": ROWS,
    "statistics": ROWS,
    "workload": FACTS,
    "capacity": FACTS | {"workload"},
    "economics": FACTS | {"workload", "capacity"},
    "stack": FACTS,
    "site": FACTS,
    "intake": FACTS,
    "device": FACTS,
    "probe": FACTS,
    "load": PURE,
    "monitor": PURE,
    "readiness": {"base", "records", "evidence"},  # it reads evidence and nothing else
    "report": PURE | {"readiness", "monitor", "load"},
    "web": PURE | {"readiness", "monitor", "load", "report"},
    "cli": PURE | {"readiness", "monitor", "load", "report", "web"},
}
# Values in, values out: what is computed here can be computed again from the ledger alone.
CALCULATING = {"statistics", "workload", "capacity", "economics", "stack", "site", "readiness"}
OUTSIDE = re.compile(
    r'#include (<(cstdio|fstream|iostream|filesystem|thread|mutex|future|unistd\.h|fcntl\.h|sys/\w+\.h)>|"base/(file|sqlite|duckdb)\.h")')
# Headers that cost seconds to compile: in .cpp files only.
HEAVY = re.compile(r"#include <(CLI/|nlohmann/json\.hpp|toml\+\+/|boost/|httplib\.h|simdjson)")
LINES_MAX = {".h": 200, ".cpp": 500}
COLUMNS_MAX = 140
FUNCTION_MAX = 70
PARAMETERS_MAX = 3
# Output, exits and clocks belong to cli; randomness to base/random.h. The last column: folders and files where it is right.
BANNED = [
    (re.compile(r"\bstd::(cout|cerr|print|printf|puts)\b|\bfmt::print\b|\b(stdout|stderr)\b"), "prints; only cli prints",
     {"cli", "src/base/check.h"}),
    (re.compile(r"(?<![\w:.])(exit|_exit|abort)\(|\bstd::(exit|quick_exit|abort|terminate)\("), "ends the program; only cli does",
     {"cli", "src/base/check.h"}),
    (re.compile(r"\bsystem_clock::now|\btime\(nullptr\)"), "asks for the time; take a base::Clock", {"base"}),
    (re.compile(r"\brand\(\)|std::random_device"), "draws unseeded; take a base::Rng", set()),
    (re.compile(r"\busing namespace std\b"), "opens std", set()),
]
# Sources that only tests use, and why they are no tests.
USED_BY_TESTS = {}
BAD_NAMES = re.compile(r"(manager|helper|utils|impl)", re.I)


class Source:
    def __init__(self, path, root, problems):
        self.path, self.problems = path, problems
        self.name = str(path.relative_to(root))
        self.folder = path.relative_to(root).parts[1]
        self.is_test = path.stem.endswith("_test")  # what only tests use is named so too: fixtures_test.h
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.code = strip("\n".join(self.lines))

    def complain(self, number, message):
        self.problems.append(f"{self.name}:{number}: {message}")

    def check(self):
        if len(self.lines) - 1 > LINES_MAX[self.path.suffix]:
            self.complain(1, f"{len(self.lines) - 1} lines; stop at {LINES_MAX[self.path.suffix]}")
        if BAD_NAMES.search(self.path.stem):
            self.complain(1, "a name that says nothing: manager, helper, utils, impl")
        for number, line in enumerate(self.lines, 1):
            self.check_line(number, line)
        if not self.is_test:
            self.check_banned()
        self.check_functions()

    def check_line(self, number, line):
        if len(line) > COLUMNS_MAX and "sql" not in line and not re.search(r'"[^"]{60,}"', line):
            self.complain(number, f"{len(line)} columns; stop at {COLUMNS_MAX}")
        if self.path.suffix == ".h" and HEAVY.match(line):
            self.complain(number, "a costly header inside a header")
        if self.is_test:
            return
        included = re.match(r'\s*#include "([^"/]+)/[^"]+"', line)
        if included and included.group(1) != self.folder and included.group(1) not in EDGES[self.folder]:
            self.complain(number, f"{self.folder} may not include {line.split()[1]}")
        if self.folder in CALCULATING and OUTSIDE.match(line):
            self.complain(number, f"{self.folder} only calculates: {line.split()[1]} reaches outside")

    def check_banned(self):
        for number, line in enumerate(self.code.split("\n"), 1):
            for pattern, message, allowed in BANNED:
                if self.folder not in allowed and self.name not in allowed and pattern.search(line):
                    self.complain(number, message)

    def check_functions(self):
        for function in functions(self.code):
            if function.lines > FUNCTION_MAX:
                self.complain(function.line, f"{function.name} has {function.lines} lines; stop at {FUNCTION_MAX}")
            if function.parameters > PARAMETERS_MAX and not self.is_test:
                self.complain(function.line, f"{function.name} takes {function.parameters} parameters; from the fourth on, an options struct")


def included_headers(sources, by_tests):
    """header as written in #include -> the sources that include it, with tests or without."""
    users = {}
    for source in sources:
        for line in source.lines if by_tests or not source.is_test else []:
            match = re.match(r'\s*#include "([^"]+)"', line)
            if match:
                users.setdefault(match.group(1), set()).add(source.name)
    return users


def check_used(sources, problems):
    users = {by_tests: included_headers(sources, by_tests) for by_tests in (True, False)}
    names = {source.name for source in sources}
    for source in sources:
        header = source.name.removesuffix(".cpp") + ".h"
        if source.path.suffix != ".cpp" or header not in names:
            continue
        if not users[source.is_test or source.name in USED_BY_TESTS].get(header.removeprefix("src/"), set()) - {source.name}:
            problems.append(f"{source.name}:1: nobody includes {header}; a source that nothing uses is no part of the program")


def check_present(root, sources, tracked, problems):
    """An include of a file that only this folder has builds here, and nowhere else."""
    for source in sources:
        for number, line in enumerate(source.lines, 1):
            match = re.match(r'\s*#include "([^"]+/[^"]+)"', line)
            if match and f"src/{match.group(1)}" not in tracked:
                here = (root / "src" / match.group(1)).exists()
                source.complain(number, f"{match.group(1)} {'is not added to git' if here else 'does not exist'}")


def check(root, problems, tracked=None):
    """`tracked`: the files that git holds, for a complete check: also that every source has a user and every include is there, which holds
    once the parts are joined."""
    sources = []
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in LINES_MAX:
            continue
        if path.relative_to(root).parts[1] not in EDGES:
            problems.append(f"{path.relative_to(root)}:1: no folder of the house; tools/house/sources.py has the table")
            continue
        sources.append(Source(path, root, problems))
        sources[-1].check()
    if tracked is not None:
        check_used(sources, problems)
        check_present(root, sources, tracked, problems)
    return len(sources)
