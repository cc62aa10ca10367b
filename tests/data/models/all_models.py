# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Every model of the integration tests, and what PyTorch itself says of the good ones."""

import json
import os

import torch
from torch.utils.flop_counter import FlopCounterMode

import attribution_models
import bad_exports
import bad_models
import custom_operators
import good_models
import packed_models
import reported_models
import timing_models


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


def make(folder):
    torch.manual_seed(1)
    expected = {}
    with torch.no_grad():
        for name, model, arguments, form in good_models.catalogue():
            model.eval()
            expected[name] = expectations(model, arguments, form)
            script_module(model, arguments, form).save(os.path.join(folder, name + ".pt"))
            print(name)
        for others in (attribution_models, bad_models, bad_exports, custom_operators, packed_models, reported_models,
                       timing_models):
            others.make(folder)
    with open(os.path.join(folder, "expected.json"), "w") as file:
        json.dump(expected, file, indent=1)
