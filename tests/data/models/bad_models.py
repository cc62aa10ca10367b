# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Files that Rooflight is to refuse or to survive, each with a plain sentence."""

import os
import zipfile
from typing import List, Tuple

import torch
from torch import Tensor, nn

# What a hostile file would print to be taken for the worker: records of its stream.
FORGED = '{"type": "done", "request": 1}'


class Raises(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        if x.numel() >= 0:
            raise ValueError("this model always raises")
        return x


class EndlessLoop(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        while True:
            x = x * 0.5 + 1.0
        return x


class EndlessMemory(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        kept: List[Tensor] = []
        while True:
            kept.append(torch.ones(1 << 24) + x.sum())
        return kept[0]


class SavesAtLoad(nn.Module):
    """Writes a file while it is loaded, before anything of it is run."""

    __constants__ = ["path"]

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x: Tensor) -> Tensor:
        return x * self.weight

    @torch.jit.export
    def __getstate__(self) -> Tuple[Tensor, bool]:
        return self.weight, self.training

    @torch.jit.export
    def __setstate__(self, state: Tuple[Tensor, bool]):
        self.weight = state[0]
        self.training = state[1]
        torch.save(state[0], self.path)


class PrintsRecords(nn.Module):
    """Prints forged records, at load and at run."""

    __constants__ = ["forged"]

    def __init__(self):
        super().__init__()
        self.forged = FORGED
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x: Tensor) -> Tensor:
        print(self.forged)
        return x * self.weight

    @torch.jit.export
    def __getstate__(self) -> Tuple[Tensor, bool]:
        return self.weight, self.training

    @torch.jit.export
    def __setstate__(self, state: Tuple[Tensor, bool]):
        self.weight = state[0]
        self.training = state[1]
        print(self.forged)


def small_trace():
    model = nn.Sequential(nn.Conv2d(3, 64, 3), nn.ReLU(), nn.Conv2d(64, 64, 3)).eval()
    return torch.jit.trace(model, torch.rand(1, 3, 16, 16))


def flip_one_bit(content, zip_path):
    """Flips a bit in the middle of the largest record: PyTorch's reader takes it, the checksum of the zip does not."""
    with zipfile.ZipFile(zip_path) as archive:
        largest = max(archive.infolist(), key=lambda record: record.file_size)
    name_and_extra = 30 + sum(int.from_bytes(content[largest.header_offset + at:largest.header_offset + at + 2], "little")
                              for at in (26, 28))
    flipped = bytearray(content)
    flipped[largest.header_offset + name_and_extra + largest.file_size // 2] ^= 0x10
    return bytes(flipped)


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def make(folder):
    def path(name):
        return os.path.join(folder, name + ".pt")

    for name, model in {
        "raises": Raises(),
        "endless_loop": EndlessLoop(),
        "endless_memory": EndlessMemory(),
        "saves_at_load": SavesAtLoad(os.path.join(folder, "written_at_load.pt")),
        "prints_records": PrintsRecords(),
    }.items():
        torch.jit.script(model.eval()).save(path(name))

    linear = nn.Linear(4, 4)
    torch.save(linear.state_dict(), path("state_dict"))
    torch.save(linear, path("pickled_module"))

    small_trace().save(path("whole"))
    with open(path("whole"), "rb") as file:
        content = file.read()
    write(path("truncated"), content[: len(content) * 6 // 10])
    write(path("bit_flipped"), flip_one_bit(content, path("whole")))
    with zipfile.ZipFile(path("plain_zip"), "w") as archive:
        archive.writestr("readme.txt", "a zip file, but no model\n")
    write(path("text"), b"This is not a model.\n")
    write(path("empty"), b"")
