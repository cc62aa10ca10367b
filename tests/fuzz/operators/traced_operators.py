#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Writes traces as PyTorch's profiler does, whose calls name LibTorch's operators with senseless shapes, strides, sizes
and numbers, and gives them to rooflight-cli import without --trust.

Every overload that LibTorch registers comes up in turn, known or not. A trace has to be imported or refused with a
sentence, within its time; operators without a count that are not on the list say that they need trust. Where the process
of a trace was ended by a signal the calls are halved until one is left. The exit status is 1 when something failed, and
77 where Python has no PyTorch.
"""

import argparse
import importlib.util
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

from operator_calls import names_of_page

SKIPPED = 77  # what CTest takes for "skipped"
SECONDS = 120  # a trace
TRACE_CALLS = 500
ACCEPTED = (0, 2, 3, 4, 5, 7)
KILLED = re.compile(r"signal SIG|killed|was ended|uses more than")
TYPES = ("float", "float", "float", "double", "long int", "int", "c10::Half", "c10::BFloat16", "bool", "unsigned char",
         "c10::complex<float>", "c10::qint8", "c10::Float8_e4m3fn", "nothing")
SIZES = (0, 1, 1, 2, 2, 3, 4, 5, 8, 17, 64, -1, 1 << 20, 1 << 31, 1 << 40, (1 << 62) + 1, (1 << 63) - 1, -(1 << 63))
SMALL = (0, 1, 1, 2, 2, 3, 3, 4, 5, 8, 17)
NUMBERS = (-1, 0, 0, 1, 1, 2, 3, 4, 5, 8, -2, -7, 100, 5000, 1 << 31, -(1 << 33), (1 << 63) - 1, -(1 << 63))
REALS = ("0.", "1.", "0.5", "-1.", "1e30", "nan", "inf", "-inf", "1e-320")
# Of LibTorch itself: Python registers more, which the program does not know.
NAMESPACES = ("aten", "quantized", "_quantized", "mkldnn", "onednn", "inductor", "sparse", "prepacked", "mkldnn_prepacked")
TRUST = "it is called for a trace only with --trust"


class Writer:
    """The arguments of calls, as the profiler records them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.shape = []

    def begin(self):
        rank = self.random.choice((0, 1, 2, 2, 3, 4, 4, 5))
        self.shape = [self.random.choice(SMALL) for _ in range(rank)]

    def sizes(self):
        if self.random.random() < 0.5:
            return list(self.shape)
        pool = SMALL if self.random.random() < 0.7 else SIZES
        return [self.random.choice(pool) for _ in range(self.random.choice((0, 1, 1, 2, 3, 4, 5, 12)))]

    def strides(self, shape):
        if self.random.random() < 0.7:
            strides, step = [], 1
            for size in reversed(shape):
                strides.insert(0, min(max(step, 0), (1 << 63) - 1))
                step *= size
            return strides
        return [self.random.choice(SIZES) for _ in shape]

    def tensor(self, kind):
        shape = self.sizes()
        return kind, shape, self.strides(shape), ""

    def argument(self, kind):
        """Type, shape, strides and value."""
        if kind.startswith("Optional["):
            return ("", [], [], "") if self.random.random() < 0.4 else self.argument(kind[9:-1])
        if kind == "Tensor":
            return self.tensor(self.random.choice(TYPES))
        if kind in ("List[Tensor]", "List[Optional[Tensor]]"):
            tensors = [self.tensor("") for _ in range(self.random.choice((0, 1, 2, 3)))]
            return "TensorList", [t[1] for t in tensors], [t[2] for t in tensors], ""
        if kind.startswith("List["):
            count = self.random.choice((0, 1, 2, 2, 3, 4))
            values = [str(size) for size in self.sizes()] if kind == "List[int]" and self.random.random() < 0.5 else [
                self.argument(kind[5:-1])[3] for _ in range(count)]
            return "ScalarList", [], [], "[" + ", ".join(values) + "]"
        values = {"int": [str(number) for number in NUMBERS], "float": REALS, "bool": ("True", "False"),
                  "number": [*REALS, *(str(number) for number in NUMBERS)], "str": ("",), "Device": ("cuda:0",)}
        known = values.get(kind)
        return ("Scalar", [], [], self.random.choice(known)) if known else ("", [], [], "")

    def event(self, schema, place):
        self.begin()
        parts = [self.argument(str(argument.type)) for argument in schema.arguments]
        details = {"External id": place, "Input type": [part[0] for part in parts], "Input Dims": [part[1] for part in parts],
                   "Input Strides": [part[2] for part in parts], "Concrete Inputs": [part[3] for part in parts]}
        return {"ph": "X", "cat": "cpu_op", "name": schema.name, "pid": 1, "tid": 1, "ts": 10.0 * place, "dur": 5.0,
                "args": details}


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Importer:
    def __init__(self, program, folder):
        self.program = program
        self.path = os.path.join(folder, "trace.json")
        self.environment = dict(os.environ, XDG_CACHE_HOME=folder, OMP_NUM_THREADS="1")

    def run(self, events):
        # A kernel makes it a trace of a GPU, which no roofs of this machine are measured for.
        kernel = {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1.0, "dur": 1.0, "args": {}}
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({"traceEvents": [*events, kernel]}, file)
        command = [self.program, "import", self.path, "--json", "--quiet", "--timeout", str(SECONDS)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False,
                              timeout=SECONDS + 60, preexec_fn=limit)

    def failure(self, run):
        """What is wrong with the answer; nothing where all is well."""
        if run.returncode not in ACCEPTED or KILLED.search(run.stderr):
            return f"status {run.returncode}: {run.stderr.strip()[-300:]}"
        return None

    def narrowed(self, events):
        """The fewest of these calls that fail, by halves."""
        while len(events) > 1:
            middle = len(events) // 2
            for half in (events[:middle], events[middle:]):
                if self.failure(self.run(half)):
                    events = half
                    break
            else:
                break
        return events


