#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Compares what the layers of a model add up to with the bare latency of the whole: what watching costs, and how far the
sum of the operators' medians and the unattributed part is from the median that nobody watched.

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
    costs, sums = [], []
    for _ in range(int(rounds)):
        bare = run(build, "latency", model)["statistics"]["median_ns"]
        layers = run(build, "layers", model)
        operators = sum(
            item["statistics"]["median_ns"] for item in layers["items"] if item["kind"] == "operator"
        )
        whole = operators + layers["unattributed"]["statistics"]["median_ns"]
        costs.append(layers["watched_model"]["statistics"]["median_ns"] / layers["unwatched_median_ns"])
        sums.append(whole / bare)
        print(f"watched / unwatched {costs[-1]:.4f}, operators + unattributed / bare {sums[-1]:.4f}")
    print(f"{os.path.basename(model)}: medians {statistics.median(costs):.4f} and {statistics.median(sums):.4f}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
