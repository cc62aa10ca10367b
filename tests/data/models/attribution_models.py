# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models in which it is not plain which layer an operator belongs to. Every layer of them is a linear layer of eight
to eight features on four rows (256 multiply-adds) unless it says otherwise, so that counts can be done in one's head."""

import os
from typing import Dict, List

import torch
from torch import Tensor, nn


def linear():
    return nn.Linear(8, 8)


class Lists(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList([linear(), linear(), linear()])
        self.heads = nn.ModuleDict({"a": linear(), "b": nn.Linear(8, 4)})

    def forward(self, x) -> Dict[str, Tensor]:
        for step in self.steps:
            x = step(x)
        outputs: Dict[str, Tensor] = {}
        for name, head in self.heads.items():
            outputs[name] = head(x)
        return outputs


class Body(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = linear()

    def forward(self, x):
        return self.inner(x)

    @torch.jit.export
    def project(self, x):
        return self.inner(x).relu()


class OtherMethods(nn.Module):
    """forward() calls a method of its own, which calls one of a submodule that is not forward()."""

    def __init__(self):
        super().__init__()
        self.body = Body()

    @torch.jit.export
    def encode(self, x):
        return self.body.project(x) + self.body(x)

    def forward(self, x):
        return self.encode(x)


@torch.jit.interface
class Step(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pass


class ThroughInterface(nn.Module):
    step: Step

    def __init__(self):
        super().__init__()
        self.step = Body()

    def forward(self, x: Tensor) -> Tensor:
        return self.step.forward(x)


class DataDependent(nn.Module):
    """As many calls as the input says; another branch for odd numbers."""

    def __init__(self):
        super().__init__()
        self.even = linear()
        self.odd = nn.Linear(8, 8, bias=False)

    def forward(self, x, count):
        for i in range(int(count)):
            if i % 2 == 0:
                x = self.even(x)
            else:
                x = self.odd(x)
        return x


class ForkInner(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = linear()
        self.right = linear()

    def forward(self, x):
        future = torch.jit.fork(self.left, x)
        return self.right(x) + torch.jit.wait(future)


class NestedForks(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = ForkInner()
        self.second = ForkInner()

    def forward(self, x):
        future = torch.jit.fork(self.first, x)
        here = self.second(x)
        return torch.jit.wait(future) + here


class UsedByParent(nn.Module):
    """The parent multiplies with the weight of a layer that it never calls."""

    def __init__(self):
        super().__init__()
        self.keeper = linear()

    def forward(self, x):
        return nn.functional.linear(x, self.keeper.weight, self.keeper.bias)


class Slices(nn.Module):
    """One layer on three slices of its input."""

    def __init__(self):
        super().__init__()
        self.shared = linear()

    def forward(self, x):
        outputs: List[Tensor] = []
        for part in x.chunk(3):
            outputs.append(self.shared(part))
        return torch.cat(outputs)


class ManyOperators(nn.Module):
    """A hundred thousand operators, half of them in layers of their own."""

    def __init__(self):
        super().__init__()
        self.act = nn.ReLU()

    def forward(self, x):
        for _ in range(50000):
            x = self.act(x) + 1.0
        return x


def make(folder):
    models = {
        "attribution_lists": Lists(),
        "attribution_other_methods": OtherMethods(),
        "attribution_interface": ThroughInterface(),
        "attribution_data_dependent": DataDependent(),
        "attribution_nested_forks": NestedForks(),
        "attribution_used_by_parent": UsedByParent(),
        "attribution_slices": Slices(),
        "attribution_many_operators": ManyOperators(),
    }
    for name, model in models.items():
        torch.jit.script(model.eval()).save(os.path.join(folder, name + ".pt"))