def unnamed(analysis, known):
    """Operators without a count that are not on the list and do not say so."""
    wrong = []
    for unknown in analysis["unknown"]:
        name = unknown["name"]
        listed = name in known or (name.endswith("_") and name[:-1] in known)
        if (unknown["reason"] == TRUST) == listed:
            wrong.append(f"{name}: {unknown['reason']!r}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="rooflight-cli")
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not importlib.util.find_spec("torch"):
        sys.exit(SKIPPED)
    import torch

    schemas = sorted(torch._C._jit_get_all_schemas(), key=lambda schema: (schema.name, schema.overload_name))
    known = set(names_of_page(guarded=True))
    own = [schema for schema in schemas if schema.name.split("::")[0] in NAMESPACES]
    random.Random(options.seed).shuffle(own)
    writer = Writer(options.seed)
    failures, refused, imported = [], set(), 0
    with tempfile.TemporaryDirectory(prefix="rooflight-traces-") as folder:
        importer = Importer(options.program, folder)
        for begin in range(0, options.calls, TRACE_CALLS):
            count = min(TRACE_CALLS, options.calls - begin)
            events = [writer.event(own[(begin + i) % len(own)], i + 1) for i in range(count)]
            run = importer.run(events)
            problem = importer.failure(run)
            if problem:
                left = importer.narrowed(events)
                failures.append(f"{', '.join(event['name'] for event in left[:3])}: {problem}\n  {json.dumps(left[0])}")
                print(failures[-1], flush=True)
            elif run.returncode == 0:
                imported += 1
                analysis = json.loads(run.stdout)["analysis"]
                failures += unnamed(analysis, known)
                refused |= {unknown["name"] for unknown in analysis["unknown"] if unknown["reason"] == TRUST}
    print(f"{options.calls} calls of {len(own)} overloads: {imported} traces imported, {len(refused)} operators named as "
          f"refused, {len(failures)} failures")
    print("\n".join(sorted(set(failures))[:50]))
    return 1 if failures or not imported or not refused else 0


if __name__ == "__main__":
    sys.exit(main())
