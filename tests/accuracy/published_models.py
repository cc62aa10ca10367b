# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models whose sizes are published, typed here as plain modules in the published layout."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class BertLayer(nn.Module):
    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.scale = math.sqrt(width // heads)
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.output = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.last_norm = nn.LayerNorm(width, eps=1e-12)

    def split(self, x):
        return x.view(x.size(0), x.size(1), self.heads, x.size(2) // self.heads).transpose(1, 2)

    def forward(self, x):
        q, k, v = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = q @ k.transpose(2, 3) / self.scale
        mixed = (scores.softmax(3) @ v).transpose(1, 2).reshape(x.shape)
        x = self.norm(x + self.output(mixed))
        return self.last_norm(x + self.down(F.gelu(self.up(x))))


class Bert(nn.Module):
    """BERT with its pooler and no head (Devlin et al. 2018; bert-base-uncased)."""

    def __init__(self, vocabulary=30522, width=768, layers=12, heads=12, inner=3072, positions=512):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(positions, width)
        self.segments = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.Sequential(*[BertLayer(width, heads, inner) for _ in range(layers)])
        self.pooler = nn.Linear(width, width)

    def forward(self, ids):
        places = torch.arange(ids.size(1), device=ids.device)
        x = self.words(ids) + self.positions(places) + self.segments(torch.zeros_like(ids))
        x = self.layers(self.norm(x))
        return x, torch.tanh(self.pooler(x[:, 0]))


class Gpt2Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.output = nn.Linear(width, width)
        self.second_norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.size(0), x.size(1), x.size(2)
        qkv = self.qkv(self.norm(x)).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(qkv[0], qkv[1], qkv[2], is_causal=True)
        x = x + self.output(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(F.gelu(self.up(self.second_norm(x)), approximate="tanh"))


class Gpt2(nn.Module):
    """GPT-2 124M (Radford et al. 2019), with its head, which is the table of the words once more."""

    def __init__(self, vocabulary=50257, width=768, layers=12, heads=12, positions=1024):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(positions, width)
        self.blocks = nn.Sequential(*[Gpt2Block(width, heads) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.words.weight

    def forward(self, ids):
        x = self.words(ids) + self.positions(torch.arange(ids.size(1), device=ids.device))
        return self.head(self.norm(self.blocks(x)))


class RmsNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


def rotate(x):
    """Rotary position embedding of x: batch, heads, length, width."""
    half = x.size(3) // 2
    steps = torch.arange(half, device=x.device, dtype=torch.float32) / half
    places = torch.arange(x.size(2), device=x.device, dtype=torch.float32)
    angles = places.unsqueeze(1) * torch.pow(10000.0, -steps).unsqueeze(0)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    low, high = x[..., :half], x[..., half:]
    return torch.cat([low * cos - high * sin, high * cos + low * sin], 3)


class LlamaBlock(nn.Module):
    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.norm = RmsNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.output = nn.Linear(width, width, bias=False)
        self.second_norm = RmsNorm(width)
        self.gate = nn.Linear(width, inner, bias=False)
        self.up = nn.Linear(width, inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)

    def split(self, x):
        return x.view(x.size(0), x.size(1), self.heads, x.size(2) // self.heads).transpose(1, 2)

    def forward(self, x):
        y = self.norm(x)
        q, k, v = rotate(self.split(self.query(y))), rotate(self.split(self.key(y))), self.split(self.value(y))
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.output(mixed.transpose(1, 2).reshape(x.shape))
        y = self.second_norm(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Llama(nn.Module):
    """LLaMA 7B (Touvron et al. 2023), with its head, reading a prompt."""

    def __init__(self, vocabulary=32000, width=4096, layers=32, heads=32, inner=11008):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width)
        self.blocks = nn.Sequential(*[LlamaBlock(width, heads, inner) for _ in range(layers)])
        self.norm = RmsNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids):
        return self.head(self.norm(self.blocks(self.words(ids))))


def twice(before, between, after):
    layers = []
    for width, out in ((before, between), (between, after)):
        layers += [nn.Conv2d(width, out, 3, padding=1, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers)


class Up(nn.Module):
    def __init__(self, before, after, bilinear):
        super().__init__()
        if bilinear:
            self.grow = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
            self.convolve = twice(before, before // 2, after)
        else:
            self.grow = nn.ConvTranspose2d(before, before // 2, 2, stride=2)
            self.convolve = twice(before, after, after)

    def forward(self, x, side):
        return self.convolve(torch.cat([side, self.grow(x)], 1))


class Unet(nn.Module):
    """U-Net (Ronneberger et al. 2015) in the layout of github.com/milesial/Pytorch-UNet: three channels to one."""

    def __init__(self, bilinear=False):
        super().__init__()
        last = 512 if bilinear else 1024
        self.start = twice(3, 64, 64)
        self.downs = nn.ModuleList([twice(64, 128, 128), twice(128, 256, 256), twice(256, 512, 512),
                                    twice(512, last, last)])
        factor = 2 if bilinear else 1
        self.up1 = Up(1024, 512 // factor, bilinear)
        self.up2 = Up(512, 256 // factor, bilinear)
        self.up3 = Up(256, 128 // factor, bilinear)
        self.up4 = Up(128, 64, bilinear)
        self.end = nn.Conv2d(64, 1, 1)

    def forward(self, x):
        x = self.start(x)
        sides = [x]
        for down in self.downs:
            x = down(F.max_pool2d(x, 2))
            sides.append(x)
        x = self.up1(x, sides[3])
        x = self.up2(x, sides[2])
        x = self.up3(x, sides[1])
        return self.end(self.up4(x, sides[0]))
