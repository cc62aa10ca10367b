#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Counts a model of the shape of Llama 3 without a run, and holds prefill and decode against published formulas.

Usage: check_llama.py --cli ROOFLIGHT_CLI [--size tiny|8b|70b] [--weights none|int8|int4] [--length N] [--batch N]

Parameters: those of the architecture, "The Llama 3 Herd of Models", table 3. Forward FLOPs of a token: 2 N + 4 L C d with
N parameters of products, L layers, C tokens that are attended to and d the width of all heads (Kaplan et al., "Scaling
Laws for Neural Language Models", table 1; its attention counts 2 L C d for the first of two products). Bytes of the cache
of a token: 2 L times key heads, width of a head and bytes of a number. All within 1 %, the bytes of weights, with scales
and zero points, to the integer. The time and memory of an analysis are said; the exit status is 1 when a figure is wrong.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

SKIPPED = 77

try:
    import llama_export
except ImportError as error:
    print(f"skipped: {sys.executable} cannot import what builds the model: {error}")
    sys.exit(SKIPPED)

TOLERANCE = 0.01


def product_parameters(shape):
    """Parameters of the products of one token, without the last one."""
    keys = shape.key_heads * shape.head_width
    return shape.layers * (2 * shape.width**2 + 2 * shape.width * keys + 3 * shape.width * shape.hidden)


def parameters(shape):
    norms = (2 * shape.layers + 1) * shape.width
    return product_parameters(shape) + 2 * shape.words * shape.width + norms


def product_bytes(weights, inputs, outputs):
    """Weights of a product as they are read, with scales and zero points, which are of 16 bits each."""
    if weights == "int8":
        return inputs * outputs + 2 * outputs
    if weights == "int4":
        return inputs * outputs // 2 + inputs // llama_export.Int4Linear.GROUP * outputs * 2 * 2
    return 2 * inputs * outputs


def weight_bytes(shape, weights, tokens):
    """Each weight once, of the table of words a row a token."""
    keys = shape.key_heads * shape.head_width
    products = [(shape.width, shape.width)] * 2 + [(shape.width, keys)] * 2 \
        + [(shape.width, shape.hidden)] * 2 + [(shape.hidden, shape.width)]
    block = sum(product_bytes(weights, *sides) for sides in products) + 2 * 2 * shape.width
    head = product_bytes(weights, shape.width, shape.words)
    return shape.layers * block + 2 * shape.width + head + 2 * min(tokens, shape.words) * shape.width


def expected(shape, weights, batch, length, past):
    """Published figures of a step with `length` new tokens behind `past` ones; the last product is of one token each."""
    head = shape.words * shape.width
    attention = 4 * shape.layers * (past + length) * shape.width
    return {
        "sequences": batch,
        "tokens": length,
        "context": past,
        "flops_per_token": 2 * product_parameters(shape) + attention + 2 * head / length,
        "weight_bytes": weight_bytes(shape, weights, batch * length),
        "cache_bytes_per_token": 4 * shape.layers * shape.key_heads * shape.head_width if past else 0,
    }


def analyze(cli, file, sizes, session):
    """Seconds of the whole command."""
    start = time.monotonic()
    dimensions = [word for size in sizes for word in ("--dim", size)]
    subprocess.run([cli, "analyze", file, "--predict", "--quiet", "--save", session, *dimensions],
                   check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def differences(found, wanted):
    for key, value in wanted.items():
        if abs(found[key] - value) > (0 if key == "weight_bytes" else TOLERANCE * value):
            yield f"{key} {found[key]}, published {value}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--size", choices=llama_export.SIZES, default="tiny")
    parser.add_argument("--weights", choices=["none", "int8", "int4"], default="none")
    parser.add_argument("--length", type=int, default=4096)
    parser.add_argument("--batch", type=int, default=2)
    parser.add_argument("--folder", help="with prefill.pt2 and decode.pt2, made before")
    options = parser.parse_args()
    shape = llama_export.SIZES[options.size]
    wrong = []
    with tempfile.TemporaryDirectory(prefix="rooflight-llama-") as scratch:
        folder = options.folder or scratch
        if not options.folder:
            llama_export.write(folder, shape, options.weights)
        steps = {"prefill": (options.length, 0), "decode": (1, options.length)}
        sizes = {"prefill": [f"input_ids.0={options.batch}", f"input_ids.1={options.length}"],
                 "decode": [f"input_ids.0={options.batch}", *(f"past[{layer}][0].2={options.length}" for layer in range(shape.layers))]}
        for name in steps:
            seconds = analyze(options.cli, os.path.join(folder, name + ".pt2"), sizes[name],
                              os.path.join(scratch, name + ".ridge"))
            print(f"{name}: counted in {seconds:.1f} s")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        print(f"most memory of a process: {peak / 1e6:.2f} GB")
        sessions = [os.path.join(scratch, name + ".ridge") for name in steps]
        subprocess.run([options.cli, "tokens", *sessions], check=True)
        tokens = json.loads(subprocess.run([options.cli, "tokens", "--json", *sessions], check=True,
                                           stdout=subprocess.PIPE).stdout)
        for workload, (length, past) in zip(tokens["workloads"], steps.values()):
            # The formula has the products only; the rest is below 1 % of a large model.
            workload["flops_per_token"] = 2 * workload["macs"] / (workload["sequences"] * workload["tokens"])
            wrong += differences(workload, expected(shape, options.weights, options.batch, length, past))
        shown = json.loads(subprocess.run([options.cli, "show", "--json", sessions[0]], check=True,
                                          stdout=subprocess.PIPE).stdout)
        if options.weights == "none":
            wrong += differences(shown["analysis"]["model"], {"parameters": parameters(shape)})
    for text in wrong:
        print("WRONG " + text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
