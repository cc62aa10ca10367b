#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""How often `compare --fail-on` is wrong on this machine: false alarms over pairs of runs of one model, and how often the
same model with a twentieth more layers is caught.

Usage: gate_rates.py RIDGEPOINT_CLI [--pairs N] [--fail-on slower:3%] [--runs N]

Needs PyTorch. Prints after each pair a line a way to measure: two sessions one after the other, and
interleaved runs in one.
"""

import argparse
import collections
import os
import subprocess
import tempfile

import torch

LAYERS = 20  # one more is 5 %
WIDTH = 256


def make_model(path, layers):
    blocks = [torch.nn.Linear(WIDTH, WIDTH) for _ in range(layers)]
    model = torch.nn.Sequential(*blocks).eval()
    torch.jit.save(torch.jit.trace(model, torch.rand(64, WIDTH)), path)


def status_of(command):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode


def measure(cli, model, session, more):
    status = status_of([cli, "latency", model, "--threads", "1", "--quiet", "--save", session, *more])
    if status != 0:
        raise SystemExit(f"gate_rates.py: latency {model} ended with status {status}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--fail-on", default="slower:3%")
    parser.add_argument("--runs", type=int)
    options = parser.parse_args()
    limits = ["--runs", str(options.runs)] if options.runs else []
    torch.manual_seed(0)
    found = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        same, slower = os.path.join(folder, "same.pt"), os.path.join(folder, "slower.pt")
        make_model(same, LAYERS)
        make_model(slower, LAYERS + 1)
        first, second, pair = (os.path.join(folder, name) for name in ("a.ridge", "b.ridge", "pair.ridge"))
        compare = [options.cli, "compare", "--fail-on", options.fail_on]
        for number in range(options.pairs):
            measure(options.cli, same, first, limits)
            for name, other in (("same", same), ("slower", slower)):
                measure(options.cli, other, second, limits)
                found["sessions", name, status_of([*compare, first, second])] += 1
                measure(options.cli, same, pair, ["--interleave", other, *limits])
                found["interleaved", name, status_of([*compare, pair])] += 1
            for way in ("sessions", "interleaved"):
                alarms, caught = found[way, "same", 1], found[way, "slower", 1]
                print(f"{way:12} {options.fail_on}: {alarms} false alarms and {caught} caught of {number + 1}", flush=True)


main()
