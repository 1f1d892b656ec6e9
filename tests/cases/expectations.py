"""What a case may say about its output: rows on a JSON document, and texts compared after normalising.

A row of [[expect]] names a place and one thing that must be so there:

  path = "axes[id=load_pattern].level"    dots go into objects, [0] and [-1] into lists, [key=value] to the one item that has it;
                                          a key with dots or brackets in it is written "in quotes"
  value = 0.5 | true                      equal; with tolerance = 0.01 (absolute) or relative = 0.05 for numbers
  text = "steady"                         equal
  is_null = true                          the key is there and null; false: it is there and not null
  one_of = ["own", "rent"]
  at_least = 1, at_most = 3               either or both
  has = "phrase"                          in a text; or an item of a list
  count = 3                               items of a list
  is_absent = true                        the key is not there
"""
import re

KINDS = {"value", "text", "is_null", "one_of", "at_least", "at_most", "has", "count", "is_absent"}
MODIFIERS = {"path", "tolerance", "relative"}
STEP = re.compile(r'\.?"([^"]*)"|\.?([^.\[\]"]+)|\[(-?\d+)\]|\[([^=\]]+)=([^\]]*)\]')
MISSING = object()


class CaseError(Exception):
    """The case itself is written wrongly."""


def steps_of(path):
    at, steps = 0, []
    while at < len(path):
        match = STEP.match(path, at)
        if not match:
            raise CaseError(f'path "{path}": cannot read from "{path[at:]}"')
        quoted, key, index, field, wanted = match.groups()
        if index is not None:
            steps.append(("index", int(index)))
        elif field is not None:
            steps.append(("item", (field, wanted)))
        else:
            steps.append(("key", quoted if quoted is not None else key))
        at = match.end()
    return steps


def written(value):
    """A JSON scalar as one writes it in [key=value]."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def find(document, path):
    """The value at the path, or MISSING and where the way ended."""
    here, walked = document, ""
    for kind, step in steps_of(path):
        if kind == "key":
            walked += f".{step}"
            if not isinstance(here, dict) or step not in here:
                known = ", ".join(here) if isinstance(here, dict) else f"a {type(here).__name__}"
                return MISSING, f"no {walked.lstrip('.')}; there is {known or 'an empty object'}"
            here = here[step]
        elif kind == "index":
            walked += f"[{step}]"
            if not isinstance(here, list) or not -len(here) <= step < len(here):
                return MISSING, f"no {walked.lstrip('.')}; {'the list has ' + str(len(here)) if isinstance(here, list) else 'no list'}"
            here = here[step]
        else:
            field, wanted = step
            walked += f"[{field}={wanted}]"
            items = here if isinstance(here, list) else []
            found = [item for item in items if isinstance(item, dict) and field in item and written(item[field]) == wanted]
            if len(found) != 1:
                seen = ", ".join(written(item.get(field)) for item in items if isinstance(item, dict))
                return MISSING, f"{len(found)} items for {walked.lstrip('.')}; seen: {seen or 'none'}"
            here = found[0]
    return here, ""


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def equal(row, got):
    wanted = row["value"]
    if not is_number(wanted):
        return type(got) is type(wanted) and got == wanted
    if not is_number(got):
        return False
    allowed = max(row.get("tolerance", 0), abs(wanted) * row.get("relative", 0))
    return abs(got - wanted) <= allowed


def holds(kind, row, got):
    wanted = row[kind]
    if kind == "value":
        return equal(row, got)
    if kind == "text":
        return isinstance(got, str) and got == wanted
    if kind == "is_null":
        return (got is None) == wanted
    if kind == "one_of":
        return got in wanted
    if kind == "count":
        return isinstance(got, list) and len(got) == wanted
    if kind == "has":
        return (isinstance(got, str) and isinstance(wanted, str) and wanted in got) or (isinstance(got, list) and wanted in got)
    return is_number(got) and (got >= wanted if kind == "at_least" else got <= wanted)


def check_row_is_written_right(row):
    unknown = set(row) - KINDS - MODIFIERS
    if unknown:
        raise CaseError(f"[[expect]] does not know {', '.join(sorted(unknown))}; known: {', '.join(sorted(KINDS | MODIFIERS))}")
    if "path" not in row:
        raise CaseError("[[expect]] without a path")
    kinds = KINDS & set(row)
    if not kinds or (len(kinds) > 1 and kinds != {"at_least", "at_most"}):
        raise CaseError(f"[[expect]] {row['path']}: say one thing of it, not {', '.join(sorted(kinds)) or 'nothing'}")
    if ("tolerance" in row or "relative" in row) and not is_number(row.get("value")):
        raise CaseError(f"[[expect]] {row['path']}: a tolerance needs a number as value")


def check(row, document):
    """What is wrong with the document, or nothing."""
    check_row_is_written_right(row)
    path, (got, where) = row["path"], find(document, row["path"])
    if row.get("is_absent"):
        return "" if got is MISSING else f"{path} is {got!r}; it should not be there"
    if got is MISSING:
        return f"{path}: {where}"
    for kind in sorted(KINDS & set(row)):
        if not holds(kind, row, got):
            around = "".join(f" ({name} {row[name]})" for name in ("tolerance", "relative") if name in row)
            shown = f"{got!r:.200}"
            return f"{path} is {shown}; expected {kind} {row[kind]!r}{around}"
    return ""


# Whatever differs from run to run, and nothing else. Times of day are replaced only where they fall into the run itself, so that
# the times of the data stay as they are.
RUN_KEYS = re.compile(r'("(?:time|started|ended|host|system|tool_version)": )"[^"]*"')
HASHED_HOST = re.compile(r"\bhost-[0-9a-f]{12}\b")
TOOK = re.compile(r"\b(in|took|after) \d+(?:\.\d+)? (?:µs|ms|s|min)\b")
TIMESTAMP = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


def normalised(text, places, run_seconds):
    """`places`: name -> folder, the longest folder is replaced first. `run_seconds`: the times, as text, that the run lasted."""
    for name, folder in sorted(places.items(), key=lambda item: -len(item[1])):
        text = text.replace(folder, "{" + name + "}")
    context_end = text.find('"inputs"') if text.startswith("{") else 0
    head, rest = text[:max(context_end, 0)], text[max(context_end, 0):]
    text = RUN_KEYS.sub(r'\1"{run}"', head) + rest
    text = HASHED_HOST.sub("{host}", text)
    text = TOOK.sub(r"\1 {duration}", text)
    return TIMESTAMP.sub(lambda m: "{now}" if m.group()[:19] in run_seconds else m.group(), text)
