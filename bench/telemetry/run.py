#!/usr/bin/env python3
"""accelprep telemetry on a month of nvidia-smi's CSV, beside a pandas and a polars script of the same statistics.

  bench/telemetry/run.py [--days=30] [--devices=8] [--keep] [--only=accelprep,pandas,polars]

Makes the log (seeded, synthetic: a day's load with noise, one sample a second of each device, twelve columns with units) under build/bench/,
installs the peers into build/bench/env with pip, runs each program by itself, one after the other, and prints seconds, peak memory and the
ratios. Run it on an idle machine: the figures of one run belong together.
"""
import argparse
import os
import pathlib
import platform
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from peers import ROOT, WORK, measured, peers  # noqa: E402

PEERS = ["duckdb==1.4.4", "polars==1.35.2", "pandas==2.3.3", "pyarrow==21.0.0"]

GENERATE = """
COPY (
  SELECT strftime(make_timestamp(1793491200000000 + s * 1000000 + d * 137 + CAST(random() * 900 AS BIGINT) * 1000), '%Y/%m/%d %H:%M:%S.%g') AS "timestamp",
         ' ' || d AS " index", ' NVIDIA H100 80GB HBM3' AS " name",
         ' ' || busy || ' %' AS " utilization.gpu [%]", ' ' || busy // 2 || ' %' AS " utilization.memory [%]",
         ' ' || 60000 + busy * 100 || ' MiB' AS " memory.used [MiB]", ' 81559 MiB' AS " memory.total [MiB]",
         ' ' || printf('%.2f', 70 + 6.1 * busy + 5 * random()) || ' W' AS " power.draw [W]",
         ' ' || 30 + busy // 3 AS " temperature.gpu", ' ' || 40 + busy // 3 AS " temperature.memory",
         ' ' || 1980 - busy // 4 * 5 || ' MHz' AS " clocks.current.sm [MHz]",
         CASE WHEN busy > 95 THEN ' 0x0000000000000004' ELSE ' 0x0000000000000000' END AS " clocks_event_reasons.active"
  FROM (SELECT s, d, greatest(0, least(100, CAST(55 + 45 * sin(s * 6.283185 / 86400 + d) + 15 * (random() - 0.5) AS INTEGER))) AS busy
        FROM range({seconds}) a(s), range({devices}) b(d) ORDER BY s, d)
) TO '{path}' (FORMAT csv, QUOTE '')
"""
READ = """
COLUMNS = ["timestamp", "index", "name", "utilization.gpu [%]", "utilization.memory [%]", "memory.used [MiB]", "memory.total [MiB]",
           "power.draw [W]", "temperature.gpu", "temperature.memory", "clocks.current.sm [MHz]", "clocks_event_reasons.active"]
MEASURED = ["utilization.gpu [%]", "memory.used [MiB]", "power.draw [W]", "temperature.gpu", "temperature.memory", "clocks.current.sm [MHz]"]
"""
# The same figures a device as accelprep's: mean, median, 90th and 95th percentile and maximum of the six measured columns, shares of samples
# at 0 and below 5 %, idle runs (the longest, the share in runs over 600 s, the share that holds memory), the time under each of four clock
# reasons, the interval's median and longest, gaps of over three intervals, and the means of every minute, from which a soak is judged.
PANDAS = READ + """
import pandas as pd
log = pd.read_csv({path!r}, skipinitialspace=True)
log["timestamp"] = pd.to_datetime(log["timestamp"], format="%Y/%m/%d %H:%M:%S.%f")
for column in MEASURED:
    if log[column].dtype == object:
        log[column] = log[column].str.split(" ").str[0].astype("float64")
mask = log["clocks_event_reasons.active"].map(lambda text: int(text, 16))
for device, rows in log.groupby("index"):
    print(device, rows[MEASURED].agg(["mean", "max"]), rows[MEASURED].quantile([0.5, 0.9, 0.95]))
    gaps = -rows["timestamp"].diff(-1).dt.total_seconds()
    busy = rows["utilization.gpu [%]"]
    idle = busy == 0
    runs = gaps.where(idle, 0).groupby((~idle).cumsum()).sum()
    holding = gaps[idle & (rows["memory.used [MiB]"] > 954)].sum()
    print(idle.mean(), (busy < 5).mean(), runs.max(), runs[runs > 600].sum() / max(runs.sum(), 1), holding / gaps.sum())
    print([gaps[(mask[rows.index] & bit > 0)].sum() for bit in (0x4, 0x20, 0x40, 0x80)], gaps.median(), gaps.max(), (gaps > 3 * gaps.median()).sum())
    print(len(rows.groupby(rows["timestamp"].dt.floor("min"))[MEASURED].mean()))
"""
POLARS = READ + """
import polars as pl
log = pl.scan_csv({path!r}, has_header=False, skip_rows=1, new_columns=COLUMNS, schema_overrides=[pl.String] * 12)
log = log.with_columns(
    pl.col("timestamp").str.to_datetime("%Y/%m/%d %H:%M:%S%.f"), pl.col("index").str.strip_chars().cast(pl.Int64),
    *[pl.col(column).str.strip_chars(" %MiBWHz").cast(pl.Float64) for column in MEASURED],
    pl.col("clocks_event_reasons.active").str.strip_chars(" ").str.slice(2).str.to_integer(base=16).alias("mask"))
gap = -pl.col("timestamp").diff(-1).dt.total_nanoseconds() / 1e9
busy = pl.col("utilization.gpu [%]")
figures = [f(pl.col(c)).alias(f"{{c}} {{n}}") for c in MEASURED for n, f in (
    ("mean", lambda x: x.mean()), ("p50", lambda x: x.quantile(0.5)), ("p90", lambda x: x.quantile(0.9)), ("p95", lambda x: x.quantile(0.95)),
    ("max", lambda x: x.max()))]
reasons = [gap.filter(pl.col("mask") & bit > 0).sum().alias(f"s at {{bit}}") for bit in (0x4, 0x20, 0x40, 0x80)]
print(log.group_by("index").agg(
    *figures, *reasons, (busy == 0).mean().alias("zero"), (busy < 5).mean().alias("below 5"), gap.median().alias("interval"), gap.max().alias("longest"),
    gap.filter((busy == 0) & (pl.col("memory.used [MiB]") > 954)).sum().alias("idle holding memory"),
    (gap > 3 * gap.median()).sum().alias("gaps")).collect(engine="streaming"))
runs = log.with_columns((busy != 0).cum_sum().over("index").alias("run"), gap.over("index").alias("gap")).filter(busy == 0).group_by(
    "index", "run").agg(pl.col("gap").sum().alias("s"))
print(runs.group_by("index").agg(pl.col("s").max(), pl.col("s").filter(pl.col("s") > 600).sum().alias("over 600")).collect(engine="streaming"))
print(log.group_by("index", pl.col("timestamp").dt.truncate("1m")).agg(*[pl.col(c).mean() for c in MEASURED]).select(pl.len()).collect(
    engine="streaming"))
"""


