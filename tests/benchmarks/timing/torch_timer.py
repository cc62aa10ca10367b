#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Compares the median of `ridgepoint-cli latency` with that of torch.utils.benchmark, on the same file, threads and
settings, in pairs that take turns in who begins.

Usage: torch_timer.py BUILD_DIR MODEL.pt [PAIRS [SECONDS [SHAPE]]]
"""

import json
import os
import statistics
import subprocess
import sys

PEER = """
import sys, torch, torch.utils.benchmark
path, threads, seconds, shape = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
torch.set_num_threads(threads)
model = torch.jit.load(path).eval()
torch.manual_seed(1)
x = torch.randn([int(size) for size in shape.split("x")])
with torch.inference_mode():
    for _ in range(10):
        model(x)
    timer = torch.utils.benchmark.Timer("model(x)", globals={"model": model, "x": x}, num_threads=threads)
    print(timer.blocked_autorange(min_run_time=seconds).median)
"""


def peer(model, threads, seconds, shape):
    command = [sys.executable, "-c", PEER, model, str(threads), str(seconds), shape]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def ours(build, model, threads, seconds, shape):
    command = [os.path.join(build, "bin/ridgepoint-cli"), "latency", model, "--json", "--quiet", "--input", shape]
    command += ["--threads", str(threads), "--seconds", str(seconds), "--warmup", "10"]
    result = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(result)["statistics"]["median_ns"] / 1e9


def main(build, model, pairs=5, seconds=5, shape="1x3x224x224"):
    threads = len(os.sched_getaffinity(0))
    ratios = []
    for pair in range(int(pairs)):
        times = {}
        for name in ("ours", "peer") if pair % 2 == 0 else ("peer", "ours"):
            times[name] = ours(build, model, threads, seconds, shape) if name == "ours" else peer(
                model, threads, seconds, shape
            )
        ratios.append(times["ours"] / times["peer"])
        print(f"ridgepoint {times['ours'] * 1e3:.3f} ms, torch.utils.benchmark {times['peer'] * 1e3:.3f} ms")
    print(f"{os.path.basename(model)}: median ratio of {pairs} pairs {statistics.median(ratios):.4f}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
