# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models that do what docs promise to stop, in TorchScript."""

from typing import Tuple

import torch


class Plain(torch.nn.Module):
    def forward(self, x):
        return x @ x


class Loads(torch.nn.Module):
    """Runs while it is loaded."""

    @torch.jit.export
    def __getstate__(self):
        return (torch.zeros(1), self.training)

    @torch.jit.export
    def __setstate__(self, state: Tuple[torch.Tensor, bool]):
        print("it ran")
        self.training = state[1]

    def forward(self, x):
        return x @ x


class Reads(torch.nn.Module):
    def forward(self, x):
        return x + torch.from_file("/there/is/none", False, 2)


class Endless(torch.nn.Module):
    def forward(self, x):
        while bool((x == x).all()):
            x = x + 0.0
        return x


class Large(torch.nn.Module):
    def forward(self, x):
        return x.sum() + torch.ones(1 << 30, 8).sum()


class Prints(torch.nn.Module):
    """4096 lines of 64 bytes, and what terminals would obey."""

    def forward(self, x):
        print("\x1b[2J \u202e")
        for i in range(10000, 14096):
            print("line", i, "....................................................")
        return x @ x


def write(folder):
    for name, module in (("plain", Plain()), ("loads", Loads()), ("reads", Reads()), ("endless", Endless()), ("large", Large()),
                         ("prints", Prints())):
        torch.jit.script(module.eval()).save(str(folder / f"{name}.pt"))
    net = torch.nn.Sequential()
    net.add_module("a" * 4000, torch.nn.Linear(2, 2))
    torch.jit.script(net.eval()).save(str(folder / "long.pt"))
