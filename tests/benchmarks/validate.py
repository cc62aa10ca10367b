#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Holds estimates against measured runs, verdicts against experiments on the same operators, remedies against a second
run, and an operator's time against the script that repeats it.

Usage: validate.py estimates|verdicts|remedies|reproducers CLI MODEL[,INPUT]... [--top N] [--device DEVICE]

estimates: each model at four and eight times the batch, in bfloat16 and, where an export left it open, at twice the
length, estimated and then measured. Prints the median error and that of nine in ten, by change; peers publish 3.8 to 12 %.
verdicts: the N operators of each model with the most to gain (10 when not given). Prints how many verdicts were proven,
contradicted and not decided, by bound, how many of the proven underutilized ones name a cause that experiments found,
and how far two equal processes differed.
remedies: every remedy of each model, and all of them again afterwards. Prints how many gains the second run confirmed, its
interval meeting the first one's, and whether the best was ever slower than the model as it is.
reproducers: the scripts of `explain --reproducer` for the N operators with the most to gain, in this Python, whose torch
must be the LibTorch of CLI. Prints how many took within 10 % of the time that the session has of the call alone.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

# What a verdict calls a cause that experiments show.
SAME_CAUSE = {
    "page_faults": ("page_faults",),
    "memory_format": ("memory_format", "scalar_kernel", "narrow_rows"),
    "reorders": ("memory_format",),
    "denormals": ("denormals",),
    "threads": ("one_thread", "step_by_step", "scalar_kernel"),
    "fewer_threads": ("memory_format", "one_thread"),
    "contiguous": ("memory_format", "scalar_kernel"),
}
CHANGES = (("batch x4", ("--batch", "4")), ("batch x8", ("--batch", "8")), ("bfloat16", ("--precision", "bfloat16")))
# Of an export: how often the size it left open, and where that is.
OPEN_CHANGES = (("batch x4", 4, ".0"), ("batch x8", 8, ".0"), ("length x2", 2, ".1"))


DEVICE = []  # the option, where one is named


def run(cli, command, model, *options):
    """Its JSON; None, and says why, where it failed."""
    if command != "inspect":  # which runs nothing
        options = (*options, *DEVICE)
    file, _, shape = model.partition(",")
    arguments = [cli, command, file, *(("--input", shape) if shape else ()), *options, "--json", "--quiet"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"{os.path.basename(file)} {' '.join(options)}: {done.stderr.strip()[-200:]}", flush=True)
        return None
    return json.loads(done.stdout)


def changes(cli, model):
    """Names and options; of an export with open sizes those of its sample, multiplied."""
    if not model.endswith(".pt2"):
        return CHANGES
    sizes = {place[-2:]: (place, symbol["sample"]) for symbol in run(cli, "inspect", model)["symbols"]
             for place in symbol["places"][:1]}
    return (*((name, ("--dim", f"{sizes[which][0]}={factor * sizes[which][1]}"))
              for name, factor, which in OPEN_CHANGES if which in sizes), CHANGES[-1])


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def estimates(arguments):
    errors = collections.defaultdict(list)
    held, below, count = 0, 0, 0
    for model in arguments.models:
        for name, options in changes(arguments.cli, model):
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


def names_it(layer):
    """Whether the verdict names one of the causes that experiments found; None where they found none."""
    found = [cause["id"] for cause in layer["causes"]]
    if layer["bound"] != "underutilized" or not found:
        return None
    return any(name in layer["verdict_causes"] for cause in found for name in SAME_CAUSE.get(cause, ()))


