# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""soak.py --cli ROOFLIGHT-CLI [--minutes N] MODEL...

One worker opens and measures the models in turn, some requests cancelled, some senseless, for as long as is asked for.
Prints its memory, descriptors and processes once a minute. Exit status 1 when one of them grew from the second quarter of
the time to the last.
"""

import argparse
import json
import pathlib
import random
import statistics
import subprocess
import sys
import time

from runs import Place

KINDS = ("inspect", "analyze", "latency", "layers", "methods", "inspect")
# Pages that the allocator keeps, and no more.
MOST_GROWTH_KIB = 1024


class Worker:
    def __init__(self, place):
        self.place = place
        self.process = place.start("serve", stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.read()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, kind, model, cancelled):
        """The type of the last record of the request."""
        self.number += 1
        request = {"type": kind, "request": self.number, "model": model, "warmup": 1, "runs": 5, "timeout_seconds": 60}
        self.send(json.dumps(request))
        if cancelled:
            self.send(json.dumps({"type": "cancel", "request": self.number}))
        while (record := self.read())["type"] not in ("done", "error"):
            pass
        return record

    def facts(self):
        """KiB of memory, descriptors, processes; those of a job that has just ended may still be there for a moment."""
        folder = pathlib.Path(f"/proc/{self.process.pid}")
        deadline = time.monotonic() + 5
        while True:
            descriptors, processes = len(list((folder / "fd").iterdir())), len(self.place.processes())
            if (descriptors <= 3 and processes <= 1) or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
        resident = int(status["VmRSS"].split()[0]) - int(status["RssFile"].split()[0])
        return resident, descriptors, processes


def groups_of(process):
    """Control groups of jobs that a worker has made."""
    return [str(folder) for folder in pathlib.Path("/sys/fs/cgroup").rglob(f"rooflight-job-{process}-*")]


def growth_of(samples):
    """Median of the last quarter less that of the second one, for each fact."""
    quarter = max(1, len(samples) // 4)
    parts = samples[quarter : 2 * quarter] or samples, samples[-quarter:]
    medians = [[statistics.median(values) for values in zip(*part)] for part in parts]
    return [after - before for before, after in zip(*medians)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("models", nargs="+", metavar="MODEL")
    options = parser.parse_args()
    place = Place(options.cli)
    worker = Worker(place)
    chance = random.Random(1)
    samples = []
    ends = {}
    begin = said = time.monotonic()
    while time.monotonic() - begin < options.minutes * 60:
        model = str(pathlib.Path(options.models[worker.number % len(options.models)]).resolve())
        end = worker.ask(chance.choice(KINDS), model, chance.random() < 0.1)
        name = end["type"] if end["type"] == "done" else end["code"]
        ends[name] = ends.get(name, 0) + 1
        if chance.random() < 0.05:
            worker.send("x" * chance.randrange(1, 100_000))
            worker.read()
        samples.append(worker.facts())
        if time.monotonic() - said > 60:
            said = time.monotonic()
            memory, descriptors, processes = samples[-1]
            print(f"{(said - begin) / 60:5.1f} min, {worker.number} requests: {memory} KiB, {descriptors} descriptors, "
                  f"{processes} processes", flush=True)
    worker.process.stdin.close()
    worker.process.wait()
    memory, descriptors, processes = growth_of(samples)
    print(f"{worker.number} requests, ends {ends}; growth: {memory:.0f} KiB, {descriptors:.0f} descriptors, "
          f"{processes:.0f} processes")
    problems = place.left_over()
    if memory > MOST_GROWTH_KIB or descriptors > 0 or processes > 0:
        problems.append("it grew")
    problems += groups_of(worker.process.pid)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


sys.exit(main())
