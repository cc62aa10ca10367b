#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Writes the .pt2 files of this folder anew, with PyTorch 2.11. Their models stand in tests/accuracy/export_models.py.

Usage: make_small_exports.py [NAME...]

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
         "values_alone", "transforms", "weighted_loss", "guarded"]
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


for case in export_models.odd_cases():
    name = case.name.removeprefix("odd/")
    if name not in (sys.argv[1:] or NAMES):
        continue
    torch.manual_seed(1)
    model = case.build().eval()
    args, kwargs = case.inputs()
    program = torch.export.export(model, args, kwargs, dynamic_shapes=case.dynamic, strict=case.strict)
    file = os.path.join(HERE, name + ".pt2")
    torch.export.save(program.run_decompositions() if case.decomposed else program, file)
    clean(file)
