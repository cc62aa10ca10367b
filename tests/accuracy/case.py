# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""One model of the accuracy checks: how to build it, what to give it, and what is known of it."""

from dataclasses import dataclass
from typing import Callable, Optional, Tuple
from unittest.mock import patch

import torch
from torch import nn

FORMS = ("script", "trace", "frozen_script", "frozen_trace")
TRACED = ("trace", "frozen_trace")


@dataclass(frozen=True)
class Case:
    name: str
    build: Callable[[], nn.Module]
    inputs: Callable[[], tuple]
    forms: Tuple[str, ...] = FORMS
    macs: Optional[int] = None
    giga_macs: Optional[float] = None  # where only thousandths of 10^9 are published
    parameters: Optional[int] = None
    bias_adds: Optional[int] = None  # single operators: FLOPs beyond two a multiply-add
    elements: Optional[int] = None  # single operators: elements of the output
    trace_inputs: Optional[Callable[[], tuple]] = None  # smaller ones, for a model that is slow to run
    reference: Optional[Callable[[], nn.Module]] = None  # counted in its place, where PyTorch cannot count the model
    seconds: int = 0  # about how long a run takes on one slow core, where that is worth knowing
    source: str = ""


def floats(*shape, dtype=torch.float32):
    return torch.rand(shape, dtype=dtype)


def tokens(batch, length, vocabulary):
    return torch.randint(0, vocabulary, (batch, length))


def hollow(build):
    """The model with one number behind each weight: built at once, and a file of kilobytes. What is counted depends on
    shapes alone.

    The numbers differ, as freezing merges layers that are alike, and keep the size of what they multiply: arithmetic on
    the smallest numbers is slow. Only for models whose work does not depend on their weights, unlike that of detectors.
    """
    fillers = [name for name in dir(nn.init) if name.endswith("_") and not name.startswith("_")]
    with patch.multiple(nn.init, **{name: unchanged for name in fillers}):
        model = build()
    thin = {}  # modules may share a weight
    for module in model.modules():
        for name, weight in module.named_parameters(recurse=False):
            if id(weight) not in thin:
                number = (1 + len(thin) / 1000) / max(weight.shape[1:].numel(), 1)
                values = torch.full((1,), number, dtype=weight.dtype).expand(weight.shape)
                thin[id(weight)] = weight, nn.Parameter(values, requires_grad=weight.requires_grad)
            setattr(module, name, thin[id(weight)][1])
    return model


def unchanged(tensor, *_, **__):
    """In place of torch.nn.init, whose random numbers take longer than a run."""
    return tensor
