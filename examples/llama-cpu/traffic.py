#!/usr/bin/env python3
"""Open-loop Poisson traffic against an OpenAI-style /v1/completions with streaming, one CSV row a request.

The whole schedule (arrival times and lengths) is drawn from the seed before the first request is sent, and latency counts
from the arrival that was intended. `capacity` keeps every slot busy instead, to learn what the server can do.
"""
import argparse
import asyncio
import csv
import datetime
import json
import random
import sys
import time

PROMPT_MEDIAN, PROMPT_SIGMA, PROMPT_MAX = 120, 0.7, 700    # characters; the byte vocabulary makes a token of each
OUTPUT_MEDIAN, OUTPUT_SIGMA, OUTPUT_MAX = 60, 0.7, 400     # tokens


def stamp(wall_s):
    return datetime.datetime.fromtimestamp(wall_s, datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def draw_lengths(rng):
    prompt = min(PROMPT_MAX, max(8, round(rng.lognormvariate(0, PROMPT_SIGMA) * PROMPT_MEDIAN)))
    output = min(OUTPUT_MAX, max(4, round(rng.lognormvariate(0, OUTPUT_SIGMA) * OUTPUT_MEDIAN)))
    return prompt, output


def draw_prompt(rng, characters):
    return "".join(rng.choice("abcdefghijklmnopqrstuvwxyz     ") for _ in range(characters))


async def send(port, prompt, output_tokens):
    """One streaming completion. Returns (first token time, end time, input tokens, output tokens, outcome)."""
    body = json.dumps({"prompt": prompt, "max_tokens": output_tokens, "ignore_eos": True, "stream": True,
                       "cache_prompt": False, "temperature": 1.0, "stream_options": {"include_usage": True}}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                     b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        status = (await reader.readline()).split()
        if len(status) < 2 or status[1] != b"200":
            return None, time.time(), None, None, "http_" + (status[1].decode() if len(status) > 1 else "closed")
        first, usage = None, {}
        async for line in reader:
            if not line.startswith(b"data: ") or line.startswith(b"data: [DONE]"):
                continue
            event = json.loads(line[6:])
            usage = event.get("usage") or usage
            if first is None and event.get("choices") and event["choices"][0].get("text"):
                first = time.time()
        done = usage.get("completion_tokens") == output_tokens
        return first, time.time(), usage.get("prompt_tokens"), usage.get("completion_tokens"), "ok" if done else "cut_short"
    except OSError as error:
        return None, time.time(), None, None, type(error).__name__
    finally:
        writer.close()


async def capacity(options):
    rng = random.Random(options.seed)
    done, stop_at = [], time.monotonic() + options.seconds

    async def worker():
        while time.monotonic() < stop_at:
            prompt, output = draw_lengths(rng)
            result = await send(options.port, draw_prompt(rng, prompt), output)
            done.append((time.monotonic(), result[4], result[3] or 0))

    started = time.monotonic()
    await asyncio.gather(*(worker() for _ in range(options.concurrency)))
    half = started + options.seconds / 2                        # the first half warms up
    counted = [row for row in done if half <= row[0] <= stop_at and row[1] == "ok"]
    print(json.dumps({"requests_per_s": round(len(counted) / (stop_at - half), 4),
                      "output_tokens_per_s": round(sum(row[2] for row in counted) / (stop_at - half), 2),
                      "concurrency": options.concurrency, "counted_s": options.seconds / 2}))


async def poisson(options):
    rng = random.Random(options.seed)
    schedule, at = [], 0.0
    while True:
        at += rng.expovariate(options.rate)
        if at >= options.seconds:
            break
        prompt, output = draw_lengths(rng)
        schedule.append((at, draw_prompt(rng, prompt), output))
    wall_0, mono_0 = time.time() + 1, time.monotonic() + 1
    rows = []

    async def one(at, prompt, output):
        sent = time.time()
        first, end, input_tokens, output_tokens, outcome = await send(options.port, prompt, output)
        rows.append((stamp(wall_0 + at), stamp(sent), stamp(first) if first else "", stamp(end),
                     input_tokens or "", output_tokens or "", outcome))

    tasks = []
    for at, prompt, output in schedule:
        await asyncio.sleep(max(0.0, mono_0 + at - time.monotonic()))
        tasks.append(asyncio.create_task(one(at, prompt, output)))
    await asyncio.gather(*tasks)
    rows.sort()
    with open(options.out, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["arrival", "sent", "first_token", "end", "input_tokens", "output_tokens", "outcome"])
        writer.writerows(rows)
    print(f"{len(rows)} requests, {sum(row[6] != 'ok' for row in rows)} not ok", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=["capacity", "poisson"])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--rate", type=float, help="requests a second (poisson)")
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", default="requests.csv")
    options = parser.parse_args()
    asyncio.run({"capacity": capacity, "poisson": poisson}[options.mode](options))


if __name__ == "__main__":
    main()
