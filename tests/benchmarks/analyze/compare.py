#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Times `ridgepoint-cli analyze` as a whole process against plain_run, the least that a program on LibTorch pays.

Usage: compare.py BUILD_DIR MODEL.pt [PAIRS]     (a model that takes 1x3x224x224)

The two run in turn, so that a machine whose speed drifts hurts both alike; printed are the medians and the median of
the ratios pair by pair.
"""

import os
import statistics
import subprocess
import sys
import time


def seconds(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main(build, model, pairs=9):
    plain = [os.path.join(build, "tests/benchmarks/analyze/plain_run"), model, "1", "3", "224", "224"]
    ours = [os.path.join(build, "bin/ridgepoint-cli"), "analyze", model, "--input", "1x3x224x224", "--json", "--quiet"]
    for command in (plain, ours):
        seconds(command)
    times = [(seconds(plain), seconds(ours)) for _ in range(int(pairs))]
    print(f"plain run: {statistics.median(a for a, _ in times):.3f} s")
    print(f"analyze:   {statistics.median(b for _, b in times):.3f} s")
    print(f"ratio:     {statistics.median(b / a for a, b in times):.2f}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
