#!/usr/bin/env python3
"""Runs load generators of today for a few seconds against a server that is none, and imports what they write.

  bench/import/record.py [--binary=build/release/accelprep] [--seconds=8] [TOOL...]

TOOL: aiperf, guidellm, inference-perf (all where none is named). Each goes into a virtual environment of its own under build/import-tools,
where it is not there yet (inference-perf takes Python 3.12). The server answers in the OpenAI protocol with words at a fixed pace, on 127.0.0.1, and ends with the script.
The figures are of no machine: what is shown is that the formats of these versions are read. Exits 1 where one is not.
"""
import argparse
import http.server
import json
import pathlib
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build/import-tools"
FIRST_S, NEXT_S, TOKENS = 0.03, 0.004, 16  # to the first word, between words, words unless fewer are asked for


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.send(json.dumps({"object": "list", "data": [{"id": "tiny", "object": "model"}]}).encode())

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        count = min(asked.get("max_tokens") or asked.get("max_completion_tokens") or TOKENS, TOKENS)
        chat = self.path.endswith("chat/completions")
        kind = "chat.completion" if chat else "text_completion"
        piece = "chat.completion.chunk" if chat else "text_completion"
        usage = {"prompt_tokens": 20, "completion_tokens": count, "total_tokens": 20 + count}
        if not asked.get("stream"):
            time.sleep(FIRST_S + NEXT_S * count)
            choice = {"index": 0, "finish_reason": "length"} | ({"message": {"role": "assistant", "content": "w " * count}} if chat else {"text": "w " * count})
            return self.send(json.dumps({"id": "a", "object": kind, "model": "tiny", "choices": [choice], "usage": usage}).encode())
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for i in range(count):
            time.sleep(FIRST_S if i == 0 else NEXT_S)
            choice = {"index": 0, "finish_reason": None if i + 1 < count else "length"} | ({"delta": {"content": "w "}} if chat else {"text": "w "})
            self.event({"id": "a", "object": piece, "model": "tiny", "choices": [choice]})
        self.event({"id": "a", "object": piece, "model": "tiny", "choices": [], "usage": usage})
        self.event("[DONE]")
        self.wfile.write(b"0\r\n\r\n")

    def event(self, data):
        line = f"data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode()
        self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
        self.wfile.flush()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, *_):  # a client that hangs up
        pass


TOKENIZER = """
import sys
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast
words = ["<unk>", "<s>", "</s>"] + ["w%d" % i for i in range(500)] + list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:!?'-")
tokenizer = Tokenizer(models.WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>", bos_token="<s>", eos_token="</s>", pad_token="</s>").save_pretrained(sys.argv[1])
"""


def environment(tool):
    home = WORK / tool
    if not (home / "bin" / tool).exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([home / "bin/pip", "install", "-q", tool], check=True)
    words = WORK / "tokenizer"
    if not words.exists():
        subprocess.run([home / "bin/python", "-c", TOKENIZER, words], check=True)
    return home, words


def command_of(tool, url, seconds, out):
    home, words = environment(tool)
    program = home / "bin" / tool
    if tool == "aiperf":
        return [program, "profile", "--model", "tiny", "--tokenizer", words, "--url", url, "--endpoint-type", "chat", "--streaming",
                "--use-server-token-count", "--synthetic-input-tokens-mean", "20", "--output-tokens-mean", "16", "--request-rate", "5",
                "--benchmark-duration", str(seconds), "--warmup-request-count", "3", "--ui", "none", "--output-artifact-dir", out]
    if tool == "guidellm":
        return [program, "run", "--backend", f"kind=openai_http,target={url},model=tiny", "--profile", "kind=poisson,rate=5",
                "--constraint", f"kind=max_duration,seconds={seconds}", "--tokenizer", f"kind=hf_auto,model={words}",
                "--data", "kind=synthetic_text,prompt_tokens=20,output_tokens=16", "--output", "kind=json,path=benchmarks.json",
                "--disable-console-interactive"]
    settings = out / "config.yml"
    settings.write_text(json.dumps({  # JSON is YAML
        "load": {"type": "poisson", "stages": [{"rate": 5, "duration": seconds}], "num_workers": 1},
        "api": {"type": "completion", "streaming": True},
        "server": {"type": "vllm", "model_name": "tiny", "base_url": url, "ignore_eos": True},
        "tokenizer": {"pretrained_model_name_or_path": str(words)},
        "data": {"type": "random", "input_distribution": {"min": 10, "max": 30, "mean": 20, "std_dev": 5, "total_count": 200},
                 "output_distribution": {"min": 16, "max": 16, "mean": 16, "std_dev": 0, "total_count": 200}},
        "report": {"request_lifecycle": {"summary": True, "per_stage": True, "per_request": False}},
        "storage": {"local_storage": {"path": str(out / "reports")}}}))
    return [program, "--config_file", settings]


PATTERNS = {"aiperf": ["profile_export_aiperf.json", "profile_export_aiperf.csv", "profile_export.jsonl"],
            "guidellm": ["**/*.json"],
            "inference-perf": ["**/summary_lifecycle_metrics.json", "**/stage_*_lifecycle_metrics.json"]}


def version_of(tool):
    shown = subprocess.run([WORK / tool / "bin/pip", "show", tool], capture_output=True, text=True, check=True).stdout
    return next(line.split()[1] for line in shown.splitlines() if line.startswith("Version:"))


def record(tool, url, options):
    out = WORK / "out" / tool
    out.mkdir(parents=True, exist_ok=True)
    for old in out.rglob("*.*"):
        if old.is_file():
            old.unlink()
    command = command_of(tool, url, options.seconds, out)
    with open(out / "console.txt", "w") as console:
        done = subprocess.run([str(word) for word in command], cwd=out, stdout=console, stderr=subprocess.STDOUT, timeout=options.seconds + 240)
    files = sorted(path for pattern in PATTERNS[tool] for path in out.glob(pattern))
    print(f"{tool} {version_of(tool)}: exit {done.returncode}, {len(files)} files")
    read = bool(files)
    for path in files:
        shown = subprocess.run([options.binary, "import", path, "--format=json"], capture_output=True, text=True)
        read = read and shown.returncode == 0
        if shown.returncode != 0:
            print(f"  {path.name}: {shown.stderr.strip()}")
            continue
        for run in json.loads(shown.stdout)["runs"]:
            print(f"  {path.name}: {run['arrival']}, offered {run['offered_per_s']}, achieved {run['achieved_per_s']}, counts {run['counts']}, "
                  f"graded {run['grade']}, {', '.join(metric['definition'] for metric in run['metrics'])}")
    if not files:
        print("\n".join((out / "console.txt").read_text(errors="replace").splitlines()[-15:]))
    return read


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=ROOT / "build/release/accelprep")
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("tools", nargs="*", metavar="TOOL")
    options = parser.parse_args()
    server = Server(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    ok = [record(tool, url, options) for tool in options.tools or list(PATTERNS)]
    server.shutdown()
    return 0 if all(ok) else 1


if __name__ == "__main__":
    sys.exit(main())
