# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Single operators with exact multiply-adds and bias additions.

The integers follow from the shapes. Several cases are what users reported other counters to get wrong; the source
names that report.
"""

import torch
import torch.nn.functional as F
from torch import nn

from case import Case, floats


class Matmul(nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)


class Scores(nn.Module):
    def forward(self, a, b):
        return torch.einsum("bhid,bhjd->bhij", a, b)


class Attention(nn.Module):
    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v)


class SelfAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)

    def forward(self, x):
        return self.attention(x, x, x)[0]


class Recurrent(nn.Module):
    def __init__(self, kind, bidirectional=False):
        super().__init__()
        self.cells = kind(16, 32, num_layers=2, bidirectional=bidirectional)

    def forward(self, x):
        return self.cells(x)[0]


class Upsample(nn.Module):
    def __init__(self, mode: str):
        super().__init__()
        self.mode = mode

    def forward(self, x):
        return F.interpolate(x, scale_factor=2.0, mode=self.mode)


class Multiply(nn.Module):
    def forward(self, a, b):
        return a * b


class SharedLinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(100, 100)

    def forward(self, x):
        return self.linear(x[0]) + self.linear(x[1]) + self.linear(x[2])


def operator(name, build, shapes, macs, source, **known):
    return Case(name, build, lambda: tuple(floats(*shape) for shape in shapes), macs=macs, source=source, **known)


CONVOLUTION = "prod(output) x prod(weight) / output channels"
TRANSPOSED = "prod(input) x prod(weight) / input channels"

OPERATORS = [
    operator("conv1d", lambda: nn.Conv1d(16, 32, 3, stride=2, padding=1), [(2, 16, 100)], 153_600, CONVOLUTION,
             bias_adds=3_200),
    operator("conv2d_dilated_grouped", lambda: nn.Conv2d(16, 32, 3, dilation=2, padding=2, groups=4),
             [(1, 16, 20, 20)], 460_800, CONVOLUTION, bias_adds=12_800),
    operator("conv2d_depthwise", lambda: nn.Conv2d(32, 32, 3, padding=1, groups=32, bias=False), [(1, 32, 14, 14)],
             56_448, CONVOLUTION, bias_adds=0),
    operator("conv3d", lambda: nn.Conv3d(3, 8, 3, padding=1), [(1, 3, 8, 16, 16)], 1_327_104, CONVOLUTION,
             bias_adds=16_384),
    operator("transposed_2x2", lambda: nn.ConvTranspose2d(3, 1, 2, stride=2), [(1, 3, 2, 2)], 48,
             TRANSPOSED + "; Lyken17/pytorch-OpCounter issue 92", bias_adds=16),
    operator("transposed_padded", lambda: nn.ConvTranspose2d(4, 6, 4, stride=2, padding=1), [(2, 4, 8, 8)], 49_152,
             TRANSPOSED + "; DeepSpeed pull request 8323", bias_adds=3_072),
    operator("transposed_depthwise",
             lambda: nn.ConvTranspose2d(4, 4, 3, stride=2, padding=1, output_padding=1, groups=4), [(2, 4, 8, 8)],
             4_608, TRANSPOSED + "; DeepSpeed pull request 8323", bias_adds=2_048),
    operator("transposed_grouped", lambda: nn.ConvTranspose2d(6, 6, 2, stride=2, groups=3), [(2, 6, 8, 8)], 6_144,
             TRANSPOSED + "; DeepSpeed pull request 8323", bias_adds=3_072),
    operator("transposed_of_a_point", lambda: nn.ConvTranspose2d(32, 1, 3), [(1, 32, 1, 1)], 288,
             TRANSPOSED + "; facebookresearch/fvcore issue 78", bias_adds=9),
    operator("linear_3d", lambda: nn.Linear(768, 3072), [(2, 128, 768)], 603_979_776, "rows x in x out",
             bias_adds=786_432),
    operator("matmul_broadcast", Matmul, [(5, 6), (4, 6, 7)], 840, "prod(output) x inner; fvcore gives 210",
             bias_adds=0),
    operator("einsum_scores", Scores, [(2, 3, 4, 5), (2, 3, 6, 5)], 720, "product of all indices", bias_adds=0),
    operator("multihead_attention", lambda: SelfAttention(100, 1), [(1, 1000, 100)], 240_000_000,
             "4 S d^2 + 2 S^2 d; Lyken17/pytorch-OpCounter issue 197"),
    operator("attention_12_heads", Attention, [(1, 12, 64, 64)] * 3, 6_291_456,
             "B H Sq Sk (dqk + dv); pytorch issue 195460"),
    operator("attention_8_heads", Attention, [(4, 8, 128, 64)] * 3, 67_108_864, "pytorch test/test_flop_counter.py"),
    operator("attention_longer_keys", Attention, [(4, 8, 128, 64), (4, 8, 256, 64), (4, 8, 256, 64)], 134_217_728,
             "pytorch test/test_flop_counter.py"),
    operator("lstm", lambda: Recurrent(nn.LSTM), [(5, 3, 16)], 215_040, "4 h (in + h) a step, layer and direction"),
    operator("lstm_bidirectional", lambda: Recurrent(nn.LSTM, True), [(5, 3, 16)], 552_960,
             "4 h (in + h) a step, layer and direction"),
    operator("gru", lambda: Recurrent(nn.GRU), [(5, 3, 16)], 161_280, "3 h (in + h) a step, layer and direction"),
    operator("rnn", lambda: Recurrent(nn.RNN), [(5, 3, 16)], 53_760, "h (in + h) a step, layer and direction"),
    operator("upsample_nearest", lambda: Upsample("nearest"), [(8, 3, 32, 32)], 0, "DeepSpeed issue 8394",
             elements=98_304),
    operator("upsample_bilinear", lambda: Upsample("bilinear"), [(8, 3, 32, 32)], 0, "DeepSpeed issue 8394",
             elements=98_304),
    operator("multiply_broadcast", Multiply, [(2, 3, 4), (4,)], 0, "one an output element; DeepSpeed pull request 8324",
             bias_adds=24, elements=24),
    operator("shared_linear", SharedLinear, [(3, 1, 100)], 30_000, "DeepSpeed issue 7256", parameters=10_100),
]
