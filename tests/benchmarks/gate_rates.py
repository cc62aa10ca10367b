#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""How often `compare --fail-on` is wrong on this machine: false alarms over pairs of runs of one model, and how often the
same model with a twentieth or a fifth more layers is caught.

Usage: gate_rates.py ROOFLIGHT_CLI [--pairs N] [--fail-on slower:3%] [--runs N] [--keep FOLDER]

Needs PyTorch. Prints after each pair a line a way to measure: two sessions one after the other, interleaved runs in one,
and of every five pairs the five sessions of either side.
"""

import argparse
import collections
import os
import subprocess
import tempfile

import torch

LAYERS = {"same": 20, "5 % slower": 21, "20 % slower": 24}
WIDTH = 256
SEVERAL = 5


def make_model(path, layers):
    blocks = [torch.nn.Linear(WIDTH, WIDTH) for _ in range(layers)]
    model = torch.nn.Sequential(*blocks).eval()
    torch.jit.save(torch.jit.trace(model, torch.rand(64, WIDTH)), path)


class Rates:
    """Runs the program, and counts how its comparisons ended."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.ends = collections.Counter()
        self.models = {name: os.path.join(folder, f"{layers}.pt") for name, layers in LAYERS.items()}
        for name, layers in LAYERS.items():
            make_model(self.models[name], layers)

    def measure(self, session, name, *more):
        limits = ["--runs", str(self.options.runs)] if self.options.runs else []
        command = [self.options.cli, "latency", self.models[name], "--threads", "1", "--quiet", "--save", session]
        run = subprocess.run([*command, *limits, *more], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if run.returncode != 0:
            raise SystemExit(f"gate_rates.py: latency {self.models[name]} ended with status {run.returncode}")

    def compare(self, way, name, *files):
        command = [self.options.cli, "compare", *files, "--fail-on", self.options.fail_on]
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if run.returncode not in (0, 1):
            raise SystemExit(f"gate_rates.py: compare {' '.join(files)} ended with status {run.returncode}: {run.stderr}")
        end = "failed" if run.returncode == 1 else "undecided" if "undecided on" in run.stderr else "passed"
        self.ends[way, name, end] += 1

    def session(self, number, name):
        return os.path.join(self.folder, f"{number}-{name.replace(' ', '')}.ridge")

    def pair(self, number):
        first = self.session(number, "before")
        self.measure(first, "same")
        for name, other in self.models.items():
            second = self.session(number, name)
            self.measure(second, name)
            self.compare("sessions", name, first, second)
            if name != "20 % slower":
                both = self.session(number, f"interleaved {name}")
                self.measure(both, "same", "--interleave", other)
                self.compare("interleaved", name, both)

    def several(self, numbers):
        """The sessions of some pairs, as they were measured in turn."""
        before = [self.session(number, "before") for number in numbers]
        for name in self.models:
            after = [self.session(number, name) for number in numbers]
            self.compare("five each", name, before[0], after[0], "--more-before", *before[1:], "--more-after", *after[1:])

    def print_rates(self):
        for way in ("sessions", "interleaved", "five each"):
            cells = []
            for name in LAYERS:
                failed, undecided, passed = (self.ends[way, name, end] for end in ("failed", "undecided", "passed"))
                if failed + undecided + passed > 0:
                    cells.append(f"{name}: {failed} of {failed + undecided + passed} failed, {undecided} undecided")
            if cells:
                print(f"{way:12} {self.options.fail_on}  {'; '.join(cells)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--fail-on", default="slower:3%")
    parser.add_argument("--runs", type=int)
    parser.add_argument("--keep", help="an empty folder for the sessions")
    options = parser.parse_args()
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        rates = Rates(options, options.keep or folder)
        for number in range(options.pairs):
            rates.pair(number)
            if number % SEVERAL == SEVERAL - 1:
                rates.several(range(number - SEVERAL + 1, number + 1))
            rates.print_rates()


main()
