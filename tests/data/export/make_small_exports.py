#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Writes the .pt2 files of this folder anew, with PyTorch 2.11. Their models stand in tests/accuracy/export_models.py.

Usage: make_small_exports.py [NAME...]
       make_small_exports.py --version     # torch_2_11.pt2, named after the PyTorch that writes it

What torch.export says of Python's own sources, and with it of the machine, is left out.
"""

import json
import os
import sys

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../accuracy"))

import export_models  # noqa: E402

NAMES = ["nested", "branches", "loop", "scan", "static_cache_decomposed", "wrapped", "math_attention",
         "values_alone", "transforms", "broadcast_masks", "unbatched", "experts", "python_experts",
         "weighted_loss", "guarded"]
SOURCES = {"stack_trace", "from_node"}  # keys of a node's metadata


def without_sources(value):
    if isinstance(value, dict):
        return {key: without_sources(member) for key, member in value.items() if key not in SOURCES}
    return [without_sources(member) for member in value] if isinstance(value, list) else value


def clean(file):
    """Writes an archive again, without the sources in its programs."""
    reader = torch._C.PyTorchFileReader(file)
    records = {name: reader.get_record(name) for name in reader.get_all_records() if not name.startswith(".data/")}
    del reader
    writer = torch._C.PyTorchFileWriter(file)
    for name, content in records.items():
        if name.startswith("models/") and name.endswith(".json"):
            content = json.dumps(without_sources(json.loads(content))).encode()
        writer.write_record(name, content, len(content))
    writer.write_end_of_file()


def write(model, args, kwargs, dynamic, name, strict=False, decomposed=False):
    program = torch.export.export(model.eval(), args, kwargs, dynamic_shapes=dynamic, strict=strict)
    file = os.path.join(HERE, name + ".pt2")
    torch.export.save(program.run_decompositions() if decomposed else program, file)
    clean(file)


class Everyday(torch.nn.Module):
    """A small image classifier that counts its calls, with the types that this PyTorch can export."""

    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 4, 3, padding=1, bias=False)
        self.norm = torch.nn.BatchNorm2d(4)
        self.fc = torch.nn.Linear(4, 5)
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, image):
        self.calls.add_(1)
        hidden = torch.relu(self.norm(self.conv(image)))
        scores = self.fc(hidden.mean((2, 3))).softmax(1)
        return [scores] + [scores.to(dtype) for dtype in newer_types()]


def newer_types():
    known = set(torch._export.serde.schema.ScalarType.__members__)
    types = {"FLOAT8E8M0FNU": "float8_e8m0fnu", "UINT32": "uint32", "UINT64": "uint64"}
    return [getattr(torch, name) for member, name in types.items() if member in known]


if sys.argv[1:] == ["--version"]:
    torch.manual_seed(1)
    version = "_".join(torch.__version__.split(".")[:2])
    batch = torch.export.Dim("batch", min=1, max=64)
    write(Everyday(), (torch.randn(2, 3, 8, 8),), {}, ({0: batch},), "torch_" + version)
    sys.exit()

for case in export_models.odd_cases():
    name = case.name.removeprefix("odd/")
    if name not in (sys.argv[1:] or NAMES):
        continue
    torch.manual_seed(1)
    args, kwargs = case.inputs()
    write(case.build(), args, kwargs, case.dynamic, name, case.strict, case.decomposed)
