# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models that Rooflight is to open and measure."""

import warnings
from typing import Dict, List, Tuple

import torch
import torchvision
from torch import Tensor, nn


class TwoInputs(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Linear(16, 8)
        self.right = nn.Linear(24, 8)

    def forward(self, a, b):
        return self.left(a) * self.right(b)


class Embedding(nn.Module):
    """Integer input: indices outside 0..99 raise."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(100, 32)
        self.head = nn.Linear(32, 4)

    def forward(self, ids):
        return self.head(self.table(ids).mean(1))


class RareTokens(nn.Module):
    """Leaves out the first two tokens of a large vocabulary. A traced file keeps no values of its tokens."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(100_000, 2)
        self.head = nn.Linear(2, 4)

    def forward(self, ids):
        return self.head(self.table(ids)[ids >= 2])


class DictInput(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)

    def forward(self, batch: Dict[str, Tensor]) -> Dict[str, Tensor]:
        return {"features": self.conv(batch["image"])}


class TupleInput(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 8)
        self.second = nn.Linear(4, 8)

    def forward(self, pair: Tuple[Tensor, Tensor]):
        return self.first(pair[0]) + self.second(pair[1])


class ListInput(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 2)

    def forward(self, items: List[Tensor]) -> Tensor:
        return self.head(torch.cat(items, 1))


class SharedModule(nn.Module):
    """One module called twice."""

    def __init__(self):
        super().__init__()
        self.block = nn.Linear(32, 32)

    def forward(self, x):
        return self.block(self.block(x).relu())


class Functional(nn.Module):
    """No module below the model: everything is torch.nn.functional."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 3, 3, 3))

    def forward(self, x):
        x = nn.functional.conv2d(x, self.weight)
        return nn.functional.softmax(nn.functional.adaptive_avg_pool2d(x.relu(), 1).flatten(1), 1)


class Remembering(nn.Module):
    """Keeps its last output in place of an older one, and says so with a warning."""

    def __init__(self):
        super().__init__()
        self.register_buffer("last", torch.zeros(1, 8))
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        warnings.warn("the last output is kept")
        self.last = self.linear(x) + self.last
        return self.last


# Names with an emoji, a double quote, a backslash or a line break are saved by PyTorch, but it cannot load them again.
ODD_NAMES = ["<b>bold</b>", "it's, a name", "50% {0} &amp;", "=1+1"]


class OddNames(nn.Module):
    """Layers whose names are HTML, hold a comma and a quote, look like a format or a formula. Only a trace may hold them."""

    def __init__(self):
        super().__init__()
        for name in ODD_NAMES:
            self.add_module(name, nn.Linear(8, 8))

    def forward(self, x):
        for name in ODD_NAMES:
            x = getattr(self, name)(x)
        return x


def nested_sequential():
    inner = nn.Sequential(nn.Conv2d(4, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU())
    return nn.Sequential(
        nn.Conv2d(3, 4, 3, padding=1),
        nn.Sequential(inner, nn.Sequential(nn.MaxPool2d(2), nn.Conv2d(4, 8, 3))),
        nn.Flatten(),
        nn.Linear(8 * 14 * 14, 10),
    )


IMAGE = (1, 3, 224, 224)


def catalogue():
    """Yields name, model, arguments of forward, and how the file is made: script, trace or frozen."""
    vision = torchvision.models
    resnet18 = vision.resnet18(weights=None)
    yield "resnet18_script", resnet18, (torch.rand(IMAGE),), "script"
    yield "resnet18_trace", resnet18, (torch.rand(IMAGE),), "trace"
    yield "resnet18_frozen", resnet18, (torch.rand(IMAGE),), "frozen"
    yield "resnet50_trace", vision.resnet50(weights=None), (torch.rand(IMAGE),), "trace"
    yield "mobilenet_v2_trace", vision.mobilenet_v2(weights=None), (torch.rand(IMAGE),), "trace"
    yield "two_inputs", TwoInputs(), (torch.rand(2, 16), torch.rand(2, 24)), "trace"
    yield "two_inputs_script", TwoInputs(), (torch.rand(2, 16), torch.rand(2, 24)), "script"
    yield "embedding", Embedding(), (torch.randint(0, 100, (1, 12)),), "trace"
    yield "rare_tokens", RareTokens(), (torch.randint(2, 100_000, (1, 64)),), "trace"
    yield "dict_input", DictInput(), ({"image": torch.rand(1, 3, 16, 16)},), "script"
    yield "tuple_input", TupleInput(), ((torch.rand(1, 8), torch.rand(1, 4)),), "trace"
    yield "list_input", ListInput(), ([torch.rand(1, 3), torch.rand(1, 5)],), "script"
    yield "shared_module", SharedModule(), (torch.rand(4, 32),), "trace"
    yield "functional", Functional(), (torch.rand(1, 3, 12, 12),), "trace"
    yield "remembering", Remembering(), (torch.rand(1, 8),), "script"
    yield "odd_names", OddNames(), (torch.rand(1, 8),), "trace"
    yield "nested_sequential", nested_sequential(), (torch.rand(1, 3, 32, 32),), "trace"
