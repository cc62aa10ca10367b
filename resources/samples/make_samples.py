#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Makes the sample model, a traced ResNet-18 whose weights repeat a short random pattern, so that it is small when
packed, and the session of it.

Usage: make_samples.py OUT_DIR [CLI] | make_samples.py --unpack OUT_DIR

Writes OUT_DIR/resnet18.pt (with --unpack from resnet18.pt.zlib beside this script, without torch), and resnet18.pt.zlib beside it: what the window unpacks (qUncompress), its length in four
bytes, big-endian, before it. With CLI, a rooflight-cli, also OUT_DIR/resnet18_sample.ridge, measured here: report,
remedies, and explain of the three operators with the most to gain. On a quiet machine; a report that was disturbed is
made again.
"""

import json
import os
import struct
import subprocess
import sys
import zlib

PATTERN = 256  # numbers that repeat
ATTEMPTS = 5


def repeat_weights(model):
    """Keeps the scale of each weight: no number overflows or vanishes on its way through the layers."""
    import torch

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


def unpack(folder):
    packed = os.path.join(os.path.dirname(os.path.abspath(__file__)), "resnet18.pt.zlib")
    with open(packed, "rb") as file:
        length, content = struct.unpack(">I", file.read(4))[0], zlib.decompress(file.read())
    if len(content) != length:
        sys.exit(f"{packed} is damaged")
    os.makedirs(folder, exist_ok=True)
    write(os.path.join(folder, "resnet18.pt"), content)


def write(path, content):
    """A file under its final name is always whole."""
    with open(path + ".part", "wb") as file:
        file.write(content)
    os.replace(path + ".part", path)


def make_model(path):
    import torch
    import torchvision

    torch.manual_seed(18)
    model = torchvision.models.resnet18(weights=None).eval()
    with torch.no_grad():
        repeat_weights(model)
    with torch.inference_mode():
        trace = torch.jit.trace(model, torch.rand(1, 3, 224, 224))
    trace.save(path + ".part")
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/data/torchscript"))
    from source_folders import clean

    clean(path + ".part")
    os.replace(path + ".part", path)
    pack(path)


def measured(cli, command, folder, *options):
    """The records of the session that the command saves, by their type; and its JSON."""
    saved = os.path.join(folder, command + ".ridge")
    done = subprocess.run(
        [cli, command, "resnet18.pt", "--json", "--quiet", "--save", saved, *options],
        cwd=folder, capture_output=True, text=True, check=True)
    with open(saved, encoding="utf-8") as file:
        lines = file.read().splitlines()
    os.remove(saved)
    return {json.loads(line)["type"]: line for line in lines}, json.loads(done.stdout)


def make_session(cli, folder):
    for _ in range(ATTEMPTS):
        session, report = measured(cli, "report", folder, "--remeasure")
        if report["verdicts"]["model"]["trustworthy"]:
            break
    else:
        sys.exit("The machine is not quiet.")
    session["remedies"] = measured(cli, "remedies", folder)[0]["remedies"]
    session["experiments"] = measured(cli, "explain", folder, "--top", "3")[0]["experiments"]
    done = session.pop("done")
    path = os.path.join(folder, "resnet18_sample.ridge")
    write(path, "".join(line + "\n" for line in [*session.values(), done]).encode())
    print(path)


def main(folder, cli=None):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "resnet18.pt")
    if not os.path.exists(path):
        make_model(path)
    print(path)
    if cli:
        make_session(os.path.abspath(cli), folder)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--unpack":
        unpack(sys.argv[2])
        sys.exit()
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
