#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Holds estimates against measured runs, and verdicts against experiments on the same operators.

Usage: validate.py estimates|verdicts CLI MODEL[,INPUT]... [--top N]

estimates: each model at four and eight times the batch and in bfloat16, estimated and then measured. Prints the median
error and that of nine in ten, by change; peers publish 3.8 to 12 %.
verdicts: the N operators of each model with most to gain (10 when not given). Prints how many verdicts were proven,
contradicted and not decided, by bound, and beside them how far two equal processes differed.
"""

import argparse
import collections
import json
import os
import statistics
import subprocess
import sys

CHANGES = (("batch x4", ("--batch", "4")), ("batch x8", ("--batch", "8")), ("bfloat16", ("--precision", "bfloat16")))


def run(cli, command, model, *options):
    """Its JSON; None, and says why, where it failed."""
    file, _, shape = model.partition(",")
    arguments = [cli, command, file, *(("--input", shape) if shape else ()), *options, "--json", "--quiet"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"{os.path.basename(file)} {' '.join(options)}: {done.stderr.strip()[-200:]}", flush=True)
        return None
    return json.loads(done.stdout)


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def estimates(arguments):
    errors = collections.defaultdict(list)
    held, below, count = 0, 0, 0
    for model in arguments.models:
        for name, options in CHANGES:
            estimate = run(arguments.cli, "estimate", model, *options, "--effort", "quick")
            measured = run(arguments.cli, "latency", model, *options)
            if not estimate or not measured:
                continue
            there, median = estimate["there"], measured["statistics"]["median_ns"]
            error = there["median_ns"] / median - 1
            errors[name].append(abs(error))
            count += 1
            held += there["interval"][0] <= median <= there["interval"][1]
            below += there["median_ns"] < (there["limit_ns"] or 0)
            print(f"{os.path.basename(model):32} {name:9} expected {there['median_ns'] / 1e6:9.2f} ms, measured "
                  f"{median / 1e6:9.2f} ms, {error:+6.1%}, limit {(there['limit_ns'] or 0) / 1e6:8.2f} ms, "
                  f"{estimate['method']}", flush=True)
    for name, values in [*errors.items(), ("all", [error for values in errors.values() for error in values])]:
        if values:
            within = sum(error <= 0.2 for error in values) / len(values)
            print(f"{name:9} {len(values):3} estimates: median error {statistics.median(values):.1%}, nine in ten below "
                  f"{quantile(values, 0.9):.1%}, within 20 %: {within:.0%}")
    print(f"measured within the interval: {held} of {count}; estimates below their limit: {below}")


def verdicts(arguments):
    outcomes = collections.defaultdict(collections.Counter)
    controls, words = [], {True: "proven", False: "contradicted", None: "not decided"}
    for model in arguments.models:
        explained = run(arguments.cli, "explain", model, "--top", str(arguments.top), "--effort", "quick")
        for layer in explained["layers"] if explained else ():
            outcomes[layer["bound"]][words[layer["proven"]]] += 1
            controls += [abs(test["ratio"] - 1) for test in layer["tests"] if test["id"] == "control"]
            causes = ", ".join(f"{cause['id']} {cause['ratio']:.2f}" for cause in layer["causes"])
            print(f"{os.path.basename(model):32} {layer['path']:28} {layer['operator']:28} {layer['bound']:14} "
                  f"{words[layer['proven']]:12} {causes}", flush=True)
    total = sum(outcomes.values(), collections.Counter())
    for bound, counts in [*outcomes.items(), ("all", total)]:
        print(f"{bound:14} " + ", ".join(f"{counts[word]} {word}" for word in words.values()))
    if controls:
        print(f"two equal processes: median {statistics.median(controls):.1%}, nine in ten below "
              f"{quantile(controls, 0.9):.1%}, at most {max(controls):.1%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("estimates", "verdicts"))
    parser.add_argument("cli")
    parser.add_argument("models", nargs="+", metavar="MODEL[,INPUT]")
    parser.add_argument("--top", type=int, default=10)
    arguments = parser.parse_args()
    (estimates if arguments.what == "estimates" else verdicts)(arguments)


if __name__ == "__main__":
    sys.exit(main())
