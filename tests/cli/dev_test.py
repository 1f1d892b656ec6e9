"""./dev on machines that lack something. Each has its own checkout and a PATH of stand-ins, so that nothing is installed for real."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

from program import ROOT, accelprep

# What any Debian has; everything else on the PATH is a stand-in.
TOOLS = ["bash", "env", "dirname", "readlink", "nproc", "mkdir", "touch", "mv", "flock", "find", "sha256sum", "cat", "sed", "tail", "grep", "sh", "chmod"]
NINJA = """case $* in *"-C"*) mkdir -p "$2"
  printf '#!/bin/sh\\necho "$ACCELPREP_PROGRAM ran $*"\\nexit 4\\n' > "$2/accelprep"; chmod +x "$2/accelprep";; esac"""


class Machine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.checkout = pathlib.Path(folder.name) / "check out"  # with a blank in its path
        self.bin, self.called = pathlib.Path(folder.name) / "bin", pathlib.Path(folder.name) / "called"
        self.bin.mkdir()
        self.checkout.mkdir()
        for name in ("dev", "package.json", "package-lock.json", "CMakePresets.json"):
            shutil.copy(ROOT / name, self.checkout)
        (self.checkout / "src").mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.put("id", "echo 0")
        self.put("uname", 'case $1 in -m) echo x86_64;; *) echo Linux;; esac')
        self.put("dpkg-query", "exit 1")
        self.put("apt-get", "true")
        self.put("npm", "mkdir -p node_modules")
        self.put("cmake", "mkdir -p build/release; touch build/release/build.ninja")
        self.put("ninja", NINJA)

    def put(self, name, script):
        """A stand-in that notes how it was called."""
        (self.bin / name).write_text(f'#!/bin/sh\necho "{name} $*" >> "{self.called}"\n{script}\n')
        (self.bin / name).chmod(0o755)

    def dev(self, *words, cwd=None):
        return subprocess.run([self.checkout / "dev", *words], cwd=cwd or self.checkout, env={"PATH": str(self.bin)}, capture_output=True, text=True)

    def calls(self, name):
        lines = self.called.read_text().splitlines() if self.called.exists() else []
        return [line.removeprefix(name + " ") for line in lines if line.startswith(name + " ")]

    def test_a_bare_machine_gets_packages_and_a_build_and_then_runs_the_verb(self):
        done = self.dev("cost", "a file.toml", "--format=json")
        self.assertEqual((done.returncode, done.stdout), (4, f"{self.checkout}/dev ran cost a file.toml --format=json\n"), done.stderr)
        self.assertRegex(done.stderr, r"dev: installing \d+ packages to build: g\+\+ .*libfmt-dev")
        self.assertIn("dev: installing npm packages: duckdb echarts", done.stderr)
        self.assertEqual(self.calls("apt-get")[0], "update")
        self.assertNotIn("npm ", self.calls("apt-get")[1])  # its command is there already

    def test_the_second_time_it_is_silent_and_calls_nothing(self):
        self.dev("cost")
        self.called.unlink()
        done = self.dev("cost")
        self.assertEqual((done.returncode, done.stderr), (4, ""))
        self.assertFalse(self.called.exists())

    def test_a_changed_source_builds_again_and_installs_nothing(self):
        self.dev("cost")
        time.sleep(0.01)
        (self.checkout / "src/new.cpp").touch()
        self.put("dpkg-query", "for p in $(sed -n 's/.*--no-install-recommends //p' \"%s\"); do printf '%%s/installed ' $p; done" % self.called)
        done = self.dev("cost")
        self.assertIn("dev: building accelprep", done.stderr)
        self.assertNotIn("installing", done.stderr)

    def test_paths_are_those_of_the_caller(self):
        done = self.dev("cost", "x", cwd=self.bin)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertTrue((self.checkout / "build/release/accelprep").exists())

    def test_without_root_sudo_is_used(self):
        self.put("id", "echo 1000")
        self.put("sudo", '"$@"')
        self.assertEqual(self.dev("cost").returncode, 4)
        self.assertEqual(self.calls("sudo")[0], "apt-get update")

    def test_without_root_and_sudo_the_line_for_root_is_told(self):
        self.put("id", "echo 1000")
        done = self.dev("cost")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertRegex(done.stderr, r"neither root nor sudo here\. As root:  apt-get install -y --no-install-recommends g\+\+ ")

    def test_without_a_network_that_is_said(self):
        self.put("apt-get", "echo 'E: Temporary failure resolving mirror'; exit 100")
        done = self.dev("cost")
        self.assertEqual(done.returncode, 3)
        self.assertIn("apt-get update failed: no network", done.stderr)
        self.put("apt-get", "true")
        self.put("npm", "echo 'npm ERR! code ENOTFOUND'; exit 1")
        self.assertIn("npm ci failed: no network", self.dev("cost").stderr)

    def test_another_reason_is_shown_as_it_is(self):
        self.put("apt-get", "echo 'E: Unable to locate package'; exit 100")
        done = self.dev("cost")
        self.assertIn("E: Unable to locate package", done.stderr)
        self.assertIn("apt-get update failed (100)", done.stderr)

    def test_another_processor_is_refused_with_the_reason(self):
        self.put("uname", 'case $1 in -m) echo aarch64;; *) echo Linux;; esac')
        done = self.dev("cost")
        self.assertEqual(done.returncode, 3)
        self.assertIn("this is aarch64", done.stderr)

    def test_a_build_that_fails_runs_nothing_and_is_tried_again(self):
        self.put("ninja", "echo broken; exit 1")
        done = self.dev("cost")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("broken", done.stderr)
        self.put("ninja", NINJA)
        self.assertEqual(self.dev("cost").returncode, 4)

    def test_a_preset_that_there_is_not(self):
        done = self.dev("build", "fastest")
        self.assertEqual(done.returncode, 3)
        self.assertIn("there is no preset fastest", done.stderr)


class ThisCheckout(unittest.TestCase):
    def test_it_costs_less_than_a_second_once_all_is_built(self):
        def fastest(program):
            times = []
            for _ in range(3):
                started = time.monotonic()
                accelprep("--version", program=program)
                times.append(time.monotonic() - started)
            return min(times)

        if not (ROOT / "build/release/.built").exists():
            self.skipTest("the binary was not built by ./dev")
        overhead = fastest(ROOT / "dev") - fastest(ROOT / "build/release/accelprep")
        print(f"\n./dev adds {overhead * 1000:.0f} ms")
        self.assertLess(overhead, 1)


if __name__ == "__main__":
    unittest.main()
