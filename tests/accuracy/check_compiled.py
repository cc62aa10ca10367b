#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Compiles a small model with AOTInductor and has Rooflight refuse and time the package.

Usage: check_compiled.py ROOFLIGHT_CLI

Needs a C++ compiler for torch.compile, and takes a minute. Without one it is skipped, with status 77.
"""

import json
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
UNSAFE = 7
WRONG_INPUTS = 4

try:
    import torch
    from torch import nn
except ImportError as error:
    print(f"skipped: {sys.executable} cannot import torch: {error}")
    sys.exit(SKIPPED)


def package(folder):
    torch.manual_seed(1)
    model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 14 * 14, 10)).eval()
    batch = torch.export.Dim("batch", min=2, max=8)
    program = torch.export.export(model, (torch.rand(2, 3, 16, 16),), dynamic_shapes=({0: batch},))
    return torch._inductor.aoti_compile_and_package(program, package_path=os.path.join(folder, "compiled.pt2"))


def run(cli, *arguments):
    return subprocess.run([cli, *arguments, "--quiet"], capture_output=True, text=True, check=False)


def expect(holds, what, answer):
    if not holds:
        sys.exit(f"WRONG {what}: status {answer.returncode}, {answer.stderr.strip()}")


def main():
    cli = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="rooflight-compiled-") as folder:
        try:
            file = package(folder)
        except Exception as error:  # whatever torch.compile and the compiler raise
            print("skipped: no package could be made:", " ".join(str(error).split())[:200])
            sys.exit(SKIPPED)
        refused = run(cli, "latency", file, "--input", "4x3x16x16")
        expect(refused.returncode == UNSAFE and "AOTInductor" in refused.stderr, "it is not refused", refused)
        limits = ("--warmup", "1", "--runs", "20", "--json")
        timed = run(cli, "latency", file, "--trust", "--input", "4x3x16x16", *limits)
        expect(timed.returncode == 0, "it is not timed", timed)
        print(f"timed as a whole: median {json.loads(timed.stdout)['statistics']['median_ns'] / 1e3:.0f} us")
        for inputs in ("4x3x17x16", "40x3x16x16"):
            wrong = run(cli, "latency", file, "--trust", "--input", inputs, *limits)
            expect(wrong.returncode == WRONG_INPUTS and len(wrong.stderr.splitlines()) >= 1, f"it takes {inputs}", wrong)
            print(wrong.stderr.splitlines()[-1])
        missing = run(cli, "latency", file, "--trust")
        expect(missing.returncode == WRONG_INPUTS and "input0" in missing.stderr, "it runs without inputs", missing)


if __name__ == "__main__":
    main()
