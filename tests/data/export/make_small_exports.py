#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Writes the .pt2 files of this folder anew, with PyTorch 2.11. Their models stand in tests/accuracy/export_models.py."""

import os
import sys

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../accuracy"))

import export_models  # noqa: E402

NAMES = ["nested", "branches", "loop", "scan", "static_cache_decomposed", "wrapped", "math_attention",
         "values_alone", "weighted_loss"]

for case in export_models.odd_cases():
    name = case.name.removeprefix("odd/")
    if name not in NAMES:
        continue
    torch.manual_seed(1)
    model = case.build().eval()
    args, kwargs = case.inputs()
    program = torch.export.export(model, args, kwargs, dynamic_shapes=case.dynamic, strict=case.strict)
    torch.export.save(program.run_decompositions() if case.decomposed else program, os.path.join(HERE, name + ".pt2"))
