#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the small TorchScript files beside this script.

The files were made with PyTorch 2.11.0; run it again only to add one:
    python make_small_models.py [FOLDER]
Each model's parameter and buffer counts as PyTorch itself sees them are printed, for the tests to expect.
"""

import sys
from pathlib import Path
from typing import Dict, List, Optional, Tuple

import torch
from source_folders import clean
from torch import Tensor, nn


class Block(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(width)
        self.relu = nn.ReLU()

    def forward(self, x):
        return x + self.relu(self.bn(self.conv(x)))


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 4, 3)
        self.body = nn.Sequential(Block(4))
        self.head = nn.Linear(4, 5)

    def forward(self, x):
        return self.head(self.body(self.stem(x)).mean((2, 3)))


class Tied(nn.Module):
    """The output layer shares the embedding's weight, as language models do."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        self.output = nn.Linear(4, 10, bias=False)
        self.output.weight = self.embedding.weight

    def forward(self, ids: Tensor):
        return self.output(self.embedding(ids))


class ManyInputs(nn.Module):
    def forward(
        self,
        image: Tensor,
        boxes: List[Tensor],
        named: Dict[str, Tensor],
        pair: Tuple[Tensor, int],
        mask: Optional[Tensor] = None,
        scale: float = 0.5,
        mode: str = "a, (b) = 'c'",
        size: Tuple[int, int] = (2, 3),
    ):
        result = image * scale + boxes[0] + named["a"] + pair[0] * pair[1] + size[0]
        if mask is not None:
            result = result + mask
        if mode == "torch.save(x)":
            result = -result
        return result


class TracedInputs(nn.Module):
    def forward(self, image, pair, named, count):
        return image.float() + pair[0] + pair[1][0] + named["a"] * count


class Precision(nn.Module):
    """One parameter of each element type that a file can hold."""

    def __init__(self):
        super().__init__()
        self.half_weight = nn.Parameter(torch.ones(3, dtype=torch.float16))
        self.brain_weight = nn.Parameter(torch.ones(5, dtype=torch.bfloat16))
        self.double_weight = nn.Parameter(torch.ones(7, dtype=torch.float64))
        self.complex_weight = nn.Parameter(torch.ones(2, dtype=torch.complex64))
        self.register_buffer("steps", torch.zeros(4, dtype=torch.int64))
        self.register_buffer("flags", torch.zeros(3, dtype=torch.bool))
        self.register_buffer("eighth", torch.ones(6).to(torch.float8_e4m3fn))

    def forward(self, x):
        return x * self.half_weight.float().sum() + self.double_weight.sum()


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, batch_first=True)

    def forward(self, x):
        return self.lstm(x)[0]


class OddNames(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(2, 2) for _ in range(2)])
        self.odd = nn.ModuleDict({"größe": nn.Linear(2, 3), "层": nn.ReLU(), "<b>bold</b>": nn.Identity()})

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Empty(nn.Module):
    def forward(self, x):
        return x


class Quantizable(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant = torch.ao.quantization.QuantStub()
        self.conv = nn.Conv2d(3, 4, 3)
        self.fc = nn.Linear(4, 5)
        self.dequant = torch.ao.quantization.DeQuantStub()

    def forward(self, x):
        x = self.conv(self.quant(x)).mean((2, 3))
        return self.dequant(self.fc(x))


class Padded(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant = torch.ao.quantization.QuantStub()
        self.conv = nn.Conv2d(2, 3, (3, 1), stride=(2, 1), padding=(1, 0))
        self.dequant = torch.ao.quantization.DeQuantStub()

    def forward(self, x):
        return self.dequant(self.conv(self.quant(x)))


class SavesOnLoad(nn.Module):
    """Writes a file while it is being loaded: __setstate__ runs inside torch.jit.load."""

    def __init__(self, path: str):
        super().__init__()
        self.path = path
        self.weight = nn.Parameter(torch.ones(2))

    @torch.jit.export
    def __getstate__(self):
        return (self.path, self.training)

    @torch.jit.export
    def __setstate__(self, state: Tuple[str, bool]):
        self.path = state[0]
        self.training = state[1]
        self.weight = torch.ones(2)
        self.keep(state[0])

    @torch.jit.export
    def keep(self, path: str):
        torch.save(torch.zeros(1), path)

    def forward(self, x):
        return x


class ReadsFile(nn.Module):
    def forward(self, x):
        print("torch.save(x, 'no call')")
        y = torch.from_file("/nowhere/data.bin", False, 4)
        return x + y.to(torch.device("cpu"))


def small(kind: str):
    torch.manual_seed(0)
    model = Small().eval()
    if kind == "script":
        return torch.jit.script(model)
    trace = torch.jit.trace(model, torch.randn(2, 3, 8, 8))
    return torch.jit.freeze(trace) if kind == "frozen" else trace


def quantized(model, *sizes):
    torch.manual_seed(0)
    torch.backends.quantized.engine = "fbgemm"
    model = model().eval()
    model.qconfig = torch.ao.quantization.get_default_qconfig("fbgemm")
    prepared = torch.ao.quantization.prepare(model)
    example = torch.randn(sizes)
    prepared(example)
    return torch.jit.trace(torch.ao.quantization.convert(prepared), example)


def recurrent_quantized():
    """QNNPACK gives each product a copy of the bias that its cell names, FBGEMM does not."""
    torch.manual_seed(0)
    torch.backends.quantized.engine = "qnnpack"
    model = nn.Sequential(nn.LSTM(3, 4)).eval()
    return torch.jit.script(torch.ao.quantization.quantize_dynamic(model, {nn.LSTM}, dtype=torch.qint8))


def traced_inputs():
    ones = torch.ones(2, 3)
    example = (ones.to(torch.float16), (ones, (ones,)), {"a": ones}, torch.tensor(3))
    return torch.jit.trace(TracedInputs(), example, strict=False)


MODELS = {
    "small_script": lambda: small("script"),
    "small_trace": lambda: small("trace"),
    "small_frozen": lambda: small("frozen"),
    "tied": lambda: torch.jit.script(Tied()),
    "many_inputs": lambda: torch.jit.script(ManyInputs()),
    "traced_inputs": traced_inputs,
    "precision": lambda: torch.jit.script(Precision()),
    "recurrent": lambda: torch.jit.script(Recurrent()),
    "odd_names": lambda: torch.jit.script(OddNames()),
    "empty": lambda: torch.jit.script(Empty()),
    "quantized": lambda: quantized(Quantizable, 1, 3, 6, 6),
    "quantized_padding": lambda: quantized(Padded, 1, 2, 5, 4),
    "recurrent_quantized": recurrent_quantized,
    "saves_on_load": lambda: torch.jit.script(SavesOnLoad("rooflight_was_here.bin")),
    "reads_file": lambda: torch.jit.script(ReadsFile()),
}


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for name, make in MODELS.items():
        path = folder / f"{name}.pt"
        if path.exists():
            continue
        model = make()
        model.save(str(path))
        clean(path)
        parameters = sum(p.numel() for p in dict.fromkeys(model.parameters()))
        buffers = sum(b.numel() for b in model.buffers())
        modules = [n for n, _ in model.named_modules()]
        print(f"{path.name}: {path.stat().st_size} bytes, {parameters} parameters, {buffers} in buffers, {modules}")


if __name__ == "__main__":
    main()
