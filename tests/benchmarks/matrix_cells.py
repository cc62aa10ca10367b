#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""A matrix of many cells: none is lost, each costs little beyond its own measurement, and its index opens anywhere.

Usage: matrix_cells.py ROOFLIGHT_CLI ROOFLIGHT [--cells 1000] [--folder FOLDER]

Copies of a tiny model x inputs x executions x targets are measured by the local engine, which is ended by Ctrl+C, and once
killed, after each tenth of the cells, and called again. Then the index is read with pandas, each session with the Python
package, and both again by the desktop program. The cost of a cell is what the calls took, divided by the cells, beyond what
rooflight-cli takes for such cells alone, which are measured between the calls: a machine that is busy slows both. Needs a
Python with pandas. Fifteen minutes for 1,000 cells on a small machine; exit status 1 where something is wrong.
"""

import argparse
import itertools
import os
import pathlib
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import pandas

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "app" / "python"))

import rooflight  # noqa: E402

MODEL = ROOT / "tests" / "data" / "profiler" / "small.pt"
COMMAND = "latency"
LIMITS = {"warmup": 1, "runs": 10}
EXECUTIONS = {"loaded": {}, "channels_last": {"memory_format": "channels_last"}}
TARGETS = {"one": {"threads": 1}, "two": {"threads": 2}}
MOST_INPUTS = 25
PARTS = 10  # calls
KILLED_PART = 5
ALONE = 8  # cells that are measured alone after each call
MOST_SECONDS = 0.3  # a cell, beyond the measurement
OFFSCREEN = os.environ | {"QT_QPA_PLATFORM": "offscreen"}


class Checks:
    def __init__(self):
        self.failed = False

    def check(self, what, holds, more=""):
        print(f"{'ok  ' if holds else 'FAIL'} {what} {more}", flush=True)
        self.failed = self.failed or not holds


class Spent:
    """Seconds, and those of processors in all programs that ended, since it was made."""

    def __init__(self):
        self.start = self.now()

    @staticmethod
    def now():
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.monotonic(), children.ru_utime + children.ru_stime

    def seconds(self):
        return [now - start for now, start in zip(self.now(), self.start)]


class Matrix:
    """Models x inputs x executions x targets."""

    def __init__(self, cli, folder, cells):
        self.cli = cli
        self.folder = folder
        self.out = folder / "measured"
        per_input = len(EXECUTIONS) * len(TARGETS)
        inputs = min(MOST_INPUTS, max(1, cells // per_input))
        models = max(1, cells // (per_input * inputs))
        self.specs = {f"i{i}": f"{1 + i % 5}x3x{16 + 8 * (i // 5)}x{16 + 8 * (i // 5)}" for i in range(inputs)}
        self.models = [folder / f"small{i}.pt" for i in range(models)]
        for model in self.models:
            shutil.copyfile(MODEL, model)
        self.cells = list(itertools.product(self.models, self.specs.values(), EXECUTIONS.values(), TARGETS.values()))

    def write_plan(self):
        def keys(values):
            return [f"{key} = {value!r}" for key, value in values.items()]

        lines = ["[options]", f"command = '{COMMAND}'", *keys(LIMITS)]
        for model in self.models:
            lines += ["[[model]]", f"file = '{model}'"]
        for name, spec in self.specs.items():
            lines += ["[[input]]", f"name = '{name}'", f"specs = ['{spec}']"]
        for title, tables in (("execution", EXECUTIONS), ("target", TARGETS)):
            for name, values in tables.items():
                lines += [f"[[{title}]]", f"name = '{name}'", *keys(values)]
        (self.folder / "plan.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def sessions(self):
        return {entry.name: entry.stat().st_mtime_ns for entry in os.scandir(self.out) if entry.name.endswith(".ridge")}

    def call(self, end_with=None, after=0):
        """Exit status and seconds of a call, which a signal ends once so many sessions are there."""
        spent = Spent()
        command = [self.cli, "matrix", self.folder / "plan.toml", "--out", self.out, "--quiet", "--trust-plan"]
        program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while end_with and program.poll() is None:
            if self.out.exists() and len(self.sessions()) >= after:
                program.send_signal(end_with)
                end_with = None
            time.sleep(0.2)
        return program.wait(), spent.seconds()

    def alone(self, part):
        """Seconds of each of some cells, other ones for each part."""
        seconds = []
        for model, spec, execution, target in self.cells[part :: max(1, len(self.cells) // ALONE)][:ALONE]:
            words = [self.cli, COMMAND, model, "--input", spec, "--quiet", "--save", self.folder / "alone.ridge"]
            for key, value in (LIMITS | execution | target).items():
                words += [f"--{key.replace('_', '-')}", str(value)]
            spent = Spent()
            subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
            seconds.append(spent.seconds())
        return seconds


def measure(checks, matrix):
    """Fills the folder; seconds of the calls, and of cells alone."""
    calls, alone = [], []
    for part in range(1, PARTS + 1):
        signal_ = None if part == PARTS else signal.SIGKILL if part == KILLED_PART else signal.SIGINT
        status, seconds = matrix.call(signal_, len(matrix.cells) * part // PARTS)
        expected = {None: 0, signal.SIGINT: 6, signal.SIGKILL: -signal.SIGKILL}[signal_]
        done = len(matrix.sessions())
        checks.check(f"call {part} {'is killed' if expected < 0 else f'has status {expected}'}", status == expected,
                     f"({status}; {done} cells, load {os.getloadavg()[0]:.1f})")
        calls.append(seconds)
        alone += matrix.alone(part)
    return calls, alone


def check_cost(checks, cells, calls, alone):
    for name, index in (("seconds", 0), ("processor seconds", 1)):
        in_matrix = sum(call[index] for call in calls) / cells
        by_itself = statistics.mean(one[index] for one in alone)
        checks.check(f"a cell costs less than {MOST_SECONDS} {name}", in_matrix - by_itself < MOST_SECONDS,
                     f"({in_matrix - by_itself:.3f}: {in_matrix:.3f} in the matrix, {by_itself:.3f} alone)")


def check_sessions(checks, matrix, rows):
    """Each session is whole, and says what the index says of it."""
    wrong = []
    for row in rows.itertuples():
        session = rooflight.read(matrix.out / row.session)
        stats = session.statistics
        if not stats or stats["median_ns"] != row.median_ns or stats["count"] != LIMITS["runs"] or session.records["error"]:
            wrong.append(row.session)
    checks.check("each session holds what the index says of it", not wrong, " ".join(wrong[:5]))


def check_window(checks, matrix, window):
    for name in ("cells.csv", "cells.html", "cells.png"):
        start = time.monotonic()
        path = matrix.folder / name
        run = subprocess.run([window, "--export", path, matrix.out], env=OFFSCREEN, check=False)
        checks.check(f"the window writes {name}", run.returncode == 0 and path.stat().st_size > 0,
                     f"({time.monotonic() - start:.1f} s)")
    shown = pandas.read_csv(matrix.folder / "cells.csv")
    checks.check("the window has all cells", len(shown) == len(matrix.cells) and set(shown.status) == {"done"},
                 f"({shown.outlier.sum()} unlike the others)")


def check(cli, window, folder, cells):
    checks = Checks()
    matrix = Matrix(cli, folder, cells)
    matrix.write_plan()
    total = len(matrix.cells)
    print(f"{total} cells on {os.cpu_count()} processors", flush=True)
    calls, alone = measure(checks, matrix)
    rows = pandas.read_csv(matrix.out / "matrix.csv")
    sessions = matrix.sessions()
    checks.check("no cell is lost", len(rows) == total and set(rows.status) == {"done"} and set(rows.session) == set(sessions),
                 f"({len(rows)} rows, {len(sessions)} sessions)")
    endings = {path.suffix for path in matrix.out.iterdir()}
    checks.check("nothing else is left", endings == {"", ".ridge", ".log", ".csv", ".json"}, " ".join(sorted(endings)))
    check_sessions(checks, matrix, rows)
    status, (again, _) = matrix.call()
    checks.check("one more call measures nothing", status == 0 and matrix.sessions() == sessions, f"({again:.1f} s)")
    check_cost(checks, total, calls, alone)
    check_window(checks, matrix, window)
    return 1 if checks.failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=os.path.abspath)
    parser.add_argument("window", type=os.path.abspath)
    parser.add_argument("--cells", type=int, default=1000)
    parser.add_argument("--folder", help="keeps all files there")
    options = parser.parse_args()
    if options.folder:
        folder = pathlib.Path(options.folder).resolve()
        folder.mkdir(parents=True)
        sys.exit(check(options.cli, options.window, folder, options.cells))
    with tempfile.TemporaryDirectory(prefix="rooflight-cells-") as folder:
        sys.exit(check(options.cli, options.window, pathlib.Path(folder), options.cells))


if __name__ == "__main__":
    main()
