#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Whether `explain` names what single operators suffer from, and nothing of healthy ones. For a quiet machine.

Usage: causes.py CLI [fresh|made|healthy]... [--only NAME]   (with an interpreter that has torch)

fresh: operators with large results, which wait for memory that the kernel provides anew. made: operators made to suffer
from one cause each. healthy: operators that nothing here makes faster (3x3 convolutions and pooling are not among them:
channels last makes them faster in PyTorch, too). Prints a line for each with the causes that were named and the
control's interval, and how many hold. Where the control differs or other programs ran, nothing is decided: those count
apart.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

QUOTA_GROUP = Path("/sys/fs/cgroup/cpu/rooflight_causes")

Case = collections.namedtuple("Case", "name make options environment wanted", defaults=((), {}, None))


class Call(nn.Module):
    """One function of its inputs, and of a tensor that it keeps."""

    def __init__(self, function, kept=None):
        super().__init__()
        self.function = function
        if kept is not None:
            self.register_buffer("kept", kept)

    def forward(self, x):
        return self.function(x, self.kept) if hasattr(self, "kept") else self.function(x)


def image(batch, channels, side):
    return torch.rand(batch, channels, side, side)


def joined(x):
    return torch.cat((x, x), 1)


FRESH = [
    Case("batch_norm", lambda: (nn.BatchNorm2d(64).eval(), image(16, 64, 112))),
    Case("embedding", lambda: (nn.Embedding(30522, 768), torch.randint(0, 30522, (32, 512)))),
    Case("cat", lambda: (Call(joined), image(1, 64, 256))),
    Case("relu", lambda: (Call(torch.relu), image(64, 64, 112))),
    Case("layer_norm", lambda: (nn.LayerNorm(768), torch.rand(64, 197, 768))),
    Case("gelu", lambda: (Call(functional.gelu), torch.rand(16, 197, 3072))),
    Case("add", lambda: (Call(torch.add, image(16, 64, 112)), image(16, 64, 112))),
    Case("mul", lambda: (Call(torch.mul, torch.rand(4096, 8192)), torch.rand(4096, 8192))),
    Case("exp", lambda: (Call(torch.exp), torch.rand(2048, 4096))),
    Case("1x1 convolution", lambda: (nn.Conv2d(64, 256, 1), image(16, 64, 56))),
    Case("permute and contiguous", lambda: (Call(lambda x: x.permute(0, 2, 1).contiguous()), torch.rand(32, 512, 768))),
    Case("transpose", lambda: (Call(lambda x: x.t().contiguous()), torch.rand(4096, 4096))),
    Case("bilinear", lambda: (nn.UpsamplingBilinear2d(scale_factor=2), image(1, 128, 128))),
]

MADE = [
    Case("page faults", lambda: (Call(torch.relu), image(64, 64, 112)), wanted="page_faults"),
    Case("denormals", lambda: (Call(torch.mul, torch.full((256, 1024), 1e-39)), torch.rand(256, 1024)),
         wanted="denormals"),
    Case("strided argument", lambda: (Call(lambda x, kept: x + kept.t(), torch.rand(1024, 1024)),
                                      torch.rand(1024, 1024)), wanted="contiguous"),
    Case("half of the machine", lambda: (nn.Linear(1024, 1024), torch.rand(512, 1024)), ("--threads", "1"),
         wanted="threads"),
    Case("quota", lambda: (nn.Linear(1024, 1024), torch.rand(512, 1024)), wanted="quota"),
    Case("one thread", lambda: (Call(lambda x: torch.cumsum(x, 0)), torch.rand(1_000_000)), wanted="threads"),
    Case("capped instruction set", lambda: (Call(functional.hardswish), torch.rand(197, 3072)),
         environment={"ATEN_CPU_CAPABILITY": "default"}, wanted="instruction_set"),
    Case("cold caches", lambda: (nn.Linear(1024, 1024), torch.rand(1, 1024)), ("--caches", "cold"),
         wanted="cold_caches"),
    Case("tiny calls", lambda: (Call(torch.add, torch.rand(16)), torch.rand(16)), wanted="launch"),
    Case("reorders", lambda: (nn.Conv2d(512, 512, 3, padding=1), image(1, 512, 7)), wanted="reorders"),
]

