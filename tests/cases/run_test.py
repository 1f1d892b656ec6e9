"""The case driver on planted cases: each kind of mistake must fail, and a right case must pass. A shell stands in for the binary."""
import contextlib
import io
import os
import pathlib
import tempfile
import textwrap
import unittest

import expectations
import run

FAKE = """#!/bin/sh
case $1 in
  cat) cat "$2" ;;
  say) shift; echo "$*" ;;
  complain) shift; echo "$*" >&2 ;;
  now) date -u +%Y-%m-%dT%H:%M:%SZ ;;
  exit) exit "$2" ;;
  write) echo x > "$2" ;;
  sleep) sleep "$2" ;;
esac
"""


class Driver(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.repo = pathlib.Path(self.folder.name) / "repo"
        self.case = self.repo / "tests/cases/area/name"
        self.case.mkdir(parents=True)
        self.binary = self.repo / "fake"
        self.binary.write_text(FAKE)
        self.binary.chmod(0o755)
        kept = os.environ.pop("ACCELPREP_SHARED", None)
        if kept is not None:
            self.addCleanup(os.environ.__setitem__, "ACCELPREP_SHARED", kept)

    def write(self, name, text):
        (self.case / name).write_text(textwrap.dedent(text))

    def run_cases(self, *flags):
        """Exit code and what was printed."""
        out = io.StringIO()
        words = [*flags, f"--binary={self.binary}", f"--repo={self.repo}", f"--cases={self.repo / 'tests/cases'}"]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = run.main(words)
        return code, out.getvalue()

    def expect(self, toml, *, passes, says="", flags=()):
        self.write("case.toml", toml)
        code, out = self.run_cases(*flags)
        self.assertEqual(code == 0, passes, out)
        self.assertIn(says, out)

    def test_a_text_that_is_there_passes_and_one_that_is_not_fails(self):
        self.expect('command = "say \'two words\' more"\nstdout_has = "two words more"', passes=True)
        self.expect('command = "say hello"\nstdout_has = ["hello", "bye"]', passes=False, says="stdout lacks 'bye'")
        self.expect('command = "say hello"\nstdout_lacks = "hello"', passes=False, says="stdout has 'hello'")
        self.expect('command = "complain bad file"\nstderr_has = "worse"', passes=False, says="stderr lacks")

    def test_the_exit_code_is_compared(self):
        self.expect('command = "exit 2"\nexit = 2\nstdout_lacks = "x"', passes=True)
        self.expect('command = "exit 2"\nstdout_lacks = "x"', passes=False, says="exit code 2; expected 0")

    def test_a_case_that_says_nothing_of_its_output_fails(self):
        self.expect('command = "say hello"', passes=False, says="says nothing")

    def test_an_unknown_key_fails(self):
        self.expect('command = "say x"\nstdout_hass = "x"', passes=False, says="stdout_hass")

    def test_a_golden_file_is_compared_and_rewritten_on_request(self):
        self.write("stdout.txt", "old\n")
        self.expect('command = "say new"', passes=False, says="-old\n  +new")
        self.expect('command = "say new"', passes=True, flags=["--update"])
        self.assertEqual((self.case / "stdout.txt").read_text(), "new\n")
        self.expect('command = "say new"', passes=True)

    def test_the_time_of_the_run_and_folders_are_normalised(self):
        self.write("stdout.txt", "{now}\n")
        self.expect('command = "now"', passes=True)
        self.write("stdout.txt", "{tmp}/a {repo}/b 2024-05-12T00:00:00Z in {duration}\n")
        self.expect('command = "say {tmp}/a {repo}/b 2024-05-12T00:00:00Z in 0.53 s"', passes=True)

    def test_json_is_read_along_paths(self):
        self.write("a.json", '{"a": [{"id": "x", "n": 1.5, "none": null}], "s": "abc"}')
        right = """
            command = "cat a.json"
            [[expect]]
            path = "a[id=x].n"
            value = 1.49
            tolerance = 0.02
            [[expect]]
            path = "a[0].none"
            is_null = true
            [[expect]]
            path = "s"
            has = "b"
            """
        self.expect(textwrap.dedent(right), passes=True)
        self.expect(textwrap.dedent(right).replace("0.02", "0.001"), passes=False, says="a[id=x].n is 1.5; expected value 1.49 (tolerance 0.001)")
        self.expect(textwrap.dedent(right).replace("[id=x]", "[id=y]"), passes=False, says="0 items for a[id=y]; seen: x")

    def test_output_that_is_no_json_fails_where_json_is_expected(self):
        self.write("a.json", '{"a": NaN}')
        self.expect('command = "cat a.json"\n[[expect]]\npath = "a"\nis_null = true', passes=False, says="NaN is no JSON")

    def test_a_schema_is_held(self):
        schemas = self.repo / "docs/schema"
        schemas.mkdir(parents=True)
        (schemas / "demo.json").write_text('{"type": "object", "properties": {"n": {"type": ["number", "null"]}}, "required": ["n"]}')
        self.write("a.json", '{"schema": "accelprep.demo/1", "n": null}')
        self.expect('command = "cat a.json"\nstdout_has = "demo"', passes=True)
        self.write("a.json", '{"schema": "accelprep.demo/1", "n": "three"}')
        self.expect('command = "cat a.json"\nstdout_has = "demo"', passes=False, says="demo.json: n: 'three' is not of type")

    def test_setup_runs_first_and_its_failure_is_told(self):
        self.expect('setup = "echo made > {tmp}/f"\ncommand = "cat {tmp}/f"\nstdout_has = "made"', passes=True)
        self.expect('setup = "echo broken; false"\ncommand = "say x"\nstdout_has = "x"', passes=False, says="broken")

    def test_a_case_may_not_write_into_its_own_folder(self):
        self.expect('command = "write here.txt"\nstdout_lacks = "x"', passes=False, says="changed files of the case itself: here.txt")

    def test_shared_data_that_is_absent_skips_with_the_reason(self):
        self.write("case.toml", 'needs = "shared"\ncommand = "cat {shared}/x"\nstdout_has = "x"')
        code, out = self.run_cases()
        self.assertEqual((code, "skipped 1: needs shared data" in out), (0, True), out)
        (self.repo.parent / "shared").mkdir()
        (self.repo.parent / "shared/x").write_text("x")
        code, out = self.run_cases()
        self.assertIn("1 passed, 0 failed, 0 skipped", out)

    def test_a_command_that_hangs_is_ended(self):
        self.expect('command = "sleep 20"\ntimeout_s = 1\nstdout_lacks = "x"', passes=False, says="did not end within 1 s")

    def test_a_filter_without_a_match_is_no_success(self):
        self.write("case.toml", 'command = "say x"\nstdout_has = "x"')
        self.assertEqual(self.run_cases("elsewhere")[0], 2)


class Expectations(unittest.TestCase):
    DOCUMENT = {"a": {"1s": 3, "x.y": True}, "list": ["p", "q"], "zero": 0, "flag": False, "nothing": None}

    def problem(self, **row):
        return expectations.check(row, self.DOCUMENT)

    def test_each_kind_holds_and_fails(self):
        for path, kind, right, wrong in [
            ("a.1s", "value", 3, 4), ('a."x.y"', "value", True, False), ("list[-1]", "text", "q", "p"), ("list", "has", "p", "z"),
            ("list", "count", 2, 3), ("zero", "at_least", 0, 1), ("zero", "at_most", 0, -1), ("zero", "one_of", [0, 1], [2]),
            ("nothing", "is_null", True, False), ("nowhere", "is_absent", True, None), ("zero", "is_absent", None, True),
        ]:
            with self.subTest(path=path, kind=kind):
                if right is not None:
                    self.assertEqual(self.problem(path=path, **{kind: right}), "")
                if wrong is not None:
                    self.assertNotEqual(self.problem(path=path, **{kind: wrong}), "")

    def test_null_and_false_are_no_zero(self):
        self.assertNotEqual(self.problem(path="nothing", value=0), "")
        self.assertNotEqual(self.problem(path="flag", value=0), "")
        self.assertNotEqual(self.problem(path="nothing", at_most=5), "")

    def test_rows_written_wrongly_are_refused(self):
        for row in [{"path": "a"}, {"path": "a", "value": 1, "text": "x"}, {"value": 1}, {"path": "a", "is_null": True, "relative": 1},
                    {"path": "a", "valu": 1}]:
            with self.subTest(row=row), self.assertRaises(expectations.CaseError):
                expectations.check_row_is_written_right(row)


if __name__ == "__main__":
    unittest.main()
