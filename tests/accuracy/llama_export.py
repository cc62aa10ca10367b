#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Exports a model of the shape of Llama 3 without any weights: prefill.pt2 and decode.pt2.

Usage: llama_export.py FOLDER [--size 70b|8b|tiny] [--weights none|int8|int4]

The published figures of the sizes: Llama Team, "The Llama 3 Herd of Models", table 3. The cache of the decode step is an
input; batch, length and the length of the cache stay open. No file has data for its weights, only their sizes and types; int8 and int4 are
weight-only products.
"""

import argparse
import os
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn
from torch.export import Dim


@dataclass(frozen=True)
class Shape:
    layers: int
    width: int
    hidden: int
    heads: int
    key_heads: int
    words: int

    @property
    def head_width(self):
        return self.width // self.heads


SIZES = {
    "70b": Shape(80, 8192, 28672, 64, 8, 128256),
    "8b": Shape(32, 4096, 14336, 32, 8, 128256),
    "tiny": Shape(2, 64, 160, 8, 2, 100),
}


class Int8Linear(nn.Module):
    """A product with weights of 8 bits and a scale for each output, as torchao exports it for a CPU."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.register_buffer("weight", torch.zeros(outputs, inputs, dtype=torch.int8))
        self.register_buffer("scales", torch.ones(outputs, dtype=torch.bfloat16))

    def forward(self, x):
        flat = torch.ops.aten._weight_int8pack_mm(x.reshape(-1, x.shape[-1]), self.weight, self.scales)
        return flat.reshape(*x.shape[:-1], -1)


class Int4Linear(nn.Module):
    """A product with two weights a byte, and a scale and a zero point for each GROUP of them, as torchao does for a CPU."""

    GROUP = 32

    def __init__(self, inputs, outputs):
        super().__init__()
        self.register_buffer("weight", torch.zeros(outputs, inputs // 2, dtype=torch.uint8))
        self.register_buffer("scales_and_zeros", torch.ones(inputs // self.GROUP, outputs, 2, dtype=torch.bfloat16))

    def forward(self, x):
        flat = torch.ops.aten._weight_int4pack_mm_for_cpu(x.reshape(-1, x.shape[-1]), self.weight, self.GROUP,
                                                          self.scales_and_zeros)
        return flat.reshape(*x.shape[:-1], -1)


class Attention(nn.Module):
    def __init__(self, shape, linear):
        super().__init__()
        self.shape = shape
        keys = shape.key_heads * shape.head_width
        self.q_proj, self.o_proj = linear(shape.width, shape.width), linear(shape.width, shape.width)
        self.k_proj, self.v_proj = linear(shape.width, keys), linear(shape.width, keys)

    def forward(self, x, rotation, past):
        batch, length, _ = x.shape
        heads = lambda t, n: t.view(batch, length, n, self.shape.head_width).transpose(1, 2)  # noqa: E731
        query = rotated(heads(self.q_proj(x), self.shape.heads), rotation)
        key = rotated(heads(self.k_proj(x), self.shape.key_heads), rotation)
        value = heads(self.v_proj(x), self.shape.key_heads)
        if past is not None:
            key, value = torch.cat([past[0], key], 2), torch.cat([past[1], value], 2)
        mixed = F.scaled_dot_product_attention(query, key, value, is_causal=past is None, enable_gqa=True)
        return self.o_proj(mixed.transpose(1, 2).reshape(batch, length, -1)), (key, value)


def rotated(x, rotation):
    cos, sin = rotation
    left, right = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-right, left], dim=-1) * sin


class Block(nn.Module):
    def __init__(self, shape, linear):
        super().__init__()
        self.input_layernorm, self.post_attention_layernorm = nn.RMSNorm(shape.width), nn.RMSNorm(shape.width)
        self.self_attn = Attention(shape, linear)
        self.gate_proj, self.up_proj = linear(shape.width, shape.hidden), linear(shape.width, shape.hidden)
        self.down_proj = linear(shape.hidden, shape.width)

    def forward(self, x, rotation, past):
        mixed, cache = self.self_attn(self.input_layernorm(x), rotation, past)
        x = x + mixed
        hidden = self.post_attention_layernorm(x)
        return x + self.down_proj(F.silu(self.gate_proj(hidden)) * self.up_proj(hidden)), cache


class Llama(nn.Module):
    def __init__(self, shape, linear):
        super().__init__()
        self.shape = shape
        self.embed_tokens = nn.Embedding(shape.words, shape.width)
        self.layers = nn.ModuleList([Block(shape, linear) for _ in range(shape.layers)])
        self.norm = nn.RMSNorm(shape.width)
        self.lm_head = linear(shape.width, shape.words)

    def forward(self, input_ids, past=None):
        start = 0 if past is None else past[0][0].shape[2]
        places = torch.arange(start, start + input_ids.shape[1], device=input_ids.device, dtype=torch.float32)
        rates = 500000.0 ** (-torch.arange(0, self.shape.head_width, 2, device=input_ids.device) / self.shape.head_width)
        angles = torch.outer(places, rates)
        angles = torch.cat([angles, angles], dim=-1)
        x = self.embed_tokens(input_ids)
        rotation = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        caches = []
        for i, layer in enumerate(self.layers):
            x, cache = layer(x, rotation, None if past is None else past[i])
            caches.append(cache)
        return self.lm_head(self.norm(x[:, -1:])), caches


def made(shape, weights):
    linear = {"int8": Int8Linear, "int4": Int4Linear}.get(weights, lambda i, o: nn.Linear(i, o, bias=False))
    with torch.device("meta"):
        return Llama(shape, linear).to(torch.bfloat16).eval()


def exported(model, shape, past_length):
    batch = length = past_dim = Dim.AUTO  # of the cache one a layer: no operator asks that they are equal
    with torch.device("meta"):
        if past_length is None:
            return torch.export.export(model, (torch.zeros(2, 16, dtype=torch.int64),),
                                       dynamic_shapes=({0: batch, 1: length},))
        cache = [tuple(torch.zeros(2, shape.key_heads, past_length, shape.head_width, dtype=torch.bfloat16)
                       for _ in range(2)) for _ in range(shape.layers)]
        dims = [({0: batch, 2: past_dim}, {0: batch, 2: past_dim})] * shape.layers
        return torch.export.export(model, (torch.zeros(2, 1, dtype=torch.int64), cache),
                                   dynamic_shapes=({0: batch}, dims))


def write(folder, shape, weights):
    os.makedirs(folder, exist_ok=True)
    model = made(shape, weights)
    for name, past in (("prefill", None), ("decode", 32)):
        torch.export.save(exported(model, shape, past), os.path.join(folder, name + ".pt2"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--size", choices=SIZES, default="70b")
    parser.add_argument("--weights", choices=["none", "int8", "int4"], default="none")
    options = parser.parse_args()
    write(options.folder, SIZES[options.size], options.weights)


if __name__ == "__main__":
    main()
