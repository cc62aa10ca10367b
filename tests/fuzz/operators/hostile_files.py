#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Writes TorchScript files that misuse one operator each, and gives them to rooflight-cli without --trust.

The operators are those of LibTorch that take sizes, strides, offsets or indices, known or not; they get numbers that do
not fit. A file has to be refused by name, to fail with an error, or to run. The exit status is 1 when the process of one
ended by a signal. What operators do to memory is tried more thoroughly by operator_calls.py.
"""

import argparse
import collections
import os
import random
import re
import subprocess
import sys
import tempfile
import zipfile
from typing import Any

import torch

STATUSES = {0: "ran", 7: "refused"}
FAILED = (2, 3, 4)  # a signal ends with 3 or 4, too, and a sentence of the program's own
KILLED = re.compile(r"killed the process that \w+ it: signal SIG")
QUOTED = re.compile(r"\"[^\"]*\"")  # what is not the program's own


class Victim(torch.nn.Module):
    def forward(self, x) -> Any:  # an unused result would not be computed
        return torch.relu(x)


TENSORS = ("x", "i", "j", "f")
PRELUDE = """    i = torch.mul(torch.to(x, 4), 1000003)
    j = torch.sub(torch.to(torch.select(x, 0, 0), 4), 99999999)
    f = torch.reshape(x, [-1])
"""


def value(kind, rng):
    if kind.startswith("Optional["):
        return "None" if rng.random() < 0.5 else value(kind[9:-1], rng)
    if kind.startswith("List["):
        return "[" + ", ".join(value(kind[5:-1], rng) for _ in range(rng.choice((1, 2, 2, 3)))) + "]"
    choices = {"Tensor": TENSORS, "int": ("-1", "0", "1", "2", "3", "4096", "1000000007", "-8589934592"),
               "float": ("0.5", "1e30"), "number": ("1", "-3", "1e30"), "bool": ("True", "False"),
               "str": ('"mean"', '"sum"', '"max"'), "Device": ('torch.device("cpu")',)}
    return rng.choice(choices[kind])


def call_text(schema, rng):
    """The call as PyTorch writes it; None for what needs objects."""
    words = []
    for argument in schema.arguments:
        if argument.has_default_value() and (argument.kwarg_only or rng.random() < 0.5):
            if argument.kwarg_only:
                continue
            words.append(str(argument.default_value).replace("inf", "1e30"))
            if not re.fullmatch(r"[-\w.\[\], ]+", words[-1]):
                return None
            continue
        try:
            text = value(str(argument.type), rng)
        except KeyError:
            return None
        words.append(f"{argument.name}={text}" if argument.kwarg_only else text)
    space, name = schema.name.split("::")
    return f"{'torch' if space == 'aten' else 'ops.' + space}.{name}({', '.join(words)})"


def takes_numbers(schema):
    kinds = " ".join(str(argument.type) for argument in schema.arguments)
    return "Tensor" in kinds and ("int" in kinds or kinds.count("Tensor") > 1)


def write_file(template, path, call):
    with zipfile.ZipFile(template) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as new:
        for record in old.namelist():
            content = old.read(record)
            if record.endswith("__main__.py") or record.endswith("__torch__.py"):
                text = content.decode()
                before, _, after = text.partition(") -> Any:\n")
                content = f"{before}) -> Any:\n{PRELUDE}    return {call}\n".encode()
                assert "relu(x)" in after
            if not record.endswith(".debug_pkl"):
                new.writestr(record, content)


def outcome_of(run):
    if run.returncode in STATUSES:
        return STATUSES[run.returncode]
    own_words = QUOTED.sub("", run.stderr)
    return "failed with an error" if run.returncode in FAILED and not KILLED.search(own_words) else "died"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    own = ("aten", "quantized", "inductor", "mkldnn", "_quantized", "onednn", "prim")
    schemas = [schema for schema in torch._C._jit_get_all_schemas()
               if schema.name.split("::")[0] in own and takes_numbers(schema)]
    rng.shuffle(schemas)
    counts, died = collections.Counter(), []
    with tempfile.TemporaryDirectory(prefix="rooflight-hostile-") as folder:
        template, path = os.path.join(folder, "plain.pt"), os.path.join(folder, "hostile.pt")
        torch.jit.script(Victim()).save(template)
        for schema in schemas:
            call = call_text(schema, rng)
            if call is None:
                continue
            if sum(counts.values()) == options.files:
                break
            write_file(template, path, call)
            run = subprocess.run([options.cli, "analyze", path, "--input", "4x4", "--memory-limit", "4", "--timeout", "60"],
                                 capture_output=True, text=True, check=False)
            outcome = outcome_of(run)
            if outcome == "died":
                died.append(f"{call}: {' '.join(run.stderr.split())[:200]}")
            counts[outcome] += 1
    print(f"{sum(counts.values())} files: " + ", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    print("\n".join(died))
    return 1 if died else 0


if __name__ == "__main__":
    sys.exit(main())
