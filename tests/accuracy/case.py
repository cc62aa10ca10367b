# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""One model of the accuracy checks: how to build it, what to give it, and what is known of it."""

from dataclasses import dataclass
from typing import Callable, Optional, Tuple

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
    """The model with one number behind each weight: a file of kilobytes. MACs and parameters depend on shapes alone.

    The numbers differ, as freezing merges layers that are alike. Only for models without buffers, which on the meta
    device would hold nothing.
    """
    with torch.device("meta"):
        model = build()
    assert not list(model.buffers()), "a buffer needs its values"
    for count, module in enumerate(model.modules()):
        for name, weight in module.named_parameters(recurse=False):
            thin = torch.full((1,), 1e-5 * (count + 1), dtype=weight.dtype).expand(weight.shape)
            setattr(module, name, nn.Parameter(thin, requires_grad=False))
    return model
