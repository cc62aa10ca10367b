# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""What the multiply-adds of a model do not depend on, and what they are in proportion to."""

import os
import tempfile

import torch
from torch import nn

import published_models as published
from case import Case, floats, tokens
from forms import Files
from golden_operators import Recurrent, SelfAttention
from product import ProductError
from reference_macs import fast_path


class Convolutions(nn.Module):
    """Every kind of two-dimensional convolution, normalised, pooled and resized."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(3, 16, 3, stride=2, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
            nn.Conv2d(16, 16, 3, padding=1, groups=16, bias=False), nn.GroupNorm(4, 16), nn.SiLU(),
            nn.Conv2d(16, 32, 3, padding=2, dilation=2, groups=4), nn.MaxPool2d(2),
            nn.ConvTranspose2d(32, 16, 4, stride=2, padding=1), nn.Upsample(scale_factor=2.0, mode="bilinear"),
            nn.AdaptiveAvgPool2d(4), nn.Flatten(), nn.Linear(256, 10))

    def forward(self, x):
        return self.layers(x)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

    def forward(self, x):
        return self.layers(x)


class BatchSecond(nn.Module):
    """A recurrent network whose first dimension is the batch, as for the other models."""

    def __init__(self):
        super().__init__()
        self.inner = Recurrent(nn.LSTM)

    def forward(self, x):
        return self.inner(x.transpose(0, 1))


def small_bert():
    return published.Bert(vocabulary=100, width=32, layers=2, heads=4, inner=64, positions=64)


def small_llama():
    return published.Llama(vocabulary=100, width=32, layers=2, heads=4, inner=48)


IMAGES, WORDS, ROWS = (lambda n: floats(n, 3, 32, 32)), (lambda n: tokens(n, 16, 100)), (lambda n: floats(n, 10, 32))
MODELS = {
    "convolutions": (Convolutions, IMAGES),
    "bert": (small_bert, WORDS),
    "llama": (small_llama, WORDS),
    "lstm": (BatchSecond, lambda n: floats(n, 10, 16)),
    "encoder": (Encoder, ROWS),
    "attention": (lambda: SelfAttention(32, 4), ROWS),
}
PRECISIONS = (torch.float64, torch.float16, torch.bfloat16)


def converted(value, dtype):
    return value.to(dtype) if value.is_floating_point() else value


def channels_last(model):
    return model.to(memory_format=torch.channels_last)


def variants(name, build, inputs):
    """(what differs, builder, input, form, threads, times the multiply-adds of one item)."""
    one = inputs(1)
    yield "trace", build, one, "trace", 1, 1
    yield "frozen script", build, one, "frozen_script", 1, 1
    yield "frozen trace", build, one, "frozen_trace", 1, 1
    yield "two threads", build, one, "script", 2, 1
    yield "batch of five", build, inputs(5), "script", 1, 5
    yield "batch of five, frozen trace", build, inputs(5), "frozen_trace", 1, 5
    for dtype in PRECISIONS:
        yield (str(dtype).removeprefix("torch."), lambda dtype=dtype: build().to(dtype), converted(one, dtype),
               "script", 1, 1)
    if one.dim() == 4:
        image = one.contiguous(memory_format=torch.channels_last)
        yield "channels last", build, image, "script", 1, 1
        yield "channels last throughout", lambda: channels_last(build()), image, "frozen_trace", 1, 1


def macs_of(product, name, build, value, form, threads):
    with tempfile.TemporaryDirectory(prefix="ridgepoint-accuracy-") as folder:
        file = Files(Case(name, build, lambda: (value,)), folder).save(form)
        return product.analyze(file, (value,), folder, threads)["totals"]["macs"]


def check(product, verdicts):
    for name, (build, inputs) in MODELS.items():
        base = macs_of(product, name, build, inputs(1), "script", 1)
        tried = list(variants(name, build, inputs))
        for what, make, value, form, threads, times in tried:
            judge(product, verdicts, name, what, times * base, (make, value, form, threads))
        for form in ("script", "trace") if name in ("encoder", "attention") else ():
            for enabled in (False, True):
                with fast_path(enabled):
                    judge(product, verdicts, name, f"{form}, fast path {'on' if enabled else 'off'}", base,
                          (build, inputs(1), form, 1))


def judge(product, verdicts, name, what, expected, run):
    try:
        macs = macs_of(product, name, *run)
    except ProductError as error:
        verdicts.add("FAILED", f"invariance/{name}", "", None, f"{what}: {' '.join(str(error).split())[-250:]}")
        return
    wrong = macs != expected
    verdicts.add("WRONG" if wrong else "ok", f"invariance/{name}", "", macs,
                 f"{what}: expected {expected:,}" if wrong else what)
