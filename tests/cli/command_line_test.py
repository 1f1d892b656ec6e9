"""What holds for every verb: help, usage errors, exit codes, completion, where output goes."""
import re
import subprocess
import unittest

from program import accelprep, verbs


class CommandLine(unittest.TestCase):
    def test_no_words_and_help_show_the_verbs_on_standard_output(self):
        for words in ([], ["help"], ["--help"]):
            done = accelprep(*words)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("Usage:", done.stdout)
        self.assertGreater(len(verbs()), 0)

    def test_every_verb_explains_itself_with_examples_that_name_known_flags(self):
        for verb in verbs():
            with self.subTest(verb=verb):
                done = accelprep("help", verb)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(accelprep(verb, "--help").stdout, done.stdout)
                flags, examples = done.stdout.split("\nExamples:\n")
                self.assertRegex(examples, rf"(?m)^  \S+ {verb}\b")
                known = set(re.findall(r"(?m)^  --([a-z-]+)", flags))
                self.assertLessEqual(set(re.findall(r" --([a-z-]+)", examples)), known)

    def test_every_verb_refuses_a_flag_that_it_does_not_know(self):
        for verb in verbs():
            with self.subTest(verb=verb):
                done = accelprep(verb, "--no-such-flag-anywhere=1")
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("--no-such-flag-anywhere", done.stderr)
                self.assertIn(f"accelprep help {verb}", done.stderr)

    def test_every_verb_refuses_a_format_that_there_is_not(self):
        for verb in verbs():
            with self.subTest(verb=verb):
                usage = next(line for line in accelprep("help", verb).stdout.splitlines() if line.startswith("Usage: "))
                takes_words = usage.split()[3] != "[--flags]"
                done = accelprep(verb, "--format=yaml", *(["x"] if takes_words else []))
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("--format=yaml: expected text or json", done.stderr)

    def test_errors_are_one_line_that_begins_with_the_program(self):
        done = accelprep("verify", "nowhere.sqlite")
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertTrue(done.stderr.startswith("accelprep: nowhere.sqlite: "))

    def test_completion_is_a_script_that_bash_reads_and_that_completes_verbs(self):
        script = accelprep("completion", "bash").stdout
        asked = script + "COMP_WORDS=(accelprep veri); COMP_CWORD=1; _accelprep; echo \"${COMPREPLY[@]}\"\n"
        done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout.strip(), done.stderr), (0, "verify", ""))

    def test_completion_for_an_unknown_shell_is_a_usage_error(self):
        self.assertEqual(accelprep("completion", "tcsh").returncode, 2)

    def test_the_name_in_printed_commands_is_how_it_was_called(self):
        self.assertIn("Usage: ./dev VERB", accelprep("help", environment={"ACCELPREP_PROGRAM": "./dev"}).stdout)
        self.assertIn("  ./dev verify", accelprep("help", "verify", environment={"ACCELPREP_PROGRAM": "./dev"}).stdout)

    def test_nothing_is_colored_outside_of_a_terminal(self):
        for verb in verbs():
            self.assertNotIn("\x1b", accelprep("help", verb).stdout)


if __name__ == "__main__":
    unittest.main()
