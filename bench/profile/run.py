#!/usr/bin/env python3
"""accelprep profile on a large request log, beside DuckDB's own aggregates and a polars and a pandas script of the same statistics.

  bench/profile/run.py [--rows=100000000] [--shape=requests|azure2024] [--formats=csv,parquet,gzip] [--keep] [--only=accelprep,duckdb,...]

Makes the log (seeded, synthetic) under build/bench/, installs the peers into build/bench/env with pip, runs each program by itself, one after
the other, and prints seconds, peak memory and the ratios. Run it on an idle machine: the figures of one run belong together.
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

# Poisson arrivals over a week with a day's shape; lengths as wide as those of public traces (log-normal, capped).
GENERATE = """
COPY (
  SELECT {stamp} AS "TIMESTAMP",
         least(32768, CAST(ceil(exp(6.9 + 1.1 * sqrt(-2 * ln(1 - u1)) * cos(6.283185 * u2))) AS BIGINT)) AS "ContextTokens",
         least(2000, CAST(ceil(exp(4.2 + 1.2 * sqrt(-2 * ln(1 - u1)) * sin(6.283185 * u2))) AS BIGINT)) AS "GeneratedTokens"
  FROM (SELECT random() AS u1, random() AS u2,
               i * {span} / {rows} + 20000 * (1 - cos(6.283185 * (i * {span} / {rows}) / 86400)) * 0.3 AS at_s
        FROM range({rows}) t(i))
) TO '{path}' ({options})
"""

DUCKDB_SCAN = "SELECT count(*), max(\"TIMESTAMP\"), sum(\"ContextTokens\"), sum(\"GeneratedTokens\") FROM {log}"
DUCKDB_PASSES = [
    "SELECT count(*) FROM (SELECT epoch_ns(\"TIMESTAMP\") // 1000000000 AS s, count(*) FROM {log} GROUP BY s)",
    "SELECT quantile_cont(\"ContextTokens\", [0.5, 0.9, 0.95, 0.99]), avg(\"ContextTokens\"), "
    "quantile_cont(\"GeneratedTokens\", [0.5, 0.9, 0.95, 0.99]), avg(\"GeneratedTokens\") FROM {log}",
]
DUCKDB = """
import duckdb, sys
engine = duckdb.connect(config={{"threads": {threads}}})
for query in {queries!r}:
    print(engine.execute(query).fetchall())
"""
POLARS = """
import polars as pl
log = {scan}.with_columns(pl.col("TIMESTAMP").str.to_datetime("%Y-%m-%d %H:%M:%S%.f") if {text} else pl.col("TIMESTAMP"))
gap = pl.col("TIMESTAMP").sort().diff().dt.total_nanoseconds() / 1e9
lengths = [getattr(pl.col(c), "quantile")(q).alias(f"{{c}}{{q}}") for c in ("ContextTokens", "GeneratedTokens") for q in (0.5, 0.9, 0.95, 0.99)]
print(log.select(pl.len(), gap.std().alias("gap_std"), gap.mean().alias("gap_mean"), gap.max().alias("silence"),
                 pl.col("ContextTokens").mean(), pl.col("GeneratedTokens").mean(), *lengths).collect(engine="streaming"))
print(log.group_by(pl.col("TIMESTAMP").dt.truncate("1s")).agg(pl.len().alias("n")).select(
    pl.len(), (pl.col("n").var() / pl.col("n").mean()).alias("dispersion")).collect(engine="streaming"))
"""
PANDAS = """
import pandas as pd
log = {read}
stamps = pd.to_datetime(log["TIMESTAMP"]).sort_values()
gaps = stamps.diff().dt.total_seconds()
print(len(log), gaps.std() / gaps.mean(), gaps.max())
print(log[["ContextTokens", "GeneratedTokens"]].quantile([0.5, 0.9, 0.95, 0.99]), log[["ContextTokens", "GeneratedTokens"]].mean())
seconds = stamps.dt.floor("s").value_counts()
print(seconds.var() / seconds.mean())
"""


def relation(path, form):
    return f"read_parquet('{path}')" if form == "parquet" else f"read_csv('{path}')"


def make(python, form, options):
    ending = {"csv": "csv", "gzip": "csv.gz", "parquet": "parquet"}[form]
    path = WORK / f"{options.shape}-{options.rows}.{ending}"
    if path.exists():
        return path
    copy = {"csv": "FORMAT csv", "gzip": "FORMAT csv, COMPRESSION gzip", "parquet": "FORMAT parquet"}[form]
    span = 604800 if options.shape == "azure2024" else 864000
    stamp = "make_timestamp(CAST(1715472000000000 + at_s * 1000000 AS BIGINT))"
    if form != "parquet":
        stamp = f"strftime({stamp}, '%Y-%m-%d %H:%M:%S.%f')"
    query = GENERATE.format(stamp=stamp, rows=options.rows, span=span, path=str(path) + ".part", options=copy)
    print(f"making {path.name} ...", flush=True)
    subprocess.run([python, "-c", f"import duckdb; e = duckdb.connect(); e.execute('SELECT setseed(0.42)'); e.execute({query!r})"], check=True)
    (pathlib.Path(str(path) + ".part")).rename(path)
    os.sync()  # or the first program would share the disk with what is still being written
    return path


def programs(python, path, form, rows):
    log = relation(path, form)
    threads = os.cpu_count()
    text = form != "parquet"
    read = f"pd.read_parquet({str(path)!r})" if form == "parquet" else f"pd.read_csv({str(path)!r})"
    scan = f"pl.scan_parquet({str(path)!r})" if form == "parquet" else f"pl.scan_csv({str(path)!r})"
    yield "accelprep", [ROOT / "build/release/accelprep", "profile", path, "--format=json", "--quiet"]
    yield "duckdb scan", [python, "-c", DUCKDB.format(threads=threads, queries=[DUCKDB_SCAN.format(log=log)])]
    yield "duckdb passes", [python, "-c", DUCKDB.format(threads=threads, queries=[query.format(log=log) for query in DUCKDB_PASSES])]
    yield "polars", [python, "-c", POLARS.format(scan=scan, text=text)]
    if rows <= 20_000_000:  # it holds the whole log in memory several times
        yield "pandas", [python, "-c", PANDAS.format(read=read)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000_000)
    parser.add_argument("--shape", choices=["requests", "azure2024"], default="requests")
    parser.add_argument("--formats", default="csv,parquet,gzip")
    parser.add_argument("--only", default="", help="names of programs, comma-separated")
    parser.add_argument("--keep", action="store_true", help="leave the logs for the next run")
    options = parser.parse_args()
    python = peers(PEERS)
    print(f"{options.rows} rows, {os.cpu_count()} cores, {platform.processor() or platform.machine()}, {time.strftime('%Y-%m-%d')}; {', '.join(PEERS)}")
    for form in options.formats.split(","):
        path = make(python, form, options)
        print(f"\n{form}: {path.stat().st_size / 1e9:.2f} GB")
        ours = None
        for name, words in programs(python, path, form, options.rows):
            if options.only and name.split()[0] not in options.only.split(","):
                continue
            found = measured(words)
            if found is None:
                print(f"  {name:<14} failed")
                continue
            ours = found[0] if name == "accelprep" else ours
            ratio = f"{found[0] / ours:6.2f} x accelprep's time" if ours and name != "accelprep" else ""
            print(f"  {name:<14} {found[0]:7.1f} s  {found[1] / 1e9:6.2f} GB  {ratio}", flush=True)
        if not options.keep:
            path.unlink()


if __name__ == "__main__":
    main()
