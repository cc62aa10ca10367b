# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models whose memory, time or failures the timing tests know."""

import os
from typing import Tuple

import torch
from torch import Tensor, nn


class Memory(nn.Module):
    """Takes 64 MiB for each item of a batch, in one piece."""

    def forward(self, x: Tensor) -> Tensor:
        return torch.empty([x.size(0), 16 * 1024 * 1024], device=x.device).sum() + x.sum()


class Launches(nn.Module):
    """Many operators that take a GPU less time than the host needs to launch them."""

    def forward(self, x: Tensor) -> Tensor:
        for _ in range(50):
            x = torch.mm(x, x)
        return x


class FailsAtThirdRun(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("runs", torch.zeros(1, dtype=torch.int64))

    def forward(self, x: Tensor) -> Tensor:
        self.runs += 1
        if int(self.runs) >= 3:
            raise RuntimeError("the third run fails")
        return x * 2


class Alternates(nn.Module):
    """Calls one layer in the first run, two in the second, and so on."""

    def __init__(self):
        super().__init__()
        self.register_buffer("runs", torch.zeros(1, dtype=torch.int64))
        self.even = nn.Linear(8, 8)
        self.odd = nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        self.runs += 1
        if int(self.runs) % 2 == 0:
            x = self.even(x)
        return self.odd(x)


class Slow(nn.Module):
    """A second a call."""

    def forward(self, x: Tensor) -> Tensor:
        for _ in range(12):
            x = torch.linalg.inv(torch.eye(700) + x.sum() * 0)
        return x


class FixedBatch(nn.Module):
    """Has the batch of its example built in."""

    def forward(self, x: Tensor) -> Tensor:
        return x.view(1, 8) * 2


class Branches(nn.Module):
    """Calls one layer more for more than four rows."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 8)
        self.second = nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        x = self.first(x)
        if x.size(0) > 4:
            x = self.second(x)
        return x


class Splits(nn.Module):
    """Returns two values, as the model behind it in a pipeline takes them."""

    def forward(self, x: Tensor) -> Tuple[Tensor, int]:
        return x * 2, x.size(0)


class Joins(nn.Module):
    def forward(self, values: Tensor, count: int) -> Tensor:
        return values / count


def make(folder):
    for name, model in {
        "timing_memory": Memory(),
        "timing_launches": Launches(),
        "timing_third_run": FailsAtThirdRun(),
        "timing_alternates": Alternates().eval(),
        "timing_slow": Slow(),
        "timing_branches": Branches().eval(),
        "timing_splits": Splits(),
        "timing_joins": Joins(),
    }.items():
        torch.jit.script(model).save(os.path.join(folder, name + ".pt"))
        print(name)
    torch.jit.trace(FixedBatch(), (torch.rand(1, 8),)).save(os.path.join(folder, "fixed_batch.pt"))
