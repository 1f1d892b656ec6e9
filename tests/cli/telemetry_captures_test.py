"""Real outputs of NVIDIA's tools, file by file: what is used, what is absent and why, what is rejected; every mean against a second reading.

telemetry_captures.csv has a line a file. `python3 telemetry_captures_test.py --update` writes it anew, from the program's own output.
"""
import csv
import json
import os
import pathlib
import sys
import unittest

import nvidia_captures
from program import ROOT, accelprep

TABLE = pathlib.Path(__file__).with_name("telemetry_captures.csv")
COLUMNS = ["file", "kind", "samples", "absent", "rejected"]
SHARED = pathlib.Path(os.environ.get("ACCELPREP_SHARED", ROOT.parent / "shared"))
FOLDERS = ["formats-nvidia-smi-captures/split", "formats-nvidia-smi-xml", "nvidia-smi-dmon-logs", "nvidia-smi-csv-logs"]
FIELDS = {"4gpu_noheader_nounits_noindex.csv": ["timestamp", "utilization.gpu", "memory.used"],
          "a4500_noheader_units_5s.csv": ["timestamp", "utilization.gpu", "utilization.memory", "memory.used", "memory.free", "temperature.gpu",
                                          "power.draw"]}
BY_ORDER = {"4gpu_noheader_nounits_noindex.csv"}  # no column names its devices: tests/cases/telemetry/four_cards_told_by_order
READERS = {"nvidia-smi dmon": nvidia_captures.dmon, "nvidia-smi pmon": nvidia_captures.pmon, "nvidia-smi -q": nvidia_captures.query_text,
           "nvidia-smi -q -x": nvidia_captures.query_xml}
METRICS = [*nvidia_captures.METRICS, "sm_active", "sm_occupancy", "tensor_active", "dram_active"]


def data_files():
    base = SHARED / "data" / "telemetry"
    return [path for folder in FOLDERS for path in sorted((base / folder).iterdir())
            if path.suffix not in {".md", ".sh"} and path.is_file()]


def read(path):
    fields = [f"--fields={','.join(FIELDS[path.name])}"] if path.name in FIELDS else []
    done = accelprep("telemetry", path, "--format=json", *fields)
    return (json.loads(done.stdout), "") if done.returncode == 0 else (None, done.stderr.strip())


def plainly(path, kind):
    text = nvidia_captures.text_of(path)
    if kind == "nvidia-smi CSV":
        return nvidia_captures.query_csv(text, FIELDS.get(path.name))
    return READERS[kind](text)


def row_of(path, document, error, plain):
    """The file's line of the table."""
    if document is None:
        said = error.removeprefix("accelprep: ").removeprefix(f"{path}: ").split(";")
        return dict(zip(COLUMNS, [path.name, "refused", "", "", ";".join(said[:1 if said[0].startswith("is ") else 2]).split(" (first ")[0]]))
    samples, absent = [], []
    for device in document["devices"]:
        samples.append(f"{device['id']}: {device['samples']}")
        why = {}
        columns = plain[device["id"] if device["id"] in plain else "0"]
        for metric in METRICS:
            if device[metric] is None:
                reason = "placeholder" if metric in columns else "not in the file"
                why.setdefault(reason, []).append(metric)
        absent += [f"{device['id']}: {reason}: {' '.join(metrics)}" for reason, metrics in sorted(why.items(), reverse=True)]
    rejected = [f"{rows['count']} {rows['reason']}" for rows in document["rejected_rows"]]
    return dict(zip(COLUMNS, [path.name, document["context"]["inputs"][0]["kind"], "; ".join(samples), "; ".join(absent), "; ".join(rejected)]))


@unittest.skipUnless((SHARED / "data" / "telemetry").is_dir(), "needs shared data: no folder ../shared, and ACCELPREP_SHARED is not set")
class Captures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(TABLE, newline="", encoding="utf-8") as file:
            cls.table = {row["file"]: row for row in csv.DictReader(file)}

    def test_each_file_is_listed_and_each_line_has_its_file(self):
        self.assertEqual([path.name for path in data_files()], list(self.table))
        self.assertGreater(len(self.table), 130)

    def test_each_file_is_read_as_its_line_says_and_each_mean_is_that_of_the_file(self):
        for path in data_files():
            with self.subTest(file=path.name):
                document, error = read(path)
                plain = plainly(path, document["context"]["inputs"][0]["kind"]) if document else {}
                self.assertEqual(row_of(path, document, error, plain), self.table[path.name])
                if document and path.name not in BY_ORDER:
                    self.check_figures(document, plain)

    def check_figures(self, document, plain):
        self.assertEqual({device["id"]: device["samples"] for device in document["devices"]},
                         {name: device["samples"] for name, device in plain.items()})
        for device in document["devices"]:
            for metric in METRICS:
                values = plain[device["id"]].get(metric, [])
                if not values:
                    self.assertIsNone(device[metric], metric)
                    continue
                mean = sum(values) / len(values)
                self.assertAlmostEqual(device[metric]["mean"], mean, delta=1e-9 * max(1, abs(mean)), msg=metric)
                top = device[metric].get("max", max(values))
                self.assertAlmostEqual(top, max(values), delta=0.051 if metric == "power_w" else 1e-9 * max(1, max(values)), msg=metric)

    def test_what_is_no_telemetry_is_refused_with_what_to_record(self):
        refused = [path for path in data_files() if path.name.endswith(("table.txt", "compute-apps.csv"))]
        self.assertEqual(len(refused), 40)
        for path in refused[::7]:
            document, error = read(path)
            self.assertIsNone(document)
            self.assertIn("record with nvidia-smi --query-gpu=timestamp,index,name,utilization.gpu", error)


def update():
    with open(TABLE, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        for path in data_files():
            document, error = read(path)
            plain = plainly(path, document["context"]["inputs"][0]["kind"]) if document else {}
            table.writerow(row_of(path, document, error, plain))


if __name__ == "__main__":
    if "--update" in sys.argv[1:]:
        update()
    else:
        unittest.main()
