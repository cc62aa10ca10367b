# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Which of the packages that torch asks for are fetched with it.

Usage: torch_needs.py programs|tests

Of the environment whose Python runs this, and has torch without them. "programs": what libtorch_cpu.so links, CUDA's
runtime and profiler; the rest of CUDA, 4 GB of it, is loaded for a GPU alone. "tests": what "import torch" takes; that is
all but Triton, which compiles for GPUs, and cuda-bindings, which is for code of one's own. Prints a requirement a line.
"""

import importlib.metadata
import re
import sys

LINKED = ("cudart", "cupti")  # extras of cuda-toolkit; until CUDA 12 packages of their own
LINKED_PACKAGES = re.compile(r"nvidia-cuda-(runtime|cupti)(-|\b)")
NOT_IMPORTED = re.compile(r"(pytorch-)?triton\b|cuda-bindings\b")


def linked(requirement):
    """The part of it that the programs link, or nothing."""
    extras = re.match(r"cuda-toolkit\[([^]]*)\](.*)", requirement)
    if extras:
        wanted = [extra for extra in extras[1].split(",") if extra.strip() in LINKED]
        return wanted and f"cuda-toolkit[{','.join(wanted)}]{extras[2]}"
    return LINKED_PACKAGES.match(requirement) and requirement


def main(use):
    for requirement in importlib.metadata.requires("torch") or []:
        if re.search(r";.*\bextra\s*==", requirement):
            continue
        wanted = linked(requirement) if use == "programs" else not NOT_IMPORTED.match(requirement) and requirement
        if wanted:
            print(wanted)


if __name__ == "__main__":
    if sys.argv[1:] not in (["programs"], ["tests"]):
        sys.exit(__doc__)
    main(sys.argv[1])
