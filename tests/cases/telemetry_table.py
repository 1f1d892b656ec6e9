"""What `accelprep telemetry` reads of each file or group of files, as one JSON document for [[expect]]:

  telemetry_table.py BINARY NAME=FILE[,FILE...] ...   {"files": [{"name", "exit", "error", "devices", "server", "rejected", "notes"}]}

A NAME ending in * takes every file that the pattern after = matches, each by its own name.
"""
import glob
import json
import pathlib
import subprocess
import sys

METRICS = ["busy", "sm_active", "tensor_active", "dram_active", "memory_used_bytes", "power_w", "temperature_c", "memory_temperature_c", "sm_clock_hz"]


def row_of(binary, name, files):
    done = subprocess.run([binary, "telemetry", *files, "--format=json", "--quiet"], capture_output=True, text=True)
    row = {"name": name, "exit": done.returncode, "error": done.stderr.strip()}
    if done.returncode != 0:
        return row
    found = json.loads(done.stdout)
    row["devices"] = [{"id": device["id"], "samples": device["samples"], "busy": device["busy"] and device["busy"]["mean"],
                       "absent": " ".join(metric for metric in METRICS if device[metric] is None)} for device in found["devices"]]
    row["server"] = found["server"] and found["server"]["recordings"][0]
    row["saturation"] = found["server"] and found["server"]["saturation"]
    row["beside_busy"] = found["server"] and found["server"]["beside_busy"]
    row["rejected"] = sum(rows["count"] for rows in found["rejected_rows"])
    row["reasons"] = "; ".join(rows["reason"] for rows in found["rejected_rows"])
    row["times"] = found["times"]
    row["notes"] = "; ".join(found["notes"])
    return row


def main(words):
    binary, rows = words[0], []
    for word in words[1:]:
        name, _, files = word.partition("=")
        if name.endswith("*"):
            rows += [row_of(binary, pathlib.Path(path).name, [path]) for path in sorted(glob.glob(files))]
        else:
            rows.append(row_of(binary, name, files.split(",")))
    json.dump({"files": rows}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
