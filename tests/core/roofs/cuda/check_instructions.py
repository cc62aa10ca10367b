#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Checks that the measured loops of the GPU hold the instructions that they claim: in the intermediate code (PTX),
whose multiply-adds and memory accesses the assembler turns into one machine instruction each."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

STEPS = 64  # of each chain in one round
CHAINS = (4, 8, 16)
FMA = {"f": "fma.rn.f32", "d": "fma.rn.f64", "7__half2": "fma.rn.f16x2", "14__nv_bfloat162": "fma.rn.bf16x2"}

# Kernel: instruction -> how often for each access in flight.
STREAMS = {
    "readPieces": {"ld.global.cg.v4": 1},
    "writePieces": {"st.global.cg.v4": 1},
    "copyPieces": {"ld.global.cg.v4": 1, "st.global.cg.v4": 1},
    "triadPieces": {"ld.global.cg.v4": 2, "st.global.cg.v4": 1, "fma.rn.f32": 4},
}


def kernels_of(nvcc, include, source):
    """Text of each kernel by its mangled name."""
    run = subprocess.run([nvcc, "-std=c++20", "-O3", "-arch=compute_90", "--ptx", "-I", include, "-o", "-", source],
                         capture_output=True, text=True, check=True)
    return dict(re.findall(r"\.entry (\w+)\((.*?)(?=\.entry|\Z)", run.stdout, re.DOTALL))


def loop_bounds(lines):
    """First and last line of the longest loop: from a label to the branch back to it."""
    labels = {line.strip().rstrip(":"): i for i, line in enumerate(lines) if line.strip().endswith(":")}
    loops = [(labels[target], i) for i, line in enumerate(lines)
             for target in re.findall(r"bra(?:\.uni)?\s+(\S+);", line) if labels.get(target, i) < i]
    return max(loops, key=lambda loop: loop[1] - loop[0], default=(0, 0))


def loop_of(body):
    lines = body.splitlines()
    return lines[slice(*loop_bounds(lines))]


def is_clocked(body):
    """True when the cycle counter is read once before the loop and once behind it."""
    lines = body.splitlines()
    first, last = loop_bounds(lines)
    reads = [i for i, line in enumerate(lines) if "%clock64" in line]
    return len(reads) == 2 and reads[0] < first < last < reads[1]


def count(lines, instruction):
    # Inline assembler of the toolkit's headers stands in braces.
    return sum(line.lstrip(" \t{").startswith(instruction) for line in lines)


def expect(failures, what, found, wanted):
    print(f"{'ok  ' if found == wanted else 'FAIL'}  {what}: {found}, {wanted} wanted")
    failures += [what] if found != wanted else []


def kernel_named(kernels, part):
    return next((body for name, body in kernels.items() if part in name), "")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--nvcc", required=True)
    arguments.add_argument("--root", required=True, type=Path, help="folder of the sources")
    options = arguments.parse_args()
    folder = options.root / "core/roofs/cuda/module"
    failures = []

    kernels = kernels_of(options.nvcc, options.root, folder / "fma.cu")
    for code, instruction in FMA.items():
        for chains in CHAINS:
            loop = loop_of(kernel_named(kernels, f"fmaChainsI{code}Li{chains}E"))
            expect(failures, f"{instruction}, {chains} chains", count(loop, instruction), STEPS * chains)
            expect(failures, f"cycles around {instruction}",
                   is_clocked(kernel_named(kernels, f"fmaChainsI{code}Li{chains}E")), True)
            expect(failures, f"memory accesses beside {instruction}", count(loop, "ld.") + count(loop, "st."), 0)

    kernels = kernels_of(options.nvcc, options.root, folder / "memory.cu")
    for kernel, instructions in STREAMS.items():
        for accesses in (4, 8):
            loop = loop_of(kernel_named(kernels, f"{kernel}ILi{accesses}E"))
            for instruction, times in instructions.items():
                expect(failures, f"{kernel}, {accesses} in flight: {instruction}", count(loop, instruction),
                       times * accesses)
    shared = kernel_named(kernels, "readSharedMemory")
    expect(failures, "cycles around reads of shared memory", is_clocked(shared), True)
    loop = loop_of(shared)
    expect(failures, "reads of shared memory", count(loop, "ld.shared.v4"), STEPS)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