HEALTHY = [
    Case("linear 512", lambda: (nn.Linear(1024, 1024), torch.rand(512, 1024))),
    Case("linear 256", lambda: (nn.Linear(2048, 1024), torch.rand(256, 2048))),
    Case("linear 1000", lambda: (nn.Linear(512, 512), torch.rand(1000, 512))),
    Case("product", lambda: (Call(torch.matmul, torch.rand(768, 768)), torch.rand(768, 768))),
    Case("batched product", lambda: (Call(torch.matmul, torch.rand(12, 256, 256)), torch.rand(12, 256, 256))),
    Case("linear 197", lambda: (nn.Linear(768, 3072), torch.rand(197, 768))),
    Case("linear 256, wide", lambda: (nn.Linear(4096, 1024), torch.rand(256, 4096))),
    Case("sum of rows", lambda: (Call(lambda x: x.sum(1)), torch.rand(2048, 4096))),
    Case("sum", lambda: (Call(torch.sum), torch.rand(16_000_000))),
    Case("mean of rows", lambda: (Call(lambda x: x.mean(1)), torch.rand(1024, 4096))),
    Case("largest of rows", lambda: (Call(lambda x: x.amax(1)), torch.rand(1024, 4096))),
    Case("relu", lambda: (Call(torch.relu), torch.rand(512, 1024))),
    Case("gelu", lambda: (Call(functional.gelu), torch.rand(197, 1024))),
    Case("exp", lambda: (Call(torch.exp), torch.rand(256, 1024))),
    Case("sigmoid", lambda: (Call(torch.sigmoid), torch.rand(256, 1024))),
    Case("layer_norm", lambda: (nn.LayerNorm(768), torch.rand(197, 768))),
    Case("softmax", lambda: (Call(lambda x: torch.softmax(x, -1)), torch.rand(12, 128, 128))),
    Case("batch_norm", lambda: (nn.BatchNorm2d(64).eval(), image(1, 64, 56))),
    Case("add", lambda: (Call(torch.add, torch.rand(512, 512)), torch.rand(512, 512))),
    Case("softmax of rows", lambda: (Call(lambda x: torch.softmax(x, -1)), torch.rand(512, 1024))),
]


def command(case, line):
    """In a group with half of a CPU where the case is a quota; None where there can be no such group."""
    if case.name != "quota":
        return line
    try:
        QUOTA_GROUP.mkdir(exist_ok=True)
        (QUOTA_GROUP / "cpu.cfs_quota_us").write_text("50000")
    except OSError:
        return None
    return ["sh", "-c", f'echo $$ >{QUOTA_GROUP}/cgroup.procs && exec "$@"', "sh", *line]


def explained(cli, case, folder):
    """What `explain` says of the operator that takes longest; None, and says why, where it failed."""
    torch.manual_seed(0)
    module, example = case.make()
    path = Path(folder) / "model.pt"
    with torch.no_grad():
        torch.jit.trace(module.eval(), example).save(str(path))
    line = command(case, [cli, "explain", str(path), *case.options, "--top", "1", "--effort", "quick", "--json", "--quiet"])
    if line is None:
        print(f"{case.name:24} skipped: this system lets no user make a group with a quota")
        return None
    done = subprocess.run(line, env=os.environ | case.environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"{case.name:24} failed: {done.stderr.strip()[-200:]}", flush=True)
        return None
    layers = json.loads(done.stdout)["layers"]
    return layers[0] if layers else None


def run(cli, kind, cases, wanted_of):
    held = tried = undecided = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            layer = explained(cli, case, folder)
            if layer is None:
                continue
            if layer["doubt"] != "none":
                undecided += 1
                print(f"{case.name:24} undecided: {layer['doubt']}", flush=True)
                continue
            tried += 1
            causes = [cause["id"] for cause in layer["causes"]]
            wanted = wanted_of(case)
            holds = wanted in causes if wanted else not causes
            held += holds
            text = ", ".join(f"{cause['id']} {cause['ratio']:.2f}" for cause in layer["causes"]) or "none"
            control = next((test["interval"] for test in layer["tests"] if test["id"] == "control"), [0, 0])
            print(f"{case.name:24} {'ok' if holds else 'NOT'} {layer['operator']:26} {layer['median_ns'] / 1e6:8.3f} ms "
                  f"{layer['page_faults']:7.0f} faults  named: {text}; control {control[0]:.2f} to {control[1]:.2f}",
                  flush=True)
    print(f"{kind}: {held} of {tried}, {undecided} undecided", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("kinds", nargs="*", default=["fresh", "made", "healthy"])
    parser.add_argument("--only", metavar="NAME", help="the cases of this name")
    arguments = parser.parse_args()
    for kind in arguments.kinds:
        cases, wanted_of = {"fresh": (FRESH, lambda _: "page_faults"), "made": (MADE, lambda case: case.wanted),
                            "healthy": (HEALTHY, lambda _: None)}[kind]
        if arguments.only:
            cases = [case for case in cases if case.name == arguments.only]
        run(arguments.cli, kind, cases, wanted_of)


if __name__ == "__main__":
    sys.exit(main())
