#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Measures the sessions of this folder: make_sessions.py FOLDER ROOFLIGHT_CLI [NAME...].

Each is one command of rooflight-cli, with a model of random weights that is made here, on a virtual machine whose caches
are shared with other guests; `busy` beside a process on every CPU. `emulated_gpu` needs CUDA_EMULATED_PROGRAM and
CUDA_EMULATED_LIBRARIES, as tests/emulated_gpu does. The tests hold what does not depend on the machine: any of the files
may be measured anew, on any machine. `resnet50_h100` of docs/sessions is of a real GPU and was measured by tests/gpu/run.
"""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

import torch
from torch import nn
from torch.export import Dim

QUICK = ("--effort", "quick", "--runs", "40")


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.relu(x + self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x))))))


class Images(nn.Module):
    """Convolutions of several sizes, a pooling, a linear layer."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 32, 7, stride=2, padding=3), nn.BatchNorm2d(32), nn.ReLU())
        self.maxpool = nn.MaxPool2d(3, stride=2, padding=1)
        self.blocks = nn.Sequential(Residual(32), Residual(32))
        self.wider = nn.Conv2d(32, 128, 1)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.head = nn.Linear(128, 100)

    def forward(self, x):
        x = self.wider(self.blocks(self.maxpool(self.stem(x))))
        return self.head(self.avgpool(x).flatten(1))


class Quantized(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant = torch.ao.quantization.QuantStub()
        self.conv1 = nn.Conv2d(3, 32, 3, padding=1)
        self.relu1 = nn.ReLU()
        self.conv2 = nn.Conv2d(32, 64, 3, stride=2, padding=1)
        self.relu2 = nn.ReLU()
        self.head = nn.Linear(64, 10)
        self.dequant = torch.ao.quantization.DeQuantStub()

    def forward(self, x):
        x = self.relu2(self.conv2(self.relu1(self.conv1(self.quant(x)))))
        return self.dequant(self.head(x.mean((2, 3))))


class Encoder(nn.Module):
    """Equal blocks, and a head that is larger than any of their layers."""

    def __init__(self, width=128, blocks=4, words=2000):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.blocks = nn.ModuleList(nn.ModuleDict({
            "norm": nn.LayerNorm(width), "up": nn.Linear(width, 4 * width), "activation": nn.GELU(),
            "down": nn.Linear(4 * width, width),
        }) for _ in range(blocks))
        self.head = nn.Linear(width, words, bias=False)

    def forward(self, ids):
        x = self.embedding(ids)
        for block in self.blocks:
            x = x + block["down"](block["activation"](block["up"](block["norm"](x))))
        return self.head(x)


class Decoder(nn.Module):
    """One block of attention with a cache of keys and values."""

    def __init__(self, width=256, heads=4, words=4000):
        super().__init__()
        self.heads = heads
        self.embedding = nn.Embedding(words, width)
        self.project = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)
        self.head = nn.Linear(width, words, bias=False)

    def forward(self, ids, keys, values):
        x = self.embedding(ids)
        batch, length, width = x.shape
        query, key, value = (part.view(batch, length, self.heads, -1).transpose(1, 2)
                             for part in self.project(x).chunk(3, -1))
        keys, values = torch.cat([keys, key], 2), torch.cat([values, value], 2)
        mixed = nn.functional.scaled_dot_product_attention(query, keys, values)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        x = x + self.down(nn.functional.gelu(self.up(x)))
        return self.head(x), keys, values


def save_trace(model, example, path):
    torch.jit.trace(model.eval(), example).save(path)


def save_quantized(path):
    torch.backends.quantized.engine = "fbgemm"
    model = Quantized().eval()
    model.qconfig = torch.ao.quantization.get_default_qconfig("fbgemm")
    prepared = torch.ao.quantization.prepare(model)
    prepared(torch.rand(4, 3, 64, 64))
    save_trace(torch.ao.quantization.convert(prepared), torch.rand(4, 3, 64, 64), path)


