"""A second, plain reading of what NVIDIA's tools print, to hold the program's against: {device: {metric: [values], "samples": n}}.

A metric with an empty list is one whose cells are all placeholders; one that is not there has no column or line.
"""
import csv
import gzip
import io
import re
import xml.etree.ElementTree

MIB = 1024 * 1024
METRICS = {"busy": 0.01, "memory_used_bytes": MIB, "power_w": 1, "temperature_c": 1, "memory_temperature_c": 1, "sm_clock_hz": 1e6}
QUERY = {"utilization.gpu": "busy", "memory.used": "memory_used_bytes", "power.draw": "power_w", "power.draw.average": "power_w",
         "power.draw.instant": "power_w", "temperature.gpu": "temperature_c", "temperature.memory": "memory_temperature_c",
         "clocks.sm": "sm_clock_hz", "clocks.current.sm": "sm_clock_hz"}
DMON = {"sm": "busy", "fb": "memory_used_bytes", "pwr": "power_w", "gtemp": "temperature_c", "mtemp": "memory_temperature_c",
        "pclk": "sm_clock_hz"}
SECTIONS = [("Utilization", "GPU", "busy"), ("FB Memory Usage", "Used", "memory_used_bytes"),
            ("GPU Power Readings", "Average Power Draw", "power_w"), ("GPU Power Readings", "Instantaneous Power Draw", "power_w"),
            ("Temperature", "GPU Current Temp", "temperature_c"), ("Temperature", "Memory Current Temp", "memory_temperature_c"),
            ("Clocks", "SM", "sm_clock_hz")]
ELEMENTS = [("utilization/gpu_util", "busy"), ("fb_memory_usage/used", "memory_used_bytes"), ("power_readings/power_draw", "power_w"),
            ("gpu_power_readings/power_draw", "power_w"), ("gpu_power_readings/average_power_draw", "power_w"),
            ("gpu_power_readings/instant_power_draw", "power_w"), ("temperature/gpu_temp", "temperature_c"),
            ("temperature/memory_temp", "memory_temperature_c"), ("clocks/sm_clock", "sm_clock_hz")]


def text_of(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")


def number(cell):
    match = re.fullmatch(r"(-?\d+(?:\.\d+)?)(?: *(?:%|MiB|MB|W|C|MHz))?", cell.strip())
    return float(match.group(1)) if match else None


def add(devices, name, cells):
    """One sample: (metric, cell) pairs, the first number of a metric counts."""
    device = devices.setdefault(name, {"samples": 0})
    device["samples"] += 1
    for metric in {metric for metric, _ in cells}:
        numbers = [number(cell) for cell_metric, cell in cells if cell_metric == metric and number(cell) is not None]
        device.setdefault(metric, []).extend(value * METRICS[metric] for value in numbers[:1])


def dmon(text):
    devices, names = {}, []
    for line in text.splitlines():
        words = line.lstrip("# ").split()
        if line.startswith("# gpu"):
            names = words
        elif not line.startswith("#") and len(words) == len(names):
            row = dict(zip(names, words))
            add(devices, row["gpu"], [(metric, row[name]) for name, metric in DMON.items() if name in row])
    return devices


def pmon(text):
    devices, before = {}, (0, 0)
    for words in (line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")):
        key = (int(words[0]), int(words[1]) if words[1] != "-" else -1)
        device = devices.setdefault(words[0], {"samples": 0, "busy": [], "ticks": []})
        if key <= before or not device["ticks"]:
            device["ticks"].append([])
        before = key
        if words[3] != "-":
            device["ticks"][-1].append(int(words[3]))
    for device in devices.values():
        ticks = device.pop("ticks")
        device["samples"], device["busy"] = len(ticks), [min(sum(tick), 100) / 100 for tick in ticks if tick]
    return devices


def query_csv(text, fields=None):
    devices = {}
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text)) if row]
    header = fields or [cell.split(" [")[0] for cell in rows[0]]
    for row in rows:
        if row[0] == "timestamp":
            continue
        cells = dict(zip(header, row))
        add(devices, cells.get("index", "0"), [(metric, cells[name]) for name, metric in QUERY.items() if name in cells])
    return devices


def query_text(text):
    devices = {}
    gpus = re.split(r"(?m)^GPU (?=[0-9A-F]{8}:)", text)[1:]
    for gpu in gpus:
        bus = gpu.split("\n", 1)[0].strip()
        cells = []
        for section, key, metric in SECTIONS:
            body = re.search(rf"(?m)^    {section} *\n((?:        .*\n)+)", gpu)
            value = re.search(rf"(?m)^        {key} +: (.*)$", body.group(1)) if body else None
            cells += [(metric, value.group(1))] if value else []
        add(devices, bus, cells)
        memory = {}  # of a GPU instance: its compute instances share it
        for instance in re.findall(r"(?m)^    MIG Device\n((?:        .*\n)+)", gpu):
            name = re.search(r"GPU Instance ID +: (\d+)", instance).group(1)
            memory[name] = re.search(r"FB Memory Usage\n +Total .*\n(?: +Reserved .*\n)? +Used +: (.*)", instance).group(1)
        for name, used in memory.items():
            add(devices, f"{bus}/GI{name}", [("memory_used_bytes", used)])
    return devices


def query_xml(text):
    devices = {}
    log = xml.etree.ElementTree.fromstring(text)
    if log.find("timestamp") is None:
        return devices
    for gpu in log.iter("gpu"):
        found = [(metric, gpu.findtext(path)) for path, metric in ELEMENTS]
        add(devices, gpu.get("id"), [(metric, cell) for metric, cell in found if cell is not None])
        for instance in gpu.iter("mig_device"):
            add(devices, f"{gpu.get('id')}/GI{instance.findtext('gpu_instance_id')}",
                [("memory_used_bytes", instance.findtext("fb_memory_usage/used"))])
    return devices
