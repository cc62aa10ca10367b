#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Makes the sample model resnet18.pt: a traced ResNet-18 whose weights are random, but the same every time.

Usage: make_samples.py OUT_DIR
"""

import os
import sys

import torch
import torchvision


def main(folder):
    torch.manual_seed(18)
    model = torchvision.models.resnet18(weights=None).eval()
    with torch.inference_mode():
        trace = torch.jit.trace(model, torch.rand(1, 3, 224, 224))
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "resnet18.pt")
    # A file under its final name is always whole.
    trace.save(path + ".part")
    os.replace(path + ".part", path)
    print(path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
