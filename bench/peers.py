"""What the benchmarks share: peers installed on demand, one program measured by itself."""
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build/bench"


def measured(words):
    """(seconds, peak bytes) of one program; its output is kept back unless it fails."""
    started = time.monotonic()
    child = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        print(output.decode("utf-8", "replace")[-2000:], file=sys.stderr)
        return None
    return time.monotonic() - started, usage.ru_maxrss * 1024


def peers(packages):
    """The Python of an environment that has them."""
    WORK.mkdir(parents=True, exist_ok=True)
    env = WORK / "env"
    if not (env / "bin/python3").exists():
        subprocess.run([sys.executable, "-m", "venv", env], check=True)
        subprocess.run([env / "bin/pip", "install", "--quiet", *packages], check=True)
    return env / "bin/python3"
