#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Makes the models of the tests on the emulated GPU: make_models.py FOLDER."""

import os
import sys
import warnings
from pathlib import Path

try:
    import torch
    from torch import nn
except ImportError as error:
    print(f"skipped: {sys.executable} cannot import what makes the models: {error}")
    sys.exit(77)


class Products(nn.Module):
    """Products alone, whose time on the emulated device is known."""

    def __init__(self, count):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(1024, 1024, bias=False) for _ in range(count)])

    def forward(self, x):
        return self.layers(x)


class Mixed(nn.Module):
    """Each of its operators starts kernels of other names."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 8, 3, bias=False)
        self.second = nn.Conv2d(8, 8, 3, bias=False)
        self.last = nn.Linear(8, 4, bias=False)

    def forward(self, x):
        x = torch.relu(self.second(torch.relu(self.first(x))))
        return self.last(x.mean((2, 3)))


class Sines(nn.Module):
    """One kernel behind the other."""

    def __init__(self, count):
        super().__init__()
        self.count = count

    def forward(self, x):
        for _ in range(self.count):
            x = x.sin()
        return x


class Product(nn.Module):
    """Of two inputs, so that no file holds a large matrix."""

    def forward(self, x, y):
        return torch.mm(x, y)


class Repeats(nn.Module):
    """Its result has as many rows as the device adds up, which it waits for."""

    def forward(self, counts):
        return torch.repeat_interleave(counts)


class Language(nn.Module):
    """Takes tokens, with a batch and a length."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(100, 32)
        self.head = nn.Linear(32, 100, bias=False)

    def forward(self, tokens):
        return self.head(self.embedding(tokens))


class Waits(nn.Module):
    """No graph can be made of it: it asks for a number of the device."""

    def forward(self, x):
        return x + int(x.sum())


class Sizes(nn.Module):
    """A trace of it divides a size by a constant, as torch.nn.MultiheadAttention does."""

    def forward(self, x):
        return torch.relu(x.reshape(x.shape[0], 4, x.shape[1] // 4))


class SizeAsFactor(nn.Module):
    """The quotient is a tensor to the product."""

    def forward(self, x):
        return x * (x.shape[1] // 4)


class Arange(nn.Module):
    """A trace of it names the device that it was made on."""

    def forward(self, x):
        return x + torch.arange(x.shape[1], device=x.device)


class AttentionView(nn.Module):
    """As torch.nn.MultiheadAttention in exports of PyTorch 2.11: a view of what attention gives, which lies otherwise on a
    GPU than on the CPU of the export."""

    def forward(self, x):
        tokens, sequences, width = x.shape
        heads = x.view(tokens, sequences * 4, width // 4).transpose(0, 1).view(sequences, 4, tokens, width // 4)
        mixed = nn.functional.scaled_dot_product_attention(heads, heads, heads)
        return mixed.permute(2, 0, 1, 3).view(tokens * sequences, width)


def export(module, example, folder, name):
    part = folder / f"{name}.part{os.getpid()}.pt2"
    torch.export.save(torch.export.export(module.eval(), (example,)), str(part))
    part.rename(folder / f"{name}.pt2")


def save(module, example, folder, name):
    # A file that is there under its name is whole.
    part = folder / f"{name}.part{os.getpid()}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = torch.jit.script(module.eval()) if example is None else torch.jit.trace(module.eval(), example)
        made.save(str(part))
    part.rename(folder / f"{name}.pt")


def main():
    folder = Path(sys.argv[1])
    last = folder / "arange.pt"
    if last.exists() and last.stat().st_mtime > Path(__file__).stat().st_mtime:
        return
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    save(Products(1), torch.zeros(2, 1024), folder, "one_product")
    save(Products(3), torch.zeros(2, 1024), folder, "three_products")
    save(Mixed(), torch.zeros(2, 3, 8, 8), folder, "mixed")
    save(Sines(2000), None, folder, "launches")
    save(Sines(5000), None, folder, "many_launches")  # more than a stream takes while it is held back
    save(Sines(20), None, folder, "sines")
    save(Product(), None, folder, "product")
    save(Repeats(), None, folder, "repeats")
    save(Language(), torch.zeros(2, 16, dtype=torch.long), folder, "language")
    save(Waits(), None, folder, "waits")
    save(Sizes(), torch.zeros(2, 8), folder, "sizes")
    save(SizeAsFactor(), torch.zeros(2, 8), folder, "size_as_factor")
    export(AttentionView(), torch.zeros(5, 2, 64), folder, "attention_view")
    save(Arange(), torch.zeros(2, 5), folder, "arange")


if __name__ == "__main__":
    main()
