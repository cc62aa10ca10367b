# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Small modules of random steps, the same ones in each run: what is counted without a run must be what a run counts.

Tensors are images [N, C, H, W] or sequences [N, L, D]; each step takes one and gives one.
"""

from random import Random

import torch
import torch.nn.functional as F
from torch import nn

from case import floats

MODULES = 200


class Step(nn.Module):
    """A function, beside the modules and the weights that it uses."""

    def __init__(self, function, **parts):
        super().__init__()
        for name, part in parts.items():
            setattr(self, name, nn.Parameter(part) if isinstance(part, torch.Tensor) else part)
        self.function = function

    def forward(self, x):
        return self.function(self, x)


def step(function, **parts):
    return Step(function, **parts)


def divisor(random, number):
    return random.choice([count for count in range(1, number + 1) if number % count == 0])


# Steps on images.

def convolution(random, shape):
    channels = shape[1]
    groups = divisor(random, channels)
    return nn.Conv2d(channels, groups * random.randint(1, 4), random.choice([1, 3, (3, 1)]), stride=random.choice([1, 2]),
                     padding=random.choice([1, 2]), dilation=random.choice([1, 2]) if min(shape[2:]) > 4 else 1,
                     groups=groups, bias=random.random() < 0.5,
                     padding_mode=random.choice(["zeros", "zeros", "circular"]))


def transposed(random, shape):
    return nn.ConvTranspose2d(shape[1], random.randint(1, 6), random.choice([2, 3]), stride=random.choice([1, 2]))


def image_norm(random, shape):
    return random.choice([nn.BatchNorm2d(shape[1]), nn.GroupNorm(divisor(random, shape[1]), shape[1]),
                          nn.InstanceNorm2d(shape[1]), nn.LayerNorm(shape[2:])])


def pooling(random, shape):
    if min(shape[2:]) < 3:
        return nn.AdaptiveAvgPool2d((2, 3))
    return random.choice([nn.MaxPool2d(2), nn.AvgPool2d(3, 2, 1), nn.AdaptiveAvgPool2d(random.randint(1, 3)),
                          nn.AdaptiveMaxPool2d(2), nn.MaxPool2d(3, 1, 1, ceil_mode=True), nn.LPPool2d(2, 2)])


def resampling(random, shape):
    mode = random.choice(["nearest", "bilinear", "bicubic", "area"])
    size = (random.randint(2, 9), random.randint(2, 9))
    return step(lambda self, x: F.interpolate(x, size, mode=mode))


def moved_image(random, shape):
    return random.choice([
        step(lambda self, x: x.transpose(2, 3).contiguous()),
        step(lambda self, x: x.to(memory_format=torch.channels_last)),
        step(lambda self, x: x.flip(3).roll(1, 2)),
        step(lambda self, x: F.pad(x, (1, 0, 2, 1), value=0.5)),
        step(lambda self, x: F.pad(x, (1, 1, 1, 1), mode="replicate")),
        step(lambda self, x: x[:, :, ::2, 1:]) if shape[3] > 2 else step(lambda self, x: x[:, :1]),
        step(lambda self, x: torch.cat([x, x * 2, x[:, :1]], 1)) if shape[1] < 12 else step(lambda self, x: x[:, :3]),
        step(lambda self, x: F.unfold(x, 2).unsqueeze(1)) if shape[1] < 4 else step(lambda self, x: x[:, -2:]),
    ])


def gated_channels(random, shape):
    squeeze = nn.Conv2d(shape[1], 2, 1)
    widen = nn.Conv2d(2, shape[1], 1)
    return step(lambda self, x: x * self.widen(F.relu(self.squeeze(x.mean((2, 3), keepdim=True)))).sigmoid(),
                squeeze=squeeze, widen=widen)


def to_sequence(random, shape):
    return step(lambda self, x: x.flatten(2).transpose(1, 2))


# Steps on sequences.

def linear(random, shape):
    return nn.Linear(shape[2], random.randint(1, 16), bias=random.random() < 0.7)


def sequence_norm(random, shape):
    return random.choice([nn.LayerNorm(shape[2], elementwise_affine=random.random() < 0.5), nn.RMSNorm(shape[2]),
                          step(lambda self, x: F.normalize(x, dim=-1)),
                          step(lambda self, x: (x - x.mean(1, keepdim=True)) / (x.std(1, keepdim=True) + 1))])


def attention(random, shape):
    """With all kinds of masks, heads and layouts."""
    heads = divisor(random, shape[2])
    key_heads = divisor(random, heads)
    width = shape[2] // heads
    length = shape[1]
    kind = random.choice(["none", "causal", "bool", "float", "row", "column", "expanded", "three"])
    masks = {"bool": torch.ones(length, length, dtype=torch.bool), "float": torch.zeros(1, 1, length, length),
             "row": torch.zeros(length, 1), "column": torch.ones(1, length, dtype=torch.bool),
             "expanded": torch.ones(1, 1, length, 1, dtype=torch.bool)}

    def attend(self, x):
        query = self.query(x).unflatten(2, (heads, width)).transpose(1, 2)
        key, value = (part.unflatten(2, (key_heads, width)).transpose(1, 2) for part in self.pair(x).chunk(2, -1))
        mask = masks.get(kind)
        if mask is not None and mask.is_floating_point():
            mask = mask.to(x.dtype)
        if kind in ("row", "column", "expanded"):
            mask = mask.expand(x.shape[0], 1, length, length)
        if kind == "three" and heads == key_heads:
            mixed = F.scaled_dot_product_attention(query.flatten(0, 1), key.flatten(0, 1), value.flatten(0, 1))
            mixed = mixed.unflatten(0, (x.shape[0], heads))
        else:
            mixed = F.scaled_dot_product_attention(query, key, value, mask, is_causal=kind == "causal",
                                                   enable_gqa=heads != key_heads)
        return mixed.transpose(1, 2).flatten(2)

    return step(attend, query=nn.Linear(shape[2], shape[2]), pair=nn.Linear(shape[2], 2 * width * key_heads))


def modules_of_torch(random, shape):
    heads = divisor(random, shape[2])
    width = shape[2]
    weights = random.random() < 0.5
    return random.choice([
        step(lambda self, x: self.part(x, x, x, need_weights=weights)[0],
             part=nn.MultiheadAttention(width, heads, batch_first=True)),
        step(lambda self, x: self.part(x)[0], part=nn.LSTM(width, 5, batch_first=True)),
        step(lambda self, x: self.part(x)[0], part=nn.GRU(width, 3, bidirectional=True, batch_first=True)),
        nn.TransformerEncoderLayer(width, heads, 12, batch_first=True, norm_first=random.random() < 0.5),
        step(lambda self, x: self.part(x.transpose(1, 2)).transpose(1, 2),
             part=nn.Conv1d(width, 4, 3, padding=1, groups=1)),
    ])


def products(random, shape):
    width = shape[2]
    return random.choice([
        step(lambda self, x: torch.einsum("nld,dk->nlk", x, self.weight), weight=torch.randn(width, 4)),
        step(lambda self, x: torch.bmm(x, x.transpose(1, 2)).softmax(-1) @ x),
        step(lambda self, x: torch.baddbmm(x, x @ x.mT, x, alpha=0.5)),
        step(lambda self, x: torch.einsum("nld,nmd->nlm", x, x)),
        step(lambda self, x: self.weight @ x, weight=torch.randn(3, shape[1])),
        step(lambda self, x: F.bilinear(x, x, self.weight), weight=torch.randn(3, width, width)),
        step(lambda self, x: torch.cdist(x, x[:, :2])),
    ])


def gathers(random, shape):
    last = shape[1] - 1
    return random.choice([
        step(lambda self, x: x[:, torch.tensor([0, last, 0])]),
        step(lambda self, x: x.gather(1, x.argsort(1))),
        step(lambda self, x: x.sort(-1, descending=True)[0] + x.cumsum(1)),
        step(lambda self, x: x.topk(min(2, shape[2]), -1)[0]),
        step(lambda self, x: F.embedding(x.argmax(-1), self.table), table=torch.randn(shape[2], 6)),
        step(lambda self, x: torch.where(x > 0, x, x * 0.1).masked_fill(x > 2, 0.0)),
        step(lambda self, x: x.repeat_interleave(2, 1)[:, : last + 1]),
        step(lambda self, x: x.index_select(1, torch.arange(last + 1)).tril()),
        step(lambda self, x: F.one_hot(x.argmax(-1), shape[2]).to(x.dtype) * x),
        step(lambda self, x: x.scatter(1, x.argmax(1, keepdim=True), 1.0)),
        step(lambda self, x: x.index_add(1, torch.tensor([0, last]), x[:, :2] if last else x.repeat(1, 2, 1))),
    ])


def reductions(random, shape):
    return random.choice([
        step(lambda self, x: x - x.logsumexp(-1, keepdim=True)),
        step(lambda self, x: x / x.norm(dim=-1, keepdim=True).clamp(min=1)),
        step(lambda self, x: x * x.amax((1, 2), keepdim=True)),
        step(lambda self, x: x.var(-1, keepdim=True) + x.log_softmax(1)),
        step(lambda self, x: x + x.prod(1, keepdim=True) + x.median(1, keepdim=True)[0]),
        step(lambda self, x: (x > x.mean()).any(-1, keepdim=True) * x),
    ])


def moved_sequence(random, shape):
    return random.choice([
        step(lambda self, x: x.transpose(1, 2)),
        step(lambda self, x: torch.cat(x.chunk(2, 1)[::-1], 1)),
        step(lambda self, x: torch.stack([x, x + 1], 2).flatten(1, 2)[:, : 12]),
        step(lambda self, x: x.repeat(1, 1, 2)[..., :16]),
        step(lambda self, x: x[:, :, None].expand(-1, -1, 2, -1).reshape(x.shape[0], -1, x.shape[2])[:, :12]),
        step(lambda self, x: x.unsqueeze(1).tile(1, 2, 1, 1).sum(1)),
        step(lambda self, x: F.glu(torch.cat([x, x], -1), -1)),
        step(lambda self, x: x.clone().mul_(2).add_(x)),
        step(lambda self, x: x.double().to(x.dtype) + x.to(torch.bfloat16).to(x.dtype)),
    ])


def activation(random, shape):
    return random.choice([nn.ReLU(), nn.GELU(), nn.SiLU(), nn.Hardswish(), nn.Softplus(), nn.ELU(), nn.LeakyReLU(),
                          nn.Tanh(), nn.GELU("tanh"), nn.Dropout(), nn.ReLU(inplace=False), nn.Mish(), nn.Softmax(-1)])


def residual(random, shape):
    scale = random.random()
    return step(lambda self, x: x + scale * torch.sin(x) - x.abs().clamp(max=2).pow(2))


IMAGE_STEPS = [convolution, convolution, transposed, image_norm, activation, pooling, resampling, moved_image, moved_image,
               gated_channels, residual, to_sequence]
SEQUENCE_STEPS = [linear, linear, sequence_norm, attention, attention, attention, modules_of_torch, products, gathers, gathers,
                  reductions, moved_sequence, activation, residual]
LARGEST = 4000  # elements


def module(number):
    """Its steps and its input. A step that LibTorch refuses, or that makes the tensor large, is left out."""
    random = Random(f"module {number}")
    torch.manual_seed(number)
    is_image = random.random() < 0.4
    shape = ((random.randint(1, 3), random.randint(1, 8), random.randint(4, 9), random.randint(4, 9)) if is_image
             else (random.randint(1, 3), random.randint(2, 9), random.randint(1, 12)))
    first = floats(*shape)
    steps, x = [], first
    for _ in range(random.randint(3, 7)):
        made = random.choice(IMAGE_STEPS if x.dim() == 4 else SEQUENCE_STEPS)(random, tuple(x.shape)).eval()
        try:
            with torch.no_grad():
                after = made(x)
        except (RuntimeError, ValueError, IndexError):
            continue
        if after.dim() in (3, 4) and 0 < after.numel() <= LARGEST:
            steps.append(made)
            x = after
    return nn.Sequential(*steps), first
