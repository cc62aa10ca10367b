# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Files that other tools packed again, and models that are deeper or longer than people write them."""

import os
import sys
import zipfile

import torch
from torch import nn
from torch.export import Dim

DEPTH = 200
STEPS = 5000
LAYERS, HEADS = 2, 1024


class Steps(nn.Module):
    """Ten thousand operators in a row."""

    def forward(self, x):
        for _ in range(STEPS):
            x = x * 1.0001 + 0.5
        return x


class Zeros(nn.Module):
    """Weights that a packer makes a thousand times smaller."""

    def __init__(self):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(256, 65536))

    def forward(self, x):
        return x @ self.table


class Attentions(nn.Module):
    def forward(self, q):
        for _ in range(LAYERS):
            q = nn.functional.scaled_dot_product_attention(q, q, q)
        return q


def nested():
    model = nn.Linear(4, 4)
    for _ in range(DEPTH):
        model = nn.Sequential(model)
    return model.eval()


def packed_again(source, target, method, root=None):
    """With `root` in place of the folder that all records lie in."""
    with zipfile.ZipFile(source) as records, zipfile.ZipFile(target, "w", method) as packed:
        for record in records.infolist():
            name = record.filename if root is None else root + record.filename.partition("/")[2]
            packed.writestr(name, records.read(record))


def make(folder):
    def path(name):
        return os.path.join(folder, name)

    net, x = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10)).eval(), torch.randn(4, 64)
    torch.jit.trace(net, x).save(path("plain.pt"))
    torch.export.save(torch.export.export(net, (x,)), path("plain.pt2"))
    for end in ("pt", "pt2"):
        plain = path(f"plain.{end}")
        packed_again(plain, path(f"deflated.{end}"), zipfile.ZIP_DEFLATED)
        packed_again(plain, path(f"stored.{end}"), zipfile.ZIP_STORED)
        packed_again(plain, path(f"other_root.{end}"), zipfile.ZIP_STORED, "another folder/")
        packed_again(plain, path(f"no_root.{end}"), zipfile.ZIP_STORED, "")
        with zipfile.ZipFile(path(f"twice_packed.{end}"), "w") as packed:  # as a download of model.pt.zip
            packed.write(plain, f"plain.{end}")
    torch.export.save(torch.export.export(Zeros().eval(), (torch.randn(1, 256),)), path("zeros.whole.pt2"))
    packed_again(path("zeros.whole.pt2"), path("zeros.pt2"), zipfile.ZIP_DEFLATED)
    os.remove(path("zeros.whole.pt2"))

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    torch.jit.trace(nested(), torch.randn(2, 4)).save(path("deep.pt"))
    torch.export.save(torch.export.export(nested(), (torch.randn(2, 4),)), path("deep.pt2"))
    sys.setrecursionlimit(before)
    torch.jit.trace(Steps(), torch.randn(2, 4), check_trace=False).save(path("wide.pt"))
    torch.export.save(torch.export.export(Attentions(), (torch.randn(1, HEADS, 8, 128),), dynamic_shapes=({2: Dim.DYNAMIC},)),
                      path("million.pt2"))
