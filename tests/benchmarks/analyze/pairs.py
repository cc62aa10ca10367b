# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Times whole processes in turn, so that a machine whose speed drifts hurts all of them alike."""

import os
import statistics
import subprocess
import time


def seconds(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


def timed_in_turn(commands, rounds):
    """Seconds of each command in each round, after one untimed run."""
    for command in commands:
        seconds(command)
    return list(zip(*([seconds(command) for command in commands] for _ in range(rounds))))


def ratio(above, below):
    """Median of the ratios round by round."""
    return statistics.median(a / b for a, b in zip(above, below))


def plain_run(build, model, shape):
    return [os.path.join(build, "tests/benchmarks/analyze/plain_run"), model, *map(str, shape)]


def analyze(build, model, shape):
    spec = "x".join(map(str, shape))
    return [os.path.join(build, "bin/rooflight-cli"), "analyze", model, "--input", spec, "--json", "--quiet"]
