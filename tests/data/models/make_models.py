#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Makes the models of the integration tests, and expected.json with what PyTorch itself says of the good ones.

Usage: make_models.py OUT_DIR [--where-possible]

Does nothing when OUT_DIR already holds what these scripts make; PyTorch is not even loaded then. Ends with status 77,
which CTest takes for "skipped", when this Python has no torch or torchvision, with --where-possible with 0.
"""

import hashlib
import importlib.metadata
import os
import sys

SKIPPED = 77


def fingerprint():
    """Of these scripts and the packages that run them. Raises ImportError where one is missing."""
    digest = hashlib.sha256(" ".join(map(importlib.metadata.version, ("torch", "torchvision"))).encode())
    here = os.path.dirname(os.path.abspath(__file__))
    for name in sorted(os.listdir(here)):
        if name.endswith(".py"):
            with open(os.path.join(here, name), "rb") as file:
                digest.update(file.read())
    return digest.hexdigest()


def main(folder):
    folder = os.path.abspath(folder)
    stamp = os.path.join(folder, "made")
    wanted = fingerprint()
    if os.path.exists(stamp) and open(stamp).read() == wanted:
        os.utime(stamp)  # newer than the scripts, for the build
        print(f"{folder} is up to date")
        return
    import all_models

    os.makedirs(folder, exist_ok=True)
    all_models.make(folder)
    with open(stamp, "w") as file:
        file.write(wanted)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1])
    except ImportError as error:
        print(f"skipped: {sys.executable} cannot import what makes the models: {error}")
        sys.exit(0 if "--where-possible" in sys.argv else SKIPPED)
