#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Compares what the layers of a model add up to with the bare latency of the whole: what watching costs, and how far the
sum of the operators' medians and the unattributed part is from the median that nobody watched, once of the bare runs
that took turns with the watched ones, once of another process. Where the machine's speed drifts, only the first tells.

Usage: watching.py BUILD_DIR MODEL.pt [ROUNDS]
"""

import json
import os
import statistics
import subprocess
import sys


def run(build, command, model):
    arguments = [os.path.join(build, "bin/ridgepoint-cli"), command, model, "--json", "--quiet", "--runs", "100"]
    return json.loads(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout)


def main(build, model, rounds=5):
    costs, turns, sums = [], [], []
    for _ in range(int(rounds)):
        bare = run(build, "latency", model)["statistics"]["median_ns"]
        layers = run(build, "layers", model)
        operators = sum(
            item["statistics"]["median_ns"] for item in layers["items"] if item["kind"] == "operator"
        )
        whole = operators + layers["unattributed"]["statistics"]["median_ns"]
        costs.append(layers["watched_model"]["statistics"]["median_ns"] / layers["unwatched_median_ns"])
        turns.append(whole / layers["unwatched_median_ns"])
        sums.append(whole / bare)
        print(
            f"watched / unwatched {costs[-1]:.4f}, operators + unattributed / bare {turns[-1]:.4f}"
            f" in turns, {sums[-1]:.4f} of another process"
        )
    medians = [f"{statistics.median(ratios):.4f}" for ratios in (costs, turns, sums)]
    print(f"{os.path.basename(model)}: medians {', '.join(medians)}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