def make(python, options):
    path = WORK / f"telemetry-{options.devices}x{options.days}.csv"
    if path.exists():
        return path
    query = GENERATE.format(seconds=int(options.days * 86400), devices=options.devices, path=f"{path}.part")
    print(f"making {path.name} ...", flush=True)
    subprocess.run([python, "-c", f"import duckdb; e = duckdb.connect(); e.execute('SELECT setseed(0.42)'); e.execute({query!r})"], check=True)
    pathlib.Path(f"{path}.part").rename(path)
    os.sync()  # or the first program would share the disk with what is still being written
    return path


def programs(python, path):
    yield "accelprep", [ROOT / "build/release/accelprep", "telemetry", path, "--format=json", "--quiet"]
    yield "polars", [python, "-c", POLARS.format(path=str(path))]
    yield "pandas", [python, "-c", PANDAS.format(path=str(path))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=float, default=30)
    parser.add_argument("--devices", type=int, default=8)
    parser.add_argument("--only", default="", help="names of programs, comma-separated")
    parser.add_argument("--keep", action="store_true", help="leave the log for the next run")
    options = parser.parse_args()
    python = peers(PEERS)
    path = make(python, options)
    print(f"{int(options.days * 86400) * options.devices} rows, {path.stat().st_size / 1e9:.2f} GB, {os.cpu_count()} cores, "
          f"{platform.processor() or platform.machine()}, {time.strftime('%Y-%m-%d')}; {', '.join(PEERS)}", flush=True)
    ours = None
    for name, words in programs(python, path):
        if options.only and name not in options.only.split(","):
            continue
        found = measured(words)
        if found is None:
            print(f"  {name:<10} failed", flush=True)
            continue
        ours = found[0] if name == "accelprep" else ours
        ratio = f"{found[0] / ours:6.2f} x accelprep's time" if ours and name != "accelprep" else ""
        print(f"  {name:<10} {found[0]:7.1f} s  {found[1] / 1e9:6.2f} GB  {ratio}", flush=True)
    if not options.keep:
        path.unlink()


if __name__ == "__main__":
    main()
