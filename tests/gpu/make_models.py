#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Makes the models of the proof into a folder, with the PyTorch of this machine. Weights are random.

Usage: make_models.py FOLDER
"""

import sys
import warnings
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parent.parent / "data" / "models"))
import timing_models

BERT = {"d_model": 768, "nhead": 12, "dim_feedforward": 3072, "batch_first": True, "activation": "gelu"}


class Bert(torch.nn.Module):
    """The size of BERT-base: 12 layers of 768, 30,522 words."""

    def __init__(self):
        super().__init__()
        self.words = torch.nn.Embedding(30522, 768)
        self.positions = torch.nn.Embedding(512, 768)
        self.encoder = torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(**BERT), 12,
                                                   enable_nested_tensor=False)

    def forward(self, ids):
        return self.encoder(self.words(ids) + self.positions(torch.arange(ids.shape[1], device=ids.device)))


class Stream(torch.nn.Module):
    """Reads its input once and writes as much."""

    def forward(self, x):
        return x + 1


def vision(name):
    import torchvision

    return getattr(torchvision.models, name)(weights=None)


MODELS = {
    "resnet18": lambda: (vision("resnet18"), torch.rand(1, 3, 224, 224)),
    "resnet50": lambda: (vision("resnet50"), torch.rand(1, 3, 224, 224)),
    "vit_b_16": lambda: (vision("vit_b_16"), torch.rand(1, 3, 224, 224)),
    "bert_base": lambda: (Bert(), torch.randint(0, 30522, (8, 128))),
    "transformer_bf16": lambda: (
        torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(**BERT), 6, enable_nested_tensor=False).bfloat16(),
        torch.randn(8, 512, 768).bfloat16()),
    "stream": lambda: (Stream(), torch.rand(1024)),
}


def make(folder):
    warnings.filterwarnings("ignore")
    torch.manual_seed(1)
    # The fused encoder layer hides its operators.
    torch.backends.mha.set_fastpath_enabled(False)
    for name, make_model in MODELS.items():
        try:
            model, example = make_model()
        except ImportError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        with torch.inference_mode():
            torch.jit.trace(model.eval(), example, check_trace=False).save(str(folder / f"{name}.pt"))
    timing_models.make(str(folder))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    make(Path(sys.argv[1]))
