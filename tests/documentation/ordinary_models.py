# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Ordinary models whose operators check too little by themselves: sparse products, packed weights, 8-bit floats, fake quantization."""

import torch
from torch import nn


class Graph(nn.Module):
    """Five edges between four nodes, made sparse in each run."""

    def __init__(self):
        super().__init__()
        self.register_buffer("edges", torch.tensor([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]]))
        self.register_buffer("weights", torch.ones(5))

    def forward(self, x):
        return torch.sparse.mm(torch.sparse_coo_tensor(self.edges, self.weights, (4, 4)), x)


class Rows(nn.Module):
    """The same in rows, held by the file."""

    def __init__(self):
        super().__init__()
        graph = Graph()
        self.register_buffer("matrix", torch.sparse_coo_tensor(graph.edges, graph.weights, (4, 4)).to_sparse_csr())

    def forward(self, x):
        return torch.mm(self.matrix, x)


class Floats8(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("weight", torch.randn(32, 64).to(torch.float8_e4m3fn))
        self.register_buffer("scale", torch.ones(()))

    def forward(self, x):
        return torch._scaled_mm(x.to(torch.float8_e4m3fn), self.weight.t(), scale_a=self.scale, scale_b=self.scale,
                                out_dtype=torch.bfloat16)


class Packed4(nn.Module):
    def __init__(self):
        super().__init__()
        weight = torch.randint(0, 16, (32, 64), dtype=torch.int32)
        self.register_buffer("weight", torch._convert_weight_to_int4pack_for_cpu(weight, 2))
        self.register_buffer("scales", torch.ones(2, 32, 2))

    def forward(self, x):
        return torch._weight_int4pack_mm_for_cpu(x, self.weight, 32, self.scales)


class Row4(nn.Module):
    """Activations become 8-bit integers."""

    def __init__(self):
        super().__init__()
        weight = torch.randint(0, 256, (32, 32), dtype=torch.uint8)
        self.register_buffer("weight", torch.ops.aten._dyn_quant_pack_4bit_weight(weight, torch.ones(32, 2), None, 32, 64, 32))

    def forward(self, x):
        return torch.ops.aten._dyn_quant_matmul_4bit(x, self.weight, 32, 64, 32)


class Packed8(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("weight", torch.randint(-9, 9, (32, 64), dtype=torch.int8))
        self.register_buffer("scales", torch.ones(32))

    def forward(self, x):
        return torch._weight_int8pack_mm(x, self.weight, self.scales)


class Observed(nn.Module):
    """As FusedMovingAvgObsFakeQuantize of torch.ao calls it."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(64, 32)
        for name, value in (("on", torch.ones(1, dtype=torch.long)), ("least", torch.full((1,), float("inf"))),
                            ("greatest", torch.full((1,), float("-inf"))), ("scale", torch.ones(1)),
                            ("zero", torch.zeros(1, dtype=torch.int32))):
            self.register_buffer(name, value)

    def forward(self, x):
        return self.linear(torch.fused_moving_avg_obs_fake_quant(x, self.on, self.on, self.least, self.greatest, self.scale,
                                                                 self.zero, 0.01, 0, 255, -1, False, False))


# Inputs, and multiply-adds: elements of the result times what each of them adds up, of sparse ones edges times columns.
MODELS = {"graph": (Graph, (4, 8), 5 * 8), "rows": (Rows, (4, 8), 5 * 8), "floats8": (Floats8, (16, 64), 16 * 32 * 64),
          "packed4": (Packed4, (3, 64), 3 * 32 * 64), "row4": (Row4, (3, 64), 3 * 32 * 64),
          "packed8": (Packed8, (3, 64), 3 * 32 * 64), "observed": (Observed, (3, 64), 3 * 32 * 64)}


def write(folder):
    """As traces, and as exports but for the sparse weight, which those cannot hold."""
    for name, (build, shape, _) in MODELS.items():
        module, example = build().eval(), torch.randn(shape)
        with torch.no_grad():
            torch.jit.trace(module, example, check_trace=False).save(str(folder / f"ordinary_{name}.pt"))
            if name != "rows":
                torch.export.save(torch.export.export(module, (example,)), str(folder / f"ordinary_{name}.pt2"))
