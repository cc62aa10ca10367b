#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Makes the sample model: a traced ResNet-18 whose weights repeat a short random pattern, so that it is small when packed.

Usage: make_samples.py OUT_DIR

Writes OUT_DIR/resnet18.pt, and resnet18.pt.zlib beside it: what the window unpacks (qUncompress), its length in four
bytes, big-endian, before it.
"""

import os
import struct
import sys
import zlib

import torch
import torchvision


PATTERN = 256  # numbers that repeat


def repeat_weights(model):
    """Keeps the scale of each weight: no number overflows or vanishes on its way through the layers."""
    pattern = torch.randn(PATTERN)
    for parameter in model.parameters():
        scale = parameter.std() if parameter.dim() > 1 else None
        if scale is not None:
            repeats = -(-parameter.numel() // PATTERN)
            parameter.copy_((pattern * scale).repeat(repeats)[: parameter.numel()].view_as(parameter))


def pack(path):
    with open(path, "rb") as file:
        content = file.read()
    with open(path + ".zlib", "wb") as file:
        file.write(struct.pack(">I", len(content)) + zlib.compress(content, 9))


def main(folder):
    torch.manual_seed(18)
    model = torchvision.models.resnet18(weights=None).eval()
    with torch.no_grad():
        repeat_weights(model)
    with torch.inference_mode():
        trace = torch.jit.trace(model, torch.rand(1, 3, 224, 224))
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "resnet18.pt")
    # A file under its final name is always whole.
    trace.save(path + ".part")
    os.replace(path + ".part", path)
    pack(path)
    print(path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