def save_export(model, example, dynamic, path):
    torch.export.save(torch.export.export(model.eval(), example, dynamic_shapes=dynamic), path)


def make_models():
    torch.manual_seed(1)
    save_trace(Images(), torch.rand(4, 3, 96, 96), "images.pt")
    save_quantized("int8.pt")
    sizes = {0: Dim("batch", min=1, max=64), 1: Dim("length", min=2, max=512)}
    save_export(Encoder(), (torch.randint(2000, (2, 64)),), (sizes,), "encoder.pt2")
    past = {0: Dim("batch", min=1, max=64), 2: Dim("past", min=1, max=4096)}
    ids = {0: Dim("batch", min=1, max=64), 1: Dim("length", min=1, max=1024)}
    cache = torch.rand(2, 4, 32, 64)
    save_export(Decoder(), (torch.randint(4000, (2, 2)), cache, cache.clone()), (ids, past, past), "decoder.pt2")


# By name: the command, with what it takes, and whether the machine is busy meanwhile.
COMMANDS = {
    "virtual": ("report", "images.pt", *QUICK),
    "busy": ("report", "images.pt", *QUICK),
    "int8": ("report", "int8.pt", *QUICK),
    "export": ("report", "encoder.pt2", *QUICK),
    "tokens": ("tokens", "decoder.pt2", "--prefill", "ids.1=256", "--prefill", "keys.2=1", "--decode", "ids.1=1",
               "--decode", "keys.2=512", *QUICK),
    "float32": ("report", "encoder.pt2", "--dim", "ids.0=8", *QUICK),
    "bfloat16": ("report", "encoder.pt2", "--dim", "ids.0=8", "--precision", "bfloat16", *QUICK),
    "batches": ("sweep", "images.pt", "--max-batch", "8", "--runs", "10"),
    "sizes": ("sweep", "encoder.pt2", "--axis", "ids.0=1,4", "--axis", "ids.1=16,64", "--runs", "10"),
    "emulated_gpu": ("report", "images.pt", "--device", "cuda:0", *QUICK),
}


@contextlib.contextmanager
def load(name):
    """A process on every CPU while `busy` is measured."""
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(os.cpu_count() if name == "busy" else 0)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def environment_of(name, program):
    """The program and the environment that it runs in."""
    if name != "emulated_gpu":
        return program, os.environ
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "emulated_gpu"))
    os.environ.setdefault("CUDA_EMULATED_MODELS", ".")
    os.environ.setdefault("CUDA_EMULATED_COMPILED_MODEL", "")
    import emulated

    preloaded = ":".join(str(emulated.LIBRARIES / library) for library in emulated.PRELOADED)
    return emulated.PROGRAM, os.environ | {"LD_PRELOAD": preloaded, **emulated.CUDNN}


def shortened(record):
    """Without what names this machine: the readers need no host."""
    return {**record, "host": "vm"} if record["type"] == "hello" else record


def main(folder, program, names):
    folder, program = pathlib.Path(folder).resolve(), pathlib.Path(program).resolve()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)  # models are named without a folder
        make_models()
        for name in names or COMMANDS:
            run, environment = environment_of(name, program)
            with load(name):
                # A cache of its own: roofs are measured in the conditions of the session.
                cache = {"XDG_CACHE_HOME": os.path.join(work, name if name in ("busy", "emulated_gpu") else "cache")}
                subprocess.run([run, *COMMANDS[name], "--quiet", "--save", "made.ridge"], env={**environment, **cache},
                               check=True, stdout=subprocess.DEVNULL)
            records = [json.loads(line) for line in pathlib.Path("made.ridge").read_text("utf-8").splitlines()]
            text = "".join(json.dumps(shortened(record), separators=(",", ":"), ensure_ascii=False) + "\n" for record in records)
            (folder / f"{name}.ridge").write_text(text, encoding="utf-8")
            print(f"{name}: {len(text)} bytes")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
