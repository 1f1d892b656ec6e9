"""The ledger against the worst: kills at any moment, interrupts, and changes of single bytes."""
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

from program import BINARY, ROOT, accelprep

KILLS = 100
FLIPS = 400
TABLES = ("run", "measurement", "document", "chunk")


def rows_of(path):
    """Everything the ledger says, or None where SQLite cannot read it."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True) as database:
            return {table: database.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in TABLES}
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return None


class Ledger(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="accelprep-ledger-"))
        self.audit = self.folder / "audit"
        shutil.copytree(ROOT / "examples/b200-unprepared", self.audit, ignore=shutil.ignore_patterns("evidence.sqlite*", "report.html"))
        self.ledger = self.audit / "evidence.sqlite"

    def tearDown(self):
        shutil.rmtree(self.folder)

    def start(self):
        return subprocess.Popen([str(BINARY), "audit", str(self.audit), "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def test_kills_at_any_moment_leave_whole_runs_only(self):
        began = time.monotonic()
        self.assertEqual(self.start().wait(), 0)
        length_s = time.monotonic() - began
        rng = random.Random(7)
        finished = 1
        for _ in range(KILLS):
            process = self.start()
            # Most of a run is reading; the ledger is written at its end. Half of the kills aim there.
            low = 0.0 if rng.random() < 0.5 else 0.8
            time.sleep(length_s * rng.uniform(low, 1.1))
            process.send_signal(signal.SIGKILL)
            finished += process.wait() == 0
        done = accelprep("verify", self.ledger)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows = rows_of(self.ledger)
        runs = {row[0] for row in rows["run"]}
        self.assertGreaterEqual(len(runs), finished)
        sizes = {table: {run: sum(row[1] == run for row in rows[table]) for run in runs} for table in ("measurement", "document", "chunk")}
        for table, by_run in sizes.items():
            self.assertEqual(len(set(by_run.values())), 1, f"{table}: every run has as many rows as every other: {by_run}")
            self.assertEqual({row[1] for row in rows[table]}, runs)
        print(f"\n{KILLS} kills, {finished - 1} came too late; {len(runs)} whole runs in the ledger", flush=True)
        self.assertIn("</html>", (self.audit / "report.html").read_text()[-200:])

    def test_an_interrupt_exits_130_and_writes_nothing(self):
        process = subprocess.Popen([str(BINARY), "audit", str(self.audit)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.15)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        if process.returncode == 0:
            self.skipTest("the audit was done before it could be interrupted")
        self.assertEqual((process.returncode, output), (130, ""), errors)
        self.assertFalse(self.ledger.exists())

    def test_every_flipped_byte_that_changes_a_row_is_found_and_the_run_named(self):
        for _ in range(2):
            self.assertEqual(accelprep("audit", self.audit).returncode, 0)
        original, said = self.ledger.read_bytes(), rows_of(self.ledger)
        rng = random.Random(11)
        changed = 0
        for _ in range(FLIPS):
            damaged = bytearray(original)
            damaged[rng.randrange(100, len(damaged))] ^= 1 << rng.randrange(8)  # behind SQLite's own header
            copy = self.folder / "copy.sqlite"
            copy.write_bytes(damaged)
            now = rows_of(copy)
            if now == said:
                continue  # free space, or an index page: no row says anything else
            changed += 1
            done = accelprep("verify", copy)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"(run +\d+|every run)  CHANGED")
        self.assertGreater(changed, FLIPS // 2)
        print(f"\n{FLIPS} bytes flipped, {changed} changed a row, all found", flush=True)


if __name__ == "__main__":
    unittest.main()
