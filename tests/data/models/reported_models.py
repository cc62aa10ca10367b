# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models of kinds that people reported other counters and timers to get wrong."""

import os
import warnings

import torch
from torch import nn
from torch.export import Dim


class Places(nn.Module):
    """Moves its places in place: with what an earlier run left, the second run is out of range."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 4)

    def forward(self, places):
        places += 2
        return self.table(places)


class Methods(nn.Module):
    """Has other methods than forward(), of which one calls it."""

    def __init__(self):
        super().__init__()
        self.down = nn.Linear(32, 8, bias=False)
        self.up = nn.Linear(8, 32, bias=False)

    def forward(self, x):
        return self.up(self.down(x))

    @torch.jit.export
    def encode(self, x):
        return self.down(x)

    @torch.jit.export
    def twice(self, x):
        return self.forward(self.forward(x))


class OnlyEncode(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Linear(32, 8, bias=False)

    @torch.jit.export
    def encode(self, x):
        return self.down(x)


class TwoNames(nn.Module):
    """Two inputs of one open batch and one open length."""

    def __init__(self):
        super().__init__()
        self.table, self.linear = nn.Embedding(100, 16), nn.Linear(16, 16, bias=False)

    def forward(self, ids, mask):
        return self.linear(self.table(ids)) * mask.unsqueeze(-1)


class Gram(nn.Module):
    def forward(self, x):
        return x @ x.T


class Latent(nn.Module):
    """Attention whose values are narrower than its keys, which no kernel of a CPU takes, behind whole numbers."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 64)

    def forward(self, ids):
        values = self.table(ids).view(1, 32, 4, 16).transpose(1, 2)
        keys = torch.cat([values, values[..., :8]], -1)
        return nn.functional.scaled_dot_product_attention(keys, keys, values)


def exported(folder, name, model, arguments, **options):
    torch.export.save(torch.export.export(model, arguments, **options), os.path.join(folder, name + ".pt2"))


def make(folder):
    def path(name):
        return os.path.join(folder, name + ".pt")

    torch.manual_seed(1)
    torch.jit.script(Places().eval()).save(path("places"))
    exported(folder, "places", Places().eval(), (torch.arange(7),))
    torch.jit.script(Methods().eval()).save(path("methods"))
    torch.jit.script(OnlyEncode().eval()).save(path("only_encode"))

    training = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2)).train()
    normalized = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8)).train()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.jit.trace(training, torch.rand(2, 4), check_trace=False).save(path("training_dropout"))
        torch.jit.trace(normalized, torch.rand(2, 3, 8, 8), check_trace=False).save(path("training_statistics"))
    torch.jit.script(training).save(path("training_script"))  # asks for its mode when it runs
    exported(folder, "training_dropout", training, (torch.rand(2, 4),))
    exported(folder, "training_statistics", normalized, (torch.rand(2, 3, 8, 8),))

    batch, length = Dim("batch", max=64), Dim("length", max=512)
    numbers = torch.ones(2, 5, dtype=torch.int64)
    exported(folder, "two_names", TwoNames().eval(), (numbers, numbers),
             dynamic_shapes=({0: batch, 1: length}, {0: batch, 1: length}))
    exported(folder, "latent", Latent().eval(), (torch.zeros(1, 32, dtype=torch.int64),))
    exported(folder, "gram", Gram(), (torch.rand(5, 7),), dynamic_shapes=({0: Dim.DYNAMIC, 1: Dim.DYNAMIC},))
