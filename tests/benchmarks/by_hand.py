#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Holds `remedies --compile` against what a script written by hand finds for the same torch.export files.

Usage: by_hand.py CLI MODEL.pt2... [--seconds S] [--keep FOLDER]

By hand, in one Python process, interleaved: eager, channels last, frozen (traced, frozen and optimized for inference),
compiled and compiled with constants folded (torch.compile), bfloat16, and one thread instead of all. Each model's line
gives the fastest of both in milliseconds, and the ratio of their medians: below 1.10 is within 10 % of the best by hand.
Run it with the Python whose torch is the LibTorch of CLI, on an idle machine.
"""

import argparse
import contextlib
import copy
import json
import os
import statistics
import subprocess
import sys
import time

import torch


def converted(inputs, dtype):
    return [value.to(dtype) if isinstance(value, torch.Tensor) and value.is_floating_point() else value
            for value in inputs]


def frozen(module, inputs):
    traced = torch.jit.trace(module, inputs, check_trace=False, strict=False)
    return torch.jit.optimize_for_inference(torch.jit.freeze(traced.eval()))


@contextlib.contextmanager
def threads(count):
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def variants(path):
    """Names and calls; those that the model does not allow say why and are left out."""
    program = torch.export.load(path)
    module, inputs = program.module(), list(program.example_inputs[0])
    images = any(isinstance(value, torch.Tensor) and value.dim() == 4 for value in inputs)

    def channels_last():
        last = copy.deepcopy(module).to(memory_format=torch.channels_last)
        own = [value.contiguous(memory_format=torch.channels_last) if value.dim() == 4 else value for value in inputs]
        return lambda: last(*own)

    def bfloat16():
        half, own = copy.deepcopy(module).to(torch.bfloat16), converted(inputs, torch.bfloat16)
        return lambda: half(*own)

    def one_thread():
        def call():
            with threads(1):
                return module(*inputs)
        return call

    def traced():
        ready = frozen(module, tuple(inputs))
        return lambda: ready(*inputs)

    def inductor(freezing):
        def make():
            torch._dynamo.reset()
            with torch._inductor.config.patch(freezing=freezing):
                ready = torch.compile(copy.deepcopy(module))
                ready(*inputs)
            return lambda: ready(*inputs)
        return make

    makers = {"eager": lambda: lambda: module(*inputs), "frozen": traced, "bfloat16": bfloat16, "one thread": one_thread,
              "compiled": inductor(False), "compiled, frozen": inductor(True)}
    if images:
        makers["channels last"] = channels_last
    for name, make in makers.items():
        try:
            call = make()
            for _ in range(3):
                call()
            yield name, call
        except Exception as error:  # whatever a variant raises, the others are timed
            print(f"  {name}: {str(error).splitlines()[0][:160]}", flush=True)


def by_hand(path, seconds):
    """Medians in seconds, of rounds in which every variant runs once."""
    with torch.inference_mode():
        calls = dict(variants(path))
        times = {name: [] for name in calls}
        end = time.monotonic() + seconds
        while time.monotonic() < end or len(times["eager"]) < 10:
            for name, call in calls.items():
                began = time.perf_counter()
                call()
                times[name].append(time.perf_counter() - began)
    return {name: statistics.median(own) for name, own in times.items()}


def ours(cli, path, keep):
    """The best remedy's names and seconds; the model as it is, where nothing is faster; seconds as it is."""
    done = subprocess.run([cli, "remedies", path, "--compile", "--json", "--quiet"], capture_output=True, text=True,
                          check=False, env={**os.environ, "ROOFLIGHT_PYTHON": sys.executable})
    if done.returncode != 0:
        sys.exit(f"{path}: {done.stderr.strip()[-300:]}")
    found = json.loads(done.stdout)
    if keep:
        with open(os.path.join(keep, os.path.basename(path) + ".json"), "w", encoding="utf-8") as kept:
            kept.write(done.stdout)
    best = found["best"]
    as_it_is = found["baseline"]["median_ns"] / 1e9
    return ("+".join(best["ids"]) or "as it is", (best["median_ns"] / 1e9 if best["ids"] else as_it_is), as_it_is)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("models", nargs="+", metavar="MODEL.pt2")
    parser.add_argument("--seconds", type=float, default=16, help="of the script by hand, a model")
    parser.add_argument("--keep", help="a folder for what remedies says of each model")
    arguments = parser.parse_args()
    within = 0
    for path in arguments.models:
        name = os.path.basename(path)
        hand = by_hand(path, arguments.seconds)
        best = min(hand, key=hand.get)
        found, seconds, as_it_is = ours(arguments.cli, path, arguments.keep)
        ratio = seconds / hand[best]
        within += ratio <= 1.1
        print(f"{name:26} by hand {best:16} {hand[best] * 1e3:8.2f} ms (eager {hand['eager'] * 1e3:8.2f}); "
              f"remedies {found:40} {seconds * 1e3:8.2f} ms (as it is {as_it_is * 1e3:8.2f}); ratio {ratio:.2f}",
              flush=True)
    print(f"within 10 % of the best by hand: {within} of {len(arguments.models)}")


if __name__ == "__main__":
    main()
