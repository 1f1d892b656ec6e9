"""Runs the real program for the tests beside this file."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = pathlib.Path(os.environ.get("ACCELPREP_BINARY", ROOT / "build/release/accelprep"))


def accelprep(*words, cwd=None, environment=None, program=BINARY):
    """The finished process, with its texts. The environment is bare, so that what a developer has set changes nothing."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH") if name in os.environ}
    return subprocess.run([str(program), *map(str, words)], cwd=cwd, env=kept | {"LANG": "C.UTF-8"} | (environment or {}),
                          capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)


def verbs():
    """The verbs as the overview lists them."""
    lines = accelprep("help").stdout.splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("   ")]
    return [word for word in listed if word not in ("help", "completion")]
