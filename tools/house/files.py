"""Rules on every file that is tracked or could be: words that do not belong, the npm lock file, schemas, and the commands that pages show."""
import json
import re
import subprocess

# Each pattern is written so that it does not find itself.
WORDS = [
    (re.compile(r"registry[.](npmjs|yarnpkg)|npmjs[.]org|pypi[.]org/simple|files[.]pythonhosted|[a]rtifactory"),
     "names a package registry; whose registry is used is each machine's own setting"),
    (re.compile(r"(?<![\w.])[/](work|root)/"), "a path of one machine"),
    (re.compile(r"\b[i]ssues? #?\d+\b", re.I), "points at an entry of the tracker; say the reason itself"),
    (re.compile(r"\b(sub-?[a]gents?|(helper|coding|agent) [s]essions?|my [w]orktree)\b", re.I), "speaks of how it was made; speak of the project"),
    (re.compile(r"\b([T]ODO|[F]IXME|[X]XX|[H]ACK)\b"), "is left to do; do it or leave it out"),
    (re.compile(r"^(<{7}|>{7}) ", re.M), "a merge that was not finished"),
]
# Another project's tracker may be a source: "owner/name issue 12".
ELSEWHERE = re.compile(r"[\w.-]+/[\w.-]+ [i]ssues? \d+")
NOT_TEXT = {".png", ".sqlite", ".gz", ".zst", ".parquet", ".gguf", ".ico", ".woff2"}
GENERATED = {"package-lock.json"}
CORPUS = "fuzz/corpus/"


def listed(root, *flags):
    """Paths as text, of files only. Where there is no git, everything but what builds leave."""
    done = subprocess.run(["git", "-C", str(root), "ls-files", *flags], capture_output=True, text=True)
    if done.returncode == 0:
        return sorted({name for name in done.stdout.splitlines() if (root / name).is_file() and not (root / name).is_symlink()})
    skipped = {"build", "node_modules", ".git"}
    found = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    return sorted(str(path) for path in found if not skipped & set(path.parts))


def tracked(root):
    return set(listed(root))


def check_words(root, names, problems):
    for name in names:
        if (root / name).suffix in NOT_TEXT or name in GENERATED or name.startswith(CORPUS):
            continue
        text = ELSEWHERE.sub("", (root / name).read_bytes().decode("utf-8", "replace"))
        for pattern, message in WORDS:
            for match in pattern.finditer(text):
                problems.append(f"{name}:{text.count(chr(10), 0, match.start()) + 1}: \"{match.group().strip()}\": {message}")


def check_lock(root, problems):
    """The lock pins by digest, names no registry, and can be read by the npm 9 of Debian 12."""
    lock_path, package_path = root / "package-lock.json", root / "package.json"
    if not lock_path.exists():
        return
    text = lock_path.read_text(encoding="utf-8")
    for number, line in enumerate(text.split("\n"), 1):
        if '"resolved"' in line or re.search(r"https?://[^\"]*(registry|npmjs|\.tgz)", line):
            problems.append(f"package-lock.json:{number}: holds an address; .npmrc has omit-lockfile-registry-resolved for this")
    for name, entry in json.loads(text).get("packages", {}).items():
        if name and not str(entry.get("integrity", "")).startswith("sha512-"):
            problems.append(f"package-lock.json:1: {name} has no SHA-512")
        if name.endswith("/node-gyp"):
            problems.append("package-lock.json:1: node-gyp came in with the duckdb package, of which only a header is used: take "
                            "\"dependencies\" out of its entry, and node-gyp with all that it needs")
    if "npm:" in json.dumps(json.loads(package_path.read_text(encoding="utf-8")).get("overrides", {})):
        problems.append("package.json:1: npm 9 fails on overrides by another package; leave them out")


def check_schemas(root, names, verbs, problems):
    for name in names:
        if not re.fullmatch(r"docs/schema/[^/]+\.json", name):
            continue
        verb = name.split("/")[-1].removesuffix(".json")
        try:
            schema = json.loads((root / name).read_text(encoding="utf-8"))
        except ValueError as error:
            problems.append(f"{name}:1: is no JSON: {error}")
            continue
        if verb not in verbs:
            problems.append(f"{name}:1: there is no verb {verb}")
        if not isinstance(schema, dict) or "$schema" not in schema or schema.get("type") != "object":
            problems.append(f"{name}:1: a schema has \"$schema\", and \"type\": \"object\"")


def words_of_dev(root):
    dev = root / "dev"
    return set(re.findall(r"^  ([a-z]+)\)", dev.read_text(encoding="utf-8"), re.M)) if dev.exists() else set()


def verbs_of_program(root):
    header = root / "src/cli/verbs.h"
    found = re.findall(r"\bVerb (\w+)_verb\(\)", header.read_text(encoding="utf-8")) if header.exists() else []
    return {name.replace("_", "-") for name in found}


def flags_known(root):
    """Flags as the rows of the verbs name them, and as the scripts do."""
    rows = "".join(path.read_text(encoding="utf-8") for path in sorted((root / "src/cli").rglob("*.cpp")))
    scripts = [root / "dev", *sorted(root.glob("tools/*")), *sorted(root.glob("tests/*/run*"))]
    text = "".join(path.read_text(encoding="utf-8") for path in scripts if path.is_file())
    return set(re.findall(r'\{"([a-z][a-z0-9-]*)"', rows)) | set(re.findall(r"--([a-z][a-z0-9-]*)", text)) | {"help", "version"}


COMMAND = re.compile(r"^\s*(?:\$ )?(\./dev|(?:build/release/)?accelprep) ([a-z-]+)(.*)$")


def commands_shown(text):
    """(line, program, first word, the rest) of each command in a fenced block."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        match = COMMAND.match(line) if inside else None
        if match:
            yield number, match.group(1), match.group(2), match.group(3).split("#")[0]


def check_commands(root, names, verbs, problems):
    program_words = verbs | {"help", "completion", "--version", "--help"}
    dev_words, flags = program_words | words_of_dev(root), flags_known(root)
    for name in names:
        if not name.endswith(".md"):
            continue
        for number, program, word, rest in commands_shown((root / name).read_text(encoding="utf-8")):
            if word not in (dev_words if program == "./dev" else program_words):
                problems.append(f"{name}:{number}: there is no {program} {word}")
            for flag in re.findall(r"(?<!\S)--([a-z][a-z0-9-]*)", rest):
                if flag not in flags:
                    problems.append(f"{name}:{number}: nothing knows --{flag}")


def check(root, problems, complete):
    """`complete`: also that the commands which pages show exist, which holds once the parts are joined."""
    names, verbs = listed(root, "--cached", "--others", "--exclude-standard"), verbs_of_program(root)
    check_words(root, names, problems)
    check_lock(root, problems)
    check_schemas(root, names, verbs, problems)
    if complete:
        check_commands(root, names, verbs, problems)
    return len(names)
