# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Operators that touch only a part of their arguments, or keep their weights packed, and two small transformers: cases
for the byte rules."""

import torch
import torch.ao.nn.quantized as quantized
import torch.nn.functional as F
from torch import nn
from torch.ao.quantization import quantize_dynamic
from torchvision.models import SwinTransformer

import published_models as published
from case import Case, floats, tokens


class SampledNearest(nn.Module):
    def forward(self, x, grid):
        return F.grid_sample(x, grid, mode="nearest", align_corners=False)


class SampledBicubic(nn.Module):
    def forward(self, x, grid):
        return F.grid_sample(x, grid, mode="bicubic", align_corners=False)


class Antialiased(nn.Module):
    def forward(self, x):
        return F.interpolate(x, (5, 5), mode="bilinear", antialias=True)


class Scattered(nn.Module):
    """The sources are larger than the indices that pick from them."""

    def forward(self, x, index, source):
        first = x.clone().scatter_(1, index, source)
        return first + x.clone().scatter_add_(1, index, source)


class Filled(nn.Module):
    def forward(self, x, index):
        return x.clone().index_fill_(1, index, 2.0)


class Masked(nn.Module):
    def forward(self, x, mask, source):
        y = x.clone()
        y[mask] = 0.0
        return y.masked_scatter_(mask, source)


class PutInColumns(nn.Module):
    def forward(self, x, columns, source):
        y = x.clone()
        y[:, columns] = source
        return y


class Picked(nn.Module):
    def forward(self, x, index):
        return x[index] + x.index_select(0, index) + x.gather(0, index.unsqueeze(1).expand(-1, x.size(1)))


class FirstOf(nn.Module):
    """The result of a recurrent layer, without its last state."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return self.layer(x)[0]


class Cell(nn.Module):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    def forward(self, x, h):
        return self.cell(x, h)


class Table(nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.table = quantized.Embedding(20, 9, dtype=dtype)

    def forward(self, index):
        return self.table(index)


class Bag(nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.table = quantized.EmbeddingBag(20, 8, include_last_offset=False, dtype=dtype)

    def forward(self, index, offsets):
        return self.table(index, offsets)


def indices(count, below):
    return torch.arange(count) * 7 % below


def mask(rows, columns):
    return torch.arange(rows * columns).reshape(rows, columns) % 3 == 0


def dynamic(build, dtype):
    kinds = {nn.Linear, nn.LSTM, nn.GRU, nn.GRUCell, nn.LSTMCell}
    return lambda: quantize_dynamic(build().eval(), kinds, dtype=dtype)


def rows():
    return (floats(3, 2, 8),)


def case(name, build, inputs, macs=0, forms=("script", "trace")):
    return Case(f"bytes/{name}", build, inputs, forms=forms, macs=macs)


def small_bert():
    return published.Bert(vocabulary=100, width=32, layers=2, heads=4, inner=64, positions=64)


def small_swin():
    """14 x 14 patches in windows of 7 x 7, shifted in every second block, and once halved."""
    return SwinTransformer(patch_size=[4, 4], embed_dim=24, depths=[2, 2], num_heads=[2, 4], window_size=[7, 7])


INT8, HALF = torch.qint8, torch.float16

BYTE_OPERATORS = [
    case("grid_sample_nearest", SampledNearest, lambda: (floats(1, 3, 8, 8), floats(1, 6, 6, 2))),
    case("grid_sample_bicubic", SampledBicubic, lambda: (floats(1, 3, 80, 80), floats(1, 6, 6, 2))),
    case("antialiased", Antialiased, lambda: (floats(1, 3, 16, 16),)),
    case("scatter", Scattered, lambda: (floats(4, 6), indices(8, 6).reshape(4, 2), floats(4, 6))),
    case("index_fill", Filled, lambda: (floats(4, 6), indices(2, 6))),
    case("masks", Masked, lambda: (floats(4, 6), mask(4, 6), floats(4, 6))),
    case("index_put", PutInColumns, lambda: (floats(4, 6), indices(2, 6), floats(4, 2))),
    case("gathers", Picked, lambda: (floats(20, 6), indices(5, 20))),
    # Rows, weights: 3 x 2 rows of 8 x 8; an LSTM has 4 gates of (8 + 8) x 8 a row, a GRU 3.
    case("linear_int8", dynamic(lambda: nn.Sequential(nn.Linear(8, 8)), INT8), rows, 384),
    case("linear_half", dynamic(lambda: nn.Sequential(nn.Linear(8, 8)), HALF), rows, 384),
    case("lstm_int8", dynamic(lambda: FirstOf(nn.LSTM(8, 8)), INT8), rows, 3072, ("script",)),
    case("lstm_half", dynamic(lambda: FirstOf(nn.LSTM(8, 8)), HALF), rows, 3072, ("script",)),
    case("gru_int8", dynamic(lambda: FirstOf(nn.GRU(8, 8)), INT8), rows, 2304, ("script",)),
    case("gru_cell_int8", dynamic(lambda: Cell(nn.GRUCell(8, 8)), INT8), lambda: (floats(3, 8), floats(3, 8)), 1152),
    case("table_8_bit", lambda: Table(torch.quint8), lambda: (indices(7, 20),)),
    case("bag_8_bit", lambda: Bag(torch.quint8), lambda: (indices(7, 20), torch.tensor([0, 2, 4]))),
    case("bag_4_bit", lambda: Bag(torch.quint4x2), lambda: (indices(7, 20), torch.tensor([0, 2, 4]))),
    # Two blocks of 16 tokens, width 32 and inner width 64, and the pooler: 2 (16 (4 32^2 + 2 32 64) + 2 16^2 32) + 32^2.
    case("bert", small_bert, lambda: (tokens(1, 16, 100),), 295_936, ("trace",)),
    case("swin", small_swin, lambda: (floats(1, 3, 56, 56),), None, ("trace",)),
]
