"""Finds the functions of a C++ source and what they take, without a compiler: enough of the grammar for the sources of this project.

The scanner walks declarations. At the level of a file, namespace or class a brace opens a scope, a function body or an initialiser, told
apart by the tokens since the last declaration ended. Bodies are skipped whole, so a lambda, a call or a local struct inside one is
part of its function and none of its own.
"""
import re

LITERALS = re.compile(
    r'(?P<number>\b\d(?:[\w.]|\'(?=\w))*)'  # first, because 1'000 holds a quote and no character
    r'|R"(?P<raw>\w*)\((?:.|\n)*?\)(?P=raw)"'
    r"|//[^\n]*|/\*(?:.|\n)*?\*/"
    r'|(?P<text>"(?:\\.|[^"\\\n])*")'
    r"|'(?:\\.|[^'\\\n])+'")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
TOKEN = re.compile(r'[A-Za-z_~]\w*|\d(?:[\w.]|\'(?=\w))*|""|::|->|\[\[|\]\]|[^\s]')
SCOPES = {"class", "struct", "union"}
ACCESS = {"public", "private", "protected"}
TEST_MACROS = {"TEST", "TEST_F", "TEST_P", "TYPED_TEST"}
NOT_NAMES = {"requires", "decltype", "alignas", "noexcept", "explicit", "__attribute__", "sizeof", "alignof", "typeid"}


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def strip(text):
    """The code without comments and without what literals hold, every line and column where it was."""
    def emptied(match):
        if match.group("number"):
            return match.group()
        return '""' + blank(match.group()[2:]) if match.group("text") else blank(match.group())
    return LITERALS.sub(emptied, text)


class Function:
    def __init__(self, name, line, lines, parameters):
        self.name, self.line, self.lines, self.parameters = name, line, lines, parameters


class Scanner:
    def __init__(self, code):
        code = DIRECTIVE.sub(lambda match: blank(match.group()), code)
        found = list(TOKEN.finditer(code))
        self.words = [match.group() for match in found]
        self.lines, line, at = [], 1, 0
        for match in found:
            line += code.count("\n", at, match.start())
            at = match.start()
            self.lines.append(line)

    def closing(self, at, brackets="{}"):
        """The index of the bracket that closes the one at `at`."""
        depth = 0
        for i in range(at, len(self.words)):
            depth += self.words[i] == brackets[0]
            depth -= self.words[i] == brackets[1]
            if depth == 0:
                return i
        return len(self.words) - 1

    def closing_angle(self, at):
        depth, i = 0, at
        while i < len(self.words):
            if self.words[i] == "(":
                i = self.closing(i, "()")
            depth += self.words[i] == "<"
            depth -= self.words[i] == ">"
            if depth == 0:
                return i
            i += 1
        return len(self.words) - 1

    def declaration(self, at):
        """Reads one declaration from `at`. Returns (kind, where its brace or end is, its facts)."""
        start, i = at, at
        name_at = open_at = None
        initialisers = assigned = scope = extern_c = False
        while i < len(self.words):
            word = self.words[i]
            if word == "template" and self.words[i + 1] == "<":
                i = self.closing_angle(i + 1)
            elif word == "[[":
                i = self.words.index("]]", i)
            elif word == "extern" and self.words[i + 1] == '""':
                extern_c = True
                i += 1
            elif word == "enum":
                scope = None  # its braces hold no declarations
            elif word in SCOPES and scope is False and open_at is None:
                scope = True
            elif word == "namespace":
                scope = True
            elif word == "operator":
                name_at = i
                i = self.operator_end(i)
                continue
            elif word == "(" and not assigned:
                if open_at is None and self.words[i - 1] not in NOT_NAMES:
                    name_at = name_at if name_at is not None else i - 1
                    open_at = i
                i = self.closing(i, "()")
            elif word == "=":
                assigned = True
            elif word == ":" and open_at is not None:
                initialisers = True
            elif word == ":" and self.words[i - 1] in ACCESS and i - 1 == start:
                return "end", i, None
            elif word == ";":
                return "end", i, (name_at, open_at, assigned, extern_c, start)
            elif word == "}":
                return "close", i, None
            elif word == "{":
                if assigned or (initialisers and re.match(r"[\w>]", self.words[i - 1]) and self.words[i - 1] != "try"):
                    i = self.closing(i)
                elif open_at is not None:
                    return "function", i, (name_at, open_at, assigned, extern_c, start)
                elif scope or (extern_c and i == start + 2):
                    return "scope", i, None
                else:
                    i = self.closing(i)
            i += 1
        return "close", len(self.words), None

    def operator_end(self, at):
        """The index of the parameter list's bracket after `operator...`."""
        i = at + 1
        if self.words[i] == "(":
            return i + 2
        while self.words[i] != "(":
            i += 1
        return i

    def name(self, name_at):
        first = name_at
        while first >= 2 and self.words[first - 1] == "::":
            first -= 2
        last = name_at
        if self.words[name_at] == "operator":
            last = self.operator_end(name_at) - 1
        return "".join(self.words[first:last + 1])

    def parameters(self, open_at):
        end, i, depth, count = self.closing(open_at, "()"), open_at + 1, 0, 0
        if end == open_at + 1 or (end == open_at + 2 and self.words[end - 1] == "void"):
            return 0
        while i < end:
            depth += self.words[i] in "<([{"
            depth -= self.words[i] in ">)]}"
            count += self.words[i] == "," and depth == 0
            i += 1
        return count + 1

    def functions(self):
        """Every function that is defined here, and every pure virtual one."""
        i = 0
        while i < len(self.words):
            kind, at, facts = self.declaration(i)
            if kind == "function":
                end = self.closing(at)
                yield from self.found(facts, at, end)
                at = end
            elif kind == "end" and facts and facts[1] is not None and self.words[at - 2:at] == ["=", "0"]:
                yield from self.found(facts, at, at)
            i = at + 1

    def found(self, facts, at, end):
        name_at, open_at, _, extern_c, _ = facts
        name = self.name(name_at)
        if name in TEST_MACROS:
            return
        count = 0 if extern_c else self.parameters(open_at)  # a foreign interface is as wide as it is
        yield Function(name, self.lines[name_at], self.lines[min(end, len(self.lines) - 1)] - self.lines[at] + 1, count)


def functions(code):
    """Of stripped code."""
    return list(Scanner(code).functions())
