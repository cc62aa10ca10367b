# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What the multiply-adds of a model do not depend on, and what they are in proportion to."""

import os
import tempfile

import torch
from torch import nn

import published_models as published
from byte_operators import small_bert
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


class Model:
    """One of MODELS and its files in a folder: scripting takes longest, so variants of a script are made of its file."""

    def __init__(self, name, folder):
        self.build, self.inputs = MODELS[name]
        self.name, self.folder = name, folder
        self.scripts = self._files(self.build, self.inputs(1))

    def script(self):
        return self.scripts.save("script")

    def frozen_script(self):
        return self.scripts.save("frozen_script")

    def of(self, dtype):
        """The script with weights of another type."""
        if any(isinstance(module, nn.RNNBase) for module in self.scripts.model.modules()):
            # A script's to() leaves the second list of weights that recurrent layers keep.
            return self.rebuilt("script", self.inputs(1), lambda: self.build().to(dtype))
        file = os.path.join(self.folder, "converted.pt")
        torch.jit.load(self.script()).to(dtype).save(file)
        return file

    def rebuilt(self, form, value, build=None):
        """Of a module built for it alone."""
        return self._files(build or self.build, value).save(form)

    def _files(self, build, value):
        return Files(Case(self.name, build, lambda: (value,)), self.folder)


def variants(model):
    """(what differs, makes the file, input, threads, times the multiply-adds of one item)."""
    one, five = model.inputs(1), model.inputs(5)
    yield "trace", lambda: model.rebuilt("trace", one), one, 1, 1
    yield "frozen script", model.frozen_script, one, 1, 1
    yield "frozen trace", lambda: model.rebuilt("frozen_trace", one), one, 1, 1
    yield "two threads", model.script, one, 2, 1
    yield "batch of five", model.script, five, 1, 5
    yield "batch of five, frozen trace", lambda: model.rebuilt("frozen_trace", five), five, 1, 5
    for dtype in PRECISIONS:
        yield str(dtype).removeprefix("torch."), lambda dtype=dtype: model.of(dtype), converted(one, dtype), 1, 1
    if one.dim() == 4:
        image = one.contiguous(memory_format=torch.channels_last)
        yield "channels last", model.script, image, 1, 1
        yield ("channels last throughout",
               lambda: model.rebuilt("frozen_trace", image, lambda: channels_last(model.build())), image, 1, 1)


def fast_path_variants(model):
    """Scripted and traced with the flag set: what a file keeps of it must not matter."""
    one = model.inputs(1)
    yield "script", lambda: model.rebuilt("script", one), one, 1, 1
    yield "trace", lambda: model.rebuilt("trace", one), one, 1, 1


def check(product, verdicts):
    for name in MODELS:
        with tempfile.TemporaryDirectory(prefix="rooflight-accuracy-") as folder:
            model = Model(name, folder)
            base = macs_of(product, model, model.script, model.inputs(1), 1)
            for what, make, value, threads, times in variants(model):
                judge(product, verdicts, model, what, times * base, (make, value, threads))
            for enabled in (False, True) if name in ("encoder", "attention") else ():
                with fast_path(enabled):
                    for what, make, value, threads, times in fast_path_variants(model):
                        judge(product, verdicts, model, f"{what}, fast path {'on' if enabled else 'off'}",
                              times * base, (make, value, threads))


def macs_of(product, model, make, value, threads):
    return product.analyze(make(), (value,), model.folder, threads)["totals"]["macs"]


def judge(product, verdicts, model, what, expected, run):
    try:
        macs = macs_of(product, model, *run)
    except ProductError as error:
        verdicts.add("FAILED", f"invariance/{model.name}", "", None, f"{what}: {' '.join(str(error).split())[-250:]}")
        return
    wrong = macs != expected
    verdicts.add("WRONG" if wrong else "ok", f"invariance/{model.name}", "", macs,
                 f"{what}: expected {expected:,}" if wrong else what)
