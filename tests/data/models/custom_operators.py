# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models that call operators from outside PyTorch. tests/data/operator_library has the operators themselves: here
their schemas are enough, since nothing is run."""

import os

import torch
from torch import Tensor, nn

library = torch.library.Library("rooflight_sample", "DEF")
for schema in (
    "deform_attention(Tensor value, Tensor locations, Tensor? mask=None) -> Tensor",
    "square_(Tensor(a!) x) -> Tensor(a!)",
    "mystery(Tensor x) -> Tensor",
    "riddle(Tensor x) -> Tensor",
    "product(Tensor a, Tensor b) -> Tensor",
):
    library.define(schema)


class Attention(nn.Module):
    def forward(self, value: Tensor, locations: Tensor) -> Tensor:
        return torch.ops.rooflight_sample.deform_attention(value, locations)


class CustomOperators(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(8, 6, bias=False)
        self.attention = Attention()

    def forward(self, x: Tensor, locations: Tensor) -> Tensor:
        return torch.ops.rooflight_sample.square_(self.attention(self.project(x), locations))


class Strange(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return torch.ops.rooflight_sample.riddle(torch.ops.rooflight_sample.mystery(x))


class OnlyUnknown(nn.Module):
    """No operator that any table has."""

    def __init__(self):
        super().__init__()
        self.first = Strange()
        self.second = Strange()

    def forward(self, x: Tensor) -> Tensor:
        return self.second(self.first(x))


class Composite(nn.Module):
    """An operator that only calls others."""

    def forward(self, a: Tensor, b: Tensor) -> Tensor:
        return torch.ops.rooflight_sample.product(a, b)


def make(folder):
    for name, model in {
        "custom_operators": CustomOperators(),
        "only_unknown": OnlyUnknown(),
        "composite": Composite(),
    }.items():
        torch.jit.script(model.eval()).save(os.path.join(folder, name + ".pt"))
