#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""How `rooflight-cli analyze` grows with the number of operators, against a plain run of the same model.

Usage: scaling.py BUILD_DIR [ROUNDS]     (with a Python that has torch)

Two kinds of models of linear layers of 64 and activations: "layers" is traced and has a layer of its own for each
operator, as models have; "loop" is scripted and calls one layer over and over, which costs a plain run next to
nothing.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import warnings

import torch
from torch import nn

from pairs import analyze, plain_run, ratio, timed_in_turn

SHAPE = (1, 64)
SIZES = {"layers": (1_000, 10_000), "loop": (1_000, 10_000, 100_000)}


class Step(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(64, 64)
        self.activation = nn.ReLU()

    def forward(self, x):
        return self.activation(self.linear(x))


class Loop(nn.Module):
    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self.step = Step()

    def forward(self, x):
        for _ in range(self.steps):
            x = self.step(x)
        return x


def save(kind, operators, file):
    steps = operators // 2
    if kind == "loop":
        module = torch.jit.script(Loop(steps).eval())
    else:
        module = torch.jit.trace(nn.Sequential(*[Step() for _ in range(steps)]).eval(), torch.rand(SHAPE),
                                 check_trace=False)
    module.save(file)


def heap(build, file):
    command = [os.path.join(build, "tests/benchmarks/analyze/recorded_memory"), file, "x".join(map(str, SHAPE))]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split(",")[0]


def main(build, rounds=5):
    warnings.filterwarnings("ignore")
    print(f"{'model':16} {'plain run':>10} {'analyze':>10} {'ratio':>6} {'more an operator':>17}  heap of the analysis")
    with tempfile.TemporaryDirectory(prefix="rooflight-scaling-") as folder:
        for kind, sizes in SIZES.items():
            before = None
            for operators in sizes:
                file = os.path.join(folder, f"{kind}{operators}.pt")
                save(kind, operators, file)
                plain, ours = timed_in_turn([plain_run(build, file, SHAPE), analyze(build, file, SHAPE)], int(rounds))
                now = operators, statistics.median(ours)
                growth = f"{(now[1] - before[1]) / (now[0] - before[0]) * 1e6:.1f} us" if before else ""
                print(f"{kind + ' ' + format(operators, ','):16} {statistics.median(plain):8.3f} s {now[1]:8.3f} s "
                      f"{ratio(ours, plain):6.2f} {growth:>17}  {heap(build, file)}", flush=True)
                before = now


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