def verdicts(arguments):
    outcomes = collections.defaultdict(collections.Counter)
    named = collections.Counter()
    controls, words = [], {True: "proven", False: "contradicted", None: "not decided"}
    for model in arguments.models:
        explained = run(arguments.cli, "explain", model, "--top", str(arguments.top), "--effort", "quick")
        for layer in explained["layers"] if explained else ():
            outcomes[layer["bound"]][words[layer["proven"]]] += 1
            controls += [abs(test["ratio"] - 1) for test in layer["tests"] if test["id"] == "control"]
            causes = ", ".join(f"{cause['id']} {cause['ratio']:.2f}" for cause in layer["causes"])
            if layer["proven"] and names_it(layer) is not None:
                named[names_it(layer)] += 1
            print(f"{os.path.basename(model):24} {layer['path'][-28:]:28} {layer['operator'][-16:]:16} "
                  f"{layer['median_ns'] / 1e6:8.3f} ms {layer['bound']:13} {100 * (layer['roof_fraction'] or 0):4.0f} % "
                  f"{words[layer['proven']]:12} says {'+'.join(layer['verdict_causes']) or '-'}; found {causes or '-'}",
                  flush=True)
    total = sum(outcomes.values(), collections.Counter())
    for bound, counts in [*outcomes.items(), ("all", total)]:
        print(f"{bound:14} " + ", ".join(f"{counts[word]} {word}" for word in words.values()))
    print(f"proven underutilized with a cause found: the verdict names it in {named[True]}, not in {named[False]}")
    if controls:
        print(f"two equal processes: median {statistics.median(controls):.1%}, nine in ten below "
              f"{quantile(controls, 0.9):.1%}, at most {max(controls):.1%}")


def meet(first, second):
    return first[0] <= second[1] and second[0] <= first[1]


def remedies(arguments):
    gains, confirmed, same_sign, slower = 0, 0, 0, 0
    for model in arguments.models:
        began = time.monotonic()
        first = run(arguments.cli, "remedies", model)
        seconds = time.monotonic() - began
        second = run(arguments.cli, "remedies", model)
        if not first or not second:
            continue
        later = {remedy["id"]: remedy for remedy in second["remedies"]}
        for remedy in first["remedies"]:
            again = later.get(remedy["id"], {})
            if remedy["verdict"] != "faster" or not again.get("interval"):
                continue
            holds = meet(remedy["interval"], again["interval"])
            gains += 1
            confirmed += holds
            same_sign += again["verdict"] == "faster"
            print(f"{os.path.basename(model):24} {remedy['id']:24} {remedy['ratio']:.3f} "
                  f"[{remedy['interval'][0]:.3f} {remedy['interval'][1]:.3f}], again {again['ratio']:.3f} "
                  f"[{again['interval'][0]:.3f} {again['interval'][1]:.3f}] {'' if holds else 'NOT '}confirmed, "
                  f"error {remedy['max_abs_error']}", flush=True)
        best = second["best"]
        low, high = best["interval"] or (1, 1)  # the model as it is has none
        slower += low > 1
        print(f"{os.path.basename(model):24} best {'+'.join(best['ids']) or 'as it is'} {best['ratio'] or 1:.3f} "
              f"[{low:.3f} {high:.3f}], {seconds:.0f} s", flush=True)
    print(f"{gains} gains: {same_sign} faster again, {confirmed} with intervals that meet; best slower: {slower}")


def reproducers(arguments):
    errors = []
    for model in arguments.models:
        with tempfile.TemporaryDirectory() as folder:
            run(arguments.cli, "explain", model, "--top", str(arguments.top), "--reproducer", folder)
            for script in sorted(pathlib.Path(folder).glob("*.py")):
                done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
                times = re.search(r"measured ([0-9.e+]+) us; the session had ([0-9.e+]+) us", done.stdout)
                if not times:
                    print(f"{os.path.basename(model)} {script.name}: {done.stderr.strip()[-200:]}", flush=True)
                    continue
                measured, had = map(float, times.groups())
                errors.append(abs(measured / had - 1))
                print(f"{os.path.basename(model):24} {script.name:36} measured {measured:9.1f} us, session {had:9.1f} us, "
                      f"{measured / had - 1:+.1%}", flush=True)
    if errors:
        print(f"within 10 %: {sum(error <= 0.1 for error in errors)} of {len(errors)}; median {statistics.median(errors):.1%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("estimates", "verdicts", "remedies", "reproducers"))
    parser.add_argument("cli")
    parser.add_argument("models", nargs="+", metavar="MODEL[,INPUT]")
    parser.add_argument("--top", type=int, default=10)
    parser.add_argument("--device")
    arguments = parser.parse_args()
    if arguments.device:
        DEVICE[:] = "--device", arguments.device
    {"estimates": estimates, "verdicts": verdicts, "remedies": remedies,
     "reproducers": reproducers}[arguments.what](arguments)


if __name__ == "__main__":
    sys.exit(main())
