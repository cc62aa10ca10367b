#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Makes the traces of PyTorch's profiler beside it, and the model that was traced. Usage: make_traces.py

small.json         two steps of the model, with stacks
small.pt           the same model as TorchScript
small_modules.json one run of that file, with its modules
training.json      forward and backward of another model; prints what torch.utils.flop_counter says of it
"""

import json
import pathlib

import torch
from torch.nn import functional
from torch.profiler import ProfilerActivity, profile, schedule
from torch.utils.flop_counter import FlopCounterMode

HERE = pathlib.Path(__file__).parent
DROPPED = {"Record function id", "Ev Idx", "Python parent id", "Python id", "Python module id", "Fwd thread id"}


class Block(torch.nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = torch.nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm = torch.nn.BatchNorm2d(channels)

    def forward(self, x):
        y = torch.relu_(self.norm(self.conv(x)))
        y += x
        return y


class Small(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = torch.nn.Conv2d(3, 8, 3, stride=2)
        self.blocks = torch.nn.Sequential(Block(8), Block(8))
        self.pool = torch.nn.AdaptiveAvgPool2d(1)
        self.head = torch.nn.Linear(16, 10)

    def forward(self, x):
        y = self.blocks(self.stem(x))
        y = torch.cat([y, y.softmax(1)], 1)
        return self.head(torch.flatten(self.pool(y), 1))


class Trained(torch.nn.Module):
    """What vision and language models train with."""

    def __init__(self):
        super().__init__()
        self.stem = torch.nn.Conv2d(3, 8, 3, padding=1)
        self.norm = torch.nn.BatchNorm2d(8)
        self.up = torch.nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.groups = torch.nn.GroupNorm(2, 4)
        self.words = torch.nn.Embedding(50, 32)
        self.layers = torch.nn.LayerNorm(32)
        self.qkv = torch.nn.Linear(32, 96)
        self.head = torch.nn.Linear(32, 10)

    def forward(self, x, words):
        y = functional.max_pool2d(torch.relu(self.norm(self.stem(x))), 2)
        y = functional.silu(functional.avg_pool2d(self.groups(self.up(y)), 2))
        y = torch.sigmoid(torch.flatten(y, 2)[:, :, :32]) + functional.elu(functional.leaky_relu(self.words(words)))
        q, k, v = self.qkv(self.layers(y)).view(2, 4, 3, 2, 16).permute(2, 0, 3, 1, 4)
        y = functional.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(2, 4, 32)
        y = functional.hardtanh(functional.gelu(y, approximate="tanh")) + torch.tanh(functional.gelu(y))
        return self.head(y.mean(1) * functional.softmax(y[:, 0], -1))


def train(model, x, words, classes):
    functional.cross_entropy(model(x, words), classes).backward()


def trace_training():
    model = Trained()
    batch = torch.rand(2, 3, 16, 16), torch.randint(0, 50, (2, 4)), torch.tensor([1, 2])
    train(model, *batch)
    with FlopCounterMode(display=False) as counter:
        train(model, *batch)
    print(sum(parameter.numel() for parameter in model.parameters()), "parameters")
    for name, flops in counter.get_flop_counts()["Global"].items():
        print(name, flops)
    model.zero_grad()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
        train(model, *batch)
    profiler.export_chrome_trace(str(HERE / "training.json"))
    shorten(HERE / "training.json")


def shorten(path):
    """Leaves what an import reads, without this machine's names and times of day."""
    trace = json.loads(path.read_text())
    events = []
    first = min(event["ts"] for event in trace["traceEvents"] if event["ph"] == "X")
    for event in trace["traceEvents"]:
        kept = event.get("cat") in ("cpu_op", "user_annotation") or event["name"].startswith("nn.Module: ")
        if event["ph"] != "X" or not kept:
            continue
        event |= {"ts": round(event["ts"] - first, 3), "pid": 1, "tid": 1}
        event["args"] = {key: value for key, value in event["args"].items() if key not in DROPPED}
        events.append(event)
    lines = ",\n".join(json.dumps(event, separators=(",", ":")) for event in events)
    path.write_text('{"schemaVersion":1,"record_shapes":1,"displayTimeUnit":"ms","traceEvents":[\n' + lines + "\n]}\n")


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = Small().eval()
    x = torch.rand(2, 3, 32, 32)
    with torch.no_grad():
        with profile(activities=[ProfilerActivity.CPU], record_shapes=True, with_stack=True,
                     schedule=schedule(wait=0, warmup=1, active=2),
                     on_trace_ready=lambda done: done.export_chrome_trace(str(HERE / "small.json"))) as profiler:
            for _ in range(3):
                model(x)
                profiler.step()
        script = torch.jit.script(model)
        script.save(str(HERE / "small.pt"))
        for _ in range(3):
            script(x)
        with profile(activities=[ProfilerActivity.CPU], record_shapes=True, with_modules=True) as profiler:
            script(x)
        profiler.export_chrome_trace(str(HERE / "small_modules.json"))
    shorten(HERE / "small.json")
    shorten(HERE / "small_modules.json")
    trace_training()


if __name__ == "__main__":
    main()
