#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Compares what the layers of a model add up to with the bare latency of the whole: what instrumentation costs, and how
far the sum of the operators' medians and the unattributed part is from the bare median: of the bare runs that were
interleaved with the instrumented ones, and of another process. Where the machine's speed drifts, only the first is fair.

Usage: instrumentation.py BUILD_DIR MODEL.pt [ROUNDS]
"""

import json
import os
import statistics
import subprocess
import sys


def run(build, command, model):
    arguments = [os.path.join(build, "bin/rooflight-cli"), command, model, "--json", "--quiet", "--runs", "100"]
    return json.loads(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout)


def main(build, model, rounds=5):
    costs, interleaved, sums = [], [], []
    for _ in range(int(rounds)):
        bare = run(build, "latency", model)["statistics"]["median_ns"]
        layers = run(build, "layers", model)
        operators = sum(
            item["statistics"]["median_ns"] for item in layers["items"] if item["kind"] == "operator"
        )
        whole = operators + layers["unattributed"]["statistics"]["median_ns"]
        costs.append(layers["watched_model"]["statistics"]["median_ns"] / layers["unwatched_median_ns"])
        interleaved.append(whole / layers["unwatched_median_ns"])
        sums.append(whole / bare)
        print(
            f"instrumented / bare {costs[-1]:.4f}, operators + unattributed / bare {interleaved[-1]:.4f}"
            f" interleaved, {sums[-1]:.4f} of another process"
        )
    medians = [f"{statistics.median(ratios):.4f}" for ratios in (costs, interleaved, sums)]
    print(f"{os.path.basename(model)}: medians {', '.join(medians)}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
