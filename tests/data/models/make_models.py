#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Makes the models of the integration tests, and expected.json with what PyTorch itself says of the good ones.

Usage: make_models.py OUT_DIR

Does nothing when OUT_DIR already holds what these scripts make. Ends with status 77, which CTest takes for
"skipped", when this Python has no torch or torchvision.
"""

import hashlib
import json
import os
import sys

SKIPPED = 77

try:
    import torch
    import torchvision
    from torch.utils.flop_counter import FlopCounterMode
except ImportError as error:
    print(f"skipped: {sys.executable} cannot import what makes the models: {error}")
    sys.exit(SKIPPED)


def fingerprint():
    digest = hashlib.sha256(f"{torch.__version__} {torchvision.__version__}".encode())
    here = os.path.dirname(os.path.abspath(__file__))
    for name in sorted(os.listdir(here)):
        if name.endswith(".py"):
            with open(os.path.join(here, name), "rb") as file:
                digest.update(file.read())
    return digest.hexdigest()


def script_module(model, arguments, form):
    if form == "script":
        return torch.jit.script(model)
    traced = torch.jit.trace(model, arguments)
    return torch.jit.freeze(traced) if form == "frozen" else traced


def expectations(model, arguments, form):
    """Parameters by PyTorch's own count, multiply-adds by its FLOP counter, which counts two a multiply-add.

    Freezing folds batch normalisation into the weights before it: a frozen file holds another number of them.
    """
    with FlopCounterMode(display=False) as counter:
        model(*arguments)
    parameters = sum(parameter.numel() for parameter in model.parameters())
    return {
        "form": form,
        "parameters": None if form == "frozen" else parameters,
        "macs": counter.get_total_flops() // 2,
    }


def main(folder):
    folder = os.path.abspath(folder)
    stamp = os.path.join(folder, "made")
    wanted = fingerprint()
    if os.path.exists(stamp) and open(stamp).read() == wanted:
        print(f"{folder} is up to date")
        return
    os.makedirs(folder, exist_ok=True)
    import attribution_models
    import bad_exports
    import bad_models
    import custom_operators
    import good_models
    import timing_models

    torch.manual_seed(1)
    expected = {}
    with torch.no_grad():
        for name, model, arguments, form in good_models.catalogue():
            model.eval()
            expected[name] = expectations(model, arguments, form)
            script_module(model, arguments, form).save(os.path.join(folder, name + ".pt"))
            print(name)
        attribution_models.make(folder)
        bad_models.make(folder)
        bad_exports.make(folder)
        custom_operators.make(folder)
        timing_models.make(folder)
    with open(os.path.join(folder, "expected.json"), "w") as file:
        json.dump(expected, file, indent=1)
    with open(stamp, "w") as file:
        file.write(wanted)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
